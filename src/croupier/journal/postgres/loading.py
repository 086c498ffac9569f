"""Loads a whole journal into an empty database, in one transaction that commits only after verification."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.journal.postgres.connection import Connection
from croupier.journal.postgres.sealing import Run
from croupier.journal.postgres.statements import ADD_RUNS
from croupier.journal.tape import Item, Row, StoredCheckpoint
from croupier.journal.transfer import chunks
from croupier.terms.fault import Fault

_COPY = (
    "COPY croupier.records (stream, version, time_ms, actor, kind, body, prev, hash) FROM STDIN WITH (FORMAT BINARY)"
)
_TYPES = ("text", "int8", "int8", "text", "text", "bytea", "bytea", "bytea")
_HEADS = """
INSERT INTO croupier.streams (name, version, hash)
SELECT DISTINCT ON (stream) stream, version, hash FROM croupier.records ORDER BY stream, version DESC
"""


def load_tape(db: Connection, tape: Iterable[Item]) -> None:
    """Writes the tape in its order, and the heads to continue from, inside the caller's transaction.

    Records after the last checkpoint have no place yet; the next checkpoint assigns it.
    """
    db.execute("LOCK TABLE croupier.streams IN EXCLUSIVE MODE")
    if db.execute("SELECT FROM croupier.streams WHERE version > 0 LIMIT 1").fetchone() is not None:
        raise Fault("The database already holds a journal. Restore into an empty one.")
    db.execute("DELETE FROM croupier.streams")
    waiting: list[Run] = []
    for chunk in chunks(tape):
        with db.cursor().copy(_COPY) as copy:
            copy.set_types(_TYPES)
            for item in chunk:
                if isinstance(item, Row):
                    each = item.record
                    copy.write_row(
                        (
                            each.stream,
                            each.version,
                            each.time_ms,
                            each.actor,
                            each.kind,
                            each.body,
                            each.prev,
                            each.hash,
                        )
                    )
        for item in chunk:
            if isinstance(item, StoredCheckpoint):
                _add_runs(db, waiting)
                waiting = []
                db.execute(
                    "INSERT INTO croupier.checkpoints VALUES (%s, %s, %s)", (item.number, item.statement, item.text)
                )
            else:
                _follow(waiting, item)
    db.execute(_HEADS)


def _follow(runs: list[Run], row: Row) -> None:
    """Adds a record to the last run, or starts a new one."""
    record = row.record
    if runs:
        place, stream, version, count = runs[-1]
        if (record.stream, record.version, row.seq) == (stream, version + count, place + count):
            runs[-1] = (place, stream, version, count + 1)
            return
    runs.append((row.seq, record.stream, record.version, 1))


def _add_runs(db: Connection, runs: Sequence[Run]) -> None:
    if runs:
        db.execute(ADD_RUNS, [list(column) for column in zip(*runs, strict=True)])
