"""The journal: durable appends, verification and replay, compared with SQLite for the same bytes.

``python -m benchmarks.journal`` prints the rows. Runs differ by a third on a shared machine, so compare the ratios of
one run, not single figures.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import apsw
from msgspec.structs import astuple

from benchmarks.report import Row, show
from croupier.journal.chain import genesis, link
from croupier.journal.record import Draft
from croupier.journal.schema import TABLES
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file

GROUPS = {1: 1_000, 10: 10_000, 100: 50_000, 1000: 100_000}
"""Number of records at each group size."""
RUNS = 3
RECORD_BYTES = 218
STREAM, ACTOR, KIND = "table/7", "terminal:12", "wager-placed/1"
_FIXED = len(STREAM) + len(ACTOR) + len(KIND) + 8 + 8 + 32 + 32
BODY = b"x" * (RECORD_BYTES - _FIXED)
INSERT = "INSERT INTO records (stream, version, time_ms, actor, kind, body, prev, hash) VALUES (?,?,?,?,?,?,?,?)"


def rows(groups: dict[int, int] = GROUPS) -> list[Row]:
    """Each figure is the best of several runs, ours and the baseline alternating."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        singly = 0.0
        for group, count in groups.items():
            ours = raw = 0.0
            for run in range(RUNS):
                ours = max(ours, _rate(partial(_ours, directory / f"ours-{group}-{run}.db", group, count), count))
                raw = max(raw, _rate(partial(_raw, directory / f"raw-{group}-{run}.db", group, count), count))
            singly = singly or raw
            found.append(Row(f"append, groups of {group}", ours, raw, "records/s", "raw group commit, no chain"))
            found.append(Row(f"append, groups of {group}", ours, singly, "records/s", "one commit per record"))
        path = directory / f"ours-{group}-0.db"
        verify = max(_rate(partial(verify_file, path), count) for _ in range(RUNS))
        replay = max(_rate(partial(_replay, path), count) for _ in range(RUNS))
        found.append(Row("verify", verify, ours, "records/s", f"append, groups of {group}"))
        found.append(Row("replay", replay, ours, "records/s", f"append, groups of {group}"))
    return found


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


def _replay(path: Path) -> int:
    with SqliteJournal(path, read_only=True) as journal:
        return sum(record.version for record in journal.read(STREAM))


if __name__ == "__main__":
    show("journal", rows())
