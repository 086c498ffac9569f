"""A worker: the desks, feeds and sessions of some tables, in a process of its own. See ADR 109.

It takes its connections as packets from the front, sends appends to the process that commits, and keeps nothing that
is not in the journal: one that is killed is replaced by another.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import deque
from pathlib import Path

from msgspec import json

from croupier.access.opening import open_people
from croupier.access.store import PeopleStore
from croupier.floor.clock import HouseClock
from croupier.floor.live import LiveTable
from croupier.floor.premises import Premises
from croupier.floor.premises_table import PremisesTable
from croupier.floor.spread_premises import SpreadPlan, WorkerPremises
from croupier.floor.writer_metrics import WriterMetrics
from croupier.journal.append_failure import trouble_of
from croupier.records.script import stream_of
from croupier.web.socket.packets import PacketKind, PacketLink
from croupier.web.socket.porter_sessions import PorterSessions
from croupier.web.socket.service import Sockets
from croupier.web.tuning import tuned
from croupier.web.workers.control import Control, TableStatus, UntrustedReport, read_session, read_untrusted
from croupier.web.workers.remote_access import RemoteAccess

STATUS_S = 1.0
"""Interval of the status reports to the front."""
UNSENT_MAX = 1_000
"""Maximum number of events and alerts that wait for a front; beyond it the oldest is dropped."""
_RECORDED = frozenset({Control.NOTE, Control.ALERT})

_log = logging.getLogger(__name__)


class TableWorker:
    """Some tables of a house, and the front through which clients reach them."""

    def __init__(self, place: int, plan: SpreadPlan, directory: Path) -> None:
        self.stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._front: FrontLink | None = None
        self._unsent: deque[tuple[Control, bytes]] = deque(maxlen=UNSENT_MAX)
        """Events and alerts that have not been sent to a front."""
        self._findings: list[bytes] = []
        self.clock = HouseClock()
        self._accounts = self._open_people(plan, directory)
        self.access = RemoteAccess(self.tell, self._accounts)
        self.sockets = Sockets(self.access, self.clock)
        self.premises = self._open_premises(place, plan, directory)
        self.premises.untrusted.report_to(self._report_untrusted)

    def _open_people(self, plan: SpreadPlan, directory: Path) -> PeopleStore:
        return open_people(WorkerPremises(directory, plan.lock, self.clock).store, directory)

    def _open_premises(self, place: int, plan: SpreadPlan, directory: Path) -> Premises:
        premises = WorkerPremises(directory, plan.lock, self.clock, commits=plan.commits, choices=plan.choices)
        premises.load_seal()
        premises.own = frozenset(number for number, worker in plan.worker_of.items() if worker == place)
        premises.open_tables(plan.houses, self.sockets.feed_of)
        return premises

    async def run(self, bound: socket.socket) -> None:
        """Serves the listening socket until stopped."""
        self.premises.start()
        self.sockets.attach(self.premises.tables)
        server = await self._loop.create_unix_server(self._accept, sock=bound)
        reporting = self._loop.create_task(self._report())
        with tuned(self._loop):
            await self.stop.wait()
            server.close()
            await self.premises.close_betting()
            await self.sockets.stop()
            await self.premises.stop_desks()
        reporting.cancel()
        self._status()
        self.tell(Control.STOPPED, b"")
        if self._front is not None:
            self._front.link.close()
        self.premises.close()
        self._accounts.close()

    def tell(self, kind: Control, body: bytes) -> None:
        """Sends something to the front, in the loop; without a front, what must be recorded waits."""
        if self._front is not None:
            self._front.link.send(0, kind, body)
        elif kind in _RECORDED:
            self._unsent.append((kind, body))

    def _accept(self) -> PacketLink:
        """One front at a time: another one comes only after the last is gone."""
        if self._front is not None:
            self._front.lost()
        self._front = FrontLink(self)
        return self._front.link

    def welcome(self, _front: FrontLink) -> None:
        """The front is connected: sends it the tables, their status, and what it has missed."""
        self.tell(Control.STATUS, self._statuses())
        for body in self._findings:
            self.tell(Control.DOUBT, body)
        while self._unsent:
            self.tell(*self._unsent.popleft())
        if self._front is not None:
            self._front.link.send(0, PacketKind.READY)

    def front_lost(self, front: FrontLink) -> None:
        if self._front is front:
            self._front = None
            self.access.sessions.clear()

    def handle_control(self, kind: Control, body: bytes) -> None:
        """Handles messages that only some kinds of workers know."""
        _log.error(
            "the front sent a message that this worker does not know",
            extra={"facts": {"kind": kind.name, "bytes": len(body)}},
        )

    def mark_untrusted(self, finding: UntrustedReport) -> None:
        self.premises.untrusted.add(finding.stream, finding.error)

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(STATUS_S)
            self._status()

    def _status(self) -> None:
        self.tell(Control.STATUS, self._statuses())

    def _statuses(self) -> bytes:
        connected = dict(self.sockets.connections())
        found = []
        for number, place in self.premises.places.items():
            if isinstance(place.live, LiveTable):
                found.append(self._table_status(number, place, place.live, connected.get(number, 0)))
        return json.encode(found)

    def _table_status(self, number: str, place: PremisesTable, live: LiveTable, connections: int) -> TableStatus:
        metrics = place.metrics or WriterMetrics()
        error = self.premises.health.recorders[stream_of(number)].trouble
        return TableStatus(
            number,
            dict(metrics.orders),
            metrics.commits,
            metrics.seconds,
            metrics.version,
            live.desk.waiting,
            connections,
            trouble_of(error) if error is not None else None,
        )

    def _report_untrusted(self, stream: str, error: Exception) -> None:
        """Callable from any thread."""
        self._loop.call_soon_threadsafe(self._send_untrusted, json.encode(UntrustedReport.of(stream, error)))

    def _send_untrusted(self, body: bytes) -> None:
        self._findings.append(body)
        self.tell(Control.DOUBT, body)


class FrontLink:
    """The connection to the front: packets of sessions, and messages about the whole worker."""

    def __init__(self, worker: TableWorker) -> None:
        self._worker = worker
        self._sessions = PorterSessions(worker.sockets.gateway, worker.access.tickets.redeem, self._welcome)
        self.link = PacketLink(self._handle_packet, self.lost, full=self._sessions.stream_full)
        self._sessions.attach(self.link)

    def _handle_packet(self, number: int, kind: int, body: bytes) -> None:
        if kind < Control.PERSON:
            self._sessions.handle_packet(number, kind, body)
        elif kind == Control.PERSON:
            self._worker.access.sessions.changed(read_session(body))
        elif kind == Control.DISTRUST:
            self._worker.mark_untrusted(read_untrusted(body))
        elif kind == Control.STOP:
            self._worker.stop.set()
        else:
            self._worker.handle_control(Control(kind), body)

    def _welcome(self) -> None:
        self._worker.welcome(self)

    def lost(self) -> None:
        self._sessions.lost()
        self._worker.front_lost(self)


async def work_until(place: int, plan: SpreadPlan, directory: Path, bound: socket.socket, stop: asyncio.Event) -> None:
    """Runs worker number `place` until it is stopped, by the front or by `stop`."""
    worker = TableWorker(place, plan, directory)
    passing = asyncio.get_running_loop().create_task(_pass_on(stop, worker.stop))
    await worker.run(bound)
    passing.cancel()


async def _pass_on(one: asyncio.Event, other: asyncio.Event) -> None:
    await one.wait()
    other.set()
