"""Drawdowns, compared with an enumeration of every path."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

import croupier
from croupier.lab.drawdown import drawdown
from croupier.lab.rounds import RoundLaw, round_of
from croupier.lab.sessions import bond_portfolio

EUROPEAN = croupier.rulebook("nj").table("european")
PRISON = croupier.rulebook("co-2014").table("european", zero="in-prison-leave")


def brute(each: RoundLaw, rounds: int) -> tuple[float, float]:
    closing = deepest = 0.0
    for path in product(each.outcomes, repeat=rounds):
        chance = prod(outcome.weight / each.total for outcome in path)
        money = high = worst = 0
        for outcome in path:
            money += outcome.net
            high = max(high, money)
            worst = max(worst, high - money)
        closing += chance * (high - money)
        deepest += chance * worst
    return closing, deepest


@pytest.mark.parametrize(
    ("each", "rounds"),
    [
        (round_of(EUROPEAN, {"red": 100}), 10),
        (round_of(EUROPEAN, {"17": 100}), 9),
        (round_of(PRISON, {"red": 100}), 7),
        (round_of(PRISON, bond_portfolio(100)), 5),
    ],
)
def test_against_every_path(each: RoundLaw, rounds: int) -> None:
    found = drawdown(each, rounds)
    assert (found.closing, found.deepest) == pytest.approx(brute(each, rounds), rel=1e-11)


def test_a_thousand_spins_in_order() -> None:
    found = drawdown(round_of(EUROPEAN, {"red": 100}), 1000)
    assert found.closing < found.deepest
    assert found.deepest_median <= found.deepest_95


def test_refuses_what_would_take_too_long() -> None:
    with pytest.raises(croupier.Problems, match="steps of calculation are too many"):
        drawdown(round_of(EUROPEAN, {"17": 101, "red": 103}), 10**5)
