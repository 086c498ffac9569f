"""Consecutive records of a stream as one row of a journal file, and back. See ADR 124.

A row holds the records that one commit adds to one stream. It has every field of a record once for all of them; what
follows from the rest is left out: the stream, the versions after the first, and every `prev` but the first, which is
the hash of the record before.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, cast

from msgspec import MsgspecError
from msgspec.json import Decoder, Encoder
from msgspec.structs import astuple

from croupier.journal.columns import RecordColumns
from croupier.journal.preimage import HASH_BYTES, split
from croupier.journal.record import Record

RECORDS_MAX = 1_000
"""Maximum number of records in one row, so that one of them is found without reading many others."""
BYTES_MAX = 1 << 20
"""A row whose bodies have this many bytes takes no further record."""

_Parts = tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...], tuple[int, ...]]
"""The times, actors and kinds of the records, and where the body of each ends."""
_encode, _decode = Encoder().encode, Decoder(_Parts).decode


class BadRow(ValueError):
    """The row was not written by a journal."""


class PackedRecords(NamedTuple):
    """A row of the table `batches`."""

    seq: int
    """Position of the first record in the whole journal."""
    stream: str
    version: int
    """Version of the first record."""
    parts: str
    """Times, actors, kinds and the ends of the bodies, as JSON."""
    bodies: bytes
    prev: bytes
    """`prev` of the first record."""
    hashes: bytes

    @property
    def after(self) -> int:
        """Position of the record after the last one."""
        return self.seq + len(self.hashes) // HASH_BYTES

    def columns(self) -> RecordColumns:
        """The records; raises `BadRow` if this is not how they are written."""
        try:
            parts = _decode(self.parts)
        except MsgspecError as error:
            raise BadRow(str(error)) from None
        times, actors, kinds, ends = parts
        count, bodies, hashes = len(times), self.bodies, self.hashes
        if not count or len(hashes) != HASH_BYTES * count or not count == len(actors) == len(kinds) == len(ends):
            raise BadRow("its parts are not of the same length")
        try:
            texts = split(bodies, ends)
        except (struct.error, ValueError):  # a number of thousands of digits is a ValueError
            raise BadRow("its bodies do not end where they should") from None
        return RecordColumns(self.stream, self.version, times, actors, kinds, texts, self.prev, hashes, (self,))

    @property
    def is_canonical(self) -> bool:
        """Whether the parts are written in the only way a journal writes them."""
        try:
            return _encode(_decode(self.parts)).decode() == self.parts
        except (MsgspecError, UnicodeError):
            return False


_TYPES = (int, str, int, str, bytes, bytes, bytes)


def read_row(row: Sequence[object]) -> PackedRecords:
    """A row as it is stored; raises `BadRow` if a value has another type."""
    if tuple(map(type, row)) != _TYPES:
        raise BadRow("a column holds a value of the wrong type")
    return PackedRecords(*cast("tuple[Any, ...]", row))


def pack(seq: int, records: Sequence[Record]) -> PackedRecords:
    """Records that follow each other in one stream, from this position on, as a row."""
    first = records[0]
    _, _, times, actors, kinds, bodies, _, hashes = zip(*map(astuple, records), strict=True)
    parts = _encode((times, actors, kinds, (*accumulate(map(len, bodies)),))).decode()
    return PackedRecords(seq, first.stream, first.version, parts, b"".join(bodies), first.prev, b"".join(hashes))


def rows_of(seq: int, records: Sequence[Record]) -> list[PackedRecords]:
    """The records of checked drafts that follow each other in one stream, in rows within their limits."""
    if len(records) == 1:
        only = records[0]
        # What a journal takes as an actor or a kind needs no escape, and the encoder takes three times as long.
        parts = f'[[{only.time_ms}],["{only.actor}"],["{only.kind}"],[{len(only.body)}]]'
        return [PackedRecords(seq, only.stream, only.version, parts, only.body, only.prev, only.hash)]
    if len(records) <= RECORDS_MAX and _size(records) <= BYTES_MAX:
        return [pack(seq, records)]
    rows = []
    for run in runs_of(records):
        rows.append(pack(seq, run))
        seq += len(run)
    return rows


def _size(records: Sequence[Record]) -> int:
    return sum([len(record.body) for record in records])


def runs_of(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Records that follow each other in a stream, within the limits of a row.

    A record whose `prev` is not the hash before it begins a run, and so its `prev` is kept.
    """
    run: list[Record] = []
    size = 0
    for record in records:
        if run:
            last = run[-1]
            follows = (record.stream, record.version, record.prev) == (last.stream, last.version + 1, last.hash)
            if not follows or len(run) == RECORDS_MAX or size >= BYTES_MAX:
                yield run
                run, size = [], 0
        run.append(record)
        size += len(record.body)
    if run:
        yield run
