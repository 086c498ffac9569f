"""What the walk checks after every event: the money, account by account, and what may be where."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.ledger import AccountKind
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.posting import COUPONS, DROP_BOX, FLOAT, TIP_BOX, entry
from croupier.table.state import Phase, Table

Held = dict[str, int]
"""Cents by account."""

_OUTER = (AccountKind.OUTSIDE, AccountKind.DIFFERENCE)
MAY_CROSS: Mapping[type[e.Event], frozenset[str]] = {
    e.TableOpened: frozenset({"outside:cage"}),
    e.TableClosed: frozenset({"outside:cage", "difference"}),
    e.ShiftChanged: frozenset({"difference"}),
    e.FloatMoved: frozenset({"outside:cage"}),
    e.ChipsBought: frozenset({"outside:players"}),
    e.ChipsBrought: frozenset({"outside:players"}),
    e.CashedOut: frozenset({"outside:players"}),
    e.VerbalWagerConfirmed: frozenset({"outside:players"}),
    e.WagerPlaced: frozenset({"outside:promotion"}),
    e.WagerTakenDown: frozenset({"outside:promotion"}),
    e.WagersChanged: frozenset({"outside:promotion"}),
    e.RoundVoided: frozenset({"outside:promotion"}),
    e.PlayEnded: frozenset({"outside:promotion"}),
}
"""The events through which value comes to a table or leaves it. Through every other it only changes places."""
_KINDS_KEPT = (e.WagerPlaced, e.WagerMoved, e.WagerTakenDown, e.WagersChanged)

_FLOAT, _DROP, _TIPS, _COUPONS = str(FLOAT), str(DROP_BOX), str(TIP_BOX), str(COUPONS)


def held(table: Table) -> Held:
    """What the state has in each account."""
    found: Held = {_FLOAT: table.house_float, _DROP: table.drop, _TIPS: table.tips}
    coupons = table.coupons
    for number, seat in table.seats.items():
        found[f"stack:{number}"] = sum(seat.stacks.values())
    for number, wagers in table.wagers.items():
        found[f"layout:{number}"] = wagers.total
        if wagers.others:
            coupons += sum(each.coupon for each in wagers.others.values())
    found[_COUPONS] = coupons
    return found


def chips_of(table: Table, seat: int) -> dict[Chips, int]:
    """What a player has of each kind of chips, in front and on the layout."""
    found = dict(table.seats[seat].stacks) if seat in table.seats else {}
    wagers = table.wagers.get(seat)
    for each in wagers.values() if wagers is not None else ():
        found[each.stake.chips] = found.get(each.stake.chips, 0) + each.stake.amount
    return found


def after(before: Held, event: e.AnyEvent) -> Held | str:
    """The accounts after the ledger's entry, or what is wrong with the entry."""
    found = dict(before)
    total = 0
    for posting in entry(event).postings:
        account, total = str(posting.account), total + posting.amount
        if posting.account.kind in _OUTER:
            if account not in MAY_CROSS.get(type(event), ()):
                return f"{account} is posted, and value neither comes nor goes by this"
            continue
        found[account] = found.get(account, 0) + posting.amount
        if found[account] < 0 and not posting.account.may_be_negative:
            return f"{account} falls below nothing"
    return f"the entry is off by {total}" if total else found


def wrong_money(before: Held, event: e.AnyEvent, table: Table) -> tuple[Held, str]:
    """What the accounts hold after the event, and in words what is wrong about it."""
    now, due = held(table), after(before, event)
    if isinstance(due, str):
        return now, due
    if now != due:
        for account in sorted(now.keys() | due.keys()):
            has, should = now.get(account, 0), due.get(account, 0)
            if has != should:
                return now, f"{account}: the state has {has}, the ledger {should}"
    return now, ""


def wrong_chips(table: Table) -> str:
    """What is wrong with the chips: an empty stack, a wager of nothing, or a wager without a player at its seat."""
    for number, seat in table.seats.items():
        if seat.stacks and min(seat.stacks.values()) <= 0:
            return f"seat {number} has a stack of nothing: {seat.stacks}"
    for number, wagers in table.wagers.items():
        if number not in table.seats:
            return f"a wager of seat {number} stands, where nobody sits"
        if not wagers or wagers.seat != number:
            return f"the wagers of seat {number} are kept wrongly: {wagers}"
        for key, each in wagers.items():
            if each.stake.amount <= 0 or each.coupon < 0 or each.stake.key != key or each.stake.seat != number:
                return f"{key} of seat {number} is no wager: {each}"
    if any(number not in table.seats for number in table.verbal):
        return "a spoken wager waits at an empty seat"
    if table.phase is Phase.CLOSED and (table.seats or table.wagers or table.house_float):
        return "the table is closed and not empty"
    return "collecting is not over" if table.collecting else ""


def wrong_kinds(before: dict[Chips, int], event: e.AnyEvent, table: Table) -> str:
    """A wager that is placed, moved or taken down stays in the chips it is made of."""
    if not isinstance(event, _KINDS_KEPT):
        return ""
    now = chips_of(table, seat_of(event))
    return "" if now == before else f"seat {seat_of(event)} had {before} and has {now}"


def seat_of(event: e.AnyEvent) -> int:
    """Whose kinds of chips the event must leave alone; 0 when it may change them."""
    if isinstance(event, e.WagersChanged):
        return event.seat
    return event.stake.seat if isinstance(event, _KINDS_KEPT) else 0
