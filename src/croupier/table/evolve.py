"""evolve: applies an event to the state. It never refuses.

The table is changed in place, because copying a full table for every wager would dominate the cost.
"""

from __future__ import annotations

from typing import assert_never

from croupier.equipment import evolve as equipment
from croupier.equipment.event import (
    LicenseRecorded,
    PartReplaced,
    ReplacementInspected,
    SignPosted,
    SignRemoved,
    TableInspected,
    WheelAdjusted,
)
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table import money_evolve as money
from croupier.table.layout_change import confine, credit, give, own_wagers, place, stand, unstand
from croupier.table.settling_evolve import collect, pay, return_collection
from croupier.table.stake import Returned, Stake
from croupier.table.standing_wagers import StandingWager, Wagers
from croupier.table.state import (
    RESULTS_KEPT,
    TIP_BOX_CLAIM,
    Directed,
    Dispute,
    PendingCorrection,
    Phase,
    Seat,
    Spin,
    Table,
)
from croupier.table.values import NoSpinReason


def evolve(table: Table, event: e.AnyEvent, at: int = 0) -> Table:
    """The table after an event that was recorded at the given time."""
    if at:
        table.last_at = max(table.last_at, at)
    if type(event) is e.WagerPlaced:  # by far the most frequent event
        place(table, event.stake, event.coupon)
        return table
    match event:  # what every player does comes first: a case takes longer than what it does
        case e.SeatTaken():
            table.seats[event.seat] = Seat(event.player)
        case e.ChipsSet():
            seat = table.seats[event.seat]
            seat.color, seat.design, seat.value = event.color, event.design, event.value
        case e.ChipsBought():
            table.drop += event.amount
            table.house_float -= event.amount
            give(table.seats[event.seat], event.chips, event.amount)
        case e.WagerMoved():
            coupon = unstand(table, event.stake)
            stake = event.stake
            moved = Stake(stake.seat, event.to, stake.chips, stake.color, stake.tip, stake.amount)
            stand(table, moved, coupon)
            if coupon:
                money.move_coupons(table, stake.seat, stake.spot, event.to)
        case e.WagerTakenDown():
            unstand(table, event.stake)
            give(table.seats[event.stake.seat], event.stake.chips, event.stake.amount)
            if event.coupon:
                money.hand_back_coupons(table, event.stake.seat, event.stake.spot)
        case e.WagersChanged():
            for each in event.taken:
                _hand_back(table, each)
            for placed in event.placed:
                place(table, placed, 0)
        case e.VerbalWagerOffered():
            _speak(table, event.seat, event.spot, event.cash)
        case e.VerbalWagerConfirmed():
            _speak(table, event.stake.seat, event.stake.spot, 0)
            table.drop += event.stake.amount
            table.house_float -= event.stake.amount
            stand(table, event.stake, 0)
        case e.LateBetReturned():
            pass
        case e.LosersCollected():
            collect(table, event)
        case e.WinnersPaid():
            pay(table, event)
        case e.PrisonChosen() if table.correction is not None:
            table.correction.choices.setdefault(event.seat, {})[event.spot] = event.choice
        case e.PrisonChosen():
            _choose(table.wagers[event.seat], event)
        case e.FifthsMoved():
            table.spin.fifths_moved = True
        case e.CrownPlaced():
            table.phase = Phase.CROWNED
            table.spin.choose_until = event.choose_until
        case e.CrownLifted():
            _begin_round(table)
        case e.BallSpun():
            _spin(table, Spin(wheel=event.wheel, ball=event.ball, irregular=event.irregular))
        case e.WheelSpun():
            _spin(table, Spin(wheel=event.wheel, irregular=event.irregular))
        case e.NoMoreBetsCalled():
            table.phase = Phase.NO_MORE_BETS
            table.spin.called = True
            table.verbal.clear()
        case e.NumberAnnounced():
            table.phase = Phase.AT_REST
            table.spin.number = event.number
            table.spin.between = event.between
            table.spin.choose_until = event.choose_until
        case e.NoSpinCalled():
            _respin(table)
            table.ball_out |= event.reason is NoSpinReason.BALL_LEFT_WHEEL
        case e.BallInspected():
            table.ball_out = not event.fit
        case e.IrregularityReported():
            table.irregularity = event.what
        case e.IrregularityDecided():
            table.directed = None if event.done else Directed(event.action, event.number, event.why)
            table.irregularity = "" if event.done else table.irregularity
        case e.DirectionCarriedOut():
            if table.directed is not None:
                table.directed.carried_out = True
        case e.ActionObserved():
            table.irregularity, table.directed = "", None
        case e.CollectionReturned():
            return_collection(table, event)
        case e.RoundVoided():
            for each in event.wagers:
                _hand_back(table, each)
            if event.last:
                _respin(table)
        case e.NumberSetRight():
            table.phase, spin = Phase.AT_REST, table.spin
            _forget_choices(table)
            table.spin = Spin(spin.wheel, spin.ball, called=True, number=event.number, between=spin.between)
        case e.PlayEnded():
            _end(table, event)
        case e.SeatLeft():
            del table.seats[event.seat]
            table.verbal.pop(event.seat, None)
        case e.ChipsBrought():
            give(table.seats[event.seat], Chips.VALUE, event.amount)
        case e.ColoredUp():
            give(table.seats[event.seat], event.chips, -event.amount)
            give(table.seats[event.seat], event.into, event.amount)
        case e.CashedOut():
            give(table.seats[event.seat], event.chips, -event.amount)
        case e.TipGiven():
            give(table.seats[event.seat], event.chips, -event.amount)
            table.tips += event.amount
        case e.TableOpened():
            _open(table, event)
        case e.OpenedForTournament():
            table.tournament, table.tournament_event = event.tournament, event.event
        case e.TableClosed():
            table.phase = Phase.CLOSED
            table.tournament = table.tournament_event = ""
            table.seats.clear()
            table.verbal.clear()
            table.house_float = 0
            equipment.close(table.equipment)
        case e.ShiftChanged():
            table.dealer, table.supervisor = event.dealer, event.supervisor
            table.house_float = event.float_count
        case e.StaffRelieved():
            table.dealer, table.supervisor = event.dealer, event.supervisor
        case e.FloatMoved():
            table.house_float += event.amount
        case e.DisputeRaised():
            table.disputes[event.dispute] = Dispute(event.round, event.what, event.player)
        case e.DisputeDecided():
            table.disputes[event.dispute].decided = True
        case e.BalanceCorrected():
            table.house_float -= event.paid
            if event.paid:
                give(table.seats[event.seat], event.chips, event.paid)
            if event.claimed:
                money.lower_claim(table, event.player, -event.claimed)
        case e.TipsCorrected():
            table.house_float -= event.amount
            table.tips += event.amount
            if event.claimed:
                table.claims[TIP_BOX_CLAIM] = table.claims.get(TIP_BOX_CLAIM, 0) + event.claimed
        case e.CorrectionBegun():
            table.correction = PendingCorrection(event.number, event.choose_until)
        case e.NumberCorrected():
            table.correction = None
            for stake in event.released:
                unstand(table, stake)
                credit(table, stake, stake.amount)
            for stake in event.imprisoned:
                table.house_float -= stake.amount
                stand(table, stake, 0)
                confine(own_wagers(table, stake.seat), stake, stake.prison + 1)
            _correct(table, event)
        case LicenseRecorded() | TableInspected() | WheelAdjusted() | PartReplaced() | ReplacementInspected():
            equipment.evolve(table.equipment, event)
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
            money.evolve_money(table, event)
        case SignPosted() | SignRemoved():
            equipment.evolve(table.equipment, event)
        case _:
            assert_never(event)
    return table


def _spin(table: Table, spin: Spin) -> None:
    """Starts the spin: bets stay open if no more bets has not been called yet."""
    spin.called = table.phase is Phase.NO_MORE_BETS
    table.phase = Phase.SPINNING if spin.called else Phase.IN_TRACK
    table.spin = spin


def _speak(table: Table, seat: int, spot: str, cash: int) -> None:
    """Replaces the seat's verbal wager on the spot; removes it if there is no cash."""
    words = table.verbal.setdefault(seat, {})
    words.pop(spot, None)
    if cash:
        words[spot] = cash
    elif not words:
        del table.verbal[seat]


def _choose(wagers: Wagers, event: e.PrisonChosen) -> None:
    for each in list(wagers.over((event.spot,))):
        if not each.imprisoned:
            wagers.plain.pop(each.stake.key, None)
            wagers.others[each.stake.key] = StandingWager(each.stake, each.coupon, event.choice)


def _respin(table: Table) -> None:
    """Opens the layout again for the same round, and forgets the choices made in prison."""
    _forget_choices(table)
    table.phase = Phase.BETTING
    table.spin = Spin()


def _forget_choices(table: Table) -> None:
    if not table.spin.choose_until:
        return
    for number in list(table.wagers):
        if any(each.choice for each in table.wagers[number].others.values()):
            others = own_wagers(table, number).others
            for key, each in others.items():
                others[key] = StandingWager(each.stake, each.coupon)


def _hand_back(table: Table, each: Returned) -> None:
    """Returns a wager to its player; a wager for the dealers too."""
    unstand(table, each.stake)
    give(table.seats[each.stake.seat], each.stake.chips, each.stake.amount)
    if each.coupon:
        money.hand_back_coupons(table, each.stake.seat, each.stake.spot)


def _end(table: Table, event: e.PlayEnded) -> None:
    table.ended = True
    for each in event.returned:
        _hand_back(table, each)
    for freed in event.freed:
        unstand(table, freed.stake)
        table.house_float += freed.taken
        credit(table, freed.stake, freed.returned)


def _correct(table: Table, event: e.NumberCorrected) -> None:
    """Records the right number, and what the wagers of its round keep under it."""
    if table.settled_number != event.number:
        table.settled_number = event.number
        for settled in table.settled.values():
            settled.kept = {}
    for each in event.kept:
        settled, now = table.settled[each.seat], each.wagers
        settled.kept = {key: now[key] for key in settled.wagers if key in now}
    if table.results:
        table.results[-1] = event.number


def _begin_round(table: Table) -> None:
    table.results.append(table.spin.number)
    table.turned = table.spin.wheel
    del table.results[:-RESULTS_KEPT]
    table.phase = Phase.BETTING
    table.round += 1
    table.spin = Spin()
    table.coupons_met.clear()


def _open(table: Table, event: e.TableOpened) -> None:
    table.phase = Phase.BETTING
    table.round += 1
    table.number, table.rules_hash = event.number, event.rules_hash
    table.dealer, table.supervisor = event.dealer, event.supervisor
    table.house_float = event.float_count
    table.settled.clear()
    table.settled_round = 0
    table.ended = False
