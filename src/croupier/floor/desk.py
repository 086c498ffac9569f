"""The desk of a table: a bounded queue of orders, one commit for many, answers after the commit. See ADR 24 and 94."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.committer import complete
from croupier.floor.order import Answer, News, Order, Unanswered, UnansweredReason
from croupier.floor.writer import Writer
from croupier.table.state import Phase, Table
from croupier.terms.clock import Clock

LINE_MAX = 20_000
"""Maximum number of queued orders; another one is answered `busy` immediately."""
GROUP_MAX = 500
"""Maximum number of orders in one commit, to bound its duration."""
SNAPSHOT_EVERY = 50_000
"""Records between snapshots, taken while no bets are open; after ten times as many, at any time."""
SLICE_S = 0.005
"""Time spent on publishing news before yielding to the loop."""
CALM_S = 1.0
"""Delay before a snapshot that is due is taken in the loop."""
_PATIENCE = 10
_BETS = frozenset({Phase.BETTING, Phase.IN_TRACK})

Reply = Callable[[Answer], None]
"""Called with the answer to one order; immediately if the order was not accepted."""
OnNews = Callable[[News], Iterator[None] | None]
"""Called with the changes of a commit. An iterator is exhausted before the next turn, and yields during long work."""
T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Waiting(Struct, frozen=True, gc=False):
    order: Order
    reply: Reply


class Desk:
    """Takes the orders of one table and answers each once it is durable. Belongs to one event loop.

    The desk stamps each command with its clock when the command enters the queue, so that times and queue order
    agree. After `start`, the running loop takes the turns; otherwise the caller of `turn` does, and the writer's
    committer must not wait.
    """

    def __init__(
        self,
        writer: Writer,
        clock: Clock,
        *,
        on_news: OnNews | None = None,
        line_max: int = LINE_MAX,
        group_max: int = GROUP_MAX,
        snapshot_every: int = SNAPSHOT_EVERY,
    ) -> None:
        self._writer, self._clock, self._on_news = writer, clock, on_news
        self._line_max, self._group_max, self._snapshot_every = line_max, group_max, snapshot_every
        self._line: deque[_Waiting] = deque()
        self._looks: deque[Callable[[Exception | None], None]] = deque()
        self._stopping = False
        self._running: tuple[asyncio.Task[None], Coroutine[Any, Any, None]] | None = None
        self._idle: asyncio.Future[None] | None = None
        """Done when the next turn begins; None during a turn."""
        self._called = False
        """The next turn has been requested."""
        self._reminded = self._calm = False
        """Whether a turn for a snapshot is scheduled; whether now is the time for one."""

    @property
    def waiting(self) -> int:
        """Number of queued orders."""
        return len(self._line)

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        """The loop that takes the turns; None if the desk is not started."""
        return None if self._running is None else self._running[0].get_loop()

    def ask(self, order: Order) -> asyncio.Future[Answer]:
        """The answer to one order."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def answered(answer: Answer) -> None:
            if not future.done():
                future.set_result(answer)

        self.post(order, answered)
        return future

    def post(self, order: Order, reply: Reply) -> None:
        """Queues an order, or answers it `busy` or `stopped` immediately."""
        if self._stopping:
            reason = UnansweredReason.STOPPED
        elif len(self._line) >= self._line_max:
            reason = UnansweredReason.BUSY
        else:
            stamped = Order(order.id, replace(order.command, at=self._clock.now()), order.seen)
            self._line.append(_Waiting(stamped, reply))
            self._wake()
            return
        _answer(reply, Answer(order.id, 0, Unanswered(reason, "Nothing was recorded.")))

    def look(self, at: Callable[[int, Table], T]) -> asyncio.Future[T]:
        """Calls a function between two commits with the version and the table. The function must not keep the table."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def look(error: Exception | None) -> None:
            if future.done():
                return
            try:
                if error is not None:
                    raise error
                found = at(self._writer.version, self._writer.table)
            except Exception as failure:
                future.set_exception(failure)
            else:
                future.set_result(found)

        if self._stopping:
            look(RuntimeError("The desk is closed."))
        else:
            self._looks.append(look)
            self._wake()
        return future

    def start(self) -> None:
        """Has the running loop take the orders."""
        running = self._run()
        self._running = (asyncio.get_running_loop().create_task(running), running)

    async def stop(self, *, save: bool = True) -> None:
        """Accepts no more orders, answers the queued ones, and saves a snapshot if `save` is given."""
        self._stopping = True
        self._wake()
        if self._running is not None:
            await asyncio.wait({self._running[0]})
        if save:
            await self._writer.save()

    def close(self) -> None:
        """The same without a loop, or after the loop has ended; the writer's committer must not wait.

        A commit in progress is not answered: a sender that asks again gets the recorded answer.
        """
        self._stopping = True
        if self._running is not None and not self._running[0].done():
            self._running[1].close()
        self._running = None
        while self.turn():
            pass
        self._writer.save_snapshot()

    def turn(self) -> bool:
        """Commits the queued orders now; returns False if there were none."""
        if self._running is not None:
            raise RuntimeError("The desk is started: its loop takes the turns.")
        if not (self._line or self._looks):
            return False
        complete(self._turn())
        return True

    # The loop

    def _wake(self) -> None:
        if self._idle is not None and not self._called:
            self._called = True
            self._writer.committer.next_turn(self._begin)

    def _begin(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._stopping or self._line or self._looks:
            # A full group is decided at once, and the answers to the last one are sent while it commits.
            if len(self._line) < self._group_max:
                self._idle, self._called = loop.create_future(), False
                if self._line or self._looks:
                    self._wake()
                await self._idle
                self._idle = None
            try:
                await self._turn()
            except Exception:
                _log.exception("%s: a turn failed unexpectedly", self._writer.stream)

    # A turn

    async def _turn(self) -> None:
        """Commits the queued orders, then runs the looks, which see only durable state."""
        looks, line = self._looks, self._line
        if looks:
            self._looks = deque()
        if len(line) <= self._group_max:
            group, self._line = line, deque()
        else:
            group = deque(line.popleft() for _ in range(self._group_max))
        if group:
            telling = self._deliver(group, await self._answers(group))
            if telling is not None:
                await self._tell(telling)
        if self._calm or self._writer.unsaved >= self._snapshot_every:
            await self._save()
        if looks:
            error = await self._unreadable()
            for look in looks:
                look(error)

    async def _answers(self, group: Iterable[_Waiting]) -> list[Answer]:
        orders = [each.order for each in group]
        try:
            return await self._writer.answer(orders)
        except Exception as error:
            _log.exception("%s: a commit failed unexpectedly", self._writer.stream)
            unknown = Unanswered(UnansweredReason.UNKNOWN, str(error))
            return [Answer(order.id, 0, unknown) for order in orders]

    def _deliver(self, group: Iterable[_Waiting], answers: list[Answer]) -> Iterator[None] | None:
        """Sends answers and publishes news after the commit; nothing else does. Returns what is left to publish."""
        for each, answer in zip(group, answers, strict=True):
            _answer(each.reply, answer)
        news = self._writer.take_news()
        if news is None or self._on_news is None:
            return None
        try:
            return self._on_news(news)
        except Exception:
            self._unpublished()
            return None

    async def _tell(self, telling: Iterable[None]) -> None:
        """Publishes with a pause after every slice of time, so that the loop is never blocked for long."""
        until = time.monotonic() + SLICE_S
        try:
            for _ in telling:
                if self._running is not None and time.monotonic() >= until:
                    await asyncio.sleep(0)
                    until = time.monotonic() + SLICE_S
        except Exception:
            self._unpublished()

    def _unpublished(self) -> None:
        _log.exception(
            "%s: version %d was recorded but not published", self._writer.stream, self._writer.durable.version
        )

    async def _unreadable(self) -> Exception | None:
        """Why the table cannot be read; None if it can."""
        try:
            await self._writer.refresh()
        except Exception as error:
            return error
        return None

    async def _save(self) -> None:
        """Saves a snapshot if due. It blocks the table, so it waits for a time without bets or queued work."""
        calm, self._calm = self._calm or self._running is None or self._stopping, False
        unsaved = self._writer.unsaved
        overdue = unsaved >= _PATIENCE * self._snapshot_every
        if not overdue and (unsaved < self._snapshot_every or self._writer.table.phase in _BETS):
            return
        if calm or overdue:
            await self._writer.save()
        elif not self._reminded:
            self._reminded = True
            asyncio.get_running_loop().call_later(CALM_S, self._remind)

    def _remind(self) -> None:
        """Schedules a turn for the snapshot."""
        self._reminded, self._calm = False, True
        self._looks.append(_nothing)
        self._wake()


def _nothing(_error: Exception | None) -> None:
    """Does nothing; queued to trigger a turn."""


def _answer(reply: Reply, answer: Answer) -> None:
    """Calls the sender back; an exception in it must not stop the desk."""
    try:
        reply(answer)
    except Exception:
        _log.exception("the answer to order %s could not be delivered", answer.id)
