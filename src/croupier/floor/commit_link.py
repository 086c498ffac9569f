"""The committer of a worker: sends appends to the process that commits for the house. See ADR 108."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar, cast

from croupier.floor.committer import CommitOutcome
from croupier.floor.turns import HouseTurns
from croupier.journal.append_wire import FrameReader, PendingAppends
from croupier.journal.port import Batch, Journal, StoreUnreachable
from croupier.journal.record import Record

REACH_S = 10.0
"""How long an append waits for a connection before it fails."""
AGAIN_S = 0.02
"""The pause before another attempt to connect."""

T = TypeVar("T")


class CommitLink:
    """A committer over one connection. All of it but `call` belongs to one loop.

    Every desk waits for its own append before it sends another, so there are never more requests than tables. When
    the connection is lost, the outcome of all of them is unknown: each writer reads its records again.
    """

    def __init__(self, address: str, *, reach_s: float = REACH_S) -> None:
        self._address, self._reach_s = address, reach_s
        self._pool = ThreadPoolExecutor(1, "disk")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._line: _Line | None = None
        self._connecting: asyncio.Task[_Line] | None = None
        self._turns = HouseTurns()

    @property
    def pool(self) -> ThreadPoolExecutor:
        """The thread that waits for the store."""
        return self._pool

    @property
    def waiting(self) -> int:
        """How many appends have no reply yet."""
        return self._line.waiting if self._line is not None else 0

    def start(self) -> None:
        """Binds to the running loop. Before this, and after `stop`, every call runs synchronously."""
        self._loop = asyncio.get_running_loop()
        self._turns.forget()

    def stop(self) -> None:
        """Detaches from the loop; later calls run synchronously."""
        self._loop = None
        if self._connecting is not None:
            self._connecting.cancel()
        if self._line is not None:
            self._line.close()
        self._pool.shutdown()

    def close(self) -> None:
        """The same as `stop`; the journal is closed by its writer."""
        self.stop()

    def submit(self, _journal: Journal, batches: Sequence[Batch], done: Callable[[CommitOutcome], None]) -> bool:
        if self._loop is None or self._line is None or not self._line.open:
            return False
        self._line.append(batches).add_done_callback(partial(_report_outcome, done))
        return True

    async def append(self, journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        if self._loop is None:
            return journal.append_many(batches)
        line = await self._reach(self._loop)
        return await line.append(batches)

    async def call(self, work: Callable[[], T]) -> T:
        if self._loop is None:
            return work()
        return await asyncio.wrap_future(self._pool.submit(work))

    def next_turn(self, begin: Callable[[], None]) -> None:
        """Calls `begin` together with the callbacks of this worker's other tables.

        The commit process groups what several workers send.
        """
        self._turns.next(begin)

    async def yield_to_loop(self) -> None:
        if self._loop is not None:
            await asyncio.sleep(0)

    async def _reach(self, loop: asyncio.AbstractEventLoop) -> _Line:
        if self._line is not None and self._line.open:
            return self._line
        if self._connecting is None or self._connecting.done():
            self._connecting = loop.create_task(self._connect(loop))
        try:
            self._line = await asyncio.wait_for(asyncio.shield(self._connecting), self._reach_s)
        except TimeoutError:
            raise StoreUnreachable("The process that commits cannot be reached. Nothing was written.") from None
        return self._line

    async def _connect(self, loop: asyncio.AbstractEventLoop) -> _Line:
        while True:
            try:
                _, line = await loop.create_unix_connection(_Line, self._address)
            except OSError:
                await asyncio.sleep(AGAIN_S)
            else:
                return line


def _report_outcome(done: Callable[[CommitOutcome], None], reply: asyncio.Future[tuple[Record, ...]]) -> None:
    done(reply.exception() or reply.result())


class _Line(asyncio.Protocol):
    """One connection."""

    def __init__(self) -> None:
        self._pending, self._frames = PendingAppends(), FrameReader()
        self._waiting: dict[int, asyncio.Future[tuple[Record, ...]]] = {}
        self._transport: asyncio.WriteTransport | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def waiting(self) -> int:
        return len(self._pending)

    @property
    def open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def append(self, batches: Sequence[Batch]) -> asyncio.Future[tuple[Record, ...]]:
        if self._transport is None:
            raise StoreUnreachable("The process that commits has just ended. Nothing was written.")
        id, frame = self._pending.request(batches)
        future = self._waiting[id] = self._loop.create_future()
        self._transport.write(frame)
        return future

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)  # uvloop's transports do not subclass asyncio's

    def data_received(self, data: bytes) -> None:
        for body in self._frames.feed(data):
            id, outcome = self._pending.reply(body)
            future = self._waiting.pop(id)
            if future.done():
                continue  # the caller is gone
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        for id, unknown in self._pending.lose().items():
            future = self._waiting.pop(id)
            if not future.done():
                future.set_exception(unknown)
