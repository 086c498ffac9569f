"""Naming what is wrong with the first bad record: altered, missing, inserted, reordered or truncated.

The hash chain says that something is wrong, and where; what it is shows in what follows. So the
diagnosis reads on to the end of the tape, in constant memory, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from croupier.journal.chain import is_intact
from croupier.journal.checkpoint import BadCheckpoint, Checkpoint, parse
from croupier.journal.record import Record
from croupier.journal.tape import Item, Note, Row, Unreadable

SHIFT_MAX = 32
"""How many removed records in a row are recognized when those behind them were renumbered."""


class Wrong(StrEnum):
    """What can be wrong with a journal."""

    ALTERED = "altered"
    MISSING = "missing"
    INSERTED = "inserted"
    REORDERED = "reordered"
    TRUNCATED = "truncated"
    SIGNATURE = "signature"
    DAMAGED = "damaged"


class Finding(Struct, frozen=True):
    """The first thing that is wrong, and where."""

    wrong: Wrong
    detail: str
    position: int = 0
    """Which record of the whole journal, counted from 1 in the order of commits; 0 for none."""
    stream: str = ""
    version: int = 0
    checkpoint: int = 0

    def __str__(self) -> str:
        if self.checkpoint:
            place = f"Checkpoint {self.checkpoint}"
        elif self.stream:
            place = f"Record {self.version} of stream {self.stream} (record {self.position} of the journal)"
        elif self.position:
            place = f"Record {self.position} of the journal"
        else:
            place = "The journal"
        return f"{place}: {self.wrong}. {self.detail[:1].upper()}{self.detail[1:]}."


class Tip(Struct, frozen=True, gc=False):
    """The last good record of a stream: enough to check the next, and to blame this one later."""

    version: int
    hash: bytes
    prev: bytes = b""
    position: int = 0


def diagnose(record: Record, tip: Tip, position: int, rest: Iterator[Item]) -> Finding:
    """What is wrong with a record that does not follow the tip of its stream."""
    due = tip.version + 1
    if tip.version and record.prev == tip.prev and is_intact(record, tip.version):
        detail = f"the genuine record {tip.version} stands behind it"
        return Finding(Wrong.INSERTED, detail, tip.position, record.stream, tip.version)
    intact = is_intact(record)
    if intact and record.version <= tip.version:
        detail = f"the stream already has a record {record.version}"
        return Finding(Wrong.INSERTED, detail, position, record.stream, record.version)
    here = _Place(record, due, tip)
    for other in _records(rest, record.stream):
        here.look(other)
    if here.genuine:
        if intact or here.claimed:
            detail = f"it stands where record {due} belongs, which comes later"
            return Finding(Wrong.REORDERED, detail, position, record.stream, record.version)
        detail = f"the genuine record {due} comes later"
        return Finding(Wrong.INSERTED, detail, position, record.stream, record.version)
    if intact and record.version > due:
        detail = f"record {record.version} follows record {tip.version}"
        return Finding(Wrong.MISSING, detail, position, record.stream, due)
    if intact and here.supported and tip.version:
        detail = "the records behind it name another hash for it"
        return Finding(Wrong.ALTERED, detail, tip.position, record.stream, tip.version)
    if record.prev != tip.hash and _is_renumbered(record):
        detail = "the record in its place was renumbered"
        return Finding(Wrong.MISSING, detail, position, record.stream, due)
    detail = "it does not name the hash of the record before it" if intact else "its hash is not that of its content"
    return Finding(Wrong.ALTERED, detail, position, record.stream, record.version)


def _is_renumbered(record: Record) -> bool:
    return any(is_intact(record, record.version + shift) for shift in range(1, SHIFT_MAX + 1))


def goes_on(rest: Iterator[Item]) -> bool:
    """Whether more records follow, so that what is lost was not the end."""
    try:
        return any(isinstance(item, Row) for item in rest)
    except Unreadable:
        return True


class _Place:
    """What the rest of a stream tells about the record that stands where another is due."""

    def __init__(self, record: Record, due: int, tip: Tip) -> None:
        self._record, self._due, self._tip = record, due, tip
        self.genuine = False
        """The record that is due comes later."""
        self.claimed = False
        """A later record is the one before this, so this is a genuine record out of its place."""
        self.supported = False
        """A later record names this one as the one before it."""

    def look(self, other: Record) -> None:
        self.genuine = self.genuine or (other.prev == self._tip.hash and is_intact(other, self._due))
        self.claimed = self.claimed or other.hash == self._record.prev
        self.supported = self.supported or other.prev == self._record.hash


def diagnose_gap(row: Row, tips: Mapping[str, Tip], position: int, rest: Iterator[Item]) -> Finding:
    """What is missing where the numbering of the whole journal jumps; tips are those before the jump."""
    if row.seq < position:
        detail = "its place in the journal is taken"
        return Finding(Wrong.INSERTED, detail, position, row.record.stream, row.record.version)
    versions = {stream: tip.version for stream, tip in tips.items()}
    stream, due = "", 0
    for item in _chain(row, rest):
        match item:
            case Row(record=record) if not stream:
                known = versions.get(record.stream, 0)
                if record.version > known + 1:
                    stream, due = record.stream, known + 1
                versions[record.stream] = record.version
            case Row(record=record) if (record.stream, record.version) == (stream, due):
                detail = f"it stands at place {item.seq} instead"
                return Finding(Wrong.REORDERED, detail, position, stream, due)
            case Note() if not stream:
                stream, due = _lost(item, versions)
            case _:
                pass
    detail = f"after record {position - 1} of the journal comes record {row.seq}"
    return Finding(Wrong.MISSING, detail, position, stream, due)


def first_lost(checkpoint: Checkpoint, versions: Mapping[str, int]) -> tuple[str, int]:
    """The first record that a checkpoint knows and the journal lacks."""
    for head in checkpoint.heads:
        if (known := versions.get(head.stream, 0)) < head.version:
            return head.stream, known + 1
    return "", 0


def _lost(note: Note, versions: Mapping[str, int]) -> tuple[str, int]:
    try:
        return first_lost(parse(note.text), versions)
    except BadCheckpoint:
        return "", 0


def _chain(row: Row, rest: Iterator[Item]) -> Iterator[Item]:
    yield row
    try:
        yield from rest
    except Unreadable:
        return


def _records(rest: Iterable[Item], stream: str) -> Iterator[Record]:
    try:
        for item in rest:
            if isinstance(item, Row) and item.record.stream == stream:
                yield item.record
    except Unreadable:
        return
