"""Draws a layout in characters: every box in its place, with shared lines between boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from croupier.cli.output import Line, Preformatted
from croupier.game.layout import CELL, Area, Box, Layout
from croupier.game.wheel import Wheel

STYLES: Mapping[str, str] = {
    "red": "bold white on dark_red",
    "black": "bold white on grey11",
    "green": "bold white on dark_green",
}
COVERED_STYLE = "strike dim"
LINE_STYLE = "grey50"
MARKS: Mapping[str, str] = {"red": "r", "black": "b"}
"""Letters next to numbers, for output without color."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_JOINTS = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}

Place = Callable[[Area], "Frame"]


class Frame(Struct, frozen=True):
    """The border of a box in characters: left, top, right, bottom, all inclusive."""

    x0: int
    y0: int
    x1: int
    y1: int


class Canvas:
    """Characters with styles; borders that meet are joined."""

    def __init__(self) -> None:
        self._joints: dict[tuple[int, int], int] = {}
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def border(self, frame: Frame) -> None:
        for x in range(frame.x0, frame.x1):
            for y in (frame.y0, frame.y1):
                self._join(x, y, _RIGHT)
                self._join(x + 1, y, _LEFT)
        for y in range(frame.y0, frame.y1):
            for x in (frame.x0, frame.x1):
                self._join(x, y, _DOWN)
                self._join(x, y + 1, _UP)

    def _join(self, x: int, y: int, direction: int) -> None:
        self._joints[x, y] = self._joints.get((x, y), 0) | direction

    def fill(self, frame: Frame, words: list[str], style: str) -> None:
        """Centers words in a box, and fills the rest with blanks in the same style."""
        width, height = frame.x1 - frame.x0 - 1, frame.y1 - frame.y0 - 1
        above = (height - len(words) + 1) // 2
        for row in range(height):
            text = words[row - above] if 0 <= row - above < len(words) else ""
            left = " " * ((width - len(text)) // 2)
            for column, char in enumerate((left + text)[:width].ljust(width)):
                self._cells[frame.x0 + 1 + column, frame.y0 + 1 + row] = (char, style)

    def drawing(self) -> Preformatted:
        width = max(x for x, _ in self._joints) + 1
        height = max(y for _, y in self._joints) + 1
        return Preformatted(tuple(self._line(y, width) for y in range(height)))

    def _line(self, y: int, width: int) -> Line:
        runs: list[tuple[str, str]] = []
        for x in range(width):
            joint = self._joints.get((x, y))
            char, style = (_JOINTS[joint], LINE_STYLE) if joint else self._cells.get((x, y), (" ", ""))
            if runs and runs[-1][1] == style:
                runs[-1] = (runs[-1][0] + char, style)
            else:
                runs.append((char, style))
        return tuple(runs)


def draw_layout(layout: Layout, *, portrait: bool = False, marked: bool = False) -> Preformatted:
    """The printed boxes of a layout; `marked` adds r and b to red and black numbers."""
    place = _place(layout, portrait)
    canvas = Canvas()
    for box in layout.boxes:
        frame = place(box.area)
        canvas.border(frame)
        words, style = _content(layout, box, marked)
        canvas.fill(frame, _wrapped(words, frame.x1 - frame.x0 - 1, frame.y1 - frame.y0 - 1), style)
    return canvas.drawing()


def _content(layout: Layout, box: Box, marked: bool) -> tuple[str, str]:
    if box.label in layout.covered:
        return f"×{box.label}×", COVERED_STYLE
    mark = MARKS.get(box.color, "") if marked and box.label.isdecimal() else ""
    return box.label + mark, STYLES.get(box.color, "")


def _place(layout: Layout, portrait: bool) -> Place:
    """Computes an area's border: numbers are five characters apart, or eight in portrait."""
    foot = layout.extent.foot_u
    if layout.is_flat:
        along: Callable[[int], int] = lambda u: 6 * u // CELL  # noqa: E731
    else:
        along = lambda u: 5 * u // CELL + 4 * (u > foot)  # noqa: E731
    deep: Callable[[int], int] = lambda v: round(2 * v / CELL)  # noqa: E731
    depth = max(deep(box.area.v1) for box in layout.boxes)
    if portrait:
        return lambda area: Frame(
            4 * (depth - deep(area.v1)), deep(area.u0), 4 * (depth - deep(area.v0)), deep(area.u1)
        )
    return lambda area: Frame(along(area.u0), deep(area.v0), along(area.u1), deep(area.v1))


def _wrapped(words: str, width: int, height: int) -> list[str]:
    """Wraps the words to fit the box, with breaks at spaces and dashes only if needed."""
    if len(words) <= width:
        return [words]
    lines: list[str] = []
    for part in re.findall(r"[^ -]+[ -]?", words):
        if lines and len(lines[-1] + part.rstrip()) <= width:
            lines[-1] += part
        else:
            lines.append(part)
    return [line.strip() for line in lines[:height]]


def draw_replica(wheel: Wheel, *, marked: bool = False, per_line: int = 19) -> Preformatted:
    """The compartments clockwise, as a wheel replica shows them."""
    runs = list(_replica(wheel, marked))
    return Preformatted(tuple(tuple(runs[start : start + per_line]) for start in range(0, len(runs), per_line)))


def _replica(wheel: Wheel, marked: bool) -> Iterator[tuple[str, str]]:
    for label in wheel.labels:
        color = wheel.color[label]
        mark = MARKS.get(color, "") if marked else ""
        covered = label in wheel.void
        text = f"×{label}" if covered else label + mark
        yield text.center(4), COVERED_STYLE if covered else STYLES.get(color, "")
