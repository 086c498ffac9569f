"""The parameters of an append: records as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from croupier.journal.postgres import statements as sql
from croupier.journal.record import Record


class StreamState(Struct, frozen=True):
    """The head of a stream, and the epoch under which it may be written."""

    version: int
    hash: bytes
    epoch: int


def one_stream(records: Sequence[Record], state: StreamState) -> tuple[str, dict[str, Any]]:
    """The statement and its parameters for records of one stream."""
    last = records[-1]
    values = {
        "stream": last.stream,
        "expected": state.version,
        "prev": state.hash,
        "epoch": state.epoch,
        "last": last.version,
        "hash": last.hash,
    }
    return sql.APPEND, values | _columns(records)


def many_streams(filled: Sequence[tuple[Sequence[Record], StreamState]]) -> tuple[str, dict[str, Any]]:
    """The statement and its parameters for records of several streams."""
    records = [record for group, _ in filled for record in group]
    values: dict[str, Any] = {
        "names": [group[0].stream for group, _ in filled],
        "olds": [state.version for _, state in filled],
        "befores": [state.hash for _, state in filled],
        "epochs": [state.epoch for _, state in filled],
        "news": [group[-1].version for group, _ in filled],
        "afters": [group[-1].hash for group, _ in filled],
        "streams": [record.stream for record in records],
        "versions": [record.version for record in records],
    }
    return sql.APPEND_MANY, values | _columns(records)


def _columns(records: Sequence[Record]) -> dict[str, list[Any]]:
    return {
        "times": [record.time_ms for record in records],
        "actors": [record.actor for record in records],
        "kinds": [record.kind for record in records],
        "bodies": [record.body for record in records],
        "prevs": [record.prev for record in records],
        "hashes": [record.hash for record in records],
    }
