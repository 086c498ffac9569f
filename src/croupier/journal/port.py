"""What every journal store can do; memory, SQLite and the stores to come pass one contract suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from croupier.journal.checkpoint import Checkpoint, follows
from croupier.journal.record import (
    COMMIT_MAX,
    SNAPSHOT_MAX,
    BadDraft,
    Draft,
    Head,
    Record,
    Snapshot,
    check_drafts,
    check_stream,
)
from croupier.terms.fault import Fault


class VersionConflict(Fault):
    """The stream is not where the writer believed it to be; nothing was written."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        super().__init__(
            f"Stream {stream} is at version {found}, not {expected}: somebody else wrote to it. "
            "Nothing was written. Read it again and decide anew."
        )


class StoreBusy(Fault):
    """Another writer held the store for too long; nothing was written, and trying again is safe."""


class OutcomeUnknown(Fault):
    """The commit failed while it was made durable: it may be found after reopening, or not."""


Batch = tuple[str, int, Sequence[Draft]]
"""A stream, the version it is expected to have (0 for a new one), and what to add."""


class Journal(Protocol):
    """Streams of records, appended in whole commits and never changed."""

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        """Afterwards all drafts are durable at the end of the stream; on any exception, none is acknowledged."""
        ...

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        """The same for several streams, in one commit."""
        ...

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        """The records of a stream in order; nothing for a stream that does not exist."""
        ...

    def read_all(self, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Every record in the order of commits, without the first so many."""
        ...

    def head(self, stream: str) -> Head:
        """Where the stream stands; version 0 for a stream that does not exist."""
        ...

    def streams(self) -> tuple[Head, ...]:
        """Where every stream stands, sorted by name."""
        ...

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Replaces the stream's snapshot by one of the state after that version."""
        ...

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stream's snapshot; None when there is none, or when it is damaged or of another history."""
        ...

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Adds a signed checkpoint, which must follow the last one."""
        ...

    def checkpoints(self) -> Iterator[Checkpoint]:
        """The signed checkpoints in order."""
        ...

    def last_checkpoint(self) -> Checkpoint | None:
        """The newest checkpoint, where there is one."""
        ...

    def close(self) -> None:
        """Afterwards the store answers nothing more; closing twice is harmless."""
        ...


def check_batches(batches: Sequence[Batch]) -> None:
    """Afterwards the whole commit is within its bounds."""
    if (count := sum(len(drafts) for _, _, drafts in batches)) > COMMIT_MAX:
        raise BadDraft(f"{count:,} records are more than {COMMIT_MAX:,}, the most one commit may hold.")
    seen: set[str] = set()
    for stream, expected, drafts in batches:
        check_stream(stream)
        if type(expected) is not int or expected < 0:
            raise BadDraft(f"{expected!r:.80} is not a version that stream {stream} can have.")
        if stream in seen:
            raise BadDraft(f"Stream {stream} is named twice in one commit. Put its drafts into one batch.")
        seen.add(stream)
        check_drafts(drafts)


def check_next(checkpoint: Checkpoint, last: Checkpoint | None, records: int) -> None:
    """Afterwards the checkpoint follows the last one and seals only what exists."""
    if (checkpoint.number, checkpoint.previous) != follows(last) or checkpoint.records > records:
        raise Fault(
            f"Checkpoint {checkpoint.number} does not follow checkpoint {last.number if last else 0} of this journal: "
            "somebody else sealed it, or it belongs to another journal. Seal it again."
        )


def check_snapshot(head: Head, version: int, body: bytes) -> None:
    """Afterwards the snapshot is of a record that exists, and within its bounds."""
    if not 1 <= version <= head.version:
        raise BadDraft(f"Stream {head.stream} is at version {head.version}, so it has no state at version {version}.")
    if len(body) > SNAPSHOT_MAX:
        raise BadDraft(f"The snapshot of {head.stream} has {len(body):,} bytes, more than {SNAPSHOT_MAX:,}.")
