"""Which orders were answered, and where their answers stand in the journal. See ADR 25."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

GENERATION = 100_000
"""At least so many answers are remembered, and at most twice as many."""

_COUNT_BITS = 18
"""Enough for the most records that one commit may hold."""
_COUNT_MASK = (1 << _COUNT_BITS) - 1


class AnswerIndex:
    """The last answers by sender and id, in two generations: a full one pushes out the one before.

    An answer is remembered as the version of its first record and how many records it has; what it said is
    read from the journal.
    """

    def __init__(
        self,
        generation: int = GENERATION,
        young: Mapping[str, int] | None = None,
        old: Mapping[str, int] | None = None,
        forgotten: int = 0,
    ) -> None:
        self.generation = generation
        self.young = dict(young or {})
        self.old = dict(old or {})
        self.forgotten = forgotten
        """No order recorded up to this version is remembered for certain."""

    def __len__(self) -> int:
        return len(self.young) + len(self.old)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AnswerIndex):
            return NotImplemented
        return (self.young, self.old, self.forgotten) == (other.young, other.old, other.forgotten)

    __hash__ = None  # type: ignore[assignment]

    def find(self, key: str) -> tuple[int, int] | None:
        """The version of the first record and the number of records."""
        found = self.young.get(key)
        if found is None:
            found = self.old.get(key)
            if found is None:
                return None
        return found >> _COUNT_BITS, found & _COUNT_MASK

    def add(self, key: str, first: int, count: int = 1) -> None:
        """Remembers an answer; what is older than two generations is forgotten."""
        if len(self.young) >= self.generation and key not in self.young:
            if self.old:
                last = next(reversed(self.old.values()))
                self.forgotten = (last >> _COUNT_BITS) + (last & _COUNT_MASK) - 1
            self.old, self.young = self.young, {}
        self.young[key] = first << _COUNT_BITS | count

    def follow(self, actors: Iterable[str], ids: Iterable[str], first: int) -> None:
        """Remembers the orders of the records that were read from a version on, sender and id of each."""
        keys = [f"{actor} {id}" for actor, id in zip(actors, ids, strict=True)]
        places = range((first << _COUNT_BITS) + 1, (first + len(keys) << _COUNT_BITS) + 1, 1 << _COUNT_BITS)
        found = dict(zip(keys, places, strict=True))
        if len(found) == len(keys) <= self.generation - len(self.young) and self.young.keys().isdisjoint(found):
            self.young |= found  # each of them is an answer of one record
            return
        for version, key in enumerate(keys, start=first):
            known = self.young.get(key)
            if known is not None and (known >> _COUNT_BITS) + (known & _COUNT_MASK) == version:
                self.young[key] = known + 1
            else:
                self.add(key, version)


def key_of(actor: str, id: str) -> str:
    """How an order is remembered; an actor's id has no space in it, so no two orders share a key."""
    return f"{actor} {id}"
