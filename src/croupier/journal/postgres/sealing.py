"""Stores a checkpoint: its note, the order of the sealed records, the tiles of the tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.journal.checkpoint import Checkpoint, parse_checkpoint
from croupier.journal.port import Tile
from croupier.journal.postgres import statements as sql
from croupier.journal.postgres.connection import Connection
from croupier.terms.fault import Fault

Run = tuple[int, str, int, int]
"""A place in the whole journal, and the stream, first version and number of records from there on."""


def runs_of(last: Checkpoint | None, checkpoint: Checkpoint) -> list[Run]:
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
