"""Notes that are shown wherever the rules of a rulebook are: its successor, and a past day that is played."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from croupier.rules.book import Rulebook
from croupier.rules.zero_words import CATALOGUE
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.wording import IN_ENGLISH


def notes(book: Rulebook, plays_day: datetime.date | None = None) -> Iterator[str]:
    """The notes in English."""
    return (IN_ENGLISH.say(CATALOGUE, each) for each in note_messages(book, plays_day))


def note_messages(book: Rulebook, plays_day: datetime.date | None = None) -> Iterator[CodedMessage]:
    """The notes, the past day first."""
    if plays_day is not None:
        yield CodedMessage("past-day", {"day": str(plays_day), "book": book.title})
    if not book.successor:
        return
    facts: Facts = {"book": book.title, "successor": book.successor}
    if book.in_force_until is not None:
        yield CodedMessage("succeeded", {**facts, "until": str(book.in_force_until)})
    else:
        yield CodedMessage("successor", facts)
