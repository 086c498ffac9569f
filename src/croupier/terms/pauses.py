"""Long work in pieces: a generator that pauses with `yield`, so that others can run, and returns a result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Pausing = Generator[None, None, T]


def to_end(work: Pausing[T]) -> T:
    """The result of the work, without its pauses."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # what the generator returned
