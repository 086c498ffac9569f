"""A desk whose callbacks, threads or callers fail: it goes on, shows nothing that is not recorded, and so do others."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from croupier.floor.committer import HouseCommitter
from croupier.floor.order import UnansweredReason
from croupier.journal.memory import MemoryJournal
from croupier.table.command import CallNoMoreBets, SpinBall
from croupier.table.state import Table
from croupier.table.values import Direction
from tests.floor.scripts import STREAM, opening, order, seating, wager
from tests.floor.tables import DEALER
from tests.floor.test_desk import Held, desk_of


class House:
    """Tables of one journal, all open, in the running loop."""

    def __init__(self, journal: MemoryJournal, tables: int = 2, pool: ThreadPoolExecutor | None = None) -> None:
        self.journal, self.committer = journal, HouseCommitter(lambda: journal, pool=pool)
        self.desks = [desk_of(journal, f"table/{number}", committer=self.committer) for number in range(1, tables + 1)]

    async def __aenter__(self) -> House:
        self.committer.start()
        for desk in self.desks:
            desk.start()
            assert (await desk.ask(order(opening()))).events
        return self

    async def __aexit__(self, *_error: object) -> None:
        for desk in self.desks:
            await asyncio.wait_for(desk.stop(save=False), 10)
        self.committer.stop()

    async def all_answer(self) -> bool:
        answers = await asyncio.wait_for(
            asyncio.gather(*(desk.ask(order(seating(2, "al")[0])) for desk in self.desks)), 10
        )
        return all(answer.unanswered is None for answer in answers)


def test_a_look_that_fails_in_an_odd_way_stops_no_table(caplog: pytest.LogCaptureFixture) -> None:
    def nothing_left(_version: int, _table: Table) -> int:
        return next(iter(()))

    async def story() -> None:
        async with House(MemoryJournal()) as house:
            one, other = house.desks
            one.query(nothing_left)
            assert await asyncio.wait_for(other.query(lambda version, _table: version), 10) == 1
            assert await house.all_answer()

    asyncio.run(story())
    assert "a turn failed unexpectedly" in caplog.text


def test_a_reply_that_is_canceled_stops_no_other_table() -> None:
    async def story() -> None:
        async with House(MemoryJournal()) as house:
            one, other = house.desks
            loop = asyncio.get_running_loop()
            heard: list[dict[str, Any]] = []
            loop.set_exception_handler(lambda _loop, context: heard.append(context))
            canceled: asyncio.Future[None] = loop.create_future()
            canceled.cancel()
            one.post(order(seating(1, "bo")[0]), lambda _answer: canceled.result())
            assert (await asyncio.wait_for(other.ask(order(seating(1, "bo")[0])), 10)).events
            assert [type(each["exception"]) for each in heard] == [asyncio.CancelledError]
            house.desks.remove(one)  # its own turn never ends

    asyncio.run(story())


class FailingPool(ThreadPoolExecutor):
    """A pool that once cannot start a thread."""

    fails = False

    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        if self.fails:
            self.fails = False
            raise RuntimeError("can't start new thread")
        return super().submit(*given, **named)


def test_a_commit_that_no_thread_takes_is_made_all_the_same_and_shows_nothing_undurable() -> None:
    async def story() -> None:
        journal, pool = MemoryJournal(), FailingPool(1)
        async with House(journal, 1, pool) as house:
            (desk,) = house.desks
            pool.fails = True
            asked = [desk.ask(order(seating(seat, f"p{seat}")[0])) for seat in (1, 2) for _ in range(300)]
            seen = desk.query(lambda version, table: (version, len(table.seats)))
            answers = await asyncio.wait_for(asyncio.gather(*asked), 10)
            assert not any(answer.unanswered is UnansweredReason.UNKNOWN for answer in answers)
            version, seats = await asyncio.wait_for(seen, 10)
            assert version <= journal.head("table/1").version
            assert seats == 2
            assert await house.all_answer()

    asyncio.run(story())


def test_who_gives_up_a_stop_does_not_end_that_of_others() -> None:
    async def story() -> None:
        journal = Held()
        journal.leave.set()
        async with House(journal, 1) as house:
            (desk,) = house.desks
            journal.leave.clear()
            answers = [desk.ask(order(command)) for command in seating(1, "bo")]
            first = asyncio.create_task(desk.stop(save=False))
            await asyncio.sleep(0)
            first.cancel()
            second = asyncio.create_task(desk.stop(save=False))
            await asyncio.gather(first, return_exceptions=True)
            assert first.cancelled()
            assert not second.done()
            journal.leave.set()
            await asyncio.wait_for(second, 10)
            assert all(answer.done() for answer in answers)

    asyncio.run(story())


def test_no_snapshot_is_saved_once_the_desk_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table may be another node's by then."""
    monkeypatch.setattr("croupier.floor.snapshot_schedule.CALM_S", 0.05)

    async def story() -> None:
        journal = MemoryJournal()
        committer = HouseCommitter(lambda: journal)
        desk = desk_of(journal, committer=committer, snapshot_every=2)
        committer.start()
        desk.start()
        spun = SpinBall(by=DEALER, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
        for command in (opening(), *seating(1, "bo"), wager(), spun, CallNoMoreBets(by=DEALER, at=0)):
            assert (await desk.ask(order(command))).events
        await desk.stop(save=False)
        assert journal.snapshot(STREAM) is None
        await asyncio.sleep(0.15)
        assert journal.snapshot(STREAM) is None
        committer.stop()

    asyncio.run(story())
