"""Draws and lists a wheel: compartments clockwise from the top."""

from __future__ import annotations

from math import cos, pi, sin

from croupier.game.layout import Sections
from croupier.game.wheel import PLAIN, Wheel
from croupier.press.document import Align, Column, Drawing, Grid, Label, Polygon
from croupier.press.labels import IN_ENGLISH_LABELS, Labels

FILLS = {"red": "#b3262e", "black": "#23262b", "green": "#1f7a4a"}
_OTHERS = ("#5b6b7c", "#1d5fa8", "#7a4fa3", "#1f7a4a", "#b3262e", "#b7791f", "#23262b")
"""Colors for compartments whose own color is not relevant, one per label."""
_OUTER, _INNER = 0.49, 0.36
_SIDE_BY_SIDE = 4


def drawing(wheel: Wheel, say: Labels = IN_ENGLISH_LABELS) -> Drawing:
    """The ring of compartments, the first at the top."""
    count = len(wheel.compartments)
    labels = sorted(wheel.labels, key=lambda label: -wheel.counts.get(label, 0))
    shapes: list[Polygon | Label] = []
    for place, compartment in enumerate(wheel.compartments):
        void = compartment.label in wheel.void
        other = _OTHERS[labels.index(compartment.label) % len(_OTHERS)]
        fill = FILLS.get(compartment.color, other)
        shapes.append(Polygon(_wedge(place, count), "#c9d0d8" if void else fill))
        size = 0.034 if wheel.is_single else 0.02
        shapes.append(
            Label(_at(place, count, (_OUTER + _INNER) / 2), compartment.label, size, "#1d2126" if void else "#ffffff")
        )
    shapes.append(Label((0.5, 0.47), str(wheel.size), 0.11, "#1d2126"))
    shapes.append(Label((0.5, 0.55), say("deciding compartments"), 0.033, "#5f6873"))
    order = ", ".join(compartment.label for compartment in wheel.compartments)
    return Drawing(
        say("{wheel}, clockwise: {order}", wheel=say.wheel(wheel.id, wheel.title), order=order), tuple(shapes)
    )


SECTION_FILLS = {
    "black": "#23262b",
    "blue": "#1d5fa8",
    "gold": "#b7791f",
    "red": "#b3262e",
    "purple": "#7a4fa3",
    "green": "#1f7a4a",
}


def sections_drawing(wheel: Wheel, sections: Sections, say: Labels = IN_ENGLISH_LABELS) -> Drawing:
    """The ring of compartments with the colors of its sections instead of its own."""
    color_of = {number: color for color, numbers in sections.items() for number in numbers}
    count = len(wheel.compartments)
    shapes: list[Polygon | Label] = []
    for place, compartment in enumerate(wheel.compartments):
        fill = SECTION_FILLS.get(color_of.get(compartment.label, ""), "#5b6b7c")
        shapes.append(Polygon(_wedge(place, count), fill))
        shapes.append(Label(_at(place, count, (_OUTER + _INNER) / 2), compartment.label, 0.034, "#ffffff"))
    listed = "; ".join(f"{say.color(color)}: {', '.join(numbers)}" for color, numbers in sections.items())
    words = say("{wheel} with its color sections: {sections}", wheel=say.wheel(wheel.id, wheel.title), sections=listed)
    return Drawing(words, tuple(shapes))


def _at(place: float, count: int, radius: float) -> tuple[float, float]:
    angle = 2 * pi * place / count
    return 0.5 + radius * sin(angle), 0.5 - radius * cos(angle)


def _wedge(place: int, count: int) -> tuple[tuple[float, float], ...]:
    edges = [place - 0.5 + part / 4 for part in range(5)]
    outer = [_at(edge, count, _OUTER) for edge in edges]
    inner = [_at(edge, count, _INNER) for edge in reversed(edges)]
    return (*outer, *inner)


def compartments(wheel: Wheel, say: Labels = IN_ENGLISH_LABELS) -> Grid:
    """Every compartment with its place and color, several per row."""
    listed = [
        (
            str(place),
            say("{label} (void)", label=compartment.label) if compartment.label in wheel.void else compartment.label,
            "" if compartment.color == PLAIN else say.color(compartment.color),
        )
        for place, compartment in enumerate(wheel.compartments, start=1)
    ]
    depth = -(-len(listed) // _SIDE_BY_SIDE)
    listed += [("", "", "")] * (depth * _SIDE_BY_SIDE - len(listed))
    rows = [tuple(cell for entry in listed[row::depth] for cell in entry) for row in range(depth)]
    columns = (Column(say("Position"), 0.7, Align.RIGHT), Column(say("Shows"), 1.0), Column(say("Color"), 1.0))
    return Grid(say("Compartments in clockwise order"), columns * _SIDE_BY_SIDE, tuple(rows))
