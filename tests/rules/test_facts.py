"""Facts, units and duties as data: a book requires facts that no other book has, with files alone."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.game.wager import WagerId
from croupier.rules.book import Rulebook
from croupier.rules.facts import Length
from croupier.rules.house import TABLES_MAX, TEXT_MAX, HouseText, check_house, read_house
from croupier.rules.library import Library, packaged
from croupier.terms.problem import Problems
from tests.rules.house_files import COLORADO, house

BOOK = """
id = "mars"
family = "mars"
title = "Rules of the dome"
builds_on = "sd"
"""
CLAUSES = """clause\tduty\tkind\tdue\twords
M 1\t\tconfig\t\ta stick at the table
M 1\tstick\tenforced\t\ta stick at the table
M 2\t\tnotice\t\ta sign that names the dome
M 2\tsign\tprinted\t\ta sign that names the dome
M 3\t\tconfig\t\twheel of 800 mm or more
M 3\tsize\tenforced\t\twheel of 800 mm or more
M 4\t\trecord\t\tvariations by approval
M 4\tapproval\trecorded\t\tvariations by approval
"""
DUTIES = """
[fact."equipment.croupier_stick"]
kind = "choice"
options = ["oak", "ash"]

[fact."signs.dome"]
kind = "flag"

[fact."dome.pressure"]
kind = "length"
unit = "palms"

[unit.palms]
one = "palm"
mm = "381/5"

[fact."approvals.stick"]
kind = "text"

[fact."equipment.wheel"]
unit = "mm"

[duty.called-bets]
right = "Bet with chips."

[duty.stick]
key = "equipment.croupier_stick"
clause = "M 1"
among = ["oak"]
unless = "stick"
missing = "there is no stick"
wrong = "the stick is of {value}"
right = "Use oak."

[duty.sign-dome]
key = "signs.dome"
clause = "M 2"
is = true
missing = "no sign names the dome"
wrong = "no sign names the dome"
right = "Post it."

[duty.wheel]
key = "equipment.wheel"
clause = "M 3"
least = 800
missing = "the wheel has no size"
wrong = "a wheel of {value} is less than 800 mm across"
right = "Use a larger one."

[duty.pressure]
key = "dome.pressure"
clause = "M 3"
least = "1/2"
most = 10
missing = "the pressure is not stated"
wrong = "{value} is too little or too much"
right = "Turn the valve."

[variations]
clause = "M 4"
by = "approval"
grantor = "the warden"
"""
HOUSE = """
[house]
name = "Dome"
book = "mars"
date = 2030-01-01
[[table]]
number = 1
[table.equipment]
croupier_stick = "oak"
wheel_mm = 800
[table.signs]
dome = true
[table.dome]
pressure_palms = "1/2"
"""


LIBRARY = packaged()


@pytest.fixture
def mars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    """A made-up text on a library from which house files are read."""
    folder = tmp_path / "mars"
    folder.mkdir()
    for name, text in {"book.toml": BOOK, "clauses.tsv": CLAUSES, "duties.toml": DUTIES}.items():
        (folder / name).write_text(text)
    library = Library([tmp_path])
    monkeypatch.setattr(sys.modules[__name__], "LIBRARY", library)
    return library.book("mars")


def house_text(text: str) -> HouseText:
    """A house file read from the test's library."""
    return HouseText(text, library=LIBRARY)


def found(text: str) -> list[tuple[str, str | None]]:
    return [(problem.key, problem.clause) for problem in check_house(house_text(text))]


def test_a_book_asks_for_facts_of_its_own(mars: Rulebook) -> None:
    assert found(HOUSE) == []
    bare = HOUSE.partition("[table.equipment]")[0]
    assert found(bare) == [
        ("equipment.croupier_stick", "M 1"),
        ("signs.dome", "M 2"),
        ("equipment.wheel_mm", "M 3"),
        ("dome.pressure_palms", "M 3"),
    ]
    assert found(HOUSE.replace('"oak"', '"ash"')) == [("equipment.croupier_stick", "M 1")]
    assert found(HOUSE.replace('"oak"', '"ash"') + '[table.approvals]\nstick = "the warden, 2030-01-01"') == []
    assert found(HOUSE.replace('"oak"', '"fir"')) == [("equipment.croupier_stick", None)]
    assert found(HOUSE.replace("dome = true", "doom = true")) == [("signs.doom", None), ("signs.dome", "M 2")]


def test_a_book_changes_one_duty_of_the_book_it_builds_on(mars: Rulebook) -> None:
    (problem,) = check_house(house_text(HOUSE.replace("number = 1", 'number = 1\noffers = ["called-bets"]')))
    assert (problem.clause, problem.right) == ("SD 20:18:34:03 chips", "Bet with chips.")


@pytest.mark.parametrize(
    ("size", "right"),
    [
        ("wheel_mm = 800", True),
        ("wheel_mm = 799.9", False),
        ("wheel_cm = 80", True),
        ('wheel_inches = "31 1/2"', True),  # 800.1 mm
        ('wheel_inches = "31 31/64"', False),  # 799.703... mm
        ("wheel_palms = 10.5", True),  # 800.1 mm
        ("wheel_palms = 10.4", False),
    ],
)
def test_a_length_is_stated_in_any_unit_and_held_against_the_text_exactly(
    mars: Rulebook, size: str, right: bool
) -> None:
    key = f"equipment.{size.partition(' ')[0]}"
    assert found(HOUSE.replace("wheel_mm = 800", size)) == ([] if right else [(key, "M 3")])


@pytest.mark.parametrize(
    ("pressure", "words"),
    [("1/4", "1/4 palm is too little or too much"), ("10 1/2", "10 1/2 palms is too little or too much")],
)
def test_a_length_is_said_in_the_unit_in_which_it_was_stated(mars: Rulebook, pressure: str, words: str) -> None:
    (problem,) = check_house(house_text(HOUSE.replace('"1/2"', f'"{pressure}"')))
    assert problem.wrong == words


def test_a_length_is_stated_once(mars: Rulebook) -> None:
    assert found(HOUSE.replace("wheel_mm = 800", "wheel_mm = 800\nwheel_cm = 80")) == [("equipment.wheel_cm", None)]


def test_inches_are_those_of_the_text_elsewhere() -> None:
    """25.4 millimeters to the inch, by definition: 762 mm are 30 inches."""
    assert found(COLORADO.replace("wheel_inches = 30", "wheel_mm = 762")) == []
    (problem,) = check_house(COLORADO.replace("wheel_inches = 30", "wheel_mm = 761"))
    assert (problem.key, problem.clause) == ("equipment.wheel_mm", "CO 47.1-2210(1)")
    assert problem.wrong == "a wheel of 761 mm is less than 30 inches across"


def test_an_approval_is_enough_where_the_text_says_so(mars: Rulebook) -> None:
    changes = "[variation.book.wager.straight]\npays = 34\n"
    granted = '[[variation]]\nname = "V"\napproval = { name = "Letter 3", from = 2030-01-01 }\n'
    text = HOUSE.replace("number = 1", "number = 1\npays = { straight = 34 }")
    assert found(text) == [("pays.straight", None)]
    assert found(text + granted + changes) == []
    (table,) = read_house(house_text(text + granted + changes)).tables
    authority = table.rules.known[WagerId("straight")].authority
    assert (authority.basis, authority.clause) == ("variation", "M 4, Letter 3")
    assert [key for key, _ in found(text + '[[variation]]\nname = "V"\n' + changes)] == ["variation[1].approval"]
    later = granted.replace("2030-01-01", "2030-01-02")
    assert found(text + later + changes) == [("pays.straight", None)]
    wrong_act = granted.replace("approval =", "rule =").replace("{", "[{").replace("}", "}]")
    assert ("variation[1].rule", "M 4") in found(text + wrong_act + changes)


def test_a_house_file_without_a_date_has_no_variations(mars: Rulebook) -> None:
    text = HOUSE.replace("date = 2030-01-01\n", "")
    assert found(text) == []
    variation = '[[variation]]\nname = "V"\napproval = { name = "L", from = 2030-01-01 }\n'
    assert found(f"{text}{variation}[variation.book.wager.red]\npays = 2") == [("house.date", None)]


def test_a_fact_that_is_stated_is_there_for_whoever_runs_the_table(mars: Rulebook) -> None:
    (table,) = read_house(house_text(HOUSE)).tables
    assert table.stated["equipment.croupier_stick"] == "oak"
    size = table.stated["equipment.wheel"]
    assert isinstance(size, Length)
    assert (size.mm, str(size)) == (Fraction(800), "800 mm")
    assert table.stated["equipment.compartments"] == "ring", "left out, it is the usual one"


# Limits on the size of a file.


def test_a_house_file_has_a_bounded_size() -> None:
    text = house("house")
    filled = text + "#" * (TEXT_MAX - len(text))
    assert check_house(filled) == ()
    with pytest.raises(Problems, match=r"floor\.toml: file: it has 1,048,577 characters, more than 1,048,576"):
        check_house(filled + "#", "floor.toml")


@pytest.mark.parametrize("count", [TABLES_MAX + 1, 13_000])
def test_a_house_file_has_a_bounded_number_of_tables(count: int) -> None:
    text = f"table = [{'{},' * count}]\n[house]\nname = 'H'\nbook = 'co-2014'\ndate = 2014-07-15\n"
    (problem,) = check_house(text)
    assert (problem.key, problem.wrong) == ("table", f"the house has {count:,} tables")


def test_keys_and_entries_without_end_are_said_in_few_words() -> None:
    keys = "".join(f"k{rank} = 1\n" for rank in range(20_000))
    problems = check_house(house("house", keys))
    assert len(problems) == 101
    assert problems[-1].wrong == "this key and 19,899 more are not known"
    many = '"x", ' * 1_001
    (problem,) = check_house(house("house", f"offers = [{many}]"))
    assert (problem.key, problem.wrong) == ("offers", "it has 1,001 entries")


def test_as_many_tables_as_allowed_are_all_read() -> None:
    tables = "".join(f"[[table]]\nnumber = {number}\n" for number in range(TABLES_MAX))
    text = f"[house]\nname = 'H'\nbook = 'house'\n{tables}"
    assert check_house(text) == ()
