"""Drawings use the same grid as settlement: every spot is on the boxes it covers."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

import croupier
from croupier.game.drawing import LayoutDrawing, Orientation, Rect, draw, draw_replica
from croupier.game.layout import Layout
from croupier.game.wager import WagerId
from croupier.game.wheel import WheelId
from tests.vocabulary import roulette

LAYOUTS = {
    "american": croupier.rulebook("nj").table("american").layout,
    "european": croupier.rulebook("co-2014").table("european", offers=["trio-0-2-3", "first-four"]).layout,
    "covered": croupier.rulebook("nj").table("double-as-single").layout,
    "colors": croupier.rulebook("nj").table("american", offers=["six-color", "eight-color", "seven-numbers"]).layout,
    "Big Six": croupier.rulebook("nj").table("big-six").layout,
}
INSIDE_NUMBERS = {WagerId("straight"), WagerId("split"), WagerId("trio"), WagerId("trio-0-2-3"), WagerId("corner")}

every_drawing = pytest.mark.parametrize(
    ("layout", "drawing"),
    [
        pytest.param(layout, draw(layout, orientation), id=f"{name}-{orientation}")
        for name, layout in LAYOUTS.items()
        for orientation in Orientation
    ],
)


def _edges(rect: Rect) -> tuple[float, float, float, float]:
    return (rect.x - rect.width / 2, rect.y - rect.height / 2, rect.x + rect.width / 2, rect.y + rect.height / 2)


def _touch(one: Rect, other: Rect) -> bool:
    a, b = _edges(one), _edges(other)
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


@every_drawing
def test_a_chip_on_an_inside_spot_touches_exactly_the_boxes_it_covers(layout: Layout, drawing: LayoutDrawing) -> None:
    numbers = {box.label: box.rect for box in drawing.boxes if box.label in {*map(str, range(37)), "00"}}
    for drawn in drawing.spots:
        spot = layout[drawn.id]
        if spot.wager in INSIDE_NUMBERS and spot.same_as is None:
            touched = {label for label, rect in numbers.items() if _touch(drawn.rect, rect)}
            assert touched == set(spot.numbers), drawn.id


@every_drawing
def test_every_spot_is_drawn_once_inside_the_felt_with_room_for_a_finger(
    layout: Layout, drawing: LayoutDrawing
) -> None:
    drawn = [spot.id for spot in drawing.spots]
    assert sorted(drawn) == sorted(spot.id for spot in layout if spot.wager != "five-adjacent")
    for spot in drawing.spots:
        assert 0 <= spot.rect.x <= drawing.width
        assert 0 <= spot.rect.y <= drawing.height
        assert min(spot.rect.width, spot.rect.height) >= 10
        assert spot.name


@every_drawing
def test_no_two_spots_share_their_centers(layout: Layout, drawing: LayoutDrawing) -> None:
    for one, other in combinations(drawing.spots, 2):
        assert dist((one.rect.x, one.rect.y), (other.rect.x, other.rect.y)) > 8, (one.id, other.id)


@every_drawing
def test_names_tell_spots_apart(layout: Layout, drawing: LayoutDrawing) -> None:
    names = [spot.name for spot in drawing.spots]
    assert len(set(names)) == len(names)


def test_portrait_is_landscape_turned() -> None:
    wide, tall = (draw(LAYOUTS["american"], orientation) for orientation in Orientation)
    assert wide.width > wide.height
    assert tall.height > tall.width
    places = {str(spot.id): spot.rect for spot in tall.spots}
    assert places["0"].x < places["00"].x  # 1-2-3 and 0-00 run from left to right
    assert places["1"].x < places["2"].x < places["3"].x
    assert places["1"].y < places["34"].y < places["column-1"].y
    assert places["red"].x < places["dozen-2"].x < places["1"].x


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="drawn")
def test_a_covered_number_is_drawn_as_covered() -> None:
    drawing = draw(LAYOUTS["covered"])
    assert [box.label for box in drawing.boxes if box.covered] == ["00"]
    assert not any("00" in spot.id for spot in drawing.spots)


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="replica")
@pytest.mark.parametrize("wheel", ["american", "european"])
@pytest.mark.parametrize(("width", "height"), [(800, 200), (340, 560)])
def test_the_replica_runs_clockwise_in_equal_steps(wheel: WheelId, width: float, height: float) -> None:
    pockets = draw_replica(roulette(wheel), width, height, band=46)
    assert [pocket.label for pocket in pockets] == list(roulette(wheel).labels)
    assert pockets[0].x == pytest.approx(width / 2)
    assert pockets[0].y == pytest.approx(23)  # in the middle of the upper side
    ring = [*pockets, pockets[0]]
    steps = [dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(ring)]
    assert max(steps) <= 1.01 * (sum(steps) / len(steps)) + 0.5
    turned = sum(a.x * b.y - b.x * a.y for a, b in pairwise(ring))
    assert turned > 0  # clockwise where y grows downward
    for pocket in pockets:
        assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in pocket.outline)


def test_big_six_boxes_stand_in_a_row() -> None:
    drawing = draw(LAYOUTS["Big Six"])
    xs = [spot.rect.x for spot in drawing.spots]
    assert xs == sorted(xs)
    assert [spot.id for spot in drawing.spots] == ["$1", "$2", "$5", "$10", "$20", "joker", "flag"]


@pytest.mark.parametrize("name", ["american", "european", "covered"])
def test_an_upright_layout_fills_the_room_that_a_phone_leaves(name: str) -> None:
    """Between two thirds and nine tenths as wide as high; a chip of radius 14 fits next to a label, not on it."""
    drawing = draw(LAYOUTS[name], Orientation.PORTRAIT)
    assert 0.66 < drawing.width / drawing.height < 0.9
    assert all(box.rect.width >= 60 for box in drawing.boxes)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_big_six_box_has_room_for_its_label_and_the_chips_of_all_seats(orientation: Orientation) -> None:
    for box in draw(LAYOUTS["Big Six"], orientation).boxes:
        assert min(box.rect.width, box.rect.height) >= 60
        assert max(box.rect.width, box.rect.height) >= 140


@pytest.mark.clause("CO 47.1-2210(2)(e)", duty="drawn")
@pytest.mark.parametrize("orientation", [*Orientation])
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
@pytest.mark.parametrize("wheel", ["american", "european"])
def test_the_area_for_wagers_in_prison_is_drawn_where_it_is_offered(
    book: str, wheel: str, orientation: Orientation
) -> None:
    """It has its own area inside the felt, which no other box overlaps."""
    drawing = draw(croupier.rulebook(book).table(wheel, zero="in-prison").layout, orientation)
    (area,) = (box.rect for box in drawing.boxes if box.label == "In prison")
    assert area.x + area.width / 2 <= drawing.width
    assert area.y + area.height / 2 <= drawing.height
    for box in drawing.boxes:
        if box.label != "In prison":
            across = abs(box.rect.x - area.x) * 2 >= box.rect.width + area.width - 1e-6
            down = abs(box.rect.y - area.y) * 2 >= box.rect.height + area.height - 1e-6
            assert across or down, box.label
    plain = draw(croupier.rulebook(book).table(wheel).layout, orientation)
    assert "In prison" not in {box.label for box in plain.boxes}
    assert (plain.width, plain.height) == (drawing.width, drawing.height)
