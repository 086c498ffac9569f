"""The people store: accounts, sessions, terminals and alerts, separate from the journal.

A file for one machine, or a database that several nodes share. Statements are valid for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

FILE = "people.sqlite"

TABLES = (
    "accounts",
    "strikes",
    "known",
    "sessions",
    "codes",
    "terminals",
    "alerts",
    "alert_facts",
    "favorites",
    "given_passwords",
    "languages",
    "security_keys",
    "recovery_codes",
)
"""The tables that are copied; challenges are too short-lived."""


class PeopleCursor(Protocol):
    def fetchone(self) -> tuple[Any, ...] | None: ...

    def __iter__(self) -> Iterator[tuple[Any, ...]]: ...


class PeopleEdit(Protocol):
    """An open transaction."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> PeopleCursor: ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object: ...


class PeopleStore(Protocol):
    """Usable from any thread; each `commit` block is atomic and durable when it ends."""

    @property
    def shared(self) -> bool:
        """Whether other nodes use the store too."""
        ...

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...

    def row(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None: ...

    def commit(self) -> AbstractContextManager[PeopleEdit]: ...

    def edition(self) -> int:
        """A number that changes when somebody else changes something."""
        ...

    def hold(self, name: str) -> bool:
        """Locks tries at this name until `release`; False if another node holds the lock."""
        ...

    def release(self, name: str) -> None: ...

    def number_on(self, db: PeopleEdit) -> None:
        """Numbers new alerts after those that were copied."""
        ...

    def copy_to(self, target: Path) -> None:
        """Writes a complete copy to a file while others keep using the store."""
        ...

    def close(self) -> None: ...


def copy_people(source: PeopleStore, target: PeopleStore) -> None:
    """Copies all people to the target, which must be empty; on an exception it stays empty."""
    with target.commit() as db:
        for table in TABLES:
            rows = source.rows(f"SELECT * FROM {table}")  # noqa: S608 (a constant of this module)
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
        target.number_on(db)
