"""Problems: mistakes in a file or in a house's choices, collected and reported together."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.text import phrase


class Problem(Struct, frozen=True):
    """What is wrong at a key, how to correct it, and the clause that requires it."""

    key: str
    wrong: str
    right: str
    clause: ClauseId | None = None
    table: str = ""
    file: str = ""
    adr: int | None = None
    """The ADR, if the clause requires it by our reading only."""

    @classmethod
    def cited(cls, key: str, wrong: str, right: str, authority: Authority) -> Problem:
        """A problem with the clause of its authority, and the ADR of a reading."""
        return cls(key, wrong, right, authority.clause, adr=authority.adr if authority.basis is Basis.READING else None)

    @property
    def source(self) -> str:
        """The clause in brackets, and the reading if it is one; empty if no clause requires it."""
        if not self.clause:
            return ""
        return f" ({Authority(Basis.READING if self.adr else Basis.TEXT, self.clause, self.adr)})"

    def __str__(self) -> str:
        place = [part for part in (self.file, f"table {self.table}" if self.table else "", self.key) if part]
        return f"{': '.join(place)}: {phrase(self.wrong)}{self.source}. {self.right}"


class Problems(ValueError):
    """One or more problems that prevent something from being built."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def within(self, file: str) -> Problems:
        """The same problems, with the file they were found in."""
        return Problems(replace(problem, file=problem.file or file) for problem in self.problems)


def shown(value: object, limit: int = 60) -> str:
    """A value as messages show it: quoted, and cut if long."""
    try:
        text = repr(value)
    except ValueError:  # an integer with more digits than Python converts
        text = "a number of thousands of digits"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def listed(allowed: Iterable[object]) -> str:
    """Joins values for the end of a sentence: ``a, b or c``."""
    words = [str(value) for value in allowed]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else "none"


def nearest(word: object, allowed: Iterable[object]) -> str:
    """A hint that lists the allowed values, preceded by the closest match, if any.

    >>> nearest("europaen", ["american", "european"])
    'Did you mean european? Allowed: american or european.'
    """
    choices = [str(value) for value in allowed]
    close = get_close_matches(str(word), choices, n=1)
    return (f"Did you mean {close[0]}? " if close else "") + f"Allowed: {listed(choices)}."
