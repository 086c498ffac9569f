"""Rulebooks in force by date: both ends on the boundary, no day and month swapped."""

from __future__ import annotations

import datetime

import pytest

from croupier import Problems, rulebook, rulebooks


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("on", "book"),
    [
        ("2013-07-01", "co-2013"),
        ("2014-07-14", "co-2013"),
        ("2014-07-15", "co-2014"),
        ("2014-12-31", "co-2014"),
        ("2026-01-01", "co-2014"),
    ],
)
def test_colorado_by_day(on: str, book: str) -> None:
    assert rulebook("co", on=day(on)).id == book


@pytest.mark.parametrize("on", ["2013-06-30", "2013-01-07", "2012-03-01"])
def test_no_colorado_text_before_july_2013(on: str) -> None:
    """2013-01-07 is 2013-07-01 with day and month swapped."""
    with pytest.raises(Problems, match="not in force"):
        rulebook("co", on=day(on))


@pytest.mark.parametrize(
    ("book", "first", "before"),
    [
        ("co-2013", "2013-07-01", "2013-06-30"),
        ("co-2014", "2014-07-15", "2014-07-14"),
        ("nj", "2010-11-15", "2010-11-14"),
        ("sd", "2015-07-01", "2015-06-30"),
    ],
)
def test_first_day_in_force_is_inclusive(book: str, first: str, before: str) -> None:
    assert rulebook(book, on=day(first)).id == book
    assert rulebook(book).table("american", on=day(first)).book.id == book
    with pytest.raises(Problems, match="not in force"):
        rulebook(book, on=day(before))
    with pytest.raises(Problems, match="not in force"):
        rulebook(book).table("american", on=day(before))


def test_last_day_in_force_is_inclusive() -> None:
    assert rulebook("co-2013", on=day("2014-07-14")).id == "co-2013"
    with pytest.raises(Problems, match="not in force"):
        rulebook("co-2013", on=day("2014-07-15"))


def test_every_day_of_colorado_has_exactly_one_text() -> None:
    family = [book for book in rulebooks() if book.family == "co"]
    start = day("2013-07-01")
    for days in range(0, 800):
        on = start + datetime.timedelta(days)
        assert sum(book.in_force(on) for book in family) == 1, on


@pytest.mark.parametrize("on", ["1980-01-01", "2026-07-15"])
def test_the_house_sheet_is_undated(on: str) -> None:
    assert rulebook("house", on=day(on)).id == "house"


def test_a_rulebook_that_expired_can_still_be_read() -> None:
    """An expired text does not stop the program: only opening a table on a day checks it."""
    assert rulebook("co-2013").table("american").odds["straight"].pays == 35


@pytest.mark.parametrize("book", ["", "co", "NJ", "co-2015", "nevada"])
def test_unknown_book_is_one_problem_that_names_the_books(book: str) -> None:
    with pytest.raises(Problems) as caught:
        rulebook(book)
    (problem,) = caught.value.problems
    assert "co-2013" in problem.right
