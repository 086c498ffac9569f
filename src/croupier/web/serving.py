"""Runs a service from its settings until it is stopped."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack

from msgspec.structs import replace

from croupier.access.secret import Passwords
from croupier.floor.lease_keeper import LeaseKeeper
from croupier.floor.spread_premises import FrontPremises
from croupier.journal.stores import SqliteStore
from croupier.terms.problem import listed as enumerated
from croupier.web.server import bind, context, run, serve
from croupier.web.service import Service
from croupier.web.service_settings import ServiceSettings
from croupier.web.socket.handshake import HandshakeRules
from croupier.web.tuning import tuned
from croupier.web.workers.front import FrontEnd
from croupier.web.workers.process_setup import start_workers
from croupier.web.workers.sockets import FrontSockets

ShowLines = Callable[[Iterable[str]], None]


def serve_premises(
    settings: ServiceSettings,
    *,
    show_lines: ShowLines,
    ready: Callable[[str], None] | None = None,
    passwords: Passwords | None = None,
) -> None:
    """Runs the service until it is stopped; `show_lines` receives the lines to print."""
    if settings.tls is not None:
        context(settings.tls)  # report an unusable certificate before opening anything
    with ExitStack() as ports:  # bind both before opening anything
        bound = ports.enter_context(bind(settings.host, settings.port))
        settings, direct = replace(settings, port=bound.getsockname()[1]), None
        if settings.socket_port is not None:
            direct = ports.enter_context(bind(settings.host, settings.socket_port, "--socket-port"))
            settings = replace(settings, socket_port=direct.getsockname()[1])
        if settings.store is None or isinstance(settings.store, SqliteStore):
            if settings.workers > 1:
                parted = start_workers(settings.directory, settings.houses, settings.workers)
                settings = replace(settings, plan=parted)
            with Service.open(settings, passwords) as service:
                run(lambda: serve_until_stopped(service, bound, direct=direct, show_lines=show_lines, ready=ready))
        else:
            from croupier.web.node import serve_node, start_node_workers

            if settings.workers:
                settings = replace(settings, plan=start_node_workers(settings))
            serve_node(settings, bound, direct, show_lines=show_lines, ready=ready, passwords=passwords)
    show_lines(("Stopped. Every round is saved and the journal is sealed.",))


async def serve_until_stopped(
    service: Service,
    bound: socket.socket,
    *,
    direct: socket.socket | None = None,
    show_lines: ShowLines | None = None,
    ready: Callable[[str], None] | None = None,
    stop: asyncio.Event | None = None,
    lease: tuple[LeaseKeeper, threading.Event] | None = None,
) -> None:
    """Serves on `bound`, and sockets also on `direct`; closes the betting at the end where the rules allow it.

    Under a lease it also stops when the lease is lost, and then decides nothing more. When stopped, it releases the
    lease as soon as the desks have answered every command; if another node stands by, play continues there, and the
    betting is not closed.
    """
    tls = service.settings.tls
    stop = stop or asyncio.Event()
    watching = asyncio.create_task(_stop_when_lost(lease[1], stop)) if lease is not None else None
    service.premises.start()
    if isinstance(service.sockets, FrontSockets) and isinstance(service.premises, FrontPremises):
        await service.sockets.reach(service.premises)
    else:
        service.sockets.attach(service.premises.tables)
    if direct is not None:
        await service.sockets.listen(direct, HandshakeRules.of(service.settings.gate), tls)
    companion = asyncio.create_task(service.companion.run()) if service.companion is not None else None

    def on_ready() -> None:
        if show_lines is not None:
            show_lines(welcome(service))
        if ready is not None:
            ready(service.settings.address)

    async def before_stop() -> None:
        if companion is not None:
            companion.cancel()
            await asyncio.gather(companion, return_exceptions=True)
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
    premises, settings = service.premises, service.settings
    running = len(premises.running)
    yield f"{premises.name} at {settings.address} with {running} of {len(premises.places)} tables."
    if settings.url:
        yield f"Public address: {settings.url}"
    for place in premises.places.values():
        if place.note:
            yield f"Table {place.number}: {place.note}"
        for problem in place.findings:
            yield f"Not open: {problem}"
    if behind := service.clock_behind():
        yield behind
    if roles := service.access.obligations.required:
        who = enumerated(sorted(role.value for role in roles))
        yield f"A security key is required for {who}; keys work only at {settings.gate.rp_id}."
    if not service.access.accounts.all():
        yield "Nobody can sign in yet. Create the first key manager with croupier people."
    if settings.logins:
        yield f"Sign in with the password {settings.logins[0].password} as:"
    for login in settings.logins:
        yield f"  {login.name:<5} {login.role}: {login.words}"
    yield "Ctrl-C stops it."
