"""The simulated floor on a real PostgreSQL: every desk owns its stream there, as in a service on several nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

from croupier.journal.port import Batch, Journal
from croupier.journal.postgres.journal import PostgresJournal
from croupier.journal.record import Record
from tests.floor.simulation.disk import FaultyJournal, Odds
from tests.floor.simulation.world import Parts, WatchedCommitter
from tests.postgres import fresh_store


class _Owned(PostgresJournal):
    def commit(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        """Appends as the loop of a service does, but waits, so that a run depends on its seed alone."""
        append = self.start_append(batches)
        if append is None:
            return self.append_many(batches)
        append.wait()
        return append.result() or self.append_many(batches)


class DatabaseDisk(PostgresJournal):
    """A database of its own. What is committed survives every process; the oracle reads it here."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._opened: list[_Owned] = []
        super().__init__(self._stack.enter_context(fresh_store()), read_only=True)

    def opened(self, own: str) -> _Owned:
        journal = _Owned(self._store, own=own)
        self._opened.append(journal)
        return journal

    def lose_power(self) -> None:
        """Nothing is lost; connections of processes that are gone are closed at the end."""

    def close(self) -> None:
        for journal in self._opened:
            journal.close()
        super().close()
        self._stack.close()


class DatabaseJournal(FaultyJournal):
    """One writer's own connection, with the faults of the simulation around it."""

    def __init__(self, disk: Any, random: Random, odds: Odds, seen: Counter[str], own: str = "") -> None:
        super().__init__(disk, random, odds, seen, own)
        self._disk = disk.opened(own)

    def close(self) -> None:
        super().close()
        self._disk.close()


class OwnersCommitter(WatchedCommitter):
    """Each writer appends through its own journal object."""

    def __init__(self, _shared: Callable[[], Journal] | None = None, **more: Any) -> None:
        super().__init__(None, **more)


DATABASE = Parts(disk=DatabaseDisk, journal=DatabaseJournal, committer=OwnersCommitter, reboot=True)
