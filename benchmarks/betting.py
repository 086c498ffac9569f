"""Players at the tables of a served house who bet as fast as the service lets them."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Protocol

import psutil
from msgspec import Struct

from croupier.client.connection import Client
from croupier.floor.colors import CHIP_COLORS
from tests.web.nodes import must

TABLES = ("1", "2", "3", "4")
WINDOW_S = 8
EVERY_S = 0.055
"""A terminal's pause between two wagers: as fast as the service lets it."""


class Window(Struct, frozen=True):
    rate: float
    """Acknowledged wagers per second."""
    p99: float
    """Milliseconds until a wager is acknowledged."""
    cost: float
    """Processor time of all processes of the service and of the database per wager, in microseconds."""


class Joins(Protocol):
    """Connects somebody to a table."""

    def __call__(self, table: str, name: str, seat: int | None = None) -> Client: ...


async def seat_everybody(join: Joins, players: Sequence[str], stack: AsyncExitStack) -> list[tuple[int, Client]]:
    """Opens every table, with a player on each of its seats."""
    found = []
    for table in TABLES:
        async with join(table, "sue") as boss, join(table, "dora") as dealer:
            await must(boss, kind="open-table", dealer="dora", supervisor="sue", float_count=500_000_000)
            for seat, name in enumerate(players, start=1):
                player = await stack.enter_async_context(join(table, name, seat=seat))
                await must(player, kind="take-seat", seat=seat, player=name)
                await must(player, kind="set-chips", seat=seat, color=CHIP_COLORS[seat - 1], value=100)
                await must(dealer, kind="buy-chips", seat=seat, amount=5_000_000, chips="electronic")
                found.append((seat, player))
    return found


async def _bet(player: Client, seat: int, until: float, times: list[float]) -> None:
    for number in itertools.count(1):
        began = time.monotonic()
        if began >= until:
            return
        wager = {"type": "place-wager", "seat": seat, "spot": str(number % 36 + 1), "stake": 100, "chips": "electronic"}
        answer = await player.ask(wager)
        if answer.outcome == "done":
            times.append(time.monotonic() - began)
        await asyncio.sleep(max(began + EVERY_S - time.monotonic(), 0))


def _processor_s(pids: Sequence[int]) -> float:
    found = 0.0
    for process in map(psutil.Process, pids):
        for each in (process, *process.children(recursive=True)):
            times = each.cpu_times()
            found += times.user + times.system
    return found


async def bet_window(seats: Sequence[tuple[int, Client]], pids: Sequence[int]) -> Window:
    times: list[float] = []
    before, until = _processor_s(pids), time.monotonic() + WINDOW_S
    await asyncio.gather(*(_bet(player, seat, until, times) for seat, player in seats))
    spent = _processor_s(pids) - before
    return Window(len(times) / WINDOW_S, sorted(times)[len(times) * 99 // 100] * 1e3, spent / len(times) * 1e6)
