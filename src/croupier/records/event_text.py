"""Events in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from croupier.equipment import event as p
from croupier.equipment.command import Check
from croupier.equipment.signs import CODE_CHARS
from croupier.game.settlement import Verdict
from croupier.records.money_text import money_words
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.stake import Collected, Payment, Share, Stake, Swept
from croupier.table.values import Action, BallFate, Funds
from croupier.terms.citation import Authority
from croupier.terms.money import Currency
from croupier.terms.text import counted, phrase

LISTED_MAX = 12
"""Maximum number of wagers of one event that are listed."""


def words(event: e.AnyEvent, money: Currency, taken: Iterable[Collected] | None = None) -> list[str]:
    """What happened, with amounts in the currency of the book: one line, or one per settled wager.

    A record of collected losers names seats and spots rather than wagers; a caller who knows what was there passes
    every wager `taken`.
    """
    found = _sentence(event, money, taken)
    return found if isinstance(found, list) else [found]


def _many(title: str, lines: Iterable[str]) -> list[str]:
    entries = list(lines)
    if len(entries) > LISTED_MAX:
        entries = [*entries[:LISTED_MAX], f"and {len(entries) - LISTED_MAX} more"]
    return [f"{title}: {'none' if not entries else ''}".strip(), *(f"  {line}" for line in entries)]


def stake_words(stake: Stake, money: Currency) -> str:
    """A wager in words."""
    kind = {
        Chips.NON_VALUE: f" in {stake.color} chips" if stake.color else "",
        Chips.VALUE: f" in {stake.color} value chips" if stake.color else " in value chips",
        Chips.PLAQUE: " in plaques",
        Chips.ELECTRONIC: " in credits",
    }[stake.chips]
    tip = " for the dealers" if stake.tip else ""
    return f"seat {stake.seat}, {money.write(stake.amount)} on {stake.spot}{kind}{tip}"


def _cite(authority: Authority) -> str:
    return f" ({authority})"


def _collected(collected: Collected, money: Currency) -> str:
    coupon = f", its coupon of {money.write(collected.coupon)} taken" if collected.coupon else ""
    taken = f"{money.write(collected.taken)} collected"
    return f"{stake_words(collected.stake, money)}: {taken}{coupon}{_cite(collected.authority)}"


def _swept(swept: Swept, money: Currency) -> str:
    return f"{swept.spot}: {money.write(swept.taken)} collected{_cite(swept.authority)}"


def _shared(share: Share, money: Currency) -> str:
    return f"seat {share.seat}: {money.write(share.taken)} of it"


def _paid(payment: Payment, money: Currency) -> str:
    coupon = f", its coupon of {money.write(payment.coupon)} taken" if payment.coupon else ""
    got = {
        Verdict.WIN: f"wins {money.write(payment.winnings)}, {money.write(payment.returned)} back",
        Verdict.LOSE: "loses",
        Verdict.HALF: f"loses half, {money.write(payment.returned)} back",
        Verdict.IMPRISONED: "stays in prison",
        Verdict.RELEASED: f"is released, {money.write(payment.returned)} back",
        Verdict.VOID: "is void and stands",
    }[payment.outcome]
    return f"{stake_words(payment.stake, money)}: {got}{coupon}{_cite(payment.authority)}"


def _sentence(event: e.AnyEvent, money: Currency, taken: Iterable[Collected] | None) -> str | list[str]:
    match event:
        case e.LosersCollected():
            swept = [_swept(each, money) for each in event.spots] + [_shared(each, money) for each in event.seats]
            entries = (swept if taken is None else []) + [
                _collected(each, money) for each in (event.wagers if taken is None else taken)
            ]
            return _many("Losers collected", entries)
        case e.WinnersPaid():
            return _many("Winners paid", [_paid(each, money) for each in event.wagers])
        case p.LicenseRecorded() | p.TableInspected() | p.WheelAdjusted() | p.PartReplaced() | p.ReplacementInspected():
            return equipment_words(event)
        case p.SignPosted() | p.SignRemoved():
            return equipment_words(event)
        case e.TableOpened():
            who = f"dealer {event.dealer}, supervisor {event.supervisor}"
            rules = f"under {event.book}, rules {event.rules_hash[:12]}"
            return f"Table {event.number} opened {rules}: {who}, float {money.write(event.float_count)}."
        case e.OpenedForTournament():
            return f"Open for {event.event} of the tournament {event.tournament}: play is for points, not money."
        case e.TableClosed():
            return f"Table closed: float {_counted(event.float_count, event.float_book, money)}."
        case e.ShiftChanged():
            who = f"dealer {event.dealer}, supervisor {event.supervisor}"
            return f"Shift changed: {who}, float {_counted(event.float_count, event.float_book, money)}."
        case e.StaffRelieved():
            return f"Staff relieved: dealer {event.dealer}, supervisor {event.supervisor}."
        case e.FloatMoved():
            word = "Fill" if event.amount > 0 else "Credit"
            return f"{word} of {money.write(abs(event.amount))}, slip {event.slip}."
        case e.SeatTaken():
            return f"{event.player} sits at seat {event.seat}."
        case e.SeatLeft():
            return f"Seat {event.seat} is free."
        case e.ChipsSet():
            looks = f"{event.color} {event.design}".strip()
            return f"Seat {event.seat} plays {looks} chips worth {money.write(event.value)} each."
        case e.ChipsBought():
            what = _FUNDS[event.funds]
            into = f"{money.write(event.amount)} in {what} into the drop box"
            return f"{into}, {event.chips} chips to seat {event.seat}."
        case e.ChipsBrought():
            return f"Seat {event.seat} puts down {money.write(event.amount)} in value chips of the premises."
        case e.ColoredUp():
            return f"Seat {event.seat} colors up {money.write(event.amount)}: {event.chips} to {event.into}."
        case e.CashedOut():
            return f"Seat {event.seat} leaves with {money.write(event.amount)} in {event.chips} chips."
        case e.TipGiven():
            return f"Seat {event.seat} tips {money.write(event.amount)}."
        case e.WagerPlaced():
            coupon = f" with a coupon of {money.write(event.coupon)}" if event.coupon else ""
            return f"Wager placed{_instructed(event.instructed)}: {stake_words(event.stake, money)}{coupon}."
        case e.WagerMoved():
            return f"Wager moved to {event.to}{_instructed(event.instructed)}: {stake_words(event.stake, money)}."
        case e.WagerTakenDown():
            return f"Wager taken down{_instructed(event.instructed)}: {stake_words(event.stake, money)}."
        case e.WagersChanged():
            down = [f"{stake_words(each.stake, money)} taken down" for each in event.taken]
            placed = [f"{stake_words(each, money)} placed" for each in event.placed]
            return f"Wagers changed together{_instructed(event.instructed)}: {'; '.join(down + placed)}."
        case e.VerbalWagerOffered():
            return f"Verbal wager of seat {event.seat} with {money.write(event.cash)} in cash on {event.spot}."
        case e.VerbalWagerConfirmed():
            return f"Verbal wager confirmed, the cash converted: {stake_words(event.stake, money)}."
        case e.LateBetReturned():
            late = f"Late bet of {money.write(event.stake)} on {event.spot}"
            return f"{late} returned to seat {event.seat}; the spin stands."
        case e.BallSpun():
            return f"Ball spun {event.ball}, wheel {event.wheel}."
        case e.WheelSpun():
            return f"Wheel spun {event.wheel}."
        case e.NoMoreBetsCalled():
            return "No more bets, with a wave of the hand over the layout." if event.waved else "No more bets."
        case e.NumberAnnounced():
            between = " and the next, the clapper between them," if event.between else ""
            return f"{event.number}{between} after {counted(event.revolutions, 'revolution')}."
        case e.NoSpinCalled():
            return f"No spin: {event.reason}{_cite(event.authority)}. Every wager stands.{_BALL[event.ball]}"
        case e.BallInspected():
            note = f": {phrase(event.note)}" if event.note else ""
            return f"Ball inspected and found {'fit' if event.fit else 'unfit'}{note}."
        case e.IrregularityReported():
            return f"Irregularity reported: {phrase(event.what)}."
        case e.IrregularityDecided():
            action = f" ({_action(event.action, event.number)})" if event.action is not Action.GO_ON else ""
            return f"Irregularity decided{action}: {phrase(event.decision)}, because {phrase(event.why)}."
        case e.DirectionCarriedOut():
            return f"The dealer carried out the direction: {_action(event.action, event.number)}."
        case e.ActionObserved():
            return f"The supervisor observed that it was done{_noted(event.note)}."
        case e.CollectionReturned():
            back = sum(share.taken for share in event.seats)
            return f"{money.write(back)} that had been collected is back on the layout."
        case e.RoundVoided():
            returned = money.write(sum(each.stake.amount for each in event.wagers))
            void = f"Round {event.round} is void{_cite(event.authority)}"
            return f"{void}: {returned} returned, because {phrase(event.why)}."
        case e.NumberSetRight():
            return f"The number is set right from {event.was} to {event.number}."
        case e.PlayEnded():
            return f"Play has ended: {_ended(event, money)}."
        case e.CorrectionBegun():
            return f"Round {event.round} is to be corrected from {event.was} to {event.number}, and players choose."
        case e.CrownPlaced():
            choose = ", and players choose" if event.choose_until else ""
            return f"Crown on {event.number}{choose}."
        case e.PrisonChosen():
            choice = "takes half back" if event.choice == "half" else "leaves it in prison"
            return f"Seat {event.seat} {choice} on {event.spot}."
        case e.FifthsMoved():
            whose = "; ".join(stake_words(stake, money) for stake in event.wagers)
            return f"A fifth of each moved to the box of {event.number}: {whose}."
        case e.CrownLifted():
            return f"Round {event.round} is over."
        case e.DisputeRaised():
            whose = f" for {event.player}" if event.player else ""
            return f"Dispute {event.dispute} about round {event.round}{whose}: {phrase(event.what)}."
        case e.DisputeDecided():
            return f"Dispute {event.dispute} decided: {phrase(event.decision)}, because {phrase(event.why)}."
        case e.BalanceCorrected():
            return f"Round {event.round}, seat {event.seat} ({event.player}): {_balanced(event, money)}."
        case e.TipsCorrected():
            way = "into" if event.amount > 0 else "out of"
            return f"Round {event.round}: {money.write(abs(event.amount))} {way} the tip box."
        case e.NumberCorrected():
            return f"Round {event.round} corrected from {event.was} to {event.number}, because {phrase(event.why)}."
        case (
            e.SlipRequested()
            | e.SlipPrepared()
            | e.SlipCarried()
            | e.SlipAccepted()
            | e.SlipVoided()
            | e.DeviceHeard()
            | e.TicketPrinted()
            | e.TicketRedeemed()
            | e.CouponsIssued()
            | e.CouponPresented()
            | e.ClaimSettled()
            | e.DropCounted()
            | e.SecondAsked()
            | e.SecondGiven()
            | e.SecondDenied()
        ):
            return money_words(event, money)
        case _:
            assert_never(event)


_FUNDS = {Funds.CASH: "cash", Funds.ATM_RECEIPT: "a mobile ATM receipt", Funds.TICKET: "a ticket"}
_BALL = {
    BallFate.UNSTATED: "",
    BallFate.REMOVED: " The ball was removed.",
    BallFate.AT_REST: " The ball came to rest before it could be removed.",
}


def _action(action: Action, number: str) -> str:
    return {
        Action.GO_ON: "the round goes on",
        Action.NO_SPIN: "no spin",
        Action.VOID_ROUND: "the round is void",
        Action.NUMBER: f"the number is {number}",
    }[action]


def _ended(event: e.PlayEnded, money: Currency) -> str:
    back = money.write(sum(each.stake.amount for each in event.returned))
    freed = [
        f"{stake_words(each.stake, money)}, out of prison: {money.write(each.returned)} back{_cite(each.authority)}"
        for each in event.freed[:LISTED_MAX]
    ]
    return "; ".join([f"{back} returned from the layout", *freed])


def equipment_words(event: p.PitEvent) -> str:
    """An entry of the equipment log."""
    match event:
        case p.LicenseRecorded():
            return f"{event.name} is on record as {event.role}, license {event.license}, by {event.signed}."
        case p.SignPosted():
            approved = f", approved by {event.approval}" if event.approval else ""
            who = f"{event.name} ({event.role}){approved}"
            return f"Sign posted by {who}, {event.place}: {event.title}, code {event.digest[:CODE_CHARS]}."
        case p.SignRemoved():
            return f"Sign taken down by {event.name} ({event.role}): {event.sign}, {event.why}."
        case p.TableInspected():
            passed = ", ".join(check for check in Check if event.checks.get(check))
            entries = [f"{passed} in order"] if passed else []
            entries += [f"not in order: {', '.join(event.failed)}"] if event.failed else []
            return f"Table inspected by {event.name} ({event.role}), {'; '.join(entries)}{_noted(event.note)}."
        case p.WheelAdjusted():
            seen = f", before {event.witness} of security, license {event.witness_license}" if event.witness else ""
            where = f" in {event.place}" if event.place else ""
            return f"Wheel adjusted{where}, {event.part}: {phrase(event.what)}, {_signed(event)}{seen}."
        case p.PartReplaced():
            wheel = "a wheel with external movable parts" if event.external else "the wheel"
            return f"Part of {wheel} replaced, {event.part}: {phrase(event.what)}, {_signed(event)}."
        case p.ReplacementInspected():
            found = "fit" if event.fit else "unfit"
            parts = ", ".join(event.parts)
            who = f"for the Director by {event.name}, {found}{_noted(event.note)}"
            return f"Wheel with replaced {parts} inspected {who}."


def _signed(event: p.WheelAdjusted | p.PartReplaced) -> str:
    return f"signed {event.name}, license {event.license}, as {event.signed}"


def _noted(note: str) -> str:
    return f" ({phrase(note)})" if note else ""


def _instructed(instructed: bool) -> str:
    return " by the dealer on instruction" if instructed else ""


def _counted(count: int, book: int, money: Currency) -> str:
    if count == book:
        return f"{money.write(count)} as booked"
    return f"{money.write(count)}, booked {money.write(book)}, a difference of {money.write(count - book)}"


def _balanced(event: e.BalanceCorrected, money: Currency) -> str:
    parts = []
    if event.paid > 0:
        parts.append(f"{money.write(event.paid)} paid")
    if event.paid < 0:
        parts.append(f"{money.write(-event.paid)} taken back")
    if event.claimed > 0:
        parts.append(f"{money.write(event.claimed)} still owed by the player")
    if event.claimed < 0:
        parts.append(f"{money.write(-event.claimed)} still owed to the player")
    return ", ".join(parts) or "nothing to pay"
