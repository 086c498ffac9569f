"""Two nodes share the tables of a house: each table has its own lease and moves independently."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from croupier.client.connection import Client
from croupier.journal.postgres.store import PostgresStore
from croupier.table.event import NoMoreBetsCalled
from croupier.wire.events import from_record
from tests.postgres import fresh_store
from tests.web.nodes import HEARD, Bettor, must, open_table
from tests.web.spread import SpreadHouse
from tests.web.spread_node import TABLES

pytestmark = pytest.mark.slow


@pytest.fixture
def store() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


@pytest.fixture
def nodes(store: PostgresStore, tmp_path: Path) -> Iterator[list[SpreadHouse]]:
    """The first one runs the house; tests start the second one when they want it."""
    made = [SpreadHouse(tmp_path / "one", 1, store=store.address.url)]
    made[0].wait("ready")
    yield made
    for node in made:
        node.remove()


def add_node(nodes: list[SpreadHouse], store: PostgresStore) -> SpreadHouse:
    made = SpreadHouse(nodes[0].directory.parent / "two", 1, store=store.address.url)
    nodes.append(made)
    made.wait("standing-by")
    return made


async def until_shared(front: SpreadHouse, shares: Sequence[int], seconds: float = 60) -> dict[str, str]:
    """Waits until the workers have that many tables each; returns the worker of each table."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        holders = await asyncio.to_thread(front.holders)
        if sorted(Counter(holders.values()).values()) == sorted(shares):
            return holders
        assert asyncio.get_running_loop().time() < deadline, holders
        await asyncio.sleep(0.05)


def _taken(node: SpreadHouse) -> list[str]:
    """The tables that the workers of a node took, one after the other."""
    return [str(line["table"]) for line in node.lines() if line.get("message") == "took over a table"]


class Floor:
    """A player at every table, who keeps betting while the ball is in the track."""

    def __init__(self) -> None:
        self.players: dict[str, Client] = {}
        self.bettors: dict[str, Bettor] = {}

    async def hear(self, more: int = HEARD) -> None:
        await asyncio.gather(*(bettor.hears(more, 90) for bettor in self.bettors.values()))

    def check(self, store: PostgresStore) -> None:
        """Nothing acknowledged was lost or doubled, and nobody called no more bets."""
        for table, bettor in self.bettors.items():
            bettor.check(store, f"table/{table}")
        with store.journal(read_only=True) as journal:
            for table in self.bettors:
                events = [from_record(record).event for record in journal.read(f"table/{table}")]
                assert not any(isinstance(event, NoMoreBetsCalled) for event in events)


@asynccontextmanager
async def playing(one: SpreadHouse, others: Sequence[SpreadHouse] = ()) -> AsyncIterator[Floor]:
    floor, tasks = Floor(), []
    try:
        for table in TABLES:
            player = floor.players[table] = one.at(table, "ann", seat=1, others=others)
            await player.__aenter__()
            async with one.at(table, "sue", others=others) as boss, one.at(table, "dora", others=others) as dealer:
                await open_table(boss, dealer, player)
                await must(dealer, kind="spin-ball", wheel="clockwise", ball="counterclockwise")
            floor.bettors[table] = Bettor(player)
            tasks.append(asyncio.create_task(floor.bettors[table].run()))
        await floor.hear()
        yield floor
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in floor.players.values():
            await player.__aexit__(None, None, None)


@pytest.mark.first
def test_tables_move_one_by_one_to_a_node_that_comes_and_back_when_its_worker_dies(
    nodes: list[SpreadHouse], store: PostgresStore
) -> None:
    one = nodes[0]

    async def story() -> Floor:
        async with playing(one) as floor:
            alone = await until_shared(one, [4])
            two = await asyncio.to_thread(add_node, nodes, store)
            shared = await until_shared(one, [2, 2])
            await floor.hear()
            moved = {table for table in TABLES if shared[table] != alone[table]}
            assert len(moved) == 2
            for table, player in floor.players.items():
                assert (player.connections > 1) == (table in moved), "the others play on over the same connection"
                assert player.view["phase"] == "in-track"

            before = {table: floor.players[table].connections for table in TABLES}
            two.kill_one("worker-1")
            await floor.hear(3)
            for table in set(TABLES) - moved:
                assert floor.players[table].connections == before[table]
            shared = await until_shared(one, [2, 2])
            await floor.hear()

            frozen = two.pid("worker-1")
            os.kill(frozen, signal.SIGSTOP)
            await until_shared(one, [4])
            await floor.hear()
            os.kill(frozen, signal.SIGCONT)  # it believes that it has its tables, but cannot write
            await until_shared(one, [2, 2])
            await floor.hear()

            two.die()
            await until_shared(one, [4])
            await floor.hear()
        return floor

    asyncio.run(story()).check(store)


@pytest.mark.first
def test_tables_keep_their_state_when_the_node_that_runs_the_house_dies_or_stops(
    nodes: list[SpreadHouse], store: PostgresStore
) -> None:
    async def story() -> Floor:
        one = nodes[0]
        two = await asyncio.to_thread(add_node, nodes, store)
        async with playing(one, [two]) as floor:
            shared = await until_shared(one, [2, 2])
            await floor.hear()
            there = {table for table, worker in shared.items() if one.url not in worker}
            taken = _taken(two)
            assert there <= set(taken)
            one.die()
            await until_shared(two, [4])
            await floor.hear()
            again = _taken(two)
            assert sorted(again[len(taken) :]) == sorted(set(TABLES) - there), "what it had, it kept"

            one.restart()
            await asyncio.to_thread(one.wait, "standing-by")
            await until_shared(two, [2, 2])
            await floor.hear()

            frozen = two.pid("front")
            os.kill(frozen, signal.SIGSTOP)  # past its lease: the other node runs the house, the workers play on
            await until_shared(one, [2, 2])
            await floor.hear()
            os.kill(frozen, signal.SIGCONT)
            await asyncio.to_thread(two.wait, "standing-by")
            one, two = two, one
            await floor.hear()
            two.send(signal.SIGTERM)
            assert await asyncio.to_thread(two.process.wait, 60) == 0
            await until_shared(one, [4])
            await floor.hear()
            assert {player.view["phase"] for player in floor.players.values()} == {"in-track"}
        return floor

    asyncio.run(story()).check(store)


def test_the_last_node_closes_the_betting_and_seals_everything(nodes: list[SpreadHouse], store: PostgresStore) -> None:
    (one,) = nodes

    async def story() -> None:
        async with playing(one):
            assert await asyncio.to_thread(one.stop) == 0

    asyncio.run(story())
    with store.journal(read_only=True) as journal:
        sealed = journal.last_checkpoint()
        assert sealed is not None
        assert sealed.records == sum(head.version for head in journal.streams())
        for table in TABLES:
            events = [from_record(record).event for record in journal.read(f"table/{table}")]
            assert sum(isinstance(event, NoMoreBetsCalled) for event in events) == 1


def test_a_front_that_was_killed_alone_is_replaced_and_the_tables_keep_their_state(
    nodes: list[SpreadHouse], store: PostgresStore
) -> None:
    (one,) = nodes

    async def story() -> Floor:
        async with playing(one) as floor:
            one.kill_one("front")
            await floor.hear()
            assert sorted(_taken(one)) == sorted(TABLES), "once"
            assert one.status() == "ready"
        return floor

    asyncio.run(story()).check(store)
