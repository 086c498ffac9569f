"""A journal in memory, for tests, demonstrations and simulations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from croupier.journal.chain import link, origin, snapshot_hash
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.note import NoteSignature
from croupier.journal.port import Batch, Tile, VersionConflict, check_batches, check_next, check_snapshot, up_to
from croupier.journal.record import Draft, Head, Record, StateSnapshot, check_stream
from croupier.terms.fault import Fault


class MemoryJournal:
    """Meets the whole contract of `Journal` except durability."""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._streams: dict[str, list[Record]] = {}
        self._snapshots: dict[str, tuple[StateSnapshot, bytes]] = {}
        self._checkpoints: list[Checkpoint] = []
        self._tiles: dict[tuple[int, int], bytes] = {}
        self._closed = False

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        return self.append_many([(stream, expected_version, drafts)])

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self._check_open()
        check_batches(batches)
        linked: list[Record] = []
        for stream, expected, drafts in batches:
            head = self.head(stream)
            if head.version != expected:
                raise VersionConflict(stream, expected, head.version)
            linked += link(stream, head.version, head.hash, drafts)
        for record in linked:
            self._streams.setdefault(record.stream, []).append(record)
        self._records += linked
        return tuple(linked)

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        self._check_open()
        check_stream(stream)
        return _page(self._streams.get(stream, []), max(from_version, 1) - 1, limit)

    def read_all(
        self, after: int = 0, limit: int | None = None, *, heads: Sequence[Head] | None = None
    ) -> Iterator[Record]:
        self._check_open()
        limit = up_to(heads, after, limit)
        return _page(self._records, max(after, 0), limit)

    def head(self, stream: str) -> Head:
        self._check_open()
        check_stream(stream)
        records = self._streams.get(stream)
        return Head(stream, records[-1].version, records[-1].hash) if records else origin(stream)

    def streams(self) -> tuple[Head, ...]:
        self._check_open()
        return tuple(self.head(stream) for stream in sorted(self._streams))

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        head = self.head(stream)
        check_snapshot(head, version, body)
        digest = self._streams[stream][version - 1].hash
        snapshot = StateSnapshot(stream, version, digest, body)
        self._snapshots[stream] = (snapshot, snapshot_hash(stream, version, digest, body))

    def snapshot(self, stream: str) -> StateSnapshot | None:
        head = self.head(stream)
        snapshot, check = self._snapshots.get(stream, (None, b""))
        if snapshot is None or not 1 <= snapshot.version <= head.version:
            return None
        digest = self._streams[stream][snapshot.version - 1].hash
        return snapshot if check == snapshot_hash(stream, snapshot.version, digest, snapshot.body) else None

    def place(self, stream: str, version: int) -> int:
        self._check_open()
        records = self._streams.get(stream, [])
        if not 1 <= version <= len(records):
            return 0
        wanted = records[version - 1]
        return next(at for at, record in enumerate(self._records, start=1) if record is wanted)

    def save_checkpoint(self, checkpoint: Checkpoint, tiles: Iterable[Tile] = ()) -> None:
        check_next(checkpoint, self.last_checkpoint(), len(self._records))
        self._checkpoints.append(checkpoint)
        self.save_tiles(tiles)

    def save_cosignatures(self, number: int, lines: Sequence[NoteSignature]) -> None:
        if self.checkpoint(number) is None:
            raise Fault(f"There is no checkpoint {number}.")
        self._checkpoints[number - 1] = self._checkpoints[number - 1].with_cosignatures(tuple(lines))

    def checkpoint(self, number: int) -> Checkpoint | None:
        self._check_open()
        return self._checkpoints[number - 1] if 1 <= number <= len(self._checkpoints) else None

    def tile(self, level: int, number: int) -> bytes:
        self._check_open()
        return self._tiles.get((level, number), b"")

    def save_tiles(self, tiles: Iterable[Tile]) -> None:
        self._check_open()
        self._tiles.update(((level, number), hashes) for level, number, hashes in tiles)

    def checkpoints(self) -> Iterator[Checkpoint]:
        self._check_open()
        return iter(tuple(self._checkpoints))

    def last_checkpoint(self) -> Checkpoint | None:
        self._check_open()
        return self._checkpoints[-1] if self._checkpoints else None

    def close(self) -> None:
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise Fault("This journal is closed.")


def _page(records: list[Record], start: int, limit: int | None) -> Iterator[Record]:
    return iter(records[start : None if limit is None else start + max(limit, 0)])
