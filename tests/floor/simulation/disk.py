"""A disk that fails in every way the port allows, and one that lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from msgspec import Struct

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.memory import MemoryJournal
from croupier.journal.note import NoteSignature
from croupier.journal.port import Batch, OutcomeUnknown, StoreBusy, Tile
from croupier.journal.record import Draft, Head, Record, StateSnapshot
from croupier.terms.fault import Fault


class Killed(BaseException):
    """The process has ended in the middle of an operation."""


class Odds(Struct):
    """How likely each fault is at each step; all of them end when the world heals."""

    kill: float = 0.0
    busy: float = 0.0
    unknown: float = 0.0
    read: float = 0.0
    snapshot: float = 0.0


class Disk(MemoryJournal):
    """What survives. A commit is atomic: it is synced, or lost with the process."""

    lies: bool = False
    """A control: it answers before it syncs, so that a crash loses what was acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self._unsynced = 0

    def commit(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        records = self.append_many(batches)
        self._unsynced = len(records) if self.lies else 0
        return records

    def lose_power(self) -> None:
        """Drops what was not synced."""
        for record in reversed(self._records[len(self._records) - self._unsynced :]):
            self._streams[record.stream].pop()
            self._records.pop()
        self._unsynced = 0


class FaultyJournal:
    """One process's view of the disk; after an unknown outcome it answers nothing more, as SQLite's does."""

    def __init__(self, disk: Disk, random: Random, odds: Odds, seen: Counter[str], _own: str = "") -> None:
        self._disk, self._random, self._odds, self._seen = disk, random, odds, seen
        self._dead = False
        self._fail("opening", odds.read, Fault("the disk cannot be opened"))

    def _happens(self, what: str, chance: float) -> bool:
        if chance and self._random.random() < chance:
            self._seen[what] += 1
            return True
        return False

    def _step(self, where: str) -> None:
        """A point at which the process may end."""
        if self._happens(f"killed {where}", self._odds.kill):
            raise Killed(where)

    def _fail(self, what: str, chance: float, fault: Fault) -> None:
        if self._happens(what, chance):
            raise fault

    def _alive(self) -> None:
        if self._dead:
            raise Fault("this journal is closed")

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        return self.append_many([(stream, expected_version, drafts)])

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self._alive()
        self._step("before the write")
        self._fail("busy", self._odds.busy, StoreBusy("held"))
        if self._happens("unknown and lost", self._odds.unknown):
            self._dead = True
            raise OutcomeUnknown("lost")
        self._step("with the write torn")
        records = self._disk.commit(batches)
        if self._happens("unknown and durable", self._odds.unknown):
            self._dead = True
            raise OutcomeUnknown("durable")
        self._step("after the write")
        return records

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        self._alive()
        for record in self._disk.read(stream, from_version, limit):
            self._alive()
            yield record
        self._step("while it read")
        self._fail("read failed", self._odds.read, Fault("a sector cannot be read"))

    def read_all(
        self, after: int = 0, limit: int | None = None, *, heads: Sequence[Head] | None = None
    ) -> Iterator[Record]:
        self._alive()
        return self._disk.read_all(after, limit, heads=heads)

    def head(self, stream: str) -> Head:
        self._alive()
        return self._disk.head(stream)

    def streams(self) -> tuple[Head, ...]:
        self._alive()
        return self._disk.streams()

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        self._alive()
        self._step("before the snapshot")
        if self._happens("snapshot not saved", self._odds.snapshot):
            self._dead = True
            raise OutcomeUnknown("the snapshot")
        self._disk.save_snapshot(stream, version, body)
        self._seen["snapshot saved"] += 1
        self._step("after the snapshot")

    def snapshot(self, stream: str) -> StateSnapshot | None:
        self._alive()
        self._step("before the snapshot is read")
        found = self._disk.snapshot(stream)
        if found and self._happens("snapshot damaged", self._odds.snapshot):
            return None
        if found:
            self._seen["snapshot used"] += 1
        return found

    def place(self, stream: str, version: int) -> int:
        return self._disk.place(stream, version)

    def save_checkpoint(self, checkpoint: Checkpoint, tiles: Iterable[Tile] = ()) -> None:
        self._disk.save_checkpoint(checkpoint, tiles)

    def save_cosignatures(self, number: int, lines: Sequence[NoteSignature]) -> None:
        self._disk.save_cosignatures(number, lines)

    def checkpoint(self, number: int) -> Checkpoint | None:
        return self._disk.checkpoint(number)

    def tile(self, level: int, number: int) -> bytes:
        return self._disk.tile(level, number)

    def save_tiles(self, tiles: Iterable[Tile]) -> None:
        self._disk.save_tiles(tiles)

    def checkpoints(self) -> Iterator[Checkpoint]:
        return self._disk.checkpoints()

    def last_checkpoint(self) -> Checkpoint | None:
        return self._disk.last_checkpoint()

    def close(self) -> None:
        self._dead = True


Open = Callable[[], FaultyJournal]
