"""The parcels that porter and floor exchange over one stream.

A parcel has the number that the porter gave to a connection, a kind, and a body whose length it states.
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
"""A message is written once this many connections are to get it, without waiting for more."""
PACE_S = 0.002
"""The least time from one write of the porter to the next: the floor wakes up once for what comes in between."""
TRUNK_HIGH = 1 << 23
"""The stream is full at this many unsent bytes, and has room again below a quarter of it."""


class Kind(IntEnum):
    READY = 0
    """The porter listens."""
    OPEN = 1
    """A new connection; the body is its `Knock`."""
    SAID = 2
    """A message, in either direction."""
    FULL = 3
    """The connection's buffer is full."""
    EMPTY = 4
    """The connection has room again."""
    CLOSED = 5
    """The connection is gone."""
    CLOSE = 6
    """A request to close the connection; the body is code and reason."""
    SAID_TO_MANY = 7
    """A message for several connections: the number counts them, and the body begins with their numbers."""
    REFUSED = 8
    """Sockets that the porter refused; the body is a list of `RefusedSockets`."""


CODE = Packed("!H")
"""The close code, with which the body of `Kind.CLOSE` begins."""


class Knock(Struct, frozen=True):
    """The table and the ticket that a new connection names."""

    table: str
    ticket: str


class Started(Struct, frozen=True):
    """The arguments of a porter."""

    bound: int
    """The descriptor of the socket at which it listens."""
    trunk: int
    """The descriptor of its end of the stream."""
    frame_max: int
    """The most bytes of a message."""
    rules: HandshakeRules
    certificate: str = ""
    key: str = ""
    """The files of the certificate, where the porter speaks TLS."""


class Trunk(asyncio.Protocol):
    """One end of the stream. All parcels of one turn of the loop, or of `pace` seconds, are written at once."""

    def __init__(
        self,
        take: Callable[[int, int, bytes], None],
        lost: Callable[[], None],
        *,
        full: Callable[[bool], None],
        pace: float = 0.0,
    ) -> None:
        self._take, self._lost, self._full, self._pace = take, lost, full, pace
        self._scheduled = False
        """A write is due."""
        self._written = 0.0
        """When the last one was, by the loop's clock."""
        self._transport: asyncio.WriteTransport | None = None
        self._loop = asyncio.get_running_loop()
        self._rest = b""
        self._waiting: list[bytes] = []
        self._saying: bytes | None = None
        self._to: array[int] = array("I")
        """The connections that get `_saying`; more may follow."""

    def put(self, number: int, kind: int, body: bytes = b"") -> None:
        """Writes a parcel at the end of the loop's turn."""
        self._soon()
        self._gather()
        self._waiting += (HEAD.pack(number, kind, len(body)), body)

    def say(self, number: int, message: bytes) -> None:
        """Writes a message; one that goes to several connections in a row is written once."""
        if message != self._saying:
            self._soon()
            self._gather()
            self._saying = message
        self._to.append(number)
        if len(self._to) >= AT_ONCE:
            self.flush()

    def _soon(self) -> None:
        if self._scheduled:
            return
        self._scheduled = True
        wait = self._written + self._pace - self._loop.time() if self._pace else 0.0
        if wait > 0:
            self._loop.call_later(wait, self._flush_now)
        else:
            self._loop.call_soon(self._flush_now)

    def _flush_now(self) -> None:
        self._scheduled, self._written = False, self._loop.time()
        self.flush()

    def _gather(self) -> None:
        """Queues the message that is being collected."""
        message, to = self._saying, self._to
        if message is None:
            return
        if len(to) == 1:
            self._waiting += (HEAD.pack(to[0], Kind.SAID, len(message)), message)
        else:
            numbers = to.tobytes()
            self._waiting += (HEAD.pack(len(to), Kind.SAID_TO_MANY, len(numbers) + len(message)), numbers, message)
        self._saying, self._to = None, array("I")

    def flush(self) -> None:
        self._gather()
        if self._waiting and self._transport is not None:
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()

    def close(self) -> None:
        """Writes what is queued and closes the stream."""
        self.flush()
        if self._transport is not None:
            self._transport.close()

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)  # uvloop's derive from nothing of asyncio's
        self._transport.set_write_buffer_limits(high=TRUNK_HIGH)

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

    def pause_writing(self) -> None:
        self._full(True)

    def resume_writing(self) -> None:
        self._full(False)

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        self._lost()
