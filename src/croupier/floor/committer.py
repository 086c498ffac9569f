"""Commits for writers: one commit in a thread for all that are waiting. See ADR 94, 95 and 127."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

from croupier.floor.append_watcher import start
from croupier.floor.slices import SLICE_S
from croupier.floor.turns import HouseTurns
from croupier.journal.port import (
    Batch,
    Journal,
    StartingJournal,
    StoreBusy,
    StoreUnreachable,
    StreamTaken,
    VersionConflict,
)
from croupier.journal.record import BadDraft, Record

GROUP_RECORDS_MAX = 2_000
"""Maximum number of records that one commit takes from several writers, to bound its duration."""

T = TypeVar("T")
CommitOutcome = Sequence[Record] | BaseException
"""The records of a commit that is durable, or why it failed."""
_Outcome = tuple[Record, ...] | BaseException
_Done = Callable[[_Outcome], None]

_NOTHING_WRITTEN = (VersionConflict, StreamTaken, BadDraft)
"""One writer's failure: nothing was written, and the others can commit without it."""
_UNAVAILABLE = (StoreBusy, StoreUnreachable)
"""Nothing was written, through no fault of the writers."""


class Committer(Protocol):
    """What writers append through. The implementation decides where the waiting takes place."""

    def submit(self, journal: Journal, batches: Sequence[Batch], done: Callable[[CommitOutcome], None]) -> bool:
        """Has the batches appended and `done` called with the outcome, in the loop's thread.

        Returns False, and does nothing, if only `append` can do that now.
        """
        ...

    async def append(self, journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        """Appends durably. `journal` is the writer's own, for stores in which only the owner of a stream may append."""
        ...

    async def call(self, work: Callable[[], T]) -> T:
        """Runs other work that blocks on the store, such as reading a table again, and returns its result."""
        ...

    def next_turn(self, begin: Callable[[], None]) -> None:
        """Calls `begin` in the next turn of the house, together with the callbacks of all other tables."""
        ...

    async def yield_to_loop(self) -> None:
        """Yields to other tasks during long work."""
        ...


class ImmediateCommitter:
    """Does everything immediately in the caller: for scripts, tools and simulations."""

    def submit(self, journal: Journal, batches: Sequence[Batch], done: Callable[[CommitOutcome], None]) -> bool:
        try:
            outcome: CommitOutcome = journal.append_many(batches)
        except Exception as error:
            outcome = error
        done(outcome)
        return True

    async def append(self, journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        return journal.append_many(batches)

    async def call(self, work: Callable[[], T]) -> T:
        return work()

    def next_turn(self, begin: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(begin)

    async def yield_to_loop(self) -> None:
        """Does nothing: there are no other tasks."""


def complete(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # what the coroutine returned
    work.close()
    raise RuntimeError("The coroutine waits for something, so only an event loop can run it.")


class _Part:
    """What one writer wants to commit. `done` is called in the loop's thread, or in any if `threaded`."""

    __slots__ = ("batches", "done", "journal", "records", "streams", "threaded")

    def __init__(self, journal: Journal, batches: Sequence[Batch], done: _Done, *, threaded: bool = False) -> None:
        self.journal, self.batches, self.done, self.threaded = journal, batches, done, threaded
        self.streams = [stream for stream, _, _ in batches]
        self.records = sum([len(drafts) for _, _, drafts in batches])


class HouseCommitter:
    """One commit for everything that all writers of a house have waiting.

    A thread commits, so that the loop never waits for the disk. What all tables decide in one turn is in one commit,
    and what comes in the meantime is in the next.

    `shared` opens the journal object that commits for all writers. Without it, as in a store where each stream has
    an owner, each writer's records go through its own journal object: all at the same time if the loop can start
    appends there, otherwise one writer after the other.
    """

    def __init__(
        self,
        shared: Callable[[], Journal] | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        pool: Executor | None = None,
    ) -> None:
        self._open, self._clock = shared, clock
        self._pool = pool or ThreadPoolExecutor(1, "disk")
        self._journal: Journal | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock, self._committing = threading.RLock(), threading.Lock()
        self._waiting: deque[_Part] = deque()
        self._draining = False
        """The thread is committing, or will be, until the queue is empty."""
        self._step: list[_Part] = []
        """What tables have decided in this step of the loop."""
        self._turns = HouseTurns()
        self._suspects: set[str] = set()
        """Streams of a group that failed for no known reason: each commits alone until it succeeds."""

    @property
    def pool(self) -> Executor:
        """The thread that blocks on the store."""
        return self._pool

    def start(self) -> None:
        """Binds to the running loop. Before this, and after `stop`, everything is done immediately in the caller."""
        self._loop = asyncio.get_running_loop()
        self._step = []  # anything left belongs to a loop that has ended
        self._turns.forget()

    def stop(self) -> None:
        """Commits what is queued and ends the thread."""
        self._end_step()
        self._loop = None
        self._pool.shutdown()

    def close(self) -> None:
        """Closes the shared journal object."""
        self.stop()
        self._drop_journal()

    # Called by writers

    def submit(self, journal: Journal, batches: Sequence[Batch], done: Callable[[CommitOutcome], None]) -> bool:
        if self._loop is None or (self._open is None and isinstance(journal, StartingJournal)):
            return False
        self._queue(_Part(journal, batches, done), self._loop)
        return True

    async def append(self, journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        loop = self._loop
        if loop is None:
            return _result(self._commit([_Part(journal, batches, _ignore)])[0])
        if self._open is None and (records := await start(loop, journal, batches)) is not None:
            return records
        done: asyncio.Future[tuple[Record, ...]] = loop.create_future()
        self._queue(_Part(journal, batches, partial(_resolve, done)), loop)
        return await done

    def _queue(self, part: _Part, loop: asyncio.AbstractEventLoop) -> None:
        if not self._step:  # after this step, so that all tables are in the commit
            loop.call_soon(self._end_step)
        self._step.append(part)

    def next_turn(self, begin: Callable[[], None]) -> None:
        self._turns.next(begin)

    async def call(self, work: Callable[[], T]) -> T:
        if self._loop is None:
            return work()
        return await asyncio.wrap_future(self._pool.submit(work))

    async def yield_to_loop(self) -> None:
        if self._loop is not None:
            await asyncio.sleep(0)

    def append_blocking(self, journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        """The same for a thread other than the loop's; the loop need not be running."""
        done: Future[tuple[Record, ...]] = Future()
        part = _Part(journal, batches, partial(_resolve, done), threaded=True)
        with self._lock:
            joins = self._loop is not None
            if joins:
                self._waiting.append(part)
        if not joins:
            return _result(self._commit([part])[0])
        self._have_drained()
        return done.result()

    # Handing over to the thread and back

    def _have_drained(self) -> None:
        """Has the thread empty the queue. If no thread can be started, the caller does."""
        with self._lock:
            if self._draining or not self._waiting:
                return
            self._draining = True
        try:
            self._pool.submit(self._drain)
        except RuntimeError:
            self._drain()

    def _end_step(self) -> None:
        with self._lock:
            self._waiting.extend(self._step)
        self._step = []
        self._have_drained()

    def _drain(self) -> None:
        """Commits until the queue is empty."""
        more = True
        while more:
            with self._lock:
                parts = self._take()
            outcomes, loop = self._commit(parts), self._loop
            with self._lock:
                more = self._draining = bool(self._waiting)
            in_loop: deque[tuple[_Part, _Outcome]] = deque()
            for part, outcome in zip(parts, outcomes, strict=True):
                if part.threaded:
                    part.done(outcome)
                else:
                    in_loop.append((part, outcome))
            if in_loop and loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop has ended, so nobody is waiting
                    loop.call_soon_threadsafe(self._report_outcomes, in_loop)

    def _report_outcomes(self, outcomes: deque[tuple[_Part, _Outcome]]) -> None:
        """Gives writers their outcomes for a slice of time; the rest follows after the loop has run."""
        until = self._clock() + SLICE_S
        while outcomes:
            part, outcome = outcomes.popleft()
            try:
                part.done(outcome)
            except BaseException:
                if outcomes and self._loop is not None:  # the remaining writers must still get their outcomes
                    self._loop.call_soon(self._report_outcomes, outcomes)
                raise
            if outcomes and self._loop is not None and self._clock() >= until:
                self._loop.call_soon(self._report_outcomes, outcomes)
                return

    def _take(self) -> list[_Part]:
        """The next group from the queue, each stream once; call with the lock held."""
        taken: list[_Part] = []
        streams: set[str] = set()
        count = 0
        while self._waiting:
            part = self._waiting[0]
            count += part.records
            if taken and (count > GROUP_RECORDS_MAX or not streams.isdisjoint(part.streams)):
                break
            taken.append(self._waiting.popleft())
            streams.update(part.streams)
        return taken

    # The commit itself

    def _commit(self, parts: Sequence[_Part]) -> list[_Outcome]:
        """The outcome of each part."""
        with self._committing:
            together = [part for part in parts if self._open is not None and self._suspects.isdisjoint(part.streams)]
            outcomes = self._commit_all(together) if len(together) > 1 else {}
            for part in parts:
                if part not in outcomes:
                    outcomes[part] = self._commit_one(part)
            return [outcomes[part] for part in parts]

    def _commit_all(self, parts: Sequence[_Part]) -> dict[_Part, _Outcome]:
        """The outcomes of one commit for all parts; empty if each has to be tried alone."""
        try:
            records = self._shared().append_many([batch for part in parts for batch in part.batches])
        except _NOTHING_WRITTEN:
            return {}
        except _UNAVAILABLE as error:
            return dict.fromkeys(parts, error)
        except BaseException as error:
            self._drop_journal()
            self._suspects.update(*(part.streams for part in parts))
            return dict.fromkeys(parts, error)
        outcomes: dict[_Part, _Outcome] = {}
        start = 0
        for part in parts:
            outcomes[part] = records[start : start + part.records]
            start += part.records
        return outcomes

    def _commit_one(self, part: _Part) -> _Outcome:
        try:
            records = (part.journal if self._open is None else self._shared()).append_many(part.batches)
        except (*_NOTHING_WRITTEN, *_UNAVAILABLE) as error:
            return error
        except BaseException as error:
            self._drop_journal()
            return error
        self._suspects.difference_update(part.streams)
        return records

    def _shared(self) -> Journal:
        if self._journal is None:
            if self._open is None:
                raise RuntimeError("This store has no shared journal: each writer has its own.")
            self._journal = self._open()
        return self._journal

    def _drop_journal(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            with contextlib.suppress(Exception):
                journal.close()


def _resolve(future: asyncio.Future[tuple[Record, ...]] | Future[tuple[Record, ...]], outcome: _Outcome) -> None:
    """Sets the result; a canceled caller is skipped."""
    if future.done():
        return
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _ignore(_outcome: _Outcome) -> None:
    """The caller has the outcome already."""


def _result(outcome: _Outcome) -> tuple[Record, ...]:
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome
