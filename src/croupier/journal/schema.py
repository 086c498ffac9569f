"""The format of a journal file, and how it is opened. See ADR 21."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import apsw

from croupier.journal.packed import BadRow
from croupier.journal.port import StoreBusy
from croupier.terms.fault import Fault

APPLICATION_ID = int.from_bytes(b"CRPR")
FORMAT = 2
BUSY_MS = 5_000
"""How long a writer waits for another writer."""

TABLES = {
    # What one commit adds to one stream, from a position and a version on. `packed.py` explains the columns.
    "batches": """CREATE TABLE batches (
  seq INTEGER PRIMARY KEY,
  stream TEXT NOT NULL,
  version INTEGER NOT NULL,
  parts TEXT NOT NULL,
  bodies BLOB NOT NULL,
  prev BLOB NOT NULL,
  hashes BLOB NOT NULL,
  UNIQUE (stream, version)
) STRICT""",
    "checkpoints": """CREATE TABLE checkpoints (
  number INTEGER PRIMARY KEY,
  statement TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT""",
    "cosignatures": """CREATE TABLE cosignatures (
  checkpoint INTEGER NOT NULL,
  place INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (checkpoint, place)
) STRICT""",
    "tiles": """CREATE TABLE tiles (
  level INTEGER NOT NULL,
  number INTEGER NOT NULL,
  hashes BLOB NOT NULL,
  PRIMARY KEY (level, number)
) STRICT""",
    "snapshots": """CREATE TABLE snapshots (
  stream TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  hash BLOB NOT NULL,
  body BLOB NOT NULL,
  digest BLOB NOT NULL
) STRICT""",
}
VIEWS = {
    # For people who look with SQL.
    "records": """CREATE VIEW records AS
SELECT seq + key AS seq, stream, version + key AS version, value AS time_ms,
  parts ->> ('$[1][' || key || ']') AS actor, parts ->> ('$[2][' || key || ']') AS kind,
  coalesce(substr(bodies, start + 1, (parts ->> ('$[3][' || key || ']')) - start), x'') AS body,
  iif(key, substr(hashes, 32 * key - 31, 32), prev) AS prev, substr(hashes, 32 * key + 1, 32) AS hash
FROM (
  SELECT *, iif(key, parts ->> ('$[3][' || (key - 1) || ']'), 0) AS start
  FROM (SELECT batches.*, each.key, each.value FROM batches, json_each(parts, '$[0]') AS each)
)""",
}
TRIGGERS = {
    f"{table}_{action}": f"""CREATE TRIGGER {table}_{action} BEFORE {action.upper()} ON {table}
BEGIN SELECT RAISE(ABORT, 'a journal is never edited: write a correction'); END"""
    for table in ("batches", "checkpoints", "cosignatures")
    for action in ("update", "delete")
}
SCHEMA = TABLES | VIEWS | TRIGGERS
NOTES = """
SELECT number, statement, note || coalesce((
  SELECT group_concat(line, '') FROM (SELECT line FROM cosignatures WHERE checkpoint = number ORDER BY place)
), '') FROM checkpoints
"""
"""Every checkpoint: its number, its statement, and its note with all signatures."""


def connect(path: Path, *, read_only: bool, vfs: str | None = None, synchronous: str = "FULL") -> apsw.Connection:
    """A connection to a journal file of this format; a missing file is created, for its owner only."""
    path = path.absolute()
    with faults(path):
        if read_only:
            return _reader(path, vfs)
        _make(path)
        connection = apsw.Connection(os.fspath(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
        try:
            _prepare_writer(path, connection, synchronous)
        except BaseException:
            connection.close()
            raise
        return connection


def _make(path: Path) -> None:
    """Creates the file if it does not exist, for its owner only."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise Fault(f"{path}: the journal cannot be created ({error.strerror}).") from error
    if os.name == "posix":
        directory = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)


def _prepare_writer(path: Path, connection: apsw.Connection, synchronous: str) -> None:
    connection.set_busy_timeout(BUSY_MS)
    _harden(connection)
    if connection.readonly("main"):
        raise Fault(f"{path} is read-only. Open it for reading, or write as its owner.")
    fresh = _is_empty(connection)
    if not fresh:
        check_identity(path, connection)
    mode = connection.pragma("journal_mode", "wal")
    if mode != "wal":
        raise Fault(f"{path}: this file system does not support a write-ahead log (mode {mode}). Use a local disk.")
    connection.pragma("synchronous", synchronous)
    connection.pragma("fullfsync", True)
    connection.pragma("checkpoint_fullfsync", True)
    if fresh:
        connection.execute("BEGIN IMMEDIATE")
        if _is_empty(connection):
            for statement in SCHEMA.values():
                connection.execute(statement)
            connection.pragma("application_id", APPLICATION_ID)
            connection.pragma("user_version", FORMAT)
        connection.execute("COMMIT")
        check_identity(path, connection)


def _reader(path: Path, vfs: str | None) -> apsw.Connection:
    if not path.is_file():
        raise Fault(f"{path}: there is no such journal.")
    connection = apsw.Connection(os.fspath(path), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
    try:
        try:
            connection.set_busy_timeout(BUSY_MS)
            _harden(connection)
            check_identity(path, connection)
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            # With a log, SQLite needs a shared-memory file, which it cannot create in a read-only directory.
            # Without a log, nobody is writing, and the file is complete.
            connection.close()
            log = path.with_name(path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise Fault(
                    f"{path}: its log {log.name} cannot be read here. Copy both to a directory of yours."
                ) from None
            uri = f"file:{quote(os.fspath(path))}?immutable=1"
            connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI, vfs=vfs)
            _harden(connection)
            check_identity(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _harden(connection: apsw.Connection) -> None:
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.pragma("cell_size_check", True)


def _is_empty(connection: apsw.Connection) -> bool:
    marks = connection.pragma("application_id"), connection.pragma("user_version")
    return marks == (0, 0) and not connection.execute("SELECT count(*) FROM sqlite_schema").get


def check_identity(path: Path, connection: apsw.Connection) -> None:
    """Raises a fault unless the file is a journal of this format with unchanged tables."""
    if connection.pragma("application_id") != APPLICATION_ID:
        raise Fault(f"{path} is not a journal of croupier. It was left as it is.")
    if (found := connection.pragma("user_version")) != FORMAT:
        raise Fault(
            f"{path} has journal format {found}, and this croupier reads format {FORMAT}. "
            "Use the croupier that wrote it, or a newer one."
        )
    made = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    if made != SCHEMA:
        changed = sorted(name for name in made.keys() | SCHEMA.keys() if made.get(name) != SCHEMA.get(name))
        raise Fault(f"{path}: the tables were changed by another program ({', '.join(changed)}).")


@contextlib.contextmanager
def faults(path: Path) -> Iterator[None]:
    """Turns SQLite errors into faults that say what to do."""
    try:
        yield
    except (BadRow, UnicodeDecodeError) as error:
        raise Fault(f"{path} is damaged: {error}. Run croupier verify, and restore a backup.") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusy(f"{path}: another writer holds the journal. Nothing was written; try again.") from error
    except apsw.NotADBError as error:
        raise Fault(f"{path} is not a journal of croupier. It was left as it is.") from error
    except apsw.ReadOnlyError as error:
        raise Fault(f"{path} is read-only. Nothing was written.") from error
    except apsw.FullError as error:
        raise Fault(f"{path}: the disk is full. Nothing was written.") from error
    except apsw.CorruptError as error:
        raise Fault(f"{path} is damaged ({error}). Run croupier verify, and restore a backup.") from error
    except apsw.CantOpenError as error:
        raise Fault(f"{path} cannot be opened ({error}).") from error
    except apsw.Error as error:
        raise Fault(f"{path}: {type(error).__name__}: {error}") from error
