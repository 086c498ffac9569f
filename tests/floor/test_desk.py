"""The desk: a bounded queue, one commit for all waiting orders, answers after it, and a clean shutdown."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier.floor.clock import HouseClock
from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, News, UnansweredReason
from croupier.floor.recovery import recover
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Batch
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_journal
from croupier.table.command import AnyCommand, CallNoMoreBets, SpinBall
from croupier.table.event import NoMoreBetsCalled
from croupier.table.values import Direction
from tests.floor.scripts import STREAM, opening, order, seating, wager
from tests.floor.tables import DEALER, NOON, rules_of
from tests.loops import Loop, asked, looked, open_desk

RULES = rules_of("nj-terminals")


class Ticking:
    """A clock that advances by a millisecond at each call."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> int:
        self.time += 1
        return self.time


class Held(MemoryJournal):
    """A journal whose commits wait until released."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.leave = threading.Event(), threading.Event()

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self.entered.set()
        assert self.leave.wait(30)
        return super().append_many(batches)


def desk_of(
    journal: MemoryJournal | SqliteJournal,
    stream: str = STREAM,
    committer: HouseCommitter | None = None,
    **limits: object,
) -> Desk:
    return Desk(Writer(journal, stream, RULES, committer=committer), Ticking(), **limits)  # type: ignore[arg-type]


def posted(desk: Desk, *commands: AnyCommand) -> list[Answer]:
    """Posts the commands; returns the list that will hold the answers."""
    answers: list[Answer] = []
    for command in commands:
        desk.post(order(command), answers.append)
    return answers


def test_all_who_wait_are_one_commit_and_one_piece_of_news() -> None:
    news: list[News] = []
    desk = desk_of(journal := MemoryJournal(), on_news=news.append)
    answers = posted(desk, opening(), *seating(1, "bo"), wager())
    assert not answers
    assert desk.turn()
    assert [answer.version for answer in answers] == [1, 2, 3, 4, 5]
    assert [(each.after, each.version) for each in news] == [(0, 5)]
    assert [record.time_ms for record in journal.read(STREAM)] == [NOON + n for n in range(1, 6)], "the desk's clock"
    assert not desk.turn()


def test_a_full_line_answers_busy_at_once() -> None:
    desk = desk_of(MemoryJournal(), line_max=2)
    waiting = posted(desk, opening(), opening())
    assert [answer.unanswered for answer in posted(desk, opening())] == [UnansweredReason.BUSY]
    assert not waiting
    desk.turn()
    assert [answer.version for answer in waiting] == [1, 2]


def test_a_commit_takes_no_more_than_its_group() -> None:
    desk = desk_of(MemoryJournal(), group_max=2)
    answers = posted(desk, opening(), opening(), opening())
    desk.turn()
    assert len(answers) == 2
    desk.turn()
    assert len(answers) == 3


def test_a_full_group_waits_for_no_turn_of_the_house() -> None:
    class Counting(HouseCommitter):
        turns = 0

        def next_turn(self, begin: Callable[[], None]) -> None:
            self.turns += 1
            super().next_turn(begin)

    async def evening() -> tuple[list[int], int]:
        committer = Counting()
        committer.start()
        desk = desk_of(MemoryJournal(), committer=committer, group_max=2)
        desk.start()
        await asyncio.sleep(0)
        answers = posted(desk, *(opening() for _ in range(5)))
        await desk.stop()
        committer.close()
        return [answer.version for answer in answers], committer.turns

    versions, turns = asyncio.run(evening())
    assert versions == [1, 2, 3, 4, 5]
    assert turns == 2, "one for the first group, none for the second, one for the order that is left"


def test_an_orderly_end_answers_what_was_accepted_and_saves_a_snapshot() -> None:
    async def evening(desk: Desk) -> list[Answer]:
        desk.start()
        answers = posted(desk, opening(), *seating(1, "bo"), wager())
        await desk.stop()
        with pytest.raises(RuntimeError, match="closed"):
            await desk.query(lambda version, _table: version)
        return [*answers, await desk.ask(order(wager()))]

    journal = MemoryJournal()
    *answers, last = asyncio.run(evening(desk_of(journal)))
    assert [answer.version for answer in answers] == [1, 2, 3, 4, 5]
    assert last.unanswered is UnansweredReason.STOPPED
    snapshot = journal.snapshot(STREAM)
    assert snapshot
    assert snapshot.version == 5


def test_a_desk_that_no_loop_has_run_ends_as_well() -> None:
    journal = MemoryJournal()
    desk = desk_of(journal)
    answers = posted(desk, opening())
    desk.close()
    assert [answer.version for answer in answers] == [1]
    assert [answer.unanswered for answer in posted(desk, opening())] == [UnansweredReason.STOPPED]
    assert journal.snapshot(STREAM)


def test_snapshots_are_taken_when_nobody_bets() -> None:
    journal = MemoryJournal()
    desk = desk_of(journal, group_max=1, snapshot_every=2)
    spin = SpinBall(by=DEALER, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
    bets = [wager(stake=100 * (1 + n)) for n in range(16)]
    posted(desk, opening(), *seating(1, "bo"), wager(), spin, CallNoMoreBets(by=DEALER, at=0), *bets)
    saved = []
    while desk.turn():
        snapshot = journal.snapshot(STREAM)
        saved.append(snapshot.version if snapshot else 0)
    assert saved[:7] == [0, 0, 0, 0, 0, 0, 7], "while bets are taken, none; at the call, at once"
    assert saved[8:11] == [9, 9, 11], "then after every second record"


def test_a_table_that_takes_bets_for_ever_is_saved_after_ten_times_as_many_records() -> None:
    journal = MemoryJournal()
    desk = desk_of(journal, group_max=1, snapshot_every=2)
    posted(desk, opening(), *seating(1, "bo"), *(wager(stake=100) for _ in range(20)))
    saved = []
    while desk.turn():
        snapshot = journal.snapshot(STREAM)
        saved.append(snapshot.version if snapshot else 0)
    assert saved[18:21] == [0, 20, 20]


def test_in_a_loop_a_snapshot_waits_until_the_call_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.snapshot_schedule.CALM_S", 0.05)
    journal, told = MemoryJournal(), threading.Event()
    saved_when_told: list[object] = []

    def hear(news: News) -> None:
        if any(isinstance(event, NoMoreBetsCalled) for event in news.events):
            saved_when_told.append(journal.snapshot(STREAM))
            told.set()

    spin = SpinBall(by=DEALER, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
    with open_desk(desk_of(journal, snapshot_every=2, on_news=hear)) as desk:
        for command in (opening(), *seating(1, "bo"), wager(), spin, CallNoMoreBets(by=DEALER, at=0)):
            assert asked(desk, order(command)).events
        assert told.wait(30)
        assert saved_when_told == [None]
        until = time.monotonic() + 30
        while journal.snapshot(STREAM) is None and time.monotonic() < until:
            time.sleep(0.005)
        snapshot = journal.snapshot(STREAM)
    assert snapshot
    assert snapshot.version == 7, "taken while the desk was open, not at its end"


def test_the_turns_of_a_started_desk_are_the_loop_s() -> None:
    with open_desk(desk_of(MemoryJournal())) as desk, pytest.raises(RuntimeError, match="its loop takes"):
        desk.turn()


def test_a_desk_whose_loop_has_ended_in_a_commit_continues_with_what_is_recorded() -> None:
    """As when the service is killed: the commit in progress is not answered, but it counts."""
    journal, loop = Held(), Loop()
    committer = HouseCommitter(lambda: journal)
    desk = desk_of(journal, committer=committer)
    loop.call(committer.start)
    loop.call(desk.start)
    commands = [opening(), *seating(1, "bo")]
    journal.leave.set()
    for command in commands:
        assert asked(desk, order(command)).events
    journal.entered.clear()
    journal.leave.clear()
    first = loop.call(lambda: posted(desk, wager()))
    assert journal.entered.wait(30)
    second = loop.call(lambda: posted(desk, wager()))
    loop.close()
    assert not first
    journal.leave.set()
    committer.stop()
    desk.close()
    assert not first
    assert [answer.version for answer in second] == [6]
    assert [record.version for record in journal.read(STREAM)] == [1, 2, 3, 4, 5, 6]
    assert recover(journal, STREAM).table == recover(journal, STREAM, snapshot=False).table


def test_a_look_sees_the_table_between_commits() -> None:
    with open_desk(desk_of(MemoryJournal())) as desk:
        asked(desk, order(opening()))
        assert looked(desk, lambda version, table: (version, table.phase)) == (1, "betting")
        with pytest.raises(ZeroDivisionError):
            looked(desk, lambda version, _table: version // 0)


def test_callbacks_that_fail_do_not_take_the_desk_along(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: object) -> None:
        raise LookupError("gone")

    desk = desk_of(MemoryJournal(), on_news=fail)
    desk.post(order(opening()), fail)
    answers = posted(desk, opening())
    desk.turn()
    assert answers[0].refusal
    told = [record for record in caplog.records if record.name == "croupier.floor.desk"]
    assert [record.levelname for record in told] == ["ERROR", "ERROR"]


def test_news_that_take_long_stop_neither_the_loop_nor_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the news of a commit is built, the table waits and the loop serves others."""
    monkeypatch.setattr("croupier.floor.slices.WORK_S", 0.0)
    steps: list[str] = []

    def tell(news: News) -> Iterator[None]:
        for step in range(5):
            steps.append(f"{news.version}: {step}")
            yield

    async def evening(desk: Desk) -> None:
        desk.start()
        turns = 0
        first, second = desk.ask(order(opening())), desk.ask(order(seating(1, "bo")[0]))
        seen = desk.query(lambda version, _table: (version, len(steps)))
        while not seen.done():
            turns += 1
            await asyncio.sleep(0)
        assert turns >= 5, "others had their turns"
        assert (await first).version == 1
        assert (await second).version == 2
        assert await seen == (1, 5), "after the news, and before the next commit"
        await desk.stop()

    asyncio.run(evening(desk_of(MemoryJournal(), on_news=tell, group_max=1)))
    assert steps == [f"{version}: {step}" for version in (1, 2) for step in range(5)]


def test_answers_come_after_the_commit_and_never_before() -> None:
    """The store is blocked during the commit: no order has an answer yet."""
    journal = Held()
    committer = HouseCommitter(lambda: journal)
    with open_desk(desk_of(journal, committer=committer), committer) as desk, ThreadPoolExecutor(1) as pool:
        future = pool.submit(asked, desk, order(opening()))
        assert journal.entered.wait(30)
        assert not future.done()
        journal.leave.set()
        assert future.result(30).events


def test_several_desks_on_one_file_and_many_threads(tmp_path: Path) -> None:
    path = tmp_path / "house.journal"
    streams = ["table/1", "table/2", "table/3"]
    committer = HouseCommitter(lambda: SqliteJournal(path))
    journals = [SqliteJournal(path) for _ in streams]
    desks = [desk_of(*each, committer) for each in zip(journals, streams, strict=True)]
    loop = Loop()
    loop.call(committer.start)
    for desk in desks:
        loop.call(desk.start)
        for command in (opening(), *seating(1, "bo")):
            asked(desk, order(command))

    def play(number: int) -> int:
        return asked(desks[number % 3], order(wager(stake=100), f"w{number}")).version

    with ThreadPoolExecutor(6) as pool:
        versions = sorted(pool.map(play, range(300)))
    for desk in desks:
        loop.do(desk.stop())
    loop.close()
    committer.close()
    assert versions == sorted([*range(5, 105)] * 3)
    with SqliteJournal(path, read_only=True) as journal:
        assert verify_journal(journal).ok
        recorded, *tables = journal.streams()
        assert [head.version for head in tables] == [104] * 3
        assert recorded.stream == "rules"
        books = [record for record in journal.read("rules") if record.kind == "rulebook-recorded/1"]
        assert len(books) == 1  # three tables, one rulebook, recorded once
    for journal in journals:
        journal.close()


def test_the_house_clock_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HouseClock()
    times = iter([5_000_000, 9_000_000, 7_000_000, 9_500_000])
    monkeypatch.setattr("time.time_ns", lambda: next(times))
    assert [clock.now() for _ in range(4)] == [5, 9, 9, 9]
