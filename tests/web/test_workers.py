"""Tables in several processes: one after the other is killed, nothing acknowledged is lost, and the others play on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.stores import SqliteStore
from tests.web.nodes import Bettor, open_table
from tests.web.spread import SpreadHouse

pytestmark = pytest.mark.slow

BACK_S = 2.0
"""Whatever is killed is back within this time."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SpreadHouse]:
    made = SpreadHouse(tmp_path / "house")
    made.wait("ready")
    yield made
    made.remove()


async def _bettor(house: SpreadHouse, stack: AsyncExitStack, table: str) -> Bettor:
    """Somebody who bets at an open table."""
    player = await stack.enter_async_context(house.at(table, "ann", seat=1))
    async with house.at(table, "sue") as boss, house.at(table, "dora") as dealer:
        await open_table(boss, dealer, player)
    return Bettor(player)


def test_whatever_is_killed_nothing_acknowledged_is_lost(house: SpreadHouse) -> None:
    """Table 1 is at the first worker, table 2 at the second."""

    async def story() -> None:
        async with AsyncExitStack() as stack:
            one, two = await _bettor(house, stack, "1"), await _bettor(house, stack, "2")
            betting = [asyncio.create_task(each.run()) for each in (one, two)]
            pauses: dict[str, tuple[float, float]] = {}
            for victim in ("worker-1", "commits", "front", "worker-2", "commits"):
                await asyncio.gather(one.hears(30), two.hears(30))
                began = time.monotonic()
                house.kill_one(victim)
                await asyncio.sleep(0.05)
                await asyncio.gather(one.hears(30), two.hears(30))
                pauses[victim] = one.pause(began), two.pause(began)
                print(victim, pauses[victim])
            for task in betting:
                task.cancel()
            await asyncio.gather(*betting, return_exceptions=True)
            for each in pauses.values():
                assert max(each) < BACK_S
        store = SqliteStore(house.directory / JOURNAL_FILE)
        one.check(store, "table/1")
        two.check(store, "table/2")

    asyncio.run(story())
    assert house.stop() == 0
    assert house.gone()
