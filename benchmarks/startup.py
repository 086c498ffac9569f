"""Startup time of a command compared with a bare Python that imports tomllib, fractions and json."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

from benchmarks.report import Row, best_of

RUNS = 9
BUDGET_MS = 150
CROUPIER = Path(sysconfig.get_path("scripts")) / "croupier"


def _ms(command: list[str]) -> float:
    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    return best_of(RUNS, run)[0] * 1000


def rows() -> list[Row]:
    bare = _ms([sys.executable, "-c", "import tomllib, fractions, json"])
    found = []
    for words in (["--help"], ["odds", "nj"], ["odds", "nj", "--json"]):
        ours = _ms([str(CROUPIER), *words])
        goal = (bare + BUDGET_MS) / bare
        found.append(
            Row("croupier " + " ".join(words), ours, bare, "ms", "bare Python", round(goal, 2), lower_is_better=True)
        )
    return found
