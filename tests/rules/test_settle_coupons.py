"""Match play coupons: where each text accepts them, and the arithmetic of winning, losing and void."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest

from croupier import Chips, RefusedWager, Rules, Wager, WagerOutcome, rulebook
from tests import oracle

TWO_TO_ONE = {"column", "dozen"}
LIMITED = ("co-2013", "co-2014", "sd")


def answer(rules: Rules, wager: Wager, result: str) -> WagerOutcome | RefusedWager:
    settlement = rules.settle(result, [wager])
    (found,) = settlement.wagers + settlement.refused
    return found


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="coupons")
@pytest.mark.parametrize("book", LIMITED)
def test_coupons_only_on_even_money_and_2_to_1(book: str) -> None:
    rules = rulebook(book).table("american")
    for spot, (kind, _) in oracle.places("american", "double-zero").items():
        found = answer(rules, Wager(1, spot, 500, coupon=500), "17")
        if kind in oracle.EVEN_MONEY or kind in TWO_TO_ONE:
            assert isinstance(found, WagerOutcome), spot
        else:
            assert isinstance(found, RefusedWager), spot
            assert found.code == "coupon-wrong-wager"
            assert found.clause == {"sd": "SD 20:18:34:03 chips"}.get(book, "CO 47.1-2203(1)")


@pytest.mark.clause("CO 47.1-2203(1)", duty="coupons")
def test_a_first_five_paid_2_to_1_or_a_column_paid_3_to_1_changes_nothing() -> None:
    """The text mentions the 2 to 1 wagers; a house that pays a column more has not made it another wager."""
    rules = rulebook("co-2014").table("american", pays={"column": 3})
    assert isinstance(answer(rules, Wager(1, "column-1", 500, coupon=500), "17"), WagerOutcome)


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="coupons")
def test_new_jersey_takes_coupons_on_any_roulette_wager() -> None:
    offers = frozenset({"five-adjacent", "seven-numbers", "six-color"})
    rules = rulebook("nj").table("american", offers=sorted(offers))
    for spot in oracle.places("american", "double-zero", offers):
        assert isinstance(answer(rules, Wager(1, spot, 500, coupon=500), "17"), WagerOutcome), spot


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon")
def test_new_jersey_takes_no_coupon_with_a_value_chip() -> None:
    rules = rulebook("nj").table("american")
    for spot in oracle.places("american", "double-zero"):
        found = answer(rules, Wager(1, spot, 500, coupon=500, chips=Chips.VALUE), "17")
        assert isinstance(found, RefusedWager), spot
        assert (found.code, found.clause) == ("coupon-with-value-chip", "NJ 19:47-5.1(b)")
        assert isinstance(answer(rules, Wager(1, spot, 500, chips=Chips.VALUE), "17"), WagerOutcome), spot


@pytest.mark.parametrize("book", LIMITED)
def test_only_new_jersey_bans_coupons_with_value_chips(book: str) -> None:
    wager = Wager(1, "red", 500, coupon=500, chips=Chips.VALUE)
    assert isinstance(answer(rulebook(book).table("american"), wager, "1"), WagerOutcome)


@pytest.mark.clause("HS placement", duty="chips")
@pytest.mark.parametrize("spot", ["red", "column-1", "17"])
def test_the_house_sheet_takes_no_coupon(spot: str) -> None:
    found = answer(rulebook("house").table("american"), Wager(1, spot, 200, coupon=200), "17")
    assert isinstance(found, RefusedWager)
    assert (found.code, found.clause) == ("coupon-not-accepted", "HS placement")


@pytest.mark.parametrize("book", [*LIMITED, "nj"])
def test_a_house_may_take_no_coupons(book: str) -> None:
    found = answer(rulebook(book).table("american", coupons=False), Wager(1, "red", 200, coupon=200), "1")
    assert isinstance(found, RefusedWager)
    assert found.code == "coupon-not-accepted"


@pytest.mark.parametrize(
    ("coupon", "accepted"), [(1, True), (499, True), (500, True), (501, False), (-1, False), (10**15, False)]
)
def test_a_coupon_is_matched_by_the_stake(coupon: int, accepted: bool) -> None:
    found = answer(rulebook("nj").table("american"), Wager(1, "red", 500, coupon=coupon), "1")
    assert isinstance(found, WagerOutcome) == accepted
    if isinstance(found, RefusedWager):
        assert found.code == "coupon-not-matched"


@pytest.mark.parametrize(
    ("book", "wheel", "zero", "spot", "result", "expected"),
    [
        ("co-2014", "american", "lose-all", "red", "1", ("win", 1000, 500, 0)),
        ("co-2014", "american", "lose-all", "column-1", "1", ("win", 2000, 500, 0)),
        ("sd", "american", "lose-all", "dozen-3", "36", ("win", 2000, 500, 0)),
        ("nj", "american", "lose-all", "17", "17", ("win", 35_000, 500, 0)),
        ("co-2014", "american", "lose-all", "red", "2", ("lose", 0, 0, 0)),
        ("nj", "american", "lose-all", "red", "0", ("lose", 0, 0, 0)),
        ("nj", "american", "half", "red", "0", ("half", 0, 250, 0)),
        ("nj", "double-as-single", "lose-all", "red", "00", ("void", 0, 500, 500)),
        ("co-2013", "double-as-single", "lose-all", "column-1", "00", ("void", 0, 500, 500)),
    ],
    ids=str,
)
def test_a_coupon_doubles_the_winnings_and_is_spent(
    book: str, wheel: str, zero: str, spot: str, result: str, expected: tuple[str, int, int, int]
) -> None:
    found = answer(rulebook(book).table(wheel, zero=zero), Wager(1, spot, 500, coupon=500), result)
    assert isinstance(found, WagerOutcome)
    assert (found.outcome, found.winnings, found.returned, found.coupon) == expected


@pytest.mark.parametrize(("stake", "coupon"), [(500, 500), (500, 5), (10, 7), (500, 3), (15, 1)])
def test_a_coupon_on_five_adjacent_loses_no_cent_to_rounding(stake: int, coupon: int) -> None:
    """Five equal straights: a coupon that five does not divide is refused, or rounds in the player's favor."""
    rules = rulebook("nj").table("american", offers=["five-adjacent"])
    found = answer(rules, Wager(1, "adjacent-17", stake, coupon=coupon), "17")
    if isinstance(found, WagerOutcome):
        assert found.winnings >= ceil(Fraction(stake + coupon, 5) * 35)
        assert found.returned == stake // 5
    else:
        assert coupon % 5
