"""The desk of a table: a bounded queue of orders, one commit for many, answers after the commit. See ADR 24 and 125."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.commit_group import CommitGroup
from croupier.floor.committer import CommitOutcome, complete
from croupier.floor.order import Answer, News, Order, Unanswered, UnansweredReason
from croupier.floor.slices import run_slice
from croupier.floor.snapshot_schedule import SNAPSHOT_EVERY, SnapshotSchedule
from croupier.floor.writer import Writer
from croupier.table.state import Table
from croupier.terms.clock import Clock

LINE_MAX = 20_000
"""Maximum number of queued orders; another one is answered `busy` immediately."""
GROUP_MAX = 1_000
"""Maximum number of orders in one commit, to bound its duration. A full table waits for the disk once per group."""

Reply = Callable[[Answer], None]
"""Called with the answer to one order; immediately if the order was not accepted."""
OnNews = Callable[[News], Iterator[None] | None]
"""Called with the changes of a commit. An iterator is exhausted before the next turn, and yields during long work."""
T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Turn(Struct, eq=False):
    """The orders of one commit, their replies, and the queries that follow it."""

    orders: list[Order]
    replies: list[Reply]
    queries: list[Callable[[Exception | None], None]]
    group: CommitGroup | None = None
    """The orders as the writer has them; None if it does not have them yet, or has failed."""
    answers: list[Answer] | None = None
    publishing: Iterator[None] | None = None
    """Publishes the rest of the news."""
    saves: bool = False
    """Whether a snapshot is saved in this turn."""


class Desk:
    """Takes the orders of one table and answers each once it is durable. Belongs to one event loop.

    A command is stamped with the clock of the house in the step in which it enters the queue, so that times and queue
    order agree. After `start`, the running loop takes the turns; otherwise the caller of `turn` does, and the writer's
    committer must not wait.

    A turn of the house calls `begin`, and the commit of that turn `_committed`: a turn consists of these two calls. A
    task does the rest of one that has to wait for anything else.
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
        self._writer, self._recorded, self._clock, self._on_news = writer, writer.recorded, clock, on_news
        self._line_max, self._group_max = line_max, group_max
        self._snapshots = SnapshotSchedule(writer.recorded, snapshot_every, self._request_turn)
        self.on_delivered: Callable[[bool], None] | None = None
        """Called after a delivery to send it, with whether that should be in the next step of the loop."""
        self._orders: list[Order] = []
        self._replies: list[Reply] = []
        self._queries: list[Callable[[Exception | None], None]] = []
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn: _Turn | None = None
        """The turn that is being taken."""
        self._task: tuple[asyncio.Task[None], Coroutine[Any, Any, None]] | None = None
        """The task that finishes a turn that has to wait."""
        self._called = False
        """The next turn has been requested."""
        self._idle: asyncio.Future[None] | None = None
        """Done when nothing is left to do, for `stop`."""

    @property
    def waiting(self) -> int:
        """Number of queued orders."""
        return len(self._orders)

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        """The loop that takes the turns; None if the desk is not started."""
        return self._loop

    def ask(self, order: Order) -> asyncio.Future[Answer]:
        """The answer to one order."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def answered(answer: Answer) -> None:
            if not future.done():
                future.set_result(answer)

        self.post(order, answered)
        return future

    def post(self, order: Order, reply: Reply) -> None:
        """The same as `take`, for an order without a time: it gets that of the desk's clock."""
        self.take(Order(order.id, replace(order.command, at=self._clock.now()), order.seen), reply)

    def take(self, order: Order, reply: Reply) -> None:
        """Queues an order that was stamped in this step of the loop, or answers it `busy` or `stopped` immediately."""
        if self._stopping:
            reason = UnansweredReason.STOPPED
        elif len(self._orders) >= self._line_max:
            reason = UnansweredReason.BUSY
        else:
            self._orders.append(order)
            self._replies.append(reply)
            if not self._called:
                self._wake()
            return
        _answer(reply, Answer(order.id, 0, Unanswered(reason, "Nothing was recorded.")))
        self._delivered(later=True)

    def query(self, at: Callable[[int, Table], T]) -> asyncio.Future[T]:
        """Calls a function between two commits with the version and the table. The function must not keep the table."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def query(error: Exception | None) -> None:
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
            query(RuntimeError("The desk is closed."))
        else:
            self._queries.append(query)
            self._wake()
        return future

    def start(self) -> None:
        """Has the running loop take the orders."""
        self._loop = asyncio.get_running_loop()
        self._go_on()

    async def stop(self, *, save: bool = True) -> None:
        """Accepts no more orders, answers the queued ones, and saves a snapshot if `save` is given."""
        self._stopping = True
        if self._loop is not None and (self._turn is not None or self._orders or self._queries):
            if self._idle is None or self._idle.done():
                self._idle = self._loop.create_future()
            await asyncio.shield(self._idle)  # a caller that gives up does not end the wait of others
        if save:
            await self._recorded.save()

    def close(self) -> None:
        """The same without a loop, or after the loop has ended; the writer's committer must not wait.

        A commit in progress is not answered: a sender that asks again gets the recorded answer.
        """
        self._stopping, self._loop = True, None
        if self._task is not None and not self._task[0].done():
            self._task[1].close()
        if self._turn is not None:
            self._turn = None
            self._recorded.discard()
        while self.turn():
            pass
        self._recorded.save_snapshot()

    def turn(self) -> bool:
        """Commits the queued orders now; returns False if there were none."""
        if self._loop is not None:
            raise RuntimeError("The desk is started: its loop takes the turns.")
        if not (self._orders or self._queries):
            return False
        self._turn = self._take()
        complete(self._wait(self._turn))
        return True

    # Turns of the loop

    def _wake(self) -> None:
        """Asks for the next turn of the house."""
        if self._turn is None and not self._called and self._loop is not None:
            self._called = True
            self._writer.committer.next_turn(self.begin)

    def begin(self) -> None:
        """Takes the first half of a turn: decides what is queued, and has it committed."""
        self._called = False
        if self._turn is not None:
            return
        turn = self._turn = self._take()
        try:
            if turn.orders:
                turn.group = self._writer.begin(turn.orders)
                if self._writer.submit(turn.group, self._committed):
                    return
        except Exception as error:
            self._fail(turn, error)
        self._complete(turn)

    def _committed(self, outcome: CommitOutcome) -> None:
        """Takes the second half: the commit is durable, or has failed."""
        turn = self._turn
        if turn is None or turn.group is None:  # the desk was closed in the meantime
            return
        try:
            self._writer.apply_outcome(turn.group, outcome)
        except Exception as error:
            self._fail(turn, error)
        self._complete(turn)

    def _complete(self, turn: _Turn) -> None:
        """Delivers and ends the turn; a task does it if something has to be waited for."""
        if turn.group is None or not turn.group.waiting:
            try:
                self._deliver(turn)
                readable = self._recorded.loaded is not None or not turn.queries
                ends = turn.publishing is None and not turn.saves and readable
                for query in turn.queries if ends else ():
                    query(None)
            except Exception:  # must not affect the other tables of the commit
                _log.exception("%s: a turn failed unexpectedly", self._writer.stream)
                ends = True
            if ends:
                self._end()
                return
        waiting = self._wait(turn)
        self._task = (asyncio.get_running_loop().create_task(waiting), waiting)

    async def _wait(self, turn: _Turn) -> None:
        """Does what is left of a turn. Queries come last, and see only durable state."""
        try:
            if turn.answers is None:
                await self._finish(turn)
                self._deliver(turn)
            if turn.publishing is not None:
                await self._publish(turn.publishing)
            if turn.saves:
                await self._recorded.save()
            if turn.queries:
                error = await self._unreadable()
                for query in turn.queries:
                    query(error)
        except Exception:
            _log.exception("%s: a turn failed unexpectedly", self._writer.stream)
        self._end()

    def _end(self) -> None:
        """Ends the turn. If a whole group is queued, it is on its way to the disk when the answers are sent."""
        self._turn = self._task = None
        later = self._loop is None or len(self._orders) >= self._group_max
        self._go_on()
        self._delivered(later=later)

    def _go_on(self) -> None:
        """Has the next turn taken: in the next step of the loop if a whole group is queued."""
        if self._loop is None:
            return
        if len(self._orders) >= self._group_max:
            if not self._called:
                self._called = True
                self._loop.call_soon(self.begin)
        elif self._orders or self._queries:
            self._wake()
        elif self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    # The parts of a turn

    def _take(self) -> _Turn:
        """The next group, and all queries."""
        queries, self._queries = self._queries, []
        orders, replies, most = self._orders, self._replies, self._group_max
        if len(orders) <= most:
            self._orders, self._replies = [], []
            return _Turn(orders, replies, queries)
        self._orders, self._replies = orders[most:], replies[most:]
        return _Turn(orders[:most], replies[:most], queries)

    async def _finish(self, turn: _Turn) -> None:
        """Has the writer answer what it has not answered yet."""
        if not turn.orders:
            return
        try:
            if turn.group is None:
                turn.group = self._writer.begin(turn.orders)
            await self._writer.finish(turn.group)
        except Exception as error:
            self._fail(turn, error)

    def _fail(self, turn: _Turn, error: Exception) -> None:
        """The writer itself has failed: it is unknown what is recorded."""
        _log.error("%s: a commit failed unexpectedly", self._writer.stream, exc_info=error)
        unknown = Unanswered(UnansweredReason.UNKNOWN, str(error))
        turn.group, turn.answers = None, [Answer(order.id, 0, unknown) for order in turn.orders]

    def _deliver(self, turn: _Turn) -> None:
        """Sends answers and publishes news after the commit; nothing else does."""
        if turn.group is not None:
            turn.answers = self._writer.answers_of(turn.group)
        elif turn.answers is None:
            turn.answers = []
        for reply, answer in zip(turn.replies, turn.answers, strict=True):
            try:
                reply(answer)
            except Exception:
                _undelivered(answer)
        news = self._recorded.take_news()
        if news is not None and self._on_news is not None:
            try:
                turn.publishing = self._on_news(news)
            except Exception:
                self._unpublished()
        turn.saves = self._snapshots.saves(waits=self._loop is not None and not self._stopping)

    def _delivered(self, *, later: bool) -> None:
        """Has everything that was delivered sent, now or in the next step of the loop."""
        if self.on_delivered is not None:
            try:
                self.on_delivered(later)
            except Exception:
                _log.exception("%s: what was delivered could not be sent", self._writer.stream)

    async def _publish(self, publishing: Iterator[None]) -> None:
        """Publishes with a pause after every slice of time, so that the loop is never blocked for long."""
        try:
            while not run_slice(publishing):
                if self._loop is not None:
                    self._delivered(later=False)  # the answers do not wait for the rest
                    await asyncio.sleep(0)
        except Exception:
            self._unpublished()

    def _unpublished(self) -> None:
        _log.exception(
            "%s: version %d was recorded but not published", self._writer.stream, self._recorded.durable.version
        )

    async def _unreadable(self) -> Exception | None:
        """Why the table cannot be read; None if it can."""
        try:
            await self._recorded.refresh()
        except Exception as error:
            return error
        return None

    def _request_turn(self) -> None:
        """Has a turn taken although nothing is queued."""
        if not self._stopping:  # otherwise the table may be another node's by now
            self._queries.append(_nothing)
            self._wake()


def _nothing(_error: Exception | None) -> None:
    """Does nothing; queued to trigger a turn."""


def _answer(reply: Reply, answer: Answer) -> None:
    """Calls the sender back; an exception in it must not stop the desk."""
    try:
        reply(answer)
    except Exception:
        _undelivered(answer)


def _undelivered(answer: Answer) -> None:
    _log.exception("the answer to order %s could not be delivered", answer.id)
