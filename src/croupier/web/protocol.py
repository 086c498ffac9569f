"""HTTP as this service speaks it: a request is whole within its time, and what is no HTTP is told so."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from msgspec import json
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 20.0
"""From its first byte, or from the opening of the connection, a request has so long to arrive whole."""
_REFUSED = json.encode(
    {"error": {"code": "malformed", "message": "This is not HTTP as the service reads it.", "clause": None}}
)
_HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_REFUSED)).encode()),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"connection", b"close"),
]


class Punctual(H11Protocol):
    """Ends a connection whose request does not come: somebody who holds thousands of them open holds nothing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        upgraded = self.transport.get_protocol() is not self  # a socket has no request to come
        if not upgraded and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._expect()
        else:
            self._relax()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's words, which are not ours)
        """Also this answer has the form of every other, and its headers."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            events = (h11.Response(status_code=400, headers=_HEADERS), h11.Data(data=_REFUSED), h11.EndOfMessage())
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
        self.transport.close()

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_S, self._end)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        self._deadline = None
        self.transport.close()
