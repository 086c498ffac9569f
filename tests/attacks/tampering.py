"""What somebody with write access to the journal's file can do to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.journal.chain import genesis, record_hash, snapshot_hash
from tests.forging import forging, unguarded


def change_snapshot(path: Path, stream: str, change: Callable[[bytes], bytes]) -> None:
    """Changes a snapshot and recomputes its digest, as the store would."""
    with unguarded(path) as other:
        row: Any = other.execute("SELECT version, hash, body FROM snapshots WHERE stream = ?", (stream,)).fetchone()
        version, digest, body = row
        fresh = change(body)
        assert fresh != body
        check = snapshot_hash(stream, version, digest, fresh)
        other.execute("UPDATE snapshots SET body = ?, digest = ? WHERE stream = ?", (fresh, check, stream))


def change_body(path: Path, stream: str, version: int, before: str, after: str) -> None:
    """Changes words in one record and nothing else."""
    with forging(path) as other:
        where = (stream, version)
        body = other.execute("SELECT body FROM records WHERE stream = ? AND version = ?", where).get
        assert before.encode() in body
        fresh = body.replace(before.encode(), after.encode())
        other.execute("UPDATE records SET body = ? WHERE stream = ? AND version = ?", (fresh, *where))


def rehash(path: Path, stream: str, change: Callable[[int, str, bytes], bytes]) -> None:
    """Changes bodies of a stream and recomputes its whole chain."""
    with forging(path) as other:
        prev = genesis(stream)
        rows: list[Any] = other.execute(
            "SELECT seq, version, time_ms, actor, kind, body FROM records WHERE stream = ? ORDER BY version", (stream,)
        ).fetchall()
        for seq, version, time_ms, actor, kind, body in rows:
            fresh = change(version, kind, body)
            digest = record_hash(stream, version, time_ms, actor, kind, fresh, prev)
            other.execute("UPDATE records SET body = ?, prev = ?, hash = ? WHERE seq = ?", (fresh, prev, digest, seq))
            prev = digest


def cut_tail(path: Path, stream: str, count: int) -> None:
    """Removes the last records of a stream, which must be the last of the journal."""
    with forging(path) as other:
        other.execute(
            "DELETE FROM records WHERE stream = ? AND version > "
            "(SELECT max(version) - ? FROM records WHERE stream = ?)",
            (stream, count, stream),
        )


def drop_checkpoints(path: Path) -> None:
    with unguarded(path) as other:
        for table in ("checkpoints", "cosignatures", "tiles"):
            other.execute(f"DELETE FROM {table}")


def drop_snapshots(path: Path) -> None:
    with unguarded(path) as other:
        other.execute("DELETE FROM snapshots")
