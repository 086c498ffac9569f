"""The desk in front of a writer: a bounded line of orders, one commit for many, answers after it. See ADR 24 and 94."""

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
"""The most orders that wait; one more is answered `busy` at once."""
GROUP_MAX = 500
"""The most orders that one commit takes from the line, so that no answer waits for a giant one."""
SNAPSHOT_EVERY = 50_000
"""After so many records a snapshot is taken when no bets are, and after ten times as many in any case."""
SLICE_S = 0.005
"""How long news are made before the loop turns to others."""
CALM_S = 1.0
"""How long after that a loop takes it."""
_PATIENCE = 10
_BETS = frozenset({Phase.BETTING, Phase.IN_TRACK})

Reply = Callable[[Answer], None]
"""Gets the answer of one order; at once, when it was not accepted."""
OnNews = Callable[[News], Iterator[None] | None]
"""Hears what a commit changed. What it has to do is done before the next turn, with pauses where it makes them."""
T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Waiting(Struct, frozen=True, gc=False):
    order: Order
    reply: Reply


class Desk:
    """Takes the orders of one table and answers each once it is durable. All of it belongs to one loop.

    The desk stamps each command with its clock at the moment it takes its place in the line, so that times
    and places agree. `start` has the running loop take the turns; without it, whoever calls `turn` does, and the
    writer's committer must not wait.
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
        """Done when the next turn begins; None while one is taken."""
        self._called = False
        """The next turn is asked for."""
        self._reminded = self._calm = False
        """Somebody will say when there is time for a snapshot; there is."""

    @property
    def waiting(self) -> int:
        """How many orders wait in the line."""
        return len(self._line)

    def ask(self, order: Order) -> asyncio.Future[Answer]:
        """The answer to one order."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def answered(answer: Answer) -> None:
            if not future.done():
                future.set_result(answer)

        self.post(order, answered)
        return future

    def post(self, order: Order, reply: Reply) -> None:
        """The order takes its place in the line, or is answered `busy` or `stopped` at once."""
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
        """What a function finds in the table between two commits, with its version. It must not keep the table."""
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
        """Afterwards the running loop takes the orders."""
        running = self._run()
        self._running = (asyncio.get_running_loop().create_task(running), running)

    async def stop(self) -> None:
        """Takes no more orders, answers those it has, and saves a snapshot."""
        self._stopping = True
        self._wake()
        if self._running is not None:
            await asyncio.wait({self._running[0]})
        await self._writer.save()

    def close(self) -> None:
        """The same without a loop, or after it has ended; the writer's committer must not wait.

        A commit that was under way is not answered: whoever asks again gets what is recorded.
        """
        self._stopping = True
        if self._running is not None and not self._running[0].done():
            self._running[1].close()
        self._running = None
        while self.turn():
            pass
        self._writer.save_snapshot()

    def turn(self) -> bool:
        """One commit for those who wait, here and now; False when nobody did."""
        if self._running is not None:
            raise RuntimeError("The loop takes the turns.")
        if not (self._line or self._looks):
            return False
        complete(self._turn())
        return True

    # In the loop

    def _wake(self) -> None:
        if self._idle is not None and not self._called:
            self._called = True
            self._writer.committer.next_turn(self._begin)

    def _begin(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def _run(self) -> None:
        while not self._stopping or self._line or self._looks:
            self._idle, self._called = asyncio.get_running_loop().create_future(), False
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
        """One commit for those who wait, then the looks, which see the table as it is durable."""
        looks = list(self._looks)
        self._looks.clear()
        group = [self._line.popleft() for _ in range(min(len(self._line), self._group_max))]
        if group:
            await self._deliver(group, await self._answer([each.order for each in group]))
        await self._save()
        if looks:
            error = await self._unreadable()
            for look in looks:
                look(error)

    async def _answer(self, orders: list[Order]) -> list[Answer]:
        try:
            return await self._writer.answer(orders)
        except Exception as error:
            _log.exception("%s: a commit failed unexpectedly", self._writer.stream)
            unknown = Unanswered(UnansweredReason.UNKNOWN, str(error))
            return [Answer(order.id, 0, unknown) for order in orders]

    async def _deliver(self, group: list[_Waiting], answers: list[Answer]) -> None:
        """The one place where answers and news leave the desk, after their commit."""
        for each, answer in zip(group, answers, strict=True):
            _answer(each.reply, answer)
        news = self._writer.take_news()
        if news is not None and self._on_news is not None:
            try:
                await self._tell(self._on_news(news) or ())
            except Exception:
                _log.exception("%s: version %d was recorded but not published", self._writer.stream, news.version)

    async def _tell(self, telling: Iterable[None]) -> None:
        """Gives the loop a turn after every slice of time, so that it never stands still for long."""
        until = time.monotonic() + SLICE_S
        for _ in telling:
            if self._running is not None and time.monotonic() >= until:
                await asyncio.sleep(0)
                until = time.monotonic() + SLICE_S

    async def _unreadable(self) -> Exception | None:
        """Why the table cannot be read; None when it can."""
        try:
            await self._writer.refresh()
        except Exception as error:
            return error
        return None

    async def _save(self) -> None:
        """A snapshot keeps everybody waiting: it is taken when nobody bets, and in a loop when all has been told."""
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
        """Has a turn taken in which there is time for a snapshot."""
        self._reminded, self._calm = False, True
        self._looks.append(_nothing)
        self._wake()


def _nothing(_error: Exception | None) -> None:
    """A look at nothing, to have a turn."""


def _answer(reply: Reply, answer: Answer) -> None:
    """A sender who is gone must not take the desk along."""
    try:
        reply(answer)
    except Exception:
        _log.exception("an answer could not be given: %s", answer.id)
