"""A table's state as the bytes of a snapshot, and back. A snapshot is a cache: what cannot be read is replayed."""

from __future__ import annotations

import hashlib
from functools import cache

from msgspec import DecodeError, Struct, ValidationError, json, msgpack

from croupier.table.state import Table

STATE = "table-state/2"
"""Raised whenever `evolve` gives a recorded event another meaning, so that no older snapshot is believed."""


class SavedTable(Struct, frozen=True):
    """The state after a record, and what its writer remembers beside it."""

    table: Table
    opened: int
    """The version of the record under which the table was last opened; 0 when it never was."""
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
    """The state as a snapshot's body."""
    return _encoder.encode(_Envelope(STATE, shape(), saved))


def decode_state(body: bytes) -> SavedTable | None:
    """The state of a snapshot; None when another version of this program wrote it."""
    try:
        read = _decoder.decode(body)
    except (ValidationError, DecodeError, UnicodeDecodeError):
        return None
    return read.saved if (read.state, read.shape) == (STATE, shape()) else None


@cache
def shape() -> bytes:
    """A digest of every field and type of the state: a state of another shape is not read."""
    return hashlib.sha256(json.encode(json.schema(SavedTable), order="sorted")).digest()
