"""The command behind recorded events, as far as it can be derived from them, so that a decision can be made again."""

from __future__ import annotations

from typing import TypedDict, assert_never

from croupier.equipment.event import PitEvent
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.event import Events
from croupier.table.money_evolve import read_order
from croupier.table.stake import OWN_COLOR, Stake
from croupier.table.state import Table
from croupier.terms.people import Actor

_Wagering = e.WagerEvent | e.PrisonChosen | e.FifthsMoved | e.LosersCollected | e.WinnersPaid | e.CrownLifted
_Spinning = (
    e.BallSpun
    | e.WheelSpun
    | e.NoMoreBetsCalled
    | e.NumberAnnounced
    | e.NoSpinCalled
    | e.BallInspected
    | e.IrregularityReported
    | e.IrregularityDecided
    | e.DirectionCarriedOut
    | e.ActionObserved
    | e.RoundVoided
    | e.CrownPlaced
)
_Money = (
    e.SlipEvent
    | e.TicketRedeemed
    | e.CouponsIssued
    | e.CouponPresented
    | e.BalanceCorrected
    | e.ClaimSettled
    | e.DropCounted
    | e.SecondAsked
    | e.SecondGiven
    | e.SecondDenied
)


def commands_of(events: Events, table: Table, by: Actor, at: int) -> tuple[c.AnyCommand, ...]:
    """The commands that may have led to the events of one order at this table; none if they cannot be derived."""
    first = events[0]
    if isinstance(first, _Wagering):
        return _of_wagers(first, by, at)
    if isinstance(first, _Spinning):
        return _of_the_spin(first, by, at)
    if isinstance(first, _Money):
        return _of_money(first, events, by, at)
    if isinstance(first, PitEvent):
        return ()  # decided on the equipment, not on the table
    match first:
        case e.TableOpened():
            opened = events[1] if len(events) > 1 else None
            tournament, event = (
                (opened.tournament, opened.event) if isinstance(opened, e.OpenedForTournament) else ("", "")
            )
            return (c.OpenTable(first.dealer, first.supervisor, first.float_count, tournament, event, by=by, at=at),)
        case e.TableClosed():
            return (c.CloseTable(first.float_count, by=by, at=at),)
        case e.StaffRelieved():
            return (c.RelieveStaff(first.dealer, first.supervisor, by=by, at=at),)
        case e.ShiftChanged():
            return (c.ChangeShift(first.dealer, first.supervisor, first.float_count, by=by, at=at),)
        case e.PlayEnded():
            return (c.EndPlay(by=by, at=at),)
        case e.SeatTaken():
            return (c.TakeSeat(first.seat, first.player, by=by, at=at),)
        case e.SeatLeft():
            return (c.LeaveSeat(first.seat, by=by, at=at),)
        case e.ChipsSet():
            return (c.SetChips(first.seat, first.color, first.value, first.design, by=by, at=at),)
        case e.ChipsBought():
            heard = _heard(events)
            return (c.BuyChips(first.seat, first.amount, first.funds, first.chips, **heard, by=by, at=at),)
        case e.ChipsBrought():
            return (c.BringChips(first.seat, first.amount, by=by, at=at),)
        case e.ColoredUp():
            return (c.ColorUp(first.seat, first.amount, first.chips, first.into, by=by, at=at),)
        case e.CashedOut():
            printed = next((each.ticket for each in events if isinstance(each, e.TicketPrinted)), "")
            digits = printed.rpartition("-")[2]
            return (c.CashOut(first.seat, first.amount, first.chips, digits, **_heard(events), by=by, at=at),)
        case e.TipGiven():
            return (c.GiveTip(first.seat, first.amount, first.chips, by=by, at=at),)
        case e.DisputeRaised():
            seat = next((number for number, each in table.seats.items() if each.player == first.player), 0)
            return (c.RaiseDispute(first.round, first.what, seat if first.player else 0, by=by, at=at),)
        case e.DisputeDecided():
            awards: dict[int, int] = {}
            for each in events[1:]:
                if isinstance(each, e.BalanceCorrected):
                    awards[each.seat] = awards.get(each.seat, 0) + each.paid - each.claimed
            return (c.DecideDispute(first.dispute, first.decision, first.why, awards, by=by, at=at),)
        case e.CorrectionBegun() | e.NumberCorrected():
            return (c.CorrectNumber(first.number, first.why, by=by, at=at),)
        case (
            e.OpenedForTournament()
            | e.FloatMoved()
            | e.NumberSetRight()
            | e.CollectionReturned()
            | e.TipsCorrected()
            | e.DeviceHeard()
            | e.TicketPrinted()
        ):
            return ()  # never the first event of an order
        case _:
            assert_never(first)


def _of_wagers(first: _Wagering, by: Actor, at: int) -> tuple[c.AnyCommand, ...]:
    match first:
        case e.WagerPlaced(stake=stake):
            named = (stake.amount, stake.chips, _color(stake), stake.tip)
            placed = c.PlaceWager(stake.seat, stake.spot, *named, first.coupon, by=by, at=at)
            return (placed, c.Rebet(stake.seat, by=by, at=at))
        case e.WagerMoved(stake=stake):
            named = (stake.amount, stake.chips, _color(stake), stake.tip)
            return (c.MoveWager(stake.seat, stake.spot, first.to, *named, by=by, at=at),)
        case e.WagerTakenDown(stake=stake):
            named = (stake.amount, stake.chips, _color(stake), stake.tip)
            return (c.TakeDown(stake.seat, stake.spot, *named, by=by, at=at),)
        case e.WagersChanged():
            down = [_change(each.stake, -each.stake.amount) for each in first.taken]
            changes = (*down, *(_change(stake, stake.amount) for stake in first.placed))
            return (c.ChangeWagers(first.seat, changes, by=by, at=at),)
        case e.VerbalWagerOffered():
            return (c.OfferVerbalWager(first.seat, first.spot, first.cash, by=by, at=at),)
        case e.VerbalWagerConfirmed(stake=stake):
            return (c.ConfirmVerbalWager(stake.seat, stake.spot, stake.amount, by=by, at=at),)
        case e.LateBetReturned():
            return (c.ReturnLateBet(first.seat, first.spot, first.stake, by=by, at=at),)
        case e.PrisonChosen():
            return (c.ChooseInPrison(first.seat, first.spot, first.choice, by=by, at=at),)
        case e.FifthsMoved():
            return (c.MoveFifths(by=by, at=at),)
        case e.LosersCollected():
            return (c.CollectLosers(by=by, at=at),)
        case e.WinnersPaid():
            return (c.PayWinners(by=by, at=at),)
        case e.CrownLifted():
            return (c.LiftCrown(by=by, at=at),)
        case _:
            assert_never(first)


def _of_the_spin(first: _Spinning, by: Actor, at: int) -> tuple[c.AnyCommand, ...]:
    match first:
        case e.BallSpun():
            return (c.SpinBall(first.wheel, first.ball, by=by, at=at),)
        case e.WheelSpun():
            return (c.SpinWheel(first.wheel, by=by, at=at),)
        case e.NoMoreBetsCalled():
            return (c.CallNoMoreBets(first.waved, by=by, at=at),)
        case e.NumberAnnounced():
            return (c.AnnounceNumber(first.number, first.revolutions, first.between, by=by, at=at),)
        case e.NoSpinCalled():
            return (c.CallNoSpin(first.reason, first.ball, by=by, at=at),)
        case e.BallInspected():
            return (c.InspectBall(first.fit, first.note, by=by, at=at),)
        case e.IrregularityReported():
            return (c.ReportIrregularity(first.what, by=by, at=at),)
        case e.IrregularityDecided(done=True):
            return ()  # an old record, whose decision also ended the irregularity
        case e.IrregularityDecided():
            return (c.DecideIrregularity(first.decision, first.why, first.action, first.number, by=by, at=at),)
        case e.DirectionCarriedOut():
            return (c.CarryOutDirection(by=by, at=at),)
        case e.ActionObserved():
            return (c.ObserveAction(first.note, by=by, at=at),)
        case e.RoundVoided():
            return (c.VoidRound(first.why, by=by, at=at),)
        case e.CrownPlaced():
            return (c.PlaceCrown(by=by, at=at),)
        case _:
            assert_never(first)


class _Heard(TypedDict, total=False):
    counter: int
    signature: str


def _heard(events: Events) -> _Heard:
    """What a device sent in addition to the order itself."""
    heard = next((each for each in events if isinstance(each, e.DeviceHeard)), None)
    return {} if heard is None else {"counter": heard.counter, "signature": heard.signature}


def _of_money(first: _Money, events: Events, by: Actor, at: int) -> tuple[c.AnyCommand, ...]:
    match first:
        case e.SlipRequested():
            return (m.RequestSlip(first.way, dict(first.chips), by=by, at=at),)
        case e.SlipPrepared():
            return (m.PrepareSlip(first.slip, by=by, at=at),)
        case e.SlipCarried():
            return (m.CarrySlip(first.slip, by=by, at=at),)
        case e.SlipAccepted():
            return (m.AcceptSlip(first.slip, by=by, at=at),)
        case e.SlipVoided():
            return (m.VoidSlip(first.slip, first.why, by=by, at=at),)
        case e.TicketRedeemed():
            bought = next((each for each in events if isinstance(each, e.ChipsBought)), None)
            if bought is None:
                return (m.RedeemTicket(first.ticket, by=by, at=at),)
            named = (bought.seat, bought.amount, bought.funds, bought.chips, first.ticket)
            return (c.BuyChips(*named, **_heard(events), by=by, at=at),)
        case e.CouponsIssued():
            return (m.IssueCoupons(first.serials, first.face, by=by, at=at),)
        case e.CouponPresented():
            placed = next(each for each in events if isinstance(each, e.WagerPlaced))
            stake = placed.stake
            named_wager = (stake.seat, stake.spot, stake.amount, stake.chips, _color(stake), stake.tip)
            return (c.PlaceWager(*named_wager, placed.coupon, first.serial, by=by, at=at),)
        case e.BalanceCorrected():
            amount = abs(first.paid)
            return (m.SettleClaim(first.player, amount, first.why, first.seat, by=by, at=at),)
        case e.ClaimSettled():
            return (m.SettleClaim(first.player, abs(first.amount), first.why, by=by, at=at),)
        case e.DropCounted():
            return (m.CountDrop(first.counted, by=by, at=at),)
        case e.SecondAsked():
            return (read_order(first.order),)
        case e.SecondGiven():
            return (m.GiveSecond(first.request, by=by, at=at),)
        case e.SecondDenied():
            return (m.DenySecond(first.request, first.why, by=by, at=at),)
        case _:
            assert_never(first)


def _change(stake: Stake, amount: int) -> c.WagerChange:
    return c.WagerChange(stake.spot, amount, stake.chips, _color(stake), stake.tip)


def _color(stake: Stake) -> str:
    return "" if stake.chips in OWN_COLOR else stake.color
