"""Floors of several processes that each break one guarantee: the simulation must catch every one of them."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.journal.append_wire import FrameReader, make_reply, read_request
from croupier.journal.chain import link as linked
from croupier.journal.port import Batch
from croupier.journal.record import Record
from croupier.terms.fault import Fault
from tests.floor.simulation.disk import Disk, Killed
from tests.floor.simulation.workers import CommitProcess, Link, spread
from tests.floor.simulation.world import Parts, World


def would_be(world: World, batches: Sequence[Batch]) -> tuple[Record, ...]:
    """What the records would be."""
    heads = [world.disk.head(stream) for stream, _, _ in batches]
    return tuple(
        record
        for (stream, _, drafts), head in zip(batches, heads, strict=True)
        for record in linked(stream, head.version, head.hash, drafts)
    )


class Credulous(Link):
    """Treats a request without a reply as committed."""

    def _lost(self, id: int, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self.pending.lose()
        return would_be(self.world, batches)


class Insistent(Link):
    """Repeats a request without a reply, whatever the version of the stream is now."""

    def _lost(self, id: int, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self.pending.lose()
        disk: Disk = self.world.disk
        return disk.commit([(stream, disk.head(stream).version, drafts) for stream, _, drafts in batches])


class Hasty(CommitProcess):
    """Replies before it commits, and commits with the next request."""

    held: bytes = b""

    async def reply(self, frame: bytes) -> bytes:
        held, self.held = self.held, frame
        if held:
            await super().reply(held)
        (body,) = FrameReader().feed(frame)
        id, batches = read_request(body)
        return make_reply(id, batches, would_be(self.world, batches))


class MixedUp(CommitProcess):
    """Gives a request that failed the reply of one that did not."""

    async def reply(self, frame: bytes) -> bytes:
        (body,) = FrameReader().feed(frame)
        id, batches = read_request(body)
        try:
            records = await self.committer.append(self.journal, batches)
        except Killed:
            self.alive = False
            raise
        except Fault:
            return make_reply(id, batches, would_be(self.world, batches))
        return make_reply(id, batches, records)


WORKER_CONTROLS: dict[str, Parts] = {
    "a lost reply taken for a good one": Parts(server=spread(link=Credulous)),
    "a request sent again without its fence": Parts(server=spread(link=Insistent)),
    "replies before the commit": Parts(server=spread(process=Hasty)),
    "replies that are mixed up": Parts(server=spread(process=MixedUp)),
}
