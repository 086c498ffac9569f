"""One database as the store of a house."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from croupier.journal.policy import Demands
from croupier.journal.postgres import statements as sql
from croupier.journal.postgres.connection import PostgresAddress, connect
from croupier.journal.postgres.journal import PostgresJournal
from croupier.journal.postgres.kept import SharedFiles
from croupier.journal.postgres.migrations import migrate
from croupier.journal.tape import Item, Progress, Row, journal_tape, sqlite_tape
from croupier.journal.transfer import write_file
from croupier.journal.verify import Inspections, VerificationReport, verify_tape


class PostgresStore:
    """One database as the store of a house; opens journal objects, each with its own connection.

    After an append of unknown outcome, the stream's epoch is raised before this process reads it again, so that the
    append is either there or never will be.
    """

    def __init__(self, address: PostgresAddress) -> None:
        self.address = address
        self.files = SharedFiles(address)
        self.node = ""
        """The node that runs the house under a lease; it can take streams only while it holds the lease."""
        self.worker = ""
        """The process that runs tables under a lease for each; it can take only their streams."""
        self._unsettled: set[str] = set()
        self._lock = threading.Lock()

    def __str__(self) -> str:
        return str(self.address)

    def prepare(self) -> tuple[str, ...]:
        """Creates or migrates the schema; returns the applied steps."""
        connection = connect(self.address)
        try:
            connection.timeout_s = None  # a step may take long, and it is atomic
            return migrate(self.address, connection)
        finally:
            connection.close()

    def journal(self, own: str = "", *, read_only: bool = False) -> PostgresJournal:
        """A journal object; owning a stream raises its epoch, so that no earlier owner can write to it."""
        return PostgresJournal(self, own=own, read_only=read_only)

    def try_to_write(self) -> None:
        """Passes a barrier; raises the fault that prevents writing."""
        self.journal().close()

    def verify(
        self, demands: Demands, on_progress: Progress | None = None, inspections: Inspections | None = None
    ) -> VerificationReport:
        """Verifies everything that was committed when the call started."""
        with self.journal(read_only=True) as journal, journal.snapshot_of_all():
            tape = journal_tape(journal)
            if on_progress is not None:
                tape = _watched(tape, on_progress, sum(head.version for head in journal.streams()))
            return verify_tape(tape, demands, tile=journal.tile, inspections=inspections)

    def copy_to(self, target: Path, on_progress: Progress | None = None) -> None:
        """Copies everything that was committed when the call started into the empty journal file `target`."""
        with self.journal(read_only=True) as journal, journal.snapshot_of_all():
            total = sum(head.version for head in journal.streams())
            write_file(journal_tape(journal), target, on_progress, total)

    def fill_from(self, backup: Path) -> None:
        """Loads the journal file into the database, which must be empty, and verifies it."""
        self.prepare()
        with self.journal() as journal, closing(sqlite_tape(backup, lambda _done, _total: None)) as tape:
            journal.load(tape)

    def raising(self) -> tuple[str, str]:
        """The statement with which this process takes a stream, and the holder of the lease that it needs."""
        if self.worker:
            return sql.RAISE_EPOCH_OF_TABLE, self.worker
        return (sql.RAISE_EPOCH_OF_HOUSE, self.node) if self.node else (sql.RAISE_EPOCH, "")

    def unsettle(self, streams: Iterable[str]) -> None:
        """Marks the outcome of an append to these streams as unknown."""
        with self._lock:
            self._unsettled.update(streams)

    def is_unsettled(self, stream: str) -> bool:
        return stream in self._unsettled

    def settled(self, stream: str) -> None:
        with self._lock:
            self._unsettled.discard(stream)


def _watched(tape: Iterator[Item], on_progress: Progress, total: int) -> Iterator[Item]:
    for item in tape:
        yield item
        if isinstance(item, Row) and not item.seq % 8192:
            on_progress(item.seq, total)
