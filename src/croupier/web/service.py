"""The whole service: opens premises, accounts, sockets and pages, runs them, and closes them in order."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
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

from croupier.access.alert_text import AlertKind
from croupier.access.control import AccessControl
from croupier.access.event import STREAM, BackupMade, OverrideMade
from croupier.access.opening import open_people
from croupier.access.person import Person
from croupier.access.secret import Passwords
from croupier.floor.clock import HouseClock
from croupier.floor.house_survey import survey
from croupier.floor.journal_jobs import BackedUp, JournalJobs
from croupier.floor.lease_keeper import LeaseKeeper
from croupier.floor.live import Dealing
from croupier.floor.premises import Premises
from croupier.floor.spread_premises import FrontPremises, SpreadPlan
from croupier.floor.tournaments import TournamentFloor
from croupier.floor.warm_tables import WarmTables
from croupier.floor.witnessing import Witnessing
from croupier.journal.chain import BrokenChain
from croupier.journal.lost import RecordsLost
from croupier.journal.stores import JournalStore, SqliteStore
from croupier.rules.house import HouseText
from croupier.terms.clock import Clock
from croupier.terms.day import moment_of
from croupier.terms.fault import Fault
from croupier.terms.problem import listed as enumerated
from croupier.web import openapi
from croupier.web.api import (
    accounts,
    alerts,
    correction,
    equipment,
    favorites,
    keys,
    odds,
    ops,
    playing,
    prints,
    receipts,
    results,
    rounds,
    session,
    surveillance,
    tables,
    terminals,
    tournament_desk,
    tournament_history,
    tournament_prints,
    tournaments,
    vouchers,
    waiting,
    wheel,
)
from croupier.web.api.tables import Login
from croupier.web.app import make_app
from croupier.web.endpoint import Endpoint
from croupier.web.files import STATIC
from croupier.web.logs import RequestLog
from croupier.web.security.admission import admit
from croupier.web.security.gate import Gate, identify, identify_free
from croupier.web.security.origin import is_address, split_host
from croupier.web.security.settings import LOOPBACK, GateSettings
from croupier.web.server import Tls, bind, context, is_loopback, run, serve
from croupier.web.socket.service import Sockets
from croupier.web.tuning import tuned
from croupier.web.workers.front import FrontEnd
from croupier.web.workers.sockets import FrontSockets
from croupier.web.workers.spreading import start_workers

_log = logging.getLogger(__name__)

Publish = Callable[[str, int | None], None]
"""Publishes to a table's pages when its automatic dealer will close the betting."""
Told = Callable[[Iterable[str]], None]


class Beside(Protocol):
    """What a demonstration runs next to the service: automatic dealers and players."""

    @property
    def dealers(self) -> Mapping[str, Dealing]: ...

    async def run(self) -> None: ...

    def remember(self, number: str, on: bool) -> None:
        """Records whether the automatic dealer deals at the table, so that a restart keeps it."""
        ...


class Serving(Struct, frozen=True):
    """What is served and where; port 0 picks a free port."""

    directory: Path
    houses: tuple[HouseText, ...]
    host: str
    port: int
    tls: Tls | None = None
    socket_port: int | None = None
    """A port for sockets only, for a large number of terminals."""
    names: tuple[str, ...] = ()
    """Further host names of the service."""
    url: str = ""
    """The public address, if it is not the one listened on: https://tables.example."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the house's own proxies, which terminate TLS and report the client's address."""
    socket_url: str = ""
    """The public address of the socket port: wss://sockets.tables.example."""
    workers: int = 0
    """How many processes run the tables; with none, and with one on a single machine, this one does everything."""
    peers: tuple[str, int] | None = None
    """Where other nodes reach the first worker of this one; the next ones have the ports after it."""
    plan: SpreadPlan | None = None
    """What the front shares with its workers."""
    store: JournalStore | None = None
    """The store of journal and accounts that several nodes share; None keeps them in files of the directory."""
    witnessing: Witnessing | None = None
    """Who seals and who cosigns the journal; None seals it with a key of the directory, without cosigners."""
    logins: tuple[Login, ...] = ()
    prepare: Callable[[AccessControl], None] | None = None
    """Runs before serving starts, for example to create the accounts of a demonstration."""
    beside: Callable[[Premises, Publish, TournamentFloor], Beside] | None = None
    static: Path = STATIC

    @property
    def address(self) -> str:
        """The URL that it listens on."""
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
            rp_id=self._rp_id(outside[0], own),
            proxies=self.proxies,
            socket_port=self.socket_port,
            socket_url=self.socket_url.lower(),
        )

    def _rp_id(self, outside: tuple[str, int | None] | None, own: tuple[str, ...]) -> str:
        """The host name that security keys are bound to; they do not work under an IP address."""
        if outside is not None:
            return outside[0]
        named = (*(name.lower() for name in self.names), *own)
        return next((name for name in named if not is_address(name)), "localhost")


class Service:
    """The running service and everything it holds open."""

    def __init__(self, serving: Serving, premises: Premises, access: AccessControl, sockets: Sockets) -> None:
        self.serving, self.premises, self.access, self.sockets = serving, premises, access, sockets
        self.jobs = JournalJobs(premises, access.store.copy_to)
        premises.health.recorders[STREAM] = access.book
        premises.doubts.tell(self._distrusted)
        if premises.cosigner is not None:
            premises.cosigner.on_stale = self._witnesses_silent
            premises.cosigner.on_disagreement = self._witness_disagrees
        self.tournaments = TournamentFloor(premises.join_journal, premises.clock)
        self.beside = serving.beside(premises, self.sockets.pace, self.tournaments) if serving.beside else None
        if self.beside is not None:
            premises.dealers |= self.beside.dealers
        self.endpoints = self._endpoints()
        self.app = self._application()

    @classmethod
    def open(cls, serving: Serving, passwords: Passwords | None = None, warm: WarmTables | None = None) -> Self:
        """Opens the directory first, for its lock, and accounts before tables, because sockets look up people."""
        clock = HouseClock()
        plan = serving.plan
        surveyed = plan.houses if plan is not None else survey(serving.houses, clock)
        premises = _claim(serving, clock, warm)
        for house in serving.houses:
            digest = sha256(house.text.encode()).hexdigest()
            _log.info("house file", extra={"facts": {"file": house.file, "sha256": digest}})
        try:
            access = AccessControl.open(
                serving.directory,
                premises.join_journal(),
                premises.clock,
                reopen=premises.join_journal,
                passwords=passwords,
                store=open_people(premises.store, serving.directory),
                second_factor=frozenset().union(*(house.access.second_factor for house in surveyed)),
            )
            try:
                if serving.prepare is not None:
                    serving.prepare(access)
                sockets = (
                    FrontSockets(access, premises.clock, serving.gate, plan, premises.store)
                    if plan is not None
                    else Sockets(access, premises.clock, serving.gate)
                )
                premises.open_tables(surveyed, sockets.feed_of)
                for alert in access.alerts.waiting():  # stays closed until somebody has dealt with it
                    if alert.kind == AlertKind.RECORDS_LOST:
                        premises.doubts.add(alert.subject, RecordsLost(f"{alert.facts['finding']}.", alert.subject))
                service = cls(serving, premises, access, sockets)
                access.start()
                service.tournaments.start()
                if behind := service.behind_ms():
                    access.alert(AlertKind.CLOCK_BEHIND, "", {"seconds": round(behind / 1000)})
            except BaseException:
                access.close()
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
        """Stops tables first, then accounts, so that their last records are sealed with the rest.

        Takes every step even if an earlier one fails. Raises `BrokenChain` if the journal was altered, and a fault if
        something could not be written.
        """
        faults: list[Fault] = []
        for step in (self.gate.close, self.tournaments.close, self.access.stop, self.premises.close):
            try:
                step()
            except Fault as fault:
                faults.append(fault)
        if not faults:
            return
        told = " ".join(map(str, faults))
        if any(isinstance(fault, BrokenChain) for fault in faults):
            changed = "Stopped. The journal was altered and is not sealed"
            raise BrokenChain(f"{changed}: {told} Keep it unchanged and restore a backup.")
        kept = "Stopped. Every round is saved, but the last records could not be written"
        raise Fault(f"{kept}: {told} Fix the cause given in the log, then start again.")

    def behind_ms(self) -> int:
        """How far the clock is behind the last record."""
        return max(self.premises.last_at - self.premises.clock.now(), 0)

    def clock_behind(self) -> str:
        """A message if the clock is behind the last record, otherwise an empty string."""
        behind = self.behind_ms()
        if not behind:
            return ""
        last = f"{moment_of(self.premises.last_at):%Y-%m-%d %H:%M:%S} UTC"
        return (
            f"The clock is {behind / 1000:,.0f} s behind the last record ({last}). Tables wait until it is set right."
        )

    def _endpoints(self) -> tuple[Endpoint, ...]:
        premises, access = self.premises, self.access
        listed = (
            *tables.endpoints(premises, self.serving.logins, self._dealing_switched),
            *rounds.endpoints(premises),
            *playing.endpoints(premises),
            *results.endpoints(premises),
            *receipts.endpoints(premises),
            *correction.endpoints(premises),
            *equipment.endpoints(premises),
            *prints.endpoints(premises),
            *waiting.endpoints(premises),
            *vouchers.endpoints(premises, access),
            *wheel.endpoints(premises),
            *surveillance.endpoints(premises, self.jobs, self._journal_damaged),
            *odds.endpoints(premises),
            *ops.endpoints(self.jobs, self._backup_made),
            *session.endpoints(access),
            *keys.endpoints(access),
            *accounts.endpoints(access),
            *favorites.endpoints(access),
            *terminals.endpoints(access, premises.has_seat),
            *alerts.endpoints(access),
            *tournaments.endpoints(self.tournaments),
            *tournament_prints.endpoints(self.premises, self.tournaments),
            *tournament_history.endpoints(self.tournaments),
            *tournament_desk.endpoints(self.tournaments, access),
        )
        return (*listed, openapi.endpoint(listed))

    def _application(self) -> ASGIApp:
        sockets = self.sockets
        plain = ops.plain_routes(self.premises, identify_free, sockets.connections, sockets.workers)
        extra = [*sockets.routes, *plain]
        app = make_app(
            self.endpoints, identify, admit, extra=extra, static=self.serving.static, zone=self.premises.zone
        )
        self.gate = Gate(app, self.access, self.serving.gate)
        return RequestLog(self.gate)

    def _dealing_switched(self, number: str, on: bool, by: Person) -> None:
        words = f"automatic dealing {'on' if on else 'off'}"
        self.access.book.note(OverrideMade(words, f"table {number}", "requested at a console"), by.actor)
        if self.beside is not None:
            self.beside.remember(number, on)

    def _journal_damaged(self, problem: str) -> None:
        self._distrusted("", Fault(problem))

    def _distrusted(self, stream: str, error: Exception) -> None:
        kind = AlertKind.RECORDS_LOST if isinstance(error, RecordsLost) else AlertKind.JOURNAL_DAMAGED
        self.access.alert(kind, stream, {"finding": str(error).rstrip(".")})

    def _witnesses_silent(self, name: str, words: str) -> None:
        self.access.alert(AlertKind.WITNESSES_SILENT, name, {"finding": words})

    def _witness_disagrees(self, name: str, words: str) -> None:
        self.access.alert(AlertKind.WITNESS_DISAGREES, name, {"witness": name, "finding": words})

    def _backup_made(self, made: BackedUp, by: Person) -> None:
        self.access.book.note(BackupMade(made.file, made.bytes, made.records, made.sha256), by.actor)


def _claim(serving: Serving, clock: Clock, warm: WarmTables | None) -> Premises:
    plan = serving.plan
    if plan is None:
        return Premises.claim(serving.directory, clock, witnessing=serving.witnessing, store=serving.store, warm=warm)
    return FrontPremises.claim(
        serving.directory,
        clock,
        witnessing=serving.witnessing,
        store=serving.store,
        lock=plan.lock,
        commits=plan.commits,
        choices=plan.choices,
        warm=warm,
    )


def serve_premises(
    serving: Serving,
    *,
    told: Told,
    ready: Callable[[str], None] | None = None,
    passwords: Passwords | None = None,
) -> None:
    """Runs the service until it is stopped; `told` receives the lines to print."""
    if serving.tls is not None:
        context(serving.tls)  # report an unusable certificate before opening anything
    with ExitStack() as ports:  # bind both before opening anything
        bound = ports.enter_context(bind(serving.host, serving.port))
        serving, direct = replace(serving, port=bound.getsockname()[1]), None
        if serving.socket_port is not None:
            direct = ports.enter_context(bind(serving.host, serving.socket_port, "--socket-port"))
            serving = replace(serving, socket_port=direct.getsockname()[1])
        if serving.store is None or isinstance(serving.store, SqliteStore):
            if serving.workers > 1:
                parted = start_workers(serving.directory, serving.houses, serving.gate, serving.workers)
                serving = replace(serving, plan=parted)
            with Service.open(serving, passwords) as service:
                run(lambda: serve_until_stopped(service, bound, direct=direct, told=told, ready=ready))
        else:
            from croupier.web.node import serve_node, start_node_workers

            if serving.workers:
                serving = replace(serving, plan=start_node_workers(serving))
            serve_node(serving, bound, direct, told=told, ready=ready, passwords=passwords)
    told(("Stopped. Every round is saved and the journal is sealed.",))


async def serve_until_stopped(
    service: Service,
    bound: socket.socket,
    *,
    direct: socket.socket | None = None,
    told: Told | None = None,
    ready: Callable[[str], None] | None = None,
    stop: asyncio.Event | None = None,
    lease: tuple[LeaseKeeper, threading.Event] | None = None,
) -> None:
    """Serves on `bound`, and sockets also on `direct`; closes the betting at the end where the rules allow it.

    Under a lease it also stops when the lease is lost, and then decides nothing more. When stopped, it releases the
    lease as soon as the desks have answered every command; if another node stands by, play continues there, and the
    betting is not closed.
    """
    tls = service.serving.tls
    stop = stop or asyncio.Event()
    watching = asyncio.create_task(_stop_when_lost(lease[1], stop)) if lease is not None else None
    service.premises.start()
    if isinstance(service.sockets, FrontSockets) and isinstance(service.premises, FrontPremises):
        await service.sockets.reach(service.premises)
    else:
        service.sockets.attach(service.premises.tables)
    if direct is not None:
        await service.sockets.listen(direct, tls)
    beside = asyncio.create_task(service.beside.run()) if service.beside is not None else None

    def on_ready() -> None:
        if told is not None:
            told(welcome(service))
        if ready is not None:
            ready(service.serving.address)

    async def before_stop() -> None:
        if beside is not None:
            beside.cancel()
            await asyncio.gather(beside, return_exceptions=True)
        lost = lease is not None and lease[1].is_set()
        moves = not lost and lease is not None and await asyncio.to_thread(lease[0].has_successor)
        if not lost and not moves:
            await service.premises.close_betting()
        if isinstance(service.sockets, FrontSockets):
            await service.sockets.stop(FrontEnd.LOST if lost else FrontEnd.MOVE if moves else FrontEnd.STOP)
        else:
            await service.sockets.stop()
        await service.premises.stop_desks(save=not moves)
        if lease is not None:
            await asyncio.to_thread(lease[0].release)
        if watching is not None:
            watching.cancel()

    with tuned(asyncio.get_running_loop()):
        await serve(service.app, bound, tls=tls, ready=on_ready, before_stop=before_stop, stop=stop)


async def _stop_when_lost(lost: threading.Event, stop: asyncio.Event) -> None:
    while not lost.is_set():
        await asyncio.sleep(0.1)
    stop.set()


def welcome(service: Service) -> Iterable[str]:
    premises, serving = service.premises, service.serving
    running = len(premises.running)
    yield f"{premises.name} at {serving.address} with {running} of {len(premises.places)} tables."
    if serving.url:
        yield f"Public address: {serving.url}"
    for place in premises.places.values():
        if place.note:
            yield f"Table {place.number}: {place.note}"
        for problem in place.findings:
            yield f"Not open: {problem}"
    if behind := service.clock_behind():
        yield behind
    if roles := service.access.obligations.required:
        who = enumerated(sorted(role.value for role in roles))
        yield f"A security key is required for {who}; keys work only at {serving.gate.rp_id}."
    if not service.access.accounts.all():
        yield "Nobody can sign in yet. Create the first key manager with croupier people."
    if serving.logins:
        yield f"Sign in with the password {serving.logins[0].password} as:"
    for login in serving.logins:
        yield f"  {login.name:<5} {login.role}: {login.words}"
    yield "Ctrl-C stops it."
