"""What settling does to the state of a table: losers collected, winners paid, a collection put back."""

from __future__ import annotations

from croupier.game.settlement import Verdict
from croupier.table import event as e
from croupier.table.layout_change import confine, lift, lower_coupon, own_wagers
from croupier.table.money_evolve import restore_coupons
from croupier.table.standing_wagers import Wagers
from croupier.table.state import Phase, SettledSeat, Table


def collect(table: Table, event: e.LosersCollected) -> None:
    """Takes the losing wagers; the first event of a collection keeps the round as it was."""
    if not table.collecting:
        _remember(table)
        table.collecting = True
    _sweep(table, event)
    for collected in event.wagers:
        table.house_float += collected.taken
        if collected.coupon:
            lower_coupon(table, collected.stake, collected.coupon)
        if collected.taken:
            lift(table, collected.stake, collected.taken)
    if event.last:
        table.phase = Phase.COLLECTED
        table.collecting = False


def _remember(table: Table) -> None:
    """Keeps the wagers of the round, for a rebet and for a correction of its number.

    Nothing is copied: the round and the layout share a seat's wagers until some of them are taken.
    """
    table.settled_round, table.settled_number = table.round, table.spin.number
    table.settled_between = table.spin.between
    settled: dict[int, SettledSeat] = {}
    for number, wagers in table.wagers.items():
        seat = table.seats[number]
        settled[number] = SettledSeat(seat.player, wagers)
        if wagers.plain or not all(each.imprisoned for each in wagers.others.values()):
            seat.last = wagers
    table.settled = settled


def _sweep(table: Table, event: e.LosersCollected) -> None:
    """Removes the wagers of these seats from the losing spots."""
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


def pay(table: Table, event: e.WinnersPaid) -> None:
    """Pays the winners, and confines wagers that go to prison."""
    number = 0
    for payment in event.wagers:
        stake = payment.stake
        key, winnings = stake.key, payment.winnings
        if stake.seat != number:  # payments come seat by seat
            number = stake.seat
            wagers, kept, stacks = own_wagers(table, number), table.settled[number].kept, table.seats[number].stacks
        got = kept[key] = winnings + payment.returned
        table.house_float -= winnings
        if payment.coupon:
            lower_coupon(table, stake, payment.coupon)
        if payment.outcome is Verdict.IMPRISONED:
            confine(wagers, stake, payment.level or stake.prison + 1)
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


def return_collection(table: Table, event: e.CollectionReturned) -> None:
    """Restores the wagers of these seats as they were before the collection."""
    for share in event.seats:
        table.coupons -= share.coupon
        if share.coupon:
            restore_coupons(table, share.seat)
        table.house_float -= share.taken
        table.wagers[share.seat] = table.settled[share.seat].wagers.copy()
    if event.last:
        table.phase = Phase.AT_REST
        table.settled = {}
        table.settled_round, table.settled_number = 0, ""
