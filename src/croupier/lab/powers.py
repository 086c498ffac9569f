"""Exact powers of a round's law, in integers of any size, without rounding.

The generating polynomial of a round is P(x) = sum of weight * x^index, with indices on the lattice of results. Its
power Q = P^n satisfies P Q' = n P' Q, which gives each coefficient from earlier ones (Euler; J.C.P. Miller):

    a0 * m * q[m] = sum over k > 0 of (n k - (m - k)) * a[k] * q[m - k]

Each outcome and coefficient takes one multiplication of a long number by a short one, and one exact division.
"""

from __future__ import annotations

from croupier.lab.rounds import RoundLaw
from croupier.terms.problem import Problem, Problems

WORK_MAX = 4 * 10**8
"""Maximum number of 64-bit words to process: a few seconds."""


def lattice(each: RoundLaw) -> tuple[tuple[int, int], ...]:
    """Pairs of index and weight, from the worst result up, in steps of `RoundLaw.step`."""
    worst, step = each.outcomes[-1].net, each.step
    return tuple(((outcome.net - worst) // step, outcome.weight) for outcome in reversed(each.outcomes))


def exact_power(each: RoundLaw, rounds: int) -> list[int]:
    """The weight of every lattice result after `rounds` rounds, out of total ** rounds.

    >>> from croupier.lab.rounds import RoundLaw, RoundOutcome
    >>> from fractions import Fraction
    >>> exact_power(RoundLaw((RoundOutcome(1, 1), RoundOutcome(-1, 2)), 3, 1, Fraction(0), True, None), 3)
    [8, 12, 6, 1]
    """
    pairs = lattice(each)
    degree = pairs[-1][0] * rounds
    words = rounds * each.total.bit_length() // 64 + 1
    if degree * len(pairs) * words > WORK_MAX:
        raise Problems(
            [
                Problem(
                    "exact",
                    f"{degree + 1:,} exact chances of up to {words * 64:,} bits each are too many",
                    "Ask for fewer spins, or leave exact out: the Fourier method states its error.",
                )
            ]
        )
    (_, first), *others = pairs
    powers = [first**rounds]
    for m in range(1, degree + 1):
        value = sum((rounds * k - (m - k)) * weight * powers[m - k] for k, weight in others if k <= m)
        powers.append(value // (first * m))
    return powers
