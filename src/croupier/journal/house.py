"""The journal file of a running house, whose write-ahead log is copied back by a background thread. See ADR 105."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import apsw

from croupier.journal.port import Batch
from croupier.journal.record import Record
from croupier.journal.schema import connect
from croupier.journal.sqlite import SqliteJournal

LOG_PAGES = 16_000
"""A log of this many pages, 64 MB, is copied back: rarely, since each copy syncs the file while commits go on."""


class HouseJournal(SqliteJournal):
    """A journal file with many commits per second, none of which waits until the log is copied back.

    SQLite does that in the commit that fills the log, and all writers wait. Here a thread with its own connection
    copies, and the next commit adds the few pages added since, after which SQLite restarts the log.
    """

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self._log = self._before = 0
        """How many pages the log has, and had before the last commit."""
        self._due = LOG_PAGES
        self._copying: Future[None] | None = None
        self._thread = ThreadPoolExecutor(1, "journal log")
        self._other: apsw.Connection | None = None
        connection = self._open()
        connection.wal_autocheckpoint(0)
        connection.set_wal_hook(self._grown)

    @property
    def log_pages(self) -> int:
        """How many pages the log had after the last commit."""
        return self._log

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        records = super().append_many(batches)
        with self._lock:
            self._tidy()
        return records

    def close(self) -> None:
        self._thread.shutdown()
        other, self._other = self._other, None
        if other is not None:
            other.close()
        super().close()

    def _grown(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._log = pages
        return apsw.SQLITE_OK

    def _tidy(self) -> None:
        before, self._before = self._before, self._log
        if self._log < before:
            self._due = LOG_PAGES
        if self._log < self._due or self._connection is None:
            return
        if self._copying is None:
            self._copying = self._thread.submit(self._copy)
        elif self._copying.done():
            self._copying = None
            self._due = self._log + LOG_PAGES  # a reader may keep the log from restarting
            copy_back(self._connection)

    def _copy(self) -> None:
        if self._other is None:
            self._other = connect(self.path, read_only=False, synchronous=self._synchronous)
        copy_back(self._other)


def copy_back(connection: apsw.Connection) -> None:
    """Copies as much of the log as possible without waiting for readers or writers. The rest is copied later."""
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    except apsw.Error:
        return  # nothing is lost: the log holds what was not copied, and a disk that fails is found by the next commit
