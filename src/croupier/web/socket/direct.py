"""Sockets on a port of their own, for a floor full of terminals: the floor's end of the porter. See ADR 39."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import subprocess
import sys
from collections.abc import Callable

from msgspec import DecodeError, json

from croupier.access.person import Person
from croupier.floor.listener import FAILED
from croupier.terms.fault import Fault
from croupier.web.server import Tls
from croupier.web.socket.door import TOO_OFTEN, Door, TurnedAway
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.parcels import CODE, Kind, Knock, Started, Trunk
from croupier.web.socket.policy import NOT_ALLOWED, Breach
from croupier.web.socket.session import Session
from croupier.wire.frames import FRAME_MAX

READY_S = 20.0
"""How long a porter may take to begin."""
AGAIN_S = 1.0
"""How long the door stays shut after a porter has died."""
END_S = 5.0
"""How long a porter may take to end."""

Redeem = Callable[[str], Person | None]
"""Knows whose a ticket is, and takes each once."""

_SAID = int(Kind.SAID)
_log = logging.getLogger(__name__)


class _FarPort:
    """A connection that the porter holds."""

    __slots__ = ("_number", "_trunk")

    def __init__(self, trunk: Trunk, number: int) -> None:
        self._trunk, self._number = trunk, number

    def send(self, message: bytes) -> None:
        self._trunk.say(self._number, message)

    def close(self, code: int, reason: str = "") -> None:
        self._trunk.put(self._number, Kind.CLOSE, CODE.pack(code) + reason.encode())


class Direct:
    """The door for terminals: a porter at a socket, and another one when that dies."""

    def __init__(
        self,
        gateway: Gateway,
        redeem: Redeem,
        bound: socket.socket,
        tls: Tls | None = None,
        door: Door | None = None,
    ) -> None:
        self._gateway, self._redeem, self._bound, self._tls, self._door = gateway, redeem, bound, tls, door
        self._sessions: dict[int, Session] = {}
        self._slow: set[int] = set()
        """Connections that take no more for now."""
        self._full = False
        """The stream takes no more for now, and so does nobody."""
        self._trunk: Trunk | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = asyncio.Event()
        self._lost = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """The porter's process."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Afterwards terminals may come."""
        await self._begin()
        waiting = [asyncio.create_task(event.wait()) for event in (self._ready, self._lost)]
        await asyncio.wait(waiting, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        if not self._ready.is_set():
            await self._end()
            raise Fault("The process for terminals' sockets did not start. What it said stands above.")
        self._keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Afterwards the door is shut with its socket, and whatever was said before has been passed on."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._end()
        self._bound.close()

    async def _begin(self) -> None:
        self._ready.clear()
        self._lost.clear()
        here, there = socket.socketpair()
        here.setblocking(False)
        certificate, key = (str(self._tls.certificate), str(self._tls.key)) if self._tls else ("", "")
        started = Started(self._bound.fileno(), there.fileno(), FRAME_MAX, certificate, key, self._door)
        command = [sys.executable, "-P", "-m", "croupier.web.socket.porter", json.encode(started).decode()]
        with there:
            files = (started.bound, started.trunk)
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=files)  # noqa: S603
        loop = asyncio.get_running_loop()
        _, self._trunk = await loop.create_unix_connection(
            lambda: Trunk(self._heard, self._porter_gone, full=self._porter_full), sock=here
        )

    async def _end(self) -> None:
        if self._trunk is not None:
            self._trunk.close()
        if self._process is not None:
            await asyncio.to_thread(_wait, self._process)

    async def _keep(self) -> None:
        """One porter after the other, while the service runs."""
        while True:
            await self._lost.wait()
            _log.error("the process for terminals' sockets has ended; another one is started")
            await self._end()
            await asyncio.sleep(AGAIN_S)
            await self._begin()

    # What the porter says

    def _heard(self, number: int, kind: int, body: bytes) -> None:
        """One session that fails is ended; the stream, and everybody else in it, goes on."""
        session = self._sessions.get(number)
        try:
            if kind != _SAID:
                self._hear(number, kind, body, session)
            elif session is not None:
                session.received(body)
        except Exception:
            _log.exception("a connection failed")
            if session is not None:
                with contextlib.suppress(Exception):
                    session.end("The connection failed.", FAILED)

    def _hear(self, number: int, kind: int, body: bytes, session: Session | None) -> None:
        if kind == Kind.OPEN:
            self._open(number, body)
        elif kind == Kind.READY:
            self._ready.set()
        elif kind == Kind.TURNED_AWAY:
            for each in json.decode(body, type=list[TurnedAway]):
                breach = Breach.SOCKETS if each.code == TOO_OFTEN else Breach.ORIGIN
                self._gateway.alarm(breach, None, "", "at the door", each.address, each.count)
        elif session is not None:
            if kind == Kind.CLOSED:
                del self._sessions[number]
                self._slow.discard(number)
                session.closed()
            elif kind == Kind.FULL:
                self._slow.add(number)
                session.pause()
            elif kind == Kind.EMPTY:
                self._slow.discard(number)
                if not self._full:
                    session.resume()

    def _open(self, number: int, body: bytes) -> None:
        trunk = self._trunk
        if trunk is None:
            return
        port = _FarPort(trunk, number)
        try:
            knock = json.decode(body, type=Knock)
        except DecodeError:
            port.close(NOT_ALLOWED)
            return
        if not self._gateway.admit_origin(knock.origin, knock.host, own_port=True):
            port.close(NOT_ALLOWED, "A page from there may not come in.")
            return
        person = self._redeem(knock.ticket) if knock.ticket else None
        session = self._gateway.open(port, knock.table, person)
        if session is not None:
            self._sessions[number] = session
            if self._full:
                session.pause()

    def _porter_full(self, full: bool) -> None:
        self._full = full
        for number, session in list(self._sessions.items()):
            if full:
                session.pause()
            elif number not in self._slow:
                session.resume()

    def _porter_gone(self) -> None:
        sessions, self._sessions = self._sessions, {}
        self._slow.clear()
        self._full = False
        for session in sessions.values():
            session.closed()
        self._lost.set()


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Afterwards the process has ended, by itself or not."""
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
