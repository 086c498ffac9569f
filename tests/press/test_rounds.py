"""The exact law of many rounds: against a convolution by hand, the binomial law and a plain sum of probabilities."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, isnan, nan

import pytest

import croupier
from croupier.odds import Law
from croupier.press.rounds import LEVELS, house_win, power

EVEN: Law = ((Fraction(-1), Fraction(19, 37)), (Fraction(1), Fraction(18, 37)))
HALF: Law = ((Fraction(-1), Fraction(18, 38)), (Fraction(-1, 2), Fraction(2, 38)), (Fraction(1), Fraction(18, 38)))


def brute(law: Law, rounds: int) -> dict[Fraction, Fraction]:
    """The law of the house's win by listing every sequence of results."""
    found: dict[Fraction, Fraction] = {}
    for sequence in product(law, repeat=rounds):
        chance = Fraction(1)
        for _, part in sequence:
            chance *= part
        win = -sum(net for net, _ in sequence)
        found[Fraction(win)] = found.get(Fraction(win), Fraction(0)) + chance
    return found


@pytest.mark.parametrize(
    "law", [EVEN, HALF, croupier.rulebook("co-2014").table("european", zero="in-prison-leave").odds["red"].law]
)
@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_against_every_sequence(law: Law, rounds: int) -> None:
    found, listed = house_win(law, rounds), brute(law, rounds)
    assert found.exact
    assert found.mean == sum(win * chance for win, chance in listed.items())
    variance = sum((win - found.mean) ** 2 * chance for win, chance in listed.items())
    assert found.deviation == pytest.approx(float(variance) ** 0.5)
    assert found.behind == pytest.approx(float(sum(chance for win, chance in listed.items() if win < 0)))
    for level, (low, high) in zip(LEVELS, found.bands, strict=True):
        tail = (1 - level) / 2
        assert sum(chance for win, chance in listed.items() if win < low) <= tail
        assert sum(chance for win, chance in listed.items() if win > high) <= tail
        assert sum(chance for win, chance in listed.items() if win <= low) > tail
        assert sum(chance for win, chance in listed.items() if win >= high) > tail


def test_a_thousand_straights_are_binomial() -> None:
    law = croupier.rulebook("nj").table("american").odds["straight"].law
    found = house_win(law, 1000)
    assert found.mean == Fraction(1000, 19)
    chances = [Fraction(comb(1000, hits) * 37 ** (1000 - hits), 38**1000) for hits in range(1001)]
    assert found.behind == pytest.approx(float(sum(chance for hits, chance in enumerate(chances) if 36 * hits > 1000)))
    low, high = found.bands[0]
    inside = sum(chance for hits, chance in enumerate(chances) if low <= 1000 - 36 * hits <= high)
    assert 0.95 <= float(inside) < 0.97


def test_power_is_the_multinomial_theorem() -> None:
    assert power((0, 1), (2, 3), 4) == [16, 96, 216, 216, 81]
    assert sum(power((0, 1, 4), (18, 2, 18), 50)) == 38**50


def test_odds_off_any_small_lattice_fall_back_to_the_normal_law() -> None:
    law: Law = (
        (Fraction(-1), Fraction(18, 38)),
        (Fraction(-1, 2), Fraction(2, 38)),
        (Fraction(1001, 1000), Fraction(18, 38)),
    )
    found = house_win(law, 1000)
    assert not found.exact
    assert isnan(found.behind) is isnan(nan)
    low, high = found.bands[0]
    assert float(high - low) == pytest.approx(2 * 1.96 * found.deviation, abs=2)
