"""Records in PostgreSQL, a row for those of a stream that were committed together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from msgspec.structs import replace

from croupier.journal.chain import link, origin
from croupier.journal.packed import RECORDS_MAX
from croupier.journal.port import Batch
from croupier.journal.postgres.journal import PAGE, PostgresJournal
from croupier.journal.postgres.loading import load_tape
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.record import Record
from croupier.journal.tape import Row
from croupier.journal.verify import verify_journal
from croupier.terms.fault import Fault
from tests.journal.examples import drafts

pytestmark = pytest.mark.slow

SIZES = (1, RECORDS_MAX, RECORDS_MAX + 1, 3, 2 * RECORDS_MAX, 7)
"""Records in each commit to the stream."""


def admin(store: PostgresStore) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(store.address.url, autocommit=True)


def tampering(store: PostgresStore) -> psycopg.Connection[tuple[object, ...]]:
    """A connection past the triggers that keep what was written."""
    made = admin(store)
    made.execute("SET session_replication_role = replica")
    return made


@contextmanager
def unchecked(database: psycopg.Connection[tuple[object, ...]]) -> Iterator[None]:
    """Without the check that the parts of a batch are equal in number."""
    query = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'batches_check'"
    row = database.execute(query).fetchone()
    assert row is not None
    database.execute("ALTER TABLE croupier.batches DROP CONSTRAINT batches_check")
    yield
    database.execute(f"ALTER TABLE croupier.batches ADD CONSTRAINT batches_check {row[0]} NOT VALID".encode())


def fill(journal: PostgresJournal) -> list[Record]:
    made: list[Record] = []
    for size in SIZES:
        made += journal.append("table/7", len(made), drafts(size, len(made)))
        journal.append("premises", journal.head("premises").version, drafts(1))
    return made


def test_a_commit_is_a_row_or_as_few_as_its_size_allows(store: PostgresStore, journal: PostgresJournal) -> None:
    fill(journal)
    with admin(store) as database:
        query = "SELECT version, cardinality(times) FROM croupier.batches WHERE stream = 'table/7' ORDER BY version"
        rows = database.execute(query).fetchall()
    assert [count for _, count in rows] == [1, 1000, 1000, 1, 3, 1000, 1000, 7]
    assert [version for version, _ in rows] == [1, 2, 1002, 2002, 2003, 2006, 3006, 4006]


@pytest.mark.parametrize("limit", [None, 0, 1, 3, PAGE, PAGE + 1])
@pytest.mark.parametrize("first", [1, 2, 500, 1001, 1002, 2001, 2002, 2003, 2005, 4005, 4006, 4012, 4013, 9000])
def test_any_part_is_read_wherever_batches_begin(journal: PostgresJournal, first: int, limit: int | None) -> None:
    made = fill(journal)
    expected = made[first - 1 :] if limit is None else made[first - 1 : first - 1 + limit]
    assert list(journal.read("table/7", first, limit)) == expected


def test_several_streams_in_one_commit_have_their_own_batches(journal: PostgresJournal) -> None:
    sizes = {"table/1": 5, "table/2": RECORDS_MAX + 1, "premises": 1}
    batches: list[Batch] = [(name, 0, drafts(size)) for name, size in sizes.items()]
    made = journal.append_many(batches)
    for name, size in sizes.items():
        assert list(journal.read(name)) == list(link(name, 0, origin(name).hash, drafts(size)))
    assert len(made) == sum(sizes.values())
    assert verify_journal(journal).ok


def test_the_view_shows_what_the_journal_reads(store: PostgresStore, journal: PostgresJournal) -> None:
    made = fill(journal)
    with admin(store) as database:
        query = (
            "SELECT stream, version, time_ms, actor, kind, body, prev, hash FROM croupier.records "
            "WHERE stream = 'table/7' ORDER BY version"
        )
        shown = [Record(*row) for row in database.execute(query).fetchall()]  # type: ignore[arg-type]  # any row
    assert shown == made


@pytest.mark.parametrize("version", [1, 2, 1000, 1001, 2002, 4012])
def test_a_snapshot_finds_the_hash_of_its_record(journal: PostgresJournal, version: int) -> None:
    made = fill(journal)
    journal.save_snapshot("table/7", version, b"state")
    found = journal.snapshot("table/7")
    assert found is not None
    assert (found.version, found.hash) == (version, made[version - 1].hash)


# Tampering


def test_a_batch_inside_another_is_found(store: PostgresStore, journal: PostgresJournal) -> None:
    fill(journal)
    with tampering(store) as database:
        database.execute(
            "INSERT INTO croupier.batches SELECT stream, 1500, times[1:2], actors[1:2], kinds[1:2], bodies[1:2], prev, "
            "hashes[1:2] FROM croupier.batches WHERE stream = 'table/7' AND version = 1002"
        )
    with pytest.raises(Fault, match="the records of table/7 from 1500 on are damaged"):
        list(journal.read("table/7"))


def test_a_batch_with_a_part_too_few_is_found(store: PostgresStore, journal: PostgresJournal) -> None:
    fill(journal)
    with tampering(store) as database, unchecked(database):
        database.execute("UPDATE croupier.batches SET actors = actors[2:] WHERE stream = 'table/7' AND version = 2003")
    with pytest.raises(Fault, match="the records of table/7 from 2003 on are damaged"):
        list(journal.read("table/7"))


@pytest.mark.parametrize("version", [2, 2003])
def test_a_missing_batch_is_found(store: PostgresStore, journal: PostgresJournal, version: int) -> None:
    made = fill(journal)
    with tampering(store) as database:
        query = "DELETE FROM croupier.batches WHERE stream = 'table/7' AND version = %s RETURNING cardinality(times)"
        row = database.execute(query, (version,)).fetchone()
    assert row is not None
    gone = range(version, version + int(str(row[0])))
    assert list(journal.read("table/7")) == [record for record in made if record.version not in gone]
    assert not verify_journal(journal).ok


def test_a_missing_last_batch_is_found(store: PostgresStore, journal: PostgresJournal) -> None:
    fill(journal)
    with tampering(store) as database:
        database.execute("DELETE FROM croupier.batches WHERE stream = 'table/7' AND version = 4006")
    with pytest.raises(Fault, match="table/7 ends at record 4005, and its head is 4012: records are missing"):
        verify_journal(journal)


@pytest.mark.parametrize("part", ["times", "actors", "kinds", "bodies", "hashes"])
def test_an_altered_part_is_found(store: PostgresStore, journal: PostgresJournal, part: str) -> None:
    fill(journal)
    with tampering(store) as database:
        query = f"UPDATE croupier.batches SET {part}[3] = {part}[2] WHERE stream = 'table/7' AND version = 2003"
        other = {"times": "times[2] + 7777", "actors": "'somebody'", "kinds": "'other/1'", "bodies": "'\\x00'"}
        database.execute(query.replace(f"= {part}[2]", f"= {other.get(part, 'hashes[2]')}").encode())
    assert not verify_journal(journal).ok


@pytest.mark.parametrize(
    "edit",
    ["times = times[2:]", "bodies = '{}'", "hashes = hashes || hashes", "times = '{}', actors = '{}', kinds = '{}'"],
)
def test_the_database_takes_no_batch_of_unequal_parts(
    store: PostgresStore, journal: PostgresJournal, edit: str
) -> None:
    fill(journal)
    with tampering(store) as database, pytest.raises(psycopg.errors.CheckViolation):
        database.execute(f"UPDATE croupier.batches SET {edit} WHERE stream = 'table/7' AND version = 2".encode())


def test_a_tape_with_a_wrong_link_is_loaded_as_it_is(store: PostgresStore, journal: PostgresJournal) -> None:
    records = list(link("table/7", 0, origin("table/7").hash, drafts(5)))
    records[2] = replace(records[2], prev=bytes(32))
    with journal.transaction() as database:
        load_tape(database, [Row(place, record) for place, record in enumerate(records, start=1)])
    with store.journal(read_only=True) as other:
        assert list(other.read("table/7")) == records
        assert not verify_journal(other).ok
