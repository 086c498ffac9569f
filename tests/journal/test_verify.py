"""The verifier rejects every change, and names the first bad record and what is wrong with it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from croupier.journal import verify_journal as standalone
from croupier.journal.chain import link
from croupier.journal.diagnosis import JournalFault, JournalFinding
from croupier.journal.note import sign_note
from croupier.journal.policy import Demands
from croupier.journal.record import TIME_MAX, Record
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.tape import Item, Row, StoredCheckpoint, UnreadableRow, export_tape
from croupier.journal.verify import VerificationReport, load_note, verify_file, verify_journal, verify_tape
from croupier.terms.fault import Fault
from tests.journal.examples import (
    KEY,
    NOON,
    ORIGIN,
    OTHER_KEY,
    OpenJournal,
    draft,
    drafts,
    example,
    exported,
    fill,
    renumbered,
    rows,
    tape,
)

FIELDS = ("stream", "version", "time_ms", "actor", "kind", "body", "prev", "hash")


def judged(items: list[Item]) -> JournalFinding:
    finding = verify_tape(iter(items)).finding
    assert finding
    return finding


def where(finding: JournalFinding) -> tuple[JournalFault, int, str, int]:
    return finding.wrong, finding.position, finding.stream, finding.version


def test_an_untouched_journal_is_right() -> None:
    report = verify_tape(iter(tape()), Demands((KEY.public,)))
    assert report == VerificationReport(
        records=7, streams=2, checkpoints=2, sealed=7, trusted=True, witnessed=False, origin=ORIGIN, size=9
    )
    assert verify_tape(iter(tape(sealed=False))).sealed == 0
    assert verify_tape(iter([])).ok


def mutations(value: object) -> Iterator[object]:
    """Every value that differs in one byte from a stored one; a number is taken as its eight bytes."""
    match value:
        case str():
            data = value.encode()
        case int():
            data = value.to_bytes(8, signed=True)
        case _:
            assert isinstance(value, bytes)
            data = value
    for at in range(len(data)):
        for byte in range(256):
            if byte != data[at]:
                changed = data[:at] + bytes([byte]) + data[at + 1 :]
                if isinstance(value, int):
                    yield int.from_bytes(changed, signed=True)
                elif isinstance(value, bytes):
                    yield changed
                elif changed.isascii():  # what is not a text at all, the tests on the file hold
                    yield changed.decode()


@pytest.mark.slow
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("at", range(7))
def test_every_single_byte_mutation_of_a_column_is_rejected_at_its_record(field: str, at: int) -> None:
    good: list[Item] = list(rows())
    row = good[at]
    assert isinstance(row, Row)
    for value in mutations(getattr(row.record, field)):
        bad = list(good)
        bad[at] = Row(row.seq, replace(row.record, **{field: value}))
        finding = judged(bad)
        assert finding.position == at + 1, (field, value, finding)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_every_single_byte_mutation_of_a_checkpoint_is_rejected(number: int) -> None:
    good = tape()
    at = next(at for at, item in enumerate(good) if isinstance(item, StoredCheckpoint) and item.number == number)
    note = good[at]
    assert isinstance(note, StoredCheckpoint)
    for field in ("statement", "text"):
        text = getattr(note, field)
        for index, old in enumerate(text):
            for new in {chr(ord(old) ^ 1), chr(ord(old) ^ 16), "0", "a", "\n"} - {old}:
                bad = list(good)
                bad[at] = replace(note, **{field: text[:index] + new + text[index + 1 :]})
                assert not verify_tape(iter(bad)).ok


def export_report(data: bytes) -> VerificationReport | None:
    try:
        return verify_tape(export_tape(io.BytesIO(data), len(data), lambda *_: None))
    except UnreadableRow:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_single_byte_mutation_of_an_export_is_rejected(part: int) -> None:
    data = exported(example())
    title = data.index(b"\n") + 1
    assert verify_tape(export_tape(io.BytesIO(data), len(data), lambda *_: None)).records == 7
    for at in range(title + part, len(data), 4):
        for mask in (0x01, 0x02, 0x20, 0x80):
            changed = data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]
            report = export_report(changed)
            assert report is None or not report.ok, (at, data[at], mask)


# Row index in the order of commits: 0 7/1, 1 7/2, 2 9/1, 3 7/3, 4 9/2, 5 9/3, 6 7/4.
DELETED = [(0, "table/7", 1), (1, "table/7", 2), (2, "table/9", 1), (3, "table/7", 3), (4, "table/9", 2)]


@pytest.mark.parametrize(("at", "stream", "version"), DELETED)
def test_a_deleted_record_is_missing(at: int, stream: str, version: int) -> None:
    good = rows()
    assert where(judged([*good[:at], *good[at + 1 :]])) == (JournalFault.MISSING, at + 1, stream, version)
    assert judged(renumbered([*good[:at], *good[at + 1 :]])).wrong is JournalFault.MISSING


@pytest.mark.parametrize(("at", "stream", "version"), DELETED[:3])
def test_a_deleted_record_is_missing_when_versions_are_renumbered_too(at: int, stream: str, version: int) -> None:
    good = rows()
    bad: list[Item] = []
    for row in [*good[:at], *good[at + 1 :]]:
        late = row.record.stream == stream and row.record.version > version
        bad.append(Row(row.seq, replace(row.record, version=row.record.version - late)))
    finding = judged(renumbered(bad))
    assert (finding.wrong, finding.stream, finding.version) == (JournalFault.MISSING, stream, version)


def test_a_deleted_end_of_a_stream_is_named_by_the_next_checkpoint() -> None:
    good = tape()
    at = next(at for at, item in enumerate(good) if isinstance(item, Row) and item.record.version == 3)
    finding = judged([*good[:at], *good[at + 1 :]])
    assert (finding.wrong, finding.position) == (JournalFault.MISSING, 4)
    gone = [item for item in good if not (isinstance(item, Row) and item.record.stream == "table/9")]
    assert where(judged(gone)) == (JournalFault.MISSING, 3, "table/9", 1)


def forged(after: Record | None, stream: str = "table/7") -> Record:
    version, prev = (after.version, after.hash) if after else (0, bytes(32))
    return link(stream, version, prev, [draft(99)])[0]


@pytest.mark.parametrize("at", [1, 3])
def test_a_record_inserted_with_a_fitting_link_is_named(at: int) -> None:
    """The forger links the new record correctly and renumbers what follows, but cannot fix its hashes."""
    good = rows()
    before = max((row.record for row in good[:at] if row.record.stream == "table/7"), key=lambda r: r.version)
    new = forged(before)
    moved: list[Item] = [
        Row(row.seq, replace(row.record, version=row.record.version + 1)) if row.record.stream == "table/7" else row
        for row in good[at:]
    ]
    bad = renumbered([*good[:at], Row(0, new), *moved])
    assert where(judged(bad)) == (JournalFault.INSERTED, at + 1, "table/7", new.version)


@pytest.mark.parametrize("at", [1, 3])
def test_a_record_inserted_without_a_link_is_named(at: int) -> None:
    good = rows()
    due = good[at].record
    new = replace(due, body=b"forged")
    moved: list[Item] = [
        Row(row.seq, replace(row.record, version=row.record.version + 1)) if row.record.stream == "table/7" else row
        for row in good[at:]
    ]
    assert where(judged(renumbered([*good[:at], Row(0, new), *moved]))) == (
        JournalFault.INSERTED,
        at + 1,
        "table/7",
        due.version,
    )


def test_a_second_record_of_one_version_is_inserted() -> None:
    good = rows()
    assert where(judged(renumbered([*good[:2], good[0], *good[2:]]))) == (JournalFault.INSERTED, 3, "table/7", 1)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 3), (0, 3), (2, 4), (4, 5), (3, 6)])
def test_swapped_records_of_one_stream_are_reordered(one: int, other: int) -> None:
    good: list[Item] = list(rows())
    bad = list(good)
    bad[one], bad[other] = bad[other], bad[one]
    finding = judged(renumbered(bad))
    assert (finding.wrong, finding.position) == (JournalFault.REORDERED, one + 1)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 3), (2, 4), (4, 5)])
def test_records_that_exchange_their_versions_are_reordered(one: int, other: int) -> None:
    good = rows()
    bad: list[Item] = list(good)
    first, second = good[one].record, good[other].record
    bad[one] = Row(one + 1, replace(second, version=first.version))
    bad[other] = Row(other + 1, replace(first, version=second.version))
    finding = judged(bad)
    assert (finding.wrong, finding.position) == (JournalFault.REORDERED, one + 1)


def test_records_of_two_streams_swapped_under_a_checkpoint_are_reordered() -> None:
    good = tape()
    bad = list(good)
    bad[1], bad[2] = bad[2], bad[1]
    finding = judged(renumbered(bad))
    assert (finding.wrong, finding.position) == (JournalFault.REORDERED, 1)
    assert "another order of streams" in str(finding)


def test_a_time_after_the_calendar_is_a_finding_of_both_verifiers() -> None:
    """The forger links the record correctly; code that shows its time must never see it."""
    last = next(row.record for row in reversed(rows()) if row.record.stream == "table/7")
    late = replace(draft(99), time_ms=TIME_MAX + 1)
    (bad,) = link("table/7", last.version, last.hash, [late])
    finding = judged([*rows(), Row(len(rows()) + 1, bad)])
    assert where(finding) == (JournalFault.ALTERED, len(rows()) + 1, "table/7", last.version + 1)
    assert "its time is after the year 9999" in str(finding).lower()
    with pytest.raises(standalone.VerificationFailed, match="after the year 9999"):
        standalone.check_record(asdict(bad), (last.version, last.hash))
    (good,) = link("table/7", last.version, last.hash, [replace(late, time_ms=TIME_MAX)])
    standalone.check_record(asdict(good), (last.version, last.hash))


def test_a_replaced_record_is_altered_even_with_a_hash_of_its_own() -> None:
    good: list[Item] = list(rows())
    first = good[0]
    assert isinstance(first, Row)
    good[1] = Row(2, forged(first.record))
    assert where(judged(good)) == (JournalFault.ALTERED, 2, "table/7", 2)


@pytest.mark.parametrize("keep", range(7))
def test_a_cut_end_is_truncated_when_a_checkpoint_stands(keep: int) -> None:
    good = tape()
    notes = [item for item in good if isinstance(item, StoredCheckpoint)]
    kept = [item for item in good if isinstance(item, Row)][:keep]
    early: list[Item] = [notes[0]] if keep >= 4 else []
    bad: list[Item] = [*kept[:4], *early, *kept[4:], *notes[len(early) :]]
    finding = judged(bad)
    assert (finding.wrong, finding.position) == (JournalFault.TRUNCATED, keep + 1)
    lost = [item for item in good if isinstance(item, Row)][keep:]
    assert (finding.stream, finding.version) in {(row.record.stream, row.record.version) for row in lost}


def test_an_end_cut_off_with_its_checkpoints_is_found_by_a_note_kept_elsewhere() -> None:
    journal = example()
    first, second = journal.checkpoints()
    cut = tape()[:5]
    assert verify_tape(iter(cut)).ok, "this is what a hash chain cannot see"
    assert verify_tape(iter(cut), Demands(seen=(first.note,))).witnessed
    report = verify_tape(iter(cut), Demands(seen=(second.note,)))
    assert report.finding
    assert where(report.finding) == (JournalFault.TRUNCATED, 5, "", 0)
    assert not report.witnessed


def test_checkpoints_removed_from_a_whole_journal_are_found_by_a_note_kept_elsewhere() -> None:
    _, second = example().checkpoints()
    report = verify_tape(iter(tape(sealed=False)), Demands(seen=(second.note,)))
    assert report.finding
    assert report.finding.wrong is JournalFault.TRUNCATED


def test_a_rewritten_history_does_not_pass_a_checkpoint_or_a_note_kept_elsewhere() -> None:
    _, second = example().checkpoints()
    other = rows()
    forged_rows: list[Item] = []
    heads: dict[str, Record] = {}
    for row in other:
        last = heads.get(row.record.stream)
        version, prev = (last.version, last.hash) if last else (0, row.record.prev)
        number = 66 if row.seq == 5 else row.record.time_ms - rows()[0].record.time_ms
        heads[row.record.stream] = link(row.record.stream, version, prev, [draft(number)])[0]
        forged_rows.append(Row(row.seq, heads[row.record.stream]))
    assert verify_tape(iter(forged_rows)).ok, "a rebuilt chain is a valid chain"
    notes = [item for item in tape() if isinstance(item, StoredCheckpoint)]
    assert where(judged([*forged_rows[:4], notes[0], *forged_rows[4:], notes[1]])) == (
        JournalFault.ALTERED,
        5,
        "table/9",
        2,
    )
    forged_journal = OpenJournal()
    forged_records = [row.record for row in forged_rows if isinstance(row, Row)]
    for size in (4, 7):
        forged_journal.put(forged_records[:size])
        seal(forged_journal, KEY, NOON)
    forged_journal.put(forged_records)
    assert verify_journal(forged_journal).ok, "the house's own key has signed it"
    report = verify_journal(forged_journal, Demands(seen=(second.note,)))
    assert report.finding
    assert (report.finding.wrong, report.finding.position) == (JournalFault.ALTERED, 5)


def test_a_note_that_was_seen_must_be_the_journals_own() -> None:
    first, second = example().checkpoints()
    other = sign_note(first.note.text, ORIGIN, OTHER_KEY)
    assert not verify_tape(iter(tape()), Demands(seen=(other,))).ok
    assert not verify_tape(iter(tape()), Demands((KEY.public,), seen=(other,))).ok
    between = sign_note(str(replace(first.head, size=6)), ORIGIN, KEY)
    assert judged_with(Demands(seen=(between,))).wrong is JournalFault.MISSING
    split = sign_note(str(replace(second.head, root=bytes(32))), ORIGIN, KEY)
    assert judged_with(Demands(seen=(second.note, split))).wrong is JournalFault.ALTERED


def judged_with(demands: Demands) -> JournalFinding:
    finding = verify_tape(iter(tape()), demands).finding
    assert finding
    return finding


def test_checkpoints_deleted_swapped_or_of_another_key_are_found() -> None:
    good = tape()
    first, second = (item for item in good if isinstance(item, StoredCheckpoint))
    without = [item for item in good if item is not first]
    assert (judged(without).wrong, judged(without).checkpoint) == (JournalFault.MISSING, 1)
    others = {1: second, 2: first}
    swapped = [
        replace(others[item.number], number=item.number) if isinstance(item, StoredCheckpoint) else item
        for item in good
    ]
    assert judged(swapped).checkpoint == 1
    report = verify_tape(iter(good), Demands((OTHER_KEY.public,)))
    assert report.finding
    assert (report.finding.wrong, report.finding.checkpoint) == (JournalFault.SIGNATURE, 1)
    assert verify_tape(iter(good), Demands((OTHER_KEY.public, KEY.public))).ok


def test_a_finding_reads_as_a_sentence() -> None:
    good: list[Item] = list(rows())
    row = good[3]
    assert isinstance(row, Row)
    good[3] = Row(4, replace(row.record, body=b"{}"))
    assert str(judged(good)) == (
        "Record 3 of stream table/7 (record 4 of the journal): altered. Its hash does not match its content."
    )


def test_files_are_verified_with_progress_and_a_note_seen_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with SqliteJournal(path) as journal:
        fill(journal)
        last = journal.last_checkpoint()
        assert last
        (tmp_path / "note").write_text(str(last.note), "utf-8")
        seen = load_note(tmp_path / "note")
        journal.append("table/7", 4, drafts(20_000))
        (tmp_path / "export").write_bytes(exported(journal))
        for file in (path, tmp_path / "export"):
            told: list[tuple[int, int]] = []
            demands = Demands(seen=(seen,))
            report = verify_file(file, demands=demands, on_progress=lambda *at, to=told: to.append(at))
            assert (report.ok, report.records, report.sealed, report.witnessed) == (True, 20_007, 7, True)
            assert told == sorted(told)
            assert len(told) >= 2


@pytest.mark.parametrize("content", [b"", b"no journal at all", b"SQLite format 3\0" + bytes(100)])
def test_a_file_that_is_not_a_journal_is_a_fault(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(Fault, match="journal"):
        verify_file(path)
    with pytest.raises(Fault, match="is not a checkpoint's note"):
        load_note(path)
    with pytest.raises(Fault):
        verify_file(tmp_path / "nothing")
