"""A table's state as the bytes of a snapshot, and back. Snapshots are caches: what cannot be read is replayed."""

from __future__ import annotations

import hashlib
from functools import cache

from msgspec import DecodeError, Struct, ValidationError, json, msgpack

from croupier.table.state import Table

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


_decoder = msgpack.Decoder(_Envelope)
_encoder = msgpack.Encoder()


def encode_state(saved: SavedTable) -> bytes:
    """The state as the body of a snapshot."""
    return _encoder.encode(_Envelope(STATE, shape(), saved))


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
