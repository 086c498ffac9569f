"""Floors with one promise broken each: the simulation must catch every one of them, or it proves nothing."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.floor.recovery import Known
from croupier.floor.steps import Steps
from croupier.floor.writer import Writer, _Group
from croupier.journal.chain import link
from croupier.journal.port import Batch
from croupier.journal.record import Head, Record
from croupier.terms.fault import Fault
from tests.floor.simulation.disk import Disk, FaultyJournal
from tests.floor.simulation.world import Parts


class LyingDisk(Disk):
    """Says that a commit is durable before it is."""

    lies = True


class WriteBehind(FaultyJournal):
    """Answers first and writes with the next commit."""

    _held: Batch | None = None

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        (stream, expected, drafts), held = batches[0], self._held
        self._held = (stream, expected, drafts)
        if held is None:
            head = self._disk.head(stream)
        else:
            last = super().append_many([held])[-1]
            head = Head(stream, last.version, last.hash)
        return link(stream, head.version, head.hash, drafts)


class Forgetful(Writer):
    """Answers an order that comes again as if it were new."""

    def _decide(self, known: Known, *rest: object, **more: object) -> None:
        known.answered.young.clear()
        known.answered.old.clear()
        super()._decide(known, *rest, **more)  # type: ignore[arg-type]


class Trusting(Writer):
    """Takes a commit that failed for one that was made."""

    def _append(self, known: Known, group: _Group, tried: set[int]) -> Steps[None]:
        try:
            yield from super()._append(known, group, tried)
        except Fault:
            known.head = Head(known.head.stream, known.head.version + len(group.drafts), known.head.hash)


class Stubborn(Writer):
    """Keeps the state that ran ahead when a commit fails, and tries the same again."""

    def _append(self, known: Known, group: _Group, tried: set[int]) -> Steps[None]:
        try:
            yield from super()._append(known, group, tried)
        except Fault:
            self._journal = self._reopen() if self._reopen else self._journal
            head = self._journal.head(self.stream)
            known.head = head
            yield from super()._append(known, group, tried)


class Tattler(Writer):
    """Tells the news before the commit."""

    def _append(self, known: Known, group: _Group, tried: set[int]) -> Steps[None]:
        self._news += group.events
        self._heard = known.head.version + len(group.drafts)
        events, group.events = group.events, []
        yield from super()._append(known, group, tried)
        group.events = events


CONTROLS: dict[str, Parts] = {
    "a disk that loses what it acknowledged": Parts(disk=LyingDisk),
    "answers before the commit": Parts(journal=WriteBehind),
    "answers that are not remembered": Parts(writer=Forgetful),
    "a failed commit taken for a good one": Parts(writer=Trusting),
    "a failed commit made again from memory": Parts(writer=Stubborn),
    "news before the commit": Parts(writer=Tattler),
}
