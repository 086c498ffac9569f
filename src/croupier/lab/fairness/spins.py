"""Recorded spins, from a CSV file or an iterable of results, parsed strictly with all problems reported at once.

Columns: `number` (the compartment or insignia) and, if recorded, `time` (ISO 8601, ascending), `dealer`, `direction`
(of the ball or the wheel, `cw` or `ccw`) and, for a Big Six wheel, `stop` (1 to 54, clockwise from any stop that the
house calls 1). Without a header the columns are number, time, dealer, direction. Commas, semicolons and tabs are
separators; blank lines and lines that begin with # are skipped.
"""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.game.wheel import Wheel
from croupier.lab.fairness.ring import Counts, Ring, ring_of
from croupier.terms.problem import Problem, Problems, listed, nearest, shown
from croupier.terms.text import counted

COLUMNS = ("number", "time", "dealer", "direction", "stop")
_POSITIONAL = COLUMNS[:4]
_DIRECTIONS = {
    "cw": "cw",
    "clockwise": "cw",
    "ccw": "ccw",
    "counterclockwise": "ccw",
    "anticlockwise": "ccw",
}
_PROBLEMS_MAX = 20
_NAME_MAX = 80


class Spins(Struct, frozen=True):
    """Spins that count, in recorded order.

    `follows` says whether a spin directly follows the previous one in the record, with no void spin between.
    """

    ring: Ring
    results: Counts
    follows: NDArray[np.bool_]
    voids: int = 0
    dealers: tuple[str, ...] | None = None
    directions: tuple[str, ...] | None = None
    first: datetime.datetime | None = None
    last: datetime.datetime | None = None
    stops: Spins | None = None
    """The same spins by stop number, if a Big Six record has them."""

    @property
    def count(self) -> int:
        return int(self.results.size)

    @property
    def counts(self) -> Counts:
        return np.bincount(self.results, minlength=len(self.ring.outcomes)).astype(np.int64)


class _Row(Struct, frozen=True):
    line: int
    cells: dict[str, str]


def spins_of(labels: Iterable[str], wheel: Wheel) -> Spins:
    """Spins from results alone, as the live service has them."""
    rows = [_Row(at, {"number": label}) for at, label in enumerate(labels, start=1)]
    return _build(rows, wheel, ("number",))


def read_spins(text: str, wheel: Wheel) -> Spins:
    """The spins of a CSV document; raises every problem with it, the first twenty in full."""
    text = text.removeprefix("\ufeff")
    numbered = [
        (line, cells) for line, cells in enumerate(_cells(text), start=1) if any(cells) and not cells[0].startswith("#")
    ]
    if not numbered:
        raise Problems([Problem("file", "it holds no spins", "Give one spin per line, at least its number.")])
    first = [cell.lower() for cell in numbered[0][1]]
    if set(first) & set(COLUMNS):
        columns = _check_columns(first, wheel)
        numbered = numbered[1:]
    else:
        columns = _POSITIONAL[: len(first)]
    rows, problems = [], []
    for line, cells in numbered:
        if len(cells) != len(columns):
            wrong = f"it has {counted(len(cells), 'cell')} where the file has {counted(len(columns), 'column')}"
            problems.append(Problem(f"line {line}", wrong, f"Give {', '.join(columns)}."))
        else:
            rows.append(_Row(line, dict(zip(columns, cells, strict=True))))
    _raise(problems)
    return _build(rows, wheel, columns)


def _cells(text: str) -> Iterable[list[str]]:
    line = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    delimiter = max(",;\t", key=line.count)
    try:
        for cells in csv.reader(text.splitlines(), delimiter=delimiter, strict=True):
            yield [cell.strip() for cell in cells]
    except csv.Error as error:
        raise Problems([Problem("file", f"it cannot be read as CSV: {error}", "Correct the quotes.")]) from error


def _check_columns(names: Sequence[str], wheel: Wheel) -> tuple[str, ...]:
    allowed = _POSITIONAL if wheel.is_single else COLUMNS
    problems = [
        Problem("header", f"{shown(name)} is not a column of spins for this wheel", nearest(name, allowed))
        for name in names
        if name not in allowed
    ]
    problems += [
        Problem("header", f"{shown(name)} is named twice", "Keep one of them.")
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if "number" not in names:
        problems.append(Problem("header", "there is no column number", "Name the column of results number."))
    _raise(problems)
    return tuple(names)


def _build(rows: Sequence[_Row], wheel: Wheel, columns: Sequence[str]) -> Spins:
    ring = ring_of(wheel)
    problems: list[Problem] = []
    known = ring.index.keys() | ring.void
    for row in rows:
        label = row.cells["number"]
        if label not in known:
            wrong = f"{shown(label)} is not a compartment of the {wheel.id} wheel"
            problems.append(Problem(f"line {row.line}", wrong, nearest(label, wheel.labels)))
    directions = _directions(rows, problems) if "direction" in columns else None
    dealers = _dealers(rows, problems) if "dealer" in columns else None
    times = _times(rows, problems) if "time" in columns else []
    stops = _stops(rows, wheel, problems) if "stop" in columns else None
    _raise(problems)
    decided = [at for at, row in enumerate(rows) if row.cells["number"] in ring.index]
    if not decided:
        raise Problems([Problem("file", "none of its spins counts", "Give at least one spin.")])
    follows = np.diff(np.array([-2, *decided])) == 1
    return Spins(
        ring=ring,
        results=np.array([ring.index[rows[at].cells["number"]] for at in decided], dtype=np.int64),
        follows=follows,
        voids=len(rows) - len(decided),
        dealers=tuple(dealers[at] for at in decided) if dealers else None,
        directions=tuple(directions[at] for at in decided) if directions else None,
        first=times[0] if times else None,
        last=times[-1] if times else None,
        stops=Spins(
            ring_of(wheel, stops=True),
            np.array(stops, dtype=np.int64) - 1,
            follows,
            dealers=tuple(dealers) if dealers else None,
            directions=tuple(directions) if directions else None,
        )
        if stops
        else None,
    )


def _directions(rows: Sequence[_Row], problems: list[Problem]) -> list[str]:
    found = []
    for row in rows:
        cell = row.cells["direction"].lower()
        if cell not in _DIRECTIONS:
            right = f"Allowed: {listed(_DIRECTIONS)}."
            problems.append(Problem(f"line {row.line}", f"{shown(row.cells['direction'])} is not a direction", right))
        found.append(_DIRECTIONS.get(cell, ""))
    return found


def _dealers(rows: Sequence[_Row], problems: list[Problem]) -> list[str]:
    for row in rows:
        if not 0 < len(row.cells["dealer"]) <= _NAME_MAX:
            wrong = f"{shown(row.cells['dealer'])} is not a dealer's name"
            problems.append(Problem(f"line {row.line}", wrong, f"Give 1 to {_NAME_MAX} characters."))
    return [row.cells["dealer"] for row in rows]


def _times(rows: Sequence[_Row], problems: list[Problem]) -> list[datetime.datetime]:
    found: list[datetime.datetime] = []
    for row in rows:
        cell = row.cells["time"]
        try:
            time = datetime.datetime.fromisoformat(cell)
        except ValueError:
            right = "Give it as 2014-07-15T21:30:00."
            problems.append(Problem(f"line {row.line}", f"{shown(cell)} is not a time", right))
            continue
        if found and (time.tzinfo is None) != (found[0].tzinfo is None):
            right = "Give every time with its zone, or none."
            problems.append(Problem(f"line {row.line}", f"{shown(cell)} and earlier times differ in form", right))
            continue
        if found and time < found[-1]:
            right = "Put the spins in the order in which they happened."
            problems.append(Problem(f"line {row.line}", f"{shown(cell)} is before the spin above it", right))
            continue
        found.append(time)
    return found


def _stops(rows: Sequence[_Row], wheel: Wheel, problems: list[Problem]) -> list[int]:
    """Stop numbers, checked: a stop shows one insignia, and an insignia has no more stops than on the wheel."""
    found, shows = [], dict[int, str]()
    for row in rows:
        cell, label = row.cells["stop"], row.cells["number"]
        stop = int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 5 else 0
        if not 1 <= stop <= wheel.size:
            problems.append(
                Problem(f"line {row.line}", f"{shown(cell)} is not a stop of the wheel", f"Give 1 to {wheel.size}.")
            )
            continue
        if shows.setdefault(stop, label) != label:
            wrong = f"stop {stop} shows {shown(label)} here and {shown(shows[stop])} above"
            problems.append(Problem(f"line {row.line}", wrong, "Give each stop its one insignia."))
        found.append(stop)
    for label, count in wheel.counts.items():
        seen = sum(shown_label == label for shown_label in shows.values())
        if seen > count:
            wrong = f"{seen} stops show {label}, and the wheel has {count}"
            problems.append(Problem("stop", wrong, "Correct the stops, or give the wheel's own numbers of stops."))
    return found


def _raise(problems: Sequence[Problem]) -> None:
    if len(problems) > _PROBLEMS_MAX:
        more = len(problems) - _PROBLEMS_MAX
        rest = Problem("file", f"{counted(more, 'more problem')} like these", "Correct these and read it again.")
        raise Problems([*problems[:_PROBLEMS_MAX], rest])
    if problems:
        raise Problems(problems)
