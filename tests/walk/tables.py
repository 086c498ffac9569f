"""The small tables of the walk: every book, wheel and zero option, Big Six with each clapper, on felt and at terminals.

The rules say which zero options are open at a wheel, so a new option or book is walked without a change here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from croupier.rules.assembly import table_of
from croupier.rules.library import Library, rulebook, rulebooks
from croupier.rules.wagers import Chips
from croupier.table.state import Setup, TableRules
from croupier.wire.rules import table_rules

PRISON_MS = 1_000
UNIT = 100
"""One chip of the first seat, in cents. The limits leave room for two of them on a spot."""
LIMITS = {"minimum": UNIT, "maximum": 2 * UNIT + 50}


MADE_UP = Library([Path(__file__).parent.parent / "rulebooks"])


class SmallTable(Struct, frozen=True, dict=True):
    """One table to be walked, with the few spots and numbers that are played there."""

    name: str
    book: str
    choices: Mapping[str, Any]
    setup: Mapping[str, Any]
    spots: tuple[str, ...]
    """The most telling first: a small alphabet takes only some."""
    numbers: tuple[str, ...]
    whole: bool = False
    """Its rounds and directions are walked to the end also without the larger alphabets: one table of each kind."""
    made_up: bool = False
    """Its book is one of those that tests bring, with ideas that no book of the package has."""

    @cached_property
    def rules(self) -> TableRules:
        book = MADE_UP.book(self.book) if self.made_up else rulebook(self.book)
        setup = Setup("7", seats=2, prison_ms=PRISON_MS, plays_day=book.in_force_from, **self.setup)
        choices = {**self.choices, "limits": LIMITS}
        if self.made_up:
            return TableRules(table_of(book, choices), setup, book.id, book.digest)
        return table_rules(self.book, choices, setup)

    @property
    def own(self) -> Chips:
        """The chips in a player's own color."""
        return Chips.ELECTRONIC if self.rules.setup.electronic else Chips.NON_VALUE


_Played = tuple[tuple[str, ...], tuple[str, ...]]
_ROULETTE: _Played = (("red", "17", "column-1"), ("0", "17", "1"))
_BIG_SIX: _Played = (("$1", "joker"), ("$1", "joker", "flag"))
_KLEIN: _Played = (("red", "17"), ("0", "17", "1", "K"))
_FORTUNA: _Played = (("Herz", "rot"), ("Herz", "Krone", "Karo"))


_WHOLE = (
    ("co-2014", "european", "in-prison-best"),
    ("co-2014", "double-as-single", "lose-all"),
    ("nj", "american", "half"),
    ("house", "american", "lose-all"),
)


def _small(
    book: str, choices: Mapping[str, Any], *, spots: tuple[str, ...] = (), whole: bool = False, **setup: Any
) -> SmallTable:
    wheel = choices["wheel"]
    usual, numbers = _BIG_SIX if wheel == "big-six" else _ROULETTE
    if wheel in ("american", "double-as-single"):
        numbers = (*numbers, "00")
    words = (book, *(" ".join(each) if isinstance(each, list) else str(each) for each in choices.values()), *setup)
    whole = whole or ((book, wheel, choices.get("zero")) in _WHOLE and "offers" not in choices)
    return SmallTable(" ".join(words), book, choices, setup, spots or usual, numbers, whole)


def _zero_options() -> Iterator[SmallTable]:
    """Every roulette wheel of every book under every zero option that its text leaves open there."""
    for book in rulebooks():
        for wheel, options in book.zero.items():
            for play in options.plays:
                yield _small(book.id, {"wheel": wheel, "zero": play.name})


TABLES: tuple[SmallTable, ...] = (
    *_zero_options(),
    _small("co-2013", {"wheel": "european", "zero": "in-prison-best"}, electronic=True),
    _small("co-2014", {"wheel": "american", "zero": "in-prison-leave"}, electronic=True, central_screen=False),
    _small("co-2014", {"wheel": "double-as-single"}, electronic=True, external_parts=True, secure_place="the workshop"),
    _small("sd", {"wheel": "american"}, electronic=True),
    _small("nj", {"wheel": "american", "zero": "half", "offers": ["five-adjacent"]}, spots=("adjacent-17", "red")),
    _small("nj", {"wheel": "american", "offers": ["eight-color"]}, spots=("color-8-gold", "odd", "17")),
    _small("nj", {"wheel": "european", "offers": ["six-color", "seven-color"]}, spots=("color-7-gold", "color-6-gold")),
    _small("nj", {"wheel": "double-as-single", "offers": ["five-adjacent"]}, spots=("adjacent-17", "red")),
    _small("nj", {"wheel": "big-six", "clapper": "previous"}, whole=True),
    _small("nj", {"wheel": "big-six", "clapper": "void"}, whole=True),
    SmallTable("halving prison", "zz-2041", {"wheel": "klein", "zero": "kerker"}, {}, *_KLEIN, made_up=True),
    SmallTable("prison of two", "zz-2041", {"wheel": "klein", "zero": "leichter"}, {}, *_KLEIN, made_up=True),
    SmallTable("odds by number", "zz-2040", {"wheel": "fortuna"}, {}, *_FORTUNA, made_up=True),
)
