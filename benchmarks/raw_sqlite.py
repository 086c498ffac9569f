"""SQLite alone with the bytes of records: no decision, no chain, no check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import apsw
from msgspec.structs import astuple

from croupier.journal.record import Record

_TABLE = """
CREATE TABLE records (seq INTEGER PRIMARY KEY, stream TEXT, version INTEGER, time_ms INTEGER, actor TEXT, kind TEXT,
                      body BLOB, prev BLOB, hash BLOB, UNIQUE (stream, version)) STRICT
"""
_INSERT = "INSERT INTO records VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)"


def raw_rate(path: Path, records: Sequence[Record], group: int) -> float:
    """Records per second, durably appended in groups."""
    rows = [astuple(record) for record in records]
    connection = apsw.Connection(str(path))
    for pragma, value in (("journal_mode", "wal"), ("synchronous", "FULL")):
        connection.pragma(pragma, value)
    connection.execute(_TABLE)
    began = time.perf_counter()
    for start in range(0, len(rows), group):
        with connection:
            connection.executemany(_INSERT, rows[start : start + group])
    seconds = time.perf_counter() - began
    connection.close()
    return len(rows) / seconds
