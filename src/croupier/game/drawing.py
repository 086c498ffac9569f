"""Layout drawings: the grid that defines the spots, scaled to a felt.

One drawing serves pages, hit testing, accessible names and highlights of covered numbers, in landscape or portrait.
Pages scale its units.
"""

from __future__ import annotations

from enum import StrEnum
from math import cos, pi, sin

from msgspec import Struct

from croupier.game.layout import CELL, Area, Layout
from croupier.game.notation import SpotId
from croupier.game.wheel import Wheel


class Orientation(StrEnum):
    LANDSCAPE = "landscape"
    """Zeros on the left, the even-money boxes below."""
    PORTRAIT = "portrait"
    """Zeros on top, 1-2-3 from left to right, the even-money boxes on the left."""


class Metrics(Struct, frozen=True):
    """Sizes on the felt, in its own units.

    `street` and `row` of a number box, `head` of the zeros, `foot` of the column boxes, `outside` of an outside row,
    and the `band` around a line within which a chip counts as on it.
    """

    street: float
    row: float
    head: float
    foot: float
    outside: float
    band: float


METRICS = {
    Orientation.LANDSCAPE: Metrics(street=62, row=72, head=76, foot=62, outside=52, band=20),
    Orientation.PORTRAIT: Metrics(street=40, row=104, head=46, foot=42, outside=64, band=16),
}
"""A portrait layout is about as wide as a phone allows; chips fit beside labels."""
SLENDER = Metrics(street=40, row=84, head=46, foot=42, outside=46, band=16)
"""Portrait with more than two outside rows, which take up width."""
FLAT = {
    Orientation.LANDSCAPE: Metrics(street=62, row=140, head=0, foot=0, outside=0, band=20),
    Orientation.PORTRAIT: Metrics(street=40, row=270, head=0, foot=0, outside=0, band=16),
}
"""A Big Six layout is one row of boxes, each with room for insignia, odds and the chips of all seats."""
OUTSIDE_ROWS = 2


class Rect(Struct, frozen=True):
    """A rectangle given by its center."""

    x: float
    y: float
    width: float
    height: float


class DrawnBox(Struct, frozen=True):
    label: str
    color: str
    covered: bool
    rect: Rect


class DrawnSpot(Struct, frozen=True):
    """A spot, the rectangle in which a chip is placed for it, and its accessible name."""

    id: SpotId
    name: str
    rect: Rect


class Pocket(Struct, frozen=True):
    """One compartment of the wheel replica: its outline, and where a chip goes."""

    spot: SpotId
    label: str
    color: str
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


class LayoutDrawing(Struct, frozen=True):
    orientation: Orientation
    width: float
    height: float
    boxes: tuple[DrawnBox, ...]
    spots: tuple[DrawnSpot, ...]


def draw(layout: Layout, orientation: Orientation = Orientation.LANDSCAPE) -> LayoutDrawing:
    """The printed boxes and every spot on them; `draw_replica` draws the replica."""
    scale = _Scale(layout, orientation)
    boxes = tuple(
        DrawnBox(box.label, box.color, box.label in layout.covered, scale.rect(box.area)) for box in layout.boxes
    )
    spots = tuple(DrawnSpot(spot.id, spot.name, scale.hit(spot.area)) for spot in layout if spot.area is not None)
    return LayoutDrawing(orientation, *scale.size, boxes, spots)


class _Scale:
    """Maps the grid to the felt. Outside rows without boxes take no room."""

    def __init__(self, layout: Layout, orientation: Orientation) -> None:
        self.portrait = orientation is Orientation.PORTRAIT
        self.flat, self.extent = layout.is_flat, layout.extent
        areas = [box.area for box in layout.boxes] + [spot.area for spot in layout if spot.area is not None]
        outside = self.extent.outside_v
        self.rows = sorted({(area.v0 - outside) // CELL for area in areas if area.v1 > area.v0 >= outside})
        slender = self.portrait and len(self.rows) > OUTSIDE_ROWS
        self.metrics = FLAT[orientation] if self.flat else SLENDER if slender else METRICS[orientation]
        self.depth = self._v(max(area.v1 for area in areas))
        length = self._u(max(area.u1 for area in areas))
        self.size = (self.depth, length) if self.portrait else (length, self.depth)

    def _u(self, u: float) -> float:
        m, extent = self.metrics, self.extent
        if self.flat:
            return u * m.street / CELL
        head = min(u, extent.grid_u)
        grid = min(max(u - extent.grid_u, 0), extent.foot_u - extent.grid_u)
        foot = max(u - extent.foot_u, 0)
        return (head * m.head + grid * m.street + foot * m.foot) / CELL

    def _v(self, v: float) -> float:
        m, outside = self.metrics, self.extent.outside_v
        rows, within = divmod(max(v - outside, 0), CELL)
        printed = sum(row < rows for row in self.rows) + (within / CELL if rows in self.rows else 0)
        return min(v, outside) * m.row / CELL + printed * (m.outside or m.row)

    def rect(self, area: Area) -> Rect:
        return self._place(self._u(area.u0), self._v(area.v0), self._u(area.u1), self._v(area.v1))

    def hit(self, area: Area) -> Rect:
        """Where a chip counts as on the area: lines and points get a band, taken from adjacent boxes and edges."""
        half = self.metrics.band / 2
        u0, v0, u1, v1 = self._u(area.u0), self._v(area.v0), self._u(area.u1), self._v(area.v1)
        du = half if area.u0 == area.u1 else -half
        dv = half if area.v0 == area.v1 else -half
        return self._place(u0 - du, v0 - dv, u1 + du, v1 + dv)

    def _place(self, u0: float, v0: float, u1: float, v1: float) -> Rect:
        u, v, du, dv = (u0 + u1) / 2, (v0 + v1) / 2, u1 - u0, v1 - v0
        if self.portrait:
            return Rect(self.depth - v, u, dv, du)
        return Rect(u, v, du, dv)


_ARC_POINTS = 6


def draw_replica(wheel: Wheel, width: float, height: float, band: float) -> tuple[Pocket, ...]:
    """The wheel replica as a racetrack: pockets of equal length along it, clockwise as on the wheel.

    The first compartment is in the middle of the upper side.
    """
    track = _Racetrack(width, height, band)
    step = track.length / len(wheel.compartments)
    pockets = []
    for index, compartment in enumerate(wheel.compartments):
        along = [(index - 0.5 + point / _ARC_POINTS) * step for point in range(_ARC_POINTS + 1)]
        outline = [track.at(s, band / 2) for s in along] + [track.at(s, -band / 2) for s in reversed(along)]
        x, y = track.at(index * step, 0)
        pockets.append(
            Pocket(SpotId(f"adjacent-{compartment.label}"), compartment.label, compartment.color, x, y, tuple(outline))
        )
    return tuple(pockets)


class _Racetrack:
    """Two half circles joined by straights; distances start in the middle of the upper straight."""

    def __init__(self, width: float, height: float, band: float) -> None:
        self.upright = height > width
        long, short = max(width, height), min(width, height)
        self.straight, self.radius = long - short, (short - band) / 2
        self.length = 2 * self.straight + 2 * pi * self.radius
        self.center = (width / 2, height / 2)

    def at(self, distance: float, outward: float) -> tuple[float, float]:
        """The point at a distance along the center line, moved outward."""
        run, bend, reach = self.straight, pi * self.radius, self.radius + outward
        s = (distance + (-bend / 2 if self.upright else run / 2)) % self.length
        if s < run:
            x, y = s - run / 2, -reach
        elif s < run + bend:
            turn = (s - run) / self.radius
            x, y = run / 2 + reach * sin(turn), -reach * cos(turn)
        elif s < 2 * run + bend:
            x, y = run / 2 - (s - run - bend), reach
        else:
            turn = (s - 2 * run - bend) / self.radius
            x, y = -run / 2 - reach * sin(turn), reach * cos(turn)
        if self.upright:
            x, y = -y, x
        return round(self.center[0] + x, 3), round(self.center[1] + y, 3)
