"""Sockets on a port of their own, through picows, for a floor full of terminals; a ticket says who comes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
    ws_create_server,
)

from croupier.access.person import Person
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.session import Session
from croupier.wire.frames import FRAME_MAX

BUFFER_HIGH = 1 << 18
"""A connection that has not taken so many bytes is slow, and the session is paused."""
CUT_OFF = 4 * FRAME_MAX
"""A message past `FRAME_MAX` gets an error; one past this is not even read."""
CLOSE_S = 5.0
"""How long a closed connection may take to end."""

_PATH = re.compile(r"/api/v1/tables/([^/]{1,64})/socket")
_TEXT, _CLOSE = WSMsgType.TEXT, WSMsgType.CLOSE
_SAID = frozenset({WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION})


class _DirectPort(WSListener):
    """One connection. Nothing here waits: the transport buffers, and says when it has had enough."""

    def __init__(self, gateway: Gateway, number: str, person: Person | None) -> None:
        self._gateway, self._number, self._person = gateway, number, person
        self._transport: WSTransport | None = None
        self._session: Session | None = None
        self._parts: list[bytes] = []
        self._size = 0

    # The port

    def send(self, message: bytes) -> None:
        if self._transport is not None:
            self._transport.send(_TEXT, message)

    def close(self, code: int, reason: str = "") -> None:
        transport = self._transport
        if transport is None or transport.is_disconnected:
            return
        transport.send_close(code, reason.encode()[:120])  # type: ignore[arg-type]  # codes of our own are whole numbers
        asyncio.get_running_loop().call_later(CLOSE_S, transport.disconnect, False)

    # The listener

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=BUFFER_HIGH)
        self._session = self._gateway.open(self, self._number, self._person)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind in _SAID:
            if frame.fin and not self._parts:
                self._hear(frame.get_payload_as_bytes())
            else:
                self._gather(frame)
        elif kind == _CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(frame.get_close_code())
            transport.disconnect()

    def _gather(self, frame: WSFrame) -> None:
        """A message in parts is as long as all of them."""
        part = frame.get_payload_as_bytes()
        self._size += len(part)
        if self._size <= CUT_OFF:
            self._parts.append(part)
        if frame.fin or self._size > CUT_OFF:
            whole = b"".join(self._parts) if self._size <= CUT_OFF else bytes(FRAME_MAX + 1)
            self._parts, self._size = [], 0
            self._hear(whole)

    def _hear(self, message: bytes) -> None:
        if self._session is not None:
            self._session.received(message)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self._transport = None
        if self._session is not None:
            self._session.closed()

    def pause_writing(self) -> None:
        if self._session is not None:
            self._session.pause()

    def resume_writing(self) -> None:
        if self._session is not None:
            self._session.resume()


async def serve_direct(
    gateway: Gateway,
    redeem: Callable[[str], Person | None],
    host: str | None = None,
    port: int | None = None,
    **options: Any,
) -> asyncio.Server:
    """Listens for terminals, at the address or at a socket that is given; each ticket is redeemed once."""

    def enter(request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener | None:
        url = urlsplit(request.path.decode("ascii", "replace"))
        path = _PATH.fullmatch(url.path)
        if path is None:
            return None
        headers = request.headers
        if not gateway.admit_origin(headers.get("Origin"), headers.get("Host", ""), own_port=True):
            return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(HTTPStatus.FORBIDDEN), None)
        ticket = parse_qs(url.query).get("ticket", [""])[0]
        return _DirectPort(gateway, path[1], redeem(ticket) if ticket else None)

    return await ws_create_server(enter, host, port, max_frame_size=CUT_OFF, read_buffer_init_size=1024, **options)
