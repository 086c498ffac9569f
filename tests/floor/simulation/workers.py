"""A floor of several processes: a worker for each table and one that commits, with the real wire between them.

Each may be killed alone, and the wire may break before a request arrives or before its reply does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from croupier.floor.committer import CommitOutcome, Committer
from croupier.floor.desk import Desk
from croupier.floor.order import Order
from croupier.journal.append_wire import FrameReader, PendingAppends, make_reply, read_request
from croupier.journal.port import Batch, Journal
from croupier.journal.record import Record
from croupier.terms.fault import Fault
from tests.floor.simulation.disk import Killed
from tests.floor.simulation.world import DeskAt, Inline, Played, Server, WatchedCommitter, World, taken

T = TypeVar("T")


class CommitProcess:
    """The process that commits; it has ended when a commit raises `Killed`."""

    def __init__(self, world: World) -> None:
        self.world, self.alive = world, True
        self.committer: WatchedCommitter = world.parts.committer(world.open_journal, clock=lambda: 0.0, pool=Inline())
        self.committer.seen = world.seen
        self.journal: Journal = world.disk  # the committer opens its own

    async def reply(self, frame: bytes) -> bytes:
        """The reply to a request; raises `Killed` when there will be none."""
        (body,) = FrameReader().feed(frame)
        id, batches = read_request(body)
        try:
            records = await self.committer.append(self.journal, batches)
        except Killed:
            if self.alive:
                self.world.seen["the process that commits killed alone"] += 1
            self.alive = False
            raise
        except Exception as error:
            return make_reply(id, batches, error)
        return make_reply(id, batches, records)


class Link:
    """A worker's committer: what it appends goes over a wire that breaks."""

    def __init__(self, server: SpreadServer) -> None:
        self.server, self.world = server, server.world
        self.pending = PendingAppends()

    def submit(self, _journal: Journal, _batches: Sequence[Batch], _done: Callable[[CommitOutcome], None]) -> bool:
        """Every request waits for the wire."""
        return False

    async def append(self, _journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        world = self.world
        id, frame = self.pending.request(batches)
        if self._breaks("the wire broke before a request"):
            return self._lost(id, batches)
        process = self.server.process()
        if world.odds.kill and world.random.random() < world.odds.kill:  # its request outlives it
            world.seen["a worker killed with a request under way"] += 1
            self.server.leave_behind(process.reply(frame))
            raise Killed("with a request under way")
        try:
            reply = await process.reply(frame)
        except Killed:
            return self._lost(id, batches)
        if self._breaks("the wire broke before a reply"):
            return self._lost(id, batches)
        return self._take(id, reply)

    def _take(self, id: int, reply: bytes) -> tuple[Record, ...]:
        (body,) = FrameReader().feed(reply)
        replied, outcome = self.pending.reply(body)
        assert replied == id
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _breaks(self, what: str) -> bool:
        broken = self.world.odds.unknown and self.world.random.random() < self.world.odds.unknown
        self.world.seen[what] += bool(broken)
        return bool(broken)

    def _lost(self, id: int, _batches: Sequence[Batch]) -> tuple[Record, ...]:
        raise self.pending.lose()[id]

    async def call(self, work: Callable[[], T]) -> T:
        return work()

    def next_turn(self, begin: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(begin)

    async def yield_to_loop(self) -> None:
        """There is no other table in this process."""


class SpreadServer(Server):
    """A worker for each table, and one process that commits for all."""

    link: type[Link] = Link
    process_type: type[CommitProcess] = CommitProcess

    def __init__(self, world: World) -> None:
        self._process = self.process_type(world)
        self._left_behind: list[Coroutine[Any, Any, bytes]] = []
        super().__init__(world)

    def committer_of(self, _played: Played) -> Committer:
        return self.link(self)

    def process(self) -> CommitProcess:
        """The process that commits; a new one if the last has ended."""
        if not self._process.alive:
            self._process = self.process_type(self.world)
            if self.world.loop.is_running():
                self._process.committer.start()
        return self._process

    def leave_behind(self, request: Coroutine[Any, Any, bytes]) -> None:
        """A request that arrives although its sender has ended."""
        self._left_behind.append(request)

    def receive(self, played: Played, orders: Sequence[Order]) -> None:
        try:
            super().receive(played, orders)
        except Killed:
            self._replace(played.stream)

    async def _all(self, desks: Sequence[Desk]) -> None:
        """One turn of each worker; one that is killed is replaced, and the others still take theirs."""
        self.process().committer.start()
        streams = {id(at.desk): stream for stream, at in self.desks.items()}
        ends = await asyncio.gather(*(taken(desk) for desk in desks), return_exceptions=True)
        while self._left_behind:
            await asyncio.gather(self._left_behind.pop(), return_exceptions=True)
        killed = 0
        for desk, end in zip(desks, ends, strict=True):
            if isinstance(end, Killed):
                killed += 1
                self._replace(streams[id(desk)])
            elif isinstance(end, BaseException):
                raise end
        if killed and killed < len(desks):
            self.world.seen["a worker killed while others played on"] += 1

    def _replace(self, stream: str) -> None:
        """Another worker takes the table, as the journal has it."""
        played = self.desks[stream].played
        self.world.seen["a worker killed alone"] += 1
        while True:
            try:
                self.desks[stream] = DeskAt(self, played)
            except (Fault, Killed):
                self.world.seen["boot failed"] += 1
            else:
                return

    def close(self) -> None:
        self.process().committer.stop()
        for each in self.desks.values():
            each.desk.close()


def spread(link: type[Link] = Link, process: type[CommitProcess] = CommitProcess) -> Callable[[World], SpreadServer]:
    """A floor of several processes with these parts."""
    made = type("_Spread", (SpreadServer,), {"link": link, "process_type": process})
    return partial(made)
