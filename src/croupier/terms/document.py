"""Reading a TOML document key by key, collecting every problem instead of stopping at the first."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TypeVar, cast

from croupier.terms.problem import Problem, Problems, nearest, shown

Table = Mapping[str, object]
_FRACTION = re.compile(r"(?=[0-9])(?:([0-9]{1,9})(?![0-9/]))?\s*(?:([0-9]{1,9})/([1-9][0-9]{0,8}))?")
KEY_PARTS_MAX = 32
"""The most names in one dotted key."""
_NAME = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{{KEY_PARTS_MAX}}}")
T = TypeVar("T")
UNKNOWN_MAX = 100
"""Unknown keys of one table that are reported one by one."""
TEXTS_MAX = 1_000
"""Maximum length of a list of texts."""


def parse_toml(text: str) -> Table:
    """Parses the document; raises a syntax error as its only problem.

    The parser's time and memory grow with the square of the number of parts in a dotted key, so that number is bounded.
    """
    if _LONG_KEY.search(text):
        wrong = f"a key has more than {KEY_PARTS_MAX} parts"
        raise Problems([Problem("TOML", wrong, "Flatten it.")])
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise Problems([Problem("TOML", "it is nested too deeply", "Flatten it.")]) from error
    except ValueError as error:  # includes dates and numbers that TOML allows but Python cannot hold
        raise Problems([Problem("TOML", f"it cannot be read: {error}", "Correct the syntax.")]) from error


class DocumentTable:
    """One table of a document. Every read names its key; `finish` reports the keys that were never read."""

    def __init__(self, table: Table, problems: list[Problem], path: str = "") -> None:
        self._table = table
        self._known: set[str] = set()
        self.problems = problems
        self.path = path

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def keys(self) -> Collection[str]:
        return self._table.keys()

    def raw(self, key: str) -> object:
        """The value of a key, unchecked."""
        return self._table[key]

    def at(self, key: str) -> str:
        """The full path of a key, as messages show it."""
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, wrong: str, right: str) -> None:
        """Records a problem at a key of this table."""
        self.problems.append(Problem(self.at(key), wrong, right))

    def known(self, *keys: str) -> None:
        """Accepts keys that are read elsewhere."""
        self._known.update(keys)

    def _take(self, key: str, kinds: type[T] | tuple[type[T], ...], name: str, required: bool) -> T | None:
        self._known.add(key)
        if key not in self._table:
            if required:
                self.wrong(key, "it is missing", f"Give {name}.")
            return None
        value = self._table[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
            self.wrong(key, f"{shown(value)} is not {name}", f"Give {name}.")
            return None
        return value

    def text(self, key: str, *, required: bool = False, allowed: Collection[str] = ()) -> str | None:
        """A string; if `allowed` is given, one of those."""
        value = self._take(key, str, "a text in quotes", required)
        if value is not None and allowed and value not in allowed:
            self.wrong(key, f"{shown(value)} is not known", nearest(value, allowed))
            return None
        return value

    def integer(
        self, key: str, *, required: bool = False, least: int | None = None, most: int | None = None
    ) -> int | None:
        """A whole number within the given bounds."""
        value = self._take(key, int, "a whole number", required)
        if value is None:
            return None
        if least is not None and value < least:
            self.wrong(key, f"{shown(value)} is too small", f"Give a whole number of at least {least}.")
            return None
        if most is not None and value > most:
            self.wrong(key, f"{shown(value)} is too large", f"Give a whole number of at most {most}.")
            return None
        return value

    def fraction(self, key: str, *, required: bool = False) -> Fraction | None:
        """A whole number, or a fraction as text, such as ``"7/2"`` or ``"2 1/2"``."""
        name = 'a number such as 35 or "7/2"'
        kinds: tuple[type[int | str | Fraction], ...] = (int, str, Fraction)
        value = self._take(key, kinds, name, required)
        if value is None or not isinstance(value, str):
            return None if value is None else Fraction(value)
        match = _FRACTION.fullmatch(value)
        if match:
            return int(match[1] or 0) + Fraction(int(match[2] or 0), int(match[3] or 1))
        self.wrong(key, f"{shown(value)} is not {name}", f"Give {name}.")
        return None

    def flag(self, key: str, *, required: bool = False) -> bool | None:
        return self._take(key, bool, "true or false", required)

    def date(self, key: str, *, required: bool = False) -> datetime.date | None:
        """A TOML date: year-month-day without quotes, so day and month cannot be confused."""
        value = self._take(key, datetime.date, "a date such as 2014-07-15", required)
        if isinstance(value, datetime.datetime):
            self.wrong(key, f"{shown(value)} has a time of day", "Give a date such as 2014-07-15.")
            return None
        return value

    def texts(self, key: str, *, allowed: Collection[str] = ()) -> tuple[str, ...]:
        """A list of distinct strings; empty if the key is absent."""
        values = cast("list[object]", self._take(key, list, "a list of texts", False) or [])
        if len(values) > TEXTS_MAX:
            self.wrong(key, f"it has {len(values):,} entries", f"List at most {TEXTS_MAX:,}.")
            return ()
        good: list[str] = []
        for value in values:
            if not isinstance(value, str):
                self.wrong(key, f"{shown(value)} is not a text in quotes", "Give a list of texts.")
            elif allowed and value not in allowed:
                self.wrong(key, f"{shown(value)} is not known", nearest(value, allowed))
            elif value in good:
                self.wrong(key, f"{shown(value)} is listed twice", "List it once.")
            else:
                good.append(value)
        return tuple(good)

    def rows(self, key: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists of strings; empty if the key is absent."""
        values = cast("list[object]", self._take(key, list, "a list of lists of texts", False) or [])
        good: list[tuple[str, ...]] = []
        for value in values:
            if isinstance(value, list) and all(isinstance(each, str) for each in value):
                good.append(tuple(value))
            else:
                self.wrong(key, f"{shown(value)} is not a list of texts", "Give a list of lists of texts.")
        return tuple(good)

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers; empty if the key is absent."""
        values = cast("list[object]", self._take(key, list, "a list of whole numbers", False) or [])
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                self.wrong(key, f"{shown(value)} is not a whole number", "Give a list of whole numbers.")
        return tuple(value for value in values if isinstance(value, int))

    def section(self, key: str, *, required: bool = False) -> DocumentTable:
        """A nested table; an empty one if the key is absent."""
        table = self._take(key, dict, "a table", required)
        return DocumentTable(cast(Table, table or {}), self.problems, self.at(key))

    def sections(self, key: str, *, required: bool = False) -> list[DocumentTable]:
        """The tables of an array ``[[key]]``."""
        values = cast("list[object]", self._take(key, list, f"one or more [[{key}]] tables", required) or [])
        found = []
        for index, value in enumerate(values, start=1):
            path = f"{self.at(key)}[{index}]"
            if isinstance(value, dict):
                found.append(DocumentTable(cast(Table, value), self.problems, path))
            else:
                self.problems.append(Problem(path, f"{shown(value)} is not a table", f"Write [[{key}]]."))
        return found

    def finish(self) -> None:
        """Reports every key that was never read, with the nearest known key; beyond `UNKNOWN_MAX`, only how many."""
        unknown = [key for key in self._table if key not in self._known]
        known = sorted(self._known)
        for key in unknown[:UNKNOWN_MAX]:
            self.wrong(key, "this key is not known", nearest(key, known))
        if more := unknown[UNKNOWN_MAX:]:
            self.wrong(more[0], f"this key and {len(more) - 1:,} more are not known", "Keep to known keys.")
