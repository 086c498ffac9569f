"""Runs every benchmark, or those named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from benchmarks import durability, fairness, floor, journal, lab, postgres, settlement, startup
from benchmarks.report import Row, show

SUITES: dict[str, Callable[[], Iterable[Row]]] = {
    "journal": journal.rows,
    "durability": durability.rows,
    "floor": floor.rows,
    "postgres": postgres.rows,
    "settlement": settlement.rows,
    "startup": startup.rows,
    "lab": lab.rows,
    "fairness": fairness.rows,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in SUITES]
    if unknown:
        print(f"No benchmark is called {unknown[0]}. There are: {', '.join(SUITES)}.", file=sys.stderr)
        return 2
    reached = [show(name, SUITES[name]()) for name in names or SUITES]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
