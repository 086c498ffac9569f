"""Runs every benchmark, or those named on the command line."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable
from importlib import import_module

from benchmarks.report import Row, Unavailable, show

SUITES = (
    "journal",
    "proof",
    "durability",
    "floor",
    "house",
    "checks",
    "postgres",
    "nodes",
    "workers",
    "settlement",
    "startup",
    "lab",
    "fairness",
    "pages",
)
"""Each is a module with a function `rows`."""


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in SUITES]
    if unknown:
        print(f"There is no benchmark {unknown[0]}. Choose from: {', '.join(SUITES)}.", file=sys.stderr)
        return 2
    suites: dict[str, Callable[[], Iterable[Row]]] = {}
    for name in names or SUITES:  # loads all first, so that a missing package is reported at once
        try:
            suites[name] = import_module(f"benchmarks.{name}").rows
        except ModuleNotFoundError as error:
            print(f"The benchmark {name} needs {error.name}, which `make bench` installs.", file=sys.stderr)
            return 2
    reached = [_run(name, rows) for name, rows in suites.items()]
    return 0 if all(reached) else 1


def _run(name: str, rows: Callable[[], Iterable[Row]]) -> bool:
    """Runs one benchmark; False if a goal was missed or the benchmark could not run."""
    try:
        return show(name, rows())
    except Unavailable as error:
        print(f"{name}: {error}", file=sys.stderr)
        return False


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends child processes, as after an interrupt
    sys.exit(main(sys.argv[1:]))
