"""Floors that each break one guarantee: the simulation must catch every one of them, or it proves nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.floor.commit_group import CommitGroup
from croupier.floor.committer import CommitOutcome, _Outcome, _Part
from croupier.floor.recovery import Known
from croupier.floor.writer import Writer
from croupier.journal.chain import link
from croupier.journal.port import Batch
from croupier.journal.record import Record
from croupier.terms.fault import Fault
from tests.floor.simulation.disk import Disk, FaultyJournal
from tests.floor.simulation.world import Parts, WatchedCommitter


class LyingDisk(Disk):
    """Reports a commit as durable before it is."""

    lies = True


class WriteBehind(FaultyJournal):
    """Answers first and writes with the next commit."""

    _held: Sequence[Batch] = ()

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        held, self._held = self._held, batches
        if held:
            super().append_many(held)
        heads = [self._disk.head(stream) for stream, _, _ in batches]
        return tuple(
            record
            for (stream, _, drafts), head in zip(batches, heads, strict=True)
            for record in link(stream, head.version, head.hash, drafts)
        )


class Forgetful(Writer):
    """Answers a repeated order as if it were new."""

    def _decide(self, known: Known, group: CommitGroup) -> Iterator[None]:
        known.answered.young.clear()
        known.answered.old.clear()
        yield from super()._decide(known, group)


class Trusting(Writer):
    """Treats a failed commit as done."""

    def apply_outcome(self, group: CommitGroup, outcome: CommitOutcome) -> None:
        if isinstance(outcome, Fault) and group.sent:
            head = self.recorded.known.head
            outcome = link(self.stream, head.version, head.hash, group.drafts)
        super().apply_outcome(group, outcome)


class Stubborn(Writer):
    """Keeps the state that ran ahead when a commit fails, and tries the same again."""

    def apply_outcome(self, group: CommitGroup, outcome: CommitOutcome) -> None:
        if isinstance(outcome, Fault) and group.sent:
            self.recorded.reopen()
            journal = self.recorded.journal
            head = self.recorded.known.head = journal.head(self.stream)
            try:
                outcome = journal.append(self.stream, head.version, group.drafts)
            except Fault as error:
                outcome = error
        super().apply_outcome(group, outcome)


class Tattler(Writer):
    """Publishes the news before the commit."""

    def _decide(self, known: Known, group: CommitGroup) -> Iterator[None]:
        yield from super()._decide(known, group)
        if group.drafts:
            head = known.head
            self.recorded.advance(link(self.stream, head.version, head.hash, group.drafts)[-1], group.events)
            known.head = self.recorded.durable = head
        group.events = []


class Hopeful(WatchedCommitter):
    """Treats a failed group as committed."""

    def _commit_all(self, parts: Sequence[_Part]) -> dict[_Part, _Outcome]:
        outcomes = super()._commit_all(parts)
        return {part: self._linked(part) if _failed(outcomes.get(part)) else outcomes[part] for part in parts}

    def _linked(self, part: _Part) -> tuple[Record, ...]:
        ((stream, _, drafts),) = part.batches
        head = self._shared().head(stream)
        return link(stream, head.version, head.hash, drafts)


class Confused(WatchedCommitter):
    """Gives each table of a group what was recorded for the next one."""

    def _commit_all(self, parts: Sequence[_Part]) -> dict[_Part, _Outcome]:
        outcomes = super()._commit_all(parts)
        told = list(outcomes.values())
        return dict(zip(outcomes, told[1:] + told[:1], strict=True))


class Unfenced(WatchedCommitter):
    """Repeats a group of unknown outcome, whatever the versions of the streams are now."""

    def _commit_all(self, parts: Sequence[_Part]) -> dict[_Part, _Outcome]:
        outcomes = super()._commit_all(parts)
        if isinstance(outcomes.get(parts[0]), Fault):
            for part in parts:
                ((stream, _, drafts),) = part.batches
                try:
                    part.batches = [(stream, self._shared().head(stream).version, drafts)]
                except Fault:  # the disk cannot be read either
                    continue
                outcomes[part] = self._commit_one(part)
        return outcomes


class Early(WatchedCommitter):
    """Answers the tables of a group before it is committed, and commits it with the next one."""

    _held: Sequence[_Part] = ()

    def _commit_all(self, parts: Sequence[_Part]) -> dict[_Part, _Outcome]:
        held, self._held = self._held, parts
        if held:
            super()._commit_all(held)
        told: dict[_Part, _Outcome] = {}
        for part in parts:
            ((stream, _, drafts),) = part.batches
            head = self._shared().head(stream)
            told[part] = link(stream, head.version, head.hash, drafts)
        return told


def _failed(outcome: _Outcome | None) -> bool:
    return outcome is None or isinstance(outcome, Fault)


CONTROLS: dict[str, Parts] = {
    "a disk that loses what it acknowledged": Parts(disk=LyingDisk),
    "answers before the commit": Parts(journal=WriteBehind),
    "answers that are not remembered": Parts(writer=Forgetful),
    "a failed commit taken for a good one": Parts(writer=Trusting),
    "a failed commit made again from memory": Parts(writer=Stubborn),
    "news before the commit": Parts(writer=Tattler),
    "a failed commit of the house taken for a good one": Parts(committer=Hopeful),
    "a commit of the house whose records are mixed up": Parts(committer=Confused),
    "a commit of the house made again without a fence": Parts(committer=Unfenced),
    "answers before the commit of the house": Parts(committer=Early),
}
