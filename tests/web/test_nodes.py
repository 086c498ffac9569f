"""Two nodes, one house: killed, paused and stopped, a terminal sees a short pause and loses nothing."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.journal.postgres.store import PostgresStore
from croupier.table.event import NoMoreBetsCalled
from croupier.wire.events import CommandRefused, from_record
from tests.postgres import fresh_store
from tests.web.nodes import HEARD, Bettor, Node, must, open_table, terminal


@pytest.fixture
def store() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


@pytest.fixture
def nodes(store: PostgresStore, tmp_path: Path) -> Iterator[tuple[Node, Node]]:
    one = Node(tmp_path / "one", store.address.url)
    one.wait("ready", "waiting")
    two = Node(tmp_path / "two", store.address.url)
    two.wait("standing-by")
    yield one, two
    two.remove()
    one.remove()


def test_a_node_that_stands_by_says_where_the_house_is(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    answer = two.browser.get("/lobby", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"{one.url}/lobby")
    assert two.browser.get("/healthz").status_code == 200
    told = two.browser.post("/api/v1/session", json={})
    assert (told.status_code, told.json()) == (503, {"status": "standing-by", "at": one.url})
    for node, runs, age in ((one, "1.0", "croupier_lease_age_seconds"), (two, "0.0", "croupier_followed_age_seconds")):
        metrics = dict(line.rsplit(" ", 1) for line in node.browser.get("/metrics").text.splitlines())
        assert metrics["croupier_node_running"] == runs
        assert 0 <= float(metrics[age]) < 30


@pytest.mark.first
def test_nothing_is_lost_while_nodes_are_killed_paused_and_stopped(
    nodes: tuple[Node, Node], store: PostgresStore
) -> None:
    async def story() -> dict[str, float]:
        one, two = nodes
        pauses: dict[str, float] = {}
        async with terminal("sue", one, two) as boss, terminal("ann", one, two, seat=1) as player:
            async with terminal("dora", one, two) as dealer:
                await open_table(boss, dealer, player)
            bettor = Bettor(player)
            betting = asyncio.create_task(bettor.run())
            await bettor.hears(HEARD)
            for what in ("killed", "planned", "paused"):
                began = time.monotonic()
                if what == "killed":
                    one.kill()
                elif what == "planned":
                    one.send(signal.SIGTERM)
                else:
                    one.send(signal.SIGSTOP)
                await asyncio.sleep(0.1)
                await bettor.hears(HEARD)
                pauses[what] = bettor.pause(began)
                if what == "paused":
                    one.send(signal.SIGCONT)
                    await bettor.hears(HEARD)
                else:
                    await asyncio.to_thread(one.process.wait, 60)
                    one.restart()
                await asyncio.to_thread(one.wait, "standing-by")
                one, two = two, one
            betting.cancel()
            await asyncio.gather(betting, return_exceptions=True)
        bettor.check(store)
        return pauses

    print(asyncio.run(story()))  # how long the terminal waited: a figure to look at, which depends on the machine


def test_a_planned_handover_leaves_the_betting_open(nodes: tuple[Node, Node], store: PostgresStore) -> None:
    """The ball spins, when a service without a successor would call no more bets; here the round goes on."""

    async def story() -> Bettor:
        one, two = nodes
        async with terminal("sue", one, two) as boss, terminal("ann", one, two, seat=1) as player:
            async with terminal("dora", one, two) as dealer:
                await open_table(boss, dealer, player)
                await must(dealer, kind="spin-ball", wheel="clockwise", ball="counterclockwise")
            bettor = Bettor(player)
            betting = asyncio.create_task(bettor.run())
            await bettor.hears(HEARD)
            one.send(signal.SIGTERM)
            assert await asyncio.to_thread(one.process.wait, 60) == 0
            await bettor.hears(HEARD)
            betting.cancel()
            await asyncio.gather(betting, return_exceptions=True)
            assert player.view["phase"] == "in-track"
        return bettor

    asyncio.run(story()).check(store)
    with store.journal(read_only=True) as journal:
        events = [from_record(record).event for record in journal.read("table/1")]
    assert not any(isinstance(event, NoMoreBetsCalled | CommandRefused) for event in events)
