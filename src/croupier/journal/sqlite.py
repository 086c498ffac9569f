"""The embedded store: one SQLite file, durable before it answers. See ADR 21."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, repeat, starmap
from pathlib import Path
from types import TracebackType
from typing import ClassVar, NoReturn, Self, cast

import apsw
from msgspec.structs import astuple

from croupier.journal.chain import link, origin, snapshot_hash
from croupier.journal.checkpoint import Checkpoint, parse
from croupier.journal.port import (
    Batch,
    OutcomeUnknown,
    VersionConflict,
    check_batches,
    check_next,
    check_snapshot,
)
from croupier.journal.record import Draft, Head, Record, Snapshot, check_stream
from croupier.journal.schema import connect, faults
from croupier.terms.fault import Fault

PAGE = 1024
"""How many records are read at once; between two pages no read transaction holds back the log."""
VERSION_MAX = (1 << 63) - 1

ROWS = (1, 4, 16, 64, 128, 256, 512)
"""How many records one statement takes. A commit that is one statement asks for the interpreter's lock but twice."""
# SQLite numbers the rows itself, one more than the last: the order of commits, without gaps.
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
# Steps from name to name through the index, so that the cost is that of the streams, not of the records.
_STREAMS = """
WITH RECURSIVE names(name) AS (
  SELECT min(stream) FROM records
  UNION ALL SELECT (SELECT min(stream) FROM records WHERE stream > name) FROM names WHERE name IS NOT NULL
)
SELECT name, version, hash FROM names JOIN records ON stream = name
  AND version = (SELECT max(version) FROM records WHERE stream = name)
ORDER BY name
"""
_LAST_NOTE = "SELECT note FROM checkpoints ORDER BY number DESC LIMIT 1"


class SqliteJournal:
    """A journal in one file: one writer at a time, any number of readers, in any number of processes.

    An object may be shared by threads; each call is whole. After an `OutcomeUnknown` it answers
    nothing more: open the file again, and it tells what was committed.
    """

    _synchronous: ClassVar[str] = "FULL"

    def __init__(self, path: str | Path, *, read_only: bool = False, vfs: str | None = None) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self._written: dict[str, Head] = {}
        """Where our last commits left their streams, to save the question; the key of the records is the fence."""
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
            written |= {each.stream: Head(each.stream, each.version, each.hash) for each in linked}
            self._written = written
        return tuple(linked)

    def _commit_at_once(self, batches: Sequence[Batch], records: Sequence[Record]) -> None:
        """A commit of one statement, after heads that we wrote ourselves: the key of the records is the fence."""
        connection = self._open()
        try:
            _insert(connection, records)
        except apsw.ConstraintError:  # somebody else wrote after our last record
            for stream, expected, _ in batches:
                _expect(connection, stream, expected)
            raise
        except apsw.BusyError:
            raise  # it was never begun
        except Exception as failure:
            self._lose(failure)

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        check_stream(stream)
        self._open()
        return self._pages(_READ, (stream,), max(from_version, 1), limit, partial(Record, stream))

    def read_all(self, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        self._open()
        return self._pages(_READ_ALL, (), max(after, 0), limit, Record)

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

    def snapshot(self, stream: str) -> Snapshot | None:
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
        return Snapshot(stream, version, digest, body)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        with self._lock, faults(self.path), _Commit(self) as connection:
            records = connection.execute("SELECT coalesce(max(seq), 0) FROM records").get
            check_next(checkpoint, self.last_checkpoint(), records)
            connection.execute("INSERT INTO checkpoints VALUES (?, ?)", (checkpoint.number, checkpoint.text))

    def checkpoints(self) -> Iterator[Checkpoint]:
        self._open()
        return self._notes()

    def last_checkpoint(self) -> Checkpoint | None:
        with self._lock, faults(self.path):
            note = self._open().execute(_LAST_NOTE).get
        return None if note is None else parse(note)

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
        """What was written may have reached the disk: only a fresh look at the file can tell."""
        self._abandon()
        raise OutcomeUnknown(
            f"{self.path}: the commit failed ({failure}), and whether it is durable is not known. "
            "Open the journal again and read it."
        ) from failure

    def _pages(
        self, sql: str, key: tuple[str, ...], at: int, limit: int | None, make: Callable[..., Record]
    ) -> Iterator[Record]:
        left = VERSION_MAX if limit is None else limit
        while left > 0:
            with self._lock, faults(self.path):
                rows = self._open().execute(sql, (*key, at, min(left, PAGE))).fetchall()
            yield from starmap(make, rows)
            if len(rows) < PAGE:
                return
            at += PAGE
            left -= PAGE

    def _notes(self) -> Iterator[Checkpoint]:
        number = 0
        while True:
            with self._lock, faults(self.path):
                row = (
                    self._open()
                    .execute("SELECT number, note FROM checkpoints WHERE number > ? ORDER BY number LIMIT 1", (number,))
                    .fetchone()
                )
            if row is None:
                return
            number, note = cast("tuple[int, str]", row)
            yield parse(note)


class _Commit:
    """One write transaction: whole and durable when the block ends, gone when it raises."""

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
    """One statement for all of them; the rows that it has too many are empty."""
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
