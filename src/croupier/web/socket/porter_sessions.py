"""The sessions behind a porter: handles its packets, and pauses sessions that are slow."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from msgspec import DecodeError, json

from croupier.access.person import Person
from croupier.floor.listener import FAILED
from croupier.web.socket.carrier import CarriedSession, SocketGate
from croupier.web.socket.handshake import RefusedSockets
from croupier.web.socket.packets import CODE, MESSAGE, ConnectionRequest, PacketKind, PacketLink
from croupier.web.socket.policy import NOT_ALLOWED, BreachReport

Redeem = Callable[[str], Person | None]
"""The person that a ticket was issued to; each ticket is redeemed once."""

_log = logging.getLogger(__name__)
_requests, _refused = json.Decoder(ConnectionRequest), json.Decoder(list[RefusedSockets])


class _PorterPort:
    """A connection that the porter holds."""

    __slots__ = ("_link", "_number")

    def __init__(self, link: PacketLink, number: int) -> None:
        self._link, self._number = link, number

    def send(self, message: bytes) -> None:
        self._link.send_message(self._number, message)

    def close(self, code: int, reason: str = "") -> None:
        self._link.send(self._number, PacketKind.CLOSE, CODE.pack(code) + reason.encode())


class PorterSessions:
    """The sessions of one porter, by connection number."""

    def __init__(self, gateway: SocketGate, redeem: Redeem, ready: Callable[[], None]) -> None:
        self._gateway, self._redeem, self._ready = gateway, redeem, ready
        self._link: PacketLink | None = None
        self._by_number: dict[int, CarriedSession] = {}
        self._slow: set[int] = set()
        """Connections whose buffers are full."""
        self._stream_full = False

    def attach(self, link: PacketLink) -> None:
        """Sets the stream that replies are written to."""
        self._link = link

    @property
    def slow(self) -> int:
        """Number of connections whose buffers are full."""
        return len(self._slow)

    def handle_packet(self, number: int, kind: int, body: bytes) -> None:
        """Handles a packet. A session that fails is closed; the stream and the other sessions continue."""
        session = self._by_number.get(number)
        try:
            if kind != MESSAGE:
                self._handle(number, kind, body, session)
            elif session is not None:
                session.received(body)
        except Exception:
            _log.exception("a connection failed")
            if session is not None:
                with contextlib.suppress(Exception):
                    session.end("The connection failed.", FAILED)

    def _handle(self, number: int, kind: int, body: bytes, session: CarriedSession | None) -> None:
        if kind == PacketKind.OPEN:
            self._open(number, body)
        elif kind == PacketKind.READY:
            self._ready()
        elif kind == PacketKind.REFUSED:
            for each in _refused.decode(body):
                report = BreachReport(each.breach, None, "", "at the socket port", each.address, each.count)
                self._gateway.policy.report(report)
        elif session is not None:
            if kind == PacketKind.CLOSED:
                del self._by_number[number]
                self._slow.discard(number)
                session.closed()
            elif kind == PacketKind.FULL:
                self._slow.add(number)
                session.pause()
            elif kind == PacketKind.WRITABLE:
                self._slow.discard(number)
                if not self._stream_full:
                    session.resume()

    def _open(self, number: int, body: bytes) -> None:
        if self._link is None:
            return
        port = _PorterPort(self._link, number)
        try:
            request = _requests.decode(body)
        except DecodeError:
            port.close(NOT_ALLOWED)
            return
        person = self._redeem(request.ticket) if request.ticket else None
        session = self._gateway.open(port, request.table, person)
        if session is not None:
            self._by_number[number] = session
            if self._stream_full:
                session.pause()

    def stream_full(self, full: bool) -> None:
        """Pauses every session while the stream is full."""
        self._stream_full = full
        for number, session in list(self._by_number.items()):
            if full:
                session.pause()
            elif number not in self._slow:
                session.resume()

    def lost(self) -> None:
        """Closes every session after the porter has died."""
        sessions, self._by_number = self._by_number, {}
        self._slow.clear()
        self._stream_full = False
        for session in sessions.values():
            session.closed()
