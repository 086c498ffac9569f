"""A journal object for threads other than the loop's, whose appends join the commits of the house."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from croupier.journal.port import Batch, Journal
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal


class JoinedJournal(SqliteJournal):
    """Reads directly; appends are committed together with those of the tables."""

    def __init__(self, path: Path, append: Callable[[Journal, Sequence[Batch]], tuple[Record, ...]]) -> None:
        super().__init__(path)
        self._append = append

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        return self._append(self, batches)
