"""A house file: the tables of one house under one rulebook from a given day.

`check_house` reports every problem, `examine_house` also the status of variations; `read_house` returns the tables of a
valid file, and `survey_house` every table, with what prevents it from opening, if anything. Variations are judged by
`today`, or else the day from which the file's choices apply.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.rules.assembly import assemble
from croupier.rules.book import Rulebook
from croupier.rules.chip_set import ValueChip, read_value_chips
from croupier.rules.compliance import NO_NUMBER, TableEntry, findings, number_clause
from croupier.rules.facts import Stated, approvals_of, read_words
from croupier.rules.house_access import HouseAccess, read_access
from croupier.rules.house_sheets import HouseSheets, read_sheets
from croupier.rules.house_variations import HouseVariations
from croupier.rules.house_zone import read_zone
from croupier.rules.library import Library, packaged
from croupier.rules.notes import notes
from croupier.rules.operation import TableOperation
from croupier.rules.table import Rules
from croupier.rules.table_entry import read_table_entry, table_number
from croupier.rules.variation import VariationReport
from croupier.terms.document import DocumentTable, Table, parse_toml
from croupier.terms.problem import Problem, Problems, nearest, shown

TEXT_MAX = 1 << 20
"""Maximum length of a house file."""
TABLES_MAX = 500
"""Maximum number of tables in a house file."""


class HouseTable(Struct, frozen=True):
    """A table that may open: its rules, and its stated facts and approvals.

    The rules are those of the book as varied for this table on the day; the book of the house is unvaried.
    """

    number: str
    rules: Rules
    stated: Stated = {}
    running: TableOperation = TableOperation()
    written: Table = {}
    """The choices as written in the file, for the document that records name."""
    value_chips: tuple[ValueChip, ...] = ()
    """The table's own, or the house's; empty if the file lists none."""
    sheets: HouseSheets = HouseSheets()
    """The rules that the house itself posts."""

    @property
    def approvals(self) -> Mapping[str, str]:
        return approvals_of(self.stated)


class UnfitTable(Struct, frozen=True):
    """A table that may not open, and everything that prevents it."""

    number: str
    wheel: str
    zero: str
    findings: tuple[Problem, ...]


class House(Struct, frozen=True):
    """The tables of a house under one rulebook; `date` is the day from which the choices apply."""

    name: str
    book: Rulebook
    date: datetime.date | None
    tables: tuple[HouseTable, ...]
    variations: tuple[VariationReport, ...] = ()
    plays_day: datetime.date | None = None
    """The past day that the house plays, if it says so: the text was in force then, but may not be now."""


class SurveyedHouse(Struct, frozen=True):
    """Every table of a house, whether it may open or not, in the order of the file."""

    name: str
    book: Rulebook
    date: datetime.date | None
    tables: tuple[HouseTable | UnfitTable, ...]
    library: Library
    variations: tuple[VariationReport, ...] = ()
    plays_day: datetime.date | None = None
    out_of_force: Problem | None = None
    """Why no table may open today: the text is not in force. Tables already open are played to their end."""
    access: HouseAccess = HouseAccess()
    """What the house asks of people before they may sign in."""
    zone: str | None = None
    """The time zone in which its pages show times; None if the file names none."""


class HouseReport(Struct, frozen=True):
    """Every problem of a house file, the status of its variations, and notes about its book."""

    findings: tuple[Problem, ...]
    variations: tuple[VariationReport, ...] = ()
    notes: tuple[str, ...] = ()


class HouseText(Struct, frozen=True):
    """A house file: its text, its name for messages, and where to find its rulebooks.

    `beside` is the directory of the file, against which its key `rulebooks` is resolved; without it the key is ignored,
    and `library` must have the books.
    """

    text: str
    file: str = ""
    library: Library = field(default_factory=packaged)
    beside: Path | None = None


def check_house(text: str | HouseText, file: str = "", *, today: datetime.date | None = None) -> tuple[Problem, ...]:
    """Every problem, in the order of the file; a text that is not TOML raises `Problems`.

    If `today` is given, the text must be in force then.

    >>> for problem in check_house('[house]\\nname = "H"\\nbook = "house"\\n[[table]]\\nnumber = 1\\nzero = "half"'):
    ...     print(problem.wrong)
    half is not allowed at the american wheel under house
    """
    return examine_house(text, file, today=today).findings


def examine_house(text: str | HouseText, file: str = "", *, today: datetime.date | None = None) -> HouseReport:
    """Every problem, and the status of the variations on the day."""
    return _HouseReader(_house_text(text, file), today).report()


def read_house(text: str | HouseText, file: str = "", *, today: datetime.date | None = None) -> House:
    """The house of a valid file; raises all problems otherwise."""
    return _HouseReader(_house_text(text, file), today).house()


def survey_house(text: str | HouseText, file: str = "", *, today: datetime.date | None = None) -> SurveyedHouse:
    """Every table of a house; raises problems outside the tables. None may open if the text is not in force."""
    return _HouseReader(_house_text(text, file), today).survey()


def _house_text(text: str | HouseText, file: str) -> HouseText:
    return HouseText(text, file) if isinstance(text, str) else text


class _HouseReader:
    """Reads a house file, checking form first and compliance after."""

    def __init__(self, given: HouseText, today: datetime.date | None) -> None:
        self.file, self.library, self.today = given.file, given.library, today
        self.problems: list[Problem] = []
        top = DocumentTable(_parse(given.text, given.file), self.problems)
        house = top.section("house", required=True)
        self.name = read_words(house, "name")
        if "house" in top and "name" not in house:
            house.wrong("name", "it is missing", "Give the name of the house.")
        self.date, self.plays_day = house.date("date"), house.date("plays_day")
        self.zone = read_zone(house)
        latest = max((day for day in (self.date, today) if day is not None), default=None)
        self.day = self.plays_day or latest
        self._find_rulebooks(house, given.beside)
        self.book = self._book(house)
        self.out_of_force = self._out_of_force(house)
        house.finish()
        self.value_chips = read_value_chips(top)
        self.sheets = read_sheets(top)
        self.access = read_access(top)
        self.variations = HouseVariations(top, house, self.book, self.day)
        self.tables = self._tables(top)
        top.finish()

    def _book(self, house: DocumentTable) -> Rulebook | None:
        """The book for the tables; if the date does not select one, the family's newest."""
        library = self.library
        named = house.text("book", required=True)
        if named is None:
            return None
        if named in library:
            try:
                book = library.book(named)
            except Problems as problems:
                self.problems += problems.problems
                return None
        elif named in (families := library.families()):
            book = families[named]
        else:
            known = dict.fromkeys([*library.ids(), *families])
            house.wrong("book", f"{shown(named)} is not known", nearest(named, known))
            self.problems += library.broken()  # it may be the family of one of these
            return None
        if self.date is None:
            if book.in_force_from is not None and "date" not in house:
                right = "Give the day from which the choices apply, such as 2014-07-15."
                house.wrong("date", f"it is missing, and {named} is in force by date", right)
            return book
        try:
            return library.find(named, self.date)
        except Problems as problems:
            self.problems += [replace(problem, key=house.at(problem.key)) for problem in problems.problems]
            return book

    def _find_rulebooks(self, house: DocumentTable, beside: Path | None) -> None:
        """Adds the directory that the file names, after those the caller named."""
        named = house.text("rulebooks")
        if named is None or beside is None:
            return
        try:
            self.library = self.library.with_directory(beside / named)
        except Problems as problems:
            self.problems += (replace(problem, key=house.at("rulebooks")) for problem in problems.problems)

    def _out_of_force(self, house: DocumentTable) -> Problem | None:
        """Checks that the text is in force on the day played: today, unless the house says a past day."""
        book, today, past = self.book, self.today, self.plays_day
        if past is not None and today is not None and past > today:
            house.wrong("plays_day", f"{past} is in the future", "Give a past day, or leave it out to play today.")
            return None
        if past is not None and self.date is not None and past < self.date:
            right = "Let the choices apply from that day, or play a later one."
            house.wrong("plays_day", f"{past} is before {self.date}, from which the choices apply", right)
            return None
        day = past or today
        if book is None or day is None or book.in_force(day):
            return None
        others = [each for each in self.library.family(book.family) if each.in_force(day)]
        instead = f"Choose {others[0].id} ({others[0].validity})" if others else "Choose a book that is in force"
        if past is not None:
            return Problem(house.at("plays_day"), _not_in_force(book, day), f"{instead}, or another day.")
        right = f"{instead}, or play a past day: plays_day = {book.in_force_until or book.in_force_from}."
        return Problem(house.at("book"), _not_in_force(book, day), right)

    def _tables(self, top: DocumentTable) -> list[Table]:
        """The [[table]]s as written; none if there are too many."""
        written = top.raw("table") if "table" in top else None
        if isinstance(written, list) and len(written) > TABLES_MAX:
            top.known("table")
            top.wrong("table", f"the house has {len(written):,} tables", f"Give at most {TABLES_MAX} in one file.")
            return []
        sections = top.sections("table", required=True)
        if "table" in top and not sections and not any(each.key.startswith("table") for each in self.problems):
            top.wrong("table", "the house has no tables", "Give one or more [[table]] tables.")
        return [{key: section.raw(key) for key in section.keys()} for section in sections]  # noqa: SIM118

    def report(self) -> HouseReport:
        examined = list(self._examined())
        found = (each for _, _, problems in examined for each in problems)
        told = tuple(notes(self.book, self.plays_day)) if self.book else ()
        return HouseReport((*self._outside(), *self._today(), *found), self.variations.reports(), told)

    def _outside(self) -> list[Problem]:
        return [replace(problem, file=self.file) for problem in self.problems]

    def _today(self) -> list[Problem]:
        return [replace(self.out_of_force, file=self.file)] if self.out_of_force else []

    def _examined(self) -> Iterator[tuple[TableEntry, Rulebook | None, tuple[Problem, ...]]]:
        """Each table with its book and problems, which name it by its number or else its position."""
        first: dict[str, int] = {}
        for rank, written in enumerate(self.tables, start=1):
            number = table_number(written)
            book, clash = self.variations.book_for(number)
            entry, problems = self._examine(written, book)
            if problems and book is not None:
                problems = self.variations.explained(number, book, problems, partial(self._problems, written))
            problems = [*problems, *clash]
            if entry.number is not None and first.setdefault(entry.number, rank) != rank:
                problems.append(self._duplicate(entry.number, first[entry.number]))
            name = entry.number or f"#{rank}"
            yield entry, book, tuple(replace(problem, table=name, file=self.file) for problem in problems)

    def _examine(self, written: Table, book: Rulebook | None) -> tuple[TableEntry, list[Problem]]:
        """One [[table]] under a book: its entry, and all its problems."""
        entry, malformed = read_table_entry(written, book, self.sheets)
        keys = {problem.key for problem in malformed}
        if book is not None:
            return entry, [*malformed, *findings(book, entry, keys, self.day)]
        missing = [NO_NUMBER] if entry.number is None and "number" not in keys else []
        return entry, [*malformed, *missing]

    def _problems(self, written: Table, book: Rulebook) -> list[Problem]:
        return self._examine(written, book)[1]

    def _duplicate(self, number: str, first: int) -> Problem:
        wrong = f"table #{first} of the file also has the number {number}"
        clause = number_clause(self.book) if self.book else None
        return Problem("number", wrong, "Give each table its own number.", clause)

    def house(self) -> House:
        examined = list(self._examined())
        found = [*self._outside(), *self._today(), *(each for _, _, problems in examined for each in problems)]
        if found or self.book is None:
            raise Problems(found)
        tables = tuple(self._fit(book, entry) for entry, book, _ in examined if book is not None)
        return House(self.name or "", self.book, self.date, tables, self.variations.reports(), self.plays_day)

    def survey(self) -> SurveyedHouse:
        outside = self._outside()
        if outside or self.book is None:
            raise Problems(outside)
        tables: list[HouseTable | UnfitTable] = []
        out = next(iter(self._today()), None)
        for entry, book, own in self._examined():
            found = own if out is None else (replace(out, table=own[0].table if own else entry.number or ""), *own)
            if found or book is None:
                choices = entry.choices
                tables.append(UnfitTable(found[0].table, choices.wheel, choices.zero.rule, found))
            else:
                tables.append(self._fit(book, entry))
        return SurveyedHouse(
            self.name or "",
            self.book,
            self.date,
            tuple(tables),
            self.library,
            self.variations.reports(),
            self.plays_day,
            out,
            self.access,
            self.zone,
        )

    def _fit(self, book: Rulebook, entry: TableEntry) -> HouseTable:
        played = self.day if self.day is not None and book.in_force(self.day) else self.date
        return HouseTable(
            entry.number or "",
            assemble(book, replace(entry.choices, on=played)),
            entry.stated,
            entry.running,
            entry.written,
            entry.value_chips or self.value_chips,
            entry.sheets,
        )


def _not_in_force(book: Rulebook, day: datetime.date) -> str:
    until = book.in_force_until
    if until is not None and day > until:
        after = f", and {book.successor} follows it" if book.successor else ""
        return f"{book.id} was in force until {until}{after}: no table opens under it on {day}"
    return f"{book.id} is in force from {book.in_force_from}: no table opens under it on {day}"


def _parse(text: str, file: str) -> Table:
    if len(text) > TEXT_MAX:
        wrong = f"it has {len(text):,} characters, more than {TEXT_MAX:,}"
        raise Problems([Problem("file", wrong, "Give each floor its own file.", file=file)])
    try:
        return parse_toml(text)
    except Problems as problems:
        raise problems.within(file) from None
