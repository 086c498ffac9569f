"""The embedded store: one SQLite file with durable commits. See ADR 21."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat, starmap
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import ClassVar, NoReturn, Self, cast

import apsw

from croupier.journal.chain import link, origin, snapshot_hash
from croupier.journal.checkpoint import Checkpoint, parse_checkpoint
from croupier.journal.columns import PagedRecords, RecordColumns, joined
from croupier.journal.note import NoteSignature
from croupier.journal.packed import PackedRecords, read_row, rows_of
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
"""Minimum number of records in a page, except the last. Between pages, no read keeps the log from being copied back."""
VERSION_MAX = (1 << 63) - 1

ROWS = (1, 4, 16, 64, 128, 256, 512)
"""How many rows one statement inserts. A commit in one statement takes the interpreter's lock only twice."""
_INSERT = "INSERT INTO batches SELECT * FROM (VALUES %s) WHERE column1 IS NOT NULL"
_FIELDS = len(PackedRecords._fields)
_INSERTS = {rows: _INSERT % ",".join(["(?,?,?,?,?,?,?)"] * rows) for rows in ROWS}
# The row that holds a record is the last one that does not begin after it. A hash has 32 bytes.
_READ = """
SELECT seq, stream, version, parts, bodies, prev, hashes FROM batches WHERE stream = ?1
  AND version >= coalesce((SELECT max(version) FROM batches WHERE stream = ?1 AND version <= ?2), 0)
ORDER BY version
"""
_READ_ALL = """
SELECT seq, stream, version, parts, bodies, prev, hashes FROM batches
WHERE seq >= coalesce((SELECT max(seq) FROM batches WHERE seq <= ?), 0) ORDER BY seq
"""
_NEXT = "SELECT seq + length(hashes) / 32 FROM batches ORDER BY seq DESC LIMIT 1"
_HEAD = """
SELECT stream, version + length(hashes) / 32 - 1, substr(hashes, -32) FROM batches
WHERE stream = ? ORDER BY version DESC LIMIT 1
"""
_AT = """
SELECT nullif(substr(hashes, 1 + 32 * (?2 - version), 32), x'') FROM batches
WHERE stream = ?1 AND version <= ?2 ORDER BY version DESC LIMIT 1
"""
_PLACE = """
SELECT iif(?2 < version + length(hashes) / 32, seq + ?2 - version, 0) FROM batches
WHERE stream = ?1 AND version <= ?2 ORDER BY version DESC LIMIT 1
"""
# Skips from name to name through the index, so that the cost depends on the number of streams, not of records.
_STREAMS = """
WITH RECURSIVE names(name) AS (
  SELECT min(stream) FROM batches
  UNION ALL SELECT (SELECT min(stream) FROM batches WHERE stream > name) FROM names WHERE name IS NOT NULL
)
SELECT name, version + length(hashes) / 32 - 1, substr(hashes, -32) FROM names JOIN batches ON stream = name
  AND version = (SELECT max(version) FROM batches WHERE stream = name)
ORDER BY name
"""
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
        """A cache of stream heads after our own commits; the keys of the table are the actual fence."""
        self._next = 0
        """Position after our last commit; 0 if it is unknown."""
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
        filled = [batch for batch in batches if batch[2]]
        with self._lock, faults(self.path):
            written, self._written = self._written, {}
            place, self._next = self._next, 0
            linked = None
            if (
                place
                and len(filled) == len(batches)
                and all(stream in written and written[stream].version == expected for stream, expected, _ in batches)
            ):
                linked = _link(filled, [written[stream] for stream, _, _ in filled])
                if not self._commit_at_once(_rows(place, linked)):  # somebody else has written since
                    written, linked = {}, None
            if linked is None:
                with _Commit(self) as connection:
                    heads = {stream: _expect(connection, stream, expected) for stream, expected, _ in batches}
                    place = connection.execute(_NEXT).get or 1
                    linked = _link(filled, [heads[stream] for stream, _, _ in filled])
                    rows = _rows(place, linked)
                    for start in range(0, len(rows), ROWS[-1]):
                        _insert(connection, rows[start : start + ROWS[-1]])
            for records in linked:
                last = records[-1]
                written[last.stream] = Head(last.stream, last.version, last.hash)
            self._written, self._next = written, place + sum(map(len, linked))
        return linked[0] if len(linked) == 1 else tuple(chain.from_iterable(linked))

    def _commit_at_once(self, rows: Sequence[PackedRecords]) -> bool:
        """Commits with one statement after our own last commit; False if that was not the last one of all.

        Whoever writes next takes the position after the last commit, and so only one writer can.
        """
        if len(rows) > ROWS[-1]:
            return False
        connection = self._open()
        try:
            _insert(connection, rows)
        except apsw.ConstraintError:
            return False
        except apsw.BusyError:
            raise  # it never started
        except Exception as failure:
            self._lose(failure)
        return True

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        check_stream(stream)
        self._open()
        pages = self._pages(_READ, (stream,), max(from_version, 1), limit, attrgetter("version"))
        return PagedRecords.reading(chain.from_iterable(map(joined, pages)))

    def read_all(
        self, after: int = 0, limit: int | None = None, *, heads: Sequence[Head] | None = None
    ) -> Iterator[Record]:
        self._open()
        limit = up_to(heads, after, limit)
        pages = self._pages(_READ_ALL, (), max(after, 0) + 1, limit, attrgetter("seq"))
        return chain.from_iterable(map(RecordColumns.records, chain.from_iterable(pages)))

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
            records = (connection.execute(_NEXT).get or 1) - 1
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

    def _pages(
        self, sql: str, key: tuple[str, ...], at: int, limit: int | None, begins: Callable[[PackedRecords], int]
    ) -> Iterator[list[RecordColumns]]:
        """The rows from a position on, in pages of at least one record; `begins` tells the position of a row."""
        left = VERSION_MAX if limit is None else limit
        while left > 0:
            page: list[RecordColumns] = []
            found = 0
            with self._lock, faults(self.path), contextlib.closing(self._open().execute(sql, (*key, at))) as rows:
                for number, each in enumerate(rows):
                    row = read_row(each)
                    # The first row may begin before the position. What else overlaps is not hidden from the reader.
                    columns = row.columns().cut(0 if number else max(at - begins(row), 0), left - found)
                    end = begins(row) + row.after - row.seq
                    if columns.times:
                        page.append(columns)
                        found += len(columns.times)
                    if found >= min(left, PAGE):
                        break
            if not page:
                return
            yield page
            at, left = end, left - found if end <= VERSION_MAX else 0

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


def _link(batches: Sequence[Batch], heads: Sequence[Head]) -> list[tuple[Record, ...]]:
    return [
        link(stream, head.version, head.hash, drafts) for (stream, _, drafts), head in zip(batches, heads, strict=True)
    ]


def _rows(place: int, linked: Sequence[Sequence[Record]]) -> list[PackedRecords]:
    """The records of each stream in rows, from this position on."""
    rows: list[PackedRecords] = []
    for records in linked:
        rows += rows_of(place, records)
        place += len(records)
    return rows


def _insert(connection: apsw.Connection, rows: Sequence[PackedRecords]) -> None:
    """Inserts the rows with one statement; unused rows of it are empty."""
    if rows:
        size = next(size for size in ROWS if size >= len(rows))
        values = (*chain.from_iterable(rows), *repeat(None, _FIELDS * (size - len(rows))))
        connection.execute(_INSERTS[size], values)


def _expect(connection: apsw.Connection, stream: str, version: int) -> Head:
    """The head of the stream, which must be at this version."""
    head = _head(connection, stream)
    if head.version != version:
        raise VersionConflict(stream, version, head.version)
    return head


def _head(connection: apsw.Connection, stream: str) -> Head:
    row = connection.execute(_HEAD, (stream,)).fetchone()
    return origin(stream) if row is None else Head(*row)
