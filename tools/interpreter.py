"""Prints the Python for `.venv`: the one that runs this file, or a faster one of the same version. See ADR 126.

It runs before anything is installed, and so imports only the standard library.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

FASTER = 0.9
"""Another interpreter must take at most this share of the time."""
ROUNDS = 3
_SECONDS = 30
_LOOP = """
import ensurepip, sys, time, venv

class Point:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
    def add(self, more): return self.x + more if self.y else None

def work():
    seen, began = {}, time.process_time()
    for number in range(60_000):
        point = Point(number, number & 1)
        seen[number & 1023] = point.add(3)
        if seen.get(number & 7) is None:
            seen[number & 7] = str(number)
    return time.process_time() - began

print(*sys.version_info[:2], sys.implementation.name, min(work() for _ in range(5)))
"""
"""Objects, calls and dictionaries, as in a table. An interpreter without venv cannot make an environment, and fails."""


def seconds(python: str) -> float | None:
    """The interpreter's time for the loop; None if its version differs or it cannot make an environment."""
    try:
        done = subprocess.run([python, "-I", "-c", _LOOP], capture_output=True, text=True, timeout=_SECONDS, check=True)
        *kind, took = done.stdout.split()
        own = [*map(str, sys.version_info[:2]), sys.implementation.name]
        return float(took) if kind == own else None
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def others() -> Iterator[str]:
    """The other interpreters of this version on the path, each once."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    known = {Path(sys.executable).resolve()}
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        found = Path(directory or os.curdir, name)
        if found.is_file() and found.resolve() not in known:
            known.add(found.resolve())
            yield str(found)


def fastest(own: str, others: Iterable[str], measure: Callable[[str], float | None] = seconds) -> str:
    """The interpreter to use. They take turns, so that other load affects all of them alike."""
    candidates = [own, *others]
    best: dict[str, float] = {}
    for _ in range(ROUNDS if len(candidates) > 1 else 0):
        for python in candidates:
            took = measure(python)
            if took is not None:
                best[python] = min(took, best.get(python, took))
    if own not in best:
        return own
    winner = min(best, key=best.__getitem__)
    return winner if best[winner] <= FASTER * best[own] else own


if __name__ == "__main__":
    print(fastest(sys.executable, others()))
