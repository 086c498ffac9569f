"""The file of a table's history: a cache sealed like snapshots, read only if its record is in the journal."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json, msgpack

from croupier.floor.cache_seal import CacheSeal
from croupier.journal.record import Head, Record
from croupier.records.report import Shift
from croupier.records.sittings import Sitting
from croupier.records.spins import SpinsKept
from croupier.table.state import Table
from croupier.wire.state import STATE
from croupier.wire.state import shape as state_shape

FOLDER = "history"
HISTORY = "history"
"""The kind under which the file is sealed."""
_FORMAT = b"history-file/2"
"""Increment this when the kept states are encoded in another way."""

_log = logging.getLogger(__name__)


class SavedHistory(Struct, frozen=True):
    """What a history has read."""

    every: int
    table: Table
    states: list[tuple[int, bytes]]
    openings: list[int]
    ends: list[int]
    works: list[int]
    shifts: tuple[list[Shift], Shift | None, int]
    spins: SpinsKept
    sittings: list[Sitting]
    results: list[str]


class _File(Struct, frozen=True):
    """The sealed file: a record by version and hash, the digest of the types, and what was read up to that record."""

    version: int
    hash: bytes
    shape: bytes
    sealed: bytes


_encoder = msgpack.Encoder()
_file, _saved = msgpack.Decoder(_File), msgpack.Decoder(SavedHistory)


def _shape() -> bytes:
    """A digest of the format and the types in the file: a file written by another version is ignored."""
    return sha256(
        _FORMAT + STATE.encode() + state_shape() + json.encode(json.schema(SavedHistory), order="sorted")
    ).digest()


class HistoryFile:
    """The file of one stream."""

    def __init__(self, directory: Path, stream: str, seal: CacheSeal) -> None:
        self._path = directory / FOLDER / f"{stream.replace('/', '-')}.cache"
        self._stream, self._seal = stream, seal

    def load(self, record_at: Callable[[int], Record | None]) -> tuple[Head, SavedHistory] | None:
        """What was saved, and after which record; None unless this program sealed it at a record of this stream."""
        try:
            file = _file.decode(self._path.read_bytes())
            head = Head(self._stream, file.version, file.hash)
            body = self._seal.take(HISTORY, head, file.sealed) if file.shape == _shape() else None
            saved = _saved.decode(body) if body is not None else None
        except (OSError, DecodeError, ValidationError):
            return None
        last = record_at(head.version) if saved is not None else None
        return (head, saved) if saved is not None and last is not None and last.hash == head.hash else None

    def save(self, head: Head, saved: SavedHistory) -> bool:
        """Replaces the file; returns False if that failed."""
        sealed = self._seal.put(HISTORY, head, _encoder.encode(saved))
        try:
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
            fresh = self._path.with_suffix(".new")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                out.write(_encoder.encode(_File(head.version, head.hash, _shape(), sealed)))
            fresh.replace(self._path)
        except OSError as error:
            _log.warning("%s: the history file was not saved: %s", self._stream, error)
            return False
        return True
