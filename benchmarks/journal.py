"""The journal: durable appends, verification and reading, compared with SQLite for the same bytes.

``python -m benchmarks.journal`` prints the rows. Runs differ by a third on a shared machine, so compare the ratios of
one run, not single figures.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.raw_sqlite import raw_rate
from benchmarks.report import Row, show
from croupier.journal.chain import genesis, link
from croupier.journal.record import Draft
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file

GROUPS = {1: 1_000, 10: 10_000, 100: 50_000, 1000: 100_000}
"""Number of records at each group size."""
RUNS = 3
RECORD_BYTES = 218
STREAM, ACTOR, KIND = "table/7", "terminal:12", "wager-placed/1"
_FIXED = len(STREAM) + len(ACTOR) + len(KIND) + 8 + 8 + 32 + 32
BODY = b"x" * (RECORD_BYTES - _FIXED)
DRAFT = Draft(KIND, ACTOR, 1_731_672_000_000, BODY)


def rows(groups: dict[int, int] = GROUPS) -> list[Row]:
    """Each figure is the best of several runs, ours and the baseline alternating."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        singly = 0.0
        records = link(STREAM, 0, genesis(STREAM), [DRAFT] * max(groups.values()))
        for group, count in groups.items():
            ours = raw = 0.0
            for run in range(RUNS):
                ours = max(ours, _rate(partial(_ours, directory / f"ours-{group}-{run}.db", group, count), count))
                raw = max(raw, raw_rate(directory / f"raw-{group}-{run}.db", records[:count], group))
            singly = singly or raw
            found.append(Row(f"append, groups of {group}", ours, raw, "records/s", "raw group commit, no chain"))
            found.append(Row(f"append, groups of {group}", ours, singly, "records/s", "one commit per record"))
        path = directory / f"ours-{group}-0.db"
        verify = max(_rate(partial(verify_file, path), count) for _ in range(RUNS))
        read = max(_rate(partial(_read, path), count) for _ in range(RUNS))
        found.append(Row("verify", verify, ours, "records/s", f"append, groups of {group}"))
        found.append(Row("read", read, ours, "records/s", f"append, groups of {group}"))
    return found


def _rate(work: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    work()
    return count / (time.perf_counter() - start)


def _ours(path: Path, group: int, count: int) -> None:
    drafts = [DRAFT] * group
    with SqliteJournal(path) as journal:
        for version in range(0, count, group):
            journal.append(STREAM, version, drafts)


def _read(path: Path) -> int:
    with SqliteJournal(path, read_only=True) as journal:
        return sum(record.version for record in journal.read(STREAM))


if __name__ == "__main__":
    show("journal", rows())
