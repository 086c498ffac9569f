"""Refusals: every code can occur, in the public order, and its message names the clause and what to do."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from croupier import Chips, Choice, RefusalCode, RefusedWager, Rules, Wager, rulebook
from croupier.rules.catalogue import catalogue
from croupier.rules.library import Library

HOUSE = rulebook("house").table("american")
COLORADO = rulebook("co-2014").table("american")
COVERED = rulebook("co-2014").table("double-as-single")
PRISON = rulebook("co-2014").table("european", zero="in-prison")
JERSEY = rulebook("nj").table("american", offers=["five-adjacent", "eight-color"], limits={"minimum": 50})


def _bounded() -> Rules:
    """The house sheet, with a made-up limit of $6.00 per player and spin."""
    files = dict(rulebook("house").chain.files)
    files["house/book.toml"] += b"\n[limits.player]\nmaximum = 600\n"
    return Library.recorded(files).book("house").table("american")


BOUNDED = _bounded()


def refuse(rules: Rules, wager: Wager) -> RefusedWager:
    settlement = rules.settle("17", [wager])
    assert settlement.wagers == ()
    (refused,) = settlement.refused
    return refused


class Case(NamedTuple):
    """A wager to which exactly these codes apply; the first of them in the public order is expected."""

    rules: Rules
    wager: Wager
    applies: tuple[RefusalCode, ...]
    clause: str | None = None

    @property
    def code(self) -> RefusalCode:
        return min(self.applies, key=[*RefusalCode].index)


C = RefusalCode
HUGE = 10**13 + 1
BROKEN: Any = 2.5
SINGLE = [
    Case(HOUSE, Wager(1, "17*20", 100), (C.SPOT_UNREADABLE,), "HS placement"),
    Case(HOUSE, Wager(1, "5-9", 100), (C.SPOT_UNKNOWN,), "HS placement"),
    Case(COLORADO, Wager(1, "adjacent-17", 100), (C.WAGER_NOT_OFFERED,)),
    Case(JERSEY, Wager(1, "red", 100), (C.WAGER_EXCLUDED,), "NJ 19:47-5.1(g)"),
    Case(COVERED, Wager(1, "0-00", 100), (C.SPOT_COVERED,), "CO 47.1-2210(2)(c)(i)"),
    Case(HOUSE, Wager(1, "17", BROKEN), (C.STAKE_NOT_CENTS,), "HS limits"),
    Case(HOUSE, Wager(1, "17", 0), (C.STAKE_NOT_POSITIVE,), "HS limits"),
    Case(COLORADO, Wager(1, "17", HUGE), (C.STAKE_TOO_LARGE,)),
    Case(COLORADO, Wager(1, "17", 150, chip=100), (C.STAKE_NOT_WHOLE_CHIPS,)),
    Case(JERSEY, Wager(1, "adjacent-17", 101), (C.STAKE_NOT_EQUAL_PARTS,), "NJ 19:47-5.1(e)1.i"),
    Case(HOUSE, Wager(1, "17", 99), (C.STAKE_BELOW_MINIMUM,), "HS limits"),
    Case(HOUSE, Wager(1, "17", 401), (C.STAKE_ABOVE_MAXIMUM,), "HS limits"),
    Case(HOUSE, Wager(1, "red", 100, coupon=100), (C.COUPON_NOT_ACCEPTED,), "HS placement"),
    Case(COLORADO, Wager(1, "17", 100, coupon=100), (C.COUPON_WRONG_WAGER,), "CO 47.1-2203(1)"),
    Case(JERSEY, Wager(1, "17", 100, coupon=100, chips=Chips.VALUE), (C.COUPON_WITH_VALUE_CHIP,), "NJ 19:47-5.1(b)"),
    Case(JERSEY, Wager(1, "17", 100, coupon=101), (C.COUPON_NOT_MATCHED,)),
    Case(COLORADO, Wager(1, "red", 100, Choice.LEAVE), (C.PRISON_NOT_OFFERED,), "CO 47.1-2204(2)"),
    Case(PRISON, Wager(1, "17", 100, Choice.LEAVE), (C.PRISON_WRONG_WAGER,), "CO 47.1-2204(2)"),
]


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: str(case.code))
def test_every_code_can_be_reached(case: Case) -> None:
    refused = refuse(case.rules, case.wager)
    assert refused.code == case.code
    if case.clause:
        assert refused.clause == case.clause


def test_no_code_is_without_a_case() -> None:
    assert sorted([C.TOTAL_ABOVE_MAXIMUM, *(case.code for case in SINGLE)]) == sorted(RefusalCode)


@pytest.mark.parametrize(("last", "refused"), [(200, []), (201, [C.TOTAL_ABOVE_MAXIMUM])])
def test_a_text_may_bound_what_a_player_wagers_on_a_spin_in_all(last: int, refused: list[RefusalCode]) -> None:
    wagers = [Wager(1, "17", 400), Wager(2, "17", 400), Wager(1, "red", last)]
    settlement = BOUNDED.settle("17", wagers)
    assert [each.code for each in settlement.refused] == refused
    assert all(each.clause == "HS limits" and "$6.01" in each.message for each in settlement.refused)


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: str(case.code))
def test_words_name_the_clause_what_was_wrong_and_what_to_do(case: Case) -> None:
    refused = refuse(case.rules, case.wager)
    assert refused.clause is None or refused.clause in catalogue()
    assert str(refused.clause or refused.refusal.basis) in refused.message
    assert re.search(r"\. (Write|Choose|Give|Stake|Raise|Lower|Wager|Put|Leave) .+\.$", refused.message)
    assert not re.search(r"[{}]|None|RefusalCode|WagerId", refused.message)


def test_the_message_of_the_style_guide() -> None:
    refused = refuse(HOUSE, Wager(1, "17", 500))
    assert refused.message == "Stake $5.00 is above $4.00, the most one wager may be (HS limits). Lower the stake."


PAIRS = [
    Case(HOUSE, Wager(1, "37", 0), (C.SPOT_UNREADABLE, C.STAKE_NOT_POSITIVE)),
    Case(HOUSE, Wager(1, "37", 500, coupon=1), (C.SPOT_UNREADABLE, C.STAKE_ABOVE_MAXIMUM, C.COUPON_NOT_ACCEPTED)),
    Case(HOUSE, Wager(1, "5-9", -5), (C.SPOT_UNKNOWN, C.STAKE_NOT_POSITIVE)),
    Case(HOUSE, Wager(1, "5-9", 1, Choice.HALF), (C.SPOT_UNKNOWN, C.STAKE_BELOW_MINIMUM, C.PRISON_NOT_OFFERED)),
    Case(COVERED, Wager(1, "adjacent-00", 100), (C.WAGER_NOT_OFFERED, C.SPOT_COVERED)),
    Case(COLORADO, Wager(1, "adjacent-17", 0), (C.WAGER_NOT_OFFERED, C.STAKE_NOT_POSITIVE)),
    Case(COLORADO, Wager(1, "adjacent-17", BROKEN), (C.WAGER_NOT_OFFERED, C.STAKE_NOT_CENTS)),
    Case(COLORADO, Wager(1, "17", -BROKEN), (C.STAKE_NOT_CENTS, C.STAKE_NOT_POSITIVE)),
    Case(HOUSE, Wager(1, "17", BROKEN), (C.STAKE_NOT_CENTS, C.STAKE_BELOW_MINIMUM)),
    Case(COLORADO, Wager(1, "seven-numbers", HUGE), (C.WAGER_NOT_OFFERED, C.STAKE_TOO_LARGE)),
    Case(
        rulebook("nj").table("american", offers=["six-color"], withholds=["red"]),
        Wager(1, "red", 100),
        (C.WAGER_NOT_OFFERED, C.WAGER_EXCLUDED),
    ),
    Case(JERSEY, Wager(1, "red", 1), (C.WAGER_EXCLUDED, C.STAKE_BELOW_MINIMUM)),
    Case(JERSEY, Wager(1, "dozen-1", -1), (C.WAGER_EXCLUDED, C.STAKE_NOT_POSITIVE)),
    Case(COVERED, Wager(1, "00", 0), (C.SPOT_COVERED, C.STAKE_NOT_POSITIVE)),
    Case(COVERED, Wager(1, "00", 100, coupon=100), (C.SPOT_COVERED, C.COUPON_WRONG_WAGER)),
    Case(HOUSE, Wager(1, "17", 0), (C.STAKE_NOT_POSITIVE, C.STAKE_BELOW_MINIMUM)),
    Case(JERSEY, Wager(1, "adjacent-17", -3), (C.STAKE_NOT_POSITIVE, C.STAKE_NOT_EQUAL_PARTS, C.STAKE_BELOW_MINIMUM)),
    Case(COLORADO, Wager(1, "17", -50, chip=100), (C.STAKE_NOT_POSITIVE, C.STAKE_NOT_WHOLE_CHIPS)),
    Case(HOUSE, Wager(1, "17", HUGE), (C.STAKE_TOO_LARGE, C.STAKE_ABOVE_MAXIMUM)),
    Case(COLORADO, Wager(1, "17", HUGE, chip=100), (C.STAKE_TOO_LARGE, C.STAKE_NOT_WHOLE_CHIPS)),
    Case(JERSEY, Wager(1, "adjacent-17", 120, chip=50), (C.STAKE_NOT_WHOLE_CHIPS, C.STAKE_NOT_EQUAL_PARTS)),
    Case(HOUSE, Wager(1, "17", 450, chip=100), (C.STAKE_NOT_WHOLE_CHIPS, C.STAKE_ABOVE_MAXIMUM)),
    Case(HOUSE, Wager(1, "17", 50, chip=100), (C.STAKE_NOT_WHOLE_CHIPS, C.STAKE_BELOW_MINIMUM)),
    Case(JERSEY, Wager(1, "adjacent-17", 7), (C.STAKE_NOT_EQUAL_PARTS, C.STAKE_BELOW_MINIMUM)),
    Case(
        JERSEY,
        Wager(1, "adjacent-17", 51, coupon=51, chips=Chips.VALUE),
        (C.STAKE_NOT_EQUAL_PARTS, C.COUPON_WITH_VALUE_CHIP),
    ),
    Case(HOUSE, Wager(1, "17", 99, coupon=99), (C.STAKE_BELOW_MINIMUM, C.COUPON_NOT_ACCEPTED)),
    Case(HOUSE, Wager(1, "red", 401, coupon=401), (C.STAKE_ABOVE_MAXIMUM, C.COUPON_NOT_ACCEPTED)),
    Case(HOUSE, Wager(1, "17", 401, Choice.HALF), (C.STAKE_ABOVE_MAXIMUM, C.PRISON_NOT_OFFERED)),
    Case(HOUSE, Wager(1, "17", 400, coupon=401), (C.COUPON_NOT_ACCEPTED, C.COUPON_NOT_MATCHED)),
    Case(
        rulebook("co-2014").table("american", coupons=False),
        Wager(1, "17", 100, coupon=100),
        (C.COUPON_NOT_ACCEPTED, C.COUPON_WRONG_WAGER),
    ),
    Case(COLORADO, Wager(1, "17", 100, coupon=200), (C.COUPON_WRONG_WAGER, C.COUPON_NOT_MATCHED)),
    Case(COLORADO, Wager(1, "17", 100, Choice.HALF, coupon=100), (C.COUPON_WRONG_WAGER, C.PRISON_NOT_OFFERED)),
    Case(PRISON, Wager(1, "17", 100, Choice.HALF, coupon=100), (C.COUPON_WRONG_WAGER, C.PRISON_WRONG_WAGER)),
    Case(
        JERSEY,
        Wager(1, "17", 100, coupon=200, chips=Chips.VALUE),
        (C.COUPON_WITH_VALUE_CHIP, C.COUPON_NOT_MATCHED),
    ),
    Case(
        JERSEY,
        Wager(1, "17", 100, Choice.HALF, coupon=100, chips=Chips.VALUE),
        (C.COUPON_WITH_VALUE_CHIP, C.PRISON_NOT_OFFERED),
    ),
    Case(PRISON, Wager(1, "red", 100, coupon=-1), (C.COUPON_NOT_MATCHED,)),
    Case(JERSEY, Wager(1, "17", 100, Choice.HALF, coupon=101), (C.COUPON_NOT_MATCHED, C.PRISON_NOT_OFFERED)),
    Case(COLORADO, Wager(1, "17", 100, Choice.HALF), (C.PRISON_NOT_OFFERED, C.PRISON_WRONG_WAGER)),
    Case(COLORADO, Wager(1, "17", 100, imprisoned=True), (C.PRISON_NOT_OFFERED, C.PRISON_WRONG_WAGER)),
]


@pytest.mark.parametrize("case", PAIRS, ids=lambda case: " + ".join(case.applies))
def test_the_first_code_that_applies_is_given(case: Case) -> None:
    assert refuse(case.rules, case.wager).code == case.code


def test_all_neighbors_in_the_order_that_can_meet_are_compared() -> None:
    """Two adjacent codes that are never compared could be swapped unnoticed."""
    compared = {(case.code, other) for case in PAIRS for other in case.applies if other is not case.code}
    neighbors = set(zip(RefusalCode, [*RefusalCode][1:], strict=False))
    impossible = {
        (C.SPOT_UNREADABLE, C.SPOT_UNKNOWN),  # what cannot be parsed is on no layout
        (C.SPOT_UNKNOWN, C.SPOT_COVERED),  # a place that does not exist is not covered
        (C.SPOT_COVERED, C.WAGER_EXCLUDED),  # no excluded wager includes 00 where 00 is covered
        (C.STAKE_NOT_POSITIVE, C.STAKE_TOO_LARGE),
        (C.STAKE_BELOW_MINIMUM, C.STAKE_ABOVE_MAXIMUM),
        (C.COUPON_WRONG_WAGER, C.COUPON_WITH_VALUE_CHIP),  # no book has both rules
        (C.PRISON_WRONG_WAGER, C.TOTAL_ABOVE_MAXIMUM),  # no book has both rules
    }
    assert neighbors - compared == impossible


# Stakes on the boundary


@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
@pytest.mark.parametrize(
    ("stake", "code"), [(99, "stake-below-minimum"), (100, None), (400, None), (401, "stake-above-maximum")]
)
@pytest.mark.parametrize("spot", ["17", "red", "0-00@courtesy", "dozen-2"])
def test_house_sheet_limits_are_inclusive(spot: str, stake: int, code: str | None) -> None:
    settlement = HOUSE.settle("17", [Wager(1, spot, stake)])
    assert [refused.code for refused in settlement.refused] == ([code] if code else [])
    assert {refused.clause for refused in settlement.refused} <= {"HS limits"}


LIMITS = {
    "minimum": 100,
    "maximum": 1000,
    "inside": {"maximum": 500},
    "outside": {"minimum": 300, "maximum": 2000},
    "straight": {"maximum": 200},
    "red": {"minimum": 400},
}


@pytest.mark.parametrize(
    ("spot", "low", "high"),
    [
        ("17", 100, 200),
        ("17-20", 100, 500),
        ("0-00-1-2-3", 100, 500),
        ("column-1", 300, 2000),
        ("black", 300, 2000),
        ("red", 400, 2000),
    ],
)
@pytest.mark.parametrize("book", ["nj", "co-2013", "co-2014", "sd"])
def test_posted_limits_for_all_for_a_group_and_for_one_kind(book: str, spot: str, low: int, high: int) -> None:
    rules = rulebook(book).table("american", limits=LIMITS)
    stakes = [low - 1, low, high, high + 1]
    answers = [[refused.code for refused in rules.settle("17", [Wager(1, spot, stake)]).refused] for stake in stakes]
    assert answers == [["stake-below-minimum"], [], [], ["stake-above-maximum"]]


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        (-(10**30), "stake-not-positive"),
        (-1, "stake-not-positive"),
        (0, "stake-not-positive"),
        (1, None),
        (10**13, None),
        (10**13 + 1, "stake-too-large"),
        (10**30, "stake-too-large"),
        (10**5000, "stake-too-large"),
        (-(10**5000), "stake-not-positive"),
    ],
    ids=["-10^30", "-1", "0", "1", "10^13", "10^13+1", "10^30", "10^5000", "-10^5000"],
)
def test_zero_negative_and_huge_stakes(stake: int, code: str | None) -> None:
    settlement = COLORADO.settle("17", [Wager(1, "17", stake)])
    assert [refused.code for refused in settlement.refused] == ([code] if code else [])
    assert all(0 < len(refused.message) < 10_000 for refused in settlement.refused)
    assert [settled.winnings for settled in settlement.wagers] == ([] if code else [35 * stake])


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="five-chips")
@pytest.mark.parametrize(
    ("stake", "chip", "code"),
    [
        (5, None, None),
        (4, None, "stake-not-equal-parts"),
        (6, None, "stake-not-equal-parts"),
        (500, 100, None),
        (1000, 100, None),
        (400, 100, "stake-not-equal-parts"),
        (600, 100, "stake-not-equal-parts"),
        (250, 100, "stake-not-whole-chips"),
    ],
)
def test_five_adjacent_is_five_chips_or_a_multiple(stake: int, chip: int | None, code: str | None) -> None:
    rules = rulebook("nj").table("american", offers=["five-adjacent"])
    settlement = rules.settle("0", [Wager(1, "adjacent-17", stake, chip=chip)])
    assert [refused.code for refused in settlement.refused] == ([code] if code else [])


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="straights")
@pytest.mark.parametrize(("stake", "accepted"), [(500, True), (1000, True), (1005, False), (5000, False)])
def test_each_fifth_of_a_five_adjacent_obeys_the_straights_maximum(stake: int, accepted: bool) -> None:
    """It is deemed five separate straights, so it cannot evade the limits of a straight."""
    limits = {"straight": {"minimum": 100, "maximum": 200}}
    rules = rulebook("nj").table("american", offers=["five-adjacent"], limits=limits)
    assert (rules.settle("0", [Wager(1, "adjacent-17", stake)]).refused == ()) == accepted
