"""A journal file in the hands of somebody who has write access to it and drops its guards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from croupier.journal.schema import TABLES, TRIGGERS, VIEWS

RECORD = ("seq", "stream", "version", "time_ms", "actor", "kind", "body", "prev", "hash")


@contextmanager
def unguarded(path: Path) -> Iterator[apsw.Connection]:
    """The file without its triggers, which are restored afterwards."""
    connection = apsw.Connection(str(path))
    connection.pragma("synchronous", "OFF")
    with connection:
        for name in TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for statement in TRIGGERS.values():
            connection.execute(statement)
    connection.close()


@contextmanager
def forging(path: Path) -> Iterator[apsw.Connection]:
    """The file with a table `records` of single records, which replace those of the file afterwards."""
    with unguarded(path) as connection:
        connection.execute(
            "CREATE TABLE copies AS SELECT * FROM records; DROP VIEW records; DROP TABLE batches;"
            "ALTER TABLE copies RENAME TO records"
        )
        yield connection
        connection.execute(TABLES["batches"])
        texts = ", ".join(f"CAST({name} AS BLOB)" if name in ("stream", "actor", "kind") else name for name in RECORD)
        for seq, stream, version, time_ms, actor, kind, body, prev, digest in list(
            connection.execute(f"SELECT {texts} FROM records")
        ):
            parts = [[time_ms], [_text(actor)], [_text(kind)], [len(body)]]
            written = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogateescape")
            connection.execute(
                "INSERT INTO batches VALUES (?, CAST(? AS TEXT), ?, CAST(? AS TEXT), ?, ?, ?)",
                (seq, stream, version, written, body, prev, digest),
            )
        connection.execute("DROP TABLE records")
        connection.execute(VIEWS["records"])


def edit(path: Path, sql: str) -> None:
    """Runs a statement, for which the journal has a table of single records."""
    with forging(path) as connection:
        connection.execute(sql)


def _text(value: bytes) -> str:
    """A text that has the same bytes, whether they are one or not."""
    return value.decode(errors="surrogateescape")
