"""A service in this process that listens on a port, for tests that talk to it byte by byte."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

from msgspec import json
from msgspec.structs import replace

from croupier.web.server import bind
from croupier.web.service import Service
from croupier.web.serving import serve_until_stopped
from tests.loops import Loop
from tests.passwords import QUICK
from tests.web.api.world import PASSWORD, serving


class Listening:
    """Serves on ports that were free, the second one for sockets alone."""

    def __init__(self, directory: Path, **more: Any) -> None:
        self._bound, self._direct = bind("127.0.0.1", 0), bind("127.0.0.1", 0)
        self.port, self.direct_port = self._bound.getsockname()[1], self._direct.getsockname()[1]
        more = {"socket_port": self.direct_port, **more}
        self.service = Service.open(replace(serving(directory, port=self.port), **more), QUICK)
        self._loop = Loop()
        self._stop = self._loop.do(_event())
        ready = self._loop.do(_event())
        self._serving = asyncio.run_coroutine_threadsafe(
            serve_until_stopped(
                self.service,
                self._bound,
                direct=self._direct,
                ready=lambda _address: ready.set(),
                stop=self._stop,
            ),
            self._loop.loop,
        )
        self._loop.do(ready.wait())

    def close(self) -> None:
        self._loop.loop.call_soon_threadsafe(self._stop.set)
        self._serving.result(60)
        self._loop.close()
        self.service.close()

    def sign_in(self, name: str = "ann") -> str:
        """The token of a session, as its cookie has it."""
        body = json.encode({"name": name, "password": PASSWORD})
        head = f"POST /api/v1/session HTTP/1.1\nHost: localhost:{self.port}\nContent-Type: application/json"
        status, headers, _ = self.request(f"{head}\nContent-Length: {len(body)}", body)
        assert status == 200
        return headers["set-cookie"].partition("=")[2].partition(";")[0]

    def talk(self, *parts: bytes, port: int | None = None) -> bytes:
        """Everything that is answered until the service closes the connection."""
        with socket.create_connection(("127.0.0.1", port or self.port), timeout=30) as line:
            for part in parts:
                line.sendall(part)
            heard = b""
            while chunk := line.recv(65_536):
                heard += chunk
            return heard

    def request(self, head: str, body: bytes = b"", *, port: int | None = None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of one request, written as it goes over the line."""
        sent = "\r\n".join([*head.strip().splitlines(), "Connection: close", "", ""]).encode("latin-1")
        return parsed(self.talk(sent + body, port=port))


def parsed(heard: bytes) -> tuple[int, dict[str, str], bytes]:
    head, _, body = heard.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert len(headers) == len(lines), "a header stands twice"
    return int(status.split()[1]), {name.lower(): value for name, value in headers.items()}, body


async def _event() -> asyncio.Event:
    return asyncio.Event()
