"""The layouts: which places exist, what they cover, and where they lie on the felt."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from croupier.game.layout import Area, Felt, Layout, Spot, big_six_layout, roulette_layout, standard_sections
from croupier.game.notation import SECTION_COLORS
from croupier.game.wheel import WheelId, roulette
from tests import oracle

VARIANTS = [
    pytest.param(WheelId.AMERICAN, Felt.DOUBLE_ZERO, id="american"),
    pytest.param(WheelId.EUROPEAN, Felt.SINGLE_ZERO, id="european"),
    pytest.param(WheelId.DOUBLE_AS_SINGLE, Felt.DOUBLE_ZERO, id="double-as-single, double-zero felt"),
    pytest.param(WheelId.DOUBLE_AS_SINGLE, Felt.SINGLE_ZERO, id="double-as-single, single-zero felt"),
]


def layout_of(wheel: WheelId, felt: Felt) -> Layout:
    return roulette_layout(roulette(wheel), felt, standard_sections(roulette(wheel), SECTION_COLORS))


def place(spot: Spot) -> Area:
    assert spot.area is not None
    return spot.area


def box(layout: Layout, label: str) -> Area:
    return next(printed.area for printed in layout.boxes if printed.label == label)


def meet(areas: list[Area]) -> Area | None:
    """What closed rectangles have in common."""
    u0, v0 = max(a.u0 for a in areas), max(a.v0 for a in areas)
    u1, v1 = min(a.u1 for a in areas), min(a.v1 for a in areas)
    return Area(u0, v0, u1, v1) if u0 <= u1 and v0 <= v1 else None


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_every_place_and_no_other(wheel: WheelId, felt: Felt) -> None:
    expected = oracle.inside(felt) | oracle.outside() | oracle.optional(wheel)
    found = {str(spot.id): (str(spot.wager), frozenset(spot.numbers)) for spot in layout_of(wheel, felt)}
    assert found == expected


COUNTS = [
    pytest.param(
        WheelId.AMERICAN,
        Felt.DOUBLE_ZERO,
        {"straight": 38, "split": 62, "street": 12, "trio": 3, "corner": 22, "first-five": 1, "line": 11},
        id="american",
    ),
    pytest.param(
        WheelId.EUROPEAN,
        Felt.SINGLE_ZERO,
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
        WheelId.DOUBLE_AS_SINGLE,
        Felt.DOUBLE_ZERO,
        {"straight": 37, "split": 59, "street": 12, "trio": 1, "corner": 22, "line": 11},
        id="covered double-zero felt",
    ),
    pytest.param(
        WheelId.DOUBLE_AS_SINGLE,
        Felt.SINGLE_ZERO,
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
def test_number_of_inside_positions(wheel: WheelId, felt: Felt, counts: dict[str, int]) -> None:
    layout = layout_of(wheel, felt)
    open_spots = [spot for spot in layout if not layout.covers(spot) and spot.same_as is None]
    found = Counter(str(spot.wager) for spot in open_spots)
    assert {kind: found[kind] for kind in found if kind in oracle.PAYS and kind in counts} == counts
    inside = {"straight", "split", "street", "trio", "trio-0-2-3", "corner", "first-four", "first-five", "line"}
    assert {kind for kind in found if kind in inside} == set(counts)


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", "NJ 19:47-5.2(d)")
def test_covered_felt_covers_exactly_the_spots_that_hold_00() -> None:
    layout = layout_of(WheelId.DOUBLE_AS_SINGLE, Felt.DOUBLE_ZERO)
    assert {spot.id for spot in layout if layout.covers(spot)} == {
        "00",
        *("0-00", "0-00@courtesy", "00-2", "00-3"),
        *("0-00-2", "00-2-3", "0-00-1-2-3"),
        *("adjacent-13", "adjacent-1", "adjacent-00", "adjacent-27", "adjacent-10"),
    }


@pytest.mark.parametrize("felt", [Felt.DOUBLE_ZERO, Felt.SINGLE_ZERO])
def test_0_and_3_share_a_line_on_the_single_zero_felt_only(felt: Felt) -> None:
    wheel = WheelId.DOUBLE_AS_SINGLE
    assert ("0-3" in layout_of(wheel, felt)) == (felt is Felt.SINGLE_ZERO)


@pytest.mark.parametrize("spot", ["0", "36", "00"])
def test_0_and_36_and_00_can_be_bet(spot: str) -> None:
    assert layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)[spot].numbers == (spot,)


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
@pytest.mark.parametrize("spot", sorted(oracle.EVEN_MONEY))
def test_zero_is_in_no_even_money_set(wheel: WheelId, felt: Felt, spot: str) -> None:
    numbers = set(layout_of(wheel, felt)[spot].numbers)
    assert len(numbers) == 18
    assert not numbers & {"0", "00"}


@pytest.mark.parametrize("pair", [("red", "black"), ("odd", "even"), ("low", "high")], ids="/".join)
def test_even_money_boxes_come_in_complementary_pairs(pair: tuple[str, str]) -> None:
    layout = layout_of(WheelId.EUROPEAN, Felt.SINGLE_ZERO)
    one, other = (set(layout[spot].numbers) for spot in pair)
    assert not one & other
    assert one | other == {str(n) for n in range(1, 37)}


# Where they lie


@pytest.mark.clause("CO 47.1-2210(2)(d)(i)", "CO 47.1-2210(2)(e)")
@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_no_two_spots_share_a_place(wheel: WheelId, felt: Felt) -> None:
    areas = Counter(spot.area for spot in layout_of(wheel, felt) if spot.area is not None)
    assert max(areas.values()) == 1


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_printed_boxes_do_not_overlap(wheel: WheelId, felt: Felt) -> None:
    boxes = [printed.area for printed in layout_of(wheel, felt).boxes]
    for one, other in combinations(boxes, 2):
        common = meet([one, other])
        assert common is None or common.u0 == common.u1 or common.v0 == common.v1, (one, other)


@pytest.mark.parametrize(("wheel", "felt"), VARIANTS)
def test_splits_lie_on_a_line_and_corners_on_a_point_of_their_boxes(wheel: WheelId, felt: Felt) -> None:
    layout = layout_of(wheel, felt)
    seen = 0
    for spot in layout:
        if spot.wager in ("straight", "split", "trio", "trio-0-2-3", "corner") and spot.same_as is None:
            assert meet([box(layout, number) for number in spot.numbers]) == spot.area, spot.id
            seen += 1
    assert seen >= 37 + 59 + 22


@pytest.mark.clause("CO 47.1-2203(6)(c)", "NJ 19:47-5.1(e)3", "HS wagers 1-14", "SD 20:18:34:03 (1)-(14)")
def test_street_lies_on_the_outside_line_of_the_first_number_of_its_row() -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    for r in range(12):
        first, dozen = box(layout, str(3 * r + 1)), box(layout, ("1st 12", "2nd 12", "3rd 12")[r // 4])
        assert place(layout[f"{3 * r + 1}-{3 * r + 2}-{3 * r + 3}"]) == meet([first, dozen])


@pytest.mark.clause("CO 47.1-2203(6)(f)", "NJ 19:47-5.1(e)6.i", "HS wagers 1-14", "SD 20:18:34:03 (1)-(14)")
def test_line_lies_on_the_outside_corner_of_two_rows() -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    for r in range(11):
        rows = [box(layout, str(3 * r + 1)), box(layout, str(3 * r + 4))]
        outside = place(layout["1-2-3"]).v0
        at = place(layout["-".join(str(n) for n in range(3 * r + 1, 3 * r + 7))])
        assert (at.u0, at.u1) == (rows[0].u1, rows[1].u0)
        assert at.v0 == at.v1 == outside


@pytest.mark.clause("CO 47.1-2203(6)(e)", "NJ 19:47-5.1(e)5", "HS wagers 1-14", "SD 20:18:34:03 (1)-(14)")
def test_first_five_lies_at_the_corner_of_1st_12_and_0_and_1() -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    assert place(layout["0-00-1-2-3"]) == meet([box(layout, label) for label in ("1st 12", "0", "1")])


@pytest.mark.clause("CO 47.1-2203(6)(b)", "NJ 19:47-5.1(e)2", "HS wagers 1-14", "SD 20:18:34:03 (1)-(14)")
def test_courtesy_line_lies_between_2nd_12_and_3rd_12() -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    courtesy = layout["0-00@courtesy"]
    assert courtesy.area == meet([box(layout, "2nd 12"), box(layout, "3rd 12")])
    assert courtesy.same_as == "0-00"
    assert courtesy.numbers == layout["0-00"].numbers
    assert "0-00@courtesy" not in layout_of(WheelId.EUROPEAN, Felt.SINGLE_ZERO)


@pytest.mark.clause("CO 47.1-2203(6)(g)", "NJ 19:47-5.1(e)9", "HS wagers 1-14", "SD 20:18:34:03 (1)-(14)")
@pytest.mark.parametrize("column", [1, 2, 3])
def test_column_box_lies_at_the_foot_of_its_column(column: int) -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    foot, at = box(layout, str(33 + column)), place(layout[f"column-{column}"])
    assert at.u0 == foot.u1
    assert (at.v0, at.v1) == (foot.v0, foot.v1)


@pytest.mark.clause("CO 47.1-2203(6)(h)", "NJ 19:47-5.1(e)10", "HS wagers 1-14", "SD 20:18:34:03 (1)-(14)")
@pytest.mark.parametrize(("dozen", "label"), [(1, "1st 12"), (2, "2nd 12"), (3, "3rd 12")])
def test_dozen_box_is_labeled_as_the_text_has_it(dozen: int, label: str) -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    assert layout[f"dozen-{dozen}"].area == box(layout, label)


@pytest.mark.clause("CO 47.1-2203(6)(m)", "CO 47.1-2203(6)(n)", "NJ 19:47-5.1(e)15", "NJ 19:47-5.1(e)16")
@pytest.mark.parametrize(("spot", "label", "first", "last"), [("low", "1 to 18", 1, 18), ("high", "19 to 36", 19, 36)])
def test_low_is_1_to_18_and_high_is_19_to_36(spot: str, label: str, first: int, last: int) -> None:
    layout = layout_of(WheelId.AMERICAN, Felt.DOUBLE_ZERO)
    assert layout[spot].area == box(layout, label)
    assert set(layout[spot].numbers) == {str(n) for n in range(first, last + 1)}


def test_big_six_layout_has_one_box_to_an_insignia() -> None:
    layout = big_six_layout()
    assert {spot.id: spot.numbers for spot in layout} == {symbol: (symbol,) for symbol in oracle.BIG_SIX}
    assert len({spot.area for spot in layout}) == 7
