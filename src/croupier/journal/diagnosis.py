"""Finds out what is wrong with the first bad record: altered, missing, inserted, reordered or truncated.

The hash chain shows that something is wrong, and where; what it is follows from the later records. So the diagnosis
reads the rest of the tape once, in constant memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from croupier.journal.chain import is_intact
from croupier.journal.checkpoint import BadCheckpoint, HeadsStatement, parse_statement
from croupier.journal.record import TIME_MAX, Record
from croupier.journal.tape import Item, Row, StoredCheckpoint, UnreadableRow

SHIFT_MAX = 32
"""How many consecutive removed records are recognized if the later ones were renumbered."""


class JournalFault(StrEnum):
    """What can be wrong with a journal."""

    ALTERED = "altered"
    MISSING = "missing"
    INSERTED = "inserted"
    REORDERED = "reordered"
    TRUNCATED = "truncated"
    SIGNATURE = "signature"
    UNCOSIGNED = "uncosigned"
    UNSIGNED = "unsigned"
    DAMAGED = "damaged"
    UNFOUNDED = "unfounded"
    """A record refers to something that the journal does not hold, or that differs from the reference."""


class JournalFinding(Struct, frozen=True):
    """The first thing that is wrong, and where."""

    wrong: JournalFault
    detail: str
    position: int = 0
    """The position in the whole journal, counted from 1 in commit order; 0 for none."""
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
    """The last good record of a stream: enough to check the next one, and to diagnose this one later."""

    version: int
    hash: bytes
    prev: bytes = b""
    position: int = 0


def diagnose(record: Record, tip: Tip, position: int, rest: Iterator[Item]) -> JournalFinding:
    """What is wrong with a record that does not follow the tip of its stream."""
    due = tip.version + 1
    if tip.version and record.prev == tip.prev and is_intact(record, tip.version):
        detail = f"the genuine record {tip.version} comes after it"
        return JournalFinding(JournalFault.INSERTED, detail, tip.position, record.stream, tip.version)
    intact = is_intact(record)
    if intact and record.version <= tip.version:
        detail = f"the stream already has a record {record.version}"
        return JournalFinding(JournalFault.INSERTED, detail, position, record.stream, record.version)
    here = _Place(record, due, tip)
    for other in _records(rest, record.stream):
        here.look(other)
    if here.genuine:
        if intact or here.claimed:
            detail = f"it is in the place of record {due}, which comes later"
            return JournalFinding(JournalFault.REORDERED, detail, position, record.stream, record.version)
        detail = f"the genuine record {due} comes later"
        return JournalFinding(JournalFault.INSERTED, detail, position, record.stream, record.version)
    if intact and record.version > due:
        detail = f"record {record.version} follows record {tip.version}"
        return JournalFinding(JournalFault.MISSING, detail, position, record.stream, due)
    if intact and here.supported and tip.version:
        detail = "the records after it name another hash for it"
        return JournalFinding(JournalFault.ALTERED, detail, tip.position, record.stream, tip.version)
    if record.prev != tip.hash and _is_renumbered(record):
        detail = "the record in its place was renumbered"
        return JournalFinding(JournalFault.MISSING, detail, position, record.stream, due)
    detail = "it does not name the hash of the record before it" if intact else "its hash does not match its content"
    if not intact and record.time_ms > TIME_MAX:
        detail = "its time is after the year 9999"
    return JournalFinding(JournalFault.ALTERED, detail, position, record.stream, record.version)


def _is_renumbered(record: Record) -> bool:
    return any(is_intact(record, record.version + shift) for shift in range(1, SHIFT_MAX + 1))


def goes_on(rest: Iterator[Item]) -> bool:
    """Whether more records follow, so that the lost ones were not the end."""
    try:
        return any(isinstance(item, Row) for item in rest)
    except UnreadableRow:
        return True


class _Place:
    """What the rest of a stream shows about a record in the place of another."""

    def __init__(self, record: Record, due: int, tip: Tip) -> None:
        self._record, self._due, self._tip = record, due, tip
        self.genuine = False
        """The record that is due comes later."""
        self.claimed = False
        """A later record precedes this one, so this is a genuine record out of place."""
        self.supported = False
        """A later record names this one as its predecessor."""

    def look(self, other: Record) -> None:
        self.genuine = self.genuine or (other.prev == self._tip.hash and is_intact(other, self._due))
        self.claimed = self.claimed or other.hash == self._record.prev
        self.supported = self.supported or other.prev == self._record.hash


def diagnose_gap(row: Row, tips: Mapping[str, Tip], position: int, rest: Iterator[Item]) -> JournalFinding:
    """What is missing at a gap in the numbering of the whole journal; `tips` are those before the gap."""
    if row.seq < position:
        detail = "its place in the journal is taken"
        return JournalFinding(JournalFault.INSERTED, detail, position, row.record.stream, row.record.version)
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
                detail = f"it is at place {item.seq} instead"
                return JournalFinding(JournalFault.REORDERED, detail, position, stream, due)
            case StoredCheckpoint() if not stream:
                stream, due = _lost(item, versions)
            case Row() | StoredCheckpoint():
                pass
    detail = f"after record {position - 1} of the journal comes record {row.seq}"
    return JournalFinding(JournalFault.MISSING, detail, position, stream, due)


def first_lost(statement: HeadsStatement, versions: Mapping[str, int]) -> tuple[str, int]:
    """The first record that a checkpoint covers and the journal lacks."""
    for head in statement.heads:
        if (known := versions.get(head.stream, 0)) < head.version:
            return head.stream, known + 1
    return "", 0


def _lost(note: StoredCheckpoint, versions: Mapping[str, int]) -> tuple[str, int]:
    try:
        return first_lost(parse_statement(note.statement), versions)
    except BadCheckpoint:
        return "", 0


def _chain(row: Row, rest: Iterator[Item]) -> Iterator[Item]:
    yield row
    try:
        yield from rest
    except UnreadableRow:
        return


def _records(rest: Iterable[Item], stream: str) -> Iterator[Record]:
    try:
        for item in rest:
            if isinstance(item, Row) and item.record.stream == stream:
                yield item.record
    except UnreadableRow:
        return
