"""Several nodes for one house: the lease holder runs it, the others stand by. See ADR 77."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from croupier.access.secret import Passwords
from croupier.floor.lease_keeper import LeaseKeeper
from croupier.floor.premises import LAST_FILE
from croupier.floor.spread_premises import SpreadPlan
from croupier.floor.standby_tables import StandbyTables
from croupier.journal.port import StreamTaken
from croupier.journal.postgres.connection import spare_connections
from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.store import PostgresStore
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from croupier.web.server import run
from croupier.web.service import Service
from croupier.web.service_settings import ServiceSettings
from croupier.web.serving import ShowLines, serve_until_stopped
from croupier.web.standing_by import node_name, stand_by
from croupier.web.workers.node_setup import start_leased_workers

SPARES = 12
"""Connections that a standby node keeps open for a takeover: some for the house, and those of its first tables."""

_log = logging.getLogger(__name__)


def serve_node(
    settings: ServiceSettings,
    bound: socket.socket,
    direct: socket.socket | None,
    *,
    show_lines: ShowLines,
    ready: Callable[[str], None] | None,
    passwords: Passwords | None,
) -> None:
    """Runs the house while this node holds the lease, and stands by otherwise, until it is stopped.

    Both sockets stay open between terms, so that clients who connect in between wait instead of being refused.
    """
    if not isinstance(settings.store, PostgresStore):
        raise TypeError(type(settings.store).__name__)
    store, url = settings.store, settings.url or settings.address
    plan = settings.plan
    store.node = plan.node.name if plan is not None and plan.node is not None else node_name(url)
    passwords = passwords or Passwords()
    with HouseLease(store.address, store.node, url) as lease:
        while True:
            term = _Term(settings, store, lease, passwords)
            if lease.take():
                term.begin()
            elif not _stood_by(lease, term, settings, bound, show_lines):
                return
            try:
                with term.service() as service:
                    _run(service, bound, direct, term, show_lines, ready)
            except StreamTaken:
                term.lost.set()
            finally:
                term.end()
            if not term.lost.is_set():
                return
            show_lines(("Another node runs the house now.",))


def start_node_workers(settings: ServiceSettings) -> SpreadPlan:
    """Starts the workers of this node, and returns in the process that answers clients.

    In the first process it raises `SystemExit` with the code of that process, when that has ended.
    """
    if not isinstance(settings.store, PostgresStore):
        raise TypeError(type(settings.store).__name__)
    name = node_name(settings.url or settings.address)
    return start_leased_workers(
        name, settings.directory, settings.houses, settings.workers, settings.store, settings.peers
    )


class _Term:
    """One term of running the house, which opens in a thread while the standby application still serves the socket."""

    def __init__(
        self, settings: ServiceSettings, store: PostgresStore, lease: HouseLease, passwords: Passwords
    ) -> None:
        self._settings, self._store, self._passwords = settings, store, passwords
        self.standby_tables = StandbyTables(store, settings.directory, settings.directory / LAST_FILE)
        self.lost = threading.Event()
        self.keeper = LeaseKeeper(lease, self.lost.set)
        self._opened: Future[Service] = Future()
        self._given = False
        self._thread = threading.Thread(target=self._open, name="opening", daemon=True)

    def prepare(self) -> None:
        """Prepares, while standing by, what would otherwise delay a takeover."""
        self.standby_tables.start()
        self._passwords.prepare()
        with contextlib.suppress(Fault, Problems):  # code that needs a connection later reports what is wrong
            spare_connections.fill(self._store.address, SPARES)

    def begin(self) -> None:
        """Starts renewing the lease, and opens the house."""
        self.keeper.start()
        self._thread.start()

    def _open(self) -> None:
        began = time.monotonic()
        try:
            self.standby_tables.stop()
            try:
                service = Service.open(self._settings, self._passwords, self.standby_tables)
            finally:
                spare_connections.close()
            _log.info("this node runs the house", extra={"facts": {"opening_s": round(time.monotonic() - began, 3)}})
            self._opened.set_result(service)
        except BaseException as error:
            self._opened.set_exception(error)

    def service(self) -> Service:
        """The opened service; raises the error that prevented its opening."""
        service = self._opened.result()
        service.premises.lease_age_s = lambda: self.keeper.age_s
        self._given = True
        return service

    def end(self) -> None:
        """Closes a house that was opened but not served, and releases the lease."""
        self._thread.join()
        if not self._given and self._opened.exception() is None:
            self._opened.result().close()
        self.keeper.release()


def _stood_by(
    lease: HouseLease, term: _Term, settings: ServiceSettings, bound: socket.socket, show_lines: ShowLines
) -> bool:
    """Follows the tables until the lease is taken or a signal arrives; returns whether it was taken."""
    taken = []

    def tell(line: str) -> None:
        show_lines((line,))

    async def wait() -> None:
        age_s = lambda: term.standby_tables.age_s  # noqa: E731
        taken.append(await stand_by(lease, bound, tls=settings.tls, show_line=tell, taken=term.begin, age_s=age_s))

    term.prepare()
    try:
        run(wait)
    finally:
        term.standby_tables.stop()
    return taken == [True]


def _run(
    service: Service,
    bound: socket.socket,
    direct: socket.socket | None,
    term: _Term,
    show_lines: ShowLines,
    ready: Callable[[str], None] | None,
) -> None:
    listening, for_sockets = bound.dup(), direct.dup() if direct is not None else None
    run(
        lambda: serve_until_stopped(
            service, listening, direct=for_sockets, show_lines=show_lines, ready=ready, lease=(term.keeper, term.lost)
        )
    )
