"""Changes many wagers of one seat at once, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.rules.procedure import ProcedureStep
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.betting import place_wager, take_down
from croupier.table.evolve import evolve
from croupier.table.preconditions import Decision, refuse
from croupier.table.stake import Returned, Stake
from croupier.table.state import Table, TableRules
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal


def change_wagers(rules: TableRules, table: Table, command: c.ChangeWagers) -> Decision:
    """Decides each change as a command of its own, after the ones before it; wagers that come down are first."""
    if not command.changes:
        return refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.POSITION, what="change")
    after, taken, placed = _copy(table, command.seat), list[Returned](), list[Stake]()
    for change in _in_order(command.changes):
        one = _alone(command, change)
        answer = take_down(rules, after, one) if isinstance(one, c.TakeDown) else place_wager(rules, after, one)
        if isinstance(answer, Refusal):
            return replace(answer, facts={**answer.facts, "spot": change.spot})
        for event in answer:
            after = evolve(after, event)
            if isinstance(event, e.WagerTakenDown):
                taken.append(Returned(event.stake, event.coupon))
            elif isinstance(event, e.WagerPlaced):
                placed.append(event.stake)
    return (e.WagersChanged(tuple(taken), tuple(placed), command.by.role is Role.DEALER),)


def _in_order(changes: Iterable[c.WagerChange]) -> list[c.WagerChange]:
    return sorted(changes, key=lambda change: change.amount >= 0)


def _alone(command: c.ChangeWagers, change: c.WagerChange) -> c.PlaceWager | c.TakeDown:
    kind = c.TakeDown if change.amount < 0 else c.PlaceWager
    return kind(
        by=command.by,
        at=command.at,
        seat=command.seat,
        spot=change.spot,
        stake=abs(change.amount),
        chips=change.chips,
        color=change.color,
        tip=change.tip,
    )


def _copy(table: Table, number: int) -> Table:
    """A copy of the table for a trial: this seat is copied, everything else is shared and must not change."""
    seat, wagers = table.seats[number], table.wagers.get(number)
    own = {number: wagers.copy()} if wagers is not None else {}
    return replace(
        table,
        seats={**table.seats, number: replace(seat, stacks=seat.stacks.copy())},
        wagers={**table.wagers, **own},
        coupons_open=table.coupons_open.copy(),
        coupons_in_play=table.coupons_in_play.copy(),
    )
