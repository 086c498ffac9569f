"""The vocabulary of a rulebook: wheels, layouts, shapes of wagers and called bets, own and customary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from croupier.game.called import CalledShape
from croupier.game.layout import LayoutPlan, standard_sections
from croupier.game.notation import Notation
from croupier.game.wager import Form, Shape, WagerId
from croupier.game.wheel import Wheel, WheelId

LABELS_MAX = 400
"""Maximum number of compartments of a wheel, and of numbers on a layout."""


class WheelPlan(Struct, frozen=True):
    """A wheel as a book describes it, the layouts that go with it (the usual one first), and its game."""

    wheel: Wheel
    layouts: tuple[str, ...]
    game: str
    heading: str
    stops: Mapping[str, int] | None = None
    """The number of stops per label, if the wheel is made by spreading them."""
    alternates: bool = False
    """Whether the colors of the numbers alternate, which other orders must keep to."""


class Vocabulary(Struct, frozen=True, dict=True):
    """Everything that has a name. Which of it a house may use is for the book to say."""

    wheels: Mapping[WheelId, WheelPlan]
    layouts: Mapping[str, LayoutPlan]
    shapes: Mapping[WagerId, Shape]
    usual: Mapping[WagerId, Fraction]
    """The customary odds, if any."""
    called: Mapping[str, CalledShape]
    section_colors: tuple[str, ...]
    aliases: Mapping[str, str] = {}

    @cached_property
    def notation(self) -> Notation:
        """Everything that can be typed at any layout: zeros first, then numbers, then insignia."""
        labels: dict[str, None] = {}
        for part in ("head", "numbers", "flat"):
            for plan in self.layouts.values():
                rows = plan.head[::-1] if part == "head" else (getattr(plan, part),)
                labels |= dict.fromkeys(label for row in rows for label in row)
        for each in self.wheels.values():
            labels |= dict.fromkeys(each.wheel.labels)
        names = {name for shape in self.shapes.values() for name in self._names(shape)}
        counts = [shape.count for shape in self.shapes.values()]
        rows_max = max((2 * plan.columns for plan in self.layouts.values()), default=0)
        sets = [len(shape.numbers) for shape in self.shapes.values() if shape.form in (Form.HEAD, Form.CORNER)]
        places = frozenset(also.place for plan in self.layouts.values() for also in plan.also)
        return Notation(tuple(labels), frozenset(names), self.aliases, max([6, rows_max, *counts, *sets]), places)

    def _names(self, shape: Shape) -> Iterable[str]:
        """The ids of a shape whose spots are not written as numbers."""
        if not shape.id:
            return
        if not re.search(r"\{\w+\}", shape.id):
            yield shape.id
            return
        for plan in self.wheels.values():
            for color in self.section_colors if "{color}" in shape.id else ("",):
                for center in plan.wheel.labels if "{center}" in shape.id else ("",):
                    ranks = range(1, 1 + self._ranks(shape)) if "{rank}" in shape.id else (0,)
                    for rank in ranks:
                        count = self._count(shape, plan.wheel)
                        if count is not None:
                            yield shape.id.format(rank=rank, color=color, center=center, count=count, ordinal=rank)

    def _ranks(self, shape: Shape) -> int:
        sizes = [
            plan.columns if shape.form is Form.COLUMN else len(plan.numbers) // shape.run
            for plan in self.layouts.values()
            if plan.numbers and (shape.form is Form.COLUMN or shape.run)
        ]
        return max(sizes, default=0)

    def _count(self, shape: Shape, wheel: Wheel) -> int | None:
        if shape.form is not Form.SECTION:
            return shape.count or shape.run
        if shape.zeros and shape.zeros != len(wheel.deciding_zeros):
            return None
        numbers = [label for label in wheel.labels if label not in wheel.zeros]
        return len(numbers) // len(self.section_colors) + (shape.zeros and len(wheel.deciding_zeros))

    def sections(self, wheel: Wheel) -> Mapping[str, tuple[str, ...]]:
        return standard_sections(wheel, self.section_colors)
