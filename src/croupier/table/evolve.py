"""evolve: an event changes the state. It never refuses: what is recorded has happened.

The caller hands the table over and gets it back changed; copying a full table for every chip would cost more
than all the rest.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from croupier.game.settlement import Verdict
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.command import NoSpinReason
from croupier.table.event import Stake
from croupier.table.state import RESULTS_KEPT, TIP_BOX_CLAIM, Dispute, Phase, Seat, Settled, Spin, Standing, Table


def evolve(table: Table, event: e.AnyEvent, at: int = 0) -> Table:
    """The table after the event, which was recorded at that time."""
    table.last_at = max(table.last_at, at)
    match event:
        case e.WagerPlaced():
            _give(table, event.stake.seat, event.stake.chips, -event.stake.amount)
            _stand(table, event.stake, event.coupon)
        case e.WagerMoved():
            coupon = _unstand(table, event.stake)
            stake = event.stake
            _stand(table, Stake(stake.seat, event.to, stake.chips, stake.color, stake.tip, stake.amount), coupon)
        case e.WagerTakenDown():
            _unstand(table, event.stake)
            _give(table, event.stake.seat, event.stake.chips, event.stake.amount)
        case e.VerbalWagerOffered():
            table.verbal[event.seat] = (event.spot, event.cash)
        case e.VerbalWagerConfirmed():
            table.verbal.pop(event.stake.seat, None)
            table.drop += event.stake.amount
            table.house_float -= event.stake.amount
            _stand(table, event.stake, 0)
        case e.LateBetReturned():
            pass
        case e.LosersCollected():
            _collect(table, event)
        case e.WinnersPaid():
            _pay(table, event)
        case e.PrisonChosen():
            for standing in table.wagers.get(event.seat, {}).values():
                if standing.stake.spot == event.spot and not standing.imprisoned:
                    standing.choice = event.choice
        case e.FifthsMoved():
            table.spin.fifths_moved = True
        case e.CrownPlaced():
            table.phase = Phase.CROWNED
            table.spin.choose_until = event.choose_until
        case e.CrownLifted():
            _begin_round(table)
        case e.BallSpun():
            table.phase = Phase.IN_TRACK
            irregular = NoSpinReason.SAME_DIRECTION if event.wheel is event.ball else None
            table.spin = Spin(wheel=event.wheel, ball=event.ball, irregular=irregular)
        case e.WheelSpun():
            table.phase = Phase.SPINNING
            table.spin = Spin(wheel=event.wheel, called=True)
        case e.NoMoreBetsCalled():
            table.phase = Phase.NO_MORE_BETS
            table.spin.called = True
            table.verbal.clear()
        case e.NumberAnnounced():
            table.phase = Phase.AT_REST
            table.spin.number = event.number
            table.spin.between = event.between
        case e.NoSpinCalled():
            table.phase = Phase.BETTING
            table.spin = Spin()
            table.ball_out |= event.reason is NoSpinReason.BALL_LEFT_WHEEL
        case e.BallInspected():
            table.ball_out = not event.fit
        case e.IrregularityReported():
            table.irregularity = event.what
        case e.IrregularityDecided():
            table.irregularity = ""
        case e.SeatTaken():
            table.seats[event.seat] = Seat(event.player)
        case e.SeatLeft():
            del table.seats[event.seat]
            table.verbal.pop(event.seat, None)
        case e.ChipsSet():
            table.seats[event.seat].color = event.color
            table.seats[event.seat].value = event.value
        case e.ChipsBought():
            table.drop += event.amount
            table.house_float -= event.amount
            _give(table, event.seat, event.chips, event.amount)
        case e.ChipsBrought():
            _give(table, event.seat, Chips.VALUE, event.amount)
        case e.ColoredUp():
            _give(table, event.seat, event.chips, -event.amount)
            _give(table, event.seat, event.into, event.amount)
        case e.CashedOut():
            _give(table, event.seat, event.chips, -event.amount)
        case e.TipGiven():
            _give(table, event.seat, event.chips, -event.amount)
            table.tips += event.amount
        case e.TableOpened():
            _open(table, event)
        case e.TableClosed():
            table.phase = Phase.CLOSED
            table.seats.clear()
            table.verbal.clear()
            table.house_float = 0
        case e.ShiftChanged():
            table.dealer, table.supervisor = event.dealer, event.supervisor
            table.house_float = event.float_count
        case e.FloatMoved():
            table.house_float += event.amount
        case e.DisputeRaised():
            table.disputes[event.dispute] = Dispute(event.round, event.what, event.player)
        case e.DisputeDecided():
            table.disputes[event.dispute].decided = True
        case e.BalanceCorrected():
            table.house_float -= event.paid
            if event.paid:
                _give(table, event.seat, event.chips, event.paid)
            if event.claimed:
                table.claims[event.player] = table.claims.get(event.player, 0) + event.claimed
        case e.TipsCorrected():
            table.house_float -= event.amount
            table.tips += event.amount
            if event.claimed:
                table.claims[TIP_BOX_CLAIM] = table.claims.get(TIP_BOX_CLAIM, 0) + event.claimed
        case e.NumberCorrected():
            for stake in event.released:
                _unstand(table, stake)
                _credit(table, stake, stake.amount)
            table.settled_number = event.number
            for (key, settled), kept in zip(list(table.settled.items()), event.kept, strict=True):
                table.settled[key] = replace(settled, kept=kept)
            if table.results:
                table.results[-1] = event.number
        case _:
            assert_never(event)
    return table


def _give(table: Table, seat: int, chips: Chips, amount: int) -> None:
    stacks = table.seats[seat].stacks
    left = stacks.get(chips, 0) + amount
    if left:
        stacks[chips] = left
    else:
        stacks.pop(chips, None)


def _credit(table: Table, stake: Stake, amount: int) -> None:
    """What a wager keeps goes to its player; a tip wager's goes into the tip box."""
    if stake.tip:
        table.tips += amount
    else:
        _give(table, stake.seat, stake.chips, amount)


def _stand(table: Table, stake: Stake, coupon: int) -> None:
    """Puts a stake on the layout, on top of what stands there under the same key."""
    wagers = table.wagers.setdefault(stake.seat, {})
    on = table.seats[stake.seat].on
    on[stake.spot] = on.get(stake.spot, 0) + stake.amount
    key = stake.key
    standing = wagers.get(key)
    if standing is None:
        wagers[key] = Standing(stake, coupon)
    else:
        total = standing.stake.amount + stake.amount
        standing.stake = Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, total)
        standing.coupon += coupon


def _unstand(table: Table, stake: Stake) -> int:
    """Takes a stake off the layout; the coupon goes with the whole of it."""
    return _lift(table, stake, stake.key, stake.amount)


def _lift(table: Table, stake: Stake, key: str, amount: int) -> int:
    """The same for so much of the wager that stands under that key."""
    on = table.seats[stake.seat].on
    on[stake.spot] -= amount
    if not on[stake.spot]:
        del on[stake.spot]
    wagers = table.wagers[stake.seat]
    standing = wagers[key]
    left = standing.stake.amount - amount
    if left:
        standing.stake = Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, left)
        return 0
    del wagers[key]
    if not wagers:
        del table.wagers[stake.seat]
    return standing.coupon


def _collect(table: Table, event: e.LosersCollected) -> None:
    if not table.collecting:
        _remember(table)
        table.collecting = True
    for collected in event.wagers:
        stake, taken = collected.stake, collected.taken
        key = stake.key
        table.house_float += taken
        if collected.coupon:
            table.coupons += collected.coupon
            table.wagers[stake.seat][key].coupon -= collected.coupon
        if taken != stake.amount:  # a part stays, and is ruled on again when winners are paid
            table.taken[key] = taken
        _lift(table, stake, key, taken)
    if event.last:
        table.phase = Phase.COLLECTED
        table.collecting = False


def _remember(table: Table) -> None:
    """Keeps the round as it stood: for a rebet, and for a correction of its number."""
    table.settled_round, table.settled_number = table.round, table.spin.number
    table.settled_between = table.spin.between
    table.settled = {
        key: Settled(each.stake, table.seats[number].player, each.coupon, each.imprisoned, 0)
        for number, wagers in table.wagers.items()
        for key, each in wagers.items()
    }
    for number, seat in table.seats.items():
        placed = [each.stake for each in table.wagers.get(number, {}).values() if not each.imprisoned]
        if placed:
            seat.last = placed


def _pay(table: Table, event: e.WinnersPaid) -> None:
    for payment in event.wagers:
        stake = payment.stake
        key = stake.key
        standing = table.wagers[stake.seat][key]
        table.coupons += payment.coupon
        standing.coupon -= payment.coupon
        table.house_float -= payment.winnings
        table.kept[key] = payment.winnings + payment.returned
        if payment.outcome is Verdict.IMPRISONED:
            standing.imprisoned, standing.choice = True, None
            continue
        _credit(table, stake, payment.winnings + payment.returned)
        _lift(table, stake, key, standing.stake.amount)
    if event.last:
        table.phase = Phase.PAID
        for key, kept in table.kept.items():
            table.settled[key] = replace(table.settled[key], kept=kept)
        table.taken.clear()
        table.kept.clear()


def _begin_round(table: Table) -> None:
    table.results.append(table.spin.number)
    del table.results[:-RESULTS_KEPT]
    table.phase = Phase.BETTING
    table.round += 1
    table.spin = Spin()


def _open(table: Table, event: e.TableOpened) -> None:
    table.phase = Phase.BETTING
    table.round += 1
    table.number, table.rules_hash = event.number, event.rules_hash
    table.dealer, table.supervisor = event.dealer, event.supervisor
    table.house_float = event.float_count
    table.settled.clear()
    table.settled_round = 0
