"""An outcome derived step by step, each step with the authority behind it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.settlement import Reason, Verdict, ZeroEffect
from croupier.game.wager import ADJACENT_PARTS, BIG_SIX, COLOR_WAGERS, EVEN_MONEY, WagerKind
from croupier.game.wheel import Color, WheelId
from croupier.rules.table import Rules
from croupier.rules.wagers import Refused, Settled, Wager
from croupier.terms.citation import Authority, Basis
from croupier.terms.money import dollars, half

ROUNDING = Authority(Basis.READING, adr=11)
"""Behind a broken cent: it goes to the player."""
COUPON_ADR = 13
"""Behind what a coupon wins and when it is collected: the texts only say where it may stand."""


class Step(Struct, frozen=True):
    """One step of a derivation; `authority` is None where it is arithmetic or plain fact."""

    text: str
    authority: Authority | None = None


def explain(
    rules: Rules,
    result: str,
    answer: Settled | Refused,
    wager: Wager | None = None,
    *,
    between: bool = False,
) -> tuple[Step, ...]:
    """Why a wager was settled or refused as it was.

    `wager` is the wager as it was named; it is needed to tell a match play coupon from the stake.
    `between` says that the clapper rested between `result`, just passed, and the next stop.
    """
    if isinstance(answer, Refused):
        return tuple(_refusal(rules, answer))
    return tuple(_settlement(rules, result, answer, wager.coupon if wager else 0, between))


def _refusal(rules: Rules, refused: Refused) -> Iterator[Step]:
    clause = refused.clause
    authority = Authority(Basis.TEXT, clause) if clause else rules.book.placement
    yield Step(refused.message, authority)
    yield Step("The wager does not stand, so nothing is won or lost.")


def _settlement(rules: Rules, result: str, settled: Settled, coupon: int, between: bool) -> Iterator[Step]:
    spot = settled.spot
    yield _place(rules, spot)
    yield from _result(rules, result, settled, between)
    match settled.reason:
        case Reason.VOID_COMPARTMENT | Reason.VOID_CLAPPER:
            yield Step("The spin is void and is made again: every wager stands as it was.", settled.authority)
        case Reason.COVERED_BY_SPOT:
            yield Step(f"{_is(spot, result, '')}: the wager wins.", rules.position)
            yield _odds(rules, spot.wager)
            yield from _winnings(rules, settled, coupon)
        case Reason.NOT_COVERED:
            yield Step(f"{_is(spot, result, 'not ')}: the wager loses, {dollars(settled.stake)}.", settled.authority)
        case _:
            yield from _zero(rules, result, settled)
    if coupon and settled.outcome not in (Verdict.WIN, Verdict.VOID):
        yield Step(f"The match play coupon of {dollars(coupon)} has met its spin and is collected.", _coupon(rules))


def _coupon(rules: Rules) -> Authority:
    return Authority(Basis.READING, rules.book.coupons.authority.clause, COUPON_ADR)


def _is(spot: Spot, result: str, negation: str) -> str:
    if len(spot.numbers) == 1:
        return f"{result} is {negation}the {'insignia' if spot.wager in BIG_SIX else 'number'} of the box"
    return f"{result} is {negation}among the numbers of the spot"


def _place(rules: Rules, spot: Spot) -> Step:
    rule = rules.known[spot.wager]
    authority = rule.place or rule.authority
    covers = f", which covers {_numbers(spot)}" if len(spot.numbers) > 1 else ""
    if spot.wager in EVEN_MONEY or spot.wager in BIG_SIX:
        return Step(f"The wager stands in the box of {_called(spot)}{covers}.", authority)
    return Step(f"{spot.id} is the {spot.wager} wager {_where(spot)}{covers}.", authority)


_CALLED = {WagerKind.LOW: "1 to 18", WagerKind.HIGH: "19 to 36"}
_COVERED = {
    WagerKind.RED: "the 18 red numbers",
    WagerKind.BLACK: "the 18 black numbers",
    WagerKind.ODD: "the 18 odd numbers, 1 to 35",
    WagerKind.EVEN: "the 18 even numbers, 2 to 36",
}


def _called(spot: Spot) -> str:
    return _CALLED.get(spot.wager, spot.id)


def _numbers(spot: Spot) -> str:
    """What a spot covers; a run or a color is named, not listed."""
    if spot.wager in (WagerKind.LOW, WagerKind.HIGH, WagerKind.DOZEN):
        return f"{spot.numbers[0]} to {spot.numbers[-1]}"
    return _COVERED.get(spot.wager) or f"{', '.join(spot.numbers[:-1])} and {spot.numbers[-1]}"


_PLACES = {
    WagerKind.STREET: "on the outside line of the row",
    WagerKind.TRIO: "on the corner that the three boxes share",
    WagerKind.TRIO_023: "on the corner that the three boxes share",
    WagerKind.CORNER: "on the corner that the four boxes share",
    WagerKind.FIRST_FOUR: "on the corner of 0, 1 and the outside line",
    WagerKind.FIRST_FIVE: "on the corner that 1st 12, 0 and 1 share",
    WagerKind.LINE: "on the outside corner that the two rows share",
    WagerKind.SEVEN_NUMBERS: "in the area of the seven numbers",
}


def _where(spot: Spot) -> str:
    kind = spot.wager
    if spot.same_as:
        return "on the courtesy line between 2nd 12 and 3rd 12"
    if kind is WagerKind.STRAIGHT:
        return f"in the box of {spot.numbers[0]}"
    if kind is WagerKind.SPLIT:
        return f"on the line between {spot.numbers[0]} and {spot.numbers[1]}"
    if kind is WagerKind.COLUMN:
        return f"in the box at the end of column {spot.id[-1]}"
    if kind is WagerKind.DOZEN:
        return f"in the box {('1st', '2nd', '3rd')[int(spot.id[-1]) - 1]} 12"
    if kind is WagerKind.FIVE_ADJACENT:
        return f"on {spot.id.removeprefix('adjacent-')} of the wheel replica, five equal straights"
    if kind in COLOR_WAGERS:
        return f"in the area of the {spot.id.rpartition('-')[2]} section"
    return _PLACES[kind]


def _result(rules: Rules, result: str, settled: Settled, between: bool) -> Iterator[Step]:
    wheel, authority = rules.game.wheel, rules.wheel_rule.authority
    if wheel.id is WheelId.BIG_SIX:
        if between and rules.book.clapper:
            counts = "neither counts" if settled.outcome is Verdict.VOID else f"{result} counts"
            words = f"The clapper rests between {result}, just passed, and the next stop: {counts}."
            yield Step(words, rules.book.clapper.authority)
        else:
            yield Step(f"The clapper shows {result}.", authority)
        return
    color, defined = wheel.color[result], rules.book.definitions.get("colors")
    if result in wheel.void:
        yield Step(f"The ball rests in {result}, which is {color} and decides nothing on this wheel.", authority)
    else:
        colored = Authority(Basis.TEXT, defined) if defined else None
        yield Step(f"The ball rests in {result}, which is {color}.", colored)
    if color is Color.GREEN and settled.spot.wager in EVEN_MONEY and settled.outcome is not Verdict.VOID:
        yield Step(f"{result} is neither red nor black, odd nor even, low nor high.", rules.position)


def _odds(rules: Rules, kind: WagerKind) -> Step:
    rule, pays = rules.known[kind], rules.pays(kind)
    if pays > rule.pays:
        least = f", more than the {to_one(rule.pays)} that must be paid at least ({rule.authority})"
        return Step(f"This house pays a {kind} wager {to_one(pays)}{least}.", Authority(Basis.HOUSE))
    return Step(f"A {kind} wager pays {to_one(pays)}.", rule.authority)


def _winnings(rules: Rules, settled: Settled, coupon: int) -> Iterator[Step]:
    stake, pays, parts = settled.stake, rules.pays(settled.spot.wager), 1
    base = dollars(stake)
    if settled.spot.wager is WagerKind.FIVE_ADJACENT:
        parts = ADJACENT_PARTS
        yield Step(
            f"{base} is {parts} equal straights of {dollars(settled.returned)}: one wins, four lose.",
            Authority(Basis.TEXT, rules.known[settled.spot.wager].defined),
        )
    if coupon:
        yield Step(
            f"The match play coupon of {dollars(coupon)} is paid like a stake and is then used up.",
            _coupon(rules),
        )
        base = f"({base} + {dollars(coupon)})"
    exact = (stake + coupon) * pays / parts
    yield Step(f"{base}{f' ÷ {parts}' if parts > 1 else ''} × {pays} = {_exact(exact)}.")
    if exact.denominator > 1:
        yield Step(f"A broken cent goes to the player: {dollars(settled.winnings)}.", ROUNDING)
    yield Step(
        f"The player is paid {dollars(settled.winnings)} and keeps {dollars(settled.returned)} of the stake.",
    )


def _zero(rules: Rules, result: str, settled: Settled) -> Iterator[Step]:
    stake = dollars(settled.stake)
    words = {
        Reason.ZERO_LOSES: f"{result} loses an even-money wager at this table: {stake}.",
        Reason.ZERO_IMPRISONS: f"The player leaves the wager in prison: {stake} stays on the layout for one more spin.",
        Reason.SECOND_ZERO: f"The wager was in prison and {result} came again: it loses whole, {stake}.",
        Reason.PRISONER_WINS: f"The wager was in prison and would win: it is released, {stake} back and nothing more.",
        Reason.PRISONER_LOSES: f"The wager was in prison and {result} is not among its numbers: it loses, {stake}.",
    }
    if settled.reason is not Reason.ZERO_HALVES:
        yield Step(words[settled.reason], settled.authority)
        return
    chosen = "the player takes half back" if rules.game.zero is ZeroEffect.IN_PRISON else "half of the wager is lost"
    yield Step(f"On {result}, {chosen}.", settled.authority)
    yield Step(f"{stake} ÷ 2 = {_exact(Fraction(settled.stake, 2))}.")
    if settled.stake % 2:
        yield Step(f"The odd cent goes to the player: {dollars(half(settled.stake))}.", ROUNDING)
    yield Step(f"The player keeps {dollars(settled.returned)} of the stake.")


def to_one(pays: Fraction) -> str:
    """Odds as the texts write them: so much *to* one, beyond the stake."""
    return f"{pays} to 1"


def _exact(cents: Fraction) -> str:
    """An amount that may hold a broken cent."""
    if cents.denominator == 1:
        return dollars(int(cents))
    whole, rest = divmod(cents, 1)
    return f"{dollars(int(whole))} and {rest} cent"
