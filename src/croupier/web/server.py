"""Runs an application on a socket until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import uvicorn
from msgspec import Struct
from starlette.types import ASGIApp

from croupier.terms.fault import Fault
from croupier.web.timeouts import DeadlineProtocol
from croupier.wire.frames import FRAME_MAX

BACKLOG = 2048
GRACE_S = 5
"""Time that connections have to end at shutdown."""


class Tls(Struct, frozen=True):
    certificate: Path
    key: Path


def bind(host: str, port: int, option: str = "--port") -> socket.socket:
    """A listening socket; raises a fault that says what to do if the address cannot be used."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Fault(f"{host} is not an address of this machine ({error.strerror}). Give another --host.") from error
    try:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
        bound.setblocking(False)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise Fault(f"Port {port} is in use. Stop the program that uses it, or give another {option}.") from error
        raise Fault(f"Port {port} cannot be used on {host} ({error.strerror}). Give another {option}.") from error
    return bound


def context(tls: Tls) -> ssl.SSLContext:
    """The TLS context for this certificate."""
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        made.load_cert_chain(tls.certificate, tls.key)
    except OSError as error:  # includes OpenSSL errors, such as a key that does not match
        raise Fault(f"The certificate or its key cannot be used ({error.strerror or error}).") from error
    return made


def is_loopback(host: str) -> bool:
    """Whether the host is reachable from this machine only."""
    return host in ("localhost", "::1") or host.startswith("127.")


class _Server(uvicorn.Server):
    """Leaves signal handling to the caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(
    app: ASGIApp,
    bound: socket.socket,
    *,
    tls: Tls | None = None,
    ready: Callable[[], None] | None = None,
    before_stop: Callable[[], Awaitable[None]] | None = None,
    stop: asyncio.Event | None = None,
) -> None:
    """Serves until SIGINT, SIGTERM or `stop`; a second signal exits without waiting for connections.

    `before_stop` runs while clients are still connected.
    """
    config = uvicorn.Config(
        app,
        loop="none",
        http=DeadlineProtocol,
        ws="websockets-sansio",
        ws_max_size=4 * FRAME_MAX,  # a frame over FRAME_MAX gets an error; one over this is not read
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_S,
        h11_max_incomplete_event_size=64 << 10,
    )
    config.load()
    if tls is not None:
        config.ssl = context(tls)
    server = _Server(config)
    ending = stop or asyncio.Event()

    def on_signal() -> None:
        if ending.is_set():
            server.force_exit = True
        ending.set()

    with _signals(on_signal):
        serving = asyncio.create_task(server.serve([bound]))
        waiting = asyncio.create_task(ending.wait())
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if ready is not None and not serving.done():
                ready()
            await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if before_stop is not None:
                await before_stop()
        finally:
            server.should_exit = True
            waiting.cancel()
            await serving


@contextlib.contextmanager
def _signals(handle: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    kinds = (signal.SIGINT, signal.SIGTERM)
    try:
        for kind in kinds:
            loop.add_signal_handler(kind, handle)
    except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
        yield
        return
    try:
        yield
    finally:
        for kind in kinds:
            loop.remove_signal_handler(kind)


def run(main: Callable[[], Awaitable[None]]) -> None:
    """Runs the main task, on uvloop if it is installed."""

    async def body() -> None:
        await main()

    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if sys.platform != "win32":
        with contextlib.suppress(ImportError):
            import uvloop

            factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(body())
