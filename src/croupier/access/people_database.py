"""The people store in PostgreSQL, shared by nodes: a lockout or the end of a session applies to all of them.

Every change raises the edition in the same transaction, so that changes are serialized and each node notices others'
changes within a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier.access.people_file import PeopleFile
from croupier.access.store import PeopleCursor, PeopleEdit, copy_people
from croupier.journal.port import OutcomeUnknown
from croupier.journal.postgres.connection import Connection, PostgresAddress
from croupier.journal.postgres.session import PostgresSession
from croupier.terms.fault import Fault

_RAISE = "UPDATE people_edition SET number = number + 1"
_EDITION = "SELECT number FROM people_edition"
_NUMBER_ON = "SELECT setval(pg_get_serial_sequence('alerts', 'id'), max(id)) FROM alerts HAVING max(id) IS NOT NULL"


class _Edit:
    """Accepts the statements written for SQLite, with a question mark for each value."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> PeopleCursor:
        return self._connection.execute(_marked(statement), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object:
        self._connection.cursor().executemany(_marked(statement), rows)
        return None


class PeopleDatabase(PostgresSession):
    """One connection, shared by threads; each `commit` block is atomic and durable when it ends."""

    shared = True

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__(address)
        self._own = 0
        """How often this object raised the edition."""
        self._open()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._all(_marked(sql), values)

    def row(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        return self._one(_marked(sql), values)

    @contextmanager
    def commit(self) -> Iterator[PeopleEdit]:
        with self._edit(_RAISE) as edit:
            yield edit
        self._own += 1

    @contextmanager
    def brief(self) -> Iterator[PeopleEdit]:
        """For expendable data: not durable when it ends, and no new edition."""
        with self._edit("SET LOCAL synchronous_commit = off") as edit:
            yield edit

    @contextmanager
    def _edit(self, first: str) -> Iterator[PeopleEdit]:
        try:
            with self.transaction(first) as connection:
                yield _Edit(connection)
        except OutcomeUnknown as unknown:
            raise Fault(f"{self._address}: the change of accounts may not have been saved. Try again.") from unknown

    def edition(self) -> int:
        with self._lock:
            row = self._one(_EDITION)
            return (row[0] if row else 0) - self._own

    def hold(self, name: str) -> bool:
        """The server drops the lock with the connection: another node may then try too, and the count still applies."""
        row = self._one("SELECT pg_try_advisory_lock(%s)", (_lock_of(name),))
        return bool(row and row[0])

    def release(self, name: str) -> None:
        self._one("SELECT pg_advisory_unlock(%s)", (_lock_of(name),))

    def number_on(self, db: PeopleEdit) -> None:
        db.execute(_NUMBER_ON)

    def copy_to(self, target: Path) -> None:
        copy = PeopleFile(target)
        try:
            with self.snapshot_of_all():
                copy_people(self, copy)
        finally:
            copy.close()

    def _prepare(self, connection: Connection) -> None:
        connection.execute("SET search_path TO croupier")


def _marked(statement: str) -> str:
    return statement.replace("%", "%%").replace("?", "%s") if "?" in statement else statement


def _lock_of(name: str) -> int:
    return int.from_bytes(sha256(b"croupier/try/1\0" + name.encode()).digest()[:8], "big", signed=True)
