"""Draws a layout: the same boxes that define the spots, scaled to the paper."""

from __future__ import annotations

from croupier.game.drawing import Orientation, Rect, draw, draw_replica
from croupier.game.wager import Form
from croupier.press.document import Drawing, Label, Polygon
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.press.wheel import FILLS
from croupier.rules.table import Rules

_FELT, _LINE, _INK = "#14613c", "#ffffff", "#ffffff"
_COVER = "#c9d0d8"
_MARGIN = 0.012
_REPLICA = 0.22
"""The height of a wheel replica above the boxes, in units of the drawing's width."""


def layout_drawing(rules: Rules, say: Labels = IN_ENGLISH_LABELS) -> Drawing:
    """The printed boxes, covered ones crossed out, with a replica of the wheel if it takes bets."""
    drawn = draw(rules.layout, Orientation.LANDSCAPE)
    replica = any(spot.form is Form.NEIGHBORS for spot in rules.layout)
    top = _MARGIN + (_REPLICA + _MARGIN if replica else 0)
    scale = (1 - 2 * _MARGIN) / drawn.width
    ratio = top + drawn.height * scale + _MARGIN
    shapes: list[Polygon | Label] = [Polygon(((0, 0), (1, 0), (1, ratio), (0, ratio)), _FELT, _FELT)]
    if replica:
        shapes += _replica(rules)
    for box in drawn.boxes:
        left, upper, right, lower = _sides(box.rect, scale, top)
        fill = _COVER if box.covered else FILLS.get(box.color, _FELT)
        shapes.append(Polygon(((left, upper), (right, upper), (right, lower), (left, lower)), fill, _LINE))
        if box.covered:
            shapes += [
                Polygon(((left, upper), (right, lower)), "none", "#1d2126"),
                Polygon(((right, upper), (left, lower)), "none", "#1d2126"),
            ]
        wide, high = right - left, lower - upper
        upright = high > wide * 1.6 and len(box.label) > 2
        room, other = (high, wide) if upright else (wide, high)
        size = min(0.03, room * 1.7 / max(len(box.label), 2), other * 0.6)
        middle = ((left + right) / 2, (upper + lower) / 2)
        shapes.append(Label(middle, box.label, size, "#1d2126" if box.covered else _INK, 270 if upright else 0))
    return Drawing(_words(rules, say, replica=replica), tuple(shapes), ratio, wide=True)


def _sides(rect: Rect, scale: float, top: float) -> tuple[float, float, float, float]:
    left, upper = (rect.x - rect.width / 2) * scale + _MARGIN, (rect.y - rect.height / 2) * scale + top
    return left, upper, left + rect.width * scale, upper + rect.height * scale


def _replica(rules: Rules) -> list[Polygon | Label]:
    width = 1 - 2 * _MARGIN
    shapes: list[Polygon | Label] = []
    for pocket in draw_replica(rules.game.wheel, width * 1000, _REPLICA * 1000, 55):
        corners = tuple((x / 1000 + _MARGIN, y / 1000 + _MARGIN) for x, y in pocket.outline)
        shapes.append(Polygon(corners, FILLS.get(pocket.color, _FELT), _LINE))
        shapes.append(Label((pocket.x / 1000 + _MARGIN, pocket.y / 1000 + _MARGIN), pocket.label, 0.02, _INK))
    return shapes


def _words(rules: Rules, say: Labels, *, replica: bool) -> str:
    layout = rules.layout
    boxes = ", ".join(box.label for box in layout.boxes)
    wheel = say.wheel(rules.choices.wheel, rules.game.wheel.title)
    parts = [say("Layout of the {wheel}, with these boxes: {boxes}", wheel=wheel, boxes=boxes)]
    if layout.covered:
        parts.append(say("covered and not available: {boxes}", boxes=", ".join(sorted(layout.covered))))
    if replica:
        parts.append(say("a replica of the wheel above them"))
    return "; ".join(parts)
