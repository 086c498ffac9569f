"""The whole service: premises, people, gateway and pages put together, run, and ended in the right order."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace
from starlette.types import ASGIApp

from croupier.access.alerts import AlertKind
from croupier.access.entrance import Entrance
from croupier.access.event import STREAM, BackupMade, OverrideMade
from croupier.access.person import Person
from croupier.access.secret import Passwords
from croupier.floor.chores import BackedUp, Chores
from croupier.floor.premises import Dealing, HouseText, Premises, survey
from croupier.journal.chain import BrokenChain
from croupier.records.roundfile import moment
from croupier.terms.fault import Fault
from croupier.web import openapi
from croupier.web.api import (
    accounts,
    alerts,
    correction,
    equipment,
    odds,
    ops,
    rounds,
    session,
    surveillance,
    tables,
    terminals,
    wheel,
)
from croupier.web.api.tables import Login
from croupier.web.app import make_app
from croupier.web.endpoint import Endpoint
from croupier.web.files import STATIC
from croupier.web.logs import RequestLog
from croupier.web.security import Gate, GateSettings, admit, identify
from croupier.web.security.origin import split_host
from croupier.web.security.settings import LOOPBACK
from croupier.web.server import Tls, bind, context, is_loopback, run, serve
from croupier.web.socket.service import Sockets
from croupier.web.tuning import tuned

_log = logging.getLogger(__name__)

Publish = Callable[[str, int | None], None]
"""Tells the pages of a table when its automatic dealer means to close the betting."""
Told = Callable[[Iterable[str]], None]


class Beside(Protocol):
    """What runs beside the service at a demonstration: dealers who are no people, and players."""

    @property
    def dealers(self) -> Mapping[str, Dealing]: ...

    async def run(self) -> None: ...

    def remember(self, number: str, on: bool) -> None:
        """Whether the automatic dealer deals there, also after a restart."""
        ...


class Serving(Struct, frozen=True):
    """What is served, from where, and at which address; port 0 takes any that is free."""

    directory: Path
    houses: tuple[HouseText, ...]
    host: str
    port: int
    tls: Tls | None = None
    socket_port: int | None = None
    """A port for sockets alone, for a floor full of terminals."""
    names: tuple[str, ...] = ()
    """Further names under which browsers may reach the service."""
    url: str = ""
    """The address that browsers use, where a proxy or another port stands between: https://tables.example."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the house's own proxies, which speak TLS and say who asks."""
    socket_url: str = ""
    """The address of the port for sockets from outside: wss://sockets.tables.example."""
    logins: tuple[Login, ...] = ()
    prepare: Callable[[Entrance], None] | None = None
    """Runs before anybody is served, for instance to make the people of a demonstration."""
    beside: Callable[[Premises, Publish], Beside] | None = None
    static: Path = STATIC

    @property
    def address(self) -> str:
        """Where it listens."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"

    @property
    def gate(self) -> GateSettings:
        own = () if is_loopback(self.host) else (f"[{self.host}]" if ":" in self.host else self.host,)
        outside = [split_host(urlsplit(url).netloc) for url in (self.url, self.socket_url)]
        named = [*(name.lower() for name in self.names), *(split[0] for split in outside if split)]
        return GateSettings(
            hosts=tuple(dict.fromkeys((*LOOPBACK, *own, *named))),
            secure=self.tls is not None or self.url.startswith("https:"),
            origin=self.url.lower(),
            proxies=self.proxies,
            socket_port=self.socket_port,
            socket_url=self.socket_url.lower(),
        )


class Service:
    """Everything that is open while the service runs."""

    def __init__(self, serving: Serving, premises: Premises, entrance: Entrance, sockets: Sockets) -> None:
        self.serving, self.premises, self.entrance, self.sockets = serving, premises, entrance, sockets
        self.chores = Chores(premises, entrance.store.copy_to)
        premises.watch.recorders[STREAM] = entrance.book
        self.beside = serving.beside(premises, self.sockets.pace) if serving.beside else None
        if self.beside is not None:
            premises.dealers |= self.beside.dealers
        self.endpoints = self._endpoints()
        self.app = self._application()

    @classmethod
    def open(cls, serving: Serving, passwords: Passwords | None = None) -> Self:
        """The directory first, for its lock; people before tables, for their sockets ask who somebody is."""
        surveyed = survey(serving.houses)
        premises = Premises.claim(serving.directory)
        try:
            entrance = Entrance.open(
                serving.directory,
                premises.open_journal(),
                premises.clock,
                reopen=premises.open_journal,
                passwords=passwords,
            )
            try:
                if serving.prepare is not None:
                    serving.prepare(entrance)
                sockets = Sockets(entrance, premises.clock, serving.gate)
                premises.open_tables(surveyed, sockets.feed_of)
                service = cls(serving, premises, entrance, sockets)
                entrance.start()
                if behind := service.clock_behind():
                    entrance.alert(AlertKind.CLOCK_CHANGED, "", behind)
            except BaseException:
                entrance.close()
                raise
        except BaseException:
            premises.close()
            raise
        return service

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Tables stop first, then people; their last records are sealed with the rest.

        Each step is taken whatever became of the one before; raises a fault when something could not be written, and
        a broken chain when the journal was changed, for then nobody knows what is kept.
        """
        faults: list[Fault] = []
        for step in (self.premises.stop_desks, self.gate.close, self.entrance.stop, self.premises.close):
            try:
                step()
            except Fault as fault:
                faults.append(fault)
        if not faults:
            return
        told = " ".join(map(str, faults))
        if any(isinstance(fault, BrokenChain) for fault in faults):
            changed = "Stopped. The journal is not what was written, and was not sealed"
            raise BrokenChain(f"{changed}: {told} Keep it as it is, and restore a backup.")
        kept = "Stopped. Every round is kept as it stands, but not everything was written at the end"
        raise Fault(f"{kept}: {told} The log says why; put it right, then start again.")

    def clock_behind(self) -> str:
        """That the clock is before the last record, in words; empty when it is not."""
        behind = self.premises.last_at - self.premises.clock.now()
        if behind <= 0:
            return ""
        last = f"{moment(self.premises.last_at):%Y-%m-%d %H:%M:%S} UTC"
        return (
            f"The clock is {behind / 1000:,.0f} s before the last record, of {last}. Tables wait for it: set it right."
        )

    def _endpoints(self) -> tuple[Endpoint, ...]:
        premises, entrance = self.premises, self.entrance
        listed = (
            *tables.endpoints(premises, self.serving.logins, self._dealing_switched),
            *rounds.endpoints(premises),
            *correction.endpoints(premises),
            *equipment.endpoints(premises),
            *wheel.endpoints(premises),
            *surveillance.endpoints(premises, self.chores, self._journal_damaged),
            *odds.endpoints(),
            *ops.endpoints(self.chores, self._backup_made),
            *session.endpoints(entrance),
            *accounts.endpoints(entrance),
            *terminals.endpoints(entrance, premises.has_seat),
            *alerts.endpoints(entrance),
        )
        return (*listed, openapi.endpoint(listed))

    def _application(self) -> ASGIApp:
        extra = [*self.sockets.routes, *ops.plain_routes(self.premises, identify, self.sockets.connections)]
        app = make_app(self.endpoints, identify, admit, extra=extra, static=self.serving.static)
        self.gate = Gate(app, self.entrance, self.serving.gate)
        return RequestLog(self.gate)

    def _dealing_switched(self, number: str, on: bool, by: Person) -> None:
        words = f"automatic dealing {'on' if on else 'off'}"
        self.entrance.book.note(OverrideMade(words, f"table {number}", "asked for at a console"), by.actor)
        if self.beside is not None:
            self.beside.remember(number, on)

    def _journal_damaged(self, problem: str) -> None:
        words = f"The journal is not what was written: {problem.rstrip('.')}. Stop, keep it as it is, restore a backup."
        self.entrance.alert(AlertKind.JOURNAL_DAMAGED, "", words)

    def _backup_made(self, made: BackedUp, by: Person) -> None:
        self.entrance.book.note(BackupMade(made.file, made.bytes, made.records, made.sha256), by.actor)


def serve_premises(
    serving: Serving,
    *,
    told: Told,
    ready: Callable[[str], None] | None = None,
    passwords: Passwords | None = None,
) -> None:
    """Runs the service until it is told to stop; `told` hears what a person at the terminal should know."""
    if serving.tls is not None:
        context(serving.tls)  # a certificate that cannot be used is said before anything is opened
    with ExitStack() as ports:  # both are had before anything is opened
        bound = ports.enter_context(bind(serving.host, serving.port))
        serving, direct = replace(serving, port=bound.getsockname()[1]), None
        if serving.socket_port is not None:
            direct = ports.enter_context(bind(serving.host, serving.socket_port, "--socket-port"))
            serving = replace(serving, socket_port=direct.getsockname()[1])
        with Service.open(serving, passwords) as service:
            for house in serving.houses:
                digest = sha256(house.text.encode()).hexdigest()
                _log.info("house file", extra={"facts": {"file": house.file, "sha256": digest}})
            run(lambda: serve_until_stopped(service, bound, direct=direct, told=told, ready=ready))
    told(("Stopped. Every round is kept as it stands, and the journal is sealed.",))


async def serve_until_stopped(
    service: Service,
    bound: socket.socket,
    *,
    direct: socket.socket | None = None,
    told: Told | None = None,
    ready: Callable[[str], None] | None = None,
    stop: asyncio.Event | None = None,
) -> None:
    """Serves on the socket, and live connections also on `direct`; at the end closes the betting where it may."""
    tls = service.serving.tls
    service.premises.start()
    service.sockets.attach(service.premises.tables)
    if direct is not None:
        await service.sockets.listen(direct, tls)
    beside = asyncio.create_task(service.beside.run()) if service.beside is not None else None

    def on_ready() -> None:
        if told is not None:
            told(_welcome(service))
        if ready is not None:
            ready(service.serving.address)

    async def before_stop() -> None:
        if beside is not None:
            beside.cancel()
            await asyncio.gather(beside, return_exceptions=True)
        await asyncio.to_thread(service.premises.close_betting)
        await service.sockets.stop()

    with tuned(asyncio.get_running_loop()):
        await serve(service.app, bound, tls=tls, ready=on_ready, before_stop=before_stop, stop=stop)


def _welcome(service: Service) -> Iterable[str]:
    premises, serving = service.premises, service.serving
    running = len(premises.tables)
    yield f"{premises.name} at {serving.address} with {running} of {len(premises.places)} tables."
    if serving.url:
        yield f"Browsers reach it at {serving.url}."
    for place in premises.places.values():
        if place.note:
            yield f"Table {place.number}: {place.note}"
        for problem in place.findings:
            yield f"Not open: {problem}"
    if behind := service.clock_behind():
        yield behind
    if not service.entrance.accounts.all():
        yield "Nobody can sign in yet: make the first key manager with croupier people."
    yield "Ctrl-C stops it."
