"""Rows of a benchmark, and their printed table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct
from rich.console import Console
from rich.table import Table

T = TypeVar("T")


class Unavailable(Exception):
    """A benchmark cannot run here; the message says why, and what to do."""


class Row(Struct, frozen=True):
    """One figure and its baseline. `goal` is the ratio to reach: a minimum, or for a cost a maximum.

    A figure without a baseline has its goal in its own unit.
    """

    name: str
    ours: float
    baseline: float | None
    unit: str
    against: str = ""
    goal: float | None = None
    lower_is_better: bool = False

    @property
    def ratio(self) -> float:
        return self.ours / self.baseline if self.baseline else self.ours

    @property
    def reached(self) -> bool | None:
        if self.goal is None:
            return None
        return self.ratio <= self.goal if self.lower_is_better else self.ratio >= self.goal


def best_of(runs: int, call: Callable[[], T], clock: Callable[[], float] = time.perf_counter) -> tuple[float, T]:
    """The shortest of several runs in seconds, and the result of the last one."""
    best = float("inf")
    for _ in range(runs):
        start = clock()
        result = call()
        best = min(best, clock() - start)
    return best, result


def show(title: str, rows: Iterable[Row]) -> bool:
    """Prints the rows; returns False if a goal was missed."""
    table = Table(title=title, title_justify="left")
    for column, justify in (("what", "left"), ("ours", "right"), ("baseline", "right"), ("unit", "left")):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    for column in ("ratio", "goal"):
        table.add_column(column, justify="right")
    table.add_column("against")
    all_reached = True
    for row in rows:
        sign = "≤" if row.lower_is_better else "≥"
        goal = "" if row.goal is None else f"{sign} {row.goal:g} {'✓' if row.reached else '✗'}"
        all_reached &= row.reached is not False
        baseline, ratio = ("", "") if row.baseline is None else (_short(row.baseline), f"{row.ratio:.2f}")
        table.add_row(row.name, _short(row.ours), baseline, row.unit, ratio, goal, row.against)
    console = Console()
    (console if console.is_terminal else Console(width=150)).print(table)
    return all_reached


def _short(value: float) -> str:
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.2f} {suffix}"
    return f"{value:.3g}"
