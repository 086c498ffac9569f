"""A process helps to check the chain of a long replay; whatever becomes of it, nothing else is accepted."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.floor.recovery import recover
from croupier.journal import chain, chain_check, preimage
from croupier.journal.chain import BrokenChain, advance_all, genesis, link, origin
from croupier.journal.chain_check import LONG, ROW_MIN, SLOTS, ChainCheck, CheckProcess, can_share
from croupier.journal.columns import RecordColumns, joined
from croupier.journal.memory import MemoryJournal
from croupier.journal.packed import pack
from croupier.journal.record import Draft, Head, Record
from croupier.journal.sqlite import SqliteJournal
from croupier.terms.citation import Basis
from croupier.wire.events import CommandRefused, UnreadableRecord, to_draft
from tests.forging import unguarded

STREAM = "table/7"
PER_ROW = 2 * ROW_MIN
ROWS = 6


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests need the process, whatever machine they run on."""
    monkeypatch.setattr(chain_check, "can_share", lambda: True)


def chained(rows: int = ROWS, per_row: int = PER_ROW) -> list[Record]:
    drafts = [
        Draft("wager-placed/1", f"player:p{number % 5}", 1_731_672_000_000 + number, b'{"number":%d}' % number)
        for number in range(rows * per_row)
    ]
    return list(link(STREAM, 0, genesis(STREAM), drafts))


def in_rows(records: Sequence[Record], per_row: int = PER_ROW) -> list[RecordColumns]:
    return [
        pack(at + 1, records[at : at + per_row])._replace(version=at + 1).columns()
        for at in range(0, len(records), per_row)
    ]


def followed(pages: Sequence[RecordColumns]) -> Head:
    with ChainCheck(origin(STREAM), LONG) as check:
        for page in pages:
            check.follow(page)
    return check.head


class Counted:
    """Counts the pages and the records that are checked here and not in the process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pages = self.records = 0
        whole, singly = chain.advance_page, chain.advance_all

        def advance_page(head: Head, page: RecordColumns) -> Head:
            self.pages += 1
            return whole(head, page)

        def advance_records(head: Head, records: Iterator[Record]) -> Head:
            self.records += 1
            return singly(head, records)

        monkeypatch.setattr(chain_check, "advance_page", advance_page)
        monkeypatch.setattr(chain_check, "advance_all", advance_records)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_the_process_checks_the_pages_of_a_long_replay(here: Counted) -> None:
    records, files = chained(), open_files()
    assert followed(in_rows(records)) == advance_all(origin(STREAM), records)
    assert (here.pages, here.records) == (0, 0)
    assert open_files() == files


def test_several_rows_of_a_page_are_sent_together(here: Counted) -> None:
    records = chained()
    assert followed([*joined(in_rows(records))]) == advance_all(origin(STREAM), records)
    assert (here.pages, here.records) == (0, 0)


@pytest.mark.parametrize("count", [LONG - 1, LONG])
def test_a_short_replay_starts_no_process(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(CheckProcess, "started", lambda: started.append(1))
    with ChainCheck(origin(STREAM), count) as check:
        for page in in_rows(chained()):
            check.follow(page)
    assert len(started) == (count == LONG)


def test_what_is_not_a_whole_row_is_checked_here(here: Counted) -> None:
    records = chained()
    first, *rest = in_rows(records)
    half = PER_ROW // 2
    pages = [first.cut(0, half), first.cut(half, half), *rest]
    assert [bool(page.rows) for page in pages[:3]] == [False, False, True]
    assert followed(pages) == advance_all(origin(STREAM), records)
    assert here.pages == 2
    (both,) = joined(pages[1:3])
    assert not both.rows


def test_rows_of_few_records_are_checked_here(here: Counted) -> None:
    records = chained(per_row=ROW_MIN - 1)
    assert followed(in_rows(records, ROW_MIN - 1)) == advance_all(origin(STREAM), records)
    assert here.pages == ROWS


def test_a_row_too_large_for_a_slot_is_checked_here(here: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = in_rows(chained())
    monkeypatch.setattr(chain_check, "SLOT_BYTES", 100)
    followed(pages)
    assert here.pages == ROWS


CHANGES: list[dict[str, Any]] = [
    {"time_ms": 5},
    {"actor": "player:q"},
    {"kind": "wager-moved/1"},
    {"body": b"{}"},
    {"hash": bytes(32)},
    {"prev": bytes(32)},
    {"time_ms": 253_402_300_800_000},
]


@pytest.mark.parametrize("changed", CHANGES, ids=str)
@pytest.mark.parametrize("at", [0, 1, PER_ROW - 1, PER_ROW, ROWS * PER_ROW - 1])
def test_no_field_of_any_record_may_change(at: int, changed: dict[str, Any]) -> None:
    """`prev` stands in the row only for its first record; that of any other follows from the hash before it."""
    records, files = chained(), open_files()
    records[at] = replace(records[at], **changed)
    pages = in_rows(records)
    told = [record for page in pages for record in page.records()]
    if told == chained():
        assert "prev" in changed
        assert followed(pages).version == len(records)
        return
    with pytest.raises(BrokenChain) as found:
        followed(pages)
    with pytest.raises(BrokenChain) as right:
        advance_all(origin(STREAM), told)
    assert str(found.value) == str(right.value)
    assert open_files() == files


@given(st.permutations(range(4)))
def test_rows_in_another_order_are_not_followed(order: list[int]) -> None:
    pages = in_rows(chained(4))
    if order == sorted(order):
        assert followed(pages).version == 4 * PER_ROW
    else:
        with pytest.raises(BrokenChain, match="does not follow"):
            followed([pages[place] for place in order])


def test_of_two_altered_records_the_first_is_reported() -> None:
    records = chained()
    for at in (PER_ROW + 3, 4 * PER_ROW):
        records[at] = replace(records[at], body=b"{}")
    with pytest.raises(BrokenChain, match=f"Record {PER_ROW + 4} of"):
        followed(in_rows(records))


def fails_after(page: RecordColumns) -> None:
    with ChainCheck(origin(STREAM), LONG) as check:
        check.follow(page)
        raise KeyError("the state makes no sense")


def test_a_broken_chain_is_reported_instead_of_what_followed_from_it() -> None:
    records = chained()
    records[3] = replace(records[3], body=b"nonsense")
    with pytest.raises(BrokenChain, match="Record 4 of"):
        fails_after(in_rows(records)[0])


def test_another_error_stays_if_the_chain_is_sound() -> None:
    files = open_files()
    with pytest.raises(KeyError):
        fails_after(in_rows(chained())[0])
    assert open_files() == files


class TestAProcessThatFails:
    """Everything that it leaves unanswered is checked here, and altered records are still found."""

    PROGRAMS = (
        "import sys; sys.exit(3)",
        "import sys; sys.stdin.buffer.read(10)",
        "import time; time.sleep(60)",
        "import sys\nwhile sys.stdin.buffer.read(10): sys.stdout.buffer.write(bytes(1)); sys.stdout.buffer.flush()",
        "this is not Python",
    )

    @pytest.mark.parametrize("program", PROGRAMS)
    def test_that_another_program_is_in_its_place(self, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chain_check, "PROGRAM", program)
        monkeypatch.setattr(chain_check, "ANSWER_S", 0.05)
        self.expect_the_same()

    def test_that_it_cannot_be_started(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        self.expect_the_same()

    @pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
    def test_that_it_is_killed_or_stopped(self, sent: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chain_check, "ANSWER_S", 0.05)
        records, files, process = chained(2 * SLOTS), open_files(), CheckProcess.started()
        assert process is not None
        monkeypatch.setattr(CheckProcess, "started", lambda: process)
        with ChainCheck(origin(STREAM), LONG) as check:
            for number, page in enumerate(in_rows(records)):
                check.follow(page)
                if number == 1:
                    os.kill(process.pid, sent)
        assert check.head == advance_all(origin(STREAM), records)
        assert open_files() == files

    def expect_the_same(self) -> None:
        records, files = chained(2 * SLOTS), open_files()
        assert followed(in_rows(records)) == advance_all(origin(STREAM), records)
        for at in (3, len(records) - 1):
            altered = list(records)
            altered[at] = replace(altered[at], body=b"{}")
            with pytest.raises(BrokenChain, match=f"Record {at + 1} of"):
                followed(in_rows(altered))
        assert open_files() == files


def test_a_machine_with_one_core_checks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0})
    assert not can_share()
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
    assert can_share()
    monkeypatch.setattr(sys, "executable", "")
    assert not can_share()


def test_the_program_answers_each_question_and_survives_nonsense() -> None:
    row = pack(1, chained(1))
    parts, name = row.parts.encode(), STREAM.encode()
    head = preimage.ROW_HEAD.pack(1, row.prev, len(parts), len(row.bodies), len(row.hashes))
    good = name + head + parts + row.bodies + row.hashes
    altered = good.replace(b'"number":3', b'"number":4')
    slots = b"".join(each.ljust(preimage.SLOT_BYTES, b"\0") for each in (good, altered, good[:-1], b"nonsense"))
    asked = b"".join(preimage.QUESTION.pack(slot, 1, len(name)) for slot in (0, 1, 2, 3, 99, 0))
    answers = io.BytesIO()
    preimage.answer(io.BytesIO(asked + b"half"), answers, slots)
    no, yes = preimage.DIFFERENT, preimage.INTACT
    assert answers.getvalue() == yes + no + no + no + no + yes


class TestRecovery:
    """`recover` with a journal file."""

    @pytest.fixture(autouse=True)
    def short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chain_check, "LONG", 1)

    def journal(self, path: Path, old: bytes, new: bytes) -> SqliteJournal:
        refused = CommandRefused("seat-empty", None, {}, Basis.TEXT, None)
        drafts = [to_draft(refused, str(number), "player:p1", 1) for number in range(100)]
        with SqliteJournal(path) as journal:
            journal.append(STREAM, 0, drafts)
        with unguarded(path) as connection:
            connection.execute("UPDATE batches SET bodies = CAST(replace(bodies, ?, ?) AS BLOB)", (old, new))
        return SqliteJournal(path, read_only=True)

    def test_replays_a_sound_journal(self, tmp_path: Path, here: Counted) -> None:
        with self.journal(tmp_path / "journal.db", b"nothing", b"nothing") as journal:
            known = recover(journal, STREAM, snapshot=False)
            assert known.head == journal.head(STREAM)
            assert len(known.answered) == 100
        assert (here.pages, here.records) == (0, 0)

    @pytest.mark.parametrize(("old", "new"), [(b'"50"', b'"51"'), (b'"command":"50"', b'"kommand":"50"')])
    def test_reports_a_broken_chain_whether_the_record_can_be_read_or_not(
        self, old: bytes, new: bytes, tmp_path: Path
    ) -> None:
        with (
            self.journal(tmp_path / "journal.db", old, new) as journal,
            pytest.raises(BrokenChain, match="Record 51 of"),
        ):
            recover(journal, STREAM, snapshot=False)

    def test_reports_a_chain_that_breaks_behind_a_record_that_cannot_be_read(self, tmp_path: Path) -> None:
        """Whoever alters a record and hashes those after it again must do so to the end."""
        with self.journal(tmp_path / "journal.db", b"nothing", b"nothing") as journal:
            records = list(journal.read(STREAM))
        altered = [Draft(each.kind, each.actor, each.time_ms, each.body) for each in records[:60]]
        altered[50] = Draft("wager-placed/1", "player:p1", 1, b"{}")
        forged = [*link(STREAM, 0, genesis(STREAM), altered), *records[60:]]

        class Forged(MemoryJournal):
            def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
                return iter(forged)

        with pytest.raises(BrokenChain, match="Record 61 of"):
            recover(Forged(), STREAM, snapshot=False)
        with unguarded(tmp_path / "journal.db") as connection:
            connection.execute("DELETE FROM batches")
            rows = [pack(1, forged[:60]), pack(61, forged[60:])]
            connection.executemany("INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        with (
            SqliteJournal(tmp_path / "journal.db", read_only=True) as journal,
            pytest.raises(BrokenChain, match="Record 61 of"),
        ):
            recover(journal, STREAM, snapshot=False)

    def test_reports_a_record_that_was_written_so(self, tmp_path: Path) -> None:
        with SqliteJournal(tmp_path / "journal.db") as journal:
            journal.append(STREAM, 0, [Draft("wager-placed/1", "player:p1", 1, b"{}")] * 100)
            with pytest.raises(UnreadableRecord):
                recover(journal, STREAM, snapshot=False)
