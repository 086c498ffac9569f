"""HTTP/1.1 with a deadline for each request, strict parsing, and a JSON answer to malformed requests."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import h11
from msgspec import json
from uvicorn.protocols.http.h11_impl import H11Protocol

_log = logging.getLogger(__name__)

REQUEST_S = 20.0
"""Time for a request to arrive in full, from its first byte or from the opening of the connection."""
LINGER_S = 1.0
"""How long the rest of a refused request is discarded; if closed at once, its sender might miss the answer."""
_REFUSED = json.encode({"error": {"code": "malformed", "message": "This is not a valid HTTP request.", "clause": None}})
_HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_REFUSED)).encode()),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"connection", b"close"),
]


_BARE = re.compile(rb"(?<!\r)\n")
_FOLDED = re.compile(rb"\n[ \t]")
_LENGTHS = (
    re.compile(rb"\ncontent-length[ \t]*:", re.IGNORECASE),
    re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE),
)


def is_plain(received: bytes) -> bool:
    """Whether the head of a request, as far as received, is unambiguous.

    Bare LF line endings, folded headers and two body lengths are parsed differently by different programs, such as a
    proxy (RFC 9112, 2.2, 5.2 and 6.1).
    """
    head, end, _ = received.partition(b"\r\n\r\n")
    head += end
    if _BARE.search(head) or _FOLDED.search(head):
        return False
    return not all(each.search(head) for each in _LENGTHS)


class DeadlineProtocol(H11Protocol):
    """Closes a connection whose request does not arrive in time, so that idle clients do not hold connections open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)
            self._watch()

    def _watch(self) -> None:
        """Starts the deadline of a request that has not arrived in full, and ends it when it has."""
        if self._refused:
            return
        upgraded = self.transport.get_protocol() is not self  # a WebSocket sends no further request
        if not upgraded and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._expect()
        else:
            self._relax()

    def handle_events(self) -> None:
        """Checks the head of the next request first, because h11 accepts more than is allowed."""
        if self.conn.their_state is h11.IDLE and not is_plain(self.conn.trailing_data[0]):
            _log.warning("a request with a malformed head was refused")
            self.send_400_response("")
            return
        super().handle_events()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's wording is not used)
        """Answers with the same body format and headers as every other error."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            events = (h11.Response(status_code=400, headers=_HEADERS), h11.Data(data=_REFUSED), h11.EndOfMessage())
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
        self._relax()
        if self.transport.can_write_eof():
            self._refused = True
            self.transport.write_eof()
            self._deadline = self.loop.call_later(LINGER_S, self._end)
        else:
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
