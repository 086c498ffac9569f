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
T = TypeVar("T")


def parse_toml(text: str) -> Table:
    """The document as tables and values; a syntax error is the one problem raised."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise Problems([Problem("TOML", "it is nested too deeply to be read", "Flatten it.")]) from error
    except ValueError as error:  # also dates and numbers that TOML allows and Python does not hold
        raise Problems([Problem("TOML", f"it cannot be read: {error}", "Correct the syntax.")]) from error


class Section:
    """One table of a document. Every read names its key; `finish` reports the keys nobody asked for."""

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
        """What stands at a key, as it was written."""
        return self._table[key]

    def at(self, key: str) -> str:
        """The full name of a key, as messages give it."""
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, wrong: str, right: str) -> None:
        """Collects a problem at a key of this section."""
        self.problems.append(Problem(self.at(key), wrong, right))

    def known(self, *keys: str) -> None:
        """Marks keys as right although nobody reads them here."""
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
        """A string, one of the allowed ones where they are given."""
        value = self._take(key, str, "a text in quotes", required)
        if value is not None and allowed and value not in allowed:
            self.wrong(key, f"{shown(value)} is not known", nearest(value, allowed))
            return None
        return value

    def integer(
        self, key: str, *, required: bool = False, least: int | None = None, most: int | None = None
    ) -> int | None:
        """A whole number, not below the least nor above the most where they are given."""
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
        """A whole number, or a fraction written as a text such as ``"7/2"`` or ``"2 1/2"``."""
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
        """A TOML date: year-month-day without quotes, so that day and month cannot be swapped."""
        value = self._take(key, datetime.date, "a date such as 2014-07-15", required)
        if isinstance(value, datetime.datetime):
            self.wrong(key, f"{shown(value)} has a time of day", "Give a date such as 2014-07-15.")
            return None
        return value

    def texts(self, key: str, *, allowed: Collection[str] = ()) -> tuple[str, ...]:
        """A list of strings without repetition; empty when the key is absent."""
        values = cast("list[object]", self._take(key, list, "a list of texts", False) or [])
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

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers; empty when the key is absent."""
        values = cast("list[object]", self._take(key, list, "a list of whole numbers", False) or [])
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                self.wrong(key, f"{shown(value)} is not a whole number", "Give a list of whole numbers.")
        return tuple(value for value in values if isinstance(value, int))

    def section(self, key: str, *, required: bool = False) -> Section:
        """A table inside this one; an empty one when it is absent."""
        table = self._take(key, dict, "a table", required)
        return Section(cast(Table, table or {}), self.problems, self.at(key))

    def sections(self, key: str, *, required: bool = False) -> list[Section]:
        """The tables of an array ``[[key]]``."""
        values = cast("list[object]", self._take(key, list, f"one or more [[{key}]] tables", required) or [])
        found = []
        for index, value in enumerate(values, start=1):
            path = f"{self.at(key)}[{index}]"
            if isinstance(value, dict):
                found.append(Section(cast(Table, value), self.problems, path))
            else:
                self.problems.append(Problem(path, f"{shown(value)} is not a table", f"Write [[{key}]]."))
        return found

    def finish(self) -> None:
        """Reports every key that was never asked for, with the nearest right one."""
        for key in self._table:
            if key not in self._known:
                self.wrong(key, "this key is not known", nearest(key, sorted(self._known)))
