"""Win, drop and hold: by hand from the golden day, and by a second derivation on every one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.records.report import Figures, days, shifts
from croupier.records.script import read_script
from tests.records.days import GOLDEN, journal_of, played

NAMES = sorted(path.stem for path in GOLDEN.glob("*.play"))


def test_the_golden_day_of_new_jersey_by_hand() -> None:
    """Drop 300 + 500 + 1,000 + 20; one fill of 5,000, one credit of 1,000; ten dollars short in the second shift."""
    script, journal = journal_of("nj")
    first, second = shifts(journal.read(script.stream))
    assert (first.dealer, second.dealer) == ("ana", "bob")
    assert first.figures.opening_float == 20_000_00
    assert first.figures.closing_float == second.figures.opening_float == 21_183_00
    assert (first.figures.drop, first.figures.drop_receipts) == (1_820_00, 500_00)
    assert (first.figures.fills, first.figures.credits) == (5_000_00, 1_000_00)
    assert first.figures.win == (1_820 + 21_183 - 20_000 - 5_000 + 1_000) * 100 == -997_00
    assert first.figures.hold == Fraction(-997, 1820)
    assert (first.figures.collected, first.figures.paid) == (
        (11 + 59 + 20 + 1 + 5) * 100,
        (83 + 80 + 890 + 5 + 35) * 100,
    )
    assert (first.figures.corrections, first.figures.tips, first.figures.coupons) == (0, 15_00, 5_00)
    assert (first.figures.rounds, first.figures.no_spins, first.figures.disputes) == (5, 3, 2)
    assert first.figures.rounds_per_hour == Fraction(5 * 60, 63)
    assert (second.figures.win, second.figures.difference, second.figures.hold) == (-10_00, -10_00, None)
    (day,) = days([first, second])
    assert (day.shifts, day.counted) == (2, True)
    assert (day.figures.opening_float, day.figures.closing_float) == (20_000_00, 21_173_00)
    assert day.figures.win == -1_007_00


def test_claims_are_what_a_correction_left_open() -> None:
    script, journal = journal_of("co-2014")
    first, second = shifts(journal.read(script.stream))
    assert (first.figures.claims, first.figures.corrections) == (10_00, 30_00)
    assert first.figures.win + second.figures.win == -110_00


def second_derivation(figures: Figures) -> int:
    """What was taken from players less what was paid to them, independent of the float."""
    return figures.collected - figures.paid - figures.corrections + figures.difference


@pytest.mark.parametrize("name", NAMES)
def test_win_has_a_second_derivation(name: str) -> None:
    script, journal = journal_of(name)
    found = list(shifts(journal.read(script.stream)))
    assert found
    for shift in found:
        assert shift.figures.win == second_derivation(shift.figures)
    for day in days(found):
        assert day.figures.win == second_derivation(day.figures)


def test_an_open_shift_is_taken_at_the_books_and_a_table_may_open_twice_a_day() -> None:
    text = """
        table 7 under nj
        date 2026-11-15
        09:00 supervisor sue opens, dealer ana, float $1,000
        10:00 sue closes, float $1,000
        11:00 sue opens, dealer ana, float $2,000
        11:01 pat takes seat 1
        11:01 pat sets chips blue worth $1
        11:02 ana sells seat 1 $100 for cash
    """
    script = read_script(text)
    found = list(shifts(played(script)[0].read(script.stream)))
    assert [(shift.shift, shift.counted, shift.figures.win) for shift in found] == [(1, True, 0), (1, False, 0)]
    (day,) = days(found)
    assert (day.counted, day.figures.opening_float, day.figures.closing_float) == (False, 3_000_00, 2_900_00)
    assert day.figures.win == 0


def test_a_night_belongs_to_the_day_on_which_the_table_was_opened() -> None:
    text = """
        table 7 under nj
        date 2026-11-15
        22:00 supervisor sue opens, dealer ana, float $1,000
        date 2026-11-16
        04:00 sue closes, float $1,000
    """
    script = read_script(text)
    (shift,) = shifts(played(script)[0].read(script.stream))
    assert (shift.day, shift.figures.open_ms) == ("2026-11-15", 6 * 3_600_000)
