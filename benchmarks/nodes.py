"""The tables of one house on one node and on two: wagers acknowledged, and processor time per wager.

The service runs as `croupier serve --store --workers` does, with pages, people, leases and TLS between the nodes. All
processes, the database and the terminals share one machine: more cores than two show what the second node adds.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

from benchmarks.betting import TABLES, Window, bet_window, seat_everybody
from benchmarks.report import Row
from tests.postgres import databases, fresh_store
from tests.web.spread import SpreadHouse

SEATS = 6
PLAYERS = tuple(f"player{seat}" for seat in range(1, SEATS + 1))
TURNS = 3


async def _shared(front: SpreadHouse, shares: Sequence[int]) -> None:
    """Waits until the workers have these numbers of tables."""
    deadline = time.monotonic() + 60
    while sorted(Counter((await asyncio.to_thread(front.holders)).values()).values()) != sorted(shares):
        if time.monotonic() > deadline:
            raise AssertionError("the tables are not shared")
        await asyncio.sleep(0.1)


async def _measured(directory: Path, url: str, database: int) -> tuple[list[Window], list[Window]]:
    """Windows with one node, then with two."""
    async with AsyncExitStack() as stack:
        with ExitStack() as nodes:
            one = SpreadHouse(directory / "one", 1, store=url, players=PLAYERS)
            nodes.callback(one.remove)
            await asyncio.to_thread(one.wait, "ready")
            seats = await seat_everybody(one.at, PLAYERS, stack)
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
