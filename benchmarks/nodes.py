"""The tables of one house on one node and on two: wagers acknowledged, and processor time per wager.

The service runs as `croupier serve --store --workers` does, with pages, people, leases and TLS between the nodes. All
processes, the database and the terminals share one machine: more cores than two show what the second node adds.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import psutil
from msgspec import Struct

from benchmarks.report import Row
from croupier.client.connection import Client
from croupier.floor.colors import CHIP_COLORS
from tests.postgres import databases, fresh_store
from tests.web.nodes import must
from tests.web.spread import SpreadHouse

TABLES = ("1", "2", "3", "4")
SEATS = 6
PLAYERS = tuple(f"player{seat}" for seat in range(1, SEATS + 1))
WINDOW_S = 8
TURNS = 3
EVERY_S = 0.055
"""A terminal's pause between two wagers: as fast as the service lets it."""


class Window(Struct, frozen=True):
    rate: float
    """Acknowledged wagers per second."""
    p99: float
    """Milliseconds until a wager is acknowledged."""
    cost: float
    """Processor time of all processes of the service and of the database per wager, in microseconds."""


async def _seated(house: SpreadHouse, stack: AsyncExitStack) -> list[tuple[int, Client]]:
    """A player on every seat of every table."""
    found = []
    for table in TABLES:
        async with house.at(table, "sue") as boss, house.at(table, "dora") as dealer:
            await must(boss, kind="open-table", dealer="dora", supervisor="sue", float_count=50_000_000)
            for seat, name in enumerate(PLAYERS, start=1):
                player = await stack.enter_async_context(house.at(table, name, seat=seat))
                await must(player, kind="take-seat", seat=seat, player=name)
                await must(player, kind="set-chips", seat=seat, color=CHIP_COLORS[seat - 1], value=100)
                await must(dealer, kind="buy-chips", seat=seat, amount=5_000_000, chips="electronic")
                found.append((seat, player))
    return found


async def _shared(front: SpreadHouse, shares: Sequence[int]) -> None:
    """Waits until the workers have so many tables each."""
    deadline = time.monotonic() + 60
    while sorted(Counter((await asyncio.to_thread(front.holders)).values()).values()) != sorted(shares):
        if time.monotonic() > deadline:
            raise AssertionError("the tables are not shared")
        await asyncio.sleep(0.1)


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


async def _measured(directory: Path, url: str, database: int) -> tuple[list[Window], list[Window]]:
    """Windows with one node, then with two."""
    async with AsyncExitStack() as stack:
        with ExitStack() as nodes:
            one = SpreadHouse(directory / "one", 1, store=url, players=PLAYERS)
            nodes.callback(one.remove)
            await asyncio.to_thread(one.wait, "ready")
            seats = await _seated(one, stack)
            await _shared(one, [4])
            alone = [await bet_window(seats, (one.process.pid, database)) for _ in range(TURNS)]
            two = SpreadHouse(directory / "two", 1, store=url, players=PLAYERS)
            nodes.callback(two.remove)
            await asyncio.to_thread(two.wait, "standing-by")
            await _shared(one, [2, 2])
            both = [await bet_window(seats, (one.process.pid, two.process.pid, database)) for _ in range(TURNS)]
            await stack.aclose()
    return alone, both


def rows() -> Iterator[Row]:
    with fresh_store() as store, tempfile.TemporaryDirectory() as name:
        alone, both = asyncio.run(_measured(Path(name), store.address.url, databases().server.pid))
    one, two = (sorted(each, key=lambda window: window.rate)[len(each) // 2] for each in (alone, both))
    what = f"{len(TABLES)} tables, {len(TABLES) * SEATS} terminals, two nodes"
    yield Row(f"{what}: durable wagers", two.rate, one.rate, "wagers/s", "one node")
    yield Row(f"{what}: acknowledged, p99", two.p99, one.p99, "ms", "one node", lower_is_better=True)
    yield Row(f"{what}: CPU time per wager", two.cost, one.cost, "µs", "one node", lower_is_better=True)
