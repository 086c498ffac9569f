"""Where everything is drawn: the same grid that decides which spots exist, scaled to a felt.

One drawing serves pages, hit-testing, accessible names and covered-number highlights, landscape or portrait.
Units are the felt's own; a page scales them.
"""

from __future__ import annotations

from enum import StrEnum
from math import cos, pi, sin

from msgspec import Struct

from croupier.game.layout import CELL, COLUMNS_U, END_U, OUTSIDE_V, ZEROS_U, Area, Felt, Layout, Spot
from croupier.game.notation import SpotId
from croupier.game.wager import WagerKind
from croupier.game.wheel import Color, Wheel


class Orientation(StrEnum):
    LANDSCAPE = "landscape"
    """Zeros on the left, the even-money boxes below."""
    PORTRAIT = "portrait"
    """Zeros on top, 1-2-3 from left to right, the even-money boxes on the left."""


class Metrics(Struct, frozen=True):
    """Sizes on the felt: `street` and `row` of a number box, `head` of the zeros, `foot` of the column boxes,
    `outside` of an outside row, and the `band` within which a chip counts as standing on a line."""

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
"""Upright, a layout is about as wide as the room that a phone leaves for it; a chip has its place beside a label."""
SLENDER = Metrics(street=40, row=84, head=46, foot=42, outside=46, band=16)
"""Upright with more than two rows outside, which take the width."""
FLAT = {
    Orientation.LANDSCAPE: Metrics(street=62, row=140, head=0, foot=0, outside=0, band=20),
    Orientation.PORTRAIT: Metrics(street=40, row=270, head=0, foot=0, outside=0, band=16),
}
"""A Big Six layout is one row of boxes, each with room for its insignia, its odds and the chips of all seats."""
OUTSIDE_ROWS = 2


class Rect(Struct, frozen=True):
    """A rectangle by its center, as chips stand."""

    x: float
    y: float
    width: float
    height: float


class DrawnBox(Struct, frozen=True):
    label: str
    color: Color
    covered: bool
    rect: Rect


class DrawnSpot(Struct, frozen=True):
    """A spot, the rectangle that takes a chip for it, and its name for a reader."""

    id: SpotId
    name: str
    rect: Rect


class Pocket(Struct, frozen=True):
    """One compartment of the wheel replica: its outline and the point where a chip stands."""

    spot: SpotId
    label: str
    color: Color
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


class Drawing(Struct, frozen=True):
    orientation: Orientation
    width: float
    height: float
    boxes: tuple[DrawnBox, ...]
    spots: tuple[DrawnSpot, ...]


_TITLES = {
    WagerKind.STRAIGHT: "Straight",
    WagerKind.SPLIT: "Split",
    WagerKind.STREET: "Street",
    WagerKind.TRIO: "Three numbers",
    WagerKind.TRIO_023: "Three numbers",
    WagerKind.CORNER: "Corner",
    WagerKind.FIRST_FOUR: "First four",
    WagerKind.FIRST_FIVE: "First five",
    WagerKind.LINE: "Line",
    WagerKind.LOW: "1 to 18",
    WagerKind.HIGH: "19 to 36",
    WagerKind.SEVEN_NUMBERS: "Seven numbers",
}
_ORDINALS = {"1": "1st", "2": "2nd", "3": "3rd"}


def wager_title(kind: WagerKind) -> str:
    """A kind of wager as a heading names it.

    >>> wager_title(WagerKind.CORNER), wager_title(WagerKind.EIGHT_COLOR)
    ('Corner', 'Eight color')
    """
    return _TITLES.get(kind) or kind.value.replace("-", " ").capitalize()


def spot_name(spot: Spot) -> str:
    """A spot in words.

    >>> from croupier.game.layout import Area
    >>> spot_name(Spot(SpotId("17-20"), WagerKind.SPLIT, ("17", "20"), Area(14, 2, 14, 4)))
    'Split 17 and 20'
    """
    kind, _, detail = spot.id.partition("-")
    match spot.wager:
        case WagerKind.COLUMN:
            return f"{_ORDINALS[detail]} column"
        case WagerKind.DOZEN:
            return f"{_ORDINALS[detail]} 12"
        case WagerKind.FIVE_ADJACENT:
            return f"Five adjacent around {detail}"
        case WagerKind.SIX_COLOR | WagerKind.SEVEN_COLOR | WagerKind.EIGHT_COLOR:
            size, _, color = detail.partition("-")
            return f"{color.capitalize()}, {size} numbers"
        case WagerKind.LOW | WagerKind.HIGH | WagerKind.SEVEN_NUMBERS:
            return _TITLES[spot.wager]
        case wager if wager in _TITLES:
            numbers = spot.numbers
            listed = numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"
            place = ", courtesy line" if spot.same_as else ""
            return f"{_TITLES[wager]} {listed}{place}"
        case _:
            return kind.capitalize()


def draw(layout: Layout, orientation: Orientation = Orientation.LANDSCAPE) -> Drawing:
    """The printed boxes and every spot that lies on them; the replica is drawn by `draw_replica`."""
    scale = _Scale(layout, orientation)
    boxes = tuple(
        DrawnBox(box.label, box.color, box.label in layout.covered, scale.rect(box.area)) for box in layout.boxes
    )
    spots = tuple(DrawnSpot(spot.id, spot_name(spot), scale.hit(spot.area)) for spot in layout if spot.area is not None)
    return Drawing(orientation, *scale.size, boxes, spots)


class _Scale:
    """From the grid to the felt."""

    def __init__(self, layout: Layout, orientation: Orientation) -> None:
        self.portrait = orientation is Orientation.PORTRAIT
        self.flat = layout.felt is Felt.BIG_SIX
        deepest = max(box.area.v1 for box in layout.boxes)
        slender = self.portrait and deepest > OUTSIDE_V + OUTSIDE_ROWS * CELL
        self.metrics = FLAT[orientation] if self.flat else SLENDER if slender else METRICS[orientation]
        self.depth = self._v(deepest)
        length = self._u(max(box.area.u1 for box in layout.boxes))
        self.size = (self.depth, length) if self.portrait else (length, self.depth)

    def _u(self, u: float) -> float:
        m = self.metrics
        if self.flat:
            return u * m.street / CELL
        head, streets, foot = min(u, ZEROS_U), min(max(u - ZEROS_U, 0), COLUMNS_U - ZEROS_U), max(u - COLUMNS_U, 0)
        return head * m.head / ZEROS_U + streets * m.street / CELL + foot * m.foot / (END_U - COLUMNS_U)

    def _v(self, v: float) -> float:
        m = self.metrics
        return min(v, OUTSIDE_V) * m.row / CELL + max(v - OUTSIDE_V, 0) * m.outside / CELL

    def rect(self, area: Area) -> Rect:
        return self._place(self._u(area.u0), self._v(area.v0), self._u(area.u1), self._v(area.v1))

    def hit(self, area: Area) -> Rect:
        """Where a chip counts as standing on the area: lines and points get a band, boxes and edges give way to it."""
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
    """The wheel replica as a racetrack of that size: pockets of equal length along it, clockwise as on the wheel.

    The first compartment stands in the middle of the upper side.
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
    """Two half circles joined by straights; a distance of zero is the middle of the upper straight."""

    def __init__(self, width: float, height: float, band: float) -> None:
        self.upright = height > width
        long, short = max(width, height), min(width, height)
        self.straight, self.radius = long - short, (short - band) / 2
        self.length = 2 * self.straight + 2 * pi * self.radius
        self.center = (width / 2, height / 2)

    def at(self, distance: float, outward: float) -> tuple[float, float]:
        """The point so far along the center line, moved outward from it."""
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
