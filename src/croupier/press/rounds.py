"""The exact law of many rounds of one wager, in integers.

The results of one round lie on a lattice, so the law of n rounds is the n-th power of a short polynomial with integer
coefficients. J. C. P. Miller's recurrence computes that power without rounding.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd, lcm, sqrt

from msgspec import Struct

from croupier.odds import Law

DEGREE_MAX = 100_000
"""Beyond this many possible results (odds that no layout prints), the normal law is used, and marked as such."""
_NORMAL = {Fraction(95, 100): 1.959963984540054, Fraction(99, 100): 2.5758293035489}
LEVELS = tuple(_NORMAL)


class Rounds(Struct, frozen=True):
    """What the house wins over many rounds of one unit each."""

    rounds: int
    mean: Fraction
    deviation: float
    bands: tuple[tuple[Fraction, Fraction], ...]
    """For each of LEVELS, bounds that contain the house's win with at least that probability, with equal tails."""
    behind: float
    """The probability that the house is behind after all rounds."""
    exact: bool


@lru_cache(maxsize=256)
def house_win(law: Law, rounds: int = 1000) -> Rounds:
    """The house's win over a number of independent rounds of a wager with this law; most tables share most laws."""
    mean = -sum((net * chance for net, chance in law), start=Fraction(0))
    variance = sum(((net + mean) ** 2 * chance for net, chance in law), start=Fraction(0))
    deviation = sqrt(rounds * variance)
    lattice = _Lattice.of(law)
    if lattice.steps[-1] * rounds > DEGREE_MAX:
        middle = float(mean * rounds)
        bands = tuple(
            (Fraction(round(middle - z * deviation)), Fraction(round(middle + z * deviation))) for z in _NORMAL.values()
        )
        return Rounds(rounds, mean * rounds, deviation, bands, float("nan"), exact=False)
    weights = power(lattice.steps, lattice.weights, rounds)
    total = sum(lattice.weights) ** rounds
    wins = [-(lattice.least * rounds + lattice.unit * step) for step in range(len(weights))]
    below = list(accumulate(weights))  # results of the player, from the worst on
    bands = tuple(_band(wins, weights, below, total, level) for level in LEVELS)
    behind = Fraction(sum(weight for win, weight in zip(wins, weights, strict=True) if win < 0), total)
    return Rounds(rounds, mean * rounds, deviation, bands, float(behind), exact=True)


class _Lattice(Struct, frozen=True):
    """A law as `least` plus multiples of one unit, with integer weights; the first step is 0."""

    least: Fraction
    unit: Fraction
    steps: tuple[int, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, law: Law) -> _Lattice:
        least = law[0][0]
        scale = lcm(*(net.denominator for net, _ in law), least.denominator)
        raw = [int((net - least) * scale) for net, _ in law]
        common = gcd(*raw) or 1
        parts = lcm(*(chance.denominator for _, chance in law))
        return cls(
            least,
            Fraction(common, scale),
            tuple(step // common for step in raw),
            tuple(int(chance * parts) for _, chance in law),
        )


def power(steps: tuple[int, ...], weights: tuple[int, ...], exponent: int) -> list[int]:
    """The coefficients of a polynomial's power; `steps` are its exponents, the first of them 0.

    >>> power((0, 1, 2), (1, 2, 1), 2)
    [1, 4, 6, 4, 1]
    """
    first, rest = weights[0], list(zip(steps[1:], weights[1:], strict=True))
    found = [first**exponent]
    for k in range(1, steps[-1] * exponent + 1):
        total = sum((step * (exponent + 1) - k) * weight * found[k - step] for step, weight in rest if step <= k)
        found.append(total // (k * first))
    return found


def _band(
    wins: list[Fraction], weights: list[int], below: list[int], total: int, level: Fraction
) -> tuple[Fraction, Fraction]:
    """The narrowest bounds with at most half of the remaining probability in each tail."""
    tail = (1 - level) / 2 * total
    high = next(win for win, weight in zip(wins, below, strict=True) if weight > tail)
    low = next(
        win
        for win, weight, upto in zip(reversed(wins), reversed(weights), reversed(below), strict=True)
        if total - upto + weight > tail
    )
    return low, high
