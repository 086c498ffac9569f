"""The disk: a thread waits for it, and the loop itself only while it has been brisk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest

from croupier.floor.desk import Desk
from croupier.floor.disk import BRISK_S, SLOW_S, STEADY, Disk
from croupier.floor.order import Answer
from croupier.floor.steps import Brief
from croupier.floor.writer import BRIEF_MAX, Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.record import Draft, Record
from tests.floor.scripts import STREAM, opening, order, seating, wager
from tests.floor.tables import rules_of
from tests.floor.test_desk import Ticking
from tests.loops import Loop


class Watch:
    """A clock that stands still but for what is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def disk(watch: Watch) -> Iterator[Disk]:
    with Disk(watch) as disk:
        yield disk


def taking(watch: Watch, seconds: float) -> Brief:
    return Brief(watch.wait, seconds)


def nothing() -> None:
    """Is made and over."""


def test_a_disk_is_brisk_when_so_many_brief_calls_were_and_no_sooner(disk: Disk, watch: Watch) -> None:
    for _ in range(STEADY):
        assert not disk.is_free_for(Brief(nothing))
        watch.now = 0.0  # so that no sum of fractions is a hair too long
        disk.make(taking(watch, BRISK_S))
    assert disk.is_free_for(Brief(nothing))
    assert not disk.is_free_for(nothing)
    assert not disk.is_free_for(partial(nothing)), "only what is known to be brief"


@pytest.mark.parametrize(("seconds", "free"), [(BRISK_S * 1.01, True), (SLOW_S, True), (SLOW_S * 1.01, False)])
def test_one_slow_call_ends_it_and_one_in_between_does_not(
    disk: Disk, watch: Watch, seconds: float, free: bool
) -> None:
    for _ in range(STEADY):
        disk.make(Brief(nothing))
    disk.make(taking(watch, seconds))
    assert disk.is_free_for(Brief(nothing)) is free


def test_a_slow_call_in_the_thread_counts_as_well_and_so_does_one_that_fails(disk: Disk, watch: Watch) -> None:
    def fail() -> None:
        watch.wait(SLOW_S * 2)
        raise OSError("full")

    for _ in range(STEADY):
        disk.submit(disk.make, Brief(nothing)).result(30)
    assert disk.is_free_for(Brief(nothing))
    with pytest.raises(OSError, match="full"):
        disk.submit(disk.make, Brief(fail)).result(30)
    assert not disk.is_free_for(Brief(nothing))


def test_how_long_other_calls_take_says_nothing_of_brief_ones(disk: Disk, watch: Watch) -> None:
    for _ in range(STEADY):
        disk.make(Brief(nothing))
    disk.make(partial(watch.wait, 60.0))
    assert disk.is_free_for(Brief(nothing))


def test_nothing_is_made_at_once_while_the_thread_is_at_something(disk: Disk) -> None:
    for _ in range(STEADY):
        disk.make(Brief(nothing))
    leave = threading.Event()
    under_way = disk.submit(leave.wait, 30)
    assert not disk.is_free_for(Brief(nothing))
    leave.set()
    assert under_way.result(30)
    assert disk.is_free_for(Brief(nothing))


class Telling(MemoryJournal):
    """Notes how many records came in which thread, and does something before each commit."""

    def __init__(self) -> None:
        super().__init__()
        self.commits: list[tuple[int, int]] = []
        self.before: Callable[[], None] = nothing

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        self.commits.append((threading.get_ident(), len(drafts)))
        self.before()
        return super().append(stream, expected_version, drafts)


class AtTheDesk:
    """A desk in a loop, whose orders are asked one after the other."""

    def __init__(self, disk: Disk) -> None:
        self.journal, self.loop = Telling(), Loop()
        self.desk = Desk(Writer(self.journal, STREAM, rules_of("nj-terminals")), Ticking())
        self.loop_thread = self.loop.call(threading.get_ident)
        self.loop.call(lambda: self.desk.start(self.loop.loop, disk))
        for command in (opening(), *seating(1, "bo")):
            assert self.ask(command).events

    def ask(self, command: object) -> Answer:
        return self.desk.ask(order(command)).result(30)  # type: ignore[arg-type]  # whichever command it is

    def in_loop(self) -> list[bool]:
        return [thread == self.loop_thread for thread, _ in self.journal.commits]

    def close(self) -> None:
        self.loop.call(self.desk.stop)
        self.loop.close()


@pytest.fixture
def at_the_desk(disk: Disk) -> Iterator[AtTheDesk]:
    desk = AtTheDesk(disk)
    yield desk
    desk.close()


def test_the_loop_commits_while_the_disk_is_brisk_and_the_thread_when_it_is_not(
    at_the_desk: AtTheDesk, watch: Watch
) -> None:
    commits = at_the_desk.journal.commits
    while len(commits) < STEADY:
        assert at_the_desk.ask(wager()).events
    assert not any(at_the_desk.in_loop())
    assert at_the_desk.ask(wager()).events
    assert at_the_desk.in_loop()[STEADY:] == [True]
    at_the_desk.journal.before = partial(watch.wait, SLOW_S * 2)
    assert at_the_desk.ask(wager()).events
    assert at_the_desk.ask(wager()).events
    assert at_the_desk.in_loop()[STEADY:] == [True, True, False], "one was slow, and the next is the thread's"


def test_a_commit_that_fails_in_the_loop_is_tried_again_and_answered(at_the_desk: AtTheDesk) -> None:
    journal = at_the_desk.journal
    while len(journal.commits) < STEADY:
        assert at_the_desk.ask(wager()).events
    failures = [OSError("once")]

    def fail() -> None:
        if failures:
            raise failures.pop()

    journal.before = fail
    answer = at_the_desk.ask(wager())
    assert answer.events
    assert answer.version == len(list(journal.read(STREAM)))
    assert at_the_desk.in_loop()[STEADY:] == [True, True]


def test_a_long_commit_is_the_thread_s(at_the_desk: AtTheDesk) -> None:
    journal, answered = at_the_desk.journal, threading.Event()
    while len(journal.commits) <= STEADY:
        assert at_the_desk.ask(wager()).events
    many = [order(wager()) for _ in range(BRIEF_MAX + 1)]
    at_the_desk.desk.post(many, lambda _answers: answered.set())
    assert answered.wait(30)
    assert journal.commits[-1][1] == BRIEF_MAX + 1
    assert at_the_desk.in_loop()[-2:] == [True, False]
