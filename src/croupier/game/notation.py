"""The spot notation that people type, files hold and the API accepts.

Numbers may come in any order; they are written in layout order: the zeros, then the numbers of the grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NewType

from msgspec import Struct

SpotId = NewType("SpotId", str)
"""A spot in canonical notation, such as ``17-20`` or ``0-00@courtesy``."""

_LENGTH_MAX = 200
_SPACES = re.compile(r"\s+")
_DIGITS = re.compile(r"[0-9]+")
_BETWEEN = re.compile(r"\s*[-/,+&]\s*|\s+")
_KIND = re.compile(r"(?:straight(?: up)?|split|street|trio|corner|square|(?:six )?line|double street)\s+(?=[0-9])")
"""The customary word for a wager on numbers, which the numbers themselves say already."""
_PRINTED: Mapping[str, str] = {
    "1st 12": "dozen-1",
    "2nd 12": "dozen-2",
    "3rd 12": "dozen-3",
    "1st column": "column-1",
    "2nd column": "column-2",
    "3rd column": "column-3",
    "1-18": "low",
    "1 to 18": "low",
    "19-36": "high",
    "19 to 36": "high",
}
"""What layouts print in a box whose name is another."""


class NotationError(ValueError):
    """The text is not valid notation; `words` say why, with places for `facts`."""

    def __init__(self, words: str, **facts: str | int) -> None:
        super().__init__(words.format(**facts))
        self.words, self.facts = words, facts


class Notation(Struct, frozen=True, dict=True):
    """The labels and names that a rulebook uses on its layouts.

    `aliases` are other words for a spot, as a text or a layout prints them, in lower case.
    """

    labels: tuple[str, ...]
    names: frozenset[str]
    aliases: Mapping[str, str] = {}
    numbers_max: int = 6
    places: frozenset[str] = frozenset()
    """The names of second places for a wager, such as ``courtesy``."""

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The position of each label in written order."""
        return {label: rank for rank, label in enumerate(self.labels)}

    @cached_property
    def _lower(self) -> Mapping[str, str]:
        """Labels and names by their lower-case form."""
        return {each.lower(): each for each in [*self.labels, *sorted(self.names)]}

    @cached_property
    def printed(self) -> Mapping[str, str]:
        """Every other text for a spot that has a name of its own."""
        boxes = {text: spot for text, spot in _PRINTED.items() if spot in self.names}
        return {**boxes, **self.aliases}

    def read(self, text: str) -> SpotId:
        """The canonical id of a typed spot. Whether it exists is for the layout to say."""
        typed = _SPACES.sub(" ", text.strip().lower())
        if not typed:
            raise NotationError("it is empty")
        if len(typed) > _LENGTH_MAX:
            raise NotationError("it is longer than {most} characters", most=_LENGTH_MAX)
        typed = self.printed.get(typed, typed)
        if typed in self._lower:
            return SpotId(self._lower[typed])
        joined = _BETWEEN.sub("-", _KIND.sub("", typed))
        if joined in self._lower:
            return SpotId(self._lower[joined])
        numbers, at, place = (joined if _DIGITS.match(joined) else typed).partition("@")
        if at and place not in self.places:
            known = " or ".join(f"@{each}" for each in sorted(self.places)) or "none"
            raise NotationError("the only other place of a wager is {known}, not @{place}", known=known, place=place)
        labels = [self._lower.get(part.strip(), part.strip()) for part in numbers.split("-")]
        for label in labels:
            if label not in self.rank:
                raise _not_a_number(label)
        if len(set(labels)) < len(labels):
            raise NotationError("a number is named twice")
        if len(labels) > self.numbers_max:
            raise NotationError("no spot is written with more than {most} numbers", most=self.numbers_max)
        return SpotId(self.write(labels) + at + place)

    def write(self, labels: Iterable[str]) -> SpotId:
        """Numbers in layout order, joined by dashes."""
        return SpotId("-".join(self.order(labels)))

    def order(self, labels: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(labels, key=self.rank.__getitem__))


def _not_a_number(label: str) -> NotationError:
    if not label:
        return NotationError("a number is missing next to a dash")
    if _DIGITS.fullmatch(label):
        return NotationError("there is no number {label}", label=label)
    return NotationError("{label} is neither a number nor the name of a box", label=repr(label))
