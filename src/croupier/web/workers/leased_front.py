"""The front's end of workers with leases, on all nodes of a house: who runs which table, and where it moves.

See ADR 112.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import json

from croupier.access.control import AccessControl
from croupier.floor.remote_table import RemoteTable
from croupier.floor.spread_premises import FrontPremises, NodeIdentity, SpreadPlan
from croupier.floor.table_assignment import assign, heirs
from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.table_lease import RegisteredWorker, WorkerRegister
from croupier.records.script import stream_of
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from croupier.web.socket.packets import PacketLink
from croupier.web.socket.policy import SocketPolicy
from croupier.web.worker_status import WorkerStatus
from croupier.web.workers.control import Assignment, Control, Held, UntrustedReport, read_held
from croupier.web.workers.front import FrontEnd, WorkerGateway, WorkerLink
from croupier.web.workers.peers import client_context

LOOK_S = 0.25
"""Interval at which the register of workers is read."""
GATHER_S = 0.5
"""How long a new front waits for the existing workers before it assigns tables."""
GATHER_EVERY_S = 0.02
SETTLE_S = 3.0
"""How long the set of workers must be unchanged before a table in play is moved to balance the load."""
OPEN_S = 10.0
"""How long a new front waits for its tables before it lets people in."""
DIAL_S = 3.0

_log = logging.getLogger(__name__)


class LeasedLink(WorkerLink):
    """The connection to one worker, of this node or of another."""

    def __init__(
        self,
        worker: RegisteredWorker,
        node: NodeIdentity,
        access: AccessControl,
        premises: FrontPremises,
        changed: Callable[[LeasedLink, Held | None], None],
    ) -> None:
        self.tables: dict[str, RemoteTable] = {}
        super().__init__(worker.address, access, premises, self.tables)
        self.worker, self._own, self._changed = worker, node, changed
        self.process = ""
        """The process that answers there; empty if none does."""
        self.assigned: Assignment | None = None

    @property
    def place(self) -> str:
        return self.worker.place

    def assign(self, assignment: Assignment) -> None:
        if assignment != self.assigned:
            self.assigned = assignment
            self.send(0, Control.ASSIGN, json.encode(assignment))

    def leave(self) -> None:
        """Ends the connection: the worker does not renew its leases."""
        if self._link is not None:
            self._link.abort()

    def lost(self) -> None:
        was, self.assigned = self.ready.is_set(), None
        super().lost()
        if was:
            self._changed(self, None)
        self.tables.clear()
        self.process = ""

    async def _dial(self) -> PacketLink:
        if self.worker.node == self._own.name:
            return await super()._dial()
        host, _, port = self.address.rpartition(":")
        context = client_context(self._own.key_file, self.worker.certificate)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(DIAL_S):  # not wait_for, which loses a cancellation that comes with a refusal
            _, link = await loop.create_connection(self._make_link, host.strip("[]"), int(port), ssl=context)
        return link

    def _control(self, kind: int, body: bytes) -> None:
        if kind == Control.HELD:
            held = read_held(body)
            self.process = held.process
            self._changed(self, held)
        else:
            super()._control(kind, body)


class LeasedGateway(WorkerGateway):
    """Opens every connection at the worker that has the table, and moves tables between workers."""

    def __init__(self, plan: SpreadPlan, access: AccessControl, policy: SocketPolicy, store: PostgresAddress) -> None:
        super().__init__(plan, access, policy)
        if plan.node is None:
            raise ValueError("workers with leases belong to nodes")
        self._node = plan.node
        self._register = WorkerRegister(store, plan.node.name)
        self._places: dict[str, LeasedLink] = {}
        self._targets: dict[str, str] = {}
        self._heirs: dict[str, str] = {}
        self._findings: dict[str, UntrustedReport] = {}
        self._premises: FrontPremises | None = None
        self._tables: dict[str, RemoteTable] = {}
        self._gathered = False
        self._steady_since = 0.0
        self._ready: frozenset[str] = frozenset()
        self._managing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._all_held = asyncio.Event()

    async def start(self, premises: FrontPremises) -> None:
        """Waits a limited time until all tables run; tables without a worker are then reported as failing."""
        self._loop = asyncio.get_running_loop()
        self._premises, self._tables = premises, dict(premises.remote_tables)
        self._moving = frozenset(self._tables)
        for table in self._tables.values():
            table.recorder.gone()
        for place, address in enumerate(self._plan.workers):
            name = f"{self._node.name}/{place + 1}"
            self._add(RegisteredWorker(name, "", self._node.name, address, self._node.certificate, self._node.house))
        premises.report_untrusted_to(self._on_untrusted)
        self._managing = self._loop.create_task(self._manage())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._all_held.wait(), OPEN_S)

    async def stop(self, ending: FrontEnd = FrontEnd.STOP) -> None:
        """Ends the workers of this node, unless another node has taken over the house; those of others continue."""
        self._closing = True
        if self._managing is not None:
            self._managing.cancel()
            await asyncio.gather(self._managing, *self._tasks, return_exceptions=True)
        ways = {FrontEnd.STOP: Control.STOP, FrontEnd.MOVE: Control.MOVE_OUT, FrontEnd.LOST: None}
        links = [
            (link, ways[ending] if link.worker.node == self._node.name else None) for link in self._places.values()
        ]
        await asyncio.gather(*(link.stop(how) for link, how in links))
        await asyncio.to_thread(self._register.close)

    def workers(self) -> list[WorkerStatus]:
        return [
            WorkerStatus(link.place.rpartition("/")[2], link.worker.node, link.ready.is_set(), tuple(link.tables))
            for link in self._places.values()
        ]

    # Workers that come and go

    async def _manage(self) -> None:
        deadline = asyncio.get_running_loop().time() + GATHER_S
        while True:
            try:
                self._meet(await asyncio.to_thread(self._register.all))
            except (Fault, Problems) as problem:
                _log.warning("cannot read the list of workers: %s", problem)
            if not self._gathered:
                away = [link for link in self._places.values() if not link.ready.is_set()]
                self._gathered = not away or asyncio.get_running_loop().time() > deadline
                for link in away if self._gathered else ():  # others may take its tables
                    self._run(self._expire(link.worker.process))
            self._arrange()
            await asyncio.sleep(LOOK_S if self._gathered else GATHER_EVERY_S)

    def _meet(self, found: list[RegisteredWorker]) -> None:
        """Connects to new workers, and disconnects from those that do not renew their leases."""
        for worker in found:
            link = self._places.get(worker.place)
            usable = worker.alive and worker.address != "" and worker.house == self._node.house
            if link is None and usable and worker.node != self._node.name:
                self._add(worker)
            elif link is not None and link.process == worker.process and not worker.alive:
                _log.error("a worker does not renew its leases", extra={"facts": {"worker": worker.place}})
                link.leave()
        known = {worker.place: worker for worker in found}
        for place, link in list(self._places.items()):
            now = known.get(place)
            if link.worker.node != self._node.name and not link.ready.is_set() and (now is None or not now.alive):
                del self._places[place]
                self._end(link)
        self._links = tuple(self._places.values())

    def _add(self, worker: RegisteredWorker) -> None:
        if self._premises is None:
            raise RuntimeError("not started")
        link = LeasedLink(worker, self._node, self._access, self._premises, self._holdings_changed)
        self._places[worker.place] = link
        self._links = tuple(self._places.values())
        link.start()

    def _end(self, link: LeasedLink) -> None:
        self._run(link.stop(None))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Tables

    def _holdings_changed(self, link: LeasedLink, held: Held | None) -> None:
        """A worker says which tables it runs; with None it is gone."""
        process = link.process
        now = set(held.tables) if held is not None else set()
        for number in [number for number, has in self._by_table.items() if has is link and number not in now]:
            del self._by_table[number]
            link.tables.pop(number, None)
            table = self._tables[number]
            table.recorder.gone()
            table.connections = table.desk.waiting = 0
        for number in now:
            if number in self._tables and number not in self._by_table:
                self._by_table[number] = link
                link.tables[number] = self._tables[number]
                if finding := self._findings.get(stream_of(number)):
                    link.mark_untrusted(finding)
        if held is None and process and not self._closing:
            self._run(self._expire(process))
        self._arrange()

    async def _expire(self, process: str) -> None:
        """Releases the leases of a process that is gone, so that others need not wait for them to expire."""
        with contextlib.suppress(Fault, Problems):
            await asyncio.to_thread(self._register.expire, process)

    def _arrange(self) -> None:
        """Tells each worker which tables to run, unless another still runs them."""
        if self._closing or not self._gathered or self._loop is None:
            return
        ready = {place: link for place, link in self._places.items() if link.ready.is_set()}
        if ready.keys() != self._ready:
            self._ready, self._steady_since = frozenset(ready), self._loop.time()
        held = {number: link.place for number, link in self._by_table.items() if isinstance(link, LeasedLink)}
        if len(held) == len(self._tables):
            self._all_held.set()
        self._targets = self._wanted(tuple(ready), held)
        self._heirs = heirs(self._targets, {place: link.worker.node for place, link in ready.items()})
        for place, link in ready.items():
            mine = [number for number, target in self._targets.items() if target == place]
            run = {number: self._tables[number].rules.superseded for number in mine if held.get(number, place) == place}
            follow = [number for number, heir in self._heirs.items() if heir == place]
            link.assign(Assignment(self._node.name, run, follow))

    def _wanted(self, ready: tuple[str, ...], held: dict[str, str]) -> dict[str, str]:
        """Where each table should run; tables in play move one at a time, while the set of workers is stable."""
        if self._loop is None:
            return {}
        likely: dict[str, str] = {}
        for number in self._tables.keys() - held.keys():
            known = (self._targets.get(number, ""), self._heirs.get(number, ""))
            likely[number] = next((place for place in known if place in ready), "")
        targets = assign(tuple(self._tables), ready, likely | held)
        moves = [number for number, place in held.items() if place in ready and targets[number] != place]
        calm = not likely and self._loop.time() - self._steady_since >= SETTLE_S
        for number in moves[1 if calm else 0 :]:
            targets[number] = held[number]
        return targets

    def _forward_untrusted(self, finding: UntrustedReport) -> None:
        self._findings[finding.stream] = finding
        super()._forward_untrusted(finding)
