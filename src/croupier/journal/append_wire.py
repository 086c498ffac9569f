"""The frames between a process that appends and the one that commits for the house. See ADR 108.

A frame is its length in four bytes and a MessagePack array. Whoever appends sends a request, and gets one reply with
the same id: the hashes of the records, from which the records follow, or what went wrong. Nothing here does I/O.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import Struct as Packed

from msgspec import Struct, msgpack

from croupier.journal.append_failure import ReportedTrouble, Trouble, trouble_of
from croupier.journal.port import (
    Batch,
    OutcomeUnknown,
    StoreBusy,
    StoreUnreachable,
    StreamTaken,
    VersionConflict,
    check_batches,
)
from croupier.journal.record import BadDraft, Draft, Record
from croupier.terms.fault import Fault

LENGTH = Packed("!I")
REQUEST_MAX = 1 << 30
"""Maximum size of a frame in bytes."""

AppendOutcome = tuple[Record, ...] | Exception
"""The outcome of an append."""

_DraftRow = tuple[str, str, int, bytes]
_BatchRow = tuple[str, int, list[_DraftRow]]


class AppendRequest(Struct, array_like=True, frozen=True):
    """Batches for one commit."""

    id: int
    batches: list[_BatchRow]


class WireFault(Struct, array_like=True, frozen=True):
    """What went wrong; the numbers are those of a conflict."""

    kind: str
    words: str
    stream: str = ""
    expected: int = 0
    found: int = 0
    trouble: Trouble | None = None
    """The cause in words for the operator."""


class AppendReply(Struct, array_like=True, frozen=True):
    """For each batch the hash before its first record, and those of its records; or a fault."""

    id: int
    linked: list[tuple[bytes, list[bytes]]]
    fault: WireFault | None = None


_request, _reply = msgpack.Decoder(AppendRequest), msgpack.Decoder(AppendReply)
_encoder = msgpack.Encoder()
_KINDS: dict[str, type[Exception]] = {
    "conflict": VersionConflict,
    "taken": StreamTaken,
    "draft": BadDraft,
    "busy": StoreBusy,
    "unreachable": StoreUnreachable,
    "unknown": OutcomeUnknown,
}


class FrameReader:
    """Cuts a stream of bytes into the bodies of frames."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are complete now."""
        rest, found, at = self._rest, [], 0
        rest += data
        while at + LENGTH.size <= len(rest):
            (length,) = LENGTH.unpack_from(rest, at)
            start = at + LENGTH.size
            if start + length > len(rest):
                break
            at = start + length
            found.append(bytes(rest[start:at]))
        del rest[:at]
        return found


class PendingAppends:
    """The requests of one connection that have no reply yet."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, Sequence[Batch]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def request(self, batches: Sequence[Batch]) -> tuple[int, bytes]:
        """The id of a new request, and its frame; raises `BadDraft` for what no journal takes."""
        check_batches(batches)
        rows: list[_BatchRow] = [
            (stream, expected, [(each.kind, each.actor, each.time_ms, each.body) for each in drafts])
            for stream, expected, drafts in batches
        ]
        frame = _frame(AppendRequest(self._last + 1, rows))
        if len(frame) > REQUEST_MAX:
            raise BadDraft(f"One commit holds at most {REQUEST_MAX >> 20} MiB, and this one is larger.")
        self._last += 1
        self._waiting[self._last] = batches
        return self._last, frame

    def reply(self, body: bytes) -> tuple[int, AppendOutcome]:
        """The id of a request, and its outcome; raises a fault for an unexpected reply."""
        reply = _reply.decode(body)
        batches = self._waiting.pop(reply.id, None)
        if batches is None:
            raise Fault(f"Unexpected reply to request {reply.id}.")
        if reply.fault is not None:
            return reply.id, _error(reply.fault)
        return reply.id, tuple(_records(batches, reply.linked))

    def lose(self) -> dict[int, OutcomeUnknown]:
        """The connection is lost: the outcome of all pending requests is unknown."""
        lost, self._waiting = self._waiting, {}
        words = "The process that commits ended before it answered. The records may or may not be in the journal."
        return {id: OutcomeUnknown(words) for id in lost}


def read_request(body: bytes) -> tuple[int, list[Batch]]:
    """The id of a request and its batches."""
    request = _request.decode(body)
    return request.id, [(stream, expected, [Draft(*row) for row in rows]) for stream, expected, rows in request.batches]


def make_reply(id: int, batches: Sequence[Batch], outcome: Sequence[Record] | Exception) -> bytes:
    """The frame of a reply."""
    if isinstance(outcome, Exception):
        return _frame(AppendReply(id, [], _fault(outcome)))
    linked: list[tuple[bytes, list[bytes]]] = []
    at = 0
    for _, _, drafts in batches:
        own = outcome[at : at + len(drafts)]
        at += len(drafts)
        linked.append((own[0].prev if own else b"", [record.hash for record in own]))
    return _frame(AppendReply(id, linked))


def _frame(content: AppendRequest | AppendReply) -> bytes:
    body = _encoder.encode(content)
    return LENGTH.pack(len(body)) + body


def _records(batches: Sequence[Batch], linked: Sequence[tuple[bytes, list[bytes]]]) -> Iterator[Record]:
    for (stream, expected, drafts), (before, hashes) in zip(batches, linked, strict=True):
        prev = before
        for version, (draft, hash) in enumerate(zip(drafts, hashes, strict=True), start=expected + 1):
            yield Record(stream, version, draft.time_ms, draft.actor, draft.kind, draft.body, prev, hash)
            prev = hash


def _fault(error: Exception) -> WireFault:
    kind = next((kind for kind, each in _KINDS.items() if isinstance(error, each)), "fault")
    words, trouble = str(error), trouble_of(error)
    if isinstance(error, VersionConflict):
        return WireFault(kind, words, error.stream, error.expected, error.found, trouble)
    if isinstance(error, StreamTaken):
        return WireFault(kind, words, error.stream, trouble=trouble)
    return WireFault(kind, words, trouble=trouble)


def _error(fault: WireFault) -> Exception:
    """The same error on this side, with its cause for the operator."""
    error: Exception
    if fault.kind == "conflict":
        error = VersionConflict(fault.stream, fault.expected, fault.found)
    elif fault.kind == "taken":
        error = StreamTaken(fault.stream)
    else:
        error = _KINDS.get(fault.kind, Fault)(fault.words)
    if fault.trouble is not None:
        error.__cause__ = ReportedTrouble(fault.trouble)
    return error
