"""Ranking: places by points, cuts at the end of a round, ties, and prizes in whole cents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from croupier.terms.money import Cents
from croupier.tournament.setup import RoundPlan
from croupier.tournament.state import Entrant, EntryStatus, EventProgress

Standing = tuple[int, int, int]
"""How far an entry got; smaller is better. Entries of equal standing are tied."""
_STILL_IN = 10**9
_UNRANKED = (EntryStatus.DISQUALIFIED, EntryStatus.WITHDRAWN)


def standing(entry: Entrant) -> Standing:
    """The round that an entry reached, its points then, and if it had none, the game in which it was eliminated."""
    return -(entry.round_out or _STILL_IN), -entry.points.count, -entry.game_out


class TieOrder:
    """Ranks entries by standing, and tied entries as decided."""

    def __init__(self, ties: Iterable[Sequence[int]]) -> None:
        self._decided = {entry: rank for order in ties for rank, entry in enumerate(order)}

    def groups(self, entries: Iterable[Entrant]) -> list[list[int]]:
        """Entries from best to last; entries with an undecided tie form one group."""
        found: list[list[int]] = []
        ranked = sorted(entries, key=lambda entry: (standing(entry), entry.number))
        for _, tied in groupby(ranked, key=standing):
            found += self._split([entry.number for entry in tied])
        return found

    def _split(self, tied: list[int]) -> Iterator[list[int]]:
        decided = sorted((each for each in tied if each in self._decided), key=lambda each: self._decided[each])
        open_ = [each for each in tied if each not in self._decided]
        yield from ([each] for each in decided)
        if open_:
            yield open_


def ranking(entries: Iterable[Entrant], progress: EventProgress) -> list[list[int]]:
    """The places of an event, without disqualified and withdrawn entries."""
    return TieOrder(progress.ties).groups(entry for entry in entries if entry.status not in _UNRANKED)


class Cut(Struct, frozen=True):
    """Who advances and who is out; `tied` are the entries tied across the line."""

    advanced: tuple[int, ...]
    out: tuple[int, ...]
    tied: tuple[int, ...] = ()


def cut(plan: RoundPlan, entries: Sequence[Entrant], progress: EventProgress, *, share: bool) -> Cut:
    """The cut of a round; with `share`, everybody tied at the line advances."""
    order = TieOrder(progress.ties)
    if not plan.best and not plan.best_of_table:
        return Cut(tuple(entry.number for entry in entries), ())
    if plan.best:
        taken = [_best(order.groups(entries), plan.best, share=share)]
    else:
        tables = sorted({entry.table for entry in entries})
        own = ([entry for entry in entries if entry.table == table] for table in tables)
        taken = [_best(order.groups(each), plan.best_of_table, share=share) for each in own]
    tied = next((open_ for _, open_ in taken if open_), [])
    advanced = {entry for through, _ in taken for entry in through}
    if plan.second_chance and not tied:
        rest = [entry for entry in entries if entry.number not in advanced]
        through, tied = _best(order.groups(rest), plan.second_chance, share=share)
        advanced |= set(through)
    numbers = [entry.number for entry in entries]
    out = tuple(number for number in numbers if number not in advanced)
    return Cut(tuple(number for number in numbers if number in advanced), out, tuple(sorted(tied)))


def _best(groups: list[list[int]], count: int, *, share: bool) -> tuple[list[int], list[int]]:
    """The first `count` entries, and those tied across the line."""
    through: list[int] = []
    for group in groups:
        if len(through) >= count:
            break
        if len(through) + len(group) > count and not share:
            return through, group
        through += group
    return through, []


def apportion(total: int, weights: Sequence[Fraction]) -> list[Cents]:
    """Divides a total into whole cents by weight; the largest remainders get the odd cents, earlier ones first.

    >>> apportion(1000, [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]), apportion(100, [Fraction(1)] * 3)
    ([500, 333, 167], [34, 33, 33])
    """
    whole = sum(weights, Fraction(0))
    if not weights or not whole:
        return [Cents(0) for _ in weights]
    exact = [total * weight / whole for weight in weights]
    found = [int(each) for each in exact]
    left = total - sum(found)
    by_rest = sorted(range(len(exact)), key=lambda at: (found[at] - exact[at], at))
    for at in by_rest[:left]:
        found[at] += 1
    return [Cents(each) for each in found]


def shared(amounts: Mapping[int, int], groups: Sequence[Sequence[int]]) -> dict[int, tuple[int, Cents]]:
    """The place and cents of each entry, from amounts by place; tied entries share the amounts of their places."""
    found: dict[int, tuple[int, Cents]] = {}
    place = 1
    for group in groups:
        total = sum(amounts.get(at, 0) for at in range(place, place + len(group)))
        for entry, part in zip(group, apportion(total, [Fraction(1)] * len(group)), strict=True):
            if part:
                found[entry] = place, part
        place += len(group)
    return found
