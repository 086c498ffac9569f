"""The journal: durable appends, verification and replay, beside what SQLite does with the same bytes.

``python -m benchmarks.journal`` prints the rows. Runs differ by a third on a shared machine:
read the ratios of one run, never a figure alone.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import apsw
from msgspec.structs import astuple

from croupier.journal.chain import genesis, link
from croupier.journal.record import Draft, Record
from croupier.journal.schema import TABLES
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file

GROUPS = {1: 1_000, 10: 10_000, 100: 50_000, 1000: 100_000}
"""How many records are appended at each group size."""
RECORD_BYTES = 218
STREAM, ACTOR, KIND = "table/7", "terminal:12", "wager-placed/1"
_FIXED = len(STREAM) + len(ACTOR) + len(KIND) + 8 + 8 + 32 + 32
BODY = b"x" * (RECORD_BYTES - _FIXED)
INSERT = "INSERT INTO records (stream, version, time_ms, actor, kind, body, prev, hash) VALUES (?,?,?,?,?,?,?,?)"


class BenchRow(NamedTuple):
    """One figure of ours beside one of the baseline; no baseline where there is nothing to compare."""

    name: str
    ours: float
    baseline: float | None
    unit: str


def bench(groups: dict[int, int] = GROUPS) -> list[BenchRow]:
    """Runs everything once, in a directory of its own that is removed afterwards."""
    rows: list[BenchRow] = []
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        singly = _rate(lambda: _raw(directory / "one.db", 1, groups[1]), groups[1])
        for group, count in groups.items():
            ours = _rate(lambda g=group, n=count: _ours(directory / f"ours-{g}.db", g, n), count)
            raw = _rate(lambda g=group, n=count: _raw(directory / f"raw-{g}.db", g, n), count)
            rows.append(BenchRow(f"append, groups of {group}, beside raw group commit", ours, raw, "records/s"))
            rows.append(BenchRow(f"append, groups of {group}, beside a commit each", ours, singly, "records/s"))
        group, count = max(groups.items())
        path = directory / f"ours-{group}.db"
        append = next(row.ours for row in rows if f"groups of {group}," in row.name)
        verify = _rate(lambda: verify_file(path), count)
        replay = _rate(lambda: _replay(path), count)
        rows.append(BenchRow("verify, beside append in the largest groups", verify, append, "records/s"))
        rows.append(BenchRow("replay, beside append in the largest groups", replay, append, "records/s"))
    return rows


def _rate(work: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    work()
    return count / (time.perf_counter() - start)


def _ours(path: Path, group: int, count: int) -> None:
    drafts = [Draft(KIND, ACTOR, 1_731_672_000_000, BODY)] * group
    with SqliteJournal(path) as journal:
        for version in range(0, count, group):
            journal.append(STREAM, version, drafts)


def _raw(path: Path, group: int, count: int) -> None:
    """The same bytes in the same table, with neither chain nor checks."""
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "FULL")
    connection.execute(TABLES["records"])
    (record,) = link(STREAM, 0, genesis(STREAM), [Draft(KIND, ACTOR, 1_731_672_000_000, BODY)])
    stream, _, *rest = astuple(record)
    for version in range(0, count, group):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(INSERT, ((stream, version + at, *rest) for at in range(1, group + 1)))
        connection.execute("COMMIT")
    connection.close()


def _replay(path: Path) -> Record | None:
    last = None
    with SqliteJournal(path, read_only=True) as journal:
        for last in journal.read(STREAM):
            pass
    return last


def main() -> None:
    """Prints the rows as a table."""
    for row in bench():
        baseline = f"{row.baseline:>10,.0f}  {row.ours / row.baseline:>6.2f}×" if row.baseline else ""
        print(f"{row.name:<52} {row.ours:>10,.0f} {row.unit}  {baseline}")


if __name__ == "__main__":
    main()
