"""A house file: the tables of one house under one rulebook from one day on.

`check_house` finds everything that is wrong with it; `read_house` gives the tables of a file without findings,
and `survey_house` every table, fit to open or with what keeps it from opening.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from croupier.rules.assembly import assemble
from croupier.rules.book import Rulebook
from croupier.rules.choices import CHOICES, read_choices
from croupier.rules.compliance import NO_NUMBER, TableEntry, findings, number_clause
from croupier.rules.equipment import (
    Approvals,
    Equipment,
    Running,
    Signs,
    Variations,
    read_approvals,
    read_equipment,
    read_running,
    read_signs,
    read_variations,
    read_words,
)
from croupier.rules.shelf import BOOK_IDS, rulebook, rulebooks
from croupier.rules.table import Rules
from croupier.terms.document import Section, Table, parse_toml
from croupier.terms.problem import Problem, Problems, shown


class HouseTable(Struct, frozen=True):
    """One table, fit to open: its rules, and what stands, hangs and is approved there."""

    number: str
    rules: Rules
    equipment: Equipment
    signs: Signs
    approvals: Approvals
    tip_restriction: str | None = None
    running: Running = Running()
    variations: Variations = {}
    written: Table = {}
    """The choices as the file has them, for the document that records name."""


class UnfitTable(Struct, frozen=True):
    """One table that may not open, and everything that keeps it from opening."""

    number: str
    wheel: str
    zero: str
    findings: tuple[Problem, ...]


class House(Struct, frozen=True):
    """The tables of a house under one rulebook; `date` is the day from which the choices hold."""

    name: str
    book: Rulebook
    date: datetime.date | None
    tables: tuple[HouseTable, ...]


class SurveyedHouse(Struct, frozen=True):
    """Every table of a house, fit to open or not, in the order of the file."""

    name: str
    book: Rulebook
    date: datetime.date | None
    tables: tuple[HouseTable | UnfitTable, ...]


def check_house(text: str, file: str = "") -> tuple[Problem, ...]:
    """Every finding, in the order of the file; a text that is not TOML raises `Problems`.

    >>> for problem in check_house('[house]\\nname = "H"\\nbook = "house"\\n[[table]]\\nnumber = 1\\nzero = "half"'):
    ...     print(problem)
    table 1: zero: half is not open at the american wheel under house (HS placement). Allowed: lose-all.
    """
    return _HouseReader(text, file).findings()


def read_house(text: str, file: str = "") -> House:
    """The house of a file without findings; raises all of them otherwise."""
    return _HouseReader(text, file).house()


def survey_house(text: str, file: str = "") -> SurveyedHouse:
    """Every table of a house; raises what is wrong outside the tables."""
    return _HouseReader(text, file).survey()


class _HouseReader:
    """Reads a house file once, form first and compliance after."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        try:
            document = parse_toml(text)
        except Problems as problems:
            raise problems.within(file) from None
        self.problems: list[Problem] = []
        top = Section(_exact(document), self.problems)
        house = top.section("house", required=True)
        self.name = read_words(house, "name")
        if "house" in top and "name" not in house:
            house.wrong("name", "it is missing", "Give the name of the house.")
        self.date = house.date("date")
        self.book = self._book(house)
        house.finish()
        self.entries: list[tuple[TableEntry, list[Problem]]] = []
        sections = top.sections("table", required=True)
        if "table" in top and not sections and not any(each.key.startswith("table") for each in self.problems):
            top.wrong("table", "the house has no tables", "Give one or more [[table]] tables.")
        for section in sections:
            self.entries.append(_read_entry(section))
        top.finish()

    def _book(self, house: Section) -> Rulebook | None:
        """The book that the tables are held against; where the date does not choose one, the family's newest."""
        families = {book.family: book for book in rulebooks()}
        named = house.text("book", required=True, allowed=tuple(dict.fromkeys([*BOOK_IDS, *families])))
        if named is None:
            return None
        book = rulebook(named) if named in BOOK_IDS else families[named]
        if self.date is None:
            if book.in_force_from is not None and "date" not in house:
                right = "Give the day from which the choices hold, such as 2014-07-15."
                house.wrong("date", f"it is missing, and {named} is in force by date", right)
            return book
        try:
            return rulebook(named, self.date)
        except Problems as problems:
            self.problems += [replace(problem, key=house.at(problem.key)) for problem in problems.problems]
            return book

    def findings(self) -> tuple[Problem, ...]:
        outside = [replace(problem, file=self.file) for problem in self.problems]
        return (*outside, *(problem for _, problems in self._examined() for problem in problems))

    def _examined(self) -> Iterator[tuple[TableEntry, tuple[Problem, ...]]]:
        """Each table with its findings, which name it by its number or, where it has none, by its place."""
        first: dict[str, int] = {}
        for rank, (entry, malformed) in enumerate(self.entries, start=1):
            problems = [*malformed, *self._at(entry, malformed)]
            if entry.number is not None and first.setdefault(entry.number, rank) != rank:
                problems.append(self._twin(entry.number, first[entry.number]))
            name = entry.number or f"#{rank}"
            yield entry, tuple(replace(problem, table=name, file=self.file) for problem in problems)

    def _at(self, entry: TableEntry, malformed: list[Problem]) -> Iterator[Problem]:
        keys = {problem.key for problem in malformed}
        if self.book is not None:
            yield from findings(self.book, entry, keys, self.date)
        elif entry.number is None and "number" not in keys:
            yield NO_NUMBER

    def _twin(self, number: str, first: int) -> Problem:
        wrong = f"{number} is the number of table #{first} of the file as well"
        clause = number_clause(self.book) if self.book else None
        return Problem("number", wrong, "Give each table a number of its own.", clause)

    def house(self) -> House:
        found = self.findings()
        if found or self.book is None:
            raise Problems(found)
        tables = tuple(self._fit(self.book, entry) for entry, _ in self.entries)
        return House(self.name or "", self.book, self.date, tables)

    def survey(self) -> SurveyedHouse:
        outside = [replace(problem, file=self.file) for problem in self.problems]
        if outside or self.book is None:
            raise Problems(outside)
        tables: list[HouseTable | UnfitTable] = []
        for entry, found in self._examined():
            choices = entry.choices
            name = found[0].table if found else entry.number or ""
            tables.append(
                UnfitTable(name, choices.wheel, choices.zero.effect, found) if found else self._fit(self.book, entry)
            )
        return SurveyedHouse(self.name or "", self.book, self.date, tuple(tables))

    def _fit(self, book: Rulebook, entry: TableEntry) -> HouseTable:
        return HouseTable(
            entry.number or "",
            assemble(book, replace(entry.choices, on=self.date)),
            entry.equipment,
            entry.signs,
            entry.approvals,
            entry.tip_restriction,
            entry.running,
            entry.variations,
            entry.written,
        )


def _read_entry(section: Section) -> tuple[TableEntry, list[Problem]]:
    """One [[table]] and what is wrong about its form, keys named from the table on."""
    section.path, section.problems = "", []
    section.known("arrangement", "sections", "stops")  # also where they are absent, so that a hint may name them
    choices = read_choices(section)
    entry = TableEntry(
        number=_read_number(section),
        choices=choices,
        equipment=read_equipment(section.section("equipment")),
        signs=read_signs(section.section("signs")),
        approvals=read_approvals(section.section("approvals")),
        tip_restriction=read_words(section, "tip_restriction"),
        running=read_running(section),
        variations=read_variations(section.section("variations")),
        written={key: section.raw(key) for key in CHOICES if key in section},
        coupons_asked="coupons" in section and choices.coupons,
    )
    section.finish()
    return entry, section.problems


_NUMBER = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 ._-]{0,30}[A-Za-z0-9])?")


def _read_number(section: Section) -> str | None:
    """The number as it stands on the table top, which is also how pages and records name the table."""
    number = read_words(section, "number")
    if number is None or _NUMBER.fullmatch(number):
        return number
    section.wrong(
        "number",
        f"{shown(number)} is not the number of a table",
        "Give at most 32 letters, digits and marks, such as 7 or 9-A.",
    )
    return None


def _exact(document: Table) -> Table:
    """The same document with table numbers as texts and inches as fractions, so that 30.1 is what it says."""
    tables = document.get("table")
    if not isinstance(tables, list):
        return document
    return {
        **document,
        "table": [_exact_table(cast(Table, each)) if isinstance(each, dict) else each for each in tables],
    }


def _exact_table(table: Table) -> Table:
    exact = dict(table)
    if "number" in exact:
        exact["number"] = _as_text(exact["number"])
    equipment = exact.get("equipment")
    if isinstance(equipment, dict):
        exact["equipment"] = {
            key: _as_text(value) if key == "drop_box" else _as_fraction(value) if key.endswith("_inches") else value
            for key, value in equipment.items()
        }
    return exact


def _as_text(value: object) -> object:
    whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**18
    return str(value) if whole else value


def _as_fraction(value: object) -> object:
    return Fraction(str(value)) if isinstance(value, float) and isfinite(value) else value
