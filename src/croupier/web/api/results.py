"""The last results of a table over HTTP, with counts and the bands expected by chance.

Bands are exact. Even a fair wheel leaves some counts outside their bands; the answer says how many on average, so
that nobody mistakes one for a bias.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from croupier.floor.premises import Premises
from croupier.game.layout import Spot
from croupier.game.wager import BetGroup
from croupier.odds.bands import CountBand, count_band
from croupier.records.results import RESULTS_MAX
from croupier.rules.figures import Exact, exact
from croupier.rules.table import Rules
from croupier.web.api.lookup import find_running
from croupier.web.endpoint import EVERYBODY, Call, Endpoint

INSIDE = Fraction(95, 100)
"""Minimum probability that a count of a fair wheel lies in its band."""


class ResultCount(Struct, frozen=True):
    """How often something came up, and the band expected by chance."""

    name: str
    color: str
    """The color of the compartment; empty for a group."""
    chance: Exact
    count: int
    expected: Exact
    low: int
    high: int
    inside: float
    """The probability of a count from `low` to `high`."""


class ResultsAnswer(Struct, frozen=True):
    most: int
    """Maximum number of results."""
    results: tuple[str, ...]
    """Oldest first."""
    inside: Exact
    """Minimum probability of a band."""
    labels: tuple[ResultCount, ...]
    """In wheel order."""
    groups: tuple[tuple[ResultCount, ...], ...]
    """Outside wagers that divide the numbers of the layout, such as the dozens."""
    outside: int
    """Number of labels whose count is outside its band."""
    outside_expected: float
    """Average number outside for a fair wheel."""


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:

    async def results(call: Call) -> ResultsAnswer:
        running = find_running(premises, call)
        found = await asyncio.to_thread(running.history.results)
        return await asyncio.to_thread(count_results, running.live.rules.betting, found)

    path, words = "/tables/{number}/results", f"The last {RESULTS_MAX} results, with counts and expected bands."
    return (Endpoint("GET", path, results, words, EVERYBODY, answer=ResultsAnswer),)


def count_results(rules: Rules, results: Sequence[str]) -> ResultsAnswer:
    wheel, counts, spins = rules.game.wheel, Counter(results), len(results)

    def counted(name: str, numbers: Collection[str], color: str = "") -> tuple[ResultCount, CountBand]:
        chance = Fraction(sum(wheel.counts.get(each, 0) for each in numbers), wheel.size)
        band = count_band(spins, chance, INSIDE)
        return ResultCount(
            name=name,
            color=color,
            chance=exact(chance),
            count=sum(counts[each] for each in numbers),
            expected=exact(band.expected),
            low=band.low,
            high=band.high,
            inside=float(band.inside),
        ), band

    labels = [counted(label, (label,), wheel.color[label]) for label in wheel.counts]
    return ResultsAnswer(
        most=RESULTS_MAX,
        results=tuple(results),
        inside=exact(INSIDE),
        labels=tuple(told for told, _ in labels),
        groups=tuple(tuple(counted(spot.name, spot.numbers)[0] for spot in group) for group in _groups(rules)),
        outside=sum(not told.low <= told.count <= told.high for told, _ in labels),
        outside_expected=float(sum((1 - band.inside for _, band in labels), start=Fraction(0))),
    )


def _groups(rules: Rules) -> Iterator[list[Spot]]:
    """Groups of outside wagers of the same form and size that share no number."""
    found: dict[tuple[str, int], list[Spot]] = {}
    for spot in rules.layout:
        if spot.group is BetGroup.OUTSIDE and spot.area is not None and spot.same_as is None:
            found.setdefault((spot.form.value, len(spot.numbers)), []).append(spot)
    for group in found.values():
        numbers = [number for spot in group for number in spot.numbers]
        if len(group) > 1 and len(set(numbers)) == len(numbers):
            yield group
