"""Work that pauses, done to its end while its pauses are counted."""

from __future__ import annotations

from typing import TypeVar

from croupier.terms.pauses import Pausing

T = TypeVar("T")


def with_pauses(work: Pausing[T]) -> tuple[int, T]:
    """How often the work pauses, and its result."""
    pauses = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            return pauses, end.value
        pauses += 1
