"""The tests of the audit. Each gives a p-value that is valid on a fair wheel, or the reason why it was not made."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy import special

from croupier.lab.fairness.alternatives import sector_words
from croupier.lab.fairness.ring import Counts, Floats, Ring
from croupier.lab.fairness.spins import Spins
from croupier.terms.text import counted, times

EXPECTED_LEAST = 5
"""Minimum expected count for the chi-square approximation."""
PAIRS_LEAST = 100
SCAN_DRAWS = 9999
_SCAN_SEED = 20140715


class Test(Struct, frozen=True):
    """One test: what was found, and the probability of finding as much on a fair wheel.

    `p` is None if the test was not made; `found` then says why.
    """

    __test__ = False  # not a pytest class

    id: str
    title: str
    found: str
    statistic: float | None = None
    freedom: int | None = None
    p: float | None = None


def chi_square(ring: Ring, counts: Counts, id: str = "chi-square", what: str = "compartment") -> Test:
    """Pearson's chi-square over the outcomes."""
    title = f"Chi-square over every {what}"
    total = int(counts.sum())
    expected = total * ring.p
    if expected.min() < EXPECTED_LEAST:
        needed = int(np.ceil(EXPECTED_LEAST / ring.p.min()))
        return Test(id, title, f"not made: it needs {needed:,} spins, so that each {what} is expected five times")
    statistic = float(((counts - expected) ** 2 / expected).sum())
    freedom = len(ring.outcomes) - 1
    found = f"{statistic:.1f} on {freedom} degrees of freedom, where a fair wheel gives about {freedom}"
    return Test(id, title, found, statistic, freedom, float(special.chdtrc(freedom, statistic)))


def hottest(ring: Ring, counts: Counts, id: str = "largest-count", what: str = "compartment") -> Test:
    """The count least likely to be so large, with Bonferroni's correction for looking at all of them."""
    total = int(counts.sum())
    tails = special.betainc(counts.clip(1), total - counts.clip(1) + 1, ring.p)  # P(count or more)
    tails = np.where(counts == 0, 1.0, tails)
    at = int(np.argmin(tails))
    found = f"{ring.outcomes[at]} came up {times(int(counts[at]))}, where {total * ring.p[at]:,.1f} are expected"
    p = min(1.0, float(tails[at]) * len(ring.outcomes))
    return Test(id, f"Largest count of one {what}", found, float(counts[at]), None, p)


class _Arcs(Struct, frozen=True):
    """The most unusual arc of each row of counts: its z-score, start and width."""

    z: Floats
    start: Counts
    width: Counts


def _unusual_arcs(ring: Ring, counts: NDArray[np.int64]) -> _Arcs:
    """Compares arcs of 2 compartments to half the ring, at all starts, for rows of counts with the same total."""
    rows, size, total = counts.shape[0], ring.size, int(counts[0].sum())
    placed = np.zeros((rows, size))
    placed[:, ring.place] = counts
    chance = np.zeros(size)
    chance[ring.place] = ring.p
    arc, arc_chance = placed.copy(), chance.copy()
    best = _Arcs(np.full(rows, -1.0), np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64))
    for width in range(2, size // 2 + 1):
        arc += np.roll(placed, -(width - 1), axis=1)
        arc_chance += np.roll(chance, -(width - 1))
        z = np.abs(arc - total * arc_chance) / np.sqrt(total * arc_chance * (1 - arc_chance))
        start = np.argmax(z, axis=1)
        top = z[np.arange(rows), start]
        better = top > best.z
        best.z[better], best.start[better], best.width[better] = top[better], start[better], width
    return best


def sector_scan(ring: Ring, counts: Counts) -> Test:
    """The most unusual sector, compared with those of simulated fair wheels.

    If it beats every simulated one, Bonferroni's bound over all sectors may give a smaller p-value.
    """
    total = int(counts.sum())
    best = _unusual_arcs(ring, counts[None, :])
    draws = np.random.default_rng(_SCAN_SEED).multinomial(total, ring.p, size=SCAN_DRAWS)
    beaten = int((_unusual_arcs(ring, draws).z >= best.z[0] - 1e-9).sum())
    p = (1 + beaten) / (1 + SCAN_DRAWS)
    start, width = int(best.start[0]), int(best.width[0])
    chosen = ring.sector(start, width)
    hits, chance = int(counts[chosen].sum()), float(ring.p[chosen].sum())
    if beaten == 0:
        tail = _binomial_tails(hits, total, chance) * ring.size * (ring.size // 2 - 1)
        p = min(p, tail)
    found = (
        f"the sector {sector_words(ring, chosen, start)} came up {times(hits)}, "
        f"where {total * chance:,.1f} are expected ({best.z[0]:.1f} standard deviations)"
    )
    return Test("sector-scan", "Most unusual sector of neighbors", found, float(best.z[0]), None, p)


def _binomial_tails(hits: int, total: int, chance: float) -> float:
    """Twice the smaller tail of a binomial count."""
    above = 1.0 if hits == 0 else float(special.betainc(hits, total - hits + 1, chance))
    below = 1.0 if hits == total else float(special.betainc(total - hits, hits + 1, 1 - chance))
    return min(1.0, 2 * min(above, below))


def rayleigh(ring: Ring, counts: Counts) -> Test:
    """Rayleigh's test of the first harmonic: does one side of the ring come up more often?"""
    total = int(counts.sum())
    points = np.stack([np.cos(ring.angle), np.sin(ring.angle)])
    mean = points @ ring.p
    spread = (points - mean[:, None]) * ring.p @ (points - mean[:, None]).T
    pull = points @ counts - total * mean
    statistic = float(pull @ np.linalg.solve(total * spread, pull))
    toward = _nearest_outcome(ring, float(np.arctan2(pull[1], pull[0])))
    found = f"a lean of {2 * np.hypot(*pull) / total:.1%} toward {toward}"
    if total < PAIRS_LEAST:
        return Test("rayleigh", "Lean to one side", f"not made: it needs {PAIRS_LEAST} spins")
    return Test("rayleigh", "Lean to one side (Rayleigh)", found, statistic, 2, float(special.chdtrc(2, statistic)))


def _nearest_outcome(ring: Ring, angle: float) -> str:
    return ring.outcomes[int(np.argmax(np.cos(ring.angle - angle)))]


def serial(spins: Spins) -> Test:
    """Does a result depend on the one before? Tests transitions between groups against the fair chances.

    With known chances, the sum over all rows is asymptotically chi-square with k(k - 1) degrees of freedom, even though
    pairs overlap. The groups are as fine as the record allows.
    """
    ring, title = spins.ring, "Dependence on the previous spin (pairs)"
    pairs = int(spins.follows.sum())
    for groups in _groupings(ring):
        chance = np.bincount(groups, weights=ring.p)
        if pairs * chance.min() ** 2 < EXPECTED_LEAST:
            continue
        of = groups[spins.results]
        size = chance.size
        later = np.flatnonzero(spins.follows)
        table = np.bincount(of[later - 1] * size + of[later], minlength=size * size).reshape(size, size)
        table = table[table.sum(axis=1) > 0]
        expected = table.sum(axis=1, keepdims=True) * chance
        statistic = float(((table - expected) ** 2 / expected).sum())
        freedom = table.shape[0] * (size - 1)
        found = f"{statistic:,.1f} on {freedom:,} degrees of freedom over {pairs:,} pairs in {size} groups"
        return Test("serial-pairs", title, found, statistic, freedom, float(special.chdtrc(freedom, statistic)))
    return Test("serial-pairs", title, f"not made: too few for a table: {counted(pairs, 'pair')}")


def _groupings(ring: Ring) -> Iterator[Counts]:
    """Ever coarser groups of outcomes: single ones, then arcs, or the most likely ones and the rest."""
    every = len(ring.outcomes)
    yield np.arange(every, dtype=np.int64)
    if ring.places is not None:
        for groups in (19, 12, 9, 6, 4, 3, 2):
            if groups < every:
                yield np.arange(every, dtype=np.int64) * groups // every
    else:
        rank = np.argsort(np.argsort(-ring.p, kind="stable"), kind="stable")
        for groups in range(every - 1, 1, -1):
            yield np.minimum(rank, groups - 1).astype(np.int64)


def displacement(spins: Spins, id: str, who: str, chosen: NDArray[np.bool_]) -> Test:
    """Is the distance between consecutive results steady? Rayleigh's test of the distances around the ring.

    Each distance is compared with its expectation given the previous result, so that a void compartment does not look
    like steadiness.
    """
    ring, title = spins.ring, f"Steady distance from result to result, {who}"
    later = np.flatnonzero(chosen & spins.follows)
    if later.size < PAIRS_LEAST:
        return Test(id, title, f"not made: {counted(later.size, 'pair')}, and it needs {PAIRS_LEAST}")
    distance = 2 * np.pi * ((ring.place[None, :] - ring.place[:, None]) % ring.size) / ring.size
    points = np.stack([np.cos(distance), np.sin(distance)], axis=-1)  # before, after, (x, y)
    mean = np.einsum("ijd,j->id", points, ring.p)
    spread = np.einsum("ijd,ije,j->ide", points, points, ring.p) - mean[:, :, None] * mean[:, None, :]
    before, after = spins.results[later - 1], spins.results[later]
    pull = (points[before, after] - mean[before]).sum(axis=0)
    statistic = float(pull @ np.linalg.solve(spread[before].sum(axis=0), pull))
    places = float(np.arctan2(pull[1], pull[0])) / (2 * np.pi) * ring.size % ring.size
    found = f"a pull of {2 * np.hypot(*pull) / later.size:.1%} toward {places:.0f} places on, over {later.size:,} pairs"
    return Test(id, title, found, statistic, 2, float(special.chdtrc(2, statistic)))


def displacements(spins: Spins) -> Iterator[Test]:
    """One test per dealer and direction if they are recorded, otherwise one over all spins."""
    dealers, directions = spins.dealers, spins.directions
    if dealers is None and directions is None:
        yield displacement(spins, "displacement", "all spins", np.ones(spins.count, dtype=np.bool_))
        return
    of_dealer = np.array(dealers or [""] * spins.count)
    of_direction = np.array(directions or [""] * spins.count)
    stayed = np.concatenate([[False], of_dealer[1:] == of_dealer[:-1]])
    for dealer in sorted(set(of_dealer.tolist())):
        for direction in sorted(set(of_direction.tolist())):
            chosen = stayed & (of_dealer == dealer) & (of_direction == direction)
            named = [f"dealer {dealer}"] if dealer else []
            named += [direction] if direction else []
            id = ":".join(["displacement", *(part for part in (dealer, direction) if part)])
            yield displacement(spins, id, ", ".join(named), chosen)


def void_rate(spins: Spins) -> Test:
    """Do void compartments come up as often as their share of the ring?"""
    title = f"Share of void spins ({', '.join(sorted(spins.ring.void))})"
    if spins.voids == 0:
        return Test("void-spins", title, "not made: none is recorded, perhaps because they are not")
    total, chance = spins.count + spins.voids, len(spins.ring.void) / spins.ring.size
    found = f"{spins.voids:,} of {total:,} spins, where {total * chance:,.1f} are expected"
    return Test("void-spins", title, found, float(spins.voids), None, _binomial_tails(spins.voids, total, chance))
