"""Wald's sequential test, for a bias that is alleged before the spins are examined."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from msgspec import Struct

from croupier.lab.fairness.alternatives import favored
from croupier.lab.fairness.ring import Floats, Ring
from croupier.lab.fairness.spins import Spins
from croupier.terms.problem import Problem, Problems

MISS = 0.1
"""The probability of clearing a wheel that has exactly the alleged bias."""
_RATIO_MAX = 100.0


class Decision(StrEnum):
    BIASED = "biased"
    FAIR = "fair"
    OPEN = "open"


class Allegation(Struct, frozen=True):
    """The claim that these outcomes together come up at `ratio` times their odds."""

    outcomes: tuple[str, ...]
    ratio: float

    def law(self, ring: Ring) -> Floats:
        return favored(ring, np.isin(ring.outcomes, self.outcomes), self.ratio)


class Sprt(Struct, frozen=True):
    """Where the likelihood ratio first crossed a bound; `at` is None if it has not."""

    allegation: Allegation
    decision: Decision
    at: int | None
    evidence: float
    """The likelihood ratio after the last spin."""
    upper: float
    lower: float


def read_allegation(text: str, ring: Ring) -> Allegation:
    """Parses an allegation: ``17,20,32=1.2`` says that these three together come up at 1.2 times their odds."""
    labels, _, ratio_text = text.partition("=")
    outcomes = tuple(dict.fromkeys(label.strip() for label in labels.split(",")))
    for label in outcomes:
        ring.find(label)
    try:
        ratio = float(ratio_text)
    except ValueError:
        ratio = 0.0
    if not 0 < ratio <= _RATIO_MAX or ratio == 1 or len(outcomes) == len(ring.outcomes):
        raise Problems([Problem("allege", f"{text!r} alleges no bias", "Write it like 17,20,32=1.2.")])
    return Allegation(outcomes, ratio)


def sprt(spins: Spins, allegation: Allegation, alpha: float, miss: float = MISS) -> Sprt:
    """Wald's test: calls a fair wheel biased with probability at most about alpha, a biased one fair with `miss`."""
    steps = np.log(allegation.law(spins.ring) / spins.ring.p)[spins.results]
    path = np.cumsum(steps)
    upper, lower = (1 - miss) / alpha, miss / (1 - alpha)
    crossed = (path >= np.log(upper)) | (path <= np.log(lower))
    at = int(np.argmax(crossed)) if crossed.any() else None
    decision = Decision.OPEN if at is None else Decision.BIASED if path[at] > 0 else Decision.FAIR
    return Sprt(
        allegation,
        decision,
        None if at is None else at + 1,
        float(np.exp(min(path[-1], 700.0))),
        upper,
        lower,
    )
