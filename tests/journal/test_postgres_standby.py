"""A primary and a synchronous standby: what is acknowledged is on both, and what is not is unknown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.floor.order import Order, UnansweredReason
from croupier.journal.port import OutcomeUnknown, StoreBusy, StoreUnreachable
from croupier.journal.postgres import connection as connections
from croupier.journal.postgres.connection import PostgresAddress, RefusedSetting
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.verify import verify_journal
from croupier.wire.events import from_record
from tests.journal.examples import drafts
from tests.loops import asked
from tests.postgres import ReplicatedPair
from tests.web.api.world import ANN, World, bet, opening

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pair() -> Iterator[ReplicatedPair]:
    made = ReplicatedPair()
    yield made
    made.remove()


def test_a_wait_for_the_standby_that_is_canceled_is_unknown(pair: ReplicatedPair) -> None:
    """The server reports such a commit as done, with a mere warning."""
    store = pair.store()
    with store.journal("a") as writer:
        writer.append("a", 0, drafts(1))
        pair.standby.stop()
        assert writer._connection is not None
        pid = writer._connection.info.backend_pid
        with ThreadPoolExecutor(1) as pool:
            append = pool.submit(writer.append, "a", 1, drafts(1))
            time.sleep(0.3)
            with pair.primary.admin("house") as admin:
                admin.execute("SELECT pg_cancel_backend(%s)", (pid,))
            with pytest.raises(OutcomeUnknown, match="canceling wait for synchronous replication"):
                append.result(10)
    pair.standby.start()
    with store.journal("a") as again:
        assert again.head("a").version == 2


def test_a_commit_that_waits_for_a_dead_standby_is_unknown_and_not_canceled(
    pair: ReplicatedPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections.Connection, "timeout_s", 0.5)
    store = pair.store()
    with store.journal("b") as writer:
        writer.append("b", 0, drafts(1))
        pair.standby.stop()
        with pytest.raises(OutcomeUnknown, match="no answer for"):
            writer.append("b", 1, drafts(1))
        with pytest.raises((OutcomeUnknown, StoreBusy)):
            store.journal("b")
        with store.journal(read_only=True) as reader:
            assert reader.head("b").version == 1, "no reader sees what is not on both"
    pair.standby.start()
    monkeypatch.setattr(connections.Connection, "timeout_s", 10)
    with store.journal("b") as again:
        assert again.head("b").version == 2
        assert verify_journal(again).ok


def test_a_service_whose_standby_is_gone_answers_unknown_and_is_not_ready(
    pair: ReplicatedPair, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """When the standby is back, the order that waited is found, and is answered as it was recorded."""
    world = World(tmp_path, store=pair.store())
    world.do("1", *opening(ANN))
    order = Order("late", bet(ANN, 1, "17", 500))
    monkeypatch.setattr(connections.Connection, "timeout_s", 0.3)
    pair.standby.stop()
    assert asked(world.table("1").desk, order).unanswered is UnansweredReason.UNKNOWN
    ready = world.nobody.get("/readyz")
    assert ready.status_code == 503
    assert "did not confirm a commit" in ready.text
    pair.standby.start()
    monkeypatch.setattr(connections.Connection, "timeout_s", 10)
    answer = asked(world.table("1").desk, order)
    assert answer.events
    assert asked(world.table("1").desk, order) == answer
    world.close()
    with pair.store().journal(read_only=True) as journal:
        commands = [from_record(record).command for record in journal.read("table/1")]
    assert commands.count("late") == 1


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
    with store.journal("c") as writer:
        acknowledged = 0
        with ThreadPoolExecutor(1) as pool:
            failing = pool.submit(fail_over_soon, pair)
            with suppress(OutcomeUnknown, StoreUnreachable):
                while True:
                    acknowledged = writer.append("c", acknowledged, drafts(3))[-1].version
            failing.result(30)
    assert acknowledged > 3
    with store.journal("c") as again:
        assert again.head("c").version in {acknowledged, acknowledged + 3}
        assert again.append("c", again.head("c").version, drafts(1))
        assert verify_journal(again).ok
