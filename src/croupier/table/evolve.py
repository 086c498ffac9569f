"""evolve: an event changes the state. It never refuses: what is recorded has happened.

The caller hands the table over and gets it back changed; copying a full table for every chip would cost more
than all the rest.
"""

from __future__ import annotations

from typing import assert_never

from croupier.game.settlement import Verdict
from croupier.pit import evolve as equipment
from croupier.pit.event import PartReplaced, ReplacementInspected, TableInspected, WheelAdjusted
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.command import NoSpinReason
from croupier.table.event import OWN_COLOR, Stake
from croupier.table.state import (
    RESULTS_KEPT,
    TIP_BOX_CLAIM,
    Dispute,
    Phase,
    Seat,
    Settled,
    Spin,
    Standing,
    Table,
    Wagers,
)


def evolve(table: Table, event: e.AnyEvent, at: int = 0) -> Table:
    """The table after the event, which was recorded at that time."""
    if at:
        table.last_at = max(table.last_at, at)
    if isinstance(event, e.WagerPlaced):  # of all events, the one that comes by the million
        stake = event.stake
        _give(table.seats[stake.seat], stake.chips, -stake.amount)
        _stand(table, stake, event.coupon)
        return table
    match event:
        case e.WagerMoved():
            coupon = _unstand(table, event.stake)
            stake = event.stake
            moved = Stake(stake.seat, event.to, stake.chips, stake.color, stake.tip, stake.amount)
            _stand(table, moved, coupon)
        case e.WagerTakenDown():
            _unstand(table, event.stake)
            _give(table.seats[event.stake.seat], event.stake.chips, event.stake.amount)
        case e.VerbalWagerOffered():
            _speak(table, event.seat, event.spot, event.cash)
        case e.VerbalWagerConfirmed():
            _speak(table, event.stake.seat, event.stake.spot, 0)
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
            _choose(table.wagers[event.seat], event)
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
            _give(table.seats[event.seat], event.chips, event.amount)
        case e.ChipsBrought():
            _give(table.seats[event.seat], Chips.VALUE, event.amount)
        case e.ColoredUp():
            _give(table.seats[event.seat], event.chips, -event.amount)
            _give(table.seats[event.seat], event.into, event.amount)
        case e.CashedOut():
            _give(table.seats[event.seat], event.chips, -event.amount)
        case e.TipGiven():
            _give(table.seats[event.seat], event.chips, -event.amount)
            table.tips += event.amount
        case e.TableOpened():
            _open(table, event)
        case e.TableClosed():
            table.phase = Phase.CLOSED
            table.seats.clear()
            table.verbal.clear()
            table.house_float = 0
            equipment.close(table.equipment)
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
                _give(table.seats[event.seat], event.chips, event.paid)
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
            _correct(table, event)
        case TableInspected() | WheelAdjusted() | PartReplaced() | ReplacementInspected():
            equipment.evolve(table.equipment, event)
        case _:
            assert_never(event)
    return table


def _speak(table: Table, seat: int, spot: str, cash: int) -> None:
    """Afterwards this is the last word about the spot; with no cash there is none."""
    words = table.verbal.setdefault(seat, {})
    words.pop(spot, None)
    if cash:
        words[spot] = cash
    elif not words:
        del table.verbal[seat]


def _give(seat: Seat, chips: Chips, amount: int) -> None:
    stacks = seat.stacks
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
        _give(table.seats[stake.seat], stake.chips, amount)


def _stand(table: Table, stake: Stake, coupon: int) -> None:
    """Puts a stake on the layout, on top of what stands there under the same key."""
    wagers = table.wagers.get(stake.seat)
    if wagers is None:
        wagers = table.wagers[stake.seat] = Wagers(stake.seat)
    spot, plain, others = stake.spot, wagers.plain, wagers.others
    if not coupon and not stake.tip and stake.chips in OWN_COLOR and spot not in others:
        if not plain:
            wagers.chips, wagers.color = stake.chips, stake.color
        plain[spot] = plain.get(spot, 0) + stake.amount
        return
    key = stake.key
    below = wagers.get(key)
    if below is None:
        others[key] = Standing(stake, coupon)
    else:
        plain.pop(key, None)
        total = Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, below.stake.amount + stake.amount)
        others[key] = Standing(total, below.coupon + coupon, below.imprisoned, below.choice)


def _unstand(table: Table, stake: Stake) -> int:
    """Takes a stake off the layout; the coupon goes with the whole of it."""
    return _lift(table, stake, stake.amount)


def _lift(table: Table, stake: Stake, amount: int) -> int:
    """The same for so much of the wager that this stake names."""
    wagers, key, coupon = _own(table, stake.seat), stake.key, 0
    plain = wagers.plain.get(key)
    if plain is None:
        each = wagers.others.pop(key)
        left = each.stake.amount - amount
        if left:
            part = Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, left)
            wagers.others[key] = Standing(part, each.coupon, each.imprisoned, each.choice)
        else:
            coupon = each.coupon
    elif plain == amount:
        del wagers.plain[key]
    else:
        wagers.plain[key] = plain - amount
    if not wagers:
        del table.wagers[stake.seat]
    return coupon


def _own(table: Table, number: int) -> Wagers:
    """The wagers of a seat to be changed; the round as it stood keeps its own."""
    wagers = table.wagers[number]
    settled = table.settled.get(number)
    if settled is not None and settled.wagers is wagers:
        wagers = table.wagers[number] = wagers.copy()
    return wagers


def _choose(wagers: Wagers, event: e.PrisonChosen) -> None:
    for each in list(wagers.over((event.spot,))):
        if not each.imprisoned:
            wagers.plain.pop(each.stake.key, None)
            wagers.others[each.stake.key] = Standing(each.stake, each.coupon, choice=event.choice)


def _collect(table: Table, event: e.LosersCollected) -> None:
    if not table.collecting:
        _remember(table)
        table.collecting = True
    _sweep(table, event)
    for collected in event.wagers:
        table.house_float += collected.taken
        if collected.coupon:
            _lower_coupon(table, collected.stake, collected.coupon)
        if collected.taken:
            _lift(table, collected.stake, collected.taken)
    if event.last:
        table.phase = Phase.COLLECTED
        table.collecting = False


def _remember(table: Table) -> None:
    """Keeps the round as it stood, for a rebet and for a correction of its number.

    Nothing is copied: until something is taken of a seat, the round and the layout hold the same wagers.
    """
    table.settled_round, table.settled_number = table.round, table.spin.number
    table.settled_between = table.spin.between
    settled: dict[int, Settled] = {}
    for number, wagers in table.wagers.items():
        seat = table.seats[number]
        settled[number] = Settled(seat.player, wagers)
        if wagers.plain or not all(each.imprisoned for each in wagers.others.values()):
            seat.last = wagers
    table.settled = settled


def _sweep(table: Table, event: e.LosersCollected) -> None:
    """Clears the spots that lost of the wagers of these seats."""
    spots = {each.spot for each in event.spots}
    standing = table.wagers
    for share in event.seats:
        number = share.seat
        table.house_float += share.taken
        wagers = standing[number]
        stood, beside = wagers.plain, wagers.others
        plain = {spot: stood[spot] for spot in stood if spot not in spots}
        others = {key: each for key, each in beside.items() if each.apart or each.stake.spot not in spots}
        if plain or others:
            standing[number] = Wagers(number, wagers.chips, wagers.color, plain, others)
        else:
            del standing[number]


def _lower_coupon(table: Table, stake: Stake, face: int) -> None:
    """A coupon has met its spin and is collected."""
    table.coupons += face
    others = _own(table, stake.seat).others
    each = others[stake.key]
    others[stake.key] = Standing(each.stake, each.coupon - face, each.imprisoned, each.choice)


def _pay(table: Table, event: e.WinnersPaid) -> None:
    number = 0
    for payment in event.wagers:
        stake = payment.stake
        key, winnings = stake.key, payment.winnings
        if stake.seat != number:  # payments come seat by seat
            number = stake.seat
            wagers, kept, stacks = _own(table, number), table.settled[number].kept, table.seats[number].stacks
        got = kept[key] = winnings + payment.returned
        table.house_float -= winnings
        if payment.coupon:
            _lower_coupon(table, stake, payment.coupon)
        if payment.outcome is Verdict.IMPRISONED:
            coupon = wagers.others[key].coupon if wagers.plain.pop(key, None) is None else 0
            wagers.others[key] = Standing(stake, coupon, imprisoned=True)
            continue
        if stake.tip:
            table.tips += got
        else:
            stacks[stake.chips] = stacks.get(stake.chips, 0) + got
        if wagers.plain.pop(key, None) is None:
            del wagers.others[key]
        if not wagers:
            del table.wagers[number]
    if event.last:
        table.phase = Phase.PAID


def _correct(table: Table, event: e.NumberCorrected) -> None:
    """Puts another number on record, and what the wagers of its round keep under it."""
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
