"""Which tables run under the rules they were opened under, for all processes of a service. See ADR 109."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from typing import Protocol

_OPEN, _HOUSE, _KEPT = 0, 1, 2


class RulesChooser(Protocol):
    """Knows which tables keep the rules they were opened under."""

    def kept(self, number: str) -> bool | None:
        """Whether the table keeps the rules it was opened under; None before that is known."""
        ...

    def choose(self, number: str, *, kept: bool) -> None:
        """Notes what a process has found in the records."""
        ...


class AssignedRules:
    """The choices of the front, which come with each table that a worker is given."""

    def __init__(self) -> None:
        self._kept: dict[str, bool] = {}

    def assign(self, number: str, *, kept: bool) -> None:
        self._kept[number] = kept

    def kept(self, number: str) -> bool | None:
        return self._kept.get(number)

    def choose(self, number: str, *, kept: bool) -> None:
        """Does nothing: the front has chosen."""


class RulesChoices:
    """One choice for each table, made once and kept while the service runs, even if a process restarts.

    Created before the fork, so that the processes share its memory. The first to open a table chooses; as no order is
    accepted before all have opened it, they would all choose the same.
    """

    def __init__(self, numbers: Iterable[str]) -> None:
        self._places = {number: place for place, number in enumerate(dict.fromkeys(numbers))}
        self._shared = mmap.mmap(-1, max(len(self._places), 1))

    def kept(self, number: str) -> bool | None:
        chosen = self._shared[self._places[number]]
        return None if chosen == _OPEN else chosen == _KEPT

    def choose(self, number: str, *, kept: bool) -> None:
        self._shared[self._places[number]] = _KEPT if kept else _HOUSE
