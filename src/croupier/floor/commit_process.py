"""The process that commits for the house: what all workers and the front have waiting, in one commit. See ADR 108."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from croupier.floor.committer import HouseCommitter
from croupier.journal.append_wire import FrameReader, make_reply, read_request
from croupier.journal.house import HouseJournal
from croupier.journal.port import Batch, Journal
from croupier.journal.sqlite import SqliteJournal

LEAVE_S = 15.0
"""Maximum wait at shutdown for open connections."""

_log = logging.getLogger(__name__)


class CommitServer:
    """Answers appends of any number of connections, each with one commit for all that wait."""

    def __init__(self, path: Path, journal: Callable[[], Journal] | None = None) -> None:
        self._path = path
        self.committer = HouseCommitter(journal or partial(HouseJournal, path))
        self._own: Journal | None = None
        self._server: asyncio.Server | None = None
        self.callers: set[_Caller] = set()
        self._left = asyncio.Event()

    async def start(self, bound: socket.socket) -> None:
        """Starts answering on the listening socket."""
        self._own = SqliteJournal(self._path)
        self.committer.start()
        self._server = await asyncio.get_running_loop().create_unix_server(lambda: _Caller(self), sock=bound)

    async def stop(self) -> None:
        """Accepts no more connections, and stops when all are closed or after a timeout."""
        if self._server is not None:
            self._server.close()
        if self.callers:
            self._left.clear()
            try:
                await asyncio.wait_for(self._left.wait(), LEAVE_S)
            except TimeoutError:
                _log.warning("connections still open at the last commit: %d", len(self.callers))
        for caller in list(self.callers):
            caller.close()
        self.committer.close()
        if self._own is not None:
            self._own.close()

    def gone(self, caller: _Caller) -> None:
        self.callers.discard(caller)
        if not self.callers:
            self._left.set()

    async def append(self, id: int, batches: list[Batch]) -> bytes:
        """The reply to a request, once it is durable or has failed."""
        if self._own is None:
            raise RuntimeError("The commit server has not started.")
        try:
            return make_reply(id, batches, await self.committer.append(self._own, batches))
        except Exception as error:
            return make_reply(id, batches, error)


class _Caller(asyncio.Protocol):
    """One connection."""

    def __init__(self, server: CommitServer) -> None:
        self._server, self._frames = server, FrameReader()
        self._transport: asyncio.WriteTransport | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)  # uvloop's transports do not subclass asyncio's
        self._server.callers.add(self)

    def data_received(self, data: bytes) -> None:
        for body in self._frames.feed(data):
            task = asyncio.get_running_loop().create_task(self._answer(body))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, body: bytes) -> None:
        reply = await self._server.append(*read_request(body))
        if self._transport is not None:
            self._transport.write(reply)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Closes the connection without sending what is buffered."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        self._server.gone(self)


async def commit_until(bound: socket.socket, path: Path, stop: asyncio.Event) -> None:
    """Commits what arrives on the listening socket until stopped."""
    server = CommitServer(path)
    await server.start(bound)
    await stop.wait()
    await server.stop()
