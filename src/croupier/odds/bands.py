"""How often a result comes up in many spins: the exact band in which its count lies with a given probability.

The count is binomial. All sums are of whole numbers over one denominator, so nothing is rounded before the end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from msgspec import Struct

SPINS_MAX = 1_000


class CountBand(Struct, frozen=True):
    """Counts from `low` to `high`, inclusive, with the total probability `inside`."""

    expected: Fraction
    low: int
    high: int
    inside: Fraction


@lru_cache(maxsize=2_048)
def count_band(spins: int, chance: Fraction, least: Fraction) -> CountBand:
    """The narrowest band around the most likely counts that holds with a probability of at least `least`.

    Each tail outside it has at most half of the rest.

    >>> band = count_band(500, Fraction(1, 38), Fraction(95, 100))
    >>> band.low, band.high, round(float(band.inside), 4)
    (7, 21, 0.963)
    """
    if not 0 <= spins <= SPINS_MAX or not 0 <= chance <= 1 or not 0 < least < 1:
        raise ValueError(f"no band for {spins} spins, chance {chance} and at least {least}")
    for_it, of = chance.numerator, chance.denominator
    whole = of**spins
    weights = [comb(spins, count) * for_it**count * (of - for_it) ** (spins - count) for count in range(spins + 1)]
    tail = (1 - least) / 2 * whole
    low, below = 0, 0
    while below + weights[low] <= tail:
        below += weights[low]
        low += 1
    high, above = spins, 0
    while above + weights[high] <= tail:
        above += weights[high]
        high -= 1
    return CountBand(spins * chance, low, high, Fraction(whole - below - above, whole))
