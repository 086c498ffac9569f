"""The library called by untyped code: values are converted or rejected, never settled wrong."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import Problems, Rules, Settlement, Wager, rulebook

PRISON = rulebook("co-2014").table("european", zero="in-prison")
JERSEY = rulebook("nj").table("american")


def settle(rules: Rules, result: str, **wager: Any) -> Settlement | None:
    """The settlement, or None if the call is rejected with a readable exception."""
    try:
        return rules.settle(result, [Wager(**wager)])
    except (Problems, TypeError, ValueError):
        return None


def test_a_choice_given_as_text_is_that_choice() -> None:
    """A round file says choice = "leave"; half back instead would silently be the other choice."""
    choice: Any = "leave"
    settlement = settle(PRISON, "0", seat=1, spot="red", stake=100, choice=choice)
    assert settlement is None or [settled.outcome for settled in settlement.wagers] in ([], ["imprisoned"])


def test_an_unknown_choice_does_not_settle() -> None:
    settlement = settle(PRISON, "0", seat=1, spot="red", stake=100, choice="surrender")
    assert settlement is None or settlement.wagers == ()


def test_value_chips_given_as_text_are_value_chips() -> None:
    """Otherwise a string could bypass New Jersey's ban on a coupon with a value chip."""
    settlement = settle(JERSEY, "1", seat=1, spot="red", stake=100, coupon=100, chips="value")
    assert settlement is None or [refused.code for refused in settlement.refused] == ["coupon-with-value-chip"]


@pytest.mark.parametrize("coupon", [1.5, 100.0, "100", None, True], ids=repr)
def test_a_coupon_that_is_not_whole_cents_never_settles(coupon: object) -> None:
    settlement = settle(JERSEY, "17", seat=1, spot="17", stake=150, coupon=coupon)
    assert settlement is None or settlement.wagers == ()


@pytest.mark.parametrize("chip", [0, -100])
def test_a_chip_worth_nothing_or_less_never_settles(chip: int) -> None:
    settlement = settle(JERSEY, "17", seat=1, spot="17", stake=150, chip=chip)
    assert settlement is None or settlement.wagers == ()


@pytest.mark.parametrize("pays", [10**6, 10**9, 10**15])
def test_a_payout_fits_64_bits_whatever_a_house_pays(pays: int) -> None:
    """STAKE_MAX promises it, and the batch columns hold 64 bits: odds that break it must not open a table."""
    try:
        rules = rulebook("nj").table("american", pays={"straight": pays})
    except Problems as problems:
        keys = [problem.key for problem in problems.problems]
    else:
        settlement = rules.settle("17", [Wager(1, "17", 10**13, coupon=10**13)])
        keys = []
        assert all(settled.winnings < 2**63 for settled in settlement.wagers)
    assert keys in ([], ["pays.straight"])
