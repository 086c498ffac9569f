"""The parameters of an append: records as arrays, one for each part of a record."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from psycopg import Connection
from psycopg.adapt import Buffer, Dumper
from psycopg.pq import Format

from croupier.journal.packed import RECORDS_MAX
from croupier.journal.postgres import statements as sql
from croupier.journal.record import Record

_BIGINT, _BYTEA, _TEXT = 20, 17, 25
"""The numbers of these types in every PostgreSQL."""
_INTRODUCTION = struct.Struct(">iiiii")
"""Dimensions, whether there are nulls, type of the elements, length, lower bound."""
_size = struct.Struct(">i").pack


class StreamState(Struct, frozen=True):
    """The head of a stream, and the epoch under which it may be written."""

    version: int
    hash: bytes
    epoch: int


class PackedArray(Struct, frozen=True):
    """An array in PostgreSQL's binary form. The driver packs a list too, but takes three times as long."""

    form: bytes


class _PackedDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: PackedArray) -> Buffer:
        return obj.form


def accept_packed(connection: Connection[Any]) -> None:
    """Lets a connection take packed arrays as parameters whose type the statement names."""
    connection.adapters.register_dumper(PackedArray, _PackedDumper)


def append_statement(filled: Sequence[tuple[Sequence[Record], StreamState]]) -> tuple[str, dict[str, Any], int]:
    """The statement that appends to each of the streams, its parameters, and how many rows it inserts."""
    if len(filled) == 1 and len(filled[0][0]) <= RECORDS_MAX:
        return sql.APPEND, _one_batch(*filled[0]), 1
    values = _many_batches(filled)
    return sql.APPEND_MANY, values, len(values["versions"])


def _one_batch(records: Sequence[Record], state: StreamState) -> dict[str, Any]:
    last = records[-1]
    values = {
        "stream": last.stream,
        "expected": state.version,
        "prev": state.hash,
        "epoch": state.epoch,
        "last": last.version,
        "hash": last.hash,
    }
    return values | _columns(records)


def _many_batches(filled: Sequence[tuple[Sequence[Record], StreamState]]) -> dict[str, Any]:
    records = [record for group, _ in filled for record in group]
    firsts: list[int] = []
    ends: list[int] = []
    for group, _ in filled:
        start = ends[-1] if ends else 0
        end = start + len(group)
        firsts += range(start, end, RECORDS_MAX)
        ends += [*range(start + RECORDS_MAX, end, RECORDS_MAX), end]
    values = {
        "names": [group[0].stream for group, _ in filled],
        "olds": [state.version for _, state in filled],
        "befores": [state.hash for _, state in filled],
        "epochs": [state.epoch for _, state in filled],
        "news": [group[-1].version for group, _ in filled],
        "afters": [group[-1].hash for group, _ in filled],
        "streams": [records[first].stream for first in firsts],
        "versions": [records[first].version for first in firsts],
        "prevs": [records[first].prev for first in firsts],
        "starts": [first + 1 for first in firsts],
        "stops": ends,
    }
    return values | _columns(records)


def _columns(records: Sequence[Record]) -> dict[str, PackedArray]:
    """The parts of the records, except `prev`, which is the hash of the record before."""
    return {
        "times": _packed_numbers([record.time_ms for record in records]),
        "actors": _packed(_TEXT, [record.actor.encode() for record in records]),
        "kinds": _packed(_TEXT, [record.kind.encode() for record in records]),
        "bodies": _packed(_BYTEA, [record.body for record in records]),
        "hashes": _packed(_BYTEA, [record.hash for record in records]),
    }


def _packed(element: int, items: Sequence[bytes]) -> PackedArray:
    introduction, sizes = _INTRODUCTION.pack(1, 0, element, len(items), 1), {*map(len, items)}
    if len(sizes) == 1:  # hashes, and mostly kinds
        size = _size(sizes.pop())
        return PackedArray(b"".join((introduction, size, size.join(items))))
    parts = [introduction] * (2 * len(items) + 1)
    parts[1::2], parts[2::2] = map(_size, map(len, items)), items
    return PackedArray(b"".join(parts))


def _packed_numbers(items: Sequence[int]) -> PackedArray:
    sized = [8] * (2 * len(items))
    sized[1::2] = items
    return PackedArray(_INTRODUCTION.pack(1, 0, _BIGINT, len(items), 1) + struct.pack(f">{'iq' * len(items)}", *sized))
