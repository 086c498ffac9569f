"""The committer: one commit for the house, never in the loop; tables do not affect each other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from croupier.floor.committer import (
    GROUP_RECORDS_MAX,
    CommitOutcome,
    HouseCommitter,
    ImmediateCommitter,
    complete,
)
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, UnansweredReason
from croupier.floor.slices import SLICE_S
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Batch, OutcomeUnknown, StoreBusy, VersionConflict
from croupier.journal.record import BadDraft, Draft, Record
from croupier.journal.verify import verify_journal
from tests.floor.scripts import opening, order, seating, wager
from tests.floor.tables import NOON, rules_of
from tests.floor.test_desk import Ticking

T = TypeVar("T")
RULES = rules_of("nj-terminals")


class Watch:
    """A clock that moves only when set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Noting(MemoryJournal):
    """Records which streams share a commit, and its thread; calls a hook before each."""

    def __init__(self) -> None:
        super().__init__()
        self.commits: list[list[str]] = []
        self.threads: list[int] = []
        self.before: Callable[[Sequence[Batch]], object] = lambda _batches: None

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self.commits.append([stream for stream, _, _ in batches])
        self.threads.append(threading.get_ident())
        self.before(batches)
        return super().append_many(batches)

    def close(self) -> None:
        """A journal of this test is used again after it was dropped."""


def draft(body: bytes = b"{}") -> Draft:
    return Draft("wager-placed/1", "dealer:ana", 1, body)


class House:
    """A committer that is used from one loop."""

    def __init__(self, pool: ThreadPoolExecutor | None = None) -> None:
        self.journal, self.watch = Noting(), Watch()
        self.committer = HouseCommitter(lambda: self.journal, clock=self.watch, pool=pool)

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async def main() -> T:
            self.committer.start()
            return await work()

        try:
            return asyncio.run(main())
        finally:
            self.committer.close()

    async def append(self, stream: str, expected: int = 0, drafts: Sequence[Draft] | None = None) -> int:
        """The last version."""
        records = await self.committer.append(self.journal, [(stream, expected, drafts or [draft()])])
        assert {record.stream for record in records} == {stream}
        return records[-1].version

    async def all(self, *appends: Coroutine[Any, Any, int]) -> list[int | BaseException]:
        return await asyncio.gather(*appends, return_exceptions=True)


# One commit for the house


def test_what_all_have_waiting_is_one_commit() -> None:
    """The thread begins only when all tables have taken their turn."""
    house = House()
    told = house.run(lambda: house.all(*(house.append(f"table/{n}", 0, [draft()] * n) for n in range(1, 6))))
    assert told == [1, 2, 3, 4, 5]
    assert house.journal.commits == [[f"table/{n}" for n in range(1, 6)]]


def test_a_stream_stands_in_a_commit_once() -> None:
    house = House()
    told = house.run(lambda: house.all(house.append("table/1"), house.append("table/2"), house.append("table/1", 1)))
    assert told == [1, 1, 2]
    assert house.journal.commits == [["table/1", "table/2"], ["table/1"]]


@pytest.mark.parametrize(("more", "commits"), [(0, 1), (1, 2)])
def test_no_commit_is_made_giant_by_others(more: int, commits: int) -> None:
    house = House()
    sizes = [300, 700, GROUP_RECORDS_MAX - 1000 + more]
    house.run(lambda: house.all(*(house.append(f"table/{n}", 0, [draft()] * size) for n, size in enumerate(sizes))))
    assert len(house.journal.commits) == commits


def test_what_is_decided_during_a_commit_is_one_commit_after_it() -> None:
    """The thread does not take the first of several tables that decide in one step."""
    house, leave = House(), threading.Event()

    async def evening() -> list[int | BaseException]:
        house.journal.before = lambda _batches: leave.wait(30)
        first = asyncio.ensure_future(house.append("table/1"))
        while not house.journal.commits:
            await asyncio.sleep(0)

        async def second() -> int:
            leave.set()  # the thread may go on at any time from now
            return await house.append("table/2")

        others = asyncio.ensure_future(house.all(second(), house.append("table/3"), house.append("table/4")))
        return [await first, *await others]

    assert house.run(evening) == [1] * 4
    assert house.journal.commits == [["table/1"], ["table/2", "table/3", "table/4"]]


def test_without_a_shared_journal_each_writer_commits_through_its_own() -> None:
    own = [Noting(), Noting()]
    committer = HouseCommitter()

    async def main() -> None:
        committer.start()
        appends = [committer.append(each, [("table/1", 0, [draft()])]) for each in own]
        assert all(await asyncio.gather(*appends))

    asyncio.run(main())
    committer.close()
    assert [each.commits for each in own] == [[["table/1"]], [["table/1"]]]


def test_who_takes_long_with_an_outcome_lets_the_loop_run_before_the_next_is_told() -> None:
    house, told = House(), list[str]()

    def tell(stream: str, outcome: CommitOutcome) -> None:
        assert not isinstance(outcome, BaseException)
        assert {record.stream for record in outcome} == {stream}
        told.append(stream)
        house.watch.now += SLICE_S

    async def evening() -> list[int]:
        for stream in ("table/1", "table/2", "table/3"):
            assert house.committer.submit(house.journal, [(stream, 0, [draft()])], partial(tell, stream))
        seen = []
        while len(told) < 3:
            await asyncio.sleep(0)
            seen.append(len(told))
        return seen

    assert set(house.run(evening)) >= {1, 2, 3}
    assert told == ["table/1", "table/2", "table/3"]
    assert house.journal.commits == [["table/1", "table/2", "table/3"]], "still one commit"


# A table in trouble delays no other


@pytest.mark.parametrize(
    ("expected", "bad", "kind"),
    [(7, draft(), VersionConflict), (0, Draft("wager-placed/1", "no actor", 1, b""), BadDraft)],
)
def test_only_the_failing_writer_gets_the_error(expected: int, bad: Draft, kind: type[Exception]) -> None:
    house = House()
    told = house.run(
        lambda: house.all(house.append("table/1"), house.append("table/2", expected, [bad]), house.append("table/3"))
    )
    assert told[0] == told[2] == 1
    assert isinstance(told[1], kind)
    assert house.journal.commits == [["table/1", "table/2", "table/3"], ["table/1"], ["table/2"], ["table/3"]]


def test_after_an_unknown_outcome_each_commits_alone_until_it_succeeds() -> None:
    """One table may be the cause; it does not keep the others from the journal."""
    house = House()

    def fail(batches: Sequence[Batch]) -> None:
        if any(stream == "table/2" for stream, _, _ in batches):
            raise OutcomeUnknown("?")

    async def evening() -> list[list[int | BaseException]]:
        appends = [house.append(f"table/{n}") for n in (1, 2, 3)]
        first = await house.all(*appends)
        second = await house.all(*(house.append(f"table/{n}") for n in (1, 2, 3)))
        house.journal.before = lambda _batches: None
        third = await house.all(house.append("table/1", 1), house.append("table/2"), house.append("table/3", 1))
        fourth = await house.all(house.append("table/1", 2), house.append("table/2", 1))
        return [first, second, third, fourth]

    house.journal.before = fail
    first, second, third, fourth = house.run(evening)
    assert all(isinstance(each, OutcomeUnknown) for each in first)
    assert (second[0], second[2]) == (1, 1)
    assert isinstance(second[1], OutcomeUnknown)
    assert third == [2, 1, 2]
    assert fourth == [3, 2]
    alone = [["table/1"], ["table/2"], ["table/3"]]
    again = [["table/1", "table/3"], ["table/2"], ["table/1", "table/2"]]
    assert house.journal.commits == [["table/1", "table/2", "table/3"], *alone, *again]


def test_a_store_that_is_held_is_nobody_s_fault_and_is_not_asked_for_each() -> None:
    house = House()

    def held(_batches: Sequence[Batch]) -> None:
        house.journal.before = lambda _batches: None
        raise StoreBusy("held")

    async def evening() -> list[list[int | BaseException]]:
        first = await house.all(house.append("table/1"), house.append("table/2"))
        return [first, await house.all(house.append("table/1"), house.append("table/2"))]

    house.journal.before = held
    first, second = house.run(evening)
    assert all(isinstance(each, StoreBusy) for each in first)
    assert second == [1, 1]
    assert house.journal.commits == [["table/1", "table/2"]] * 2


class Wish(Struct, frozen=True):
    """What a writer appends in a round, and its fault, if any."""

    stream: int
    wrong: str


wishes = st.lists(
    st.lists(
        st.builds(Wish, st.integers(0, 5), st.sampled_from(["", "", "", "version", "draft", "poison"])),
        max_size=8,
        unique_by=lambda wish: wish.stream,
    ),
    max_size=6,
)


@pytest.mark.slow
@given(rounds=wishes, busy=st.sets(st.integers(0, 20)))
@settings(max_examples=150, deadline=None)
def test_a_failing_table_does_not_affect_the_others(rounds: list[list[Wish]], busy: set[int]) -> None:
    """A correct writer's append is recorded, at the latest at its second attempt on a working store."""
    house, versions = House(), dict.fromkeys(range(6), 0)

    def trouble(batches: Sequence[Batch]) -> None:
        if len(house.journal.commits) in busy:
            raise StoreBusy("held")
        if any(each.body == b"poison" for _, _, drafts in batches for each in drafts):
            raise OutcomeUnknown("poison")

    async def want(wish: Wish, wrong: str) -> int:
        drafts = [Draft("wager-placed/1", "no actor", 1, b"")] if wrong == "draft" else [draft()]
        drafts = [draft(b"poison")] if wrong == "poison" else drafts
        expected = versions[wish.stream] + (5 if wrong == "version" else 0)
        return await house.append(f"table/{wish.stream}", expected, drafts)

    async def evening() -> None:
        for wanted in rounds:
            left, shared = wanted, set[int]()
            for _ in range(len(busy) + 2):
                told = await house.all(*(want(each, each.wrong) for each in left))
                for wish, answer in zip(left, told, strict=True):
                    if isinstance(answer, int):
                        assert not wish.wrong
                        assert answer == versions[wish.stream] + 1
                        versions[wish.stream] = answer
                    elif not wish.wrong:
                        first = isinstance(answer, OutcomeUnknown) and wish.stream not in shared
                        assert first or isinstance(answer, StoreBusy), answer
                        shared |= {wish.stream} if first else set()
                done = {wish.stream for wish, answer in zip(left, told, strict=True) if isinstance(answer, int)}
                left = [wish for wish in left if wish.stream not in done]
            assert all(wish.wrong for wish in left), "who does nothing wrong is recorded in the end"

    house.journal.before = trouble
    house.run(evening)
    assert [head.version for head in house.journal.streams()] == [each for each in versions.values() if each]
    assert verify_journal(house.journal).ok


# Never in the loop


async def _asked(desk: Desk, *commands: object) -> list[Answer]:
    return [await desk.ask(order(command)) for command in commands]  # type: ignore[arg-type]  # whichever they are


@pytest.mark.parametrize("count", [1, GROUP_RECORDS_MAX])
def test_the_loop_runs_while_a_commit_waits_for_the_disk(count: int) -> None:
    house, leave = House(), threading.Event()

    async def evening() -> None:
        house.journal.before = lambda _batches: leave.wait(30)
        waiting = asyncio.ensure_future(house.append("table/1", 0, [draft()] * count))
        while not house.journal.commits:
            await asyncio.sleep(0)
        assert not waiting.done()
        leave.set()
        assert await waiting == count
        assert house.journal.threads != [threading.get_ident()]

    house.run(evening)


def test_a_commit_waits_for_what_the_thread_is_reading() -> None:
    house, leave = House(), threading.Event()

    async def evening() -> None:
        reading = asyncio.ensure_future(house.committer.call(lambda: leave.wait(30)))
        waiting = asyncio.ensure_future(house.append("table/1"))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        assert not house.journal.commits
        leave.set()
        assert await reading
        assert await waiting == 1

    house.run(evening)


class Threadless(ThreadPoolExecutor):
    """A pool on a machine that starts no more threads."""

    def submit(self, *_given: Any, **_named: Any) -> Future[Any]:
        raise RuntimeError("can't start new thread")


def test_where_no_thread_can_be_started_the_caller_commits() -> None:
    house = House(Threadless(1))

    async def evening() -> list[int | BaseException]:
        told = await asyncio.wait_for(house.all(house.append("table/1"), house.append("table/2")), 30)
        batch: Batch = ("premises", 0, [draft()])
        other = asyncio.to_thread(house.committer.append_blocking, house.journal, [batch])
        return [*told, (await asyncio.wait_for(other, 30))[0].version]

    assert house.run(evening) == [1, 1, 1]
    assert house.journal.commits == [["table/1", "table/2"], ["premises"]]


def test_another_thread_commits_without_the_loop_s_help() -> None:
    """The loop itself may wait for that thread."""
    house = House()

    async def evening() -> tuple[int, list[Record]]:
        table = asyncio.ensure_future(house.append("table/1"))
        await asyncio.sleep(0)
        told: list[Record] = []
        batch: Batch = ("premises", 0, [draft()])
        thread = threading.Thread(target=lambda: told.extend(house.committer.append_blocking(house.journal, [batch])))
        thread.start()
        thread.join(30)
        assert not thread.is_alive()
        return await table, told

    version, told = house.run(evening)
    assert version == 1
    assert [record.stream for record in told] == ["premises"]


def test_before_a_loop_runs_and_after_it_everything_is_done_at_once() -> None:
    house = House()
    assert complete(house.append("table/1")) == 1
    assert house.run(lambda: house.append("table/1", 1)) == 2
    assert complete(house.append("table/1", 2)) == 3
    assert complete(house.committer.call(lambda: 4)) == 4
    assert house.committer.append_blocking(house.journal, [("premises", 0, [draft()])])[0].version == 1
    house.committer.close()


def test_what_waits_is_not_completed() -> None:
    with pytest.raises(RuntimeError, match="only an event loop"):
        complete(asyncio.sleep(0))


def test_an_immediate_committer_gives_what_the_journal_says() -> None:
    journal = MemoryJournal()
    committer = ImmediateCommitter()
    assert complete(committer.append(journal, [("table/1", 0, [draft()])]))[0].version == 1
    with pytest.raises(VersionConflict):
        complete(committer.append(journal, [("table/1", 0, [draft()])]))


# With desks


def test_tables_that_bet_at_once_share_commits_and_one_in_conflict_catches_up() -> None:
    house = House()

    async def evening() -> list[list[Answer]]:
        journal = house.journal
        desks = [Desk(Writer(journal, f"table/{n}", RULES, committer=house.committer), Ticking()) for n in (1, 2, 3)]
        for desk in desks:
            desk.start()
            assert all(answer.events for answer in await _asked(desk, opening(), *seating(1, "bo")))
        journal.commits.clear()
        first = await asyncio.gather(*(desk.ask(order(wager())) for desk in desks))
        assert [sorted(commit) for commit in journal.commits] == [["table/1", "table/2", "table/3"]]
        stranger = Writer(journal, "table/2", RULES)
        assert stranger.commit([order(wager(at=NOON + 5))])[0].events
        second = await asyncio.gather(*(desk.ask(order(wager())) for desk in desks))
        for desk in desks:
            await desk.stop()
        return [first, second]

    first, second = house.run(evening)
    assert [answer.version for answer in first] == [5, 5, 5]
    assert [answer.version for answer in second] == [6, 7, 6], "the second table was written to by a stranger"


def test_a_table_without_its_journal_delays_no_other() -> None:
    house = House()

    def fail(batches: Sequence[Batch]) -> None:
        if any(stream == "table/2" for stream, _, _ in batches):
            raise OutcomeUnknown("?")

    async def evening() -> list[Answer]:
        desks = [
            Desk(Writer(house.journal, f"table/{n}", RULES, committer=house.committer), Ticking()) for n in (1, 2, 3)
        ]
        for desk in desks:
            desk.start()
            await _asked(desk, opening(), *seating(1, "bo"))
        house.journal.before = fail
        answers = await asyncio.gather(*(desk.ask(order(wager())) for desk in desks))
        house.journal.before = lambda _batches: None
        for desk in desks:
            await desk.stop()
        return answers

    first, second, third = house.run(evening)
    assert first.events
    assert third.events
    assert second.unanswered is UnansweredReason.BUSY


def test_threads_and_tables_at_once_all_get_their_answers() -> None:
    house = House()

    def keep(number: int) -> int:
        for version in range(40):
            batch: Batch = (f"premises/{number}", version, [draft()])
            assert house.committer.append_blocking(house.journal, [batch])[0].version == version + 1
        return 40

    async def play(number: int) -> int:
        for version in range(120):
            assert await house.append(f"table/{number}", version) == version + 1
        return 120

    async def evening() -> list[int]:
        threads = [asyncio.to_thread(keep, number) for number in range(4)]
        return await asyncio.wait_for(asyncio.gather(*threads, *map(play, range(4))), 60)

    assert house.run(evening) == [40] * 4 + [120] * 4
    assert verify_journal(house.journal).ok
