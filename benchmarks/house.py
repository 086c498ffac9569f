"""A house of many tables compared with one full table: the same terminals, the same wagers, one disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.floor import Window, bare_floor_of, middle_window, served_floor, wager_window
from benchmarks.report import Row

TERMINALS = 10_000
PER_SECOND = 6_700
LAYOUTS = (1, 100, 500)
"""Numbers of tables that the terminals are spread over."""
WINDOWS = 3
WINDOW_S = 5
P99_MAX_MS = 25.0
MORE_THAN_ONE_TABLE_MAX = 1.3
NO_LIBRARY = Path("-")
"""Nothing is broadcast from C here."""


def _measured(directory: Path, tables: int, *how: str) -> tuple[list[Window], list[Window]]:
    """Windows at our tables, alternating with as many at the bare server."""
    ours, bare = [], []
    with (
        served_floor(directory, TERMINALS, NO_LIBRARY, *how, tables=tables) as floor,
        bare_floor_of(TERMINALS) as other,
    ):
        floor.terminals("connect")
        assert floor.server.ask("settle_down") == TERMINALS
        for _ in range(WINDOWS):
            ours.append(wager_window(floor, PER_SECOND, WINDOW_S))
            bare.append(wager_window(other, PER_SECOND, WINDOW_S))
    return ours, bare


def _rows(tables: int, ours: list[Window], bare: list[Window], single: Window | None) -> Iterator[Row]:
    where = f"{tables} tables of {TERMINALS // tables}" if tables > 1 else f"one table of {TERMINALS:,}"
    what, against = f"{where}, {PER_SECOND:,} wagers/s", "a server that only answers"
    (middle, between), (theirs, _) = middle_window(ours), middle_window(bare)
    load = f"{between}; load {os.getloadavg()[0]:.1f}"
    yield Row(f"{what}: acknowledged, p50", middle.p50, theirs.p50, "ms", against)
    yield Row(f"{what}: acknowledged, p99", middle.p99, None, "ms", load, P99_MAX_MS, lower_is_better=True)
    yield Row(f"{what}: acknowledged, p99", middle.p99, theirs.p99, "ms", against)
    yield Row(f"{what}: delay of the load generator, p99", middle.late, None, "ms", "not caused by the service")
    yield Row(f"{what}: CPU time per wager", middle.cost, theirs.cost, "µs", against)
    if single is not None:
        most = MORE_THAN_ONE_TABLE_MAX
        yield Row(f"{what}: acknowledged, p99", middle.p99, single.p99, "ms", "one table", most, lower_is_better=True)
        yield Row(f"{what}: CPU time per wager", middle.cost, single.cost, "µs", "one table")
    missing = sum(window.unanswered for window in ours)
    yield Row(f"{what}: wagers not placed and acknowledged", missing, None, "", "", 0, lower_is_better=True)


def rows() -> Iterator[Row]:
    single: Window | None = None
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        for tables in LAYOUTS:
            ours, bare = _measured(Path(name), tables)
            yield from _rows(tables, ours, bare, single)
            single = single or middle_window(ours)[0]
        without, _ = middle_window(_measured(Path(name), 1, "no-porter")[0])
    if single is not None:
        alone = "the same without the porter"
        yield Row("one table, with the porter: acknowledged, p99", single.p99, without.p99, "ms", alone)
        yield Row("one table, with the porter: CPU time per wager", single.cost, without.cost, "µs", alone)
