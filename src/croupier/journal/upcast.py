"""Upgrades old events on reading: permanent names, numbered versions, one step from each to the next.

Stored records never change. A body written as ``wager-placed/1`` goes through the steps 1 → 2 → 3 until it has the
shape that the current code expects. See ADR 23.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.journal.record import check_kind
from croupier.terms.fault import Fault

Body = Mapping[str, object]
Step = Callable[[Body], Body]
"""A pure function from a body of one version to the same fact as a body of the next."""


class UnknownKind(Fault):
    """A journal holds an event that this program does not know."""


class Upcasts:
    """The current version of every event name, and the steps that lead to it.

    >>> upcasts = Upcasts({"wager-placed": 2}, {"wager-placed/1": lambda body: {**body, "currency": "USD"}})
    >>> upcasts.upcast("wager-placed/1", {"stake": 500})
    ('wager-placed/2', {'stake': 500, 'currency': 'USD'})
    """

    def __init__(self, current: Mapping[str, int], steps: Mapping[str, Step]) -> None:
        needed = {f"{name}/{version}" for name, newest in current.items() for version in range(1, newest)}
        for name, newest in current.items():
            check_kind(f"{name}/{newest}")
        if missing := sorted(needed - steps.keys()):
            raise ValueError(f"No step upgrades {', '.join(missing)}.")
        if extra := sorted(steps.keys() - needed):
            raise ValueError(f"Steps upgrade {', '.join(extra)}, which is not an old version of an event.")
        self._current = dict(current)
        self._steps = dict(steps)

    def kind(self, name: str) -> str:
        """The name with its current version, as in new records."""
        return f"{name}/{self._current[name]}"

    def upcast(self, kind: str, body: Body) -> tuple[str, Body]:
        """The event in its current version; the given body is not changed."""
        check_kind(kind)
        name, _, digits = kind.partition("/")
        version, newest = int(digits), self._current.get(name)
        if newest is None:
            raise UnknownKind(
                f"The journal holds {kind}, but this croupier does not know {name}. Use a newer croupier."
            )
        if version > newest:
            raise UnknownKind(
                f"The journal holds {kind}, but this croupier only knows {name}/{newest}. Use a newer croupier."
            )
        while version < newest:
            body = self._steps[f"{name}/{version}"](body)
            version += 1
        return f"{name}/{newest}", body
