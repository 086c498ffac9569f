"""Plays the golden days inside a test."""

from __future__ import annotations

from pathlib import Path

from croupier.cli.play import committing_writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.records.playback import Played, play, replay
from croupier.records.script import Script, read_script

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDEN = ROOT / "tests" / "golden"
EXAMPLE = ROOT / "examples" / "day.play"


def golden(name: str) -> Script:
    return read_script((GOLDEN / f"{name}.play").read_text("utf-8"))


def played(script: Script, journal: Journal | None = None) -> tuple[Journal, list[Played]]:
    """Plays a script from beginning to end; returns the journal."""
    store = MemoryJournal() if journal is None else journal
    before = replay(store, script.stream)
    name = f"from version {store.head(script.stream).version}"
    return store, list(play(script, committing_writer(store, script.stream, script.rules), before, name))


def journal_of(name: str) -> tuple[Script, Journal]:
    script = golden(name)
    return script, played(script)[0]
