"""What only the store in PostgreSQL can do wrong: stale writers, lost connections, settings, migrations."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.journal.port import Journal, OutcomeUnknown, StoreBusy, StoreUnreachable, StreamTaken, VersionConflict
from croupier.journal.postgres import connection as connections
from croupier.journal.postgres import session
from croupier.journal.postgres.connection import PostgresAddress, RefusedSetting, connect
from croupier.journal.postgres.journal import PostgresJournal
from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.migrations import JOURNAL, MIGRATIONS, Migration, check_schema, migrate, schema_number
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.record import Head
from croupier.journal.seal import seal
from croupier.journal.verify import verify_journal
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from tests.journal.examples import KEY, NOON, drafts, fill
from tests.postgres import PostgresServer, databases, free_port, fresh_store

pytestmark = pytest.mark.slow


def admin(store: PostgresStore) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(store.address.url)


def backend_of(journal: PostgresJournal) -> int:
    assert journal._connection is not None
    return journal._connection.info.backend_pid


# Stale writers


def test_an_owner_whose_epoch_was_raised_writes_nothing(store: PostgresStore) -> None:
    with store.journal("table/7") as old:
        old.append("table/7", 0, drafts(2))
        with store.journal("table/7") as new:
            assert (old.epoch, new.epoch) == (1, 2)
            for _ in range(2):
                with pytest.raises(StreamTaken, match="Another node has taken stream table/7"):
                    old.append("table/7", 2, drafts(1))
            assert new.head("table/7").version == 2
            new.append("table/7", 2, drafts(1))
            with pytest.raises(VersionConflict):
                old.append("table/7", 2, drafts(1))
            with pytest.raises(StreamTaken):
                old.append("table/7", 3, drafts(1))


def test_an_owner_whose_epoch_was_raised_takes_no_other_stream_along(store: PostgresStore) -> None:
    with store.journal("table/7") as old, store.journal("table/7"):
        with pytest.raises(StreamTaken):
            old.append_many([("rules", 0, drafts(1)), ("table/7", 0, drafts(1))])
        assert old.streams() == ()


def test_a_shared_stream_continues_under_whatever_epoch_it_has(store: PostgresStore, journal: PostgresJournal) -> None:
    journal.append("premises", 0, drafts(1))
    with store.journal("premises"):
        assert [record.version for record in journal.append("premises", 1, drafts(1))] == [2]
    assert [record.version for record in journal.append_many([("premises", 2, drafts(1)), ("b", 0, drafts(1))])] == [
        3,
        1,
    ]


@pytest.mark.parametrize("many", [False, True])
def test_of_writers_at_the_same_version_one_wins(store: PostgresStore, many: bool) -> None:
    with store.journal() as first:
        first.append("table/7", 0, drafts(1))

    def write(number: int) -> bool:
        with store.journal() as own:
            batches = [("table/7", 1, drafts(2, number * 10))]
            if many:
                batches.append((f"table/{number}a", 0, drafts(1)))
            try:
                own.append_many(batches)
            except VersionConflict:
                return False
            return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(write, range(6))) == 1
    with store.journal() as last:
        assert last.head("table/7").version == 3
        assert len(last.streams()) == (2 if many else 1)
        assert verify_journal(last).ok


def test_appends_to_several_streams_in_any_order_do_not_wait_for_each_other_forever(store: PostgresStore) -> None:
    names = ["a", "b", "c", "d"]
    with store.journal() as first:
        first.append_many([(name, 0, drafts(1)) for name in names])

    def write(turn: int) -> int:
        order = names if turn % 2 else names[::-1]
        done = 0
        with store.journal() as own:
            for _ in range(20):
                heads = {head.stream: head.version for head in own.streams()}
                try:
                    own.append_many([(name, heads[name], drafts(1)) for name in order])
                except VersionConflict:
                    continue
                done += 1
        return done

    with ThreadPoolExecutor(4) as pool:
        total = sum(pool.map(write, range(4)))
    with store.journal() as last:
        assert {head.version for head in last.streams()} == {1 + total}
        assert verify_journal(last).ok


# Unknown outcomes


@pytest.mark.parametrize("own", ["table/7", ""])
def test_an_append_whose_connection_is_lost_is_unknown_and_then_settled(store: PostgresStore, own: str) -> None:
    with store.journal(own) as writer, admin(store) as held:
        writer.append("table/7", 0, drafts(1))
        held.execute("SELECT FROM croupier.streams WHERE name = 'table/7' FOR UPDATE")
        with ThreadPoolExecutor(1) as pool:
            append = pool.submit(writer.append, "table/7", 1, drafts(1))
            time.sleep(0.1)
            with psycopg.connect(store.address.url, autocommit=True) as killer:
                killer.execute("SELECT pg_terminate_backend(%s)", (backend_of(writer),))
            with pytest.raises(OutcomeUnknown):
                append.result(5)
        held.rollback()
        if own:
            with pytest.raises(Fault, match="open it again"):
                writer.head("table/7")
        with store.journal(own) as again:
            assert again.head("table/7").version == 1
            assert [record.version for record in again.append("table/7", 1, drafts(1))] == [2]


@pytest.mark.parametrize("own", ["table/7", ""])
def test_an_append_that_takes_too_long_is_left_to_finish_and_found(
    store: PostgresStore, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not canceled: the next owner waits for it before raising the epoch, and then reads what it wrote."""
    with store.journal(own) as writer, admin(store) as held:
        writer.append("table/7", 0, drafts(1))
        held.execute("SELECT FROM croupier.streams WHERE name = 'table/7' FOR UPDATE")
        with monkeypatch.context() as hasty:
            hasty.setattr(connections.Connection, "timeout_s", 0.3)
            with pytest.raises(OutcomeUnknown, match="no answer for"):
                writer.append("table/7", 1, drafts(1))
            with pytest.raises((OutcomeUnknown, StoreBusy)), store.journal(own) as again:
                again.head("table/7")
        held.rollback()
        with store.journal(own) as again:
            assert again.head("table/7").version == 2
            assert again.append("table/7", 2, drafts(1))[0].version == 3
            assert verify_journal(again).ok


def test_a_read_after_a_lost_connection_connects_again(store: PostgresStore, journal: PostgresJournal) -> None:
    fill(journal)
    with psycopg.connect(store.address.url, autocommit=True) as killer:
        killer.execute("SELECT pg_terminate_backend(%s)", (backend_of(journal),))
    with pytest.raises(StoreUnreachable):
        journal.streams()
    assert len(journal.streams()) == 2


def test_of_two_simultaneous_seals_one_is_told_to_retry(store: PostgresStore, journal: PostgresJournal) -> None:
    journal.append("table/7", 0, drafts(3))
    made = seal(journal, KEY, NOON)
    with pytest.raises(Fault, match="does not follow"), store.journal() as other:
        other.save_checkpoint(made)
    assert verify_journal(journal).ok


@pytest.mark.parametrize("table", ["batches", "runs", "checkpoints", "cosignatures"])
@pytest.mark.parametrize("edit", ["DELETE FROM croupier.{}", "TRUNCATE croupier.{}", "UPDATE croupier.{} SET {} = {}"])
def test_the_database_refuses_an_edit(journal: PostgresJournal, store: PostgresStore, table: str, edit: str) -> None:
    fill(journal)
    column = {"batches": "version", "runs": "count", "checkpoints": "number", "cosignatures": "place"}[table]
    with admin(store) as other, pytest.raises(psycopg.errors.RaiseException, match="never edited"):
        other.execute(edit.format(table, column, column).encode())


def test_a_process_that_is_frozen_in_a_transaction_holds_up_nobody(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "FROZEN_MS", 300)
    with store.journal() as frozen, store.journal() as other:

        def write() -> None:
            with frozen.transaction() as connection:
                connection.execute("UPDATE croupier.barrier SET passed = -1")
                other.change("UPDATE croupier.barrier SET passed = 7")  # waits for the lock of the row

        with pytest.raises(OutcomeUnknown):
            write()
        assert other.query("SELECT passed FROM croupier.barrier") == [(7,)]
        frozen.append("table/7", 0, drafts(1))


# Settings


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """The server of the tests, whose settings are restored."""
    running = databases().server
    yield running
    with running.admin() as own:
        own.execute("ALTER SYSTEM RESET ALL")
        own.execute("SELECT pg_reload_conf()")
    time.sleep(0.2)


@pytest.mark.parametrize(
    ("name", "value"),
    [("fsync", "off"), ("full_page_writes", "off")]
    + [("synchronous_commit", value) for value in ("off", "local", "remote_write")],
)
def test_a_setting_that_loses_acknowledged_commits_is_refused(
    store: PostgresStore, server: PostgresServer, name: str, value: str
) -> None:
    with server.admin() as own:
        own.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
        own.execute("SELECT pg_reload_conf()")
    time.sleep(0.2)
    with pytest.raises(RefusedSetting) as caught:
        store.journal()
    assert [(each.key, value in each.wrong) for each in caught.value.problems] == [(name, True)]


def test_a_node_that_runs_the_house_notices_a_setting_that_changes(
    store: PostgresStore, server: PostgresServer
) -> None:
    """A reload reaches open connections; the lease is then not renewed, and no node can take it."""
    with HouseLease(store.address, "one", "") as one:
        assert one.take()
        assert one.renew()
        with server.admin() as own:
            own.execute("ALTER SYSTEM SET full_page_writes = off")
            own.execute("SELECT pg_reload_conf()")
        time.sleep(0.2)
        with pytest.raises(RefusedSetting, match="full_page_writes"):
            one.renew()
        with pytest.raises(RefusedSetting, match="full_page_writes"):
            one.take()


def test_a_role_or_database_may_not_weaken_it_either(store: PostgresStore) -> None:
    with admin(store) as own:
        name = own.info.dbname
        own.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with pytest.raises(RefusedSetting):
        store.journal()
    with admin(store) as own:
        own.execute(f"ALTER DATABASE {name} RESET synchronous_commit".encode())
    store.journal().close()


def test_a_standby_that_is_demanded_must_be_named(store: PostgresStore) -> None:
    demanding = PostgresStore(PostgresAddress(store.address.url, standby=True))
    with pytest.raises(RefusedSetting, match="synchronous_standby_names"):
        demanding.journal()


def test_limits_of_the_server_do_not_cancel_an_append(store: PostgresStore) -> None:
    with admin(store) as own:
        name = own.info.dbname
        for limit in ("statement_timeout", "lock_timeout", "idle_session_timeout"):
            own.execute(f"ALTER DATABASE {name} SET {limit} = 100".encode())
    try:
        with store.journal() as journal, admin(store) as held:
            held.execute("SET idle_session_timeout = 0")  # who holds the row may take its time
            held.commit()
            journal.append("table/7", 0, drafts(1))
            held.execute("SELECT FROM croupier.streams WHERE name = 'table/7' FOR UPDATE")
            threading.Timer(0.4, held.rollback).start()
            assert journal.append("table/7", 1, drafts(1))[0].version == 2
    finally:
        with admin(store) as own:
            own.execute(f"ALTER DATABASE {name} RESET ALL".encode())


def test_a_server_that_is_not_there_is_reported_without_the_password() -> None:
    address = PostgresAddress(f"postgresql://user:secret@127.0.0.1:{free_port()}/house")
    with pytest.raises(StoreUnreachable) as caught:
        PostgresStore(address).journal()
    assert "secret" not in str(caught.value) + repr(address)
    with pytest.raises(Problems, match="is not an address"):
        PostgresStore(PostgresAddress("postgresql://127.0.0.1/house?nonsense=1")).journal()


# Migrations


@pytest.fixture
def empty() -> Iterator[PostgresAddress]:
    with databases().fresh(schema=False) as url:
        yield PostgresAddress(url)


SECOND = Migration("second", ("CREATE TABLE croupier.more (id integer PRIMARY KEY)",), oldest=1)
BREAKING = Migration("breaking", ("ALTER TABLE croupier.more ADD COLUMN word text",), oldest=3)


def test_the_schema_is_made_once_by_any_number_at_once(empty: PostgresAddress) -> None:
    with pytest.raises(Fault, match="holds no journal"):
        PostgresStore(empty).journal()
    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(lambda _: PostgresStore(empty).prepare(), range(4)))
    steps = [name for each in taken for name in each]  # each applied by the first to reach it
    assert sorted(steps) == sorted(each.name for each in MIGRATIONS)
    with PostgresStore(empty).journal() as journal:
        fill(journal)
        assert verify_journal(journal).ok


def test_old_nodes_continue_beside_a_step_that_lets_them(empty: PostgresAddress) -> None:
    first, second, third = (JOURNAL,), (JOURNAL, SECOND), (JOURNAL, SECOND, BREAKING)
    with connect(empty) as db:
        migrate(empty, db, first)
        assert migrate(empty, db, second) == ("second",)
        check_schema(empty, db, first)
        assert migrate(empty, db, third) == ("breaking",)
        with pytest.raises(Fault, match="Use a newer croupier"):
            check_schema(empty, db, second)
        assert migrate(empty, db, third) == ()


def test_a_node_does_not_run_on_a_schema_that_is_behind(empty: PostgresAddress) -> None:
    with connect(empty) as db:
        migrate(empty, db, (JOURNAL,))
        with pytest.raises(Fault, match="migrates it"):
            check_schema(empty, db, (JOURNAL, SECOND))


def test_a_step_that_fails_leaves_nothing(empty: PostgresAddress) -> None:
    bad = Migration("bad", (*SECOND.statements, "CREATE TABLE croupier.records (x integer)"), oldest=1)
    with connect(empty) as db:
        migrate(empty, db, (JOURNAL,))
        with pytest.raises(Fault):
            migrate(empty, db, (JOURNAL, bad))
    with connect(empty) as db:
        assert schema_number(empty, db) == (1, 1)
        assert db.execute("SELECT to_regclass('croupier.more')").fetchone() == (None,)


# Everything at once


class Stores(RuleBasedStateMachine):
    """Writers come and go, lose connections and epochs; a plain list says what must be there."""

    def __init__(self) -> None:
        super().__init__()
        self.context = fresh_store()
        self.store = self.context.__enter__()
        self.written: dict[str, list[bytes]] = {"a": [], "b": [], "c": []}
        self.shared: list[PostgresJournal] = [self.store.journal(), self.store.journal()]
        self.owners: list[PostgresJournal] = []
        self.number = 0

    def teardown(self) -> None:
        for each in (*self.shared, *self.owners):
            each.close()
        self.context.__exit__(None, None, None)

    @initialize()
    def own(self) -> None:
        self.owners.append(self.store.journal("a"))

    @rule(streams=st.sets(st.sampled_from("bc"), min_size=1), who=st.integers(0, 1), count=st.integers(0, 3))
    def append(self, streams: set[str], who: int, count: int) -> None:
        self._append(self.shared[who], streams, count)

    @rule(with_b=st.booleans(), count=st.integers(1, 3), off=st.integers(-1, 1))
    def append_own(self, with_b: bool, count: int, off: int) -> None:
        """The newest owner writes; every older one never does."""
        *old, newest = self.owners
        streams = {"a", "b"} if with_b else {"a"}
        for each in old:
            with pytest.raises((StreamTaken, VersionConflict)):
                each.append("a", len(self.written["a"]), drafts(1))
        if off and len(self.written["a"]) + off >= 0:
            with pytest.raises(VersionConflict):
                newest.append("a", len(self.written["a"]) + off, drafts(count))
        self._append(newest, streams, count)

    def _append(self, journal: PostgresJournal, streams: set[str], count: int) -> None:
        self.number += 10
        batches = [(name, len(self.written[name]), drafts(count, self.number)) for name in sorted(streams)]
        for record in journal.append_many(batches):
            self.written[record.stream].append(record.hash)

    @precondition(lambda self: len(self.owners) < 5)
    @rule()
    def take(self) -> None:
        self.owners.append(self.store.journal("a"))

    @rule()
    def disturb(self) -> None:
        self.store.unsettle({"b", "c"})

    @rule(who=st.integers(0, 1))
    def lose(self, who: int) -> None:
        with psycopg.connect(self.store.address.url, autocommit=True) as killer:
            killer.execute("SELECT pg_terminate_backend(%s, 2000)", (backend_of(self.shared[who]),))
        with pytest.raises(StoreUnreachable):
            self.shared[who].streams()
        self.shared[who].streams()

    @rule()
    def seal(self) -> None:
        seal(self.shared[0], KEY, NOON)

    @invariant()
    def holds_what_was_acknowledged(self) -> None:
        journal: Journal = self.shared[1]
        for name, hashes in self.written.items():
            assert [record.hash for record in journal.read(name)] == hashes
        everything = list(journal.read_all())
        assert len(everything) == sum(map(len, self.written.values()))
        assert [journal.place(each.stream, each.version) for each in everything] == list(range(1, len(everything) + 1))
        heads = [Head(name, len(hashes), hashes[-1]) for name, hashes in sorted(self.written.items()) if hashes]
        assert list(journal.streams()) == heads
        assert verify_journal(journal).ok


TestStores = Stores.TestCase
TestStores.settings = settings(max_examples=6, stateful_step_count=12)
