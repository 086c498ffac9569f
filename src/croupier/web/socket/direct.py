"""A separate port for the sockets of many terminals: starts the porter process and restarts it. See ADR 39."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys

from msgspec import json

from croupier.terms.fault import Fault
from croupier.web.server import Tls
from croupier.web.socket.carrier import SocketGate
from croupier.web.socket.handshake import HandshakeRules
from croupier.web.socket.packets import PacketLink, PorterArguments
from croupier.web.socket.porter_sessions import PorterSessions, Redeem
from croupier.wire.frames import FRAME_MAX

READY_S = 20.0
"""Time for a porter to start."""
RESTART_S = 1.0
"""Delay before a porter that died is replaced."""
END_S = 5.0
"""Time for a porter to end before it is killed."""

_log = logging.getLogger(__name__)


class Direct:
    """Runs a porter on a socket, and starts another one when it dies."""

    def __init__(
        self,
        gateway: SocketGate,
        redeem: Redeem,
        bound: socket.socket,
        rules: HandshakeRules,
        tls: Tls | None = None,
    ) -> None:
        self._bound, self._rules, self._tls = bound, rules, tls
        self._ready = asyncio.Event()
        self._lost = asyncio.Event()
        self.sessions = PorterSessions(gateway, redeem, self._ready.set)
        self._link: PacketLink | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keeping: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """The process id of the porter."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Starts the porter and waits until terminals can connect."""
        await self._start_porter()
        waiting = [asyncio.create_task(event.wait()) for event in (self._ready, self._lost)]
        await asyncio.wait(waiting, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        if not self._ready.is_set():
            await self._end_porter()
            raise Fault("The process for terminals' sockets did not start. Its error is above.")
        self._keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Delivers all messages, ends the porter and closes the socket."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._end_porter()
        self._bound.close()

    async def _start_porter(self) -> None:
        self._ready.clear()
        self._lost.clear()
        here, there = socket.socketpair()
        here.setblocking(False)
        certificate, key = (str(self._tls.certificate), str(self._tls.key)) if self._tls else ("", "")
        arguments = PorterArguments(self._bound.fileno(), there.fileno(), FRAME_MAX, self._rules, certificate, key)
        command = [sys.executable, "-P", "-m", "croupier.web.socket.porter", json.encode(arguments).decode()]
        with there:
            files = (arguments.bound, arguments.link)
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=files)  # noqa: S603
        loop = asyncio.get_running_loop()
        _, self._link = await loop.create_unix_connection(
            lambda: PacketLink(self.sessions.handle_packet, self._porter_lost, full=self.sessions.stream_full),
            sock=here,
        )
        self.sessions.attach(self._link)

    async def _end_porter(self) -> None:
        if self._link is not None:
            self._link.finish()
        if self._process is not None:
            await asyncio.to_thread(_wait, self._process)
        await self._lost.wait()  # its last packets have arrived

    async def _keep(self) -> None:
        while True:
            await self._lost.wait()
            _log.error("the process for terminals' sockets died; restarting it")
            await self._end_porter()
            await asyncio.sleep(RESTART_S)
            await self._start_porter()

    def _porter_lost(self) -> None:
        self.sessions.lost()
        self._lost.set()


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Waits for the process to end, and kills it if it does not."""
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        _log.error("the process for terminals' sockets did not end; killing it")
        process.kill()
        process.wait()
