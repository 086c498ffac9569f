"""Packets: many connections share one stream between two processes, such as the porter and the floor.

A packet consists of the number of a connection, a kind, the length of its body, and the body.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable
from enum import IntEnum
from struct import Struct as Packed
from typing import cast

from msgspec import Struct

from croupier.web.socket.handshake import HandshakeRules

HEAD = Packed("!IBI")
"""Number of the connection, kind, length of the body."""
AT_ONCE = 256
"""A message is written as soon as this many connections get it, without waiting for more."""
PACE_S = 0.002
"""Minimum time between two writes of the porter, so that the floor wakes up once for all messages in between."""
LINK_HIGH = 1 << 23
"""The stream is full at this many unsent bytes, and has room again below a quarter of it."""


class PacketKind(IntEnum):
    READY = 0
    """The porter is listening."""
    OPEN = 1
    """A new connection; the body is a `ConnectionRequest`."""
    MESSAGE = 2
    """A message, in either direction."""
    FULL = 3
    """The connection's buffer is full."""
    WRITABLE = 4
    """The connection has room again."""
    CLOSED = 5
    """The connection is closed."""
    CLOSE = 6
    """A request to close the connection; the body is code and reason."""
    MESSAGE_TO_MANY = 7
    """A message for several connections: the number is their count, and the body starts with their numbers."""
    REFUSED = 8
    """Sockets that the porter refused; the body is a list of `RefusedSockets`."""


MESSAGE, MESSAGE_TO_MANY = int(PacketKind.MESSAGE), int(PacketKind.MESSAGE_TO_MANY)
"""The kinds of most packets, as plain numbers: looking up an enum member takes as long as packing a packet."""

CODE = Packed("!H")
"""The close code, with which the body of `PacketKind.CLOSE` starts."""


class ConnectionRequest(Struct, frozen=True):
    """The table and the ticket of a new connection."""

    table: str
    ticket: str


class PorterArguments(Struct, frozen=True):
    """The arguments of a porter."""

    bound: int
    """File descriptor of the listening socket."""
    link: int
    """File descriptor of its end of the packet link."""
    frame_max: int
    """Maximum size of a message, in bytes."""
    rules: HandshakeRules
    certificate: str = ""
    key: str = ""
    """The files of the certificate, if the porter terminates TLS."""


class PacketLink(asyncio.Protocol):
    """One end of the stream. All packets of one turn of the loop, or of `pace` seconds, are written together."""

    def __init__(
        self,
        take: Callable[[int, int, bytes], None],
        lost: Callable[[], None],
        *,
        full: Callable[[bool], None],
        ending: Callable[[], None] = lambda: None,
        pace: float = 0.0,
    ) -> None:
        self._take, self._lost, self._full, self._ending, self._pace = take, lost, full, ending, pace
        self._scheduled = False
        """A write is due."""
        self._written = 0.0
        """When the last one was, by the loop's clock."""
        self._transport: asyncio.WriteTransport | None = None
        self._loop = asyncio.get_running_loop()
        self._rest = b""
        self._waiting: list[bytes] = []
        self._message: bytes | None = None
        self._first = 0
        self._more: array[int] | None = None
        """The connections that get `_message` so far: the first, and all of them once there are several."""

    def send(self, number: int, kind: int, body: bytes = b"") -> None:
        """Queues a packet; it is written at the end of the loop's turn."""
        if not self._scheduled:
            self._schedule()
        if self._message is not None:
            self._queue_message()
        self._waiting += (HEAD.pack(number, kind, len(body)), body)

    def send_message(self, number: int, message: bytes) -> None:
        """Queues a message; one that goes to several connections in a row is written once."""
        if message != self._message:
            if not self._scheduled:
                self._schedule()
            if self._message is not None:
                self._queue_message()
            self._message, self._first = message, number
            return
        if self._more is None:
            self._more = array("I", (self._first,))
        self._more.append(number)
        if len(self._more) >= AT_ONCE:
            self.flush()

    def _schedule(self) -> None:
        self._scheduled = True
        wait = self._written + self._pace - self._loop.time() if self._pace else 0.0
        if wait > 0:
            self._loop.call_later(wait, self._flush_now)
        else:
            self._loop.call_soon(self._flush_now)

    def _flush_now(self) -> None:
        self._scheduled, self._written = False, self._loop.time()
        self.flush()

    def _queue_message(self) -> None:
        """Adds the message that is being collected to the queue."""
        message, to = self._message, self._more
        if message is None:
            return
        if to is None:
            self._waiting += (HEAD.pack(self._first, MESSAGE, len(message)), message)
        else:
            numbers = to.tobytes()
            self._waiting += (
                HEAD.pack(len(to), MESSAGE_TO_MANY, len(numbers) + len(message)),
                numbers,
                message,
            )
        self._message = self._more = None

    def flush(self) -> None:
        self._queue_message()
        if self._waiting and self._transport is not None:
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()

    def finish(self) -> None:
        """Writes what is queued and nothing more; the stream closes when the other end has written its last packets."""
        self.flush()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write_eof()

    def close(self) -> None:
        """Writes what is queued and closes the stream."""
        self.flush()
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Closes the stream at once, whatever is queued."""
        if self._transport is not None:
            self._transport.abort()

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)  # uvloop's are not subclasses of asyncio's
        self._transport.set_write_buffer_limits(high=LINK_HIGH)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at, end, size, take = 0, len(data), HEAD.size, self._take
        while at + size <= end:
            number, kind, length = HEAD.unpack_from(data, at)
            start = at + size
            if start + length > end:
                break
            at = start + length
            take(number, kind, data[start:at])
        self._rest = data[at:]

    def eof_received(self) -> None:
        """The other end has finished: this one writes its last packets, and the stream closes."""
        self._ending()
        self.flush()

    def pause_writing(self) -> None:
        self._full(True)

    def resume_writing(self) -> None:
        self._full(False)

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        self._lost()
