"""Counts the prints of numbered papers in the journal, so that every print after the first is marked as a copy."""

from __future__ import annotations

from croupier.journal.port import Journal, VersionConflict
from croupier.records.papers import STREAM, PaperPrinted, draft_of, prints
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault
from croupier.terms.people import Actor

ATTEMPTS = 8


class PrintOffice:
    """Counts the prints of one journal. Simultaneous prints of a paper get different copy numbers."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal, self._clock = journal, clock

    def print(self, by: Actor, paper: str) -> int:
        """Records one more print of the paper; returns which one it is, from 1."""
        for _ in range(ATTEMPTS):
            head = self._journal.head(STREAM)
            earlier = prints(self._journal.read(STREAM, 1, head.version)) if head.version else {}
            copy = earlier.get(paper, 0) + 1
            draft = draft_of(PaperPrinted(paper, copy), by.id, self._clock.now())
            try:
                self._journal.append(STREAM, head.version, [draft])
            except VersionConflict:
                continue
            return copy
        raise Fault("Other prints are being recorded at the same time. Nothing was recorded; try again.")
