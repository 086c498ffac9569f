"""Sockets at the same origin as the pages, through Starlette."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from starlette.routing import WebSocketRoute
from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.access.person import Person
from croupier.web.socket.carrier import CarriedSession, SocketGate

PATH = "/api/v1/tables/{number}/socket"
CLOSE_S = 5.0
"""Time for a closed connection to end."""


class _AsgiPort:
    """Sends one message at a time; during a send, the session is paused."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._ready = asyncio.Event()
        self._message: bytes | None = None
        self._closing: tuple[int, str] | None = None
        self.session: CarriedSession | None = None

    def send(self, message: bytes) -> None:
        self._message = message
        if self.session is not None:
            self.session.pause()
        self._ready.set()

    def close(self, code: int, reason: str = "") -> None:
        self._closing = (code, reason)
        self._ready.set()

    async def pump(self) -> None:
        """Sends queued messages until the session closes, and resumes the session after each."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            message, self._message = self._message, None
            if message is not None:
                await self._websocket.send_text(message.decode())
                if self.session is not None and self._closing is None:
                    self.session.resume()
            if self._closing is not None and self._message is None:
                code, reason = self._closing
                await self._websocket.close(code, reason)
                return


def socket_route(gateway: SocketGate, identify: Callable[[Scope], Person | None]) -> WebSocketRoute:
    """The route of every table's socket, for an application behind its gate, which checks the origin.

    `identify` returns the person signed in with a request's cookie.
    """

    async def serve(websocket: WebSocket) -> None:
        await websocket.accept()
        port = _AsgiPort(websocket)
        session = port.session = gateway.open(port, websocket.path_params["number"], identify(websocket.scope))
        loop = asyncio.get_running_loop()
        pump = loop.create_task(port.pump())
        receiving = loop.create_task(_receive(websocket, session))
        try:
            await asyncio.wait((pump, receiving), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait((receiving,), timeout=CLOSE_S)
        finally:
            if session is not None:
                session.closed()
                port.session = None  # breaks a reference cycle, which may never be collected (web.tuning)
            for task in (pump, receiving):
                task.cancel()
            await asyncio.gather(pump, receiving, return_exceptions=True)

    return WebSocketRoute(PATH, serve, name="socket")


async def _receive(websocket: WebSocket, session: CarriedSession | None) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            event = await websocket.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            if session is not None:
                session.received(text.encode() if text is not None else event.get("bytes") or b"")
