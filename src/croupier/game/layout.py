"""Layouts as spots, derived from the boxes printed on the felt.

In the grid, `u` runs from the zeros to the column boxes and `v` from the last column of numbers to the outside boxes. A
number box is `CELL` units wide and high, so that zeros sharing the head fall on whole units. The area of a spot is a
box, an edge or a point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from croupier.game.notation import Notation, SpotId
from croupier.game.wager import BetGroup, Form, Shape, WagerId
from croupier.game.wheel import PLAIN, Wheel

CELL = 12
"""Side of a number box in grid units: two, three, four or six boxes divide an edge evenly."""
PRISON_LABEL = "In prison"
EVERY = "*"
"""As the number of a box wager: every box of a layout without a grid."""
NO_FACTS: Mapping[str, str | int] = {}

Sections = Mapping[str, tuple[str, ...]]
"""The numbers of each color section."""


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
