"""Leases of tables: one process has a table, as the node that runs the house says. The epoch keeps out others."""

from __future__ import annotations

import pytest

from croupier.journal.port import StreamTaken
from croupier.journal.postgres.examination import examine
from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.postgres.table_lease import RegisteredWorker, RunningNode, TableLeases, WorkerRegister
from tests.journal.examples import drafts

pytestmark = pytest.mark.slow

TABLE = "table/1"


def card(name: str, node: str = "a", house: str = "h") -> RegisteredWorker:
    return RegisteredWorker(f"{node}/{name}", f"{node}/{name}/1", node, "127.0.0.1:1", node.encode(), house)


def test_one_process_has_a_table_and_only_the_node_that_runs_the_house_gives_it(store: PostgresStore) -> None:
    with (
        HouseLease(store.address, "a", "http://a.example") as house,
        TableLeases(store.address, card("1")) as one,
        TableLeases(store.address, card("2")) as two,
    ):
        assert not one.take(TABLE, "a"), "no node runs the house"
        assert house.take()
        assert not one.take(TABLE, "b"), "another node says so"
        assert one.take(TABLE, "a")
        assert one.take(TABLE, "a"), "it has it already"
        assert not two.take(TABLE, "a")
        assert (one.renew(), two.renew()) == (frozenset({TABLE}), frozenset())
        one.give([TABLE])
        assert one.renew() == frozenset(), "what it has given away"
        assert two.take(TABLE, "a")
        assert one.renew() == frozenset()


def test_a_lease_that_ran_out_is_taken_and_not_renewed_by_its_old_holder(store: PostgresStore) -> None:
    with (
        HouseLease(store.address, "a", "http://a.example") as house,
        TableLeases(store.address, card("1"), seconds=0) as slow,
        TableLeases(store.address, card("2")) as next_one,
    ):
        assert house.take()
        assert slow.take(TABLE, "a")
        assert next_one.take(TABLE, "a")
        assert slow.renew() == frozenset()


def test_only_the_node_that_runs_the_house_ends_the_leases_of_a_process(store: PostgresStore) -> None:
    with (
        HouseLease(store.address, "a", "http://a.example") as house,
        TableLeases(store.address, card("1")) as dead,
        TableLeases(store.address, card("2")) as heir,
        WorkerRegister(store.address, "b") as other,
        WorkerRegister(store.address, "a") as front,
    ):
        assert house.take()
        assert dead.take(TABLE, "a")
        other.expire(dead.worker.process)
        assert not heir.take(TABLE, "a")
        front.expire(dead.worker.process)
        assert dead.renew() == frozenset(), "it lives after all, and has lost its tables"
        assert heir.take(TABLE, "a")


def test_a_stream_is_taken_only_under_the_lease_of_its_table(store: PostgresStore) -> None:
    one, two = PostgresStore(store.address), PostgresStore(store.address)
    one.worker, two.worker = card("1").process, card("2").process
    with (
        HouseLease(store.address, "a", "http://a.example") as house,
        TableLeases(store.address, card("1")) as first,
        TableLeases(store.address, card("2")) as second,
    ):
        assert house.take()
        with pytest.raises(StreamTaken):
            one.journal(TABLE)
        assert first.take(TABLE, "a")
        with one.journal(TABLE) as writer:
            writer.append(TABLE, 0, drafts(1))
            with pytest.raises(StreamTaken):
                two.journal(TABLE)
            first.give([TABLE])
            assert second.take(TABLE, "a")
            with two.journal(TABLE) as taker:
                with pytest.raises(StreamTaken):
                    writer.append(TABLE, 1, drafts(1))
                with pytest.raises(StreamTaken):
                    one.journal(TABLE)
                assert taker.append(TABLE, 1, drafts(1))[-1].version == 2


def test_the_doctor_says_who_runs_which_table(store: PostgresStore) -> None:
    def told() -> list[tuple[str, bool, str]]:
        return [(each.what, each.ok, each.found) for each in examine(store.address) if each.what.startswith("worker")]

    with (
        HouseLease(store.address, "a", "http://a.example") as house,
        TableLeases(store.address, card("1")) as one,
        TableLeases(store.address, card("1", "b")) as two,
    ):
        assert house.take()
        assert told() == [], "a house without workers"
        one.renew()
        two.renew()
        assert one.take(TABLE, "a")
        assert one.take("table/12", "a")
        assert told() == [("worker", True, "a/1 runs 1, 12"), ("worker", True, "b/1 runs no table")]
        with TableLeases(store.address, card("2", "b", house="other"), seconds=60) as other:
            other.renew()
            found = told()
        assert found[-1] == ("workers", False, "the workers have 2 different house files or programs")


def test_workers_are_registered_until_they_leave(store: PostgresStore) -> None:
    with (
        HouseLease(store.address, "a", "http://a.example") as house,
        TableLeases(store.address, card("1")) as one,
        TableLeases(store.address, card("1", "b", house="other")) as other,
        WorkerRegister(store.address, "a") as register,
    ):
        one.renew()
        assert one.running_node() is None
        assert house.take()
        assert one.running_node() == RunningNode("a", b"a"), "with the certificate by which it is known"
        assert not one.has_others()
        other.renew()
        assert not one.has_others(), "it runs another house file, or another program"
        assert [(each.place, each.alive) for each in register.all()] == [("a/1", True), ("b/1", True)]
        assert one.take(TABLE, "a")
        one.leave()
        assert [each.place for each in register.all()] == ["b/1"]
        assert other.take(TABLE, "a"), "what it had is free"
