"""Tables in several processes: one after the other is killed, nothing acknowledged is lost, and the others play on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from croupier.client.connection import Client, Ended
from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.stores import SqliteStore
from croupier.table.event import NoMoreBetsCalled
from croupier.web.workers.supervisor import SOON_S
from croupier.wire.events import CommandRefused, from_record
from tests.postgres import free_port
from tests.web.api.world import sign_in
from tests.web.handshakes import PASSED, denied, open_socket
from tests.web.nodes import HEARD, Bettor, Node, must, open_table, plain
from tests.web.spread import SpreadHouse

pytestmark = pytest.mark.slow

ENDED = ("1", "The process of the table has ended.")
BACK_S = 2.0
"""A killed process is replaced within this time, on a machine with a free core."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SpreadHouse]:
    made = SpreadHouse(tmp_path / "house")
    made.wait("ready")
    yield made
    made.remove()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpreadHouse]:
    """A house for tests that leave it as it was: its five processes take longer to start than those take."""
    made = SpreadHouse(tmp_path_factory.mktemp("lasting") / "house")
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
    begun = time.monotonic()

    async def story() -> None:
        async with AsyncExitStack() as stack:
            one, two = await _bettor(house, stack, "1"), await _bettor(house, stack, "2")
            betting = [asyncio.create_task(each.run()) for each in (one, two)]
            while time.monotonic() - begun <= SOON_S:  # a process that ends sooner is restarted after a pause
                await asyncio.gather(one.hears(1), two.hears(1))
            pauses: dict[str, tuple[float, float]] = {}
            for victim in ("worker-1", "commits", "front", "worker-2", "commits"):
                await asyncio.gather(one.hears(HEARD), two.hears(HEARD))
                began = time.monotonic()
                house.kill_one(victim)
                await asyncio.sleep(0.05)
                await asyncio.gather(one.hears(HEARD), two.hears(HEARD))
                pauses[victim] = one.pause(began), two.pause(began)
                print(victim, pauses[victim])
            for task in betting:
                task.cancel()
            await asyncio.gather(*betting, return_exceptions=True)
            assert {what: each for what, each in pauses.items() if max(each) >= BACK_S} == {}
        one.check(_store(house), "table/1")
        two.check(_store(house), "table/2")

    asyncio.run(story())
    assert house.stop() == 0
    assert house.gone()


def test_a_worker_that_hangs_holds_up_no_other_table(house: SpreadHouse) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            one, two = await _bettor(house, stack, "1"), await _bettor(house, stack, "2")
            betting = [asyncio.create_task(each.run()) for each in (one, two)]
            await asyncio.gather(one.hears(HEARD), two.hears(HEARD))
            frozen = house.pid("worker-1")
            os.kill(frozen, signal.SIGSTOP)
            await asyncio.sleep(0.2)  # what it had sent before arrives
            before = len(one.times)
            await two.hears(2 * HEARD)
            assert len(one.times) == before, "the worker of table 1 is not the one that was frozen"
            os.kill(frozen, signal.SIGKILL)
            await one.hears(HEARD)
            for task in betting:
                task.cancel()
            await asyncio.gather(*betting, return_exceptions=True)
        one.check(_store(house), "table/1")
        two.check(_store(house), "table/2")

    asyncio.run(story())


def test_without_its_supervisor_a_service_ends_and_the_next_one_continues(house: SpreadHouse) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            bettor = await _bettor(house, stack, "1")
            betting = asyncio.create_task(bettor.run())
            await bettor.hears(HEARD)
            house.process.kill()
            assert await asyncio.to_thread(house.gone), "processes outlive the supervisor"
            bettor.check(_store(house), "table/1")
            await asyncio.to_thread(house.process.wait)
            house.restart()
            await asyncio.to_thread(house.wait, "ready")
            await bettor.hears(HEARD)
            betting.cancel()
            await asyncio.gather(betting, return_exceptions=True)
        bettor.check(_store(house), "table/1")

    asyncio.run(story())


def test_a_stop_closes_the_betting_and_seals_everything(house: SpreadHouse) -> None:
    async def story() -> Bettor:
        async with AsyncExitStack() as stack:
            bettor = await _bettor(house, stack, "2")
            async with house.at("2", "dora") as dealer:
                await must(dealer, kind="spin-ball", wheel="clockwise", ball="counterclockwise")
            betting = asyncio.create_task(bettor.run())
            await bettor.hears(HEARD)
            assert await asyncio.to_thread(house.stop) == 0
            betting.cancel()
            await asyncio.gather(betting, return_exceptions=True)
            return bettor

    bettor = asyncio.run(story())
    assert house.gone()
    assert "Every round is saved and the journal is sealed." in Path(house.log.name).read_text()
    bettor.check(_store(house), "table/2")
    with _store(house).journal(read_only=True) as journal:
        sealed = journal.last_checkpoint()
        assert sealed is not None
        assert sealed.records == sum(head.version for head in journal.streams())
        events = [from_record(record).event for record in journal.read("table/2")]
        (called,) = (place for place, event in enumerate(events) if isinstance(event, NoMoreBetsCalled))
        assert all(isinstance(event, CommandRefused) for event in events[called + 1 :])
        assert journal.snapshot("table/2") is not None


def test_the_front_shows_what_the_workers_do(lasting: SpreadHouse) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            bettor = await _bettor(lasting, stack, "2")
            betting = asyncio.create_task(bettor.run())
            await bettor.hears(HEARD)
            betting.cancel()
            await asyncio.gather(betting, return_exceptions=True)
            version = max(bettor.acknowledged.values())
            async with httpx.AsyncClient(base_url=lasting.url, verify=False) as browser:
                tiles = (await browser.get("/api/v1/tables")).json()["tables"]
                assert {tile["number"]: tile["phase"] for tile in tiles}["2"] == "betting", "read from the records"
                counted = await _metric(browser, 'croupier_table_version{table="2"}', at_least=version)
                assert counted >= version
                assert await _metric(browser, 'croupier_orders_total{outcome="done",table="2"}', at_least=1)
                assert await _metric(browser, 'croupier_connections{table="2"}', at_least=1) == 1
                assert await _metric(browser, 'croupier_worker_up{node="",worker="2"}', at_least=1) == 1

    asyncio.run(story())


def test_a_table_without_its_worker_is_a_trouble_until_it_is_back(house: SpreadHouse) -> None:
    seen: set[tuple[str, str]] = set()
    for _ in range(3):  # a process that ends soon is restarted after a pause
        if ENDED in seen:
            break
        house.kill_one("worker-1")
        deadline = time.monotonic() + 10
        told: list[dict[str, str]] = []
        while not told and time.monotonic() < deadline:
            told = house.readiness().get("troubles", [])
        seen |= {(each["table"], each["what"]) for each in told}
        house.wait("ready")
    assert ENDED in seen
    assert not any(table in ("2", "4") for table, _ in seen), "tables of the other worker"


def test_a_session_that_ends_has_its_connections_closed_at_the_worker(lasting: SpreadHouse) -> None:
    async def story() -> None:
        with plain(lasting.url) as browser:
            sign_in(browser, "ann")
            kept = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
            address = f"ws://127.0.0.1:{lasting.port}/api/v1/tables/2/socket"
            async with Client(address, cookie=kept, origin=lasting.url, reconnect=False) as player:
                assert (await asyncio.to_thread(browser.delete, "/api/v1/session")).status_code < 300
                with pytest.raises(Ended, match="4401"):
                    await player.until(lambda: False)

    asyncio.run(story())


def test_a_second_service_does_not_start_beside_workers(lasting: SpreadHouse) -> None:
    other = SpreadHouse.__new__(SpreadHouse)
    other.workers, other.socket_port, other.players = 2, 0, ()
    Node.__init__(other, lasting.directory, "", free_port())
    assert other.process.wait(60) != 0
    assert "is in use by another croupier" in Path(other.log.name).read_text()
    other.browser.close()
    other.log.close()
    assert lasting.status() == "ready"


def test_terminals_reach_their_worker_through_the_port_of_their_own(tmp_path: Path) -> None:
    house = SpreadHouse(tmp_path / "house", socket_port=free_port())
    try:
        house.wait("ready")

        async def story() -> None:
            with plain(house.url) as browser:
                sign_in(browser, "sue")
                ticket = browser.post("/api/v1/tickets").json()["ticket"]
            address = f"ws://127.0.0.1:{house.socket_port}/api/v1/tables/1/socket?ticket={ticket}"
            async with Client(address, origin=house.url, reconnect=False) as boss:
                opened = await must(boss, kind="open-table", dealer="dora", supervisor="sue", float_count=5_000_000)
                assert opened.version > 0

        asyncio.run(story())
        assert house.stop() == 0
    finally:
        house.remove()


def test_a_socket_of_another_page_reaches_no_worker_and_is_recorded_once_at_either_port(tmp_path: Path) -> None:
    house = SpreadHouse(tmp_path / "house", socket_port=free_port())
    try:
        house.wait("ready")
        for port, refused in ((house.port, 403), (house.socket_port, 4403)):
            assert (open_socket(port, "http://evil.example"), open_socket(port, house.url)) == (refused, PASSED)
        assert house.stop() == 0
    finally:
        house.remove()
    assert denied(house.directory) == {"wrong-origin": 1, "origin-refused": 1}


def _store(house: SpreadHouse) -> SqliteStore:
    return SqliteStore(house.directory / JOURNAL_FILE)


async def _metric(browser: httpx.AsyncClient, name: str, at_least: float, seconds: float = 20) -> float:
    """A metric, once it has reached the value; workers report once a second."""
    deadline = time.monotonic() + seconds
    while True:
        found = [line for line in (await browser.get("/metrics")).text.splitlines() if line.startswith(name + " ")]
        if found and (value := float(found[0].rpartition(" ")[2])) >= at_least:
            return value
        assert time.monotonic() < deadline, (name, found)
        await asyncio.sleep(0.1)
