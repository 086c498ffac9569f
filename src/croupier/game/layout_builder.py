"""Builds a layout: lays out its boxes, and finds the spots of each wager among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise
from typing import assert_never

from croupier.game.layout import (
    CELL,
    EVERY,
    Area,
    Box,
    Extent,
    Layout,
    LayoutPlan,
    Sections,
    Spot,
    ordinal,
    spot_of,
)
from croupier.game.notation import Notation
from croupier.game.wager import BOXED, Form, Shape
from croupier.game.wheel import PLAIN, Wheel

FLAT_FORMS = (Form.BOX, Form.SET, Form.COLOR, Form.CHOICE)
"""The forms that a layout without a grid of numbers supports."""
FLAT_WIDTH = 18
"""Width of a box, in grid units, on a layout without a grid of numbers."""
_LAYOUTS_KEPT = 64
"""Layouts cached: a house has few kinds of felt and needs each several times per table."""


def build_layout(
    wheel: Wheel, plan: LayoutPlan, shapes: Iterable[Shape], sections: Sections, notation: Notation
) -> Layout:
    """Every spot of these wagers on this felt; `Layout.only` keeps what a table offers."""
    kept = tuple((color, tuple(numbers)) for color, numbers in sections.items())
    return _build(wheel, plan, tuple(shapes), kept, _NotationKey(notation))


class _NotationKey:
    """Makes a notation a cache key by identity; there is one per book."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _NotationKey) and other.notation is self.notation

    def __hash__(self) -> int:
        return hash(self.notation.labels)


@lru_cache(maxsize=_LAYOUTS_KEPT)
def _build(
    wheel: Wheel,
    plan: LayoutPlan,
    shapes: tuple[Shape, ...],
    sections: tuple[tuple[str, tuple[str, ...]], ...],
    kept: _NotationKey,
) -> Layout:
    return _Builder(wheel, plan, shapes, dict(sections), kept.notation).layout()


class _Builder:
    """Lays out the boxes of a plan and finds the spots of each wager among them."""

    def __init__(
        self, wheel: Wheel, plan: LayoutPlan, shapes: tuple[Shape, ...], sections: Sections, notation: Notation
    ) -> None:
        self.wheel, self.plan, self.shapes, self.sections, self.notation = wheel, plan, shapes, sections, notation
        grid_u, outside_v = len(plan.head) * CELL, plan.columns * CELL
        foot_u = grid_u + plan.rows * CELL
        self.extent = Extent(grid_u, foot_u, foot_u + CELL, outside_v)
        if plan.flat:
            across = plan.across or len(plan.flat)
            depth = -(-len(plan.flat) // across) * CELL
            self.extent = Extent(0, across * FLAT_WIDTH, across * FLAT_WIDTH, depth)
        self.numbers = tuple(self._number_boxes())
        self.claimed = frozenset(
            notation.order(shape.numbers) for shape in shapes if shape.form is Form.CORNER and shape.numbers
        )

    def layout(self) -> Layout:
        found = [(rank, box, spot) for rank, shape in enumerate(self.shapes) for box, spot in self._of(shape)]
        spots = [(rank, spot) for rank, _, spot in found if spot is not None]
        spots += [(rank, spot) for rank, spot in self._second_places({spot.id: (rank, spot) for rank, spot in spots})]
        spots.sort(key=lambda each: self._reading_order(*each))
        return Layout(
            self.plan,
            self.extent,
            self.numbers + tuple(box for _, box, _ in found if box is not None),
            tuple(spot for _, spot in spots),
            self.wheel.void,
            tuple(shape for shape in self.shapes if shape.form is Form.CHOICE),
            self.notation,
        )

    def _reading_order(self, rank: int, spot: Spot) -> tuple[int, tuple[int, ...], bool]:
        """Wagers in public order, their spots by number; replica and section spots keep the order of the wheel."""
        ranked = spot.form not in (Form.NEIGHBORS, Form.SECTION)
        numbers = tuple(self.notation.rank[number] for number in spot.numbers) if ranked else ()
        return rank, numbers, spot.same_as is not None

    def _number_boxes(self) -> Iterator[Box]:
        """The zeros, then the numbers of the grid; or the boxes of a flat layout."""
        plan, color = self.plan, self.wheel.color
        for rank, zeros in enumerate(plan.head):
            share, u = self.extent.outside_v // len(zeros), rank * CELL
            for place, label in enumerate(zeros):
                v1 = self.extent.outside_v - place * share
                yield Box(label, Area(u, v1 - share, u + CELL, v1), color.get(label, PLAIN))
        for index, label in enumerate(plan.numbers):
            row, column = divmod(index, plan.columns)
            u, v = self.extent.grid_u + row * CELL, (plan.columns - 1 - column) * CELL
            yield Box(label, Area(u, v, u + CELL, v + CELL), color.get(label, PLAIN))
        across = plan.across or len(plan.flat)
        for index, label in enumerate(plan.flat):
            row, place = divmod(index, across)
            yield Box(
                label,
                Area(place * FLAT_WIDTH, row * CELL, (place + 1) * FLAT_WIDTH, (row + 1) * CELL),
                color.get(label, PLAIN),
            )

    def _of(self, shape: Shape) -> Iterator[tuple[Box | None, Spot | None]]:
        if self.plan.flat and shape.form not in FLAT_FORMS:
            return
        if shape.form in BOXED:
            yield from self._boxed(shape)
        elif shape.form is Form.NEIGHBORS:
            for label in self.wheel.labels if self.wheel.is_single else ():
                numbers = self.wheel.neighbors(label, shape.reach)
                if len(set(numbers)) == len(numbers):
                    yield None, spot_of(shape, numbers, None, self.notation, {"center": label})
        else:
            for numbers, area in self._on_grid(shape):
                yield None, spot_of(shape, numbers, area, self.notation)

    def _on_grid(self, shape: Shape) -> Iterator[tuple[tuple[str, ...], Area]]:
        """The numbers and area of each spot among the number boxes."""
        match shape.form:
            case Form.BOX:
                for box in self.numbers:
                    every = EVERY in shape.numbers if self.plan.flat else not shape.numbers
                    if every or box.label in shape.numbers:
                        yield (box.label,), box.area
            case Form.LINE_BETWEEN:
                for one, other in combinations(self.numbers, 2):
                    edge = one.area.edge_with(other.area)
                    if edge:
                        yield (one.label, other.label), edge
            case Form.CORNER:
                yield from self._corners(shape)
            case Form.ROW:
                for rank, row in enumerate(self._rows()):
                    u = self.extent.grid_u + rank * CELL
                    yield row, Area(u, self.extent.outside_v, u + CELL, self.extent.outside_v)
            case Form.ROWS:
                rows = list(self._rows())
                for rank, (row, following) in enumerate(pairwise(rows), start=1):
                    u = self.extent.grid_u + rank * CELL
                    yield row + following, Area(u, self.extent.outside_v, u, self.extent.outside_v)
            case Form.HEAD:
                u, v = self.extent.grid_u, self.extent.outside_v
                first = self.plan.numbers[: self.plan.columns]
                if self.plan.head and set(shape.numbers) == {*self.plan.head[-1], *first}:
                    yield shape.numbers, Area(u, v, u, v)
            case (
                Form.COLUMN
                | Form.RUN
                | Form.SET
                | Form.COLOR
                | Form.PARITY
                | Form.NEIGHBORS
                | Form.SECTION
                | Form.CHOICE
            ):
                raise AssertionError(f"{shape.form} is not among the number boxes")
            case _:
                assert_never(shape.form)

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for rank in range(self.plan.rows):
            yield self.plan.numbers[rank * self.plan.columns : (rank + 1) * self.plan.columns]

    def _corners(self, shape: Shape) -> Iterator[tuple[tuple[str, ...], Area]]:
        """Points where the given number of boxes meet; a wager that names its numbers has that corner to itself."""
        points = {
            (u, v) for box in self.numbers for u in (box.area.u0, box.area.u1) for v in (box.area.v0, box.area.v1)
        }
        own = self.notation.order(shape.numbers) if shape.numbers else None
        for u, v in sorted(points):
            meeting = self.notation.order(box.label for box in self.numbers if box.area.touches(u, v))
            wanted = meeting == own if own else len(meeting) == shape.boxes and meeting not in self.claimed
            if wanted:
                yield meeting, Area(u, v, u, v)

    def _boxed(self, shape: Shape) -> Iterator[tuple[Box, Spot | None]]:
        entries = list(self._entries(shape))
        areas = self._foot() if shape.form is Form.COLUMN else self._places_in_row(shape, len(entries))
        for (numbers, facts), area in zip(entries, areas, strict=False):
            known: dict[str, str | int] = {"numbers": "-".join(self.notation.order(numbers)), **facts}
            if "rank" in facts:
                known["ordinal"] = ordinal(int(facts["rank"]))
            label = (shape.label or shape.title).format(**known)
            color = shape.color if shape.form is Form.COLOR else PLAIN
            box = Box(label, area, color, shape.wager)
            yield box, None if shape.form is Form.CHOICE else spot_of(shape, numbers, area, self.notation, facts)

    def _entries(self, shape: Shape) -> Iterator[tuple[tuple[str, ...], dict[str, str | int]]]:
        """The numbers of each box of a wager, and the values for its name patterns."""
        grid = self.plan.numbers
        match shape.form:
            case Form.COLUMN:
                for rank in range(self.plan.columns if grid else 0):
                    yield (
                        grid[rank :: self.plan.columns],
                        {"rank": rank + 1, "count": len(grid[rank :: self.plan.columns])},
                    )
            case Form.RUN:
                for rank in range(len(grid) // shape.run):
                    yield grid[rank * shape.run : (rank + 1) * shape.run], {"rank": rank + 1, "count": shape.run}
            case Form.SET:
                if set(self.plan.labels).issuperset(shape.numbers):
                    yield shape.numbers, {"count": len(shape.numbers)}
            case Form.COLOR:
                numbers = tuple(label for label in grid or self.plan.flat if self.wheel.color.get(label) == shape.color)
                if numbers:
                    yield numbers, {"count": len(numbers), "color": shape.color}
            case Form.PARITY:
                numbers = tuple(label for label in grid if label.isdecimal() and int(label) % 2 == shape.odd)
                if numbers:
                    yield numbers, {"count": len(numbers)}
            case Form.SECTION:
                yield from self._section_entries(shape)
            case Form.CHOICE:
                if shape.count <= len(self.plan.labels):
                    yield self.plan.labels[: shape.count], {"count": shape.count}
            case Form.BOX | Form.LINE_BETWEEN | Form.CORNER | Form.ROW | Form.ROWS | Form.HEAD | Form.NEIGHBORS:
                raise AssertionError(f"{shape.form} has no box of its own")
            case _:
                assert_never(shape.form)

    def _section_entries(self, shape: Shape) -> Iterator[tuple[tuple[str, ...], dict[str, str | int]]]:
        zeros = self.wheel.deciding_zeros
        if shape.zeros and len(zeros) != shape.zeros:
            return
        extra = zeros if shape.zeros else ()
        for color, numbers in self.sections.items():
            if numbers:
                yield (*extra, *numbers), {"count": len(extra) + len(numbers), "color": color}

    def _foot(self) -> Iterator[Area]:
        """The boxes below the columns; the first column's is nearest the outside rows."""
        for rank in range(self.plan.columns):
            v = (self.plan.columns - 1 - rank) * CELL
            yield Area(self.extent.foot_u, v, self.extent.end_u, v + CELL)

    def _places_in_row(self, shape: Shape, boxes: int) -> Iterator[Area]:
        """The areas of a wager's boxes in the row it shares with other wagers."""
        before, total = 0, 0
        for each in self.shapes:
            if each.form in BOXED and each.form is not Form.COLUMN and each.row == shape.row:
                count = boxes if each is shape else len(list(self._entries(each)))
                before += (
                    count if (each.order, self.shapes.index(each)) < (shape.order, self.shapes.index(shape)) else 0
                )
                total += count
        start, length = self.extent.grid_u, self.extent.foot_u - self.extent.grid_u
        v = self.extent.outside_v + shape.row * CELL
        for index in range(boxes):
            u0, u1 = (start + length * (before + index + extra) // total for extra in (0, 1))
            yield Area(u0, v, u1, v + CELL)

    def _second_places(self, spots: Mapping[str, tuple[int, Spot]]) -> Iterator[tuple[int, Spot]]:
        shapes = {shape.wager: shape for shape in self.shapes}
        for also in self.plan.also:
            known = spots.get(also.spot)
            areas = [spots[each][1].area for each in also.between if each in spots]
            if known is None or len(areas) != 2 or areas[0] is None or areas[1] is None:
                continue
            edge = areas[0].edge_with(areas[1])
            if edge:
                rank, spot = known
                shape = shapes[spot.wager]
                yield rank, spot_of(shape, spot.numbers, edge, self.notation, same_as=spot.id, place=also.place)
