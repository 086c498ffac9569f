"""Moves chips and wagers between stacks, layout and prison, for `evolve`."""

from __future__ import annotations

from croupier.rules.wagers import Chips
from croupier.table.money_evolve import collect_coupons
from croupier.table.stake import OWN_COLOR, Stake
from croupier.table.standing_wagers import StandingWager, Wagers
from croupier.table.state import Seat, Table


def give(seat: Seat, chips: Chips, amount: int) -> None:
    stacks = seat.stacks
    left = stacks.get(chips, 0) + amount
    if left:
        stacks[chips] = left
    else:
        stacks.pop(chips, None)


def credit(table: Table, stake: Stake, amount: int) -> None:
    """Pays what a wager keeps to its player, or for a tip wager into the tip box."""
    if stake.tip:
        table.tips += amount
    else:
        give(table.seats[stake.seat], stake.chips, amount)


def place(table: Table, stake: Stake, coupon: int) -> None:
    """Moves a stake from its player's chips to the layout. Every wager comes through here, live and in replay."""
    number, chips, amount = stake.seat, stake.chips, stake.amount
    stacks = table.seats[number].stacks
    left = stacks.get(chips, 0) - amount
    if left:
        stacks[chips] = left
    else:
        stacks.pop(chips, None)
    wagers = table.wagers.get(number)
    if wagers is None or coupon or stake.tip or stake.prison or wagers.others or not wagers.plain:
        stand(table, stake, coupon)
    elif chips in OWN_COLOR:  # the rest of `stand` for a seat with plain wagers only
        plain, spot = wagers.plain, stake.spot
        plain[spot] = plain.get(spot, 0) + amount
    else:
        stand(table, stake, coupon)


def stand(table: Table, stake: Stake, coupon: int) -> None:
    """Puts a stake on the layout, and adds it to a wager with the same key."""
    wagers = table.wagers.get(stake.seat)
    if wagers is None:
        wagers = table.wagers[stake.seat] = Wagers(stake.seat)
    spot, plain, others = stake.spot, wagers.plain, wagers.others
    if not coupon and not stake.tip and not stake.prison and stake.chips in OWN_COLOR and spot not in others:
        if not plain:
            wagers.chips, wagers.color = stake.chips, stake.color
        plain[spot] = plain.get(spot, 0) + stake.amount
        return
    key = stake.key
    below = wagers.get(key)
    if below is None:
        others[key] = StandingWager(stake, coupon)
    else:
        plain.pop(key, None)
        others[key] = StandingWager(
            with_amount(stake, below.stake.amount + stake.amount), below.coupon + coupon, below.choice
        )


def with_amount(stake: Stake, amount: int) -> Stake:
    """The same wager with another amount."""
    return Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, amount, stake.prison)


def unstand(table: Table, stake: Stake) -> int:
    """Takes a stake off the layout, with its coupon if nothing is left."""
    return lift(table, stake, stake.amount)


def lift(table: Table, stake: Stake, amount: int) -> int:
    """Takes an amount off the wager that this stake names, with its coupon if nothing is left."""
    wagers, key, coupon = own_wagers(table, stake.seat), stake.key, 0
    plain = wagers.plain.get(key)
    if plain is None:
        each = wagers.others.pop(key)
        left = each.stake.amount - amount
        if left:
            wagers.others[key] = StandingWager(with_amount(stake, left), each.coupon, each.choice)
        else:
            coupon = each.coupon
    elif plain == amount:
        del wagers.plain[key]
    else:
        wagers.plain[key] = plain - amount
    if not wagers:
        del table.wagers[stake.seat]
    return coupon


def own_wagers(table: Table, number: int) -> Wagers:
    """The wagers of a seat, safe to change: copied if the kept round shares them."""
    wagers = table.wagers[number]
    settled = table.settled.get(number)
    if settled is not None and settled.wagers is wagers:
        wagers = table.wagers[number] = wagers.copy()
    return wagers


def confine(wagers: Wagers, stake: Stake, level: int) -> None:
    """Puts the wager in prison for the `level`-th time, and adds it to a wager there at the same level."""
    coupon = wagers.others.pop(stake.key).coupon if wagers.plain.pop(stake.key, None) is None else 0
    held = Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, stake.amount, level)
    there = wagers.others.get(held.key)
    if there is not None:
        held, coupon = with_amount(held, there.stake.amount + held.amount), coupon + there.coupon
    wagers.others[held.key] = StandingWager(held, coupon)


def lower_coupon(table: Table, stake: Stake, face: int) -> None:
    """Collects the coupon of a wager after its spin."""
    table.coupons += face
    collect_coupons(table, stake.seat, stake.spot)
    others = own_wagers(table, stake.seat).others
    each = others[stake.key]
    others[stake.key] = StandingWager(each.stake, each.coupon - face, each.choice)
