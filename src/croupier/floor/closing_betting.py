"""Calls no more bets at the tables of a house before its service stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from croupier.floor.live import LiveTable
from croupier.floor.order import Order
from croupier.table.command import CallNoMoreBets
from croupier.table.sequence import call_phase
from croupier.table.state import SERVICE_DEALER, Table, TableRules
from croupier.terms.clock import Clock
from croupier.terms.people import Actor, Role

STOP_S = 10.0
"""Time allowed at a stop for closing the betting at all tables."""
SERVICE = Actor(SERVICE_DEALER, Role.DEALER)
"""The actor under whose name the service calls no more bets when it stops."""


async def close_betting(tables: Mapping[str, LiveTable], clock: Clock) -> None:
    """Calls no more bets at every table where the order of the round allows it now.

    Elsewhere the round stays as it is: all wagers on the layout are there when the service runs again.
    """
    queries = {number: live.desk.query(_may_call(live.rules)) for number, live in tables.items()}
    if queries:
        await asyncio.wait(queries.values(), timeout=STOP_S)
    calls = [
        tables[number].desk.ask(Order(f"stop-{clock.now()}", CallNoMoreBets(by=SERVICE, at=0)))
        for number, may in queries.items()
        if may.done() and not may.exception() and may.result()
    ]
    if calls:
        await asyncio.wait(calls, timeout=STOP_S)


def _may_call(rules: TableRules) -> Callable[[int, Table], bool]:
    window = call_phase(rules.procedure)
    return lambda _version, table: table.phase is window
