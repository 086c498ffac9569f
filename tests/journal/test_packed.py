"""Records of a commit as rows of a journal file: nothing is lost in them, and every record in them is found."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from croupier.journal.chain import BrokenChain, advance_all, genesis, link, origin
from croupier.journal.columns import joined
from croupier.journal.packed import (
    BYTES_MAX,
    RECORDS_MAX,
    BadRow,
    PackedRecords,
    pack,
    read_row,
    rows_of,
    runs_of,
)
from croupier.journal.port import VersionConflict
from croupier.journal.record import Draft, Record
from croupier.journal.sqlite import PAGE, SqliteJournal
from croupier.journal.verify import verify_file
from croupier.terms.fault import Fault
from tests.forging import unguarded
from tests.journal.examples import drafts

DRAFTS = st.lists(
    st.builds(
        Draft,
        kind=st.sampled_from(["wager-placed/1", "no-more-bets-called/2"]),
        actor=st.sampled_from(["dealer:ana", "player:p1"]),
        time_ms=st.integers(0, 2**45),
        body=st.binary(max_size=40),
    ),
    min_size=1,
    max_size=12,
)


def linked(count: int, body: bytes = b"{}") -> tuple[Record, ...]:
    return link("table/7", 0, genesis("table/7"), [Draft("wager-placed/1", "player:p1", 1, body)] * count)


@given(given=DRAFTS, before=st.integers(0, 10**6), seq=st.integers(1, 10**6))
def test_a_row_holds_every_field_of_its_records(given: list[Draft], before: int, seq: int) -> None:
    records = link("table/7", before, genesis("table/7"), given)
    row = pack(seq, records)
    assert rows_of(seq, records) == [row]
    assert tuple(row.columns().records()) == records
    assert row.is_canonical
    assert row.after == seq + len(records)
    assert read_row(tuple(row)) == row


@given(given=DRAFTS, cuts=st.lists(st.integers(1, 5), max_size=5))
def test_pages_of_one_stream_join_to_the_whole(given: list[Draft], cuts: list[int]) -> None:
    records = link("table/7", 0, genesis("table/7"), given)
    rest, pages = list(records), []
    for size in [*cuts, len(rest)]:
        if rest:
            pages.append(pack(1, rest[:size]).columns())
            rest = rest[size:]
    (whole,) = joined(pages)
    assert tuple(whole.records()) == records


@pytest.mark.parametrize(
    ("count", "size", "rows"),
    [
        (RECORDS_MAX, 2, [RECORDS_MAX]),
        (RECORDS_MAX + 1, 2, [RECORDS_MAX, 1]),
        (2 * RECORDS_MAX, 2, [RECORDS_MAX, RECORDS_MAX]),
        (4, BYTES_MAX // 4, [4]),
        (5, BYTES_MAX // 4, [4, 1]),
        (3, BYTES_MAX, [1, 1, 1]),
    ],
)
def test_a_row_ends_at_its_limits(count: int, size: int, rows: list[int]) -> None:
    made = list(rows_of(7, linked(count, bytes(size))))
    assert [row.after - row.seq for row in made] == rows
    assert [row.seq for row in made] == [7 + sum(rows[:place]) for place in range(len(rows))]
    assert [row.version for row in made] == [1 + sum(rows[:place]) for place in range(len(rows))]


def test_a_record_that_does_not_follow_begins_a_row_and_keeps_what_it_says() -> None:
    first, second, third = linked(3)
    wrong = [first, replace(second, prev=bytes(32)), replace(third, version=9), replace(third, stream="table/8")]
    assert [len(run) for run in runs_of(wrong)] == [1, 1, 1, 1]
    assert [record for run in runs_of(wrong) for record in pack(1, run).columns().records()] == wrong


def broken(**changed: object) -> PackedRecords:
    return pack(1, linked(2))._replace(**changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "row",
    [
        broken(parts="[["),
        broken(parts="[[],[],[],[]]", bodies=b"", hashes=b""),
        broken(parts='[[1],["player:p1","player:p1"],["a/1","a/1"],[2,4]]'),
        broken(parts='[[1,1],["player:p1","player:p1"],["a/1","a/1"],[2,5]]'),
        broken(parts='[[1,1],["player:p1","player:p1"],["a/1","a/1"],[5,4]]'),
        broken(parts='[[1,1],["player:p1","player:p1"],["a/1","a/1"],[-1,4]]'),
        broken(parts=f'[[1,1],["player:p1","player:p1"],["a/1","a/1"],[-{"9" * 4299},{"9" * 4300}]]'),
        broken(hashes=bytes(63)),
        broken(bodies=b"{}{} "),
        pack(1, linked(1))._replace(bodies=b"{} "),
    ],
)
def test_a_row_that_no_journal_writes_is_refused(row: PackedRecords) -> None:
    with pytest.raises(BadRow):
        row.columns()


def test_the_same_parts_written_differently_are_not_canonical() -> None:
    row = pack(1, linked(2))
    for other in (row.parts.replace(",", ", ", 1), row.parts.replace("p1", "p\\u0031"), "["):
        assert not row._replace(parts=other).is_canonical


def test_a_value_of_another_type_is_no_row() -> None:
    row = pack(1, linked(1))
    for place, value in itertools.product(range(len(row)), (None, 1.5)):
        with pytest.raises(BadRow, match="wrong type"):
            read_row((*row[:place], value, *row[place + 1 :]))


# In a file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def fill_rows(journal: SqliteJournal, sizes: list[int]) -> None:
    """Commits of these sizes to each of two streams, by turns."""
    version = 0
    for size in sizes:
        journal.append_many([("table/1", version, drafts(size)), ("table/2", version, drafts(size))])
        version += size


def test_reading_begins_and_ends_anywhere_in_a_row(path: Path) -> None:
    with SqliteJournal(path) as journal:
        fill_rows(journal, [3, 1, 5, 2])
        whole = list(journal.read("table/1"))
        assert [record.version for record in whole] == [*range(1, 12)]
        for first, limit in itertools.product(range(14), (None, *range(13))):
            found = list(journal.read("table/1", first, limit))
            assert found == whole[max(first - 1, 0) :][:limit]
        everything = list(journal.read_all())
        assert [record.stream for record in everything[:6]] == ["table/1"] * 3 + ["table/2"] * 3
        for after, limit in itertools.product(range(25), (None, *range(0, 24, 5))):
            assert list(journal.read_all(after, limit)) == everything[after:][:limit]


@pytest.mark.parametrize("size", [1, 7, PAGE - 1, PAGE, PAGE + 1, RECORDS_MAX + 1])
def test_pages_join_wherever_rows_end(path: Path, size: int) -> None:
    with SqliteJournal(path) as journal:
        version = 0
        while version <= 2 * PAGE:
            version = journal.append("table/1", version, drafts(size))[-1].version
        assert advance_all(origin("table/1"), journal.read("table/1")) == journal.head("table/1")
        assert [record.version for record in journal.read("table/1", PAGE)] == [*range(PAGE, version + 1)]
        assert sum(1 for _ in journal.read_all()) == version


def test_every_record_has_its_place_and_hash(path: Path) -> None:
    with SqliteJournal(path) as journal:
        fill_rows(journal, [3, 1, 5])
        for place, record in enumerate(journal.read_all(), start=1):
            assert journal.place(record.stream, record.version) == place
            journal.save_snapshot(record.stream, record.version, b"state")
            kept = journal.snapshot(record.stream)
            assert kept
            assert kept.hash == record.hash
        assert journal.place("table/1", 10) == journal.place("table/3", 1) == 0
        assert [head.version for head in journal.streams()] == [9, 9]


def test_the_view_shows_what_the_journal_reads(path: Path) -> None:
    with SqliteJournal(path) as journal:
        fill_rows(journal, [3, 1, 5])
        records = [(place, *astuple(record)) for place, record in enumerate(journal.read_all(), start=1)]
    connection = apsw.Connection(str(path))
    assert list(connection.execute("SELECT * FROM records ORDER BY seq")) == records
    connection.close()


def test_the_view_shows_empty_bodies_as_empty(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/1", 0, [Draft("wager-placed/1", "player:p1", 1, b"")] * 2)
    connection = apsw.Connection(str(path))
    assert connection.execute("SELECT body FROM records").fetchall() == [(b"",), (b"",)]
    connection.close()


@pytest.mark.parametrize("edit", ["stream = CAST(x'ff' AS TEXT)", "parts = CAST(x'ff' AS TEXT)"])
def test_a_text_that_is_none_is_damage(path: Path, edit: str) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/1", 0, drafts(3))
    with unguarded(path) as connection:
        connection.execute(f"UPDATE batches SET {edit}")
    with SqliteJournal(path) as journal, pytest.raises(Fault, match="is damaged"):
        list(journal.read_all())
    assert not verify_file(path).ok


def test_the_last_version_that_a_row_can_have_ends_the_reading(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/1", 0, drafts(3))
    with unguarded(path) as connection:
        connection.execute("UPDATE batches SET version = ?", ((1 << 63) - 1,))
    with SqliteJournal(path) as journal, pytest.raises((BrokenChain, Fault)):
        advance_all(origin("table/1"), journal.read("table/1"))


def test_two_writers_leave_no_gap_and_no_overlap(path: Path) -> None:
    with SqliteJournal(path) as one, SqliteJournal(path) as other:
        one.append("table/1", 0, drafts(2))
        other.append("table/2", 0, drafts(3))
        one.append("table/1", 2, drafts(2))  # the place after its own last record is taken
        other.append("table/2", 3, drafts(1))
        with pytest.raises(VersionConflict) as conflict:
            one.append("table/2", 0, drafts(1))
        assert conflict.value.found == 4
        with pytest.raises(VersionConflict):
            other.append_many([("table/2", 4, drafts(1)), ("table/1", 2, drafts(1))])
        one.append_many([("table/1", 4, drafts(1)), ("table/2", 4, [])])
        assert [head.version for head in other.streams()] == [5, 4]
    report = verify_file(path)
    assert (report.ok, report.records) == (True, 9)


def test_a_batch_without_records_still_names_its_version(path: Path) -> None:
    with SqliteJournal(path) as journal:
        assert journal.append_many([("table/1", 0, [])]) == ()
        journal.append("table/1", 0, drafts(1))
        with pytest.raises(VersionConflict):
            journal.append_many([("table/2", 0, drafts(1)), ("table/1", 0, [])])
        assert journal.head("table/2").version == 0


def test_a_damaged_row_is_said_with_what_to_do(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/1", 0, drafts(3))
    with unguarded(path) as connection:
        connection.execute("UPDATE batches SET parts = replace(parts, ']]', ' ]]')")
    assert not verify_file(path).ok, "written differently"
    with unguarded(path) as connection:
        connection.execute("UPDATE batches SET hashes = substr(hashes, 33)")
    with SqliteJournal(path) as journal, pytest.raises(Fault, match=r"is damaged: .* Run croupier verify"):
        list(journal.read("table/1"))


def test_rows_that_overlap_are_not_hidden_from_a_reader(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/1", 0, drafts(3))
        records = list(journal.read("table/1"))
    again = pack(4, records[1:])
    with unguarded(path) as connection:
        connection.execute("INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?)", again)
    with SqliteJournal(path) as journal, pytest.raises(BrokenChain):
        advance_all(origin("table/1"), journal.read("table/1"))
    assert not verify_file(path).ok


def test_parts_are_json_that_any_program_reads(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/1", 0, drafts(2))
        first, second = journal.read("table/1")
    connection = apsw.Connection(str(path))
    parts = json.loads(str(connection.execute("SELECT parts FROM batches").get))
    connection.close()
    assert parts == [
        [first.time_ms, second.time_ms],
        [first.actor, second.actor],
        [first.kind, second.kind],
        [len(first.body), len(first.body) + len(second.body)],
    ]
