"""The whole service: premises, people, gateway and pages put together, run, and ended in the right order."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.types import ASGIApp, Scope

from croupier.access.person import Person
from croupier.floor.order import News
from croupier.floor.premises import HouseText, Premises
from croupier.table.state import Table, TableRules
from croupier.web.api import tables
from croupier.web.api.tables import Login
from croupier.web.app import make_app
from croupier.web.endpoint import Declined, Endpoint
from croupier.web.logs import RequestLog
from croupier.web.server import Tls, bind, run, serve

_log = logging.getLogger(__name__)


class Serving(Struct, frozen=True):
    """What is served, from where, and at which address."""

    directory: Path
    houses: tuple[HouseText, ...]
    host: str
    port: int
    tls: Tls | None = None
    logins: tuple[Login, ...] = ()

    @property
    def address(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"


class _NoFeed:
    def tell(self, news: News, table: Table) -> None: ...


def _feed(_number: str, _rules: TableRules) -> _NoFeed:
    return _NoFeed()


def _identify(_scope: Scope) -> Person | None:
    return None


def _admit(endpoint: Endpoint, person: Person | None, _request: Request) -> None:
    if endpoint.roles is None:
        return
    if person is None:
        raise Declined(401, "not-signed-in", "Sign in first.")
    if person.role not in endpoint.roles:
        raise Declined(403, "not-your-role", f"A {person.role} may not do this.")


def build(premises: Premises, serving: Serving) -> ASGIApp:
    """The application over open premises."""
    endpoints = (*tables.endpoints(premises, serving.logins),)
    return RequestLog(make_app(endpoints, _identify, _admit))


def serve_premises(serving: Serving, *, told: Callable[[Iterator[str]], None]) -> None:
    """Runs the service until it is told to stop; `told` hears what a person at the terminal should know."""
    bound = bind(serving.host, serving.port)
    try:
        premises = Premises.open(serving.directory, serving.houses, _feed)
    except BaseException:
        bound.close()
        raise
    with premises:
        for house in serving.houses:
            digest = sha256(house.text.encode()).hexdigest()
            _log.info("house file", extra={"facts": {"file": house.file, "sha256": digest}})
        run(lambda: _serve(premises, serving, bound, told))
    told(iter(("Stopped: every round is kept as it stands, and the journal is sealed.",)))


async def _serve(
    premises: Premises, serving: Serving, bound: socket.socket, told: Callable[[Iterator[str]], None]
) -> None:
    async def before_stop() -> None:
        await asyncio.to_thread(premises.close_betting)

    await serve(
        build(premises, serving),
        bound,
        tls=serving.tls,
        ready=lambda: told(_welcome(premises, serving)),
        before_stop=before_stop,
    )


def _welcome(premises: Premises, serving: Serving) -> Iterator[str]:
    running = len(premises.tables)
    yield f"{premises.name}: {running} of {len(premises.places)} tables at {serving.address}"
    for place in premises.places.values():
        if place.note:
            yield f"Table {place.number}: {place.note}"
        for problem in place.findings:
            yield f"Not open: {problem}"
    yield "Ctrl-C stops it."
