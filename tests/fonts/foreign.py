"""Words on a page that come from no catalogue.

Every text of the marked language has other letters (`tests.fonts.marked`), so plain letters were written by the
service or by people. Names, clause ids and what was recorded belong there; anything else is a text without a key.
"""

from __future__ import annotations

import re
from pathlib import Path

from croupier.floor.demonstration import PEOPLE
from croupier.rules.catalogue import catalogue
from croupier.rules.library import rulebooks
from tests.fonts.looking import Look
from tests.fonts.serving import DIRECTOR
from tests.fonts.tournament import ID, PLAYERS

_WORD = re.compile(r"[A-Za-z]{2,}")
NAMES = (
    "The croupier demonstration",
    "croupier",
    "maximilian",
    DIRECTOR,
    *(guest.name for guest in PEOPLE),
    *PLAYERS,
    *(player.lower() for player in PLAYERS),
    "Demonstration Open 1",
    "Open",
    "English",
    "Español",
    "Français",
    "Deutsch",
    *(book.title for book in rulebooks()),
    *(book.id for book in rulebooks()),
    *(book.successor for book in rulebooks() if book.successor),
)
"""People, the house, its tournament, rulebooks and languages."""
RECORDED = (
    "for a test",
    "none: a demonstration files nothing",
    "automatic director",
    "automatic dealer",
    "command-line",
    "service",
)
"""What was written into the record, and who acts there without being a person."""
CODES = (
    r"[0-9a-f]{8,}",
    r"journal\.invalid/\w+",
    r"premises|rules|table/\d+|tournament/[\w-]+",
    rf"croupier draw verify \S+|\S+\.draw\.json|{ID}",
    r"UTC|PDF|Enter",
)
"""Digests, streams, files, commands, the zone of a clock, a format and a key."""


def _known() -> re.Pattern[str]:
    words = sorted((*NAMES, *RECORDED, *map(str, catalogue())), key=len, reverse=True)
    return re.compile("|".join([*CODES, *(rf"(?<!\w){re.escape(each)}(?!\w)" for each in words)]))


_KNOWN = _known()


def _without_key(texts: list[str]) -> list[str]:
    return [f'"{text[:120]}" has no key' for text in texts if _WORD.search(_KNOWN.sub("", text))]


WORDS_LEFT = Look(Path(__file__).with_suffix(".js").read_text("utf-8"), sift=_without_key)
"""Each text with words of its own; empty where all come from the catalogues."""
