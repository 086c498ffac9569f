"""One connection of a journal object: reopened if it is lost, abandoned if the outcome of a commit is unknown."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

import psycopg

from croupier.journal.port import OutcomeUnknown
from croupier.journal.postgres.connection import Connection, PostgresAddress, abandon, committing, connect, faults
from croupier.journal.postgres.migrations import check_schema, pass_barrier
from croupier.journal.postgres.pending_append import PostgresAppend
from croupier.terms.fault import Fault

FROZEN_MS = 10_000
"""The server ends a transaction whose process sends nothing for this time."""

T = TypeVar("T")


class PostgresSession:
    """Threads may share a session; each call is atomic."""

    def __init__(self, address: PostgresAddress, *, read_only: bool = False) -> None:
        self._address, self._read_only = address, read_only
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        self._started: PostgresAppend | None = None
        """An append whose outcome is not known yet; nothing else uses the connection before it is."""
        self._closed = ""
        """Why the session is closed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._finish()
            connection, self._connection = self._connection, None
            self._closed = self._closed or "this journal is closed"
            if connection is not None:
                abandon(connection)

    @contextmanager
    def snapshot_of_all(self) -> Iterator[None]:
        """A read-only block in which every read sees the same state, whatever others write."""
        with self._lock, faults(self._address):
            connection = self._open()
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute("SELECT 1")  # the first query sets the snapshot
            try:
                yield
            finally:
                if connection is self._connection:
                    connection.execute("ROLLBACK")

    def _open(self) -> Connection:
        """The connection; reopened if it was lost while nothing was being written."""
        with self._lock:
            self._finish()
            if self._closed:
                raise Fault(f"{self._address}: {self._closed}.")
            if self._connection is None or self._connection.closed:
                self._forget()
                connection = connect(self._address, read_only=self._read_only)
                try:
                    check_schema(self._address, connection)
                    self._prepare(connection)
                    if not self._read_only:
                        pass_barrier(self._address, connection)
                except BaseException:
                    abandon(connection)
                    raise
                self._connection = connection
            return self._connection

    def _finish(self) -> None:
        """Waits for a started append; call with the lock held."""
        if self._started is not None:
            self._started.wait()

    def _all(self, text: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            connection = self._open()
            try:
                with faults(self._address):
                    return connection.execute(text, values, binary=True).fetchall()
            except Fault:
                self._connection = None
                abandon(connection)
                raise

    def _one(self, text: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> tuple[Any, ...] | None:
        rows = self._all(text, values)
        return rows[0] if rows else None

    def query(self, text: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of one statement."""
        return self._all(text, values)

    @contextmanager
    def transaction(self, first: str = "") -> Iterator[Connection]:
        """An atomic, durable transaction; raises `OutcomeUnknown` if the commit fails.

        If the process is frozen between two statements, the server ends the transaction, so that no other node waits
        for its locks.
        """
        refused: BaseException | None = None
        with self._lock:
            connection = self._open()
            try:
                with committing(self._address, connection):
                    connection.execute(f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = {FROZEN_MS}".encode())
                    if first:
                        connection.execute(first)
                    try:
                        yield connection
                    except psycopg.Error:
                        raise
                    except BaseException as error:
                        connection.execute("ROLLBACK")
                        refused = error
                    else:
                        connection.execute("COMMIT")
            except OutcomeUnknown:
                self._connection = None
                raise
        if refused is not None:
            raise refused

    def change(self, text: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that one statement returns, which is a transaction of its own; raises `OutcomeUnknown` if it fails.

        A process that is frozen between two statements of a transaction would keep its locks: this one cannot be.
        """
        with self._lock:
            connection = self._open()
            try:
                with committing(self._address, connection):
                    found = connection.execute(text, values)
                    return found.fetchall() if found.description else []
            except OutcomeUnknown:
                self._connection = None
                raise

    def _do(self, work: Callable[[Connection], T]) -> T:
        """Runs the work in one transaction and returns its result."""
        with self.transaction() as connection:
            return work(connection)

    def _prepare(self, connection: Connection) -> None:
        """Prepares a new connection."""

    def _forget(self) -> None:
        """Drops cached state of the lost connection."""

    def _pass_barrier(self) -> None:
        """Makes sure that what was read is durable before it is signed."""
        if not self._read_only:
            with self._lock:
                try:
                    pass_barrier(self._address, self._open())
                except OutcomeUnknown:
                    self._connection = None
                    raise
