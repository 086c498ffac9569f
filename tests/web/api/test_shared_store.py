"""The service on a database: tables, people, backups, the key and the house file, over restarts and nodes."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from croupier.floor.lease_keeper import LeaseKeeper
from croupier.journal.chain import BrokenChain
from croupier.journal.policy import Demands
from croupier.journal.port import StreamTaken
from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.verify import verify_file
from croupier.terms.people import Role
from tests.loops import looked
from tests.postgres import databases, free_port, fresh_store
from tests.web.api.test_serving import environment
from tests.web.api.world import ANN, NEW_JERSEY, World, bet, opening, spin


@pytest.fixture
def store() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


def test_a_round_is_played_backed_up_and_found_after_a_restart(store: PostgresStore, tmp_path: Path) -> None:
    world = World(tmp_path / "one", store=store)
    world.do("1", *opening(ANN), bet(ANN, 1, "17", 500), *spin("17"))
    manager = world.signed_in(Role.KEY_MANAGER)
    made = manager.post("/api/v1/backup")
    assert made.status_code == 201, made.text
    assert verify_file(tmp_path / "one" / made.json()["file"]).ok
    watcher = world.signed_in(Role.SURVEILLANCE)
    checked = watcher.post("/api/v1/chain")
    assert (checked.status_code, checked.json()["ok"]) == (200, True)
    assert world.nobody.get("/readyz").json()["status"] == "ready"
    version = looked(world.table("1").desk, lambda version, _: version)
    world.close()
    again = World(tmp_path / "two", store=store)  # another machine
    assert looked(again.table("1").desk, lambda version, _: version) == version
    assert again.service.premises.sealer is None, "the key stays where it is"
    assert len(again.service.premises.public_keys()) == 1
    again.do("1", bet(ANN, 1, "18", 500))
    again.close()
    sealing = World(tmp_path / "one", store=store)
    sealing.close()
    report = store.verify(Demands(sealing.service.premises.public_keys()))
    assert (report.ok, report.trusted, report.sealed) == (True, True, report.records)


def test_a_node_that_gets_the_key_seals_on_and_then_knows_what_was_signed(store: PostgresStore, tmp_path: Path) -> None:
    first = World(tmp_path / "one", store=store)
    first.do("1", *opening(ANN), bet(ANN, 1, "17", 500), *spin("17"))
    first.close()
    (tmp_path / "two").mkdir(mode=0o700)
    for name in ("checkpoint.key", "checkpoint.key.pub"):
        (tmp_path / "one" / name).rename(tmp_path / "two" / name)
    second = World(tmp_path / "two", store=store)
    second.do("1", bet(ANN, 1, "18", 500))
    second.close()
    report = store.verify(Demands(second.service.premises.public_keys()))
    assert (report.ok, report.trusted, report.sealed) == (True, True, report.records)
    with psycopg.connect(store.address.url, autocommit=True) as database:
        database.execute("SET session_replication_role = replica")  # bypassing the triggers that protect the records
        database.execute("DELETE FROM croupier.checkpoints")
    third = World(tmp_path / "two", store=store)
    sealer = third.service.premises.sealer
    assert sealer is not None
    with pytest.raises(BrokenChain, match="is not in the journal"):
        sealer.seal()
    with pytest.raises(BrokenChain):
        third.close()


def test_a_node_without_the_lease_takes_no_table(store: PostgresStore) -> None:
    store.node = "two"
    with HouseLease(store.address, "one", "https://one") as one, HouseLease(store.address, "two", "https://two") as two:
        assert one.take()
        assert not two.take()
        with pytest.raises(StreamTaken):
            store.journal("table/1")
        one.release()
        assert two.take()
        assert not one.renew()
        store.journal("table/1").close()
        holder = one.holder()
        assert holder is not None
        assert (holder.node, holder.url) == ("two", "https://two")


def test_a_node_knows_whether_another_one_stands_by(store: PostgresStore) -> None:
    with HouseLease(store.address, "one", "https://one") as one, HouseLease(store.address, "two", "https://two") as two:
        assert one.take()
        assert not one.has_standby()
        assert two.stand_by()
        assert one.has_standby()
        assert not two.has_standby(), "it is the only one"
        two.leave()
        assert not one.has_standby()
        with HouseLease(store.address, "three", "", 0) as three:
            assert three.stand_by()
        assert not one.has_standby(), "it was killed long ago"


def _run_out(store: PostgresStore) -> None:
    """The lease has expired, by the database's clock."""
    with psycopg.connect(store.address.url, autocommit=True) as database:
        database.execute("UPDATE croupier.leases SET until = clock_timestamp() - interval '1 ms' WHERE name = 'house'")


def test_a_lease_that_ran_out_is_taken(store: PostgresStore) -> None:
    with HouseLease(store.address, "one", "", 60) as one, HouseLease(store.address, "two", "", 60) as two:
        assert one.take()
        assert not two.take()
        _run_out(store)
        assert one.renew(), "nobody else took it"
        assert not two.take()
        _run_out(store)
        assert two.take()
        assert not one.renew()


class Fading:
    """A lease that can be renewed this many times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.released = False

    def renew(self) -> bool:
        self.times -= 1
        if self.times == -1:
            raise OSError("no answer")
        return self.times >= 0

    def release(self) -> None:
        self.released = True

    def has_standby(self) -> bool:
        return False


@pytest.mark.parametrize(("after", "lost"), [(1.999, False), (2.0, True)])
def test_a_node_that_cannot_renew_for_two_seconds_has_lost_the_house(after: float, lost: bool) -> None:
    now, heard, lease = [0.0], list[str](), Fading(1)
    keeper = LeaseKeeper(lease, lambda: heard.append("lost"), clock=lambda: now[0])
    keeper.turn()
    now[0] = after
    keeper.turn()
    keeper.turn()
    assert (keeper.lost, heard) == (lost, ["lost"] if lost else [])
    keeper.release()
    assert lease.released is not lost


def serve(directory: Path, store: str, *more: str) -> tuple[subprocess.Popen[str], str]:
    port = free_port()
    command = [str(Path(sys.executable).with_name("croupier")), "serve", "--data", str(directory), "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--store", store, *more],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return process, f"http://127.0.0.1:{port}"


def wait_for(url: str, status: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{url}/readyz", timeout=2, verify=False).json()["status"] == status:
                return
        time.sleep(0.05)
    raise AssertionError(f"{url} is not {status}")


def test_the_second_node_takes_the_house_file_from_the_first(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(NEW_JERSEY)
    with databases().fresh(schema=False) as url:
        first, one = serve(tmp_path / "one", url, "--house", str(tmp_path / "house.toml"))
        wait_for(one, "ready")
        second, two = serve(tmp_path / "two", url)
        wait_for(two, "standing-by")
        first.send_signal(signal.SIGTERM)
        assert first.wait(60) == 0
        wait_for(two, "ready")
        second.send_signal(signal.SIGTERM)
        said, _ = second.communicate(timeout=60)
        assert second.returncode == 0
        assert "Boardwalk House" in said
        assert (tmp_path / "two" / "house.toml").read_text() == (tmp_path / "one" / "house.toml").read_text()
        assert not (tmp_path / "two" / "checkpoint.key").exists()
        assert PostgresStore(PostgresAddress(url)).verify(Demands()).ok
        first.communicate()
