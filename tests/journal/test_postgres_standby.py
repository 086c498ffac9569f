"""A primary and a synchronous standby: what is acknowledged is on both, and what is not is unknown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from croupier.journal.port import OutcomeUnknown, StoreBusy, StoreUnreachable
from croupier.journal.postgres import connection as connections
from croupier.journal.postgres.connection import PostgresAddress, RefusedSetting
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.verify import verify_journal
from tests.journal.examples import drafts
from tests.postgres import ReplicatedPair


@pytest.fixture(scope="module")
def pair() -> Iterator[ReplicatedPair]:
    made = ReplicatedPair()
    yield made
    made.remove()


def test_a_wait_for_the_standby_that_is_canceled_is_unknown(pair: ReplicatedPair) -> None:
    """The server reports such a commit as done, with a mere warning."""
    store = pair.store()
    with store.journal("table/1") as writer:
        writer.append("table/1", 0, drafts(1))
        pair.standby.stop()
        assert writer._connection is not None
        pid = writer._connection.info.backend_pid
        with ThreadPoolExecutor(1) as pool:
            append = pool.submit(writer.append, "table/1", 1, drafts(1))
            time.sleep(0.3)
            with pair.primary.admin("house") as admin:
                admin.execute("SELECT pg_cancel_backend(%s)", (pid,))
            with pytest.raises(OutcomeUnknown, match="canceling wait for synchronous replication"):
                append.result(10)
    pair.standby.start()
    with store.journal("table/1") as again:
        assert again.head("table/1").version == 2


def test_a_commit_that_waits_for_a_dead_standby_is_unknown_and_not_canceled(
    pair: ReplicatedPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections.Connection, "patience_s", 0.5)
    store = pair.store()
    with store.journal("table/2") as writer:
        writer.append("table/2", 0, drafts(1))
        pair.standby.stop()
        with pytest.raises(OutcomeUnknown, match="no answer for"):
            writer.append("table/2", 1, drafts(1))
        with pytest.raises((OutcomeUnknown, StoreBusy)):
            store.journal("table/2")
        with store.journal(read_only=True) as reader:
            assert reader.head("table/2").version == 1, "nobody sees what is not on both"
    pair.standby.start()
    monkeypatch.setattr(connections.Connection, "patience_s", 10)
    with store.journal("table/2") as again:
        assert again.head("table/2").version == 2
        assert verify_journal(again).ok


def test_a_standby_is_read_and_never_written(pair: ReplicatedPair) -> None:
    standby = PostgresStore(PostgresAddress(pair.standby.url("house")))
    with pytest.raises((StoreUnreachable, RefusedSetting)):
        standby.journal()
    with standby.journal(read_only=True) as reader:
        assert verify_journal(reader).ok


def fail_over_soon(pair: ReplicatedPair) -> None:
    time.sleep(0.3)
    pair.fail_over()


def test_a_promoted_standby_has_everything_that_was_acknowledged(pair: ReplicatedPair) -> None:
    store = PostgresStore(PostgresAddress(pair.url))  # it goes on alone
    with store.journal("table/3") as writer:
        acknowledged = 0
        with ThreadPoolExecutor(1) as pool:
            failing = pool.submit(fail_over_soon, pair)
            with suppress(OutcomeUnknown, StoreUnreachable):
                while True:
                    acknowledged = writer.append("table/3", acknowledged, drafts(3))[-1].version
            failing.result(30)
    assert acknowledged > 3
    with store.journal("table/3") as again:
        assert again.head("table/3").version in {acknowledged, acknowledged + 3}
        assert again.append("table/3", again.head("table/3").version, drafts(1))
        assert verify_journal(again).ok
