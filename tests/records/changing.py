"""A day that begins under one edition of a rulebook and ends after its files have changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from croupier.cli.play import committing_writer
from croupier.journal.port import Journal
from croupier.records.playback import Played, play, replay
from croupier.records.script import read_script
from croupier.rules.folder import PACKAGED
from croupier.rules.library import Library

HEAD = """
table 7 under nj, wheel european, offers first-four
date 2026-11-15
people dealer ana
"""
FIRST_DAY = f"""{HEAD}
09:00 supervisor sue opens, dealer ana, float $1,000
09:01 pat takes seat 1
09:01 pat sets chips blue worth $1
09:02 ana sells seat 1 $100 for cash
09:03 pat bets $10 on 0-1-2-3
09:04 ana spins, wheel clockwise, ball counterclockwise
09:04 ana calls no more bets
"""
"""Played up to the call; what follows depends on the rules of the rest of the day."""
REST = f"""{HEAD}
09:05 ana announces 2 after 3 revolutions
09:05 ana announces 2 after 4 revolutions
09:05 ana crowns
09:05 ana collects
09:05 ana pays
09:06 ana lifts
09:07 ana colors up $180 for seat 1
09:07 player pat cashes out $180 at seat 1
09:08 supervisor sue closes, float $820
"""
"""$100 less $10, and $90 back at 8 to 1; 3 revolutions are too few if the text requires 4."""


def played_on(journal: Journal, text: str, library: Library) -> list[Played]:
    script = read_script(text, library.find)
    name = f"from {journal.head(script.stream).version}"
    return list(
        play(script, committing_writer(journal, script.stream, script.rules), replay(journal, script.stream), name)
    )


def copied(directory: Path) -> Path:
    """The package's own rulebooks in a directory where they may be changed."""
    return Path(shutil.copytree(PACKAGED, directory / "books"))


def change(books: Path, file: str, before: str, after: str) -> Library:
    """The rulebooks after one of their files was changed."""
    path = books / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    return Library([books])


Change = Callable[[Path], Library]


def first_four_7(books: Path) -> Library:
    return change(books, "customary/book.toml", "pays = 8", "pays = 7")


def two_revolutions(books: Path) -> Library:
    return change(books, "nj/procedure.toml", "revolutions = { least = 4,", "revolutions = { least = 2,")


CHANGES = (first_four_7, two_revolutions)
