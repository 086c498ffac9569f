"""The layouts: which places exist, what they cover, and where they are on the felt."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from croupier.game.layout import Area, Layout, Spot
from croupier.game.wheel import WheelId
from tests import oracle
from tests.vocabulary import big_six, layout_on, roulette

VARIANTS = [
    pytest.param("american", "double-zero", id="american"),
    pytest.param("european", "single-zero", id="european"),
    pytest.param("double-as-single", "double-zero", id="double-as-single, double-zero felt"),
    pytest.param("double-as-single", "single-zero", id="double-as-single, single-zero felt"),
]


def layout_of(wheel: WheelId, felt: str) -> Layout:
    return layout_on(roulette(wheel), felt)


def place(spot: Spot) -> Area:
    assert spot.area is not None
    return spot.area


def box(layout: Layout, label: str) -> Area:
    return next(printed.area for printed in layout.boxes if printed.label == label)


def meet(areas: list[Area]) -> Area | None:
    """The intersection of closed rectangles."""
    u0, v0 = max(a.u0 for a in areas), max(a.v0 for a in areas)
    u1, v1 = min(a.u1 for a in areas), min(a.v1 for a in areas)
    return Area(u0, v0, u1, v1) if u0 <= u1 and v0 <= v1 else None


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_every_place_and_no_other(wheel: WheelId, felt: str) -> None:
    expected = oracle.inside(felt) | oracle.outside() | oracle.optional(wheel)
    found = {str(spot.id): (str(spot.wager), frozenset(spot.numbers)) for spot in layout_of(wheel, felt)}
    assert found == expected


COUNTS = [
    pytest.param(
        "american",
        "double-zero",
        {"straight": 38, "split": 62, "street": 12, "trio": 3, "corner": 22, "first-five": 1, "line": 11},
        id="american",
    ),
    pytest.param(
        "european",
        "single-zero",
        {
            "straight": 37,
            "split": 60,
            "street": 12,
            "trio": 1,
            "trio-0-2-3": 1,
            "corner": 22,
            "first-four": 1,
            "line": 11,
        },
        id="european",
    ),
    pytest.param(
        "double-as-single",
        "double-zero",
        {"straight": 37, "split": 59, "street": 12, "trio": 1, "corner": 22, "line": 11},
        id="covered double-zero felt",
    ),
    pytest.param(
        "double-as-single",
        "single-zero",
        {
            "straight": 37,
            "split": 60,
            "street": 12,
            "trio": 1,
            "trio-0-2-3": 1,
            "corner": 22,
            "first-four": 1,
            "line": 11,
        },
        id="single-zero felt of a double-zero wheel",
    ),
]


@pytest.mark.parametrize(("wheel", "felt", "counts"), COUNTS)
def test_number_of_inside_positions(wheel: WheelId, felt: str, counts: dict[str, int]) -> None:
    layout = layout_of(wheel, felt)
    open_spots = [spot for spot in layout if not layout.covers(spot) and spot.same_as is None]
    found = Counter(str(spot.wager) for spot in open_spots)
    assert {kind: found[kind] for kind in found if kind in oracle.PAYS and kind in counts} == counts
    inside = {"straight", "split", "street", "trio", "trio-0-2-3", "corner", "first-four", "first-five", "line"}
    assert {kind for kind in found if kind in inside} == set(counts)


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="no-wager")
def test_covered_felt_covers_exactly_the_spots_that_hold_00() -> None:
    layout = layout_of("double-as-single", "double-zero")
    assert {spot.id for spot in layout if layout.covers(spot)} == {
        "00",
        *("0-00", "0-00@courtesy", "00-2", "00-3"),
        *("0-00-2", "00-2-3", "0-00-1-2-3"),
        *("adjacent-13", "adjacent-1", "adjacent-00", "adjacent-27", "adjacent-10"),
    }


@pytest.mark.parametrize("felt", ["double-zero", "single-zero"])
def test_0_and_3_share_a_line_on_the_single_zero_felt_only(felt: str) -> None:
    wheel = "double-as-single"
    assert ("0-3" in layout_of(wheel, felt)) == (felt == "single-zero")


@pytest.mark.parametrize("spot", ["0", "36", "00"])
def test_0_and_36_and_00_can_be_bet(spot: str) -> None:
    assert layout_of("american", "double-zero")[spot].numbers == (spot,)


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
@pytest.mark.parametrize("spot", sorted(oracle.EVEN_MONEY))
def test_zero_is_in_no_even_money_set(wheel: WheelId, felt: str, spot: str) -> None:
    numbers = set(layout_of(wheel, felt)[spot].numbers)
    assert len(numbers) == 18
    assert not numbers & {"0", "00"}


@pytest.mark.parametrize("pair", [("red", "black"), ("odd", "even"), ("low", "high")], ids="/".join)
def test_even_money_boxes_come_in_complementary_pairs(pair: tuple[str, str]) -> None:
    layout = layout_of("european", "single-zero")
    one, other = (set(layout[spot].numbers) for spot in pair)
    assert not one & other
    assert one | other == {str(n) for n in range(1, 37)}


# Positions.


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_no_two_spots_share_a_place(wheel: WheelId, felt: str) -> None:
    areas = Counter(spot.area for spot in layout_of(wheel, felt) if spot.area is not None)
    assert max(areas.values()) == 1


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_printed_boxes_do_not_overlap(wheel: WheelId, felt: str) -> None:
    boxes = [printed.area for printed in layout_of(wheel, felt).boxes]
    for one, other in combinations(boxes, 2):
        common = meet([one, other])
        assert common is None or common.u0 == common.u1 or common.v0 == common.v1, (one, other)


@pytest.mark.clause(
    "CO 47.1-2203(6)(a)",
    "CO 47.1-2203(6)(b)",
    "CO 47.1-2203(6)(d)",
    "NJ 19:47-5.1(e)1",
    "NJ 19:47-5.1(e)2",
    "NJ 19:47-5.1(e)4",
    duty="place",
)
@pytest.mark.clause("CO 47.1-2203(6)(c)", "NJ 19:47-5.1(e)3", duty="trio-place")
@pytest.mark.clause(
    "SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty=("straight-place", "split-place", "trio-place", "corner-place")
)
@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_splits_lie_on_a_line_and_corners_on_a_point_of_their_boxes(wheel: WheelId, felt: str) -> None:
    layout = layout_of(wheel, felt)
    seen = 0
    for spot in layout:
        if spot.wager in ("straight", "split", "trio", "trio-0-2-3", "corner") and spot.same_as is None:
            assert meet([box(layout, number) for number in spot.numbers]) == spot.area, spot.id
            seen += 1
    assert seen >= 37 + 59 + 22


@pytest.mark.clause("CO 47.1-2203(6)(c)", "NJ 19:47-5.1(e)3", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="street-place")
def test_street_lies_on_the_outside_line_of_the_first_number_of_its_row() -> None:
    layout = layout_of("american", "double-zero")
    for r in range(12):
        first, dozen = box(layout, str(3 * r + 1)), box(layout, ("1st 12", "2nd 12", "3rd 12")[r // 4])
        assert place(layout[f"{3 * r + 1}-{3 * r + 2}-{3 * r + 3}"]) == meet([first, dozen])


@pytest.mark.clause("CO 47.1-2203(6)(f)", "NJ 19:47-5.1(e)6.i", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="line-place")
def test_line_lies_on_the_outside_corner_of_two_rows() -> None:
    layout = layout_of("american", "double-zero")
    for r in range(11):
        rows = [box(layout, str(3 * r + 1)), box(layout, str(3 * r + 4))]
        outside = place(layout["1-2-3"]).v0
        at = place(layout["-".join(str(n) for n in range(3 * r + 1, 3 * r + 7))])
        assert (at.u0, at.u1) == (rows[0].u1, rows[1].u0)
        assert at.v0 == at.v1 == outside


@pytest.mark.clause("CO 47.1-2203(6)(e)", "NJ 19:47-5.1(e)5", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="top-line-place")
@pytest.mark.clause("HS wagers 1-14", duty="first-five-place")
def test_first_five_lies_at_the_corner_of_1st_12_and_0_and_1() -> None:
    layout = layout_of("american", "double-zero")
    assert place(layout["0-00-1-2-3"]) == meet([box(layout, label) for label in ("1st 12", "0", "1")])


@pytest.mark.clause(
    "CO 47.1-2203(6)(b)", "NJ 19:47-5.1(e)2", "SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="courtesy"
)
def test_courtesy_line_lies_between_2nd_12_and_3rd_12() -> None:
    layout = layout_of("american", "double-zero")
    courtesy = layout["0-00@courtesy"]
    assert courtesy.area == meet([box(layout, "2nd 12"), box(layout, "3rd 12")])
    assert courtesy.same_as == "0-00"
    assert courtesy.numbers == layout["0-00"].numbers
    assert "0-00@courtesy" not in layout_of("european", "single-zero")


@pytest.mark.clause("CO 47.1-2203(6)(g)", "NJ 19:47-5.1(e)9", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="column-place")
@pytest.mark.parametrize("column", [1, 2, 3])
def test_column_box_lies_at_the_foot_of_its_column(column: int) -> None:
    layout = layout_of("american", "double-zero")
    foot, at = box(layout, str(33 + column)), place(layout[f"column-{column}"])
    assert at.u0 == foot.u1
    assert (at.v0, at.v1) == (foot.v0, foot.v1)


@pytest.mark.clause("CO 47.1-2203(6)(h)", "NJ 19:47-5.1(e)10", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="dozen-place")
@pytest.mark.parametrize(("dozen", "label"), [(1, "1st 12"), (2, "2nd 12"), (3, "3rd 12")])
def test_dozen_box_is_labeled_as_the_text_has_it(dozen: int, label: str) -> None:
    layout = layout_of("american", "double-zero")
    assert layout[f"dozen-{dozen}"].area == box(layout, label)


@pytest.mark.clause("CO 47.1-2203(6)(m)", "CO 47.1-2203(6)(n)", "NJ 19:47-5.1(e)15", "NJ 19:47-5.1(e)16", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty=("low-place", "high-place"))
@pytest.mark.parametrize(("spot", "label", "first", "last"), [("low", "1 to 18", 1, 18), ("high", "19 to 36", 19, 36)])
def test_low_is_1_to_18_and_high_is_19_to_36(spot: str, label: str, first: int, last: int) -> None:
    layout = layout_of("american", "double-zero")
    assert layout[spot].area == box(layout, label)
    assert set(layout[spot].numbers) == {str(n) for n in range(first, last + 1)}


def test_big_six_layout_has_one_box_to_an_insignia() -> None:
    layout = layout_on(big_six(), "big-six")
    assert {spot.id: spot.numbers for spot in layout} == {symbol: (symbol,) for symbol in oracle.BIG_SIX}
    assert len({spot.area for spot in layout}) == 7
