"""Stores a checkpoint: its note, its cosignatures, the order of the sealed records, the tiles of the tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from croupier.journal.checkpoint import Checkpoint, parse_checkpoint
from croupier.journal.note import NoteSignature
from croupier.journal.port import Tile, check_next
from croupier.journal.postgres import statements as sql
from croupier.journal.postgres.connection import Connection, PostgresAddress
from croupier.terms.fault import Fault

Run = tuple[int, str, int, int]
"""A place in the whole journal, and the stream, first version and number of records from there on."""


def add_checkpoint(db: Connection, checkpoint: Checkpoint, tiles: Sequence[Tile]) -> None:
    """Compares and swaps the number of the last checkpoint: if two seal at once, one has to seal again."""
    last = read_note(db.execute(f"{sql.NOTES} ORDER BY number DESC LIMIT 1").fetchone())
    row = db.execute(sql.COUNT).fetchone()
    check_next(checkpoint, last, row[0] if row else 0)
    try:
        db.execute(sql.ADD_CHECKPOINT, (checkpoint.number, checkpoint.statement.text, str(checkpoint.note)))
    except psycopg.errors.UniqueViolation:
        check_next(checkpoint, checkpoint, 0)
    if runs := _runs(last, checkpoint):
        db.execute(sql.ADD_RUNS, [list(column) for column in zip(*runs, strict=True)])
    save_tiles(db, tiles)


def add_cosignatures(address: PostgresAddress, db: Connection, number: int, lines: Sequence[NoteSignature]) -> None:
    """Adds those of the cosignatures that the checkpoint does not have yet."""
    kept = read_note(db.execute(f"{sql.NOTES} WHERE number = %s FOR UPDATE", (number,)).fetchone())
    if kept is None:
        raise Fault(f"{address} has no checkpoint {number}.")
    known = len(kept.cosignatures)
    fresh = kept.with_cosignatures(tuple(lines)).cosignatures[known:]
    if fresh:
        places = list(range(known, known + len(fresh)))
        db.execute(sql.ADD_COSIGNATURES, (number, places, [each.line for each in fresh]))


def _runs(last: Checkpoint | None, checkpoint: Checkpoint) -> list[Run]:
    """The order of the records that a checkpoint adds: by stream name, as `read_all` returned them for sealing."""
    known = {head.stream: head.version for head in last.statement.heads} if last else {}
    place = (last.records if last else 0) + 1
    runs = []
    for head in checkpoint.statement.heads:
        version = known.get(head.stream, 0) + 1
        if count := head.version - version + 1:
            runs.append((place, head.stream, version, count))
            place += count
    return runs


def save_tiles(db: Connection, tiles: Sequence[Tile]) -> None:
    """Stores these tiles; of duplicates, the last."""
    latest = {(level, number): hashes for level, number, hashes in tiles}
    if latest:
        db.execute(
            sql.SAVE_TILES,
            ([level for level, _ in latest], [number for _, number in latest], list(latest.values())),
        )


def read_note(row: tuple[Any, ...] | None) -> Checkpoint | None:
    """The checkpoint of a row; raises a fault if its number does not match the row."""
    if row is None:
        return None
    number, statement, note = row
    found = parse_checkpoint(statement, note)
    if found.number != number:
        raise Fault(f"Checkpoint {found.number} is in the place of {number}. Run croupier verify.")
    return found
