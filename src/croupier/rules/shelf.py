"""The rulebooks that come with the package, by id or by day."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import cache

from croupier.game.wager import WagerKind
from croupier.rules.book import Rulebook, WagerRule
from croupier.rules.catalogue import catalogue
from croupier.rules.data import data_text
from croupier.rules.pack import read_pack, read_wagers
from croupier.terms.problem import Problem, Problems, nearest, shown

BOOK_IDS = ("co-2013", "co-2014", "nj", "sd", "house")


def pack_text(book: str) -> str:
    """The pack of a rulebook as it is written."""
    return data_text(f"packs/{book}.toml")


@cache
def _read(book: str) -> Rulebook:
    try:
        return read_pack(pack_text(book), catalogue())
    except Problems as problems:
        raise problems.within(f"{book}.toml") from None


def rulebooks() -> tuple[Rulebook, ...]:
    """All five."""
    return tuple(_read(book) for book in BOOK_IDS)


def rulebook(book: str, on: datetime.date | None = None) -> Rulebook:
    """The rulebook of that id; or, for a family such as ``co`` and a day, the one in force that day.

    >>> rulebook("co", on=datetime.date(2014, 7, 14)).id
    'co-2013'
    """
    if book in BOOK_IDS:
        found = _read(book)
        if on is not None and not found.in_force(on):
            raise Problems([not_in_force(found, on)])
        return found
    if on is not None:
        family = [each for each in rulebooks() if each.family == book]
        for each in family:
            if each.in_force(on):
                return each
        if family:
            raise Problems([not_in_force(family[0], on)])
    raise Problems([Problem("book", f"{shown(book)} is not a rulebook", nearest(book, BOOK_IDS))])


def not_in_force(book: Rulebook, day: datetime.date) -> Problem:
    others = [f"{each.id} ({each.validity})" for each in rulebooks() if each.family == book.family]
    return Problem(
        "book",
        f"{book.id} ({book.validity}) was not in force on {day}",
        f"Choose another day or one of: {', '.join(others)}.",
    )


@cache
def customary_wagers() -> Mapping[WagerKind, WagerRule]:
    """What houses add to a single-zero layout, part of no text."""
    return read_wagers(data_text("packs/customary.toml"), catalogue())
