"""Bands of counts, checked with the recurrence of the binomial probabilities instead of binomial coefficients."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.odds.bands import SPINS_MAX, count_band


def probabilities(spins: int, chance: Fraction) -> list[Fraction]:
    """By adding one spin after the other: a count stays, or grows by one."""
    law = [Fraction(1)]
    for _ in range(spins):
        law = [a * (1 - chance) + b * chance for a, b in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
    return law


@given(
    spins=st.integers(0, 40),
    chance=st.fractions(0, 1, max_denominator=54),
    least=st.sampled_from([Fraction(1, 2), Fraction(95, 100), Fraction(99, 100)]),
)
def test_a_band_has_its_probability_and_neither_tail_more_than_half_of_the_rest(
    spins: int, chance: Fraction, least: Fraction
) -> None:
    law, band = probabilities(spins, chance), count_band(spins, chance, least)
    below, above = sum(law[: band.low], start=Fraction(0)), sum(law[band.high + 1 :], start=Fraction(0))
    assert band.inside == sum(law[band.low : band.high + 1]) == 1 - below - above
    assert band.inside >= least
    half = (1 - least) / 2
    assert below <= half < below + law[band.low]
    assert above <= half < above + law[band.high]
    assert band.expected == spins * chance


@pytest.mark.slow
def test_a_number_of_the_american_wheel_in_500_spins() -> None:
    """38 counts of 500 spins: the mean is 13.16, and the band is what the law itself gives."""
    law, band = probabilities(500, Fraction(1, 38)), count_band(500, Fraction(1, 38), Fraction(95, 100))
    up_to, from_there = list(accumulate(law)), list(accumulate(reversed(law)))[::-1]
    inside = [count for count in range(501) if up_to[count] > 0.025 and from_there[count] > 0.025]
    assert (band.low, band.high) == (inside[0], inside[-1])


@pytest.mark.parametrize("spins", [-1, SPINS_MAX + 1])
def test_a_band_of_too_many_spins_is_refused(spins: int) -> None:
    with pytest.raises(ValueError, match="no band"):
        count_band(spins, Fraction(1, 2), Fraction(1, 2))
    assert count_band(SPINS_MAX, Fraction(1, 2), Fraction(1, 2)).expected == SPINS_MAX // 2
