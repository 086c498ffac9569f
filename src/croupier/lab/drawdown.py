"""How far flat play falls below its peak: at the end, and at the worst moment.

Every figure is a sum of products of nonnegative probabilities, so its relative rounding error is at most the number of
consecutive operations times the unit roundoff: about 1e-12 for a thousand rounds.
"""

from __future__ import annotations

import math
from math import gcd

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.powers import lattice
from croupier.lab.rounds import RoundLaw
from croupier.terms.problem import Problem, Problems

Floats = NDArray[np.float64]

WORK_MAX = 2 * 10**10
"""Maximum number of cell updates: about half a minute."""
NEGLIGIBLE = 1e-13


class Drawdown(Struct, frozen=True):
    """Cents below the highest point so far, including the start."""

    closing: float
    """Expected drawdown at the end of play."""
    deepest: float
    """Expected deepest drawdown during play."""
    deepest_median: int
    deepest_95: int
    """One player in twenty falls deeper than this."""


def expected_closing(each: RoundLaw, rounds: int) -> float:
    """Expected final drawdown by Spitzer's identity: the sum over k of the expected loss part of k rounds, over k."""
    pairs = lattice(each)
    degree = pairs[-1][0]
    _limit(degree * rounds * rounds * len(pairs) // 2)
    worst, step = each.outcomes[-1].net, each.step
    law = np.zeros(degree * rounds + 1)
    law[0] = 1.0
    total = 0.0
    for k in range(1, rounds + 1):
        length = degree * (k - 1) + 1
        after = np.zeros(length + degree)
        for index, weight in pairs:
            after[index : index + length] += law[:length] * (weight / each.total)
        law[: len(after)] = after
        losing = min(len(after), -((worst * k) // step))  # indices of results below zero
        if losing > 0:
            results = worst * k + step * np.arange(losing)
            total -= float(np.dot(np.minimum(results, 0), after[:losing])) / k
    return total


def deepest_law(each: RoundLaw, rounds: int) -> tuple[int, Floats]:
    """A step in cents, and the probability of falling by at least 1, 2, ... steps.

    For every depth at once, the distance below the peak is a Markov chain that stops at that depth.
    """
    step = gcd(*(outcome.net for outcome in each.outcomes)) or 1
    moves = [(-outcome.net // step, outcome.weight / each.total) for outcome in each.outcomes]
    fall = max(down for down, _ in moves)
    if fall <= 0:
        return step, np.zeros(1)
    spread = math.sqrt(rounds * each.variance) / step
    depth = min(rounds * fall, math.ceil(max(8 * fall, 3 * spread - 2 * rounds * min(0, float(each.mean)) / step)))
    while True:
        _limit(depth * depth * rounds * len(moves))
        reached = _reached(moves, depth, rounds)
        if reached[-1] < NEGLIGIBLE or depth == rounds * fall:
            return step, reached
        depth = min(rounds * fall, depth * 3 // 2)


def _reached(moves: list[tuple[int, float]], depth: int, rounds: int) -> Floats:
    inside = np.tri(depth)  # row d - 1 keeps distances below d
    chance = np.zeros((depth, depth))
    chance[:, 0] = 1.0
    for _ in range(rounds):
        after = np.zeros_like(chance)
        for down, weight in moves:
            if 0 <= down < depth:
                after[:, down:] += weight * chance[:, : depth - down]
            elif down < 0:
                after[:, :down] += weight * chance[:, -down:]
                after[:, 0] += weight * chance[:, :-down].sum(axis=1)
        after *= inside
        chance = after
    reached: Floats = np.clip(1.0 - chance.sum(axis=1), 0.0, 1.0)
    return reached


def drawdown(each: RoundLaw, rounds: int) -> Drawdown:
    """The expected drawdowns; raises `Problems` if the computation would take more than about half a minute."""
    step, reached = deepest_law(each, rounds)
    return Drawdown(
        closing=expected_closing(each, rounds),
        deepest=step * float(reached.sum()),
        deepest_median=step * int(np.count_nonzero(reached > 0.5)),
        deepest_95=step * int(np.count_nonzero(reached > 0.05)),
    )


def _limit(cells: int) -> None:
    if cells > WORK_MAX:
        raise Problems(
            [
                Problem(
                    "drawdown",
                    f"{cells:.1e} steps of calculation are too many",
                    "Ask for fewer spins, or for stakes with a larger common divisor.",
                )
            ]
        )
