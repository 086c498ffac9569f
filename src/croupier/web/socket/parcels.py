"""What the porter and the floor send each other: parcels, many in one stream, each of one connection.

A parcel is a number that the porter gave to the connection, what is done with it, and as many bytes as it says.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable
from enum import IntEnum
from struct import Struct as Packed
from typing import cast

from msgspec import Struct

from croupier.web.socket.door import Door

HEAD = Packed("!IBI")
"""Number of the connection, kind, how many bytes follow."""
AT_ONCE = 256
"""When so many connections hear the same, they need not wait for the others."""
TRUNK_HIGH = 1 << 23
"""A stream with so many bytes that were not taken is full; below a quarter of it, it is not any longer."""


class Kind(IntEnum):
    READY = 0
    """The porter listens."""
    OPEN = 1
    """Somebody is at the door; the bytes say who and where to."""
    SAID = 2
    """One message, in either direction."""
    FULL = 3
    """The connection takes no more for now."""
    EMPTY = 4
    """It takes messages again."""
    CLOSED = 5
    """The connection is gone."""
    CLOSE = 6
    """It is to be closed; the bytes are the code and the reason."""
    SAID_TO_MANY = 7
    """One message for as many connections as the number says; the bytes begin with theirs."""
    TURNED_AWAY = 8
    """Who was not even let into the hall; the bytes say how many, from where and why."""


CODE = Packed("!H")
"""What the bytes of `Kind.CLOSE` begin with."""


class Knock(Struct, frozen=True):
    """The bytes of `Kind.OPEN`: who is at the door, as the request says it."""

    table: str
    ticket: str
    origin: str | None
    host: str


class Started(Struct, frozen=True):
    """What the floor gives a porter to start with."""

    bound: int
    """The number of the open file at which it listens."""
    trunk: int
    """That of its end of the stream."""
    frame_max: int
    """The most bytes of a message."""
    certificate: str = ""
    key: str = ""
    """The files of the certificate, where the porter speaks TLS."""
    door: Door | None = None
    """Who may come in; without it, everybody as far as the hall."""


class Trunk(asyncio.Protocol):
    """One end of the stream. Whatever is put in one turn of the loop is written at once."""

    def __init__(
        self,
        take: Callable[[int, int, bytes], None],
        lost: Callable[[], None],
        *,
        full: Callable[[bool], None],
    ) -> None:
        self._take, self._lost, self._full = take, lost, full
        self._transport: asyncio.WriteTransport | None = None
        self._loop = asyncio.get_running_loop()
        self._rest = b""
        self._waiting: list[bytes] = []
        self._saying: bytes | None = None
        self._to: array[int] = array("I")
        """To whom it is said; it waits for more who hear the same."""

    def put(self, number: int, kind: int, body: bytes = b"") -> None:
        """To be written when the loop has done what it is at."""
        self._soon()
        self._gather()
        self._waiting += (HEAD.pack(number, kind, len(body)), body)

    def say(self, number: int, message: bytes) -> None:
        """The same for a message; one that goes to many in a row is written once."""
        if message != self._saying:
            self._soon()
            self._gather()
            self._saying = message
        self._to.append(number)
        if len(self._to) >= AT_ONCE:
            self.flush()

    def _soon(self) -> None:
        if not self._waiting and not self._to:
            self._loop.call_soon(self.flush)

    def _gather(self) -> None:
        """Afterwards what is being said waits with the rest."""
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
        """Writes what waits, and ends."""
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
