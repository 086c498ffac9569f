"""What must be said about a rulebook wherever its rules are shown: its successor, and a past day that is played."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from croupier.rules.book import Rulebook


def notes(book: Rulebook, plays_day: datetime.date | None = None) -> Iterator[str]:
    """The notes, the past day first."""
    if plays_day is not None:
        yield f"A past day is played: {plays_day}, when {book.title} was in force."
    if not book.successor:
        return
    if book.in_force_until is not None:
        yield f"{book.title} was in force until {book.in_force_until}. Its successor: {book.successor}."
    else:
        yield f"{book.title} has a successor: {book.successor}. Its first day is not on record here."
