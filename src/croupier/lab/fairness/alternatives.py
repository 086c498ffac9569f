"""The kinds of unfairness that the monitor bets on.

Each alternative is a law over the outcomes. A compartment or a sector is favored by an odds ratio, which gives a valid
law for any ratio; a harmonic is a smooth lean of the whole ring, as a tilted wheel has.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.fairness.ring import Floats, Ring
from croupier.terms.coded_message import Facts, yes

COMPARTMENT_RATIOS = (0.5, 1.15, 1.4, 2.0)
SECTOR_WIDTHS = (3, 5, 7, 9, 13)
SECTOR_RATIO = 1.25
HARMONICS = (1, 2)
PHASES = 12
AMPLITUDES = (0.08, 0.16, 0.32)


class Alternative(Struct, frozen=True):
    """One kind of unfairness: its family, its description and its law."""

    family: str
    words: str
    law: tuple[float, ...]
    facts: Facts = {}
    """The values in the description."""


def favored(ring: Ring, chosen: NDArray[np.bool_], ratio: float) -> Floats:
    """The law in which the odds of the chosen outcomes together are multiplied by `ratio`."""
    weights = np.where(chosen, ratio, 1.0) * ring.p
    law: Floats = weights / weights.sum()
    return law


def leaning(ring: Ring, harmonic: int, phase: float, amplitude: float) -> Floats:
    """A law that follows a cosine around the ring."""
    weights = ring.p * (1 + amplitude * np.cos(harmonic * ring.angle - phase))
    law: Floats = weights / weights.sum()
    return law


def alternatives(ring: Ring) -> tuple[Alternative, ...]:
    """Every alternative for a ring: about 400 on a roulette wheel."""
    return tuple(Alternative(family, words, tuple(law.tolist()), facts) for family, words, facts, law in _laws(ring))


def weights(found: tuple[Alternative, ...]) -> Floats:
    """The initial capital: equal shares per family, split evenly among its members."""
    families = [alternative.family for alternative in found]
    shares = [1 / (len(set(families)) * families.count(family)) for family in families]
    return np.array(shares)


def _laws(ring: Ring) -> Iterator[tuple[str, str, Facts, Floats]]:
    for at, outcome in enumerate(ring.outcomes):
        chosen = np.arange(len(ring.outcomes)) == at
        for ratio in COMPARTMENT_RATIOS:
            facts: Facts = {"outcome": outcome, "ratio": f"{ratio:g}"}
            yield "compartment", f"{outcome} at {ratio:g} times its odds", facts, favored(ring, chosen, ratio)
    if ring.places is None:
        return
    for width in SECTOR_WIDTHS:
        for start in range(ring.size):
            chosen = ring.sector(start, width)
            if 0 < chosen.sum() < len(ring.outcomes):
                names = sector_names(ring, chosen, start)
                facts = {"sector": "-".join(names), "first": names[0], "last": names[-1], "count": len(names)}
                words = f"sector {sector_words(ring, chosen, start)} at {SECTOR_RATIO:g} times its odds"
                yield "sector", words, {**facts, "ratio": f"{SECTOR_RATIO:g}"}, favored(ring, chosen, SECTOR_RATIO)
    for harmonic in HARMONICS:
        for step in range(PHASES):
            phase = 2 * np.pi * step / PHASES
            toward = ring.outcomes[int(np.argmax(np.cos(harmonic * ring.angle - phase)))]
            for amplitude in AMPLITUDES:
                words = f"a lean of {amplitude:.0%} toward {toward}" + (" and its opposite" if harmonic == 2 else "")
                facts = {"percent": round(amplitude * 100), "toward": toward, "opposite": yes(harmonic == 2)}
                yield "harmonic", words, facts, leaning(ring, harmonic, phase, amplitude)


def sector_words(ring: Ring, chosen: NDArray[np.bool_], start: int) -> str:
    """A sector by its outcomes, clockwise; a long one by its ends."""
    names = sector_names(ring, chosen, start)
    return "-".join(names) if len(names) <= 5 else f"{names[0]} to {names[-1]} ({len(names)} places)"


def sector_names(ring: Ring, chosen: NDArray[np.bool_], start: int) -> list[str]:
    """The outcomes of a sector, clockwise."""
    order = np.argsort((ring.place - start) % ring.size)
    return [ring.outcomes[at] for at in order if chosen[at]]
