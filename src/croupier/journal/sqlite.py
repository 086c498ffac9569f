"""The embedded store: one SQLite file with durable commits. See ADR 21."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, starmap
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, NoReturn, Self, cast

import apsw
from msgspec.structs import astuple

from croupier.journal.chain import link, origin, snapshot_hash
from croupier.journal.checkpoint import Checkpoint, parse_checkpoint
from croupier.journal.columns import PagedRecords, RecordColumns
from croupier.journal.note import NoteSignature
from croupier.journal.port import (
    Batch,
    OutcomeUnknown,
    Tile,
    VersionConflict,
    check_batches,
    check_next,
    check_snapshot,
    up_to,
)
from croupier.journal.record import Draft, Head, Record, StateSnapshot, check_stream
from croupier.journal.schema import NOTES, connect, faults
from croupier.terms.fault import Fault

PAGE = 512
"""The page size for reading records; between pages, no read transaction blocks the log from being checkpointed."""
VERSION_MAX = (1 << 63) - 1

ROWS = (1, 4, 16, 64, 128, 256, 512)
"""How many records one statement inserts. A commit in one statement takes the interpreter's lock only twice."""
# SQLite numbers the rows itself, in commit order without gaps.
_INSERT = """
INSERT INTO records (stream, version, time_ms, actor, kind, body, prev, hash)
SELECT * FROM (VALUES %s) WHERE column1 IS NOT NULL
"""
_FIELDS = len(Record.__struct_fields__)
_INSERTS = {rows: _INSERT % ",".join(["(?,?,?,?,?,?,?,?)"] * rows) for rows in ROWS}
_READ = """
SELECT version, time_ms, actor, kind, body, prev, hash FROM records
WHERE stream = ? AND version >= ? ORDER BY version LIMIT ?
"""
_READ_ALL = """
SELECT stream, version, time_ms, actor, kind, body, prev, hash FROM records WHERE seq > ? ORDER BY seq LIMIT ?
"""
_HEAD = "SELECT stream, version, hash FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1"
_AT = "SELECT hash FROM records WHERE stream = ? AND version = ?"
# Skips from name to name through the index, so that the cost depends on the number of streams, not of records.
_STREAMS = """
WITH RECURSIVE names(name) AS (
  SELECT min(stream) FROM records
  UNION ALL SELECT (SELECT min(stream) FROM records WHERE stream > name) FROM names WHERE name IS NOT NULL
)
SELECT name, version, hash FROM names JOIN records ON stream = name
  AND version = (SELECT max(version) FROM records WHERE stream = name)
ORDER BY name
"""
_PLACE = "SELECT seq FROM records WHERE stream = ? AND version = ?"
_SAVE_TILE = "INSERT OR REPLACE INTO tiles VALUES (?, ?, ?)"


class SqliteJournal:
    """A journal in one file: one writer at a time, any number of readers, in any number of processes.

    Threads may share an object; each call is atomic. After an `OutcomeUnknown` it is unusable: open the file again to
    read what was committed.
    """

    _synchronous: ClassVar[str] = "FULL"

    def __init__(self, path: str | Path, *, read_only: bool = False, vfs: str | None = None) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self._written: dict[str, Head] = {}
        """A cache of stream heads after our own commits; the primary key of the records is the actual fence."""
        self._connection: apsw.Connection | None = connect(
            self.path, read_only=read_only, vfs=vfs, synchronous=self._synchronous
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        return self.append_many([(stream, expected_version, drafts)])

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        check_batches(batches)
        with self._lock, faults(self.path):
            written, self._written = self._written, {}
            if sum(len(drafts) for _, _, drafts in batches) <= ROWS[-1] and all(
                stream in written and written[stream].version == expected and drafts
                for stream, expected, drafts in batches
            ):
                linked = _link(batches, [written[stream] for stream, _, _ in batches])
                self._commit_at_once(batches, linked)
            else:
                with _Commit(self) as connection:
                    heads = [_expect(connection, stream, expected) for stream, expected, _ in batches]
                    linked = _link(batches, heads)
                    for start in range(0, len(linked), ROWS[-1]):
                        _insert(connection, linked[start : start + ROWS[-1]])
            at = -1
            for stream, _, drafts in batches:
                if drafts:
                    at += len(drafts)
                    written[stream] = Head(stream, linked[at].version, linked[at].hash)
            self._written = written
        return tuple(linked)

    def _commit_at_once(self, batches: Sequence[Batch], records: Sequence[Record]) -> None:
        """Commits one statement after heads that we wrote; the records' primary key keeps out other writers."""
        connection = self._open()
        try:
            _insert(connection, records)
        except apsw.ConstraintError:  # somebody else wrote after our last record
            for stream, expected, _ in batches:
                _expect(connection, stream, expected)
            raise
        except apsw.BusyError:
            raise  # it never started
        except Exception as failure:
            self._lose(failure)

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        check_stream(stream)
        self._open()
        pages = self._pages(_READ, (stream,), max(from_version, 1), limit)
        return PagedRecords.reading(RecordColumns(stream, *zip(*rows, strict=True)) for rows in pages)

    def read_all(
        self, after: int = 0, limit: int | None = None, *, heads: Sequence[Head] | None = None
    ) -> Iterator[Record]:
        self._open()
        limit = up_to(heads, after, limit)
        return chain.from_iterable(starmap(Record, rows) for rows in self._pages(_READ_ALL, (), max(after, 0), limit))

    def head(self, stream: str) -> Head:
        check_stream(stream)
        with self._lock, faults(self.path):
            return _head(self._open(), stream)

    def streams(self) -> tuple[Head, ...]:
        with self._lock, faults(self.path):
            return tuple(starmap(Head, self._open().execute(_STREAMS)))

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        check_stream(stream)
        with self._lock, faults(self.path), _Commit(self) as connection:
            check_snapshot(_head(connection, stream), version, body)
            digest = connection.execute(_AT, (stream, version)).get
            row = (stream, version, digest, body, snapshot_hash(stream, version, digest, body))
            connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", row)

    def snapshot(self, stream: str) -> StateSnapshot | None:
        check_stream(stream)
        with self._lock, faults(self.path):
            connection = self._open()
            row = connection.execute(
                "SELECT version, body, digest FROM snapshots WHERE stream = ?", (stream,)
            ).fetchone()
            if row is None:
                return None
            version, body, check = cast("tuple[int, bytes, bytes]", row)
            digest = connection.execute(_AT, (stream, version)).get
        if digest is None or check != snapshot_hash(stream, version, digest, body):
            return None
        return StateSnapshot(stream, version, digest, body)

    def place(self, stream: str, version: int) -> int:
        check_stream(stream)
        with self._lock, faults(self.path):
            return cast("int | None", self._open().execute(_PLACE, (stream, version)).get) or 0

    def save_checkpoint(self, checkpoint: Checkpoint, tiles: Iterable[Tile] = ()) -> None:
        with self._lock, faults(self.path), _Commit(self) as connection:
            records = connection.execute("SELECT coalesce(max(seq), 0) FROM records").get
            check_next(checkpoint, self.last_checkpoint(), records)
            row = (checkpoint.number, checkpoint.statement.text, str(checkpoint.note))
            connection.execute("INSERT INTO checkpoints VALUES (?, ?, ?)", row)
            connection.executemany(_SAVE_TILE, tiles)

    def save_cosignatures(self, number: int, lines: Sequence[NoteSignature]) -> None:
        with self._lock, faults(self.path), _Commit(self) as connection:
            kept = self.checkpoint(number)
            if kept is None:
                raise Fault(f"{self.path} has no checkpoint {number}.")
            places = enumerate(kept.with_cosignatures(tuple(lines)).cosignatures)
            fresh = [(number, place, each.line) for place, each in places if place >= len(kept.cosignatures)]
            connection.executemany("INSERT INTO cosignatures VALUES (?, ?, ?)", fresh)

    def checkpoints(self) -> Iterator[Checkpoint]:
        self._open()
        return self._notes()

    def checkpoint(self, number: int) -> Checkpoint | None:
        return self._note(f"{NOTES} WHERE number = ?", (number,))

    def last_checkpoint(self) -> Checkpoint | None:
        return self._note(f"{NOTES} ORDER BY number DESC LIMIT 1")

    def tile(self, level: int, number: int) -> bytes:
        with self._lock, faults(self.path):
            found = self._open().execute("SELECT hashes FROM tiles WHERE level = ? AND number = ?", (level, number)).get
        return cast("bytes | None", found) or b""

    def save_tiles(self, tiles: Iterable[Tile]) -> None:
        with self._lock, faults(self.path), _Commit(self) as connection:
            connection.executemany(_SAVE_TILE, tiles)

    def close(self) -> None:
        with self._lock, faults(self.path):
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _open(self) -> apsw.Connection:
        if self._connection is None:
            raise Fault(f"{self.path}: this journal is closed.")
        return self._connection

    def _abandon(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(apsw.Error):
                connection.close(True)

    def _lose(self, failure: Exception) -> NoReturn:
        """The write may have reached the disk; only reopening the file can tell."""
        self._abandon()
        raise OutcomeUnknown(
            f"{self.path}: the commit failed ({failure}), and whether it is durable is not known. "
            "Open the journal again and read it."
        ) from failure

    def _pages(self, sql: str, key: tuple[str, ...], at: int, limit: int | None) -> Iterator[list[tuple[Any, ...]]]:
        """The rows in pages, none of them empty."""
        left = VERSION_MAX if limit is None else limit
        while left > 0:
            with self._lock, faults(self.path):
                rows = self._open().execute(sql, (*key, at, min(left, PAGE))).fetchall()
            if rows:
                yield rows
            if len(rows) < PAGE:
                return
            at += PAGE
            left -= PAGE

    def _notes(self) -> Iterator[Checkpoint]:
        number = 0
        while found := self._note(f"{NOTES} WHERE number > ? ORDER BY number LIMIT 1", (number,)):
            number = found.number
            yield found

    def _note(self, sql: str, values: tuple[int, ...] = ()) -> Checkpoint | None:
        with self._lock, faults(self.path):
            row = self._open().execute(sql, values).fetchone()
        if row is None:
            return None
        number, statement, note = cast("tuple[int, str, str]", row)
        found = parse_checkpoint(statement, note)
        if found.number != number:
            raise Fault(f"{self.path}: checkpoint {found.number} is in the place of {number}. Run croupier verify.")
        return found


class _Commit:
    """One atomic, durable write transaction; rolled back if the block raises."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal
        self._connection = journal._open()

    def __enter__(self) -> apsw.Connection:
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return
        try:
            self._connection.execute("COMMIT")
        except Exception as failure:
            self._journal._lose(failure)


def _link(batches: Sequence[Batch], heads: Sequence[Head]) -> list[Record]:
    return [
        record
        for (stream, _, drafts), head in zip(batches, heads, strict=True)
        for record in link(stream, head.version, head.hash, drafts)
    ]


def _insert(connection: apsw.Connection, records: Sequence[Record]) -> None:
    """Inserts the records with one statement; unused rows are empty."""
    if records:
        rows = next(size for size in ROWS if size >= len(records))
        values = chain(chain.from_iterable(map(astuple, records)), repeat(None, _FIELDS * (rows - len(records))))
        connection.execute(_INSERTS[rows], tuple(values))


def _expect(connection: apsw.Connection, stream: str, version: int) -> Head:
    """The head of the stream, which must be at this version."""
    head = _head(connection, stream)
    if head.version != version:
        raise VersionConflict(stream, version, head.version)
    return head


def _head(connection: apsw.Connection, stream: str) -> Head:
    row = connection.execute(_HEAD, (stream,)).fetchone()
    return origin(stream) if row is None else Head(*row)
