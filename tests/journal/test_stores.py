"""Records from one store into another and back: the same bytes, verified alike, by both verifiers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.journal.backup import back_up
from croupier.journal.cosignature import cosign
from croupier.journal.inclusion import prove_record
from croupier.journal.key import create_key, public_path
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.restore import move, restore
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import JournalStore, SqliteStore, open_store
from croupier.journal.verify import verify_file, verify_journal
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, OTHER_KEY, drafts, exported, fill
from tests.postgres import fresh_store
from tests.records.days import golden, played

pytestmark = pytest.mark.slow


@pytest.fixture
def database() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


def write(store: JournalStore, *, tail: bool = False) -> None:
    with store.journal() as journal:
        fill(journal)
        journal.save_cosignatures(1, [cosign(checkpoint_text(journal), "witness.example", OTHER_KEY, 1)])
        if tail:
            journal.append_many([("table/9", 3, drafts(2)), ("table/1", 0, drafts(1)), ("table/7", 4, drafts(1))])


def checkpoint_text(journal: Journal) -> str:
    first = journal.checkpoint(1)
    assert first is not None
    return first.note.text


def tape(store: JournalStore) -> bytes:
    with store.journal(read_only=True) as journal:
        assert verify_journal(journal).ok
        return exported(journal)


@pytest.mark.parametrize("tail", [False, True])
def test_a_backup_of_a_database_is_a_file_that_both_verifiers_take(
    database: PostgresStore, tmp_path: Path, tail: bool
) -> None:
    write(database, tail=tail)
    before = tape(database)
    report = back_up(database, tmp_path / "copy.sqlite")
    assert (report.records, report.sealed, report.checkpoints) == (11 if tail else 7, 7, 2)
    assert tape(SqliteStore(tmp_path / "copy.sqlite")) == before
    stranger = [sys.executable, str(tmp_path / "verify_journal.py"), str(tmp_path / "copy.sqlite")]
    assert subprocess.run(stranger, capture_output=True, check=False).returncode == 0
    with pytest.raises(Fault, match="A backup never replaces"):
        back_up(database, tmp_path / "copy.sqlite")


@pytest.mark.parametrize("day", ["nj", "co-2014-terminals", "sd", "nj-big-six-previous"])
def test_a_golden_day_is_the_same_record_for_record_in_every_store(
    database: PostgresStore, tmp_path: Path, day: str
) -> None:
    script = golden(day)
    with SqliteStore(tmp_path / "day").journal() as file, database.journal(script.stream) as there:
        heads = [played(script, journal)[0].streams() for journal in (MemoryJournal(), file, there)]
        assert verify_journal(there).ok
    assert heads[0] == heads[1] == heads[2]
    assert heads[0]


def test_a_house_moves_to_a_database_and_back(database: PostgresStore, tmp_path: Path) -> None:
    """It is sealed in the order of commits before, and in that of streams after; one tree holds both."""
    old, key = SqliteStore(tmp_path / "old.sqlite"), tmp_path / "no.key"
    write(old)
    back_up(old, tmp_path / "backup.sqlite")
    last = move(tmp_path / "backup.sqlite", database, key)
    assert tape(database) == tape(old)
    with database.journal() as journal:
        journal.append_many([("table/9", 3, drafts(2)), ("table/7", 4, drafts(2))])
        sealed = seal(journal, KEY, NOON + 30)
        assert (sealed.number, sealed.head.origin) == (last.number + 1, last.head.origin)
        for version in (1, 3, 5):
            assert prove_record(journal, "table/7", version).record().version == version
        seal(journal, KEY, NOON + 40)
    back_up(database, tmp_path / "second.sqlite")
    new = SqliteStore(tmp_path / "new.sqlite")
    move(tmp_path / "second.sqlite", new, key)
    assert tape(new) == tape(database)
    with new.journal() as journal:
        journal.append("table/7", 6, drafts(1))
        assert seal(journal, KEY, NOON + 50).records == 12
    assert verify_file(new.path).ok


def test_a_journal_that_lost_something_continues_in_a_database_under_a_new_name(
    database: PostgresStore, tmp_path: Path
) -> None:
    old = SqliteStore(tmp_path / "old.sqlite")
    write(old, tail=True)
    back_up(old, tmp_path / "backup.sqlite")
    made = restore(tmp_path / "backup.sqlite", database, tmp_path / "key", "house.example/2", NOON + 60)
    assert (made.head.origin, made.records) == ("house.example/2", 11)
    with database.journal() as journal:
        assert verify_journal(journal).ok


def test_what_is_not_whole_is_not_moved(database: PostgresStore, tmp_path: Path) -> None:
    old = SqliteStore(tmp_path / "old.sqlite")
    write(old, tail=True)
    with pytest.raises(Fault, match="unsealed records: 4"):
        move(old.path, database, tmp_path / "key")
    with old.journal() as journal:
        back_up(old, tmp_path / "early.sqlite")
        seal(journal, KEY, NOON + 30)
        later = seal(journal, KEY, NOON + 40)
    back_up(old, tmp_path / "backup.sqlite")
    create_key(tmp_path / "other.key")
    with pytest.raises(Fault, match="did not sign"):
        move(tmp_path / "backup.sqlite", database, tmp_path / "other.key")
    with old.journal() as journal:
        journal.append("table/7", 5, drafts(1))
        last = seal(journal, KEY, NOON + 50)
    with pytest.raises(Fault, match="ends before the given note"):
        move(tmp_path / "backup.sqlite", database, tmp_path / "key", last.note)
    assert not public_path(tmp_path / "key").exists()
    assert move(tmp_path / "backup.sqlite", database, tmp_path / "key", later.note) == later


def test_a_database_that_holds_something_is_not_written_over(database: PostgresStore, tmp_path: Path) -> None:
    old = SqliteStore(tmp_path / "old.sqlite")
    write(old)
    with database.journal() as journal:
        journal.append("table/7", 0, drafts(1))
    with pytest.raises(Fault, match="already holds a journal"):
        move(old.path, database, tmp_path / "key")
    with database.journal() as journal:
        assert journal.head("table/7").version == 1


def test_a_damaged_backup_is_not_restored(database: PostgresStore, tmp_path: Path) -> None:
    old = SqliteStore(tmp_path / "old.sqlite")
    write(old)
    data = old.path.read_bytes()
    at = data.index(b'{"stake":3}')
    old.path.write_bytes(data[:at] + b'{"stake":4}' + data[at + 11 :])
    with pytest.raises(Fault, match="is not valid"):
        move(old.path, database, tmp_path / "key")
    with database.journal() as journal:
        assert journal.streams() == ()


def test_a_copy_is_of_one_moment(database: PostgresStore, tmp_path: Path) -> None:
    """Concurrent writers are not delayed, and the copy has none of their records."""
    write(database)
    with database.journal(read_only=True) as reader, reader.snapshot_of_all(), database.journal() as writer:
        writer.append("table/7", 4, drafts(3))
        seal(writer, KEY, NOON + 30)
        assert sum(1 for _ in reader.read_all()) == 7
        assert verify_journal(reader).checkpoints == 2
    assert back_up(database, tmp_path / "copy.sqlite").records == 10


steps = st.lists(
    st.one_of(
        st.lists(
            st.tuples(st.sampled_from("abc"), st.integers(1, 3)), min_size=1, max_size=3, unique_by=lambda e: e[0]
        ),
        st.just([]),
    ),
    max_size=12,
)


@settings(max_examples=8)
@given(steps)
def test_any_order_of_commits_and_checkpoints_survives_the_way_there_and_back(
    tmp_path_factory: pytest.TempPathFactory, commits: list[list[tuple[str, int]]]
) -> None:
    """An empty step is a checkpoint."""
    home = tmp_path_factory.mktemp("move")
    with SqliteJournal(home / "old.sqlite") as journal:
        for commit in commits:
            if commit:
                journal.append_many([(name, journal.head(name).version, drafts(count)) for name, count in commit])
            else:
                seal(journal, KEY, NOON)
        seal(journal, KEY, NOON)
    with fresh_store() as store:
        move(home / "old.sqlite", store, home / "key")
        assert tape(store) == tape(SqliteStore(home / "old.sqlite"))
        back_up(store, home / "new.sqlite")
    assert tape(SqliteStore(home / "new.sqlite")) == tape(SqliteStore(home / "old.sqlite"))


def test_a_store_is_named_by_a_file_or_an_address(database: PostgresStore, tmp_path: Path) -> None:
    assert isinstance(open_store(str(tmp_path / "journal.sqlite")), SqliteStore)
    assert isinstance(open_store(database.address.url), PostgresStore)
