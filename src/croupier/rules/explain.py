"""Explains an outcome step by step, each step with its authority."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.settlement import SettlementReason, Verdict
from croupier.game.wager import Form
from croupier.game.wheel import SpunPart
from croupier.rules.table import Rules
from croupier.rules.wagers import RefusedWager, Wager, WagerOutcome
from croupier.terms.citation import Authority, Basis

COUPON_ADR = 13
"""The ADR on what a coupon wins and when it is collected; the texts only say where it may be placed."""


ZERO_ADR = 6
"""The ADR on zero and the even-money boxes; the texts say at most what a zero does to a wager there."""


class ExplanationStep(Struct, frozen=True):
    """One step of an explanation; `authority` is None for arithmetic and plain facts."""

    text: str
    authority: Authority | None = None


def explain(
    rules: Rules,
    result: str,
    answer: WagerOutcome | RefusedWager,
    wager: Wager | None = None,
    *,
    between: bool = False,
) -> tuple[ExplanationStep, ...]:
    """Why a wager was settled or refused as it was.

    `wager` is the original wager, which is needed to tell a match play coupon from the stake. `between` means that the
    clapper rested between `result`, just passed, and the next stop.
    """
    if isinstance(answer, RefusedWager):
        return tuple(_refusal(answer))
    return tuple(_settlement(rules, result, answer, wager.coupon if wager else 0, between))


def _refusal(refused: RefusedWager) -> Iterator[ExplanationStep]:
    yield ExplanationStep(refused.message, refused.refusal.authority)
    yield ExplanationStep("The wager does not stand, so nothing is won or lost.")


def _settlement(
    rules: Rules, result: str, settled: WagerOutcome, coupon: int, between: bool
) -> Iterator[ExplanationStep]:
    spot, dollars = settled.spot, rules.book.money.currency.write
    yield _place(rules, spot)
    yield from _result(rules, result, settled, between)
    match settled.reason:
        case SettlementReason.VOID_COMPARTMENT | SettlementReason.VOID_CLAPPER:
            yield ExplanationStep(
                "The spin is void and is made again: every wager stands as it was.", settled.authority
            )
        case SettlementReason.COVERED_BY_SPOT:
            yield ExplanationStep(f"{_is(spot, result, '')}: the wager wins.", rules.position)
            yield _odds(rules, spot, result)
            yield from _winnings(rules, result, settled, coupon)
        case SettlementReason.NOT_COVERED:
            yield ExplanationStep(
                f"{_is(spot, result, 'not ')}: the wager loses, {dollars(settled.stake)}.", settled.authority
            )
        case (
            SettlementReason.ZERO_LOSES
            | SettlementReason.ZERO_HALVES
            | SettlementReason.ZERO_IMPRISONS
            | SettlementReason.SECOND_ZERO
            | SettlementReason.PRISONER_WINS
            | SettlementReason.PRISONER_LOSES
            | SettlementReason.TABLE_CLOSES
        ):
            yield from _zero(rules, result, settled)
        case _:
            assert_never(settled.reason)
    if coupon and settled.outcome not in (Verdict.WIN, Verdict.VOID):
        yield ExplanationStep(
            f"The match play coupon of {dollars(coupon)} has been played and is collected.", _coupon(rules)
        )


def _coupon(rules: Rules) -> Authority:
    return Authority(Basis.READING, rules.book.coupons.authority.clause, COUPON_ADR)


def _is(spot: Spot, result: str, negation: str) -> str:
    if len(spot.numbers) == 1:
        return f"{result} is {negation}the {'number' if result.isdecimal() else 'insignia'} of the box"
    return f"{result} is {negation}among the numbers of the spot"


def _place(rules: Rules, spot: Spot) -> ExplanationStep:
    rule = rules.known[spot.wager]
    authority = rule.place or rule.authority
    covers = f", which covers {_numbers(spot)}" if len(spot.numbers) > 1 else ""
    if spot.even_money or rules.layout.is_flat:
        return ExplanationStep(f"The wager stands {spot.where}{covers}.", authority)
    return ExplanationStep(f"{spot.id} is the {rules.called(spot.wager)} wager {spot.where}{covers}.", authority)


def _numbers(spot: Spot) -> str:
    """What a spot covers; runs and colors are named, not listed."""
    first, last, count = spot.numbers[0], spot.numbers[-1], len(spot.numbers)
    if spot.form is Form.COLOR:
        return f"the {count} {spot.id} numbers"
    if spot.form is Form.PARITY:
        return f"the {count} {spot.id} numbers, {first} to {last}"
    consecutive = all(each.isdecimal() for each in spot.numbers) and int(last) - int(first) == count - 1
    if consecutive and count > 6 and int(first) > 0:
        return f"{first} to {last}"
    return f"{', '.join(spot.numbers[:-1])} and {last}"


def _result(rules: Rules, result: str, settled: WagerOutcome, between: bool) -> Iterator[ExplanationStep]:
    wheel, authority = rules.game.wheel, rules.wheel_rule.authority
    if wheel.spun is SpunPart.WHEEL:
        if between and rules.book.clapper:
            counts = "neither counts" if settled.outcome is Verdict.VOID else f"{result} counts"
            words = f"The clapper rests between {result}, just passed, and the next stop: {counts}."
            yield ExplanationStep(words, rules.book.clapper.authority)
        else:
            yield ExplanationStep(f"The clapper shows {result}.", authority)
        return
    color, defined = wheel.color[result], rules.book.definitions.get("colors")
    if result in wheel.void:
        yield ExplanationStep(
            f"The ball rests in {result}, which is {color} and decides nothing on this wheel.", authority
        )
    else:
        colored = Authority(Basis.TEXT, defined) if defined else None
        yield ExplanationStep(f"The ball rests in {result}, which is {color}.", colored)
    if result in wheel.zeros and settled.spot.even_money and settled.outcome is not Verdict.VOID:
        words = f"{result} is neither red nor black, odd nor even, low nor high."
        yield ExplanationStep(words, Authority(Basis.READING, rules.position.clause, ZERO_ADR))


def _odds(rules: Rules, spot: Spot, result: str) -> ExplanationStep:
    kind = spot.wager
    rule, pays = rules.known[kind], rules.game.odds_on(spot, result)
    least = rule.pays_on.get(result, rule.pays)
    if pays > least:
        more = f", more than the {to_one(least)} that must be paid at least ({rule.authority})"
        return ExplanationStep(
            f"This house pays a {rules.called(kind)} wager {to_one(pays)}{more}.", Authority(Basis.HOUSE)
        )
    on = f" when {result} wins" if result in rule.pays_on else ""
    return ExplanationStep(f"A {rules.called(kind)} wager pays {to_one(pays)}{on}.", rule.authority)


def _winnings(rules: Rules, result: str, settled: WagerOutcome, coupon: int) -> Iterator[ExplanationStep]:
    stake, pays, parts = settled.stake, rules.game.odds_on(settled.spot, result), settled.spot.parts
    dollars = rules.book.money.currency.write
    base = dollars(stake)
    if parts > 1:
        lost = {4: "four"}.get(parts - 1, str(parts - 1))
        yield ExplanationStep(
            f"{base} is {parts} equal straights of {dollars(settled.returned)}: one wins, {lost} lose.",
            Authority(Basis.TEXT, rules.known[settled.spot.wager].defined),
        )
    if coupon:
        yield ExplanationStep(
            f"The match play coupon of {dollars(coupon)} is paid like a stake and is then used up.",
            _coupon(rules),
        )
        base = f"({base} + {dollars(coupon)})"
    exact = (stake + coupon) * pays / parts
    yield ExplanationStep(f"{base}{f' ÷ {parts}' if parts > 1 else ''} × {pays} = {_exact(rules, exact)}.")
    if exact.denominator > 1:
        whose = rules.game.rounding.favor
        yield ExplanationStep(
            f"A broken cent goes to the {whose}: {dollars(settled.winnings)}.", rules.book.money.authority
        )
    yield ExplanationStep(
        f"The player is paid {dollars(settled.winnings)} and keeps {dollars(settled.returned)} of the stake.",
    )


def _zero(rules: Rules, result: str, settled: WagerOutcome) -> Iterator[ExplanationStep]:
    dollars = rules.book.money.currency.write
    stake, kept = dollars(settled.stake), dollars(settled.returned)
    whole = settled.returned == settled.stake
    match settled.reason, settled.outcome:
        case SettlementReason.ZERO_LOSES, _:
            words = f"{result} loses an even-money wager at this table: {stake}."
        case SettlementReason.ZERO_IMPRISONS, Verdict.LOSE:
            words = f"On {result}, less than {_floor(rules)} would stay in prison: the wager loses, {stake}."
        case SettlementReason.ZERO_IMPRISONS, Verdict.RELEASED:
            words = f"On {result}, less than {_floor(rules)} would stay in prison: {kept} goes back."
        case SettlementReason.ZERO_IMPRISONS, _:
            stays = stake if whole else f"half is lost and {kept}"
            words = f"The player leaves the wager in prison: {stays} stays on the layout for one more spin."
        case SettlementReason.SECOND_ZERO, Verdict.LOSE:
            words = f"The wager was in prison and {result} came again: all of it is lost, {stake}."
        case SettlementReason.SECOND_ZERO, Verdict.IMPRISONED:
            words = f"The wager was in prison and {result} came again: {kept} stays for another spin."
        case SettlementReason.SECOND_ZERO, Verdict.RELEASED:
            words = f"The wager was in prison and {result} came again: it goes back, {stake}."
        case SettlementReason.PRISONER_WINS, Verdict.WIN:
            words = f"The wager was in prison and wins: it is paid {dollars(settled.winnings)}."
        case SettlementReason.PRISONER_WINS, Verdict.IMPRISONED:
            words = f"The wager was in prison and would win: it is imprisoned one time less, {stake}."
        case SettlementReason.PRISONER_WINS, _:
            words = f"The wager was in prison and would win: it is released, {stake} back and nothing more."
        case SettlementReason.PRISONER_LOSES, Verdict.LOSE:
            words = f"The wager was in prison and {result} is not among its numbers: it loses, {stake}."
        case _, Verdict.HALF:
            yield from _halved(rules, result, settled)
            return
        case reason, outcome:
            raise AssertionError(f"{outcome} does not follow from {reason}")
    yield ExplanationStep(words, settled.authority)


def _floor(rules: Rules) -> str:
    """The least amount that stays in prison."""
    prison = rules.game.zero.prison
    return rules.book.money.currency.write(prison.floor if prison is not None else 0)


def _halved(rules: Rules, result: str, settled: WagerOutcome) -> Iterator[ExplanationStep]:
    dollars = rules.book.money.currency.write
    chosen = "the player takes half back" if rules.game.zero.leaves_choice else "half of the wager is lost"
    yield ExplanationStep(f"On {result}, {chosen}.", settled.authority)
    yield ExplanationStep(f"{dollars(settled.stake)} ÷ 2 = {_exact(rules, Fraction(settled.stake, 2))}.")
    if settled.stake % 2:
        whose = rules.game.rounding.favor
        yield ExplanationStep(
            f"The odd cent goes to the {whose}: {dollars(settled.returned)}.", rules.book.money.authority
        )
    yield ExplanationStep(f"The player keeps {dollars(settled.returned)} of the stake.")


def to_one(pays: Fraction) -> str:
    """Odds as the texts write them: *to* one, in addition to the stake."""
    return f"{pays} to 1"


def _exact(rules: Rules, cents: Fraction) -> str:
    """An amount that may include a fraction of a cent."""
    write = rules.book.money.currency.write
    if cents.denominator == 1:
        return write(int(cents))
    whole, rest = divmod(cents, 1)
    return f"{write(int(whole))} and {rest} cent"
