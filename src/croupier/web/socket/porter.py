"""The porter: a process that holds the terminals' sockets and forwards their messages to the floor. See ADR 39.

It knows no tables or people: the floor decides what to send and when to close. It ends when the floor does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import resource
import signal
import socket
import ssl
import sys
from array import array
from urllib.parse import parse_qs, urlsplit

import uvloop
from msgspec import json
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

from croupier.web.socket.handshake import HandshakeGuard, RefusedSockets
from croupier.web.socket.packets import (
    CODE,
    MESSAGE,
    MESSAGE_TO_MANY,
    PACE_S,
    ConnectionRequest,
    PacketKind,
    PacketLink,
    PorterArguments,
)
from croupier.web.tuning import leave_a_core, tuned

BUFFER_HIGH = 1 << 18
"""Number of unsent bytes at which a connection is slow; the floor is notified."""
CUT_OFF = 4
"""Messages over `frame_max` are answered with an error; those over this many times as much are not read."""
CLOSE_S = 5.0
"""Time for a closed connection to end."""
REPORT_S = 1.0
"""Interval of the reports of refused sockets."""
BACKLOG = 2048

_log = logging.getLogger(__name__)
_PATH = re.compile(r"/api/v1/tables/([^/]{1,64})/socket")
_CHECKED = ("host", "origin", "x-forwarded-for")
_TEXT, _CLOSE = WSMsgType.TEXT, WSMsgType.CLOSE
_DATA = frozenset({WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION})


class _Connection(WSListener):
    """The connection of a terminal. Nothing here blocks: the transport buffers, and reports when its buffer is full."""

    __slots__ = ("_parts", "_porter", "_request", "_size", "number", "transport")

    def __init__(self, porter: Porter, request: ConnectionRequest) -> None:
        self._porter, self._request = porter, request
        self.number = 0
        self.transport: WSTransport | None = None
        self._parts: list[bytes] = []
        self._size = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        peer = transport.underlying_transport.get_extra_info("peername")
        refusal = self._porter.guard.check(str(peer[0]) if peer else "", _headers(transport.request))
        if refusal is not None:
            self.close(refusal.code, refusal.reason.encode())
            return
        transport.underlying_transport.set_write_buffer_limits(high=BUFFER_HIGH)
        self._porter.opened(self, json.encode(self._request))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind in _DATA:
            if not self.number:
                return
            if frame.fin and not self._parts:
                self._porter.forward(self, frame.get_payload_as_bytes())
            else:
                self._gather(frame)
        elif kind == _CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(frame.get_close_code())
            transport.disconnect()

    def _gather(self, frame: WSFrame) -> None:
        """Joins the fragments of a message."""
        part = frame.get_payload_as_bytes()
        self._size += len(part)
        most = self._porter.frame_max
        if self._size <= CUT_OFF * most:
            self._parts.append(part)
        if frame.fin or self._size > CUT_OFF * most:
            whole = b"".join(self._parts) if self._size <= CUT_OFF * most else bytes(most + 1)
            self._parts, self._size = [], 0
            self._porter.forward(self, whole)

    def send(self, message: bytes) -> None:
        """Sends a message; a connection that fails is closed and does not affect the others."""
        transport = self.transport
        if transport is None:
            return
        try:
            transport.send(_TEXT, message)
        except Exception:
            _log.exception("a connection failed")
            transport.disconnect(False)

    def close(self, code: int, reason: bytes) -> None:
        transport = self.transport
        if transport is None or transport.is_disconnected:
            return
        transport.send_close(code, reason[:120])  # type: ignore[arg-type]  # picows types only the standard codes
        asyncio.get_running_loop().call_later(CLOSE_S, transport.disconnect, False)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.transport = None
        self._porter.closed(self)

    def pause_writing(self) -> None:
        self._porter.link.send(self.number, PacketKind.FULL)

    def resume_writing(self) -> None:
        self._porter.link.send(self.number, PacketKind.WRITABLE)


class Porter:
    """The connections by number, and the stream to the floor."""

    link: PacketLink

    def __init__(self, arguments: PorterArguments) -> None:
        self.frame_max = arguments.frame_max
        self.guard = HandshakeGuard(arguments.rules, self._refused)
        self.over = asyncio.get_running_loop().create_future()
        self._connections: dict[int, _Connection] = {}
        self._last = 0
        self._full = False
        self._held: list[_Connection] = []
        """Connections whose reading is paused until the floor has caught up."""

    def opened(self, connection: _Connection, request: bytes) -> None:
        self._last += 1
        connection.number = self._last
        self._connections[connection.number] = connection
        self.link.send(connection.number, PacketKind.OPEN, request)

    def forward(self, connection: _Connection, message: bytes) -> None:
        self.link.send(connection.number, MESSAGE, message)
        if self._full and connection.transport is not None:
            connection.transport.underlying_transport.pause_reading()
            self._held.append(connection)

    def closed(self, connection: _Connection) -> None:
        if self._connections.pop(connection.number, None) is not None:
            self.link.send(connection.number, PacketKind.CLOSED)

    def handle_packet(self, number: int, kind: int, body: bytes) -> None:
        """Handles a packet from the floor."""
        if kind == MESSAGE_TO_MANY:
            self._send_to_many(number, body)
            return
        connection = self._connections.get(number)
        if connection is None:
            return  # closed in the meantime
        if kind == MESSAGE:
            connection.send(body)
        elif kind == PacketKind.CLOSE:
            connection.close(CODE.unpack_from(body)[0], body[CODE.size :])

    def _send_to_many(self, count: int, body: bytes) -> None:
        to = array("I")
        size = count * to.itemsize
        to.frombytes(body[:size])
        message, connections = body[size:], self._connections
        for number in to:
            connection = connections.get(number)
            if connection is not None:
                connection.send(message)

    def floor_full(self, full: bool) -> None:
        self._full = full
        if not full:
            held, self._held = self._held, []
            for connection in held:
                if connection.transport is not None:
                    connection.transport.underlying_transport.resume_reading()

    def floor_gone(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def report_refused(self) -> None:
        """Reports refused sockets now, and again every `REPORT_S`."""
        self.guard.report()
        asyncio.get_running_loop().call_later(REPORT_S, self.report_refused)

    def _refused(self, refused: list[RefusedSockets]) -> None:
        self.link.send(0, PacketKind.REFUSED, json.encode(refused))

    def answer(self, request: WSUpgradeRequest) -> WSListener | None:
        """A listener for a table's socket; None for any other path, which gives a 404."""
        url = urlsplit(request.path.decode("ascii", "replace"))
        path = _PATH.fullmatch(url.path)
        if path is None:
            return None
        return _Connection(self, ConnectionRequest(path[1], parse_qs(url.query).get("ticket", [""])[0]))


def _headers(request: WSUpgradeRequest) -> dict[str, str]:
    """The headers that the guard checks. Repeated ones are joined, which makes a second origin or host invalid."""
    return {name: ", ".join(request.headers.getall(name)) for name in _CHECKED if name in request.headers}


async def _serve(arguments: PorterArguments) -> None:
    loop = asyncio.get_running_loop()
    porter = Porter(arguments)
    tls = None
    if arguments.certificate:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(arguments.certificate, arguments.key)
    stream = socket.socket(fileno=arguments.link)
    _, porter.link = await loop.create_unix_connection(
        lambda: PacketLink(
            porter.handle_packet,
            porter.floor_gone,
            full=porter.floor_full,
            ending=porter.guard.report,
            pace=PACE_S,
        ),
        sock=stream,
    )
    server = await ws_create_server(
        porter.answer,
        sock=socket.socket(fileno=arguments.bound),
        ssl=tls,
        backlog=BACKLOG,
        max_frame_size=CUT_OFF * arguments.frame_max,
        read_buffer_init_size=1024,
    )
    porter.report_refused()
    porter.link.send(0, PacketKind.READY)
    with tuned(loop):
        await porter.over
    server.close()


def main() -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):  # the floor ends the stream after its last messages
        signal.signal(stop, signal.SIG_IGN)
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    leave_a_core()
    uvloop.run(_serve(json.decode(sys.argv[1], type=PorterArguments)))


if __name__ == "__main__":
    main()
