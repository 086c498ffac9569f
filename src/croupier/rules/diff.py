"""What two rulebooks do not have in common: clauses, values, and the effect on the exact edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.game.wager import EVEN_MONEY
from croupier.game.wheel import WheelId
from croupier.odds import ZeroPlay
from croupier.rules.book import Amendment, Rulebook
from croupier.rules.catalogue import Clause, catalogue
from croupier.terms.citation import Authority
from croupier.terms.money import dollars
from croupier.terms.problem import listed


class Value(Struct, frozen=True):
    """What a book says at one key, in words, and on whose word."""

    says: str
    authority: Authority | None = None


class ValueChange(Struct, frozen=True):
    """A key at which two books do not say the same; None where a book says nothing."""

    key: str
    left: Value | None
    right: Value | None


class EdgeChange(Struct, frozen=True):
    """A wager that both books know, whose edge they do not share at the same wheel and zero rule."""

    wheel: WheelId
    zero: ZeroPlay
    wager: str
    left: Fraction
    right: Fraction


class EdgeOpened(Struct, frozen=True):
    """The edge of a wager that both books know under a zero rule that `book` alone leaves open."""

    book: str
    wheel: WheelId
    zero: ZeroPlay
    wager: str
    edge: Fraction


class BookDiff(Struct, frozen=True):
    """Everything that sets two books apart. `compared` counts the edges that both can play."""

    left: Rulebook
    right: Rulebook
    dropped: tuple[Clause, ...]
    added: tuple[Clause, ...]
    amended: tuple[Amendment, ...]
    values: tuple[ValueChange, ...]
    edges: tuple[EdgeChange, ...]
    opened: tuple[EdgeOpened, ...]
    compared: int


def diff(left: Rulebook, right: Rulebook) -> BookDiff:
    """What the right book changes, seen from the left one."""
    pairs = list(_common_edges(left, right))
    return BookDiff(
        left,
        right,
        _only(left, right),
        _only(right, left),
        tuple(_amended(left, right)),
        tuple(_value_changes(values_of(left), values_of(right))),
        tuple(pair for pair in pairs if pair.left != pair.right),
        (*_opened(left, right), *_opened(right, left)),
        len(pairs),
    )


def _only(book: Rulebook, other: Rulebook) -> tuple[Clause, ...]:
    return tuple(clause for clause in catalogue().values() if book.id in clause.books and other.id not in clause.books)


def _amended(left: Rulebook, right: Rulebook) -> Iterator[Amendment]:
    """Changes under ids that both books have, whichever of the two tells them."""
    for amendment in left.amended + right.amended if left.id != right.id else ():
        if {left.id, right.id} <= set(catalogue()[amendment.clause].books):
            yield amendment


def _value_changes(left: Mapping[str, Value], right: Mapping[str, Value]) -> Iterator[ValueChange]:
    for key in dict.fromkeys([*left, *right]):
        one, other = left.get(key), right.get(key)
        if _said(one) != _said(other):
            yield ValueChange(key, one, other)


def _said(value: Value | None) -> tuple[str, str] | None:
    """What counts as the same: the words and the kind of authority, not the number of the clause."""
    if value is None:
        return None
    return value.says, value.authority.basis if value.authority else ""


def values_of(book: Rulebook) -> dict[str, Value]:
    """Every value of a book by key, in words."""
    values = {
        "in force": Value(book.validity),
        "successor": Value(book.successor or "none named"),
        "placement": Value("as the text says", book.placement),
        "position": Value("settled by position", book.position),
        "limits": Value(limit_words(book), book.limits.authority),
        "odds": Value("a house may pay more" if book.odds.more else "paid as they stand", book.odds.authority),
        "coupons": Value(coupon_words(book), book.coupons.authority),
    }
    if book.clapper:
        values["clapper"] = Value(listed(sorted(book.clapper.options)), book.clapper.authority)
    for wheel, wheel_rule in book.wheels.items():
        covered = ", 00 covered" if wheel_rule.cover else ""
        coupons = ", no coupons" if book.coupons.accepted and not wheel_rule.coupons else ""
        values[f"wheel {wheel}"] = Value(f"may be used{covered}{coupons}", wheel_rule.authority)
    for wheel, zero in book.zero.items():
        for effect, rule in zero.options.items():
            on = f" on {' and '.join(sorted(rule.answers))}" if rule.answers else ""
            values[f"zero {wheel} {effect}"] = Value(f"open{on}", rule.authority)
            if rule.second_win:
                values[f"zero {wheel} {effect} second win"] = Value("stake back", rule.second_win)
    for kind, wager in book.wagers.items():
        optional = ", optional" if wager.optional else ""
        tied = f", {listed(sorted(wager.wheels))} only" if wager.wheels else ""
        values[f"wager {kind}"] = Value(f"{wager.pays} to 1{optional}{tied}", wager.authority)
    for exclusion in book.excludes:
        key = f"beside {listed(sorted(exclusion.offer))}"
        values[key] = Value(f"no {listed(sorted(exclusion.wagers))}", Authority(book.position.basis, exclusion.clause))
    return values


def limit_words(book: Rulebook) -> str:
    low, high = book.limits.minimum, book.limits.maximum
    if low is None and high is None:
        return "left to the house"
    least = f"at least {dollars(low)}" if low is not None else ""
    most = f"at most {dollars(high)}" if high is not None else ""
    return " and ".join(part for part in (least, most) if part)


def coupon_words(book: Rulebook) -> str:
    rule = book.coupons
    if not rule.accepted:
        return "not accepted"
    on = "any wager" if rule.pays is None else f"wagers that pay {listed(sorted(rule.pays))} to 1"
    return f"on {on}, {'also' if rule.with_value_chips else 'never'} with value chips"


def plays_of(book: Rulebook, wheel: WheelId) -> tuple[ZeroPlay, ...]:
    """The ways in which zero can be played at one wheel of the book."""
    rules = book.zero.get(wheel)
    if rules is None:
        return (ZeroPlay.LOSE_ALL,)
    return tuple(play for play in ZeroPlay if play.effect in rules.options)


def _common_edges(left: Rulebook, right: Rulebook) -> Iterator[EdgeChange]:
    """Every edge that both books can play, with what each makes of it."""
    for wheel in _common_wheels(left, right):
        shared = plays_of(right, wheel)
        for play in plays_of(left, wheel):
            if play not in shared:
                continue
            one, other = left.table(wheel, zero=play).odds, right.table(wheel, zero=play).odds
            for wager in one:
                if wager in other:
                    yield EdgeChange(wheel, play, wager, one[wager].edge, other[wager].edge)


def _opened(book: Rulebook, other: Rulebook) -> Iterator[EdgeOpened]:
    """The even-money edges under zero rules that the other book does not have at the same wheel."""
    for wheel in _common_wheels(book, other):
        closed = plays_of(other, wheel)
        for play in plays_of(book, wheel):
            if play in closed:
                continue
            for wager, odds in book.table(wheel, zero=play).odds.items():
                if wager in EVEN_MONEY and wager in other.wagers:
                    yield EdgeOpened(book.id, wheel, play, wager, odds.edge)


def _common_wheels(left: Rulebook, right: Rulebook) -> list[WheelId]:
    return [wheel for wheel in left.wheels if wheel in right.wheels]
