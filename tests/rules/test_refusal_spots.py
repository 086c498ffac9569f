"""Refusals of spots: unknown places, covered places, and New Jersey's exclusions in settlement."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Basis, Wager, rulebook
from croupier.game.wager import Form
from tests import oracle

ANY = rulebook("nj").table(
    "european", offers=["five-adjacent", "seven-numbers", "called-bets", "trio-0-2-3", "first-four"]
)


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="areas")
@pytest.mark.parametrize(
    ("wheel", "spot", "code"),
    [
        *((wheel, "5-9", "spot-unknown") for wheel in ("american", "european", "double-as-single")),
        *((wheel, "37", "spot-unreadable") for wheel in ("american", "european", "double-as-single", "big-six")),
        ("european", "0-00", "spot-unknown"),
        ("european", "0-00@courtesy", "spot-unknown"),
        ("european", "00", "spot-unknown"),
        ("european", "0-00-1-2-3", "spot-unknown"),
        ("european", "adjacent-00", "spot-unknown"),
        ("american", "0-3", "spot-unknown"),
        ("american", "0-2-3", "spot-unknown"),
        ("american", "0-1-2-3", "spot-unknown"),
        ("american", "00-1", "spot-unknown"),
        ("american", "3-4", "spot-unknown"),
        ("american", "1-3", "spot-unknown"),
        ("american", "2-3-4", "spot-unknown"),
        ("american", "3-4-6-7", "spot-unknown"),
        ("american", "2-3-4-5-6-7", "spot-unknown"),
        ("american", "17@courtesy", "spot-unknown"),
        ("american", "$1", "spot-unknown"),
        ("american", "joker", "spot-unknown"),
        ("american", "color-7-gold", "spot-unknown"),
        ("european", "color-8-gold", "spot-unknown"),
        ("big-six", "17", "spot-unknown"),
        ("big-six", "red", "spot-unknown"),
    ],
)
def test_a_spot_that_the_layout_lacks_is_refused(wheel: str, spot: str, code: str) -> None:
    rules = rulebook("nj").table(wheel)
    settlement = rules.settle("17" if wheel != "big-six" else "$1", [Wager(1, spot, 500)])
    assert settlement.wagers == ()
    assert [refused.code for refused in settlement.refused] == [code]
    assert spot in settlement.refused[0].message


@pytest.mark.parametrize("spot", ["0-2-3", "0-1-2-3"])
def test_customary_extras_exist_only_where_a_house_turns_them_on(spot: str) -> None:
    settlement = rulebook("co-2014").table("european").settle("0", [Wager(1, spot, 500)])
    assert [refused.code for refused in settlement.refused] == ["wager-not-offered"]


HOLDS_00 = sorted(spot for spot, (_, numbers) in oracle.inside("double-zero").items() if "00" in numbers)


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="no-wager")
@pytest.mark.parametrize("spot", HOLDS_00)
@pytest.mark.parametrize(
    ("book", "clause"),
    [
        ("co-2013", "CO 47.1-2210(2)(c)(i)"),
        ("co-2014", "CO 47.1-2210(2)(c)(i)"),
        ("nj", "NJ 19:47-5.2(d)"),
    ],
)
def test_every_spot_that_holds_00_is_refused_where_00_is_covered(book: str, clause: str, spot: str) -> None:
    rules = rulebook(book).table("double-as-single")
    for result in ("0", "00", "2"):
        settlement = rules.settle(result, [Wager(1, spot, 500)])
        assert settlement.wagers == ()
        assert [(refused.code, refused.clause) for refused in settlement.refused] == [("spot-covered", clause)]
        # Colorado covers the 00 area itself; that this closes other spots, and New Jersey's any spot, is a reading
        said = (Basis.TEXT, None) if spot == "00" and book != "nj" else (Basis.READING, 14)
        assert [(each.refusal.basis, each.refusal.authority.adr) for each in settlement.refused] == [said]


def subsets(kinds: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [chosen for size in range(len(kinds) + 1) for chosen in combinations(kinds, size)]


COMBINATIONS = [
    *(("american", offers) for offers in subsets(("six-color", "eight-color"))),
    *(("european", offers) for offers in subsets(("six-color", "seven-color"))),
    *(("double-as-single", offers) for offers in subsets(("six-color", "seven-color"))),
]


@pytest.mark.clause("NJ 19:47-5.1(g)", duty=("red-black", "dozen", "six-dozen"))
@pytest.mark.parametrize(("wheel", "offers"), COMBINATIONS, ids=str)
def test_color_wagers_exclude_red_black_and_dozens_in_all_combinations(wheel: str, offers: tuple[str, ...]) -> None:
    rules = rulebook("nj").table(wheel, offers=list(offers))
    excluded: set[str] = set()
    if offers:
        excluded |= {"red", "black"}
    if {"seven-color", "eight-color"} & set(offers):
        excluded |= {"dozen-1", "dozen-2", "dozen-3"}
    wagers = [Wager(1, spot, 500) for spot in oracle.outside()]
    settlement = rules.settle("1", wagers)
    assert {refused.spot for refused in settlement.refused} == excluded
    assert {(refused.code, refused.clause) for refused in settlement.refused} <= {("wager-excluded", "NJ 19:47-5.1(g)")}
    assert {str(settled.spot.id) for settled in settlement.wagers} == oracle.outside().keys() - excluded
    colors = [Wager(1, spot, 500) for spot, (kind, _) in oracle.optional(wheel).items() if kind.endswith("-color")]
    offered = {str(settled.spot.wager) for settled in rules.settle("1", colors).wagers}
    assert offered == set(offers)


@given(st.text(max_size=50), st.integers(), st.integers())
def test_any_text_on_any_spot_is_settled_or_refused_once(spot: str, stake: int, coupon: int) -> None:
    settlement = ANY.settle("17", [Wager(1, spot, stake, coupon=coupon)])
    assert settlement.wagers or len(settlement.refused) == 1
    for refused in settlement.refused:
        assert refused.message


INSIDE = [
    (
        rulebook("nj").table(wheel),
        {
            numbers
            for kind, numbers in oracle.places(wheel, felt).values()
            if kind in ("straight", "split", "street", "trio", "corner", "first-five", "line")
        },
    )
    for wheel, felt in (("american", "double-zero"), ("european", "single-zero"))
]


@given(st.lists(st.sampled_from(["0", "00", *(str(n) for n in range(1, 37))]), min_size=1, max_size=6, unique=True))
def test_numbers_are_a_spot_exactly_when_the_enumeration_has_them(labels: list[str]) -> None:
    for rules, inside in INSIDE:
        settlement = rules.settle("17", [Wager(1, "-".join(labels), 500)])
        assert bool(settlement.wagers) == (frozenset(labels) in inside)


def every_table() -> list[tuple[str, str]]:
    return [(book, wheel) for book in ("co-2013", "co-2014", "nj", "sd", "house") for wheel in rulebook(book).wheels]


@pytest.mark.parametrize(("book", "wheel"), every_table())
def test_every_name_that_is_shown_can_be_typed(book: str, wheel: str) -> None:
    """The name of a spot, and the title of its wager: alone for a wager of one place, otherwise with its numbers.

    "Three numbers" alone names no place, even where only one of those groups is left: every row is three numbers.
    """
    rules = rulebook(book).table(wheel)
    kinds = [spot.wager for spot in rules.layout if spot.same_as is None]
    for spot in rules.layout:
        title = rules.title(spot.wager)
        typed = [spot.name, spot.name.upper(), f"  {spot.name.lower()} "]
        if spot.id[0].isdigit():
            typed += [f"{title} {spot.id}", f"{title.partition(' (')[0]} {spot.id.replace('-', ' ')}"]
        if kinds.count(spot.wager) == 1 and rules.shape(spot.wager).form is not Form.CORNER:
            typed += [title, str(spot.wager)]
        for words in typed:
            found = rules.find(words)
            assert getattr(found, "id", None) == spot.id, (words, found)


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="top-line-name")
@pytest.mark.parametrize("words", ["Top Line (first five numbers)", "top line", "TOP LINE 0-00-1-2-3", "first-five"])
def test_south_dakotas_top_line_is_read_and_said_in_its_own_words(words: str) -> None:
    rules = rulebook("sd").table("american")
    settlement = rules.settle("2", [Wager(1, words, 500), Wager(1, words, 500, coupon=500)])
    assert [(settled.spot.id, settled.winnings) for settled in settlement.wagers] == [("0-00-1-2-3", 3_000)]
    assert [refused.code for refused in settlement.refused] == ["coupon-wrong-wager"]
    assert "top line (first five numbers)" in settlement.refused[0].message


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("corner bet 17-20", "spot-unreadable"),
        ("split bet (two numbers)", "spot-unreadable"),
        ("street bet (three numbers) 1-2", "spot-unreadable"),
        ("top line 1-2-3", "spot-unreadable"),
        ("top lines", "spot-unreadable"),
        ("red 17", "spot-unreadable"),
    ],
)
def test_a_title_never_names_a_spot_of_another_wager(typed: str, code: str) -> None:
    (refused,) = rulebook("sd").table("american").settle("17", [Wager(1, typed, 500)]).refused
    assert refused.code == code
