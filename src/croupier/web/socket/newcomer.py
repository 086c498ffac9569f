"""A connection of which nothing is known yet but where it comes from, until its request is read and judged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import aiofastnet
import uvloop

from croupier.web.socket.door import Doorkeeper, No

REQUEST_MAX = 8_192
"""The most bytes of a request to open a socket; a longer one is no such request."""
REQUEST_S = 5.0
"""How long it may take to come."""
TELL_S = 1.0
"""How often the floor is told who was turned away."""
_END = b"\r\n\r\n"


class DoorLoop(uvloop.Loop):
    """A loop whose servers have every connection looked at first: picows asks its loop for a server, and tells nobody
    from where a request comes. The connections are aiofastnet's, as they would be without a door."""

    keeper: Doorkeeper | None = None

    async def create_server(self, protocol_factory: Any, *more: Any, **options: Any) -> Any:
        keeper = self.keeper
        if keeper is None:
            return await aiofastnet.create_server(self, protocol_factory, *more, **options)
        self.call_later(TELL_S, self._tell, keeper)
        return await aiofastnet.create_server(self, lambda: _Newcomer(self, keeper, protocol_factory), *more, **options)

    def _tell(self, keeper: Doorkeeper) -> None:
        keeper.tell()
        self.call_later(TELL_S, self._tell, keeper)


class _Newcomer(asyncio.Protocol):
    """A connection until its request is read. If the hand may be shaken, it is handed on with all that was read."""

    def __init__(self, loop: asyncio.AbstractEventLoop, keeper: Doorkeeper, go_on: Callable[[], Any]) -> None:
        self._loop, self._keeper, self._go_on = loop, keeper, go_on
        self._read = b""
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's derive from nothing of asyncio's
        self._patience = self._loop.call_later(REQUEST_S, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        self._read += data
        head, end, _ = self._read.partition(_END)
        if not end and len(self._read) <= REQUEST_MAX:
            return
        if self._patience is not None:
            self._patience.cancel()
        if not end or len(head) > REQUEST_MAX:
            no: No | None = No(HTTPStatus.BAD_REQUEST, "no-request", "That is no request to open a socket.")
        else:
            peer = transport.get_extra_info("peername")
            no = self._keeper.ask(str(peer[0]) if peer else "", headers_of(head))
        if no is not None:
            transport.write(no.response)
            transport.close()
        else:
            self._hand_on(transport)

    def _hand_on(self, transport: asyncio.Transport) -> None:
        protocol, read = self._go_on(), memoryview(self._read)
        self._transport, self._read = None, b""
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        while read and not transport.is_closing():
            room = memoryview(protocol.get_buffer(len(read)))
            size = min(len(room), len(read))
            room[:size] = read[:size]
            protocol.buffer_updated(size)
            read = read[size:]

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if self._patience is not None:
            self._patience.cancel()


def headers_of(head: bytes) -> dict[str, str]:
    """The headers of a request by name, in small letters; one that stands twice is nonsense.

    >>> headers_of(b"GET / HTTP/1.1\\r\\nHost: a\\r\\nX: 1\\r\\nx: 2")
    {'host': 'a', 'x': '1, 2'}
    """
    headers: dict[str, str] = {}
    for line in head.decode("latin-1").split("\r\n")[1:]:
        name, colon, value = line.partition(":")
        if colon:
            name, value = name.strip().lower(), value.strip(" \t")
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
