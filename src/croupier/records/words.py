"""Events in words, as a dealer would tell them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from croupier.game.settlement import Verdict
from croupier.pit import event as p
from croupier.pit.command import Check
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.event import Stake
from croupier.terms.money import dollars

LISTED_MAX = 12
"""How many wagers of one event are told one by one."""


def words(event: e.AnyEvent, taken: Iterable[e.Collected] | None = None) -> list[str]:
    """What happened: one line, or one for each wager that was settled.

    A record of losers names seats and spots, not wagers; who knows what stood there gives every wager that was `taken`.
    """
    match event:
        case e.LosersCollected():
            swept = [*map(_swept, event.spots), *map(_shared, event.seats)]
            told = [*swept, *map(_collected, event.wagers)] if taken is None else map(_collected, taken)
            return _many("Losers collected", told)
        case e.WinnersPaid():
            return _many("Winners paid", map(_paid, event.wagers))
        case _:
            return [_told(event)]


def _many(title: str, lines: Iterable[str]) -> list[str]:
    told = list(lines)
    if len(told) > LISTED_MAX:
        told = [*told[:LISTED_MAX], f"and {len(told) - LISTED_MAX} more"]
    return [f"{title}: {'none' if not told else ''}".strip(), *(f"  {line}" for line in told)]


def stake_words(stake: Stake) -> str:
    """A wager as people name it."""
    kind = {
        Chips.NON_VALUE: f" in {stake.color} chips" if stake.color else "",
        Chips.VALUE: f" in {stake.color} value chips" if stake.color else " in value chips",
        Chips.PLAQUE: " in plaques",
        Chips.ELECTRONIC: " in credits",
    }[stake.chips]
    tip = " for the dealers" if stake.tip else ""
    return f"seat {stake.seat}, {dollars(stake.amount)} on {stake.spot}{kind}{tip}"


def _cite(clause: str | None) -> str:
    return f" ({clause or 'customary'})"


def _collected(collected: e.Collected) -> str:
    coupon = f", its coupon of {dollars(collected.coupon)} taken" if collected.coupon else ""
    return f"{stake_words(collected.stake)}: {dollars(collected.taken)} collected{coupon}{_cite(collected.clause)}"


def _swept(swept: e.Swept) -> str:
    return f"{swept.spot}: {dollars(swept.taken)} collected{_cite(swept.clause)}"


def _shared(share: e.Share) -> str:
    return f"seat {share.seat}: {dollars(share.taken)} of it"


def _paid(payment: e.Payment) -> str:
    coupon = f", its coupon of {dollars(payment.coupon)} taken" if payment.coupon else ""
    got = {
        Verdict.WIN: f"wins {dollars(payment.winnings)}, {dollars(payment.returned)} back",
        Verdict.LOSE: "loses",
        Verdict.HALF: f"loses half, {dollars(payment.returned)} back",
        Verdict.IMPRISONED: "stays in prison",
        Verdict.RELEASED: f"is released, {dollars(payment.returned)} back",
        Verdict.VOID: "is void and stands",
    }[payment.outcome]
    return f"{stake_words(payment.stake)}: {got}{coupon}{_cite(payment.clause)}"


def _told(event: e.AnyEvent) -> str:
    match event:
        case p.TableInspected() | p.WheelAdjusted() | p.PartReplaced() | p.ReplacementInspected():
            return equipment_words(event)
        case e.TableOpened():
            who = f"dealer {event.dealer}, supervisor {event.supervisor}"
            rules = f"under {event.book}, rules {event.rules_hash[:12]}"
            return f"Table {event.number} opened {rules}: {who}, float {dollars(event.float_count)}."
        case e.TableClosed():
            return f"Table closed: float {_counted(event.float_count, event.float_book)}."
        case e.ShiftChanged():
            who = f"dealer {event.dealer}, supervisor {event.supervisor}"
            return f"Shift changed: {who}, float {_counted(event.float_count, event.float_book)}."
        case e.FloatMoved():
            word = "Fill" if event.amount > 0 else "Credit"
            return f"{word} of {dollars(abs(event.amount))}, slip {event.slip}."
        case e.SeatTaken():
            return f"{event.player} sits at seat {event.seat}."
        case e.SeatLeft():
            return f"Seat {event.seat} is free."
        case e.ChipsSet():
            return f"Seat {event.seat} plays {event.color} chips worth {dollars(event.value)} each."
        case e.ChipsBought():
            what = "a mobile ATM receipt" if event.funds == "atm-receipt" else "cash"
            into = f"{dollars(event.amount)} in {what} into the drop box"
            return f"{into}, {event.chips} chips to seat {event.seat}."
        case e.ChipsBrought():
            return f"Seat {event.seat} puts down {dollars(event.amount)} in value chips of the premises."
        case e.ColoredUp():
            return f"Seat {event.seat} colors up {dollars(event.amount)}: {event.chips} to {event.into}."
        case e.CashedOut():
            return f"Seat {event.seat} leaves with {dollars(event.amount)} in {event.chips} chips."
        case e.TipGiven():
            return f"Seat {event.seat} tips {dollars(event.amount)}."
        case e.WagerPlaced():
            coupon = f" with a coupon of {dollars(event.coupon)}" if event.coupon else ""
            return f"Wager placed{_instructed(event.instructed)}: {stake_words(event.stake)}{coupon}."
        case e.WagerMoved():
            return f"Wager moved to {event.to}{_instructed(event.instructed)}: {stake_words(event.stake)}."
        case e.WagerTakenDown():
            return f"Wager taken down{_instructed(event.instructed)}: {stake_words(event.stake)}."
        case e.VerbalWagerOffered():
            return f"Verbal wager of seat {event.seat} with {dollars(event.cash)} in cash on {event.spot}."
        case e.VerbalWagerConfirmed():
            return f"Verbal wager confirmed, the cash converted: {stake_words(event.stake)}."
        case e.LateBetReturned():
            return f"Late bet of {dollars(event.stake)} on {event.spot} returned to seat {event.seat}; the spin stands."
        case e.BallSpun():
            return f"Ball spun {event.ball}, wheel {event.wheel}."
        case e.WheelSpun():
            return f"Wheel spun {event.wheel}."
        case e.NoMoreBetsCalled():
            return "No more bets."
        case e.NumberAnnounced():
            between = " and the next, the clapper between them," if event.between else ""
            return f"{event.number}{between} after {event.revolutions} revolutions."
        case e.NoSpinCalled():
            return f"No spin: {event.reason}{_cite(event.clause)}. Every wager stands."
        case e.BallInspected():
            note = f": {event.note}" if event.note else ""
            return f"Ball inspected and found {'fit' if event.fit else 'unfit'}{note}."
        case e.IrregularityReported():
            return f"Irregularity reported: {event.what}."
        case e.IrregularityDecided():
            return f"Irregularity decided: {event.decision}, because {event.why}."
        case e.CrownPlaced():
            choose = ", and players choose" if event.choose_until else ""
            return f"Crown on {event.number}{choose}."
        case e.PrisonChosen():
            choice = "takes half back" if event.choice == "half" else "leaves it in prison"
            return f"Seat {event.seat} {choice} on {event.spot}."
        case e.FifthsMoved():
            whose = "; ".join(stake_words(stake) for stake in event.wagers)
            return f"A fifth of each moved to the box of {event.number}: {whose}."
        case e.CrownLifted():
            return f"Round {event.round} is over."
        case e.DisputeRaised():
            whose = f" for {event.player}" if event.player else ""
            return f"Dispute {event.dispute} about round {event.round}{whose}: {event.what}."
        case e.DisputeDecided():
            return f"Dispute {event.dispute} decided: {event.decision}, because {event.why}."
        case e.BalanceCorrected():
            return f"Round {event.round}, seat {event.seat} ({event.player}): {_balanced(event)}."
        case e.TipsCorrected():
            way = "into" if event.amount > 0 else "out of"
            return f"Round {event.round}: {dollars(abs(event.amount))} {way} the tip box."
        case e.NumberCorrected():
            return f"Round {event.round} corrected from {event.was} to {event.number}, because {event.why}."
        case e.LosersCollected() | e.WinnersPaid():
            return type(event).__name__
        case _:
            assert_never(event)


def equipment_words(event: p.PitEvent) -> str:
    """An entry of the log of a table's equipment."""
    match event:
        case p.TableInspected():
            passed = ", ".join(check for check in Check if event.checks.get(check))
            told = [f"{passed} in order"] if passed else []
            told += [f"not in order: {', '.join(event.failed)}"] if event.failed else []
            return f"Table inspected by {event.name} ({event.role}), {'; '.join(told)}{_noted(event.note)}."
        case p.WheelAdjusted():
            seen = f", before {event.witness} of security, license {event.witness_license}" if event.witness else ""
            where = f" in {event.place}" if event.place else ""
            return f"Wheel adjusted{where}, {event.part}: {event.what}, {_signed(event)}{seen}."
        case p.PartReplaced():
            part = "External part" if event.external else "Part"
            return f"{part} of the wheel replaced, {event.part}: {event.what}, {_signed(event)}."
        case p.ReplacementInspected():
            found = "fit" if event.fit else "unfit"
            parts = ", ".join(event.parts)
            return f"Replaced {parts} inspected for the Director by {event.name}, {found}{_noted(event.note)}."


def _signed(event: p.WheelAdjusted | p.PartReplaced) -> str:
    return f"signed {event.name}, license {event.license}, as {event.signed}"


def _noted(note: str) -> str:
    return f" ({note})" if note else ""


def _instructed(instructed: bool) -> str:
    return " by the dealer on instruction" if instructed else ""


def _counted(count: int, book: int) -> str:
    if count == book:
        return f"{dollars(count)} as booked"
    return f"{dollars(count)}, booked {dollars(book)}, a difference of {dollars(count - book)}"


def _balanced(event: e.BalanceCorrected) -> str:
    parts = []
    if event.paid > 0:
        parts.append(f"{dollars(event.paid)} paid")
    if event.paid < 0:
        parts.append(f"{dollars(-event.paid)} taken back")
    if event.claimed > 0:
        parts.append(f"{dollars(event.claimed)} still owed by the player")
    if event.claimed < 0:
        parts.append(f"{dollars(-event.claimed)} still owed to the player")
    return ", ".join(parts) or "nothing to pay"
