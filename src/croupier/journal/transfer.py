"""Copies records from one store to another unchanged, with hashes, order, checkpoints and cosignatures. See ADR 76."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import apsw

from croupier.journal.packed import PackedRecords, pack, runs_of
from croupier.journal.schema import connect, faults
from croupier.journal.seal import rebuild
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.tape import Item, Progress, Row, StoredCheckpoint

PAGES = 2048
"""The number of file pages per copy step."""
ROWS = 10_000
"""The number of tape items per write."""

_ADD_ROW = "INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?)"


def copy_file(source: Path, target: Path, on_progress: Progress | None = None) -> None:
    """Copies every page of a journal file, as of one moment, to `target`, without a log file."""
    with faults(source):
        origin = connect(source, read_only=True)
        try:
            # One read transaction for the whole copy; otherwise every commit of a writer would restart it.
            origin.execute("BEGIN; SELECT count(*) FROM checkpoints")
            copy = apsw.Connection(os.fspath(target.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                with copy.backup("main", origin, "main") as backup:
                    while not backup.done:
                        backup.step(PAGES)
                        if on_progress is not None:
                            on_progress(backup.page_count - backup.remaining, backup.page_count)
                copy.pragma("journal_mode", "delete")
            finally:
                copy.close()
        finally:
            origin.close()
    sync_file(target)


def write_file(tape: Iterable[Item], target: Path, on_progress: Progress | None = None, total: int = 0) -> None:
    """Writes the tape in its order to the empty journal file `target`."""
    connection = connect(target, read_only=False, synchronous="OFF")  # synced below
    try:
        with faults(target):
            connection.execute("BEGIN IMMEDIATE")
            done = 0
            for chunk in chunks(tape):
                rows = [item for item in chunk if isinstance(item, Row)]
                notes = [item for item in chunk if isinstance(item, StoredCheckpoint)]
                connection.executemany(_ADD_ROW, _packed(rows))
                connection.executemany(
                    "INSERT INTO checkpoints VALUES (?, ?, ?)",
                    ((note.number, note.statement, note.text) for note in notes),
                )
                done += len(rows)
                if on_progress is not None:
                    on_progress(done, max(total, done))
            connection.execute("COMMIT")
    finally:
        connection.close()
    with SqliteJournal(target) as journal:
        rebuild(journal)
    connection = connect(target, read_only=False)
    with faults(target):
        connection.pragma("journal_mode", "delete")
        connection.close()
    sync_file(target)


def _packed(rows: Sequence[Row]) -> Iterator[PackedRecords]:
    """The records of consecutive positions as rows of the file."""
    seq = rows[0].seq if rows else 0
    for run in runs_of(row.record for row in rows):
        yield pack(seq, run)
        seq += len(run)


def chunks(tape: Iterable[Item]) -> Iterator[list[Item]]:
    """The items of a tape in chunks."""
    items = iter(tape)
    while chunk := list(islice(items, ROWS)):
        yield chunk


def sync_file(path: Path) -> None:
    """Syncs the file to disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
