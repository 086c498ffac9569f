"""The desk: a bounded line, one commit for all who wait, answers from any thread, and an orderly end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from croupier.floor.clock import HouseClock
from croupier.floor.desk import Desk
from croupier.floor.disk import Disk
from croupier.floor.order import Answer, News, Reason
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.record import Draft, Record
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_journal
from croupier.table.command import CallNoMoreBets, Direction, SpinBall
from croupier.table.event import NoMoreBetsCalled
from tests.floor.scripts import STREAM, opening, order, seating, wager
from tests.floor.tables import DEALER, NOON, rules_of
from tests.loops import Loop, open_desk

RULES = rules_of("nj-terminals")


class Ticking:
    """A clock that moves on by a millisecond each time."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> int:
        self.time += 1
        return self.time


def desk_of(journal: MemoryJournal | SqliteJournal, stream: str = STREAM, **limits: object) -> Desk:
    return Desk(Writer(journal, stream, RULES), Ticking(), **limits)  # type: ignore[arg-type]


def test_all_who_wait_are_one_commit_and_one_piece_of_news() -> None:
    news: list[News] = []
    desk = desk_of(journal := MemoryJournal(), on_news=news.append)
    futures = [desk.ask(order(command)) for command in (opening(), *seating(1, "bo"), wager())]
    assert not any(future.done() for future in futures)
    assert desk.turn()
    assert [future.result(0).version for future in futures] == [1, 2, 3, 4, 5]
    assert [(each.after, each.version) for each in news] == [(0, 5)]
    assert [record.time_ms for record in journal.read(STREAM)] == [NOON + n for n in range(1, 6)], "the desk's clock"
    assert not desk.turn()


def test_a_full_line_answers_busy_at_once() -> None:
    desk = desk_of(MemoryJournal(), line_max=2)
    waiting = [desk.ask(order(opening())) for _ in range(2)]
    answers: list[Answer] = []
    desk.post((order(opening()),), answers.extend)
    assert [answer.unanswered for answer in answers] == [Reason.BUSY]
    assert not any(future.done() for future in waiting)
    desk.turn()
    assert all(future.result(0).version for future in waiting)


def test_a_commit_takes_no_more_than_its_group() -> None:
    desk = desk_of(MemoryJournal(), group_max=2)
    futures = [desk.ask(order(opening())) for _ in range(3)]
    desk.turn()
    assert [future.done() for future in futures] == [True, True, False]
    desk.turn()
    assert futures[2].done()


def test_an_orderly_end_answers_what_was_accepted_and_saves_a_snapshot() -> None:
    journal = MemoryJournal()
    desk = desk_of(journal)
    futures = [desk.ask(order(command)) for command in (opening(), *seating(1, "bo"), wager())]
    desk.stop()
    assert [future.result(0).version for future in futures] == [1, 2, 3, 4, 5]
    assert desk.ask(order(wager())).result(0).unanswered is Reason.STOPPED
    snapshot = journal.snapshot(STREAM)
    assert snapshot
    assert snapshot.version == 5
    with pytest.raises(RuntimeError, match="closed"):
        desk.look(lambda version, _table: version).result(0)


def test_snapshots_are_taken_when_nobody_bets() -> None:
    journal = MemoryJournal()
    desk = desk_of(journal, group_max=1, snapshot_every=2)
    spin = SpinBall(by=DEALER, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
    bets = [wager(stake=100 * (1 + n)) for n in range(16)]
    for command in (opening(), *seating(1, "bo"), wager(), spin, CallNoMoreBets(by=DEALER, at=0), *bets):
        desk.ask(order(command))
    saved = []
    while desk.turn():
        snapshot = journal.snapshot(STREAM)
        saved.append(snapshot.version if snapshot else 0)
    assert saved[:7] == [0, 0, 0, 0, 0, 0, 7], "while bets are taken, none; at the call, at once"
    assert saved[8:11] == [9, 9, 11], "then after every second record"


def test_a_table_that_takes_bets_for_ever_is_saved_after_ten_times_as_many_records() -> None:
    journal = MemoryJournal()
    desk = desk_of(journal, group_max=1, snapshot_every=2)
    for command in (opening(), *seating(1, "bo"), *(wager(stake=100) for _ in range(20))):
        desk.ask(order(command))
    saved = []
    while desk.turn():
        snapshot = journal.snapshot(STREAM)
        saved.append(snapshot.version if snapshot else 0)
    assert saved[18:21] == [0, 20, 20]


def test_in_a_loop_a_snapshot_waits_until_the_call_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.desk.CALM_S", 0.05)
    journal, told = MemoryJournal(), threading.Event()
    saved_when_told: list[object] = []

    def hear(news: News) -> None:
        if any(isinstance(event, NoMoreBetsCalled) for event in news.events):
            saved_when_told.append(journal.snapshot(STREAM))
            told.set()

    spin = SpinBall(by=DEALER, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
    with open_desk(desk_of(journal, snapshot_every=2, on_news=hear)) as desk:
        for command in (opening(), *seating(1, "bo"), wager(), spin, CallNoMoreBets(by=DEALER, at=0)):
            assert desk.ask(order(command)).result(30).events
        assert told.wait(30)
        assert saved_when_told == [None]
        until = time.monotonic() + 30
        while journal.snapshot(STREAM) is None and time.monotonic() < until:
            time.sleep(0.005)
        snapshot = journal.snapshot(STREAM)
    assert snapshot
    assert snapshot.version == 7, "taken while the desk was open, not at its end"


def test_the_turns_of_a_started_desk_are_the_loop_s() -> None:
    with open_desk(desk_of(MemoryJournal())) as desk, pytest.raises(RuntimeError, match="The loop takes"):
        desk.turn()


def test_a_desk_whose_loop_has_ended_finishes_what_is_under_way() -> None:
    """As when the service is stopped in the middle of a commit."""

    class Slow(MemoryJournal):
        entered, leave = threading.Event(), threading.Event()

        def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
            self.entered.set()
            assert self.leave.wait(30)
            return super().append(stream, expected_version, drafts)

    journal, loop = Slow(), Loop()
    desk = desk_of(journal)
    with Disk() as disk:
        loop.call(lambda: desk.start(loop.loop, disk))
        first = desk.ask(order(opening()))
        assert journal.entered.wait(30)
        second = desk.ask(order(opening()))
        loop.close()
        assert not first.done()
        journal.leave.set()
        desk.stop()
    assert first.result(0).version == 1
    assert second.result(0).refusal


def test_a_look_sees_the_table_between_commits() -> None:
    with open_desk(desk_of(MemoryJournal())) as desk:
        desk.ask(order(opening())).result()
        assert desk.look(lambda version, table: (version, table.phase)).result() == (1, "betting")
        with pytest.raises(ZeroDivisionError):
            desk.look(lambda version, _table: version // 0).result()


def test_callbacks_that_fail_do_not_take_the_desk_along(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: object) -> None:
        raise LookupError("gone")

    with open_desk(desk_of(MemoryJournal(), on_news=fail)) as desk:
        desk.post((order(opening()),), fail)
        assert desk.ask(order(opening())).result().refusal
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 2


def test_answers_come_after_the_commit_and_never_before() -> None:
    """The store is held in the middle of the commit: nobody has an answer yet."""

    class Slow(MemoryJournal):
        entered, leave = threading.Event(), threading.Event()

        def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
            self.entered.set()
            assert self.leave.wait(30)
            return super().append(stream, expected_version, drafts)

    journal = Slow()
    with open_desk(desk_of(journal)) as desk:
        future = desk.ask(order(opening()))
        assert journal.entered.wait(30)
        assert not future.done()
        journal.leave.set()
        assert future.result(30).events


def test_several_desks_on_one_file_and_many_threads(tmp_path: Path) -> None:
    path = tmp_path / "house.journal"
    streams = ["table/1", "table/2", "table/3"]
    desks = [desk_of(SqliteJournal(path), stream) for stream in streams]
    loop, disk = Loop(), Disk()
    for desk in desks:
        loop.call(partial(desk.start, loop.loop, disk))
        for command in (opening(), *seating(1, "bo")):
            desk.ask(order(command)).result(30)

    def play(number: int) -> int:
        return desks[number % 3].ask(order(wager(stake=100), f"w{number}")).result(30).version

    with ThreadPoolExecutor(6) as pool:
        versions = sorted(pool.map(play, range(300)))
    for desk in desks:
        loop.call(desk.stop)
    loop.close()
    disk.shutdown()
    assert versions == sorted([*range(5, 105)] * 3)
    with SqliteJournal(path, read_only=True) as journal:
        assert verify_journal(journal).ok
        assert [head.version for head in journal.streams()] == [104] * 3
    for desk in desks:
        desk._writer.close()


def test_an_asyncio_loop_waits_for_its_answers() -> None:
    async def play(desk: Desk) -> list[Answer]:
        orders = [order(command) for command in (opening(), *seating(1, "bo"))]
        return await asyncio.gather(*(asyncio.wrap_future(desk.ask(each)) for each in orders))

    with open_desk(desk_of(MemoryJournal())) as desk:
        assert [answer.version for answer in asyncio.run(play(desk))] == [1, 2, 3, 4]


def test_the_house_clock_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HouseClock()
    times = iter([5_000_000, 9_000_000, 7_000_000, 9_500_000])
    monkeypatch.setattr("time.time_ns", lambda: next(times))
    assert [clock.now() for _ in range(4)] == [5, 9, 9, 9]
