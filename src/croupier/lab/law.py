"""The exact law of flat play: the same portfolio for a number of rounds, with unlimited money.

There are three methods, and a law says which one it used. `exact`: integers. `fourier`: floats with a proved error
bound. `normal`: for more rounds than a transform holds, with Shevtsova's bound on the normal approximation.
"""

from __future__ import annotations

import math
import sys
from bisect import bisect_left
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from statistics import NormalDist
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.lab.powers import exact_power, lattice
from croupier.lab.rounds import RoundLaw
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.lab.fourier import Floats, Window

ROUNDS_MAX = 10**18
BERRY_ESSEEN = 0.469
"""Shevtsova 2013: the best proved constant for sums of identical laws."""


class Method(StrEnum):
    EXACT = "exact"
    FOURIER = "fourier"
    NORMAL = "normal"


class Chance(Struct, frozen=True):
    """A probability and a bound on its error; an exact one is only rounded for printing."""

    value: float
    bound: float
    exact: Fraction | None = None


class FlatLaw(Struct, frozen=True, dict=True):
    """The law of a portfolio over a number of rounds. Results are net cents."""

    each: RoundLaw
    rounds: int
    method: Method

    @property
    def mean(self) -> Fraction:
        return self.each.mean * self.rounds

    @property
    def variance(self) -> Fraction:
        return self.each.variance * self.rounds

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def worst(self) -> int:
        return self.each.outcomes[-1].net * self.rounds

    @property
    def best(self) -> int:
        return self.each.outcomes[0].net * self.rounds

    @property
    def spins(self) -> Fraction:
        """The expected number of spins, including second spins of wagers in prison."""
        return self.rounds * (1 + self.each.prison)

    @property
    def bound(self) -> float:
        """Bounds the error of the probability of any single result."""
        if self.method is Method.EXACT:
            return 0.0
        return self._window.bound if self.method is Method.FOURIER else 2 * self._normal_bound

    # Probabilities.

    def at_most(self, cents: int | Fraction) -> Chance:
        """The probability of a net result of at most this many cents."""
        index = math.floor((Fraction(cents) - self.worst) / self.each.step)
        if index < 0:
            return Chance(0.0, 0.0, Fraction(0))
        if index >= self._size - 1:
            return Chance(1.0, 0.0, Fraction(1))
        if self.method is Method.EXACT:
            share = Fraction(self._cumulated[index], self._cases)
            return Chance(float(share), 0.0, share)
        if self.method is Method.NORMAL:
            middle = self.worst + self.each.step * (index + Fraction(1, 2))  # half a step: continuity correction
            value = NormalDist().cdf(float(middle - self.mean) / self.deviation)
            return Chance(value, self._far_bound(float(middle - self.mean), value))
        return self._fourier_tail(index)

    def at_least(self, cents: int | Fraction) -> Chance:
        """The probability of a net result of at least this many cents."""
        index = math.ceil((Fraction(cents) - self.worst) / self.each.step)
        if self.method is Method.FOURIER and 0 < index < self._size:
            return self._fourier_tail(index, lower=False)
        if index <= 0:
            return Chance(1.0, 0.0, Fraction(1))
        below = self.at_most(self.worst + (index - 1) * self.each.step)
        if below.exact is not None:
            return Chance(float(1 - below.exact), 0.0, 1 - below.exact)
        if self.method is Method.NORMAL:  # use the other tail, so that a small probability keeps its digits
            middle = self.worst + self.each.step * (index - Fraction(1, 2))
            value = NormalDist().cdf(float(self.mean - middle) / self.deviation)
            return Chance(value, self._far_bound(float(self.mean - middle), value))
        return Chance(1 - below.value, below.bound)

    @property
    def ahead(self) -> Chance:
        """The probability of a net win."""
        return self.at_least(1)

    @property
    def behind(self) -> Chance:
        return self.at_most(-1)

    def quantile(self, share: float) -> int:
        """The smallest result that at least this share of players do not exceed."""
        if not 0 < share < 1:
            raise Problems([Problem("quantile", f"{share} is not between 0 and 1", "Give a share such as 0.05.")])
        if self.method is Method.NORMAL:
            result = float(self.mean) + self.deviation * NormalDist().inv_cdf(share)
            return self.worst + self.each.step * round((result - self.worst) / self.each.step)
        if self.method is Method.EXACT:
            wanted = Fraction(share) * self._cases
            return self.worst + self.each.step * bisect_left(self._cumulated, wanted)
        import numpy as np

        found = int(np.searchsorted(self._sums, share))
        return self.worst + self.each.step * (self._window.low + min(found, len(self._sums) - 1))

    def results(self) -> list[tuple[int, float]]:
        """Every result with its probability, without those outside the window, which total less than 1e-22."""
        if self.method is Method.EXACT:
            return [
                (self.worst + self.each.step * index, weight / self._cases) for index, weight in enumerate(self.weights)
            ]
        if self.method is Method.NORMAL:
            raise Problems([Problem("distribution", "it has too many results to list", "Ask for quantiles.")])
        low = self._window.low
        chances = self._window.chances.tolist()
        return [(self.worst + self.each.step * (low + index), chance) for index, chance in enumerate(chances)]

    # Representations of the law.

    @cached_property
    def weights(self) -> list[int]:
        """The exact weight of every result from the worst on, out of total ** rounds."""
        return exact_power(self.each, self.rounds) if len(self.each.outcomes) > 1 else [1]

    @cached_property
    def _cases(self) -> int:
        return self.each.total**self.rounds if len(self.each.outcomes) > 1 else 1

    @cached_property
    def _cumulated(self) -> list[int]:
        return list(accumulate(self.weights))

    @cached_property
    def _size(self) -> int:
        return (self.best - self.worst) // self.each.step + 1

    @cached_property
    def _lattice(self) -> tuple[list[int], list[float]]:
        pairs = lattice(self.each)
        return [index for index, _ in pairs], [weight / self.each.total for _, weight in pairs]

    @cached_property
    def _window(self) -> Window:
        from croupier.lab.fourier import fourier_power

        return fourier_power(*self._lattice, self.rounds)

    @cached_property
    def _sums(self) -> Floats:
        import numpy as np

        return np.cumsum(self._window.chances)

    def _fourier_tail(self, index: int, *, lower: bool = True) -> Chance:
        """From the window if the value is far above its error, otherwise by tilting."""
        from croupier.lab.fourier import tilted_tail

        at, sums = index - self._window.low, self._sums
        if lower:
            value = float(sums[min(at, len(sums) - 1)]) if at >= 0 else 0.0
        else:
            value = float(self._window.chances[max(at, 0) :].sum())
        if value > 1e6 * self._window.bound_sum:
            return Chance(min(value, 1.0), self._window.bound_sum)
        return Chance(*tilted_tail(*self._lattice, self.rounds, index, lower=lower))

    def _far_bound(self, away: float, value: float) -> float:
        """The normal bound, or Bernstein's if it is smaller for the tail beyond `away` from the mean."""
        nets = [outcome.net for outcome in self.each.outcomes]
        reach = max(float(nets[0] - self.each.mean), float(self.each.mean - nets[-1])) / 3
        bernstein = math.exp(-(away**2) / 2 / (float(self.variance) + reach * abs(away)))
        return min(self._normal_bound, max(bernstein, min(value, 1 - value), sys.float_info.min))

    @cached_property
    def _normal_bound(self) -> float:
        mean = self.each.mean
        third = sum(
            (abs(outcome.net - mean) ** 3 * outcome.weight for outcome in self.each.outcomes), start=Fraction(0)
        )
        ratio = float(third / self.each.total) / math.sqrt(self.each.variance) ** 3
        return BERRY_ESSEEN * ratio / math.sqrt(self.rounds)


def flat_law(each: RoundLaw, rounds: int, *, exact: bool = False) -> FlatLaw:
    """The law of `rounds` rounds: exact if requested, otherwise Fourier, otherwise the normal law with its bound."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Problems([Problem("spins", f"{rounds} is out of range", f"Give 1 to {ROUNDS_MAX:,}.")])
    if exact or len(each.outcomes) == 1:
        law = FlatLaw(each, rounds, Method.EXACT)
        _ = law.weights  # raises here rather than on first use
        return law
    from croupier.lab.fourier import fits

    law = FlatLaw(each, rounds, Method.FOURIER)
    return law if fits(*law._lattice, rounds) else FlatLaw(each, rounds, Method.NORMAL)
