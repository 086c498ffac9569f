"""Reads one [[table]] of a house file."""

from __future__ import annotations

import re

from croupier.rules.book import Rulebook
from croupier.rules.chip_set import read_value_chips
from croupier.rules.choices import CHOICES, read_choices
from croupier.rules.compliance import TableEntry
from croupier.rules.facts import FactRules, as_text, exact, read_stated, read_words
from croupier.rules.house_sheets import HouseSheets
from croupier.rules.library import packaged
from croupier.rules.operation import read_operation
from croupier.terms.document import DocumentTable, Table
from croupier.terms.problem import Problem, shown


def _plain_facts() -> FactRules:
    """The facts that every house file may state, for a file whose book is unknown."""
    from croupier.rules.duties import read_duties
    from croupier.rules.folder import CUSTOMARY

    return read_duties(packaged().chain(CUSTOMARY), ()).facts


def read_table_entry(written: Table, book: Rulebook | None, sheets: HouseSheets) -> tuple[TableEntry, list[Problem]]:
    """One [[table]] and its problems of form, with keys relative to the table."""
    rules = book.duties.facts if book is not None else _plain_facts()
    table = dict(exact(written, rules))
    if "number" in table:
        table["number"] = as_text(table["number"])
    problems: list[Problem] = []
    section = DocumentTable(table, problems)
    section.known("arrangement", "sections", "stops")  # so that hints may name them
    known = book or packaged().books()[0]
    choices = read_choices(section, known)
    entry = TableEntry(
        number=_read_number(section),
        choices=choices,
        stated=read_stated(section, rules),
        running=read_operation(section, known.vocabulary.shapes),
        written={key: section.raw(key) for key in CHOICES if key in section},
        coupons_asked="coupons" in section and choices.coupons,
        value_chips=read_value_chips(section),
        sheets=sheets,
    )
    section.finish()
    return entry, problems


_NUMBER = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 ._-]{0,30}[A-Za-z0-9])?")


def table_number(written: Table) -> str | None:
    """The number of a table, before anything else of it is read."""
    number = as_text(written.get("number"))
    return number.strip() if isinstance(number, str) else None


def _read_number(section: DocumentTable) -> str | None:
    """The number as printed on the table top, which pages and records also use."""
    number = read_words(section, "number")
    if number is None or _NUMBER.fullmatch(number):
        return number
    section.wrong(
        "number",
        f"{shown(number)} is not the number of a table",
        "Give at most 32 letters, digits and marks, such as 7 or 9-A.",
    )
    return None
