"""The front's end of the workers: sessions that a worker runs, and what the workers report. See ADR 109."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from enum import Enum

from msgspec import json

from croupier.access.control import AccessControl
from croupier.access.person import Person
from croupier.floor.listener import RESTARTS, Port
from croupier.floor.remote_table import RemoteTable
from croupier.floor.spread_premises import FrontPremises, SpreadPlan
from croupier.records.script import stream_of
from croupier.terms.fault import Fault
from croupier.web.socket.gateway import turn_away
from croupier.web.socket.packets import CODE, ConnectionRequest, PacketKind, PacketLink
from croupier.web.socket.policy import NO_TABLE, SocketPolicy
from croupier.web.worker_status import WorkerStatus
from croupier.web.workers.control import (
    Control,
    SessionNow,
    TableStatus,
    UntrustedReport,
    read_alert,
    read_note,
    read_status,
    read_untrusted,
)
from croupier.wire.frames import Bye, encode, message

READY_S = 30.0
"""Time for all workers to start."""
STOP_S = 25.0
"""Time for a worker to stop."""
AGAIN_S = 0.02
"""The pause before another attempt to connect to a worker."""
AHEAD = 16
"""Number of messages queued for a slow connection at which its worker is paused."""

_log = logging.getLogger(__name__)


class FrontEnd(Enum):
    """How a front ends: the house stops, another node continues, or another node already runs it."""

    STOP = "stop"
    MOVE = "move"
    LOST = "lost"


class ForwardedSession:
    """A connection that the front holds for a worker."""

    __slots__ = ("_ahead", "_link", "_number", "_paused", "_told", "held", "port")

    def __init__(self, link: WorkerLink, number: int, port: Port, person: Person | None) -> None:
        self._link, self._number, self.port, self._told = link, number, port, person
        self._ahead: deque[bytes] = deque()
        self._paused = self.held = False

    def received(self, message: bytes) -> None:
        """Passes a message on, preceded by any change of its sender's session since the last one."""
        if self._told is not None:
            current = self._link.access.sessions.look(self._told.session)
            if current is None or current != self._told:
                self._link.person(SessionNow(self._told.session, current))
                self._told = current or self._told
        self._link.forward(self, self._number, message)

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        """The connection takes messages again."""
        self._paused = False
        while self._ahead and not self._paused:
            self.port.send(self._ahead.popleft())
        if self.held and not self._ahead:
            self.held = False
            self._link.send(self._number, PacketKind.WRITABLE)

    def deliver(self, message: bytes) -> None:
        """Sends the worker's message, or queues it."""
        if not (self._paused or self._ahead):
            self.port.send(message)
            return
        self._ahead.append(message)
        if len(self._ahead) >= AHEAD and not self.held:
            self.held = True
            self._link.send(self._number, PacketKind.FULL)

    def closed(self) -> None:
        """The connection is gone."""
        self._link.forget(self._number)

    def end(self, reason: str, code: int) -> None:
        """Ends the connection from here."""
        self._link.forget(self._number)
        if not (self._paused or self._ahead):
            self.port.send(message([encode(Bye(reason))]))
        self.port.close(code, reason)


class WorkerLink:
    """The connection to one worker, renewed whenever the worker restarts."""

    def __init__(
        self, address: str, access: AccessControl, premises: FrontPremises, tables: Mapping[str, RemoteTable]
    ) -> None:
        self.address, self.access, self._premises, self.tables = address, access, premises, tables
        self._link: PacketLink | None = None
        self._sessions: dict[int, ForwardedSession] = {}
        self._last = 0
        self._untrusted: dict[str, UntrustedReport] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._over, self.ready, self.stopped = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._full = False

    def start(self) -> None:
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self, how: Control | None = Control.STOP) -> None:
        """Tells the worker to end in the given way, and waits for a limited time; with None the worker goes on."""
        if self.ready.is_set() and how is not None:
            self.send(0, how)
            tasks = [asyncio.ensure_future(event.wait()) for event in (self.stopped, self._over)]
            done, _ = await asyncio.wait(tasks, timeout=STOP_S, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                _log.error("a worker did not stop in time", extra={"facts": {"tables": list(self.tables)}})
            for task in tasks:
                task.cancel()
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        if self._link is not None:
            self._link.close()

    # For sessions

    def open(self, port: Port, number: str, person: Person | None) -> ForwardedSession | None:
        """A session at a table of this worker; None after the port was closed with the reason."""
        if not self.ready.is_set() or self._full:
            turn_away(port, RESTARTS, "The table is restarting.")
            return None
        self._last += 1
        session = self._sessions[self._last] = ForwardedSession(self, self._last, port, person)
        request = ConnectionRequest(number, json.encode(person).decode() if person is not None else "")
        self.send(self._last, PacketKind.OPEN, json.encode(request))
        return session

    def forward(self, session: ForwardedSession, number: int, message: bytes) -> None:
        if self._full:  # the worker cannot keep up with its input
            session.end("The table is too busy.", RESTARTS)
        else:
            self.send(number, PacketKind.MESSAGE, message)

    def send(self, number: int, kind: int, body: bytes = b"") -> None:
        if self._link is not None:
            self._link.send(number, kind, body)

    def person(self, now: SessionNow) -> None:
        self.send(0, Control.PERSON, json.encode(now))

    def forget(self, number: int) -> None:
        if self._sessions.pop(number, None) is not None:
            self.send(number, PacketKind.CLOSED)

    def mark_untrusted(self, finding: UntrustedReport) -> None:
        """The table of a stream takes no more orders, even after its worker restarts."""
        self._untrusted[finding.stream] = finding
        self.send(0, Control.DISTRUST, json.encode(finding))

    # The connection

    def attach(self, link: PacketLink) -> None:
        """Packets go to this stream."""
        self._link = link

    async def _keep(self) -> None:
        while True:
            self._over.clear()
            try:
                link = await self._dial()
            except OSError:
                await asyncio.sleep(AGAIN_S)
                continue
            self.attach(link)
            self.send(0, PacketKind.READY)
            for finding in self._untrusted.values():
                self.send(0, Control.DISTRUST, json.encode(finding))
            await self._over.wait()
            await asyncio.sleep(AGAIN_S)

    async def _dial(self) -> PacketLink:
        """A new connection to the worker."""
        loop = asyncio.get_running_loop()
        _, link = await loop.create_unix_connection(self._make_link, self.address)
        return link

    def _make_link(self) -> PacketLink:
        return PacketLink(self._handle_packet, self.lost, full=self.fill)

    def fill(self, full: bool) -> None:
        self._full = full

    def lost(self) -> None:
        self._link, self._full = None, False
        was_ready = self.ready.is_set()
        self.ready.clear()
        self._over.set()
        if was_ready and not self.stopped.is_set():
            _log.error("a worker has ended", extra={"facts": {"tables": list(self.tables)}})
            for table in self.tables.values():
                table.recorder.gone()
                table.connections = table.desk.waiting = 0
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            session.end("The table is restarting.", RESTARTS)

    def _handle_packet(self, number: int, kind: int, body: bytes) -> None:
        """Handles a packet of the worker."""
        if kind == PacketKind.MESSAGE:
            if session := self._sessions.get(number):
                session.deliver(body)
        elif kind == PacketKind.MESSAGE_TO_MANY:
            self._deliver_many(number, body)
        elif kind == PacketKind.CLOSE:
            if session := self._sessions.get(number):  # the worker drops it when the connection is reported closed
                session.port.close(CODE.unpack_from(body)[0], body[CODE.size :].decode())
        elif kind == PacketKind.READY:
            self.ready.set()
        else:
            self._control(kind, body)

    def _deliver_many(self, count: int, body: bytes) -> None:
        numbers = memoryview(body)[: 4 * count].cast("I")
        said = body[4 * count :]
        for number in numbers:
            if session := self._sessions.get(number):
                session.deliver(said)

    def _control(self, kind: int, body: bytes) -> None:
        if kind == Control.ACTED:
            self.access.sessions.acted(body.decode())
        elif kind == Control.STATUS:
            for status in read_status(body):
                self._take_status(status)
        elif kind == Control.NOTE:
            note = read_note(body)
            self.access.book.note(note.event, note.by)
        elif kind == Control.ALERT:
            alert = read_alert(body)
            self.access.alert(alert.kind, alert.subject, alert.facts, alert.clause)
        elif kind == Control.DOUBT:
            finding = read_untrusted(body)
            self._premises.untrusted.add(finding.stream, finding.error)
        elif kind == Control.STOPPED:
            self.stopped.set()

    def _take_status(self, status: TableStatus) -> None:
        table, place = self.tables.get(status.number), self._premises.places.get(status.number)
        if table is None or place is None or place.metrics is None:
            return
        table.recorder.says(status.trouble)
        table.connections, table.desk.waiting = status.connections, status.waiting
        metrics = place.metrics
        metrics.orders.clear()
        metrics.orders.update(status.orders)
        metrics.commits, metrics.seconds, metrics.version = list(status.commits), status.seconds, status.version


class WorkerGateway:
    """Opens every connection at the worker of its table."""

    def __init__(self, plan: SpreadPlan, access: AccessControl, policy: SocketPolicy) -> None:
        self._plan, self._access, self.policy = plan, access, policy
        self._links: tuple[WorkerLink, ...] = ()
        self._by_table: dict[str, WorkerLink] = {}
        self._moving: frozenset[str] = frozenset()
        """Whether tables may be without a worker for a moment."""
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self, premises: FrontPremises) -> None:
        """Waits for every worker; raises a fault if one does not start in time."""
        self._loop = asyncio.get_running_loop()
        worker_of, tables = self._plan.worker_of, premises.remote_tables
        self._links = tuple(
            WorkerLink(
                address,
                self._access,
                premises,
                {number: table for number, table in tables.items() if worker_of[number] == place},
            )
            for place, address in enumerate(self._plan.workers)
        )
        self._by_table = {number: self._links[worker_of[number]] for number in tables}
        premises.report_untrusted_to(self._on_untrusted)
        for link in self._links:
            link.start()
        try:
            await asyncio.wait_for(asyncio.gather(*(link.ready.wait() for link in self._links)), READY_S)
        except TimeoutError:
            raise Fault("A process for tables did not start. Its error is in the log.") from None

    def workers(self) -> list[WorkerStatus]:
        """Each worker, whether it is connected, and its tables."""
        return [
            WorkerStatus(str(place), "", link.ready.is_set(), tuple(link.tables))
            for place, link in enumerate(self._links, start=1)
        ]

    async def stop(self, ending: FrontEnd = FrontEnd.STOP) -> None:  # noqa: ARG002 (there is one node only)
        """Has the workers close all connections and save."""
        self._closing = True
        await asyncio.gather(*(link.stop() for link in self._links))

    def open(self, port: Port, number: str, person: Person | None) -> ForwardedSession | None:
        link = self._by_table.get(number)
        if self._closing:
            turn_away(port, RESTARTS, "The service is stopping.")
        elif link is None and number in self._moving:
            turn_away(port, RESTARTS, "The table is moving.")
        elif link is None:
            turn_away(port, NO_TABLE, "There is no such table.")
        else:
            return link.open(port, number, person)
        return None

    def session_changed(self, person: Person | None, session: str) -> None:
        """Tells every worker that a session was locked, unlocked or ended; in the loop."""
        for link in self._links:
            link.person(SessionNow(session, person))

    def _on_untrusted(self, stream: str, error: Exception) -> None:
        """Callable from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._forward_untrusted, UntrustedReport.of(stream, error))

    def _forward_untrusted(self, finding: UntrustedReport) -> None:
        link = next((link for number, link in self._by_table.items() if stream_of(number) == finding.stream), None)
        if link is not None:
            link.mark_untrusted(finding)
