"""Layouts as spots: which places exist is derived from the boxes that are printed on the felt.

The grid runs `u` from the zeros to the column boxes and `v` from the row of 3 to the outside boxes.
A row of numbers is two units deep and a street two units wide, so that the double-zero layout's
half-height zeros fall on whole units. A spot's area in that grid is a box, an edge or a point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import combinations

from msgspec import Struct

from croupier.game.notation import LAYOUT_ORDER, SpotId, write_spot
from croupier.game.wager import ADJACENT_REACH, BIG_SIX, WagerKind
from croupier.game.wheel import NUMBERS, Color, Wheel, WheelId

STREETS = 12
ROWS = 3
CELL = 2
"""Grid units of one number box, either way."""
ZEROS_U = CELL
COLUMNS_U = ZEROS_U + STREETS * CELL
END_U = COLUMNS_U + CELL
OUTSIDE_V = ROWS * CELL
SEVEN = ("10", "11", "12", "13", "14", "15", "33")

Sections = Mapping[str, tuple[str, ...]]
"""The six numbers of each color section."""
_LAYOUTS_KEPT = 64
"""A house has few kinds of felt, and asks for each of them several times for every table."""


class Felt(StrEnum):
    """What is printed at the head of the layout."""

    DOUBLE_ZERO = "double-zero"
    SINGLE_ZERO = "single-zero"
    BIG_SIX = "big-six"


class Area(Struct, frozen=True, order=True):
    """A place in the grid: a box, an edge (one dimension is nothing) or a point (both are)."""

    u0: int
    v0: int
    u1: int
    v1: int

    def touches(self, u: int, v: int) -> bool:
        return self.u0 <= u <= self.u1 and self.v0 <= v <= self.v1

    def edge_with(self, other: Area) -> Area | None:
        """The edge that two boxes share, when it has a length."""
        u0, u1 = max(self.u0, other.u0), min(self.u1, other.u1)
        v0, v1 = max(self.v0, other.v0), min(self.v1, other.v1)
        if u0 > u1 or v0 > v1 or (u0 == u1 and v0 == v1):
            return None
        return Area(u0, v0, u1, v1)


class Spot(Struct, frozen=True):
    """A place on the layout where a wager can stand.

    `area` is None on the wheel replica, which has a geometry of its own.
    `same_as` names the spot of which this is another place.
    """

    id: SpotId
    wager: WagerKind
    numbers: tuple[str, ...]
    area: Area | None
    same_as: SpotId | None = None


class Box(Struct, frozen=True):
    """What is printed: a box with its label."""

    label: str
    area: Area
    color: Color = Color.PLAIN


class Layout(Struct, frozen=True, dict=True):
    """The printed boxes, the spots, and the numbers that are covered."""

    felt: Felt
    boxes: tuple[Box, ...]
    spots: tuple[Spot, ...]
    covered: frozenset[str] = frozenset()

    @cached_property
    def _by_id(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.spots}

    def __getitem__(self, spot: str) -> Spot:
        return self._by_id[spot]

    def __contains__(self, spot: object) -> bool:
        return spot in self._by_id

    def __iter__(self) -> Iterator[Spot]:
        return iter(self.spots)

    def __len__(self) -> int:
        return len(self.spots)

    def get(self, spot: str) -> Spot | None:
        return self._by_id.get(spot)

    @cached_property
    def _places(self) -> dict[str, tuple[SpotId, ...]]:
        places: dict[str, tuple[SpotId, ...]] = {}
        for spot in self.spots:
            name = spot.same_as or spot.id
            places[name] = (*places.get(name, ()), spot.id)
        return places

    def places(self, spot: Spot) -> tuple[SpotId, ...]:
        """Every place of the wager that the spot is a place of."""
        return self._places[spot.same_as or spot.id]

    def covers(self, spot: Spot) -> bool:
        """Whether the spot holds a covered number, so that no wager may stand there."""
        return not self.covered.isdisjoint(spot.numbers)

    def only(self, kinds: Collection[WagerKind]) -> Layout:
        """The same felt with the spots of these kinds alone, covered ones left out."""
        spots = tuple(spot for spot in self.spots if spot.wager in kinds and not self.covers(spot))
        printed = {str(spot.area) for spot in spots} | {
            str(box.area) for box in self.boxes if box.label in LAYOUT_ORDER
        }
        boxes = tuple(box for box in self.boxes if str(box.area) in printed)
        return Layout(self.felt, boxes, spots, self.covered)


def in_layout_order(numbers: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(numbers, key=LAYOUT_ORDER.__getitem__))


def number_boxes(wheel: Wheel, felt: Felt) -> tuple[Box, ...]:
    """The zeros, then 1 to 36 in twelve rows of three."""
    middle = OUTSIDE_V // 2
    zeros = (
        {"0": Area(0, middle, ZEROS_U, OUTSIDE_V), "00": Area(0, 0, ZEROS_U, middle)}
        if felt is Felt.DOUBLE_ZERO
        else {"0": Area(0, 0, ZEROS_U, OUTSIDE_V)}
    )
    boxes = [Box(label, area, Color.GREEN) for label, area in zeros.items()]
    for index, label in enumerate(NUMBERS):
        street, row = divmod(index, ROWS)
        u, v = ZEROS_U + street * CELL, (ROWS - 1 - row) * CELL
        boxes.append(Box(label, Area(u, v, u + CELL, v + CELL), wheel.color[label]))
    return tuple(boxes)


def _inside(boxes: tuple[Box, ...], felt: Felt) -> Iterator[Spot]:
    """Every inside position that the lines and corners of the number boxes allow."""
    for box in boxes:
        yield Spot(SpotId(box.label), WagerKind.STRAIGHT, (box.label,), box.area)
    for one, other in combinations(boxes, 2):
        edge = one.area.edge_with(other.area)
        if edge:
            yield _spot(WagerKind.SPLIT, (one.label, other.label), edge)
    corners = sorted({(u, v) for box in boxes for u in (box.area.u0, box.area.u1) for v in (box.area.v0, box.area.v1)})
    for u, v in corners:
        meeting = in_layout_order(box.label for box in boxes if box.area.touches(u, v))
        if len(meeting) == 4:
            yield _spot(WagerKind.CORNER, meeting, Area(u, v, u, v))
        elif len(meeting) == 3:
            kind = WagerKind.TRIO_023 if meeting == ("0", "2", "3") else WagerKind.TRIO
            yield _spot(kind, meeting, Area(u, v, u, v))
    for street in range(STREETS):
        u = ZEROS_U + street * CELL
        row = NUMBERS[street * ROWS : (street + 1) * ROWS]
        yield _spot(WagerKind.STREET, row, Area(u, OUTSIDE_V, u + CELL, OUTSIDE_V))
        if street:
            before = NUMBERS[(street - 1) * ROWS : street * ROWS]
            yield _spot(WagerKind.LINE, before + row, Area(u, OUTSIDE_V, u, OUTSIDE_V))
    head = Area(ZEROS_U, OUTSIDE_V, ZEROS_U, OUTSIDE_V)
    if felt is Felt.DOUBLE_ZERO:
        yield _spot(WagerKind.FIRST_FIVE, ("0", "00", "1", "2", "3"), head)
        courtesy = ZEROS_U + 2 * STREETS * CELL // 3
        yield Spot(
            SpotId("0-00@courtesy"),
            WagerKind.SPLIT,
            ("0", "00"),
            Area(courtesy, OUTSIDE_V, courtesy, OUTSIDE_V + CELL),
            same_as=SpotId("0-00"),
        )
    else:
        yield _spot(WagerKind.FIRST_FOUR, ("0", "1", "2", "3"), head)


def _spot(kind: WagerKind, numbers: tuple[str, ...], area: Area) -> Spot:
    return Spot(write_spot(numbers), kind, in_layout_order(numbers), area)


_LABELS = {"low": "1 to 18", "even": "Even", "red": "Red", "black": "Black", "odd": "Odd", "high": "19 to 36"}
_DOZEN_LABELS = ("1st 12", "2nd 12", "3rd 12")


def even_money_numbers(wheel: Wheel) -> dict[WagerKind, tuple[str, ...]]:
    """What each even-money box covers; a zero is in none of them."""
    return {
        WagerKind.LOW: NUMBERS[:18],
        WagerKind.EVEN: NUMBERS[1::2],
        WagerKind.RED: wheel.colored(Color.RED),
        WagerKind.BLACK: wheel.colored(Color.BLACK),
        WagerKind.ODD: NUMBERS[0::2],
        WagerKind.HIGH: NUMBERS[18:],
    }


def _outside(wheel: Wheel) -> Iterator[tuple[Box, Spot]]:
    for rank in range(3):
        v = (ROWS - 1 - rank) * CELL
        area = Area(COLUMNS_U, v, END_U, v + CELL)
        numbers = NUMBERS[rank::ROWS]
        yield Box("2 to 1", area), Spot(SpotId(f"column-{rank + 1}"), WagerKind.COLUMN, numbers, area)
    for rank, area in enumerate(_row(0, 3)):
        numbers = NUMBERS[rank * 12 : (rank + 1) * 12]
        yield (
            Box(_DOZEN_LABELS[rank], area),
            Spot(SpotId(f"dozen-{rank + 1}"), WagerKind.DOZEN, numbers, area),
        )
    for (kind, numbers), area in zip(even_money_numbers(wheel).items(), _row(1, 6), strict=True):
        color = Color(kind) if kind in (WagerKind.RED, WagerKind.BLACK) else Color.PLAIN
        yield Box(_LABELS[kind], area, color), Spot(SpotId(kind.value), kind, numbers, area)


def _row(rank: int, boxes: int) -> Iterator[Area]:
    """Equal boxes along the outside of the layout, in the row of that rank."""
    width, v = STREETS * CELL // boxes, OUTSIDE_V + rank * CELL
    for index in range(boxes):
        u = ZEROS_U + index * width
        yield Area(u, v, u + width, v + CELL)


def standard_sections(wheel: Wheel, colors: tuple[str, ...]) -> Sections:
    """Runs of six numbers in wheel order from the zero on, zeros passed over, one run to a color."""
    numbers = [label for label in wheel.labels if label in NUMBERS]
    size = len(numbers) // len(colors)
    return {color: tuple(numbers[rank * size : (rank + 1) * size]) for rank, color in enumerate(colors)}


def _color_boxes(wheel: Wheel, sections: Sections) -> Iterator[tuple[Box, Spot]]:
    zeros = tuple(label for label in ("0", "00") if label in wheel.counts)
    sizes = [
        (WagerKind.SIX_COLOR, ()),
        (WagerKind.EIGHT_COLOR if len(zeros) == 2 else WagerKind.SEVEN_COLOR, zeros),
    ]
    for rank, (kind, extra) in enumerate(sizes, start=2):
        count = 6 + len(extra)
        for (color, section), area in zip(sections.items(), _row(rank, 6), strict=True):
            numbers = in_layout_order(extra + section)
            yield Box(f"{count} {color}", area), Spot(SpotId(f"color-{count}-{color}"), kind, numbers, area)


def roulette_layout(wheel: Wheel, felt: Felt, sections: Sections) -> Layout:
    """Every spot that any rulebook or house knows on this felt; `Layout.only` keeps what a table offers."""
    return _roulette_layout(wheel, felt, tuple((color, tuple(numbers)) for color, numbers in sections.items()))


@lru_cache(maxsize=_LAYOUTS_KEPT)
def _roulette_layout(wheel: Wheel, felt: Felt, sections: tuple[tuple[str, tuple[str, ...]], ...]) -> Layout:
    boxes = number_boxes(wheel, felt)
    printed = [*_outside(wheel), *_color_boxes(wheel, dict(sections))]
    seven = Area(ZEROS_U, OUTSIDE_V + 4 * CELL, COLUMNS_U, OUTSIDE_V + 5 * CELL)
    printed.append((Box("-".join(SEVEN), seven), Spot(SpotId("seven-numbers"), WagerKind.SEVEN_NUMBERS, SEVEN, seven)))
    replica = [
        Spot(
            SpotId(f"adjacent-{label}"),
            WagerKind.FIVE_ADJACENT,
            in_layout_order(wheel.neighbors(label, ADJACENT_REACH)),
            None,
        )
        for label in wheel.labels
    ]
    spots = [*_inside(boxes, felt), *(spot for _, spot in printed), *replica]
    return Layout(
        felt,
        boxes + tuple(box for box, _ in printed),
        tuple(sorted(spots, key=_reading_order)),
        wheel.void,
    )


_KIND_ORDER = {kind: rank for rank, kind in enumerate(WagerKind)}


def _reading_order(spot: Spot) -> tuple[int, tuple[int, ...], bool]:
    """Kinds in their public order; spots of a kind by their numbers, replica and color boxes as on the wheel."""
    ranked = spot.area is not None and spot.wager not in (
        WagerKind.SIX_COLOR,
        WagerKind.SEVEN_COLOR,
        WagerKind.EIGHT_COLOR,
    )
    numbers = tuple(LAYOUT_ORDER[number] for number in spot.numbers) if ranked else ()
    return _KIND_ORDER[spot.wager], numbers, spot.same_as is not None


def big_six_layout() -> Layout:
    """One box to an insignia."""
    width = STREETS * CELL // len(BIG_SIX)
    boxes, spots = [], []
    for index, kind in enumerate(BIG_SIX):
        area = Area(index * width, 0, (index + 1) * width, CELL)
        boxes.append(Box(kind.value, area))
        spots.append(Spot(SpotId(kind.value), kind, (kind.value,), area))
    return Layout(Felt.BIG_SIX, tuple(boxes), tuple(spots))


def felt_of(wheel: WheelId) -> Felt:
    """The felt that belongs to a wheel: a double-zero wheel used as single-zero keeps its own, covered."""
    if wheel is WheelId.BIG_SIX:
        return Felt.BIG_SIX
    return Felt.SINGLE_ZERO if wheel is WheelId.EUROPEAN else Felt.DOUBLE_ZERO
