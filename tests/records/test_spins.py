"""The spins of a journal, for fairness tests."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from msgspec import msgpack

from croupier.cli import main
from croupier.game.wheel import Wheel
from croupier.records.spins import SpinReader, SpinsKept, spins_csv
from croupier.table import event as e
from croupier.wire.events import from_record
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules
from tests.records.days import journal_of

DAYS = sorted(path.stem for path in Path("tests/golden").glob("*.play"))


@pytest.mark.parametrize("day", DAYS)
def test_every_announced_number_is_a_row_and_corrections_are_made(day: str) -> None:
    script, journal = journal_of(day)
    events = [from_record(record).event for record in journal.read(script.stream)]
    rows = list(csv.DictReader(StringIO(spins_csv(journal.read(script.stream)))))
    announced = [event.number for event in events if isinstance(event, e.NumberAnnounced)]
    corrected = [event for event in events if isinstance(event, e.NumberCorrected)]
    assert len(rows) == len(announced)
    changed = [(was, row["number"]) for was, row in zip(announced, rows, strict=True) if was != row["number"]]
    finals = {event.round: event for event in corrected}
    assert len(changed) <= len(finals)
    assert {now for _, now in changed} <= {event.number for event in corrected}
    assert all(row["direction"] in ("clockwise", "counterclockwise") and row["dealer"] for row in rows)
    assert [row["time"] for row in rows] == sorted(row["time"] for row in rows)


@pytest.mark.parametrize("day", DAYS)
def test_a_reader_has_the_numbers_of_the_rows_also_when_it_is_kept_on_the_way(day: str) -> None:
    script, journal = journal_of(day)
    records = list(journal.read(script.stream))
    rows = list(csv.DictReader(StringIO(spins_csv(records))))
    recorded = RecordedRulebooks.of(journal)

    def wheel_of(opened: e.TableOpened) -> Wheel:
        return read_rules(opened.rules, recorded).betting.game.wheel

    reader = SpinReader(wheel_of)
    for record in records:
        reader.add(record.time_ms, from_record(record).event)
        reader = SpinReader(wheel_of, msgpack.decode(msgpack.encode(reader.kept), type=SpinsKept))
    assert reader.numbers == [row["number"] for row in rows]
    assert len(reader.times) == len(rows)


def test_fairness_reads_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "day.db"
    assert main(["play", "examples/day.play", "--journal", str(journal)]) == 0
    capsys.readouterr()
    assert main(["fairness", str(journal)]) in (0, 1)
    assert "spins" in capsys.readouterr().out
    assert main(["fairness", str(journal), "--wheel", "american"]) == 2
    assert "a journal already records it" in capsys.readouterr().err


def test_a_table_without_spins_gives_none() -> None:
    assert spins_csv([]) == ""
