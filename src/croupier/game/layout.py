"""Layouts as spots, derived from the boxes printed on the felt.

In the grid, `u` runs from the zeros to the column boxes and `v` from the last column of numbers to the outside boxes. A
number box is `CELL` units wide and high, so that zeros sharing the head fall on whole units. The area of a spot is a
box, an edge or a point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import assert_never

from msgspec import Struct

from croupier.game.notation import Notation, SpotId
from croupier.game.wager import BOXED, BetGroup, Form, Shape, WagerId
from croupier.game.wheel import PLAIN, Wheel

CELL = 12
"""Side of a number box in grid units: two, three, four or six boxes divide an edge evenly."""
PRISON_LABEL = "In prison"
EVERY = "*"
"""As the number of a box wager: every box of a layout without a grid."""
FLAT_WIDTH = 18
"""Width of a box, in grid units, on a layout without a grid of numbers."""

FLAT_FORMS = (Form.BOX, Form.SET, Form.COLOR, Form.CHOICE)
"""The forms that a layout without a grid of numbers supports."""

NO_FACTS: Mapping[str, str | int] = {}

Sections = Mapping[str, tuple[str, ...]]
"""The numbers of each color section."""
_LAYOUTS_KEPT = 64
"""Layouts cached: a house has few kinds of felt and needs each several times per table."""


class SecondPlace(Struct, frozen=True):
    """A second place for a wager, on the line between two boxes."""

    spot: str
    place: str
    between: tuple[str, str]


class LayoutPlan(Struct, frozen=True):
    """What is printed: rows of zeros at the head and the numbers of the grid, or a flat row of boxes.

    The zeros of a row share it evenly, starting from the outside boxes; the last row adjoins the grid.
    """

    id: str
    columns: int = 3
    head: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[str, ...] = ()
    flat: tuple[str, ...] = ()
    across: int = 0
    """Boxes per row of a flat layout; 0 puts all in one row."""
    also: tuple[SecondPlace, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label with a box, in the order used by the notation."""
        return (*(label for row in reversed(self.head) for label in row), *self.numbers, *self.flat)

    @property
    def rows(self) -> int:
        return -(-len(self.numbers) // self.columns)


class Area(Struct, frozen=True, order=True):
    """A region of the grid: a box, an edge (zero in one dimension) or a point (zero in both)."""

    u0: int
    v0: int
    u1: int
    v1: int

    def touches(self, u: int, v: int) -> bool:
        return self.u0 <= u <= self.u1 and self.v0 <= v <= self.v1

    def edge_with(self, other: Area) -> Area | None:
        """The edge that two boxes share, if it has a length."""
        u0, u1 = max(self.u0, other.u0), min(self.u1, other.u1)
        v0, v1 = max(self.v0, other.v0), min(self.v1, other.v1)
        if u0 > u1 or v0 > v1 or (u0 == u1 and v0 == v1):
            return None
        return Area(u0, v0, u1, v1)


class Spot(Struct, frozen=True):
    """A place on the layout for a wager.

    `area` is None if the place is not on the layout itself: spots on the wheel replica, which has its own geometry, and
    numbers that the player names. `same_as` names the spot whose second place this is. `parts` is the number of equal
    straights that make up the wager.
    """

    id: SpotId
    wager: WagerId
    numbers: tuple[str, ...]
    area: Area | None
    same_as: SpotId | None = None
    group: BetGroup = BetGroup.INSIDE
    even_money: bool = False
    parts: int = 1
    name: str = ""
    form: Form = Form.BOX
    where: str = ""


class Box(Struct, frozen=True):
    """A printed box with its label."""

    label: str
    area: Area
    color: str = PLAIN
    wager: WagerId | None = None
    """The wager it belongs to; None for zeros and grid numbers."""


class Extent(Struct, frozen=True):
    """Where the parts of a layout begin: the grid after the head, the column boxes, the end, the outside rows."""

    grid_u: int
    foot_u: int
    end_u: int
    outside_v: int


class Layout(Struct, frozen=True, dict=True):
    """The printed boxes, the spots, and the covered numbers."""

    plan: LayoutPlan
    extent: Extent
    boxes: tuple[Box, ...]
    spots: tuple[Spot, ...]
    covered: frozenset[str] = frozenset()
    open_shapes: tuple[Shape, ...] = ()
    """The wagers whose numbers the player names; their spots are too many to list."""
    notation: Notation = Notation((), frozenset())

    @property
    def id(self) -> str:
        return self.plan.id

    @property
    def is_flat(self) -> bool:
        """Whether the layout has no grid of numbers."""
        return bool(self.plan.flat)

    @cached_property
    def _by_id(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.spots}

    def __getitem__(self, spot: str) -> Spot:
        found = self.get(spot)
        if found is None:
            raise KeyError(spot)
        return found

    def __contains__(self, spot: object) -> bool:
        return isinstance(spot, str) and self.get(spot) is not None

    def __iter__(self) -> Iterator[Spot]:
        return iter(self.spots)

    def __len__(self) -> int:
        return len(self.spots)

    def get(self, spot: str) -> Spot | None:
        """The spot with a canonical id."""
        return self._by_id.get(spot) or (self._chosen(spot) if self.open_shapes else None)

    @cached_property
    def _by_name(self) -> dict[str, Spot]:
        """Spots by the words people read: names and box labels."""
        found = {spot.name.lower(): spot for spot in reversed(self.spots)}
        areas = {spot.area: spot for spot in self.spots if spot.area is not None}
        labels = [box.label.lower() for box in self.boxes if box.wager is not None]
        for box in self.boxes:
            if box.wager is not None and box.area in areas and labels.count(box.label.lower()) == 1:
                found.setdefault(box.label.lower(), areas[box.area])
        return found

    def named(self, words: str) -> Spot | None:
        """The spot with this name or box label."""
        return self._by_name.get(" ".join(words.lower().split()))

    def _chosen(self, spot: str) -> Spot | None:
        """The spot of numbers that a player named, if a wager takes that many."""
        numbers = tuple(spot.split("-"))
        for shape in self.open_shapes:
            if len(numbers) == shape.count and len(set(numbers)) == shape.count:
                known = all(number in self.plan.labels for number in numbers)
                if known and self.notation.order(numbers) == numbers:
                    return spot_of(shape, numbers, None, self.notation)
        return None

    def example(self, shape: Shape) -> Spot:
        """An example spot of a wager whose numbers the player names: the first uncovered numbers."""
        numbers = [label for label in self.plan.labels if label not in self.covered][: shape.count]
        return spot_of(shape, self.notation.order(numbers), None, self.notation)

    @cached_property
    def _places(self) -> dict[str, tuple[SpotId, ...]]:
        places: dict[str, tuple[SpotId, ...]] = {}
        for spot in self.spots:
            name = spot.same_as or spot.id
            places[name] = (*places.get(name, ()), spot.id)
        return places

    def places(self, spot: Spot) -> tuple[SpotId, ...]:
        """Every place of the spot's wager."""
        return self._places.get(spot.same_as or spot.id, (spot.id,))

    def covers(self, spot: Spot) -> bool:
        """Whether the spot includes a covered number, so that no wager may be placed there."""
        return not self.covered.isdisjoint(spot.numbers)

    def with_prison(self) -> Layout:
        """The same felt with an area for wagers in prison, in the corner below the column boxes."""
        extent = self.extent
        area = Area(extent.foot_u, extent.outside_v, extent.end_u, extent.outside_v + 2 * CELL)
        box = Box(PRISON_LABEL, area, PLAIN, WagerId(""))
        return Layout(self.plan, extent, (*self.boxes, box), self.spots, self.covered, self.open_shapes, self.notation)

    def only(self, kinds: Collection[WagerId]) -> Layout:
        """The same felt with only the uncovered spots of these wagers."""
        spots = tuple(spot for spot in self.spots if spot.wager in kinds and not self.covers(spot))
        boxes = tuple(box for box in self.boxes if box.wager is None or box.wager in kinds)
        shapes = tuple(shape for shape in self.open_shapes if shape.wager in kinds)
        return Layout(self.plan, self.extent, boxes, spots, self.covered, shapes, self.notation)


def spot_of(
    shape: Shape,
    numbers: Iterable[str],
    area: Area | None,
    notation: Notation,
    facts: Mapping[str, str | int] = NO_FACTS,
    *,
    same_as: SpotId | None = None,
    place: str = "",
) -> Spot:
    """A spot of a wager, named by the patterns of its shape."""
    ordered = notation.order(numbers)
    known: dict[str, str | int] = {"numbers": _listed(ordered), **facts}
    if "rank" in facts:
        known["ordinal"] = ordinal(int(facts["rank"]))
    written = SpotId(shape.id.format(**known)) if shape.id else SpotId("-".join(ordered))
    name = (shape.name or f"{shape.title} {{numbers}}").format(**known)
    name = name[:1].upper() + name[1:]
    return Spot(
        SpotId(f"{written}@{place}") if place else written,
        shape.wager,
        ordered,
        area,
        same_as,
        shape.group,
        shape.even_money,
        shape.parts,
        f"{name}, {place} line" if place else name,
        shape.form,
        f"on the {place} line" if place else shape.where.format(**known),
    )


def _listed(numbers: tuple[str, ...]) -> str:
    return numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"


def ordinal(rank: int) -> str:
    """
    >>> ordinal(1), ordinal(2), ordinal(3), ordinal(11), ordinal(22)
    ('1st', '2nd', '3rd', '11th', '22nd')
    """
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"


def standard_sections(wheel: Wheel, colors: tuple[str, ...]) -> Sections:
    """Runs of numbers in wheel order from the first zero, skipping zeros, one run per color."""
    numbers = [label for label in wheel.labels if label not in wheel.zeros]
    size = len(numbers) // len(colors) if colors else 0
    return {color: tuple(numbers[rank * size : (rank + 1) * size]) for rank, color in enumerate(colors)}


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
