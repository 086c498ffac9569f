"""The file of people: accounts, sessions, terminals and alerts in SQLite, apart from the journal.

Only hashes of secrets are in it, and it is made for its owner alone. Like the journal it is durable before it
answers; unlike the journal it is edited, and every edit that matters leaves a record in the stream `premises` first.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw

from croupier.terms.fault import Fault

FILE = "people.sqlite"
APPLICATION_ID = int.from_bytes(b"CRPP")
FORMAT = 1
BUSY_MS = 5_000

SCHEMA = (
    """CREATE TABLE accounts (
  name TEXT PRIMARY KEY,
  display TEXT NOT NULL,
  role TEXT NOT NULL,
  license TEXT NOT NULL,
  password TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL
) STRICT""",
    """CREATE TABLE strikes (
  name TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT""",
    """CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  created INTEGER NOT NULL,
  active INTEGER NOT NULL,
  locked INTEGER NOT NULL,
  address TEXT NOT NULL,
  terminal TEXT NOT NULL
) STRICT""",
    """CREATE TABLE codes (
  code BLOB PRIMARY KEY,
  venue TEXT NOT NULL,
  seat INTEGER NOT NULL,
  until INTEGER NOT NULL,
  made_by TEXT NOT NULL
) STRICT""",
    """CREATE TABLE terminals (
  id TEXT PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  venue TEXT NOT NULL,
  seat INTEGER NOT NULL,
  enrolled INTEGER NOT NULL,
  UNIQUE (venue, seat)
) STRICT""",
    """CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  words TEXT NOT NULL,
  clause TEXT NOT NULL,
  raised INTEGER NOT NULL,
  last INTEGER NOT NULL,
  count INTEGER NOT NULL,
  by TEXT NOT NULL,
  acknowledged INTEGER NOT NULL
) STRICT""",
    "CREATE UNIQUE INDEX open_alerts ON alerts (kind, subject) WHERE acknowledged = 0",
)


class PeopleStore:
    """One connection that threads share; each block of `commit` is whole and durable when it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._lock = threading.RLock()
        self._connection: apsw.Connection | None = None
        with _faults(self.path):
            _make(self.path)
            connection = apsw.Connection(os.fspath(self.path), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                _prepare(self.path, connection)
            except BaseException:
                connection.close()
                raise
        self._connection = connection

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._lock, _faults(self.path):
            return list(self._open().execute(sql, values))

    def row(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        with self._lock, _faults(self.path):
            return self._open().execute(sql, values).fetchone()

    @contextlib.contextmanager
    def commit(self) -> Iterator[apsw.Connection]:
        with self._lock, _faults(self.path):
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def copy_to(self, target: Path) -> None:
        """A whole copy of the file as it is now, while others go on using it."""
        _make(target)
        with self._lock, _faults(self.path):
            copy = apsw.Connection(os.fspath(target))
            try:
                with copy.backup("main", self._open(), "main") as backup:
                    while not backup.done:
                        backup.step(256)
            finally:
                copy.close()

    def close(self) -> None:
        with self._lock, _faults(self.path):
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _open(self) -> apsw.Connection:
        if self._connection is None:
            raise Fault(f"{self.path}: the file of people is closed.")
        return self._connection


def _make(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise Fault(f"{path}: the file of people cannot be made ({error.strerror}).") from error


def _prepare(path: Path, connection: apsw.Connection) -> None:
    connection.set_busy_timeout(BUSY_MS)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    fresh = not connection.execute("SELECT count(*) FROM sqlite_schema").get
    if not fresh and connection.pragma("application_id") != APPLICATION_ID:
        raise Fault(f"{path} is not croupier's file of people. It was left as it is.")
    if not fresh and (found := connection.pragma("user_version")) != FORMAT:
        raise Fault(f"{path} has format {found}, and this croupier reads format {FORMAT}. Use the one that wrote it.")
    if connection.pragma("journal_mode", "wal") != "wal":
        raise Fault(f"{path}: this file system keeps no write-ahead log. Use a local disk.")
    connection.pragma("synchronous", "FULL")
    connection.pragma("fullfsync", True)
    connection.pragma("secure_delete", True)
    if fresh:
        connection.execute("BEGIN IMMEDIATE")
        if not connection.execute("SELECT count(*) FROM sqlite_schema").get:
            for statement in SCHEMA:
                connection.execute(statement)
            connection.pragma("application_id", APPLICATION_ID)
            connection.pragma("user_version", FORMAT)
        connection.execute("COMMIT")


@contextlib.contextmanager
def _faults(path: Path) -> Iterator[None]:
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise Fault(f"{path}: another program holds the file of people. Nothing was changed; try again.") from error
    except apsw.NotADBError as error:
        raise Fault(f"{path} is not croupier's file of people. It was left as it is.") from error
    except apsw.Error as error:
        raise Fault(f"{path}: {type(error).__name__}: {error}") from error
