"""The interface of a journal store. Memory, SQLite and PostgreSQL pass one contract suite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from croupier.journal.checkpoint import Checkpoint, next_number
from croupier.journal.note import NoteSignature
from croupier.journal.record import (
    COMMIT_MAX,
    SNAPSHOT_MAX,
    BadDraft,
    Draft,
    Head,
    Record,
    StateSnapshot,
    check_drafts,
    check_stream,
)
from croupier.terms.fault import Fault


class VersionConflict(Fault):
    """The stream is not at the version that the writer expected; nothing was written."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        super().__init__(
            f"Stream {stream} is at version {found}, not {expected}: somebody else wrote to it. "
            "Nothing was written. Read it again and decide again."
        )


class StreamTaken(Fault):
    """Another node now owns the stream; nothing was written, and this writer can no longer write."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        super().__init__(f"Another node has taken stream {stream}. Nothing was written here.")


class StoreBusy(Fault):
    """Another writer held the store for too long; nothing was written, and a retry is safe."""


class StoreUnreachable(Fault):
    """No server answers, or the connection was lost while nothing was being written."""


class OutcomeUnknown(Fault):
    """The commit failed on its way to the disk: it may or may not be there after reopening."""


Batch = tuple[str, int, Sequence[Draft]]
"""A stream, its expected version (0 for a new one), and the drafts to append."""


Tile = tuple[int, int, bytes]
"""The level, number and hashes of a tile of the tree."""


class Journal(Protocol):
    """Streams of records, appended in whole commits and never changed."""

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        """Appends the drafts durably to the stream; on any exception, none is acknowledged."""
        ...

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        """Appends to several streams in one commit."""
        ...

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        """The records of a stream in order; none for a stream that does not exist."""
        ...

    def read_all(
        self, after: int = 0, limit: int | None = None, *, heads: Sequence[Head] | None = None
    ) -> Iterator[Record]:
        """Every record in the order of checkpoints, without the first `after` records.

        Unsealed records come last, in the order in which the next checkpoint would seal them; with `heads`, in the
        order of a checkpoint with these heads, and no further.
        """
        ...

    def head(self, stream: str) -> Head:
        """The head of the stream; version 0 for a stream that does not exist."""
        ...

    def streams(self) -> tuple[Head, ...]:
        """The heads of all streams, sorted by name."""
        ...

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Replaces the stream's snapshot with the state after that version."""
        ...

    def snapshot(self, stream: str) -> StateSnapshot | None:
        """The stream's snapshot; None if there is none, or if it is damaged or from another history."""
        ...

    def place(self, stream: str, version: int) -> int:
        """The position of a record in the whole journal, counted from 1; 0 if there is no such record."""
        ...

    def save_checkpoint(self, checkpoint: Checkpoint, tiles: Iterable[Tile] = ()) -> None:
        """Adds a signed checkpoint, which must follow the last one, and the tiles that it changed."""
        ...

    def save_cosignatures(self, number: int, lines: Sequence[NoteSignature]) -> None:
        """Adds cosignatures to a checkpoint's note, without duplicates."""
        ...

    def checkpoints(self) -> Iterator[Checkpoint]:
        """The signed checkpoints in order, with their cosignatures."""
        ...

    def checkpoint(self, number: int) -> Checkpoint | None:
        """One checkpoint with its cosignatures; None if it does not exist."""
        ...

    def last_checkpoint(self) -> Checkpoint | None:
        """The newest checkpoint; None if there is none."""
        ...

    def tile(self, level: int, number: int) -> bytes:
        """The hashes of a tile of the tree; empty if it is not stored. Tiles are a cache that can be rebuilt."""
        ...

    def save_tiles(self, tiles: Iterable[Tile]) -> None:
        """Replaces tiles of the tree."""
        ...

    def close(self) -> None:
        """Closes the store; closing twice is harmless."""
        ...


class StartedAppend(Protocol):
    """An append that was sent and is not confirmed yet. A loop watches its socket; no call blocks."""

    @property
    def fileno(self) -> int:
        """The socket to watch."""
        ...

    @property
    def writes(self) -> bool:
        """Whether to watch for writability too, not only for readability."""
        ...

    @property
    def timeout_s(self) -> float | None:
        """After this time the loop gives up; None for never."""
        ...

    @property
    def is_known(self) -> bool:
        """Whether the outcome is known."""
        ...

    def watch(self, taken: Callable[[], None]) -> None:
        """The running loop watches the socket; `taken` is called in its thread if another call has to wait for it."""
        ...

    def leave(self) -> None:
        """No loop watches it any longer."""
        ...

    def proceed(self, *, writable: bool) -> None:
        """Continues after the socket became writable or readable."""
        ...

    def give_up(self) -> None:
        """The outcome counts as unknown."""
        ...

    def result(self) -> tuple[Record, ...] | None:
        """The records, or None if nothing was written; raises `OutcomeUnknown`."""
        ...


@runtime_checkable
class StartingJournal(Protocol):
    """A journal whose appends need no thread that waits."""

    def start_append(self, batches: Sequence[Batch]) -> StartedAppend | None:
        """Sends an append without waiting for its outcome; None if it could not be sent without waiting."""
        ...


def check_batches(batches: Sequence[Batch]) -> None:
    """Raises `BadDraft` if the commit exceeds a limit."""
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
    """Raises a fault unless the checkpoint follows the last one and seals only existing records."""
    before = last.records if last else 0
    if checkpoint.number != next_number(last) or not before <= checkpoint.records <= records:
        raise Fault(
            f"Checkpoint {checkpoint.number} does not follow checkpoint {last.number if last else 0} of this journal: "
            "somebody else sealed it, or it belongs to another journal. Seal it again."
        )


def check_snapshot(head: Head, version: int, body: bytes) -> None:
    """Raises `BadDraft` unless the snapshot is within its limits and its record exists."""
    if not 1 <= version <= head.version:
        raise BadDraft(f"Stream {head.stream} is at version {head.version}, so it has no state at version {version}.")
    if len(body) > SNAPSHOT_MAX:
        raise BadDraft(f"The snapshot of {head.stream} has {len(body):,} bytes, more than {SNAPSHOT_MAX:,}.")


def up_to(heads: Sequence[Head] | None, after: int, limit: int | None) -> int | None:
    """The limit of a read that ends at these heads, for stores in commit order."""
    if heads is None:
        return limit
    most = max(sum(head.version for head in heads) - max(after, 0), 0)
    return most if limit is None else min(most, limit)
