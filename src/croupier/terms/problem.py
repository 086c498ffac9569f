"""A problem is collected when a file or a choice is wrong; all of them are reported at once."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from croupier.terms.citation import ClauseId


class Problem(Struct, frozen=True):
    """What is wrong at one key, what would be right, and the clause that asks for it."""

    key: str
    wrong: str
    right: str
    clause: ClauseId | None = None
    table: str = ""
    file: str = ""

    def __str__(self) -> str:
        place = [part for part in (self.file, f"table {self.table}" if self.table else "", self.key) if part]
        cite = f" ({self.clause})" if self.clause else ""
        return f"{': '.join(place)}: {self.wrong}{cite}. {self.right}"


class Problems(ValueError):
    """One or more problems that keep something from being built."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def within(self, file: str) -> Problems:
        """The same problems, each naming the file it was found in."""
        return Problems(replace(problem, file=problem.file or file) for problem in self.problems)


def shown(value: object, limit: int = 60) -> str:
    """A found value as it appears in a message: quoted, and cut when it is long."""
    try:
        text = repr(value)
    except ValueError:  # a whole number past the digits that Python writes out
        text = "a number of thousands of digits"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def listed(allowed: Iterable[object]) -> str:
    """Allowed values as a sentence ends: ``a, b or c``."""
    words = [str(value) for value in allowed]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else "none"


def nearest(word: object, allowed: Iterable[object]) -> str:
    """A hint that names the allowed values, the nearest first when one is near.

    >>> nearest("europaen", ["american", "european"])
    'Did you mean european? Allowed: american or european.'
    """
    choices = [str(value) for value in allowed]
    close = get_close_matches(str(word), choices, n=1)
    return (f"Did you mean {close[0]}? " if close else "") + f"Allowed: {listed(choices)}."
