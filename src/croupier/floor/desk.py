"""The desk in front of a writer: a bounded line of orders, one commit for many, answers after it. See ADR 24."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.clock import Clock
from croupier.floor.order import Answer, News, Order, Reason, Unanswered
from croupier.floor.writer import Writer
from croupier.table.state import Table

LINE_MAX = 20_000
"""The most orders that wait; one more is answered `busy` at once."""
GROUP_MAX = 1_000
"""The most orders that one commit takes from the line, so that no answer waits for a giant one."""
SNAPSHOT_EVERY = 50_000
"""After so many records a snapshot is taken when nobody waits, and after twice as many in any case."""

Reply = Callable[[Sequence[Answer]], None]
"""Gets the answers of one posting, in order, in the desk's thread (in the caller's, when they were not accepted)."""
T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Posting(Struct, frozen=True):
    orders: Sequence[Order]
    reply: Reply


class Desk:
    """Orders come from any thread and are decided by one; each is answered once it is durable.

    The desk stamps each command with its clock at the moment it takes its place in the line, so that times
    and places agree. `start` runs it in a thread of its own; without it, whoever calls `turn` is that thread.
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
        self._changed = threading.Condition()
        self._line: deque[_Posting] = deque()
        self._looks: deque[Callable[[], None]] = deque()
        self._waiting = 0
        self._stopping = False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

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
        needs one wake-up for all the answers.
        """
        with self._changed:
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
                self._changed.notify()
                return
        refused = Unanswered(reason, "Nothing was recorded.")
        _call(reply, [Answer(order.id, 0, refused) for order in orders])

    def look(self, at: Callable[[int, Table], T]) -> Future[T]:
        """What a function finds in the table between two commits, with its version. It must not keep the table."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()

        def run() -> None:
            try:
                found = at(self._writer.version, self._writer.table)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(found)

        with self._changed:
            if not self._stopping:
                self._looks.append(run)
                self._changed.notify()
                return future
        future.set_exception(RuntimeError("The desk is closed."))
        return future

    def start(self) -> None:
        """Afterwards a thread of the desk's own takes the orders."""
        self._thread = threading.Thread(target=self._run, name=f"desk {self._writer.stream}")
        self._thread.start()

    def stop(self) -> None:
        """Takes no more orders, answers those it has, saves a snapshot, and ends its thread."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        while self.turn():
            pass
        self._writer.save_snapshot()

    def turn(self) -> bool:
        """One commit for those who wait; False when nobody did."""
        with self._changed:
            postings, looks = self._take()
        if postings:
            self._answer(postings)
            self._save()
        for run in looks:
            run()
        return bool(postings or looks)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._line or self._looks or self._stopping)
                if self._stopping and not self._line and not self._looks:
                    return
            self.turn()

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

    def _answer(self, postings: list[_Posting]) -> None:
        orders = [order for posting in postings for order in posting.orders]
        try:
            answers = self._writer.commit(orders)
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

    def _save(self) -> None:
        unsaved = self._writer.unsaved
        if unsaved >= 2 * self._snapshot_every or (unsaved >= self._snapshot_every and not self._line):
            self._writer.save_snapshot()


def _call(reply: Reply, answers: Sequence[Answer]) -> None:
    """A sender who is gone must not take the desk along."""
    try:
        reply(answers)
    except Exception:
        _log.exception("an answer could not be given: %s", ", ".join(answer.id for answer in answers))
