"""A worker of a house in a database: it runs the tables that it has leases for. See ADR 112.

The front, which may be on another node, says which tables to run and which to follow. The worker takes the lease of a
table, raises the epoch of its stream, and reports that it runs it. If it cannot renew a lease, it stops answering
before another process may take the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from msgspec import json

from croupier.access.opening import open_people
from croupier.access.store import PeopleStore
from croupier.floor.lease_keeper import LOST_S, RENEW_S
from croupier.floor.leased_premises import LeasedPremises
from croupier.floor.listener import RESTARTS
from croupier.floor.premises import Premises
from croupier.floor.spread_premises import NodeIdentity, SpreadPlan
from croupier.floor.standby_tables import StandbyTables
from croupier.journal.port import StreamTaken
from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.postgres.table_lease import RegisteredWorker, TableLeases
from croupier.records.script import stream_of
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from croupier.web.tuning import tuned
from croupier.web.workers.control import Assignment, Control, Held, read_assignment
from croupier.web.workers.peers import server_context
from croupier.web.workers.worker import FrontLink, TableWorker

AGAIN_S = 0.05
"""The pause before another attempt to take a table."""
HANDSHAKE_S = 5.0
ADMITTING_MAX = 8
"""Maximum number of connections that are checked at a time."""
MOVING = "The table is moving."

_log = logging.getLogger(__name__)


def place_name(node: NodeIdentity, place: int) -> str:
    """The name of a worker's place among all nodes."""
    return f"{node.name}/{place + 1}"


class LeasedWorker(TableWorker):
    """Runs the tables it is assigned, while it holds their leases."""

    premises: LeasedPremises

    def __init__(self, place: int, plan: SpreadPlan, directory: Path, address: PostgresAddress) -> None:
        if plan.node is None:
            raise ValueError("a worker with leases belongs to a node")
        self._node = plan.node
        name = place_name(plan.node, place)
        reached = plan.node.addresses[place] if plan.node.addresses else ""
        self._registered = RegisteredWorker(
            name, f"{name}/{secrets.token_hex(4)}", plan.node.name, reached, plan.node.certificate, plan.node.house
        )
        self._store = PostgresStore(address)
        self._store.worker = self._registered.process
        self._leases = TableLeases(address, self._registered)
        self._assignment = Assignment("", {}, [])
        self._changed = asyncio.Event()
        self._renewed = time.monotonic()
        self._admitting = asyncio.Semaphore(ADMITTING_MAX)
        self._tasks: set[asyncio.Task[None]] = set()
        self._moving = False
        """Whether the front says that another node continues."""
        super().__init__(place, plan, directory)
        self.sockets.gateway.absent = (RESTARTS, MOVING)  # another process runs it
        self._standby_tables = self.premises.opener.standby_tables = StandbyTables(self._store, directory)
        self._standby_tables.follow_only(frozenset())

    def _open_people(self, _plan: SpreadPlan, directory: Path) -> PeopleStore:
        return open_people(self._store, directory)

    def _open_premises(self, _place: int, plan: SpreadPlan, directory: Path) -> Premises:
        premises = LeasedPremises(directory, plan.lock, self.clock, self._store)
        premises.load_seal()
        premises.survey_all(plan.houses)
        return premises

    # From start to end

    async def serve(self, local: socket.socket, peers: socket.socket | None) -> None:
        """Accepts the front until stopped: through `local` from this machine, through `peers` from other nodes."""
        await asyncio.to_thread(self._leases.renew)
        self._renewed = time.monotonic()
        self.premises.start()
        self.sockets.attach({})
        self._standby_tables.start()
        accepting = [self._accept_fronts(local, remote=False)]
        if peers is not None:
            accepting.append(self._accept_fronts(peers, remote=True))
        running = [
            self._loop.create_task(each) for each in (*accepting, self._keep_leases(), self._arrange(), self._report())
        ]
        with tuned(self._loop):
            await self.stop.wait()
            for task in running:
                task.cancel()
            await asyncio.gather(*running, *self._tasks, return_exceptions=True)
            await self._leave()
        self.tell(Control.STOPPED, b"")
        if self._front is not None:
            self._front.link.close()
        self.premises.close()
        self._accounts.close()
        self._leases.close()

    async def _leave(self) -> None:
        """Hands over all tables; closes the betting first if nobody can take them."""
        self._standby_tables.stop()
        with contextlib.suppress(Fault, Problems):
            self._moving = self._moving or await asyncio.to_thread(self._leases.has_others)
        if not self._moving:
            await self.premises.close_betting()
        await self.sockets.stop()
        await self.premises.stop_desks(save=not self._moving)
        with contextlib.suppress(Fault, Problems):
            await asyncio.to_thread(self._leases.leave)
        self._assignment = Assignment("", {}, [])
        self._say_held(())

    # The front

    async def _accept_fronts(self, bound: socket.socket, *, remote: bool) -> None:
        while True:
            accepted, _ = await self._loop.sock_accept(bound)
            task = self._loop.create_task(self._admit(accepted, remote=remote))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _admit(self, accepted: socket.socket, *, remote: bool) -> None:
        """Accepts connections only from the node that runs the house."""
        accepted.setblocking(False)
        async with self._admitting:
            try:
                front = await asyncio.to_thread(self._leases.running_node)
                if front is None or (not remote and front.node != self._node.name):
                    accepted.close()
                    return
                context = server_context(self._node.key_file, front.certificate) if remote else None
                async with asyncio.timeout(HANDSHAKE_S):
                    await self._loop.connect_accepted_socket(lambda: FrontLink(self).link, accepted, ssl=context)
            except (OSError, Fault, Problems) as error:
                _log.warning("a connection to a worker was refused: %s", error)
                accepted.close()

    def welcome(self, front: FrontLink) -> None:
        """This front replaces another one, which no longer runs the house."""
        before, self._front = self._front, front
        if before is not None and before is not front:
            before.lost()
            before.link.close()
        self.tell(Control.HELD, self._held(self.premises.tables))
        super().welcome(front)

    def handle_control(self, kind: Control, body: bytes) -> None:
        if kind is Control.ASSIGN:
            self._assignment = read_assignment(body)
            self._changed.set()
        elif kind is Control.MOVE_OUT:
            self._moving = True
            self.stop.set()
        else:
            super().handle_control(kind, body)

    def _held(self, tables: Iterable[str]) -> bytes:
        return json.encode(Held(self._registered.process, list(tables)))

    def _say_held(self, tables: Iterable[str]) -> None:
        self.tell(Control.HELD, self._held(tables))
        self._status()

    # Tables

    async def _arrange(self) -> None:
        """Hands over and takes tables until they match the assignment."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            wanted, running = self._assignment, self.premises.tables
            taking = [number for number in wanted.run if number not in running]
            self._standby_tables.follow_only(frozenset(map(stream_of, wanted.follow)), keep=set(map(stream_of, taking)))
            away = [
                number
                for number in running
                if number not in wanted.run or self.premises.keeps_rules(number) != wanted.run[number]
            ]
            for number in away:
                await self._give(number)
            taken = await asyncio.gather(
                *(self._take(number, wanted) for number in wanted.run if number not in self.premises.tables)
            )
            if away or any(taken):
                self._say_held(self.premises.tables)
            if not all(taken):
                self._loop.call_later(AGAIN_S, self._changed.set)

    async def _take(self, number: str, wanted: Assignment) -> bool:
        stream = stream_of(number)
        try:
            if not await asyncio.to_thread(self._leases.take, stream, wanted.front):
                return False
            place, writer = await asyncio.to_thread(self.premises.open_one, number, kept=wanted.run[number])
        except (Fault, Problems) as problem:
            _log.warning("table %s was not taken over: %s", number, problem)
            return False
        except Exception:  # one failing table must not prevent taking the others
            _log.exception("table %s was not taken over", number)
            return False
        self.sockets.admit(self.premises.run_one(place, writer, self.sockets.feed_of))
        self._standby_tables.forget(stream)
        _log.info("took over a table", extra={"facts": {"table": number, "version": writer.version}})
        return True

    async def _give(self, number: str) -> None:
        """Hands the table to another process; every accepted order is answered first."""
        await self._drop(number)
        with contextlib.suppress(Fault, Problems):  # the lease expires by itself
            await asyncio.to_thread(self._leases.give, [stream_of(number)])
        _log.info("handed over a table", extra={"facts": {"table": number}})

    async def _drop(self, number: str) -> None:
        if number not in self.premises.tables:
            return
        self.sockets.dismiss(number, MOVING)
        await self.premises.give_up(number)

    # Leases

    async def _keep_leases(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            began, before = time.monotonic(), list(self.premises.tables)
            try:
                held = await asyncio.to_thread(self._leases.renew)
            except (Fault, Problems) as problem:
                _log.warning("the leases were not renewed: %s", problem)
                if time.monotonic() - self._renewed < LOST_S:
                    continue
                held = frozenset()
            else:
                self._renewed = began
            lost = [number for number in before if stream_of(number) not in held or self._is_taken(number)]
            for number in lost:
                _log.error("lost a table to another process", extra={"facts": {"table": number}})
                await self._drop(number)
            if lost:
                self._say_held(self.premises.tables)
                self._changed.set()

    def _is_taken(self, number: str) -> bool:
        """Whether a conflict has shown the table's writer that it lost the table."""
        recorder = self.premises.health.recorders.get(stream_of(number))
        return recorder is not None and isinstance(recorder.trouble, StreamTaken)


async def work_under_leases(
    place: int,
    plan: SpreadPlan,
    directory: Path,
    address: PostgresAddress,
    bound: tuple[socket.socket, socket.socket | None],
    stop: asyncio.Event,
) -> None:
    """Runs worker number `place` until it is stopped, by the front or by `stop`."""
    worker = LeasedWorker(place, plan, directory, address)
    passing = asyncio.get_running_loop().create_task(_pass_on(stop, worker.stop))
    await worker.serve(*bound)
    passing.cancel()


async def _pass_on(one: asyncio.Event, other: asyncio.Event) -> None:
    await one.wait()
    other.set()
