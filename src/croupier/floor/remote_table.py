"""A table that another process runs, as the process with the pages sees it: from its records. See ADR 109."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from croupier.floor.history import History
from croupier.journal.append_failure import ReportedTrouble, Trouble
from croupier.table.state import Table, TableRules

GONE = Trouble("The process of the table has ended.", "Do nothing: it restarts automatically. The log says why.")

T = TypeVar("T")


class FollowedDesk:
    """Lets people look at the table as its last durable record left it; orders go to the process that runs it."""

    def __init__(self, history: Callable[[], History | None]) -> None:
        self._history = history
        self.waiting = 0
        """Number of orders waiting there, as last reported."""

    def query(self, at: Callable[[int, Table], T]) -> asyncio.Task[T]:
        """The result of a function of the table and its version. It runs in a thread, and must not keep the table."""
        return asyncio.get_running_loop().create_task(asyncio.to_thread(self._look, at))

    def _look(self, at: Callable[[int, Table], T]) -> T:
        history = self._history()
        if history is None:
            raise RuntimeError("The table has no past yet.")
        return history.query(at)


class RemoteRecorder:
    """Whether a table's records are accepted, as last reported by the process that runs it."""

    def __init__(self) -> None:
        self._away: Exception | None = None
        self._reported: Exception | None = None

    @property
    def trouble(self) -> Exception | None:
        return self._away or self._reported

    @trouble.setter
    def trouble(self, error: Exception | None) -> None:
        """Does not clear the trouble of an ended process."""
        self._reported = error

    def gone(self) -> None:
        """The table's process has ended."""
        self._away = ReportedTrouble(GONE)

    def says(self, trouble: Trouble | None) -> None:
        """The table's process is running; the same trouble stays the same error, so that it is logged once."""
        self._away = None
        if trouble is None:
            self._reported = None
        elif not isinstance(self._reported, ReportedTrouble) or self._reported.trouble != trouble:
            self._reported = ReportedTrouble(trouble)


class RemoteTable:
    """One table that a worker runs."""

    def __init__(self, number: str, rules: TableRules, desk: FollowedDesk) -> None:
        self.number, self.rules, self.desk = number, rules, desk
        self.recorder = RemoteRecorder()
        self.connections = 0
