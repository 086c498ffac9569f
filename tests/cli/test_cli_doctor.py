"""`croupier doctor` on databases and directories, healthy and not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from tests.cli.running import Croupier
from tests.journal.examples import KEY, NOON, drafts
from tests.postgres import databases, free_port, fresh_store

pytestmark = pytest.mark.slow


@pytest.fixture
def store() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


def wrong(croupier: Croupier, *arguments: str) -> tuple[int, set[str]]:
    ran = croupier("doctor", *arguments, "--json")
    told = json.loads(ran.out)
    return ran.code, {each["what"] for each in told["examined"] if not each["ok"]} - {"commits"}


def test_a_database_in_use_has_no_findings(croupier: Croupier, store: PostgresStore) -> None:
    store.files.put("house.toml", b"[house]")
    with store.journal() as journal:
        journal.append("table/7", 0, drafts(2))
        seal(journal, KEY, NOON)
    with HouseLease(store.address, "node", "https://one.example", 600) as lease:
        assert lease.take()
        assert wrong(croupier, store.address.url)[1] == set()
        ran = croupier("doctor", store.address.url)
    assert "https://one.example runs the house" in ran.out


def test_missing_settings_of_a_database_are_reported(croupier: Croupier, store: PostgresStore) -> None:
    assert wrong(croupier, store.address.url) == (1, {"lease", "house file"})
    with store.journal() as journal:
        journal.append("table/7", 0, drafts(2))
    assert wrong(croupier, store.address.url) == (1, {"lease", "house file", "checkpoints"})
    assert wrong(croupier, store.address.url, "--standby") == (1, {"synchronous_standby_names"})
    assert wrong(croupier, f"postgresql://127.0.0.1:{free_port()}/house") == (1, {"server"})
    with databases().fresh(schema=False) as url:
        assert wrong(croupier, url) == (1, {"schema"})


def test_a_directory_is_examined(croupier: Croupier, tmp_path: Path) -> None:
    assert croupier("doctor", str(tmp_path)).code == 2
    SqliteJournal(tmp_path / "journal.sqlite").close()
    assert wrong(croupier, str(tmp_path))[1] <= {"disk", "room"}
