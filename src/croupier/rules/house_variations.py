"""The variations of a house file: read once, judged by a day, and applied to the book per table."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from croupier.rules.book import Rulebook
from croupier.rules.facts import as_text
from croupier.rules.variation import (
    VARIATIONS_MAX,
    Grant,
    GrantKind,
    Variation,
    VariationReport,
    read_variation,
)
from croupier.rules.variation_overlay import apply_variation, documents_of, vary
from croupier.terms.document import DocumentTable
from croupier.terms.problem import Problem, Problems

Examine = Callable[[Rulebook], Sequence[Problem]]
"""Finds all problems of one table under a book."""


class HouseVariations:
    """The [[variation]]s of a file on one day; problems are collected in its section."""

    def __init__(
        self, top: DocumentTable, house: DocumentTable, book: Rulebook | None, day: datetime.date | None
    ) -> None:
        self.book, self.day = book, day
        self._read: list[Variation] = []
        self._unsound: set[str] = set()
        """The places of invalid variations."""
        self._books: dict[tuple[str, ...], tuple[Rulebook, tuple[Problem, ...]]] = {}
        written = top.raw("variation") if "variation" in top else None
        if isinstance(written, list) and len(written) > VARIATIONS_MAX:
            top.known("variation")
            top.wrong("variation", f"there are {len(written):,} of them", f"Give at most {VARIATIONS_MAX} in one file.")
            return
        sections = top.sections("variation")
        if not sections or book is None:
            return
        rule = book.duties.variations
        if rule is None:
            wrong, right = f"{book.id} names nobody who may vary its rules", "Play by the text."
            top.problems += [Problem(section.path, wrong, right) for section in sections]
            return
        if day is None and "date" not in house:
            house.wrong("date", "it is missing, and variations are in force by date", "Give the day, as 2014-07-15.")
        for section in sections:
            self._add(top, read_variation(_with_numbers(section), rule, documents_of(book)), book)

    def _add(self, top: DocumentTable, variation: Variation, book: Rulebook) -> None:
        """Adds a variation, and reports problems with what it changes, whether in force or not."""
        self._read.append(variation)
        if any(variation.name == other.name for other in self._read[:-1]) and variation.name:
            top.problems.append(
                Problem(f"{variation.place}.name", f"{variation.name!r} already exists", "Give each its own name.")
            )
        unsound = any(problem.key.startswith(variation.place) for problem in top.problems)
        try:
            apply_variation(book, variation, self._assumed(variation))
        except Problems as problems:
            unsound = True
            top.problems += problems.problems
        if unsound:
            self._unsound.add(variation.place)

    def _assumed(self, variation: Variation) -> Grant:
        """A grant with which the variation would be in force."""
        day = self.day or datetime.date.min
        return Grant(GrantKind.PERMANENT, variation.name or "variation", day)

    def reports(self) -> tuple[VariationReport, ...]:
        rule = self.book.duties.variations if self.book is not None else None
        if rule is None:
            return ()
        return tuple(
            VariationReport(each, each.standing(self.day), rule.clause, rule.grantor)
            for each in self._read
            if each.place not in self._unsound
        )

    def book_for(self, number: str | None) -> tuple[Rulebook | None, tuple[Problem, ...]]:
        """The book of one table, with every variation in force for that table applied.

        Variations that are valid alone but not together are problems, and the unvaried text applies.
        """
        if self.book is None:
            return None, ()
        sound = [each for each in self._read if each.place not in self._unsound and each.is_for(number)]
        key = tuple(each.place for each in sound)
        if key not in self._books:
            try:
                self._books[key] = vary(self.book, sound, self.day), ()
            except Problems as problems:
                self._books[key] = self.book, problems.problems
        return self._books[key]

    def explained(
        self, number: str | None, book: Rulebook, found: Sequence[Problem], examine: Examine
    ) -> list[Problem]:
        """Adds to the problems of a table the variations that would allow it but are not in force."""
        left = list(found)
        for variation in self._read:
            standing = variation.standing(self.day)
            unsound = variation.place in self._unsound
            if not variation.is_for(number) or (standing.played and not unsound):
                continue
            try:
                other = apply_variation(book, variation, self._assumed(variation))
            except Problems:
                continue
            still = {(problem.key, problem.wrong) for problem in examine(other)}
            said = f"the variation “{variation.name}” would allow it, but {standing.words}"
            relies = [problem for problem in left if (problem.key, problem.wrong) not in still]
            if unsound:  # its problems are already reported
                left = [problem for problem in left if problem not in relies]
            else:
                left = [
                    replace(problem, wrong=f"{problem.wrong}; {said}") if problem in relies else problem
                    for problem in left
                ]
        return left


def _with_numbers(section: DocumentTable) -> DocumentTable:
    """The same section with table numbers as text."""
    table = {key: section.raw(key) for key in section.keys()}  # noqa: SIM118
    tables = table.get("tables")
    if isinstance(tables, list):
        table["tables"] = [as_text(each) for each in tables]
    return DocumentTable(table, section.problems, section.path)
