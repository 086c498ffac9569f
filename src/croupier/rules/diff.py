"""Differences between two rulebooks: clauses, values, and the effect on the exact edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.game.wheel import WheelId
from croupier.game.zero import Fate
from croupier.odds import LOSE_ALL, ZeroPlay
from croupier.rules.book import Amendment, Rulebook
from croupier.rules.catalogue import Clause
from croupier.terms.citation import Authority, Basis
from croupier.terms.problem import listed


class Value(Struct, frozen=True):
    """What a book says at one key, in words, with its authority."""

    says: str
    authority: Authority | None = None


class ValueChange(Struct, frozen=True):
    """A key at which two books differ; None if a book has nothing there."""

    key: str
    left: Value | None
    right: Value | None


class EdgeChange(Struct, frozen=True):
    """A wager of both books whose edge differs at the same wheel and zero rule."""

    wheel: WheelId
    zero: str
    wager: str
    left: Fraction
    right: Fraction


class EdgeOpened(Struct, frozen=True):
    """The edge of a wager of both books under a zero rule that only `book` allows."""

    book: str
    wheel: WheelId
    zero: str
    wager: str
    edge: Fraction


class BookDiff(Struct, frozen=True):
    """All differences between two books. `compared` counts the edges that both have."""

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
    """What the right book changes compared with the left one."""
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
    return tuple(clause for id, clause in book.clauses.items() if id not in other.clauses)


def _amended(left: Rulebook, right: Rulebook) -> Iterator[Amendment]:
    """Changes under ids that both books have, whichever of the two lists them."""
    for amendment in left.amended + right.amended if left.id != right.id else ():
        if amendment.clause in left.clauses and amendment.clause in right.clauses:
            yield amendment


def _value_changes(left: Mapping[str, Value], right: Mapping[str, Value]) -> Iterator[ValueChange]:
    for key in dict.fromkeys([*left, *right]):
        one, other = left.get(key), right.get(key)
        if _compared(one) != _compared(other):
            yield ValueChange(key, one, other)


def _compared(value: Value | None) -> tuple[str, str] | None:
    """What is compared: the words and the basis, not the clause."""
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
        void = sorted(book.plan(wheel).wheel.void)
        covered = f", {' and '.join(void)} covered" if wheel_rule.cover and void else ""
        coupons = ", no coupons" if book.coupons.accepted and not wheel_rule.coupons else ""
        values[f"wheel {wheel}"] = Value(f"may be used{covered}{coupons}", wheel_rule.authority)
    for wheel, zero in book.zero.items():
        for name, option in zero.options.items():
            on = f" on {' and '.join(sorted(option.rule.answers))}" if option.rule.answers else ""
            values[f"zero {wheel} {name}"] = Value(f"open{on}", option.authority)
            if option.rule.prison:
                win = Value(WIN_WORDS[option.rule.prison.win], option.prisoner_wins)
                values[f"zero {wheel} {name} second win"] = win
    for kind, wager in book.wagers.items():
        optional = ", optional" if wager.optional else ""
        tied = f", {listed(sorted(wager.wheels))} only" if wager.wheels else ""
        values[f"wager {kind}"] = Value(f"{wager.pays} to 1{optional}{tied}", wager.authority)
    for exclusion in book.excludes:
        key = f"beside {listed(sorted(exclusion.offer))}"
        values[key] = Value(f"no {listed(sorted(exclusion.wagers))}", Authority(Basis.TEXT, exclusion.clause))
    return values


WIN_WORDS = {Fate.RETURN: "stake back", Fate.PAY: "paid as a winner", Fate.LIGHTEN: "one imprisonment less"}


def limit_words(book: Rulebook) -> str:
    """The bounds that the text sets for every wager, in words."""
    limits, money = book.limits.every, book.money.currency
    parts = []
    if limits.minimum is not None:
        parts.append(f"at least {money.write(limits.minimum)}")
    if limits.maximum is not None:
        parts.append(f"at most {money.write(limits.maximum)}")
    if limits.times is not None:
        parts.append(f"at most {limits.times} times the table's minimum")
    parts += [f"at most {money.write(b.maximum)} where it is {money.write(b.minimum)} or less" for b in limits.bands]
    return " and ".join(parts) or "left to the house"


def coupon_words(book: Rulebook) -> str:
    rule = book.coupons
    if not rule.accepted:
        return "not accepted"
    on = "any wager" if rule.pays is None else f"wagers that pay {listed(sorted(rule.pays))} to 1"
    return f"on {on}, {'also' if rule.with_value_chips else 'never'} with value chips"


def plays_of(book: Rulebook, wheel: WheelId) -> tuple[ZeroPlay, ...]:
    """The ways to play zero at one wheel of the book."""
    options = book.zero.get(wheel)
    return options.plays if options else (LOSE_ALL,)


def _common_edges(left: Rulebook, right: Rulebook) -> Iterator[EdgeChange]:
    """Every edge that both books have, side by side."""
    for wheel in _common_wheels(left, right):
        shared = plays_of(right, wheel)
        for play in plays_of(left, wheel):
            if play not in shared:
                continue
            one, other = left.table(wheel, zero=play.name).odds, right.table(wheel, zero=play.name).odds
            for wager in one:
                if wager in other:
                    yield EdgeChange(wheel, play.name, wager, one[wager].edge, other[wager].edge)


def _opened(book: Rulebook, other: Rulebook) -> Iterator[EdgeOpened]:
    """The even-money edges under zero rules that the other book does not have at the same wheel."""
    for wheel in _common_wheels(book, other):
        closed = plays_of(other, wheel)
        for play in plays_of(book, wheel):
            if play in closed:
                continue
            for wager, odds in book.table(wheel, zero=play.name).odds.items():
                if book.vocabulary.shapes[odds.wager].even_money and odds.wager in other.wagers:
                    yield EdgeOpened(book.id, wheel, play.name, wager, odds.edge)


def _common_wheels(left: Rulebook, right: Rulebook) -> list[WheelId]:
    return [wheel for wheel in left.wheels if wheel in right.wheels]
