"""Index of answered orders and the records that hold their answers. See ADR 25."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

GENERATION = 100_000
"""Number of answers in a generation: at least this many are remembered, at most twice as many."""

_COUNT_BITS = 18
"""Enough bits for the maximum number of records in one commit."""
_COUNT_MASK = (1 << _COUNT_BITS) - 1


class AnswerIndex:
    """The latest answers by sender and id, in two generations: when one is full, the older one is dropped.

    An answer is stored as the version of its first record and its number of records. Its content is read from the
    journal.
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
        """Orders recorded up to this version may have been dropped."""

    def __len__(self) -> int:
        return len(self.young) + len(self.old)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AnswerIndex):
            return NotImplemented
        return (self.young, self.old, self.forgotten) == (other.young, other.old, other.forgotten)

    __hash__ = None  # type: ignore[assignment]

    def find(self, key: str) -> tuple[int, int] | None:
        """The version of the first record and the number of records of an answer."""
        found = self.young.get(key)
        if found is None:
            found = self.old.get(key)
            if found is None:
                return None
        return found >> _COUNT_BITS, found & _COUNT_MASK

    def add(self, key: str, first: int, count: int = 1) -> None:
        """Adds an answer, and drops what is older than two generations."""
        if len(self.young) >= self.generation and key not in self.young:
            if self.old:
                last = next(reversed(self.old.values()))
                self.forgotten = (last >> _COUNT_BITS) + (last & _COUNT_MASK) - 1
            self.old, self.young = self.young, {}
        self.young[key] = first << _COUNT_BITS | count

    def add_all(self, keys: Collection[str], first: int, counts: Sequence[int]) -> None:
        """Adds the answers of one commit, given the version of its first record and the number of records of each."""
        room = self.generation - len(self.young)
        if 1 < len(keys) <= room and sum(counts) == len(keys):  # every answer is a single record
            self.young.update(zip(keys, self._places(first, len(keys)), strict=True))
            return
        for key, count in zip(keys, counts, strict=True):
            self.add(key, first, count)
            first += count

    def follow(self, actors: Iterable[str], ids: Iterable[str], first: int) -> None:
        """Adds the orders of consecutive records, given the sender and id of each and the version of the first."""
        keys = [f"{actor} {id}" for actor, id in zip(actors, ids, strict=True)]
        young, old = self.young, len(self.young)
        if len(keys) <= self.generation - old:
            places = self._places(first, len(keys))
            found = [*map(young.setdefault, keys, places)]
            if len(young) == old + len(keys):  # every answer is a single record
                return
            for key, place, there in zip(keys, places, found, strict=True):
                if there == place:
                    del young[key]
        for version, key in enumerate(keys, start=first):
            known = self.young.get(key)
            if known is not None and (known >> _COUNT_BITS) + (known & _COUNT_MASK) == version:
                self.young[key] = known + 1
            else:
                self.add(key, version)

    @staticmethod
    def _places(first: int, count: int) -> range:
        """Where consecutive answers of one record each are."""
        return range((first << _COUNT_BITS) + 1, (first + count << _COUNT_BITS) + 1, 1 << _COUNT_BITS)


def key_of(actor: str, id: str) -> str:
    """The key of an order. An actor's id contains no space, so two orders never share a key."""
    return f"{actor} {id}"
