"""A table's state as the bytes of a snapshot, and back. Snapshots are caches: what cannot be read is replayed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from itertools import islice
from struct import Struct as Packed
from typing import Any

from msgspec import DecodeError, Raw, Struct, ValidationError, json, msgpack
from msgspec.structs import replace

from croupier.table.state import Table
from croupier.terms.pauses import Pausing

STATE = "table-state/3"
"""Increment this when `evolve` gives a recorded event a new meaning, so that old snapshots are ignored."""


class SavedTable(Struct, frozen=True):
    """The state after a record, with the writer's index of answers."""

    table: Table
    opened: int
    """The version of the record that last opened the table; 0 if none did."""
    answered: dict[str, int]
    answered_before: dict[str, int]
    forgotten: int


class _Envelope(Struct, frozen=True):
    state: str
    shape: bytes
    saved: SavedTable


_LARGE = ("seats", "wagers", "settled")
"""The fields of a table that have an entry for each seat of a full table. Others may have, but seldom do."""
PIECE = 1_000
"""The most entries of a map that are encoded without a pause. A map of this size begins with three bytes."""
_FIXED_MAP = 16
"""A map with fewer entries has its number of entries in the first byte."""
_MAP_32 = Packed("!BI")

_decoder = msgpack.Decoder(_Envelope)
_encoder = msgpack.Encoder()


def encoding_state(saved: SavedTable) -> Pausing[bytes]:
    """The state as the body of a snapshot, in pieces with a pause after each; it must not change before the end."""
    table: Any = Raw((yield from encoding_table(saved.table)))
    answered: Any = yield from _encoding_map(saved.answered)
    before: Any = yield from _encoding_map(saved.answered_before)
    return _encoder.encode(
        _Envelope(STATE, shape(), SavedTable(table, saved.opened, answered, before, saved.forgotten))
    )


def encoding_table(table: Table) -> Pausing[bytes]:
    """A table alone, in pieces likewise."""
    large: dict[str, Any] = {}
    for name in _LARGE:
        large[name] = yield from _encoding_map(getattr(table, name))
    return _encoder.encode(replace(table, **large))


def _encoding_map(entries: Mapping[Any, Any]) -> Pausing[Raw]:
    """A map in MessagePack: the number of its entries, then each key and value."""
    pieces = [_MAP_32.pack(0xDF, len(entries))]
    rest = iter(entries.items())
    while piece := dict(islice(rest, PIECE)):
        head = 1 if len(piece) < _FIXED_MAP else 3
        pieces.append(_encoder.encode(piece)[head:])
        yield
    return Raw(b"".join(pieces))


def decode_state(body: bytes) -> SavedTable | None:
    """The state of a snapshot; None if another version of this program wrote it."""
    try:
        read = _decoder.decode(body)
    except (ValidationError, DecodeError, UnicodeDecodeError):
        return None
    return read.saved if (read.state, read.shape) == (STATE, shape()) else None


@cache
def shape() -> bytes:
    """A digest of every field and type of the state, to detect snapshots of another shape."""
    return hashlib.sha256(json.encode(json.schema(SavedTable), order="sorted")).digest()
