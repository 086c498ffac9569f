"""The people file: accounts, sessions, terminals and alerts in SQLite, separate from the journal.

It contains only hashes of secrets and is readable only by its owner. Like the journal, it is durable before it
answers. Unlike the journal, it is edited, and every significant edit is first recorded in the stream `premises`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw

from croupier.access.store import PeopleEdit
from croupier.terms.fault import Fault

APPLICATION_ID = int.from_bytes(b"CRPP")
FORMAT = 5
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
    """CREATE TABLE known (
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (name, address)
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
    """CREATE TABLE alert_facts (
  id INTEGER PRIMARY KEY,
  facts TEXT NOT NULL
) STRICT""",
    """CREATE TABLE languages (
  name TEXT PRIMARY KEY,
  language TEXT NOT NULL
) STRICT""",
    """CREATE TABLE favorites (
  player TEXT NOT NULL,
  wheel TEXT NOT NULL,
  layouts TEXT NOT NULL,
  PRIMARY KEY (player, wheel)
) STRICT""",
    "CREATE TABLE given_passwords (name TEXT PRIMARY KEY) STRICT",
    """CREATE TABLE security_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  credential BLOB NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  added INTEGER NOT NULL,
  used INTEGER NOT NULL,
  blocked INTEGER NOT NULL
) STRICT""",
    """CREATE TABLE recovery_codes (
  name TEXT NOT NULL,
  code BLOB NOT NULL,
  PRIMARY KEY (name, code)
) STRICT""",
    """CREATE TABLE key_challenges (
  ticket BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  purpose TEXT NOT NULL,
  session TEXT NOT NULL,
  challenge BLOB NOT NULL,
  until INTEGER NOT NULL
) STRICT""",
    "CREATE UNIQUE INDEX open_alerts ON alerts (kind, subject) WHERE acknowledged = 0",
)


class PeopleFile:
    """One connection, shared by threads; each `commit` block is atomic and durable when it ends."""

    shared = False

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

    def edition(self) -> int:
        """A number that changes when another process changes the file."""
        row = self.row("PRAGMA data_version")
        return int(row[0]) if row else 0

    def hold(self, name: str) -> bool:  # noqa: ARG002 (there are no other nodes)
        return True

    def release(self, name: str) -> None:
        """Does nothing: there are no other nodes."""

    def number_on(self, db: PeopleEdit) -> None:
        """Does nothing: SQLite continues after the highest number ever used."""

    def copy_to(self, target: Path) -> None:
        """A complete copy of the current file, while others keep using it."""
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
            raise Fault(f"{self.path}: the people file is closed.")
        return self._connection


def _make(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise Fault(f"{path}: the people file cannot be created ({error.strerror}).") from error


def _prepare(path: Path, connection: apsw.Connection) -> None:
    connection.set_busy_timeout(BUSY_MS)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    fresh = not connection.execute("SELECT count(*) FROM sqlite_schema").get
    if not fresh and connection.pragma("application_id") != APPLICATION_ID:
        raise Fault(f"{path} is not a people file of croupier. It was not changed.")
    if not fresh and (found := connection.pragma("user_version")) != FORMAT:
        raise Fault(
            f"{path} has format {found}, but this croupier reads format {FORMAT}. Use the version that wrote it."
        )
    if connection.pragma("journal_mode", "wal") != "wal":
        raise Fault(f"{path}: this file system does not support a write-ahead log. Use a local disk.")
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
        raise Fault(f"{path}: another program is using the people file. Nothing was changed; try again.") from error
    except apsw.NotADBError as error:
        raise Fault(f"{path} is not a people file of croupier. It was not changed.") from error
    except apsw.Error as error:
        raise Fault(f"{path}: {type(error).__name__}: {error}") from error
