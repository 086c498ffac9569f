"""A standby node: it answers, says which node runs the house, and takes over when that node is gone. See ADR 77."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
from collections.abc import Callable
from itertools import count

from msgspec import Struct
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import CollectorRegistry
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from croupier import __version__
from croupier.journal.postgres.lease import HouseLease, LeaseHolder
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from croupier.web.api.ops import StandbyCollector
from croupier.web.dispatch import answer
from croupier.web.server import Tls, serve

POLL_S = 0.05
"""Interval at which a standby node tries to take the lease."""
PRESENT_EVERY = 20
"""Number of attempts after which the node logs again that it stands by."""
AGAIN_S = 1
TRY_AGAIN = 1013
"""Close code of sockets at a standby node; the reason is the address of the node that runs the house."""

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

_log = logging.getLogger(__name__)


class StandingBy(Struct, frozen=True):
    """The answer of a standby node."""

    status: str
    at: str
    """The address of the node that runs the house; empty if none does."""


def node_name(address: str) -> str:
    """The name of this process among the nodes; it changes with every start."""
    return f"{socket.gethostname()}/{address}/{secrets.token_hex(4)}"


class _Waiting:
    """The application of a standby node."""

    def __init__(self, lease: HouseLease, age_s: Callable[[], float]) -> None:
        self._lease = lease
        self.holder: LeaseHolder | None = None
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(StandbyCollector(age_s))
        routes = [Route("/healthz", self._health), Route("/metrics", self._metrics)]
        self.app = Starlette(routes=[*routes, Route("/{path:path}", self._elsewhere, methods=METHODS)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": self._where()})
            return
        await self.app(scope, receive, send)

    def _where(self) -> str:
        return self.holder.url if self.holder is not None and self.holder.seconds > 0 else ""

    async def _health(self, _request: Request) -> Response:
        return answer({"status": "ok", "version": __version__})

    async def _metrics(self, _request: Request) -> Response:
        body = generate_latest(self._registry)
        return Response(body, headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST)

    async def _elsewhere(self, request: Request) -> Response:
        where = self._where()
        if where and request.url.path != "/readyz" and request.method in ("GET", "HEAD"):
            return RedirectResponse(where + request.url.path, 307, headers={"Cache-Control": "no-store"})
        response = answer(StandingBy("standing-by", where), 503)
        response.headers["Retry-After"] = str(AGAIN_S)
        return response

    async def until_free(self, stop: asyncio.Event, ending: asyncio.Event, taken: Callable[[], None]) -> bool:
        """Waits for the lease and takes it; False if stopped before."""
        for turn in count():
            if stop.is_set():
                break
            try:
                self.holder = await asyncio.to_thread(self._lease.holder)
                free = self.holder is None or self.holder.seconds <= 0
                if free and await asyncio.to_thread(self._lease.take):
                    taken()
                    ending.set()
                    return True
                if not turn % PRESENT_EVERY:
                    await asyncio.to_thread(self._lease.stand_by)
            except (Fault, Problems) as problem:
                _log.warning("cannot tell which node runs the house: %s", problem)
            await asyncio.sleep(POLL_S)
        with contextlib.suppress(Fault, Problems):
            await asyncio.to_thread(self._lease.leave)
        return False


async def stand_by(
    lease: HouseLease,
    bound: socket.socket,
    *,
    tls: Tls | None,
    show_line: Callable[[str], None],
    taken: Callable[[], None],
    age_s: Callable[[], float],
) -> bool:
    """Answers on the socket until the lease is taken or a signal arrives; returns whether it was taken.

    `taken` is called as soon as the lease is taken, while the socket is still served. `age_s` returns how long
    ago this node last caught up with every table.
    """
    waiting, signaled, ending = _Waiting(lease, age_s), asyncio.Event(), asyncio.Event()

    async def before_stop() -> None:
        signaled.set()

    looking = asyncio.create_task(waiting.until_free(signaled, ending, taken))
    await asyncio.sleep(0)
    try:
        holder = await asyncio.to_thread(lease.holder)
        if holder is not None and holder.seconds > 0:
            show_line(f"Standing by: {holder.url} runs the house.")
        if not ending.is_set():
            await serve(waiting, bound.dup(), tls=tls, before_stop=before_stop, stop=ending)
    finally:
        signaled.set()
    return await looking
