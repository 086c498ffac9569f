"""The law of flat play: exact integers compared with brute force, Fourier with exact integers and its own bound."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.lab.fourier import fourier_power, tilted_tail
from croupier.lab.law import Method, flat_law
from croupier.lab.powers import exact_power
from croupier.lab.rounds import RoundLaw, RoundOutcome, round_of
from croupier.lab.sessions import bond_portfolio

EUROPEAN = croupier.rulebook("nj").table("european")
PRISON = croupier.rulebook("co-2014").table("european", zero="in-prison-leave")
HALF = croupier.rulebook("nj").table("american", zero="half")
BIG_SIX = croupier.rulebook("nj").table("big-six")
ROUNDS = [
    round_of(EUROPEAN, {"red": 100}),
    round_of(EUROPEAN, {"17": 100}),
    round_of(PRISON, {"red": 100}),
    round_of(PRISON, bond_portfolio(100)),
    round_of(HALF, {"red": 101, "17-20": 50, "column-2": 200}),
    round_of(BIG_SIX, {"$1": 100, "$5": 50, "joker": 25}),
]


def made(weights: dict[int, int]) -> RoundLaw:
    outcomes = tuple(RoundOutcome(net, weight) for net, weight in sorted(weights.items(), reverse=True))
    return RoundLaw(outcomes, sum(weights.values()), 1, Fraction(0), True, None)


def brute(each: RoundLaw, rounds: int) -> dict[int, int]:
    law = {0: 1}
    for _ in range(rounds):
        after: defaultdict[int, int] = defaultdict(int)
        for net, weight in law.items():
            for outcome in each.outcomes:
                after[net + outcome.net] += weight * outcome.weight
        law = dict(after)
    return law


laws = st.dictionaries(st.integers(-40, 40), st.integers(1, 50), min_size=1, max_size=6)


@settings(max_examples=60, deadline=None)
@given(weights=laws, rounds=st.integers(1, 12))
def test_exact_powers_are_repeated_convolution(weights: dict[int, int], rounds: int) -> None:
    each = made(weights)
    if len(weights) == 1:
        return
    lowest, step = each.outcomes[-1].net * rounds, each.step
    found = {lowest + step * at: weight for at, weight in enumerate(exact_power(each, rounds)) if weight}
    assert found == brute(each, rounds)


@settings(max_examples=60, deadline=None)
@given(weights=laws, rounds=st.integers(1, 60))
def test_fourier_keeps_its_bound_and_is_never_negative(weights: dict[int, int], rounds: int) -> None:
    each = made(weights)
    fast, exact = flat_law(each, rounds), flat_law(each, rounds, exact=True)
    truth = dict(exact.results())
    for cents, chance in fast.results():
        assert chance >= 0
        assert abs(chance - truth[cents]) <= fast.bound + 1e-18
    for cents in (-1, 0, 1, fast.worst, fast.best, (fast.worst + fast.best) // 2):
        for one, other in ((fast.at_most(cents), exact.at_most(cents)), (fast.at_least(cents), exact.at_least(cents))):
            assert abs(one.value - other.value) <= one.bound + 1e-18


@pytest.mark.slow
@pytest.mark.parametrize("each", ROUNDS, ids=range(len(ROUNDS)))
@pytest.mark.parametrize("rounds", [1, 2, 37, 400])
def test_tables_own_portfolios(each: RoundLaw, rounds: int) -> None:
    fast, exact = flat_law(each, rounds), flat_law(each, rounds, exact=True)
    assert fast.method is Method.FOURIER or len(each.outcomes) == 1
    assert sum(exact.weights) == each.total**rounds
    assert exact.mean == each.mean * rounds
    total = sum(weight * (exact.worst + each.step * at) for at, weight in enumerate(exact.weights))
    assert total == exact.mean * each.total**rounds
    assert abs(fast.ahead.value - exact.ahead.value) <= fast.ahead.bound
    assert fast.bound < 1e-12
    for share in (0.013, 0.25, 0.5, 0.9):
        assert fast.quantile(share) == exact.quantile(share)


@pytest.mark.slow
@pytest.mark.parametrize("each", ROUNDS, ids=range(len(ROUNDS)))
def test_far_tails_keep_their_digits(each: RoundLaw) -> None:
    rounds = 300
    fast, exact = flat_law(each, rounds), flat_law(each, rounds, exact=True)
    for share in (3, 10, 40):
        low = fast.worst + (fast.best - fast.worst) // share // 4
        for one, other in ((fast.at_most(low), exact.at_most(low)), (fast.at_least(-low), exact.at_least(-low))):
            assert abs(one.value - other.value) <= one.bound
            if other.value > 1e-280:
                assert one.value == pytest.approx(other.value, rel=1e-9)


def test_the_first_and_the_last_result() -> None:
    each = ROUNDS[0]
    law = flat_law(each, 100)
    assert law.at_most(law.worst).value == pytest.approx((19 / 37) ** 100, rel=1e-12)
    assert law.at_least(law.best).value == pytest.approx((18 / 37) ** 100, rel=1e-12)
    assert law.at_most(law.worst - 1).value == 0
    assert law.at_least(law.best + 1).value == 0
    assert law.at_most(law.best).value == 1
    assert tilted_tail([0, 1], [0.5, 0.5], 10, -1, lower=True) == (0.0, 0.0)


def test_windows_leave_out_next_to_nothing() -> None:
    each = ROUNDS[0]
    window = fourier_power([0, 1], [19 / 37, 18 / 37], 10**6)
    assert len(window.chances) < 2 * 10**4
    assert float(window.chances.sum()) == pytest.approx(1, abs=window.bound_sum)
    law = flat_law(each, 10**6)
    deviations = (0 - float(law.mean)) / law.deviation
    assert deviations > 26  # beyond float precision near one, so by tilting
    assert 0 < law.ahead.value < 1e-150
    assert law.ahead.bound < 1e-6 * law.ahead.value


def test_so_many_spins_that_only_the_normal_law_answers() -> None:
    law = flat_law(ROUNDS[0], 10**15)
    assert law.method is Method.NORMAL
    assert law.at_most(law.mean).value == pytest.approx(0.5, abs=law.bound)
    assert law.bound < 1e-7
    assert law.ahead.value == 0
    assert law.ahead.bound < 1e-300
    assert law.quantile(0.5) == pytest.approx(float(law.mean), rel=1e-9)
    with pytest.raises(croupier.Problems, match="too many results"):
        law.results()


def test_the_normal_bound_holds_where_fourier_knows_better() -> None:
    for each in ROUNDS:
        fast = flat_law(each, 5000)
        normal = type(fast)(each, 5000, Method.NORMAL)
        for share in (0.01, 0.3, 0.5, 0.8, 0.999):
            cents = fast.quantile(share)
            guess = normal.at_most(cents)
            assert abs(guess.value - fast.at_most(cents).value) <= guess.bound
            other = normal.at_least(cents)
            assert abs(other.value - fast.at_least(cents).value) <= other.bound


@pytest.mark.parametrize("rounds", [0, -1, 10**18 + 1])
def test_rounds_out_of_range(rounds: int) -> None:
    with pytest.raises(croupier.Problems, match="out of range"):
        flat_law(ROUNDS[0], rounds)


def test_exact_refuses_what_would_take_too_long() -> None:
    with pytest.raises(croupier.Problems, match="too many"):
        flat_law(ROUNDS[3], 10**5, exact=True)


def test_shares_out_of_range() -> None:
    with pytest.raises(croupier.Problems, match="between 0 and 1"):
        flat_law(ROUNDS[0], 10).quantile(1.0)


def test_a_certain_result() -> None:
    law = flat_law(made({-3: 7}), 10**12)
    assert (law.at_most(-3 * 10**12).value, law.ahead.value, law.quantile(0.5)) == (1.0, 0.0, -3 * 10**12)


def test_deviation_is_the_root_of_the_exact_variance() -> None:
    law = flat_law(ROUNDS[1], 100)
    assert law.deviation == math.sqrt(100 * Fraction(46656, 1369)) * 100
