"""What a sample can show: the power of the chi-square test, and the spins needed to detect a bias."""

from __future__ import annotations

import numpy as np
import scipy  # loads scipy.optimize when it is asked for
from msgspec import Struct
from scipy import special

from croupier.lab.fairness.alternatives import favored, leaning
from croupier.lab.fairness.ring import Floats, Ring

POWER_GOAL = 0.8


class Power(Struct, frozen=True):
    """The probability that the chi-square test of this many spins detects a bias."""

    words: str
    power: float
    spins_needed: int
    """Spins for a power of 80%."""


def power_of(ring: Ring, law: Floats, spins: int, alpha: float) -> float:
    """The power of the chi-square test at level alpha, from the noncentral chi-square law."""
    freedom = len(ring.outcomes) - 1
    critical = special.chdtri(freedom, alpha)
    return float(1 - special.chndtr(critical, freedom, spins * _distance(ring, law)))


def spins_needed(ring: Ring, law: Floats, alpha: float, power: float = POWER_GOAL) -> int:
    """The smallest number of spins with which the chi-square test reaches that power."""
    freedom = len(ring.outcomes) - 1
    critical = special.chdtri(freedom, alpha)
    noncentrality = scipy.optimize.brentq(lambda x: 1 - special.chndtr(critical, freedom, x) - power, 1e-9, 1e4)
    return int(np.ceil(noncentrality / _distance(ring, law)))


def _distance(ring: Ring, law: Floats) -> float:
    return float(((law - ring.p) ** 2 / ring.p).sum())


def stated_powers(ring: Ring, spins: int, alpha: float) -> tuple[Power, ...]:
    """The power against the biases that every report lists, from gross to slight."""
    cases: list[tuple[str, Floats]] = []
    rarest = np.arange(len(ring.outcomes)) == int(np.argmin(ring.p))
    name = ring.outcomes[int(np.argmin(ring.p))]
    for ratio in (1.5, 1.25):
        words = f"{name} at {ratio:g} times its odds" if ring.places is None else f"one compartment at {ratio:g} times"
        cases.append((words, favored(ring, rarest, ratio)))
    if ring.places is not None:
        for ratio in (1.2, 1.1):
            sector = ring.sector(int(ring.place[1]), 5)
            cases.append((f"a sector of five at {ratio:g} times", favored(ring, sector, ratio)))
        cases.append(("a lean of 10% to one side", leaning(ring, 1, 0.0, 0.1)))
    else:
        likeliest = np.arange(len(ring.outcomes)) == int(np.argmax(ring.p))
        name = ring.outcomes[int(np.argmax(ring.p))]
        cases.append((f"{name} at 1.1 times its odds", favored(ring, likeliest, 1.1)))
    return tuple(
        Power(words, power_of(ring, law, spins, alpha), spins_needed(ring, law, alpha)) for words, law in cases
    )


def detectable(ring: Ring, spins: int, alpha: float) -> float | None:
    """The smallest odds ratio of a sector of five, or of the rarest outcome, detected with power 80%; None above 10."""
    chosen = (
        ring.sector(int(ring.place[1]), 5)
        if ring.places is not None
        else np.arange(len(ring.outcomes)) == int(np.argmin(ring.p))
    )

    def short(ratio: float) -> float:
        return power_of(ring, favored(ring, chosen, ratio), spins, alpha) - POWER_GOAL

    return float(scipy.optimize.brentq(short, 1.0, 10.0)) if short(10.0) >= 0 else None
