"""Connections to PostgreSQL that guarantee durable commits, or are refused. See ADR 74.

A commit that the server reports as done may still be on one machine only: if the wait for a synchronous standby is
canceled, the server reports success with a warning. So every warning counts as a failure, no statement is ever
canceled, and every connection refuses settings that could lose an acknowledged commit.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, NoReturn, TypeVar

import psycopg
from msgspec import Struct
from psycopg import errors, waiting
from psycopg.abc import PQGen

from croupier.journal.port import OutcomeUnknown, StoreBusy, StoreUnreachable
from croupier.journal.stores import without_password
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems

TIMEOUT_S = 5.0
"""After this time, the outcome of a commit counts as unknown. The statement is left running, never canceled."""
CONNECT_S = 3
"""The connection timeout per host."""
SERVER_MIN = 150_000
"""The oldest supported server: PostgreSQL 15."""

_SETTINGS = """
SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
  current_setting('synchronous_standby_names'), current_setting('server_encoding'),
  current_setting('server_version_num')::int, pg_is_in_recovery(), current_setting('transaction_read_only')
"""
# The server's own timeouts would cancel a statement during its commit.
_OPTIONS = " ".join(
    f"-c {name}=0"
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "idle_session_timeout")
)

RV = TypeVar("RV")


class PostgresAddress(Struct, frozen=True):
    """The address of a store, and what its server must have."""

    url: str
    """In libpq's form: postgresql://user@host1,host2/database."""
    standby: bool = False
    """Whether to refuse a server without a synchronous standby."""

    def __str__(self) -> str:
        return without_password(self.url)

    def __repr__(self) -> str:  # keeps the password out of tracebacks
        return f"PostgresAddress({str(self)!r})"


class RefusedSetting(Problems):
    """The server could lose acknowledged commits."""


class _TimedOut(Exception):
    """The server did not answer in time; its work is left to finish."""


def too_long(limit: float | None) -> NoReturn:
    """Raises what is raised when the server took longer than the limit."""
    raise _TimedOut(f"no answer for {limit or 0:g} seconds") from None


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """Waits a bounded time, never cancels, and keeps the server's last warning."""

    timeout_s: float | None = TIMEOUT_S
    warned = ""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        # psycopg sends a cancel on interrupt, and a canceled commit is reported as done
        limit = self.timeout_s if timeout is None else timeout
        try:
            return waiting.wait(gen, self.pgconn.socket, interval=interval, timeout=limit)
        except errors._WaitTimeout:
            too_long(limit)

    def on_notice(self, notice: errors.Diagnostic) -> None:
        if (notice.severity_nonlocalized or "") == "WARNING":
            self.warned = f"{notice.sqlstate} {notice.message_primary}"


class SpareConnections:
    """Connections that are opened before they are needed: a takeover would spend most of its time on opening them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[PostgresAddress, list[Connection]] = {}

    def fill(self, address: PostgresAddress, count: int) -> None:
        """Opens as many as are missing."""
        while len(self._kept.get(address, ())) < count:
            connection = _dial(address)
            with self._lock:
                self._kept.setdefault(address, []).append(connection)

    def take(self, address: PostgresAddress) -> Connection | None:
        """A connection with every setting checked again; None if none still works."""
        while True:
            with self._lock:
                kept = self._kept.get(address)
                connection = kept.pop() if kept else None
            if connection is None:
                return None
            try:
                check_settings(address, connection)
            except (Fault, Problems):  # the server has failed over or has changed: a new connection says how
                abandon(connection)
            else:
                return connection

    def close(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, {}
        for connections in kept.values():
            for connection in connections:
                abandon(connection)


spare_connections = SpareConnections()
"""Those of this process."""


def connect(address: PostgresAddress, *, read_only: bool = False) -> Connection:
    """A connection to the primary server, with every setting checked."""
    if not read_only and (spare := spare_connections.take(address)) is not None:
        return spare
    connection = _dial(address, read_only=read_only)
    try:
        check_settings(address, connection, read_only=read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def _dial(address: PostgresAddress, *, read_only: bool = False) -> Connection:
    more: dict[str, Any] = {} if "connect_timeout" in address.url else {"connect_timeout": CONNECT_S}
    if not read_only and "target_session_attrs" not in address.url:
        more["target_session_attrs"] = "read-write"
    try:
        connection = Connection.connect(
            address.url,
            autocommit=True,
            options=_OPTIONS,
            application_name="croupier",
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=10_000,
            **more,
        )
    except psycopg.ProgrammingError as error:
        words = f"{address} is not an address of PostgreSQL ({str(error).strip()})"
        raise Problems([Problem("--store", words, "Give one like postgresql://user@host/database.")]) from None
    except psycopg.Error as error:
        raise StoreUnreachable(f"{address} cannot be reached: {_first_line(error)}.") from error
    connection.add_notice_handler(connection.on_notice)
    return connection


def check_settings(address: PostgresAddress, connection: Connection, *, read_only: bool = False) -> None:
    """Raises all wrong settings at once if the server could lose acknowledged commits."""
    with faults(address):
        row = connection.execute(_SETTINGS).fetchone()
    if row is None:
        raise StoreUnreachable(f"{address} does not report its settings.")
    problems = tuple(_wrong_settings(address, row, read_only=read_only))
    if problems:
        raise RefusedSetting(problems)


def _wrong_settings(address: PostgresAddress, row: tuple[Any, ...], *, read_only: bool) -> Iterator[Problem]:
    fsync, pages, commit, standbys, encoding, version, recovering, reading = row

    def problem(key: str, wrong: str, right: str) -> Problem:
        return Problem(key, wrong, right, file=str(address))

    if version < SERVER_MIN:
        yield problem("server_version", f"it is {version // 10_000}", f"Use {SERVER_MIN // 10_000} or newer.")
    if encoding != "UTF8":
        yield problem("server_encoding", f"it is {encoding}", "Make the database with the encoding UTF8.")
    for name, value in (("fsync", fsync), ("full_page_writes", pages)):
        if value != "on":
            yield problem(name, f"it is {value}, so a crash could lose acknowledged commits", f"Set {name} = on.")
    if commit not in {"on", "remote_apply"}:
        right = "Set synchronous_commit = on, also for this role and this database."
        yield problem("synchronous_commit", f"it is {commit}, which can lose acknowledged commits", right)
    if read_only:
        return
    if recovering or reading == "on":
        yield problem("target_session_attrs", "this server accepts no writes", "Name the primary, or all hosts.")
    if address.standby and not standbys.strip():
        right = "Name the standbys in synchronous_standby_names, or leave out --standby."
        yield problem("synchronous_standby_names", "no standby is named, and --standby requires one", right)


@contextlib.contextmanager
def faults(address: PostgresAddress) -> Iterator[None]:
    """Turns PostgreSQL errors outside a commit into faults that say what to do."""
    try:
        yield
    except _TimedOut as error:
        raise StoreBusy(f"{address}: {error}. Nothing was written; try again.") from error
    except errors.InsufficientPrivilege as error:
        raise Fault(f"{address}: {_first_line(error)}. Let this role use the schema croupier.") from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreUnreachable(f"{address}: the connection was lost ({_first_line(error)}).") from error
    except psycopg.Error as error:
        raise Fault(f"{address}: {type(error).__name__}: {_first_line(error)}.") from error


@contextlib.contextmanager
def committing(address: PostgresAddress, connection: Connection) -> Iterator[None]:
    """Turns any error or warning inside into `OutcomeUnknown`, and closes the connection."""
    connection.warned = ""
    try:
        yield
        if connection.warned:
            raise Fault(connection.warned)
    except (_TimedOut, psycopg.Error, Fault) as error:
        abandon(connection)
        raise OutcomeUnknown(
            f"{address}: the commit failed ({_first_line(error)}), and whether it is durable is not known. "
            "Open the journal again and read it."
        ) from error
    except BaseException:
        abandon(connection)
        raise


def abandon(connection: Connection) -> None:
    """Closes our end. A running statement is not canceled."""
    with contextlib.suppress(psycopg.Error):
        connection.close()


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
