"""What only the SQLite store guarantees: its file, the files next to it, and what happens when it is edited."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import pytest

from croupier.journal import schema
from croupier.journal.diagnosis import JournalFault
from croupier.journal.port import StoreBusy, VersionConflict
from croupier.journal.schema import FORMAT
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.terms.fault import Fault
from tests.forging import forging, unguarded
from tests.journal.examples import draft, drafts, fill

NOBODY = 65534
COLUMNS = ("seq", "stream", "version", "parts", "bodies", "prev", "hashes")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def filled(path: Path) -> Path:
    with SqliteJournal(path) as journal:
        fill(journal)
    return path


def test_nobody_but_the_owner_can_read_the_files(path: Path) -> None:
    old = os.umask(0)
    try:
        with SqliteJournal(path) as journal:
            journal.append("table/7", 0, drafts(1))
            files = [path, path.with_name("journal.db-wal"), path.with_name("journal.db-shm")]
            assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 3
    finally:
        os.umask(old)


def test_the_file_is_in_full_synchronous_write_ahead_mode(path: Path) -> None:
    with SqliteJournal(path) as journal:
        connection = journal._open()
        assert connection.pragma("journal_mode") == "wal"
        assert connection.pragma("synchronous") == 2


def test_records_outlive_the_process_that_wrote_them(path: Path) -> None:
    with SqliteJournal(path) as journal:
        written = journal.append("table/7", 0, drafts(3))
        journal.save_snapshot("table/7", 2, b"state")
    with SqliteJournal(path) as journal:
        assert tuple(journal.read("table/7")) == written
        assert journal.snapshot("table/7")
        journal.append("table/7", 3, drafts(1))
    assert verify_file(path).records == 4


@pytest.mark.parametrize(
    "content", [b"a text file, longer than a hundred bytes" * 9, b"SQLite format 3\0" + bytes(200)]
)
def test_a_foreign_file_is_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(Fault, match="not a journal of croupier"):
            SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_as_it_is(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE records (x)")
    connection.close()
    content = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(Fault, match="not a journal of croupier"):
            SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == content


def test_a_newer_format_is_refused_with_its_number(filled: Path) -> None:
    connection = apsw.Connection(str(filled))
    connection.pragma("user_version", FORMAT + 1)
    connection.close()
    for read_only in (False, True):
        with pytest.raises(Fault, match=f"format {FORMAT + 1}, and this croupier reads format {FORMAT}"):
            SqliteJournal(filled, read_only=read_only)


def test_changed_tables_are_refused(filled: Path) -> None:
    connection = apsw.Connection(str(filled))
    connection.execute("DROP TRIGGER batches_update")
    connection.close()
    with pytest.raises(Fault, match="changed by another program \\(batches_update\\)"):
        SqliteJournal(filled)
    with pytest.raises(Fault, match="batches_update"):
        verify_file(filled)


@pytest.mark.parametrize(
    "statement", ["UPDATE batches SET bodies = x''", "DELETE FROM batches", "DELETE FROM checkpoints"]
)
def test_an_edit_by_hand_meets_a_guard(filled: Path, statement: str) -> None:
    connection = apsw.Connection(str(filled))
    with pytest.raises(apsw.ConstraintError, match="never edited"):
        connection.execute(statement)
    connection.close()


def test_a_reader_cannot_write_and_a_missing_file_is_not_made_for_it(filled: Path) -> None:
    with SqliteJournal(filled, read_only=True) as journal:
        assert journal.head("table/7").version == 4
        with pytest.raises(Fault, match="is read-only"):
            journal.append("table/7", 4, drafts(1))
    with pytest.raises(Fault, match="no such journal"):
        SqliteJournal(filled.with_name("nothing"), read_only=True)
    with pytest.raises(Fault, match="cannot be created"):
        SqliteJournal(filled / "below a file")


@contextmanager
def _nobody_in_particular(*owned: Path) -> Iterator[None]:
    """Root may write everywhere, so root gives the files to the user nobody and acts as nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    for path in owned:
        os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_journal_on_a_read_only_medium_can_be_verified(filled: Path) -> None:
    folder = filled.parent
    with TemporaryDirectory() as open_to_all:
        Path(open_to_all).chmod(0o755)
        medium = Path(shutil.copytree(folder, Path(open_to_all) / "medium"))
        medium.chmod(0o500)
        try:
            with _nobody_in_particular(medium, *medium.iterdir()):
                with pytest.raises(PermissionError):
                    (medium / "note").touch()
                assert verify_file(medium / filled.name).records == 7
        finally:
            medium.chmod(0o700)


def test_a_live_file_is_read_and_verified_while_somebody_writes(path: Path) -> None:
    with SqliteJournal(path) as writer, SqliteJournal(path, read_only=True) as reader:
        for version in range(20):
            writer.append("table/7", version, drafts(1))
            assert reader.head("table/7").version == version + 1
            report = verify_file(path)
            assert (report.ok, report.records) == (True, version + 1)


def test_two_writers_are_fenced_by_the_expected_version(path: Path) -> None:
    with SqliteJournal(path) as one, SqliteJournal(path) as other:
        one.append("table/7", 0, drafts(1))
        with pytest.raises(VersionConflict):
            other.append("table/7", 0, drafts(1))
        other.append("table/7", 1, drafts(1))
        one.append("table/7", 2, drafts(1))
    assert verify_file(path).records == 3


def test_a_writer_that_waits_too_long_gives_up_and_may_try_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_MS", 1)
    with SqliteJournal(path) as one, SqliteJournal(path) as other:
        one.head("table/7")
        held = apsw.Connection(str(path))
        held.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="try again"):
            other.append("table/7", 0, drafts(1))
        held.execute("ROLLBACK")
        held.close()
        assert len(other.append("table/7", 0, drafts(1))) == 1


def put(path: Path, column: str, seq: int, value: bytes | int) -> None:
    with unguarded(path) as connection:
        kind = connection.execute(f"SELECT typeof({column}) FROM batches WHERE seq = ?", (seq,)).get
        connection.execute(f"UPDATE batches SET {column} = CAST(? AS {kind}) WHERE seq = ?", (value, seq))


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_every_byte_of_every_column_counts(filled: Path, column: str) -> None:
    reader = apsw.Connection(str(filled))
    stored: list[Any] = reader.execute(f"SELECT seq, length(hashes) / 32, {column} FROM batches").fetchall()
    assert max(count for _, count, _ in stored) > 1, "one row holds several records"
    for seq, count, value in stored:
        data = value.encode() if isinstance(value, str) else value.to_bytes(8) if isinstance(value, int) else value
        for at in range(len(data)):
            # Alternately a plausible other character, and a byte that makes no text at all.
            changed = data[:at] + bytes([data[at] ^ (1 if at % 2 else 0x80)]) + data[at + 1 :]
            new = int.from_bytes(changed, signed=True) if isinstance(value, int) else changed
            if column in ("seq", "version"):
                taken = (
                    "seq = ?1"
                    if column == "seq"
                    else "version = ?1 AND stream = (SELECT stream FROM batches WHERE seq = ?2)"
                )
                if reader.execute(f"SELECT 1 FROM batches WHERE {taken}", (new, seq)[: 1 + (column == "version")]).get:
                    continue  # the table itself refuses two records in one place
            put(filled, column, seq, new)
            report = verify_file(filled)
            assert not report.ok, (column, seq, at)
            if column != "seq":
                assert report.finding
                assert seq <= report.finding.position < seq + count
            back = value.encode() if isinstance(value, str) else value
            put(filled, column, new if column == "seq" and isinstance(new, int) else seq, back)
    reader.close()
    assert verify_file(filled).ok


@pytest.mark.parametrize(
    ("edit", "wrong"),
    [
        ("DELETE FROM records WHERE seq = 2", JournalFault.MISSING),
        ("DELETE FROM records WHERE seq >= 6", JournalFault.TRUNCATED),
        ("DELETE FROM records", JournalFault.TRUNCATED),
        ("DELETE FROM checkpoints WHERE number = 1", JournalFault.MISSING),
        ("UPDATE checkpoints SET statement = replace(statement, 'records 4', 'records 3') WHERE number = 1",
         JournalFault.ALTERED),
        ("UPDATE checkpoints SET statement = replace(statement, 'time 1', 'time 2') WHERE number = 2",
         JournalFault.REORDERED),
        ("UPDATE checkpoints SET note = (SELECT note FROM checkpoints WHERE number = 1) WHERE number = 2",
         JournalFault.ALTERED),
        ("UPDATE tiles SET hashes = zeroblob(32)", JournalFault.DAMAGED),
        ("UPDATE tiles SET hashes = substr(hashes, 1, 33)", JournalFault.DAMAGED),
        ("UPDATE records SET seq = CASE seq WHEN 2 THEN -3 ELSE -2 END WHERE seq IN (2, 3);"
         "UPDATE records SET seq = -seq WHERE seq < 0", JournalFault.REORDERED),
        ("UPDATE records SET seq = CASE seq WHEN 1 THEN -2 ELSE -1 END WHERE seq IN (1, 2);"
         "UPDATE records SET seq = -seq WHERE seq < 0", JournalFault.REORDERED),
    ],
)  # fmt: skip
def test_edits_of_the_file_are_named(filled: Path, edit: str, wrong: JournalFault) -> None:
    with forging(filled) as connection:
        connection.execute(edit)
    report = verify_file(filled)
    assert report.finding
    assert report.finding.wrong is wrong


@pytest.mark.slow
def test_every_altered_byte_of_a_tile_is_found(filled: Path) -> None:
    """The tiles are a cache, yet a verifier that reads them must not be misled by one."""
    with unguarded(filled) as connection:
        tiles = list(connection.execute("SELECT rowid, level, number, hashes FROM tiles"))
    assert tiles
    for row, _level, _number, hashes in tiles:
        for at in range(len(hashes)):
            altered = bytes((*hashes[:at], hashes[at] ^ 1 << at % 8, *hashes[at + 1 :]))
            with unguarded(filled) as connection:
                connection.execute("UPDATE tiles SET hashes = ? WHERE rowid = ?", (altered, row))
            finding = verify_file(filled).finding
            assert finding, (row, at)
            assert finding.wrong is JournalFault.DAMAGED
        with unguarded(filled) as connection:
            connection.execute("UPDATE tiles SET hashes = ? WHERE rowid = ?", (hashes, row))
    assert verify_file(filled).ok


def test_a_damaged_or_foreign_snapshot_is_not_used(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.append("table/7", 0, drafts(3))
        journal.save_snapshot("table/7", 2, b"state")
        assert journal.snapshot("table/7")
        editor = apsw.Connection(str(path))
        for edit in ("body = x'00'", "version = 3", "version = 9", "digest = x'00'", "stream = 'table/9'"):
            editor.execute(f"UPDATE snapshots SET {edit}")
            assert journal.snapshot("table/7") is None
            assert journal.snapshot("table/9") is None
            editor.execute("DELETE FROM snapshots")
            journal.save_snapshot("table/7", 2, b"state")
        editor.close()


def test_a_snapshot_of_another_history_is_noticed(tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    for path, number in ((one, 0), (other, 1)):
        with SqliteJournal(path) as journal:
            journal.append("table/7", 0, [draft(number), draft(2)])
            journal.save_snapshot("table/7", 2, b"state %d" % number)
    connection = apsw.Connection(str(one))
    connection.execute("ATTACH ? AS other", (str(other),))
    connection.execute("DELETE FROM snapshots; INSERT INTO snapshots SELECT * FROM other.snapshots")
    connection.close()
    with SqliteJournal(one) as journal:
        assert journal.snapshot("table/7") is None


def test_a_torn_page_is_found(filled: Path) -> None:
    data = bytearray(filled.read_bytes())
    at = data.index(b'{"stake":3}')
    data[at : at + 4] = b"\xff\xff\xff\xff"
    filled.write_bytes(data)
    report = verify_file(filled)
    assert report.finding
    assert report.finding.position == 4


def test_an_index_that_disagrees_with_the_rows_is_found(filled: Path) -> None:
    """Reading by stream uses the index, so it is verified too."""
    data = filled.read_bytes()
    connection = apsw.Connection(str(filled))
    root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_batches_1'").get
    size = connection.pragma("page_size")
    connection.close()
    page = data[(root - 1) * size : root * size].replace(b"table/9", b"table/8", 1)
    filled.write_bytes(data[: (root - 1) * size] + page + data[root * size :])
    report = verify_file(filled)
    assert report.finding
    assert report.finding.wrong is JournalFault.DAMAGED
