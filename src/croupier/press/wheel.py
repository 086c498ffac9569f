"""A wheel as it is drawn and listed: compartments clockwise from the top."""

from __future__ import annotations

from math import cos, pi, sin

from croupier.game.wheel import SYMBOLS, Color, Wheel, WheelId
from croupier.press.document import Align, Column, Drawing, Grid, Label, Polygon

_FILL = {Color.RED: "#b3262e", Color.BLACK: "#23262b", Color.GREEN: "#1f7a4a"}
_STOPS = dict(zip(SYMBOLS, ("#5b6b7c", "#1d5fa8", "#7a4fa3", "#1f7a4a", "#b3262e", "#b7791f", "#23262b"), strict=True))
_OUTER, _INNER = 0.49, 0.36
_SIDE_BY_SIDE = 4

NAMES = {
    WheelId.AMERICAN: "American (double-zero) roulette wheel",
    WheelId.EUROPEAN: "European (single-zero) roulette wheel",
    WheelId.DOUBLE_AS_SINGLE: "double-zero roulette wheel used as single-zero",
    WheelId.BIG_SIX: "Big Six wheel",
}


def drawing(wheel: Wheel) -> Drawing:
    """The ring of compartments, the first at the top."""
    count = len(wheel.compartments)
    shapes: list[Polygon | Label] = []
    for place, compartment in enumerate(wheel.compartments):
        void = compartment.label in wheel.void
        fill = _STOPS[compartment.label] if wheel.id is WheelId.BIG_SIX else _FILL[compartment.color]
        shapes.append(Polygon(_wedge(place, count), "#c9d0d8" if void else fill))
        size = 0.034 if wheel.id is not WheelId.BIG_SIX else 0.02
        shapes.append(
            Label(_at(place, count, (_OUTER + _INNER) / 2), compartment.label, size, "#1d2126" if void else "#ffffff")
        )
    shapes.append(Label((0.5, 0.47), str(wheel.size), 0.11, "#1d2126"))
    shapes.append(Label((0.5, 0.55), "deciding compartments", 0.033, "#5f6873"))
    order = ", ".join(compartment.label for compartment in wheel.compartments)
    return Drawing(f"{NAMES[wheel.id]}, clockwise: {order}", tuple(shapes))


def _at(place: float, count: int, radius: float) -> tuple[float, float]:
    angle = 2 * pi * place / count
    return 0.5 + radius * sin(angle), 0.5 - radius * cos(angle)


def _wedge(place: int, count: int) -> tuple[tuple[float, float], ...]:
    edges = [place - 0.5 + part / 4 for part in range(5)]
    outer = [_at(edge, count, _OUTER) for edge in edges]
    inner = [_at(edge, count, _INNER) for edge in reversed(edges)]
    return (*outer, *inner)


def compartments(wheel: Wheel) -> Grid:
    """Every compartment with its place and color, several to a row."""
    listed = [
        (
            str(place),
            compartment.label + (" (void)" if compartment.label in wheel.void else ""),
            "" if compartment.color is Color.PLAIN else compartment.color.value,
        )
        for place, compartment in enumerate(wheel.compartments, start=1)
    ]
    depth = -(-len(listed) // _SIDE_BY_SIDE)
    listed += [("", "", "")] * (depth * _SIDE_BY_SIDE - len(listed))
    rows = [tuple(cell for entry in listed[row::depth] for cell in entry) for row in range(depth)]
    columns = (Column("Place", 0.7, Align.RIGHT), Column("Shows", 1.0), Column("Color", 1.0)) * _SIDE_BY_SIDE
    return Grid("Compartments in clockwise order", columns, tuple(rows))
