"""Checks that the state of a table is possible: no negative holdings, and state and ledger agree."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.ledger import Account, AccountKind, Balances, Overdrawn, layout, stack
from croupier.table import event as e
from croupier.table.declared_changes import CHANGE_STACK, changing, seat_of
from croupier.table.event import AnyEvent
from croupier.table.evolve import evolve
from croupier.table.layout_change import place
from croupier.table.posting import COUPONS, DROP_BOX, FLOAT, TIP_BOX, entry
from croupier.table.stake import OWN_COLOR
from croupier.table.state import Seat, Table
from croupier.table.table_event import Change
from croupier.terms.fault import Fault
from croupier.terms.money import Cents, dollars

_MAY_LOWER_MANY = changing(Change.HOLDINGS)
_COMPARED = frozenset({AccountKind.STACK, AccountKind.LAYOUT})


class Unsound(Fault):
    """The records of a table add up to an impossible state: they were forged, or a decision was wrong."""


def evolve_checked(table: Table, event: AnyEvent) -> Table:
    """`evolve`, then `check_holdings`; with a shortcut for wagers, which are most of the events."""
    if type(event) is not e.WagerPlaced:
        table = evolve(table, event)
        check_holdings(table, event)
        return table
    stake = event.stake
    place(table, stake, event.coupon)
    _check_seat(stake.seat, table.seats[stake.seat])
    return table


def evolve_all_checked(table: Table, events: Iterable[AnyEvent]) -> Table:
    """`evolve_checked` for many events, with a fast path for the most frequent one.

    It takes a plain wager of a seat that has plain wagers only and chips of one kind left, so that a wager changes two
    amounts; `evolve_checked` does the same and handles the rest.
    """
    seats, all_wagers = table.seats, table.wagers
    for event in events:
        if type(event) is e.WagerPlaced:
            stake = event.stake
            number, chips, spot = stake.seat, stake.chips, stake.spot
            wagers = all_wagers.get(number)
            if wagers is not None and wagers.plain and not wagers.others and chips in OWN_COLOR:
                stacks = seats[number].stacks
                left = stacks.get(chips, 0) - stake.amount
                if left > 0 and len(stacks) == 1 and not (event.coupon or stake.tip or stake.prison):
                    stacks[chips] = left
                    plain = wagers.plain
                    plain[spot] = plain.get(spot, 0) + stake.amount
                    continue
        table = evolve_checked(table, event)
        seats, all_wagers = table.seats, table.wagers
    return table


def check_holdings(table: Table, event: AnyEvent) -> None:
    """Raises if the last event left an account below zero that must not be.

    Checks only accounts that the event may have lowered, so that it can run after every event.
    """
    if type(event) is e.WagerPlaced:
        _check_seat(event.stake.seat, table.seats[event.stake.seat])
    elif type(event) in _MAY_LOWER_MANY:
        for number, seat in table.seats.items():
            _check_seat(number, seat)
        if table.tips < 0:
            raise Overdrawn(TIP_BOX, Cents(table.tips))
    elif type(event) in CHANGE_STACK:
        number = seat_of(event)
        if number in table.seats:  # what is owed to a player who has left is a claim
            _check_seat(number, table.seats[number])


def _check_seat(number: int, seat: Seat) -> None:
    for held in seat.stacks.values():
        if held < 0:
            raise Overdrawn(stack(number), Cents(held))


def held(table: Table) -> dict[Account, int]:
    """The balance of each account according to the state."""
    coupons = table.coupons
    found = {stack(number): seat.total for number, seat in table.seats.items()}
    for number, wagers in table.wagers.items():
        found[layout(number)] = wagers.total
        coupons += sum(each.coupon for each in wagers.others.values())
    found |= {FLOAT: table.house_float, DROP_BOX: table.drop, TIP_BOX: table.tips, COUPONS: coupons}
    return found


class TableLedger:
    """The ledger of one table, kept alongside its state."""

    def __init__(self) -> None:
        self.balances = Balances()

    def post(self, event: AnyEvent) -> None:
        """Posts the event; raises when an account would be overdrawn."""
        self.balances.apply(entry(event))

    def compare(self, table: Table) -> None:
        """Raises if the state differs from the ledger."""
        state = held(table)
        accounts = {account for account in self.balances.held() if account.kind in _COMPARED}
        for account in sorted(accounts | state.keys()):
            there, due = state.get(account, 0), self.balances[account]
            if there != due:
                raise Unsound(f"{account} holds {dollars(due)} by the ledger and {dollars(there)} by the state.")
