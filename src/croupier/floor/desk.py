"""The desk in front of a writer: a bounded line of orders, one commit for many, answers after it. See ADR 24 and 37."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.clock import Clock
from croupier.floor.disk import Disk
from croupier.floor.order import Answer, News, Order, Reason, Unanswered
from croupier.floor.steps import Call, Steps, go_on, run
from croupier.floor.writer import Writer
from croupier.table.state import Phase, Table

LINE_MAX = 20_000
"""The most orders that wait; one more is answered `busy` at once."""
GROUP_MAX = 1_000
"""The most orders that one commit takes from the line, so that no answer waits for a giant one."""
SNAPSHOT_EVERY = 50_000
"""After so many records a snapshot is taken when no bets are, and after ten times as many in any case."""
CALM_S = 1.0
"""How long after that a loop takes it."""
_PATIENCE = 10
_BETS = frozenset({Phase.BETTING, Phase.IN_TRACK})

Reply = Callable[[Sequence[Answer]], None]
"""Gets the answers of one posting, in order, where the turns are taken; at once, when they were not accepted."""
T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Posting(Struct, frozen=True):
    orders: Sequence[Order]
    reply: Reply


class _Waiting(Struct, frozen=True):
    """A turn that waits for the disk."""

    turn: Steps[None]
    disk: Future[Any]


class Desk:
    """Orders come from any thread and are decided in one; each is answered once it is durable.

    The desk stamps each command with its clock at the moment it takes its place in the line, so that times
    and places agree. `start` has a loop take the turns; without it, whoever calls `turn` does.
    """

    def __init__(
        self,
        writer: Writer,
        clock: Clock,
        *,
        on_news: Callable[[News], None] | None = None,
        line_max: int = LINE_MAX,
        group_max: int = GROUP_MAX,
        snapshot_every: int = SNAPSHOT_EVERY,
    ) -> None:
        self._writer, self._clock, self._on_news = writer, clock, on_news
        self._line_max, self._group_max, self._snapshot_every = line_max, group_max, snapshot_every
        self._lock = threading.Lock()
        self._line: deque[_Posting] = deque()
        self._looks: deque[Callable[[], None]] = deque()
        self._waiting = 0
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        """The loop's."""
        self._disk: Disk | None = None
        self._turning = False
        """The loop is at it, or about to be."""
        self._under_way: _Waiting | None = None
        self._reminded = self._calm = False
        """Somebody will say when there is time for a snapshot; there is."""

    @property
    def waiting(self) -> int:
        """How many orders wait in the line."""
        return self._waiting

    def ask(self, order: Order) -> Future[Answer]:
        """The answer to one order, as a future; ``asyncio.wrap_future`` makes it one of a loop."""
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()
        self.post((order,), lambda answers: future.set_result(answers[0]))
        return future

    def post(self, orders: Sequence[Order], reply: Reply) -> None:
        """All of the orders take their places in the line together, or are answered `busy` or `stopped` at once.

        They are answered with one call of `reply`: a gateway that collects what arrives in one turn of its loop
        needs one call for all the answers.
        """
        with self._lock:
            if self._stopping:
                reason = Reason.STOPPED
            elif self._waiting + len(orders) > self._line_max:
                reason = Reason.BUSY
            else:
                now = self._clock.now()
                stamped = [
                    Order(order.id, replace(order.command, at=now), order.seen)  # no place in line without its time
                    for order in orders
                ]
                self._line.append(_Posting(stamped, reply))
                self._waiting += len(stamped)
                self._call()
                return
        refused = Unanswered(reason, "Nothing was recorded.")
        _call(reply, [Answer(order.id, 0, refused) for order in orders])

    def look(self, at: Callable[[int, Table], T]) -> Future[T]:
        """What a function finds in the table between two commits, with its version. It must not keep the table."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()

        def look() -> None:
            try:
                found = at(self._writer.version, self._writer.table)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(found)

        with self._lock:
            if not self._stopping:
                self._looks.append(look)
                self._call()
                return future
        future.set_exception(RuntimeError("The desk is closed."))
        return future

    def start(self, loop: asyncio.AbstractEventLoop, disk: Disk) -> None:
        """Afterwards the loop, in whose thread this is called, takes the orders."""
        with self._lock:
            self._loop, self._disk, self._thread = loop, disk, threading.get_ident()
            if self._line or self._looks:
                self._call()

    def stop(self) -> None:
        """Takes no more orders, answers those it has, and saves a snapshot.

        Called in the loop's thread, or when the loop has ended.
        """
        with self._lock:
            self._stopping = True
            under_way, self._under_way = self._under_way, None
        if under_way is not None:
            run(under_way.turn, under_way.disk.result)
        while self.turn():
            pass
        self._writer.save_snapshot()

    def turn(self) -> bool:
        """One commit for those who wait, here and now; False when nobody did."""
        if self._loop is not None and not self._stopping:
            raise RuntimeError("The loop takes the turns.")
        if not (self._line or self._looks):
            return False
        run(self._turn())
        return True

    # In the loop

    def _call(self) -> None:
        """Somebody waits: the loop turns to them as soon as it can."""
        if self._loop is None or self._turning:
            return
        self._turning = True
        soon = self._loop.call_soon if threading.get_ident() == self._thread else self._loop.call_soon_threadsafe
        with contextlib.suppress(RuntimeError):  # the loop has ended: `stop` answers
            soon(self._go_on)

    def _go_on(self, waited: _Waiting | None = None) -> None:
        """Takes a turn until it waits for the disk, and the next when it does not."""
        if waited is not self._under_way:
            return  # `stop` was faster
        loop, disk, self._under_way = self._loop, self._disk, None
        if loop is None or disk is None:
            raise RuntimeError("The desk was not started.")
        turn = waited.turn if waited is not None else self._turn()
        try:
            call = next(turn) if waited is None else go_on(turn, waited.disk.result)
            while disk.is_free_for(call):
                call = go_on(turn, partial(disk.make, call))
        except StopIteration:
            pass
        except Exception:
            _log.exception("%s: a turn ended in a way that nobody foresaw", self._writer.stream)
        else:
            self._wait(loop, disk, turn, call)
            return
        with self._lock:
            self._turning = bool(self._line or self._looks)
        if self._turning and waited is None:
            loop.call_soon(self._go_on)  # first what was answered is sent, and what has come is heard
        elif self._turning:
            self._go_on()  # first the disk gets something to do

    def _wait(self, loop: asyncio.AbstractEventLoop, disk: Disk, turn: Steps[None], call: Call) -> None:
        waiting = self._under_way = _Waiting(turn, disk.submit(disk.make, call))

        def landed(_: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: `stop` goes on
                loop.call_soon_threadsafe(self._go_on, waiting)

        waiting.disk.add_done_callback(landed)

    # A turn

    def _turn(self) -> Steps[None]:
        """One commit for those who wait, then the looks, which see the table as it is durable."""
        with self._lock:
            postings, looks = self._take()
        if postings:
            yield from self._answer(postings)
        yield from self._save()
        for look in looks:
            look()

    def _take(self) -> tuple[list[_Posting], list[Callable[[], None]]]:
        looks = list(self._looks)
        self._looks.clear()
        postings: list[_Posting] = []
        count = 0
        while self._line and (not postings or count + len(self._line[0].orders) <= self._group_max):
            posting = self._line.popleft()
            postings.append(posting)
            count += len(posting.orders)
        self._waiting -= count
        return postings, looks

    def _answer(self, postings: list[_Posting]) -> Steps[None]:
        orders = [order for posting in postings for order in posting.orders]
        try:
            answers = yield from self._writer.steps(orders)
        except Exception as error:
            _log.exception("%s: a commit failed in a way that nobody foresaw", self._writer.stream)
            unknown = Unanswered(Reason.UNKNOWN, str(error))
            answers = [Answer(order.id, 0, unknown) for order in orders]
        start = 0
        for posting in postings:
            end = start + len(posting.orders)
            _call(posting.reply, answers[start:end])
            start = end
        news = self._writer.take_news()
        if news is not None and self._on_news is not None:
            try:
                self._on_news(news)
            except Exception:
                _log.exception("%s: the news of version %d found no hearing", self._writer.stream, news.version)

    def _save(self) -> Steps[None]:
        """A snapshot keeps everybody waiting: it is taken when nobody bets, and in a loop when all has been told."""
        calm, self._calm = self._calm or self._loop is None or self._stopping, False
        unsaved = self._writer.unsaved
        overdue = unsaved >= _PATIENCE * self._snapshot_every
        if not overdue and (unsaved < self._snapshot_every or self._writer.table.phase in _BETS):
            return
        if calm or overdue:
            yield from self._writer.saving()
        elif self._loop is not None and not self._reminded:
            self._reminded = True
            self._loop.call_later(CALM_S, self._remind)

    def _remind(self) -> None:
        """Has a turn taken in which there is time for a snapshot."""
        with self._lock:
            self._reminded, self._calm = False, True
            self._looks.append(_nothing)
            self._call()


def _nothing() -> None:
    """A look at nothing, to have a turn."""


def _call(reply: Reply, answers: Sequence[Answer]) -> None:
    """A sender who is gone must not take the desk along."""
    try:
        reply(answers)
    except Exception:
        _log.exception("an answer could not be given: %s", ", ".join(answer.id for answer in answers))
