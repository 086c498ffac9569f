"""The model of a fair wheel: its outcomes, their probabilities, and their places on the ring."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.game.wheel import Wheel
from croupier.terms.problem import Problem, Problems, nearest, shown

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


class Ring(Struct, frozen=True, dict=True):
    """The outcomes of a spin that counts, with their exact probabilities on a fair wheel.

    `places` numbers the compartments clockwise; it is None if an outcome occurs in several of them (a Big Six
    insignia), so that sectors have no meaning. `size` counts all compartments, including void ones.
    """

    name: str
    outcomes: tuple[str, ...]
    chances: tuple[Fraction, ...]
    size: int
    places: tuple[int, ...] | None
    void: frozenset[str] = frozenset()

    @cached_property
    def index(self) -> dict[str, int]:
        return {outcome: index for index, outcome in enumerate(self.outcomes)}

    @cached_property
    def p(self) -> Floats:
        return np.array([float(chance) for chance in self.chances])

    @cached_property
    def place(self) -> Counts:
        """The place of each outcome; raises if outcomes have no single place."""
        if self.places is None:
            raise ValueError(f"outcomes of the {self.name} wheel have no single place")
        return np.array(self.places, dtype=np.int64)

    @cached_property
    def angle(self) -> Floats:
        """Angles clockwise from the top, in radians."""
        return 2 * np.pi * self.place / self.size

    def find(self, label: str) -> int:
        """The index of an outcome; raises a problem if the wheel has no such compartment."""
        at = self.index.get(label)
        if at is None:
            wrong = f"{shown(label)} is not a compartment of the {self.name} wheel"
            raise Problems([Problem("number", wrong, nearest(label, self.outcomes))])
        return at

    def indices(self, labels: Iterable[str]) -> Counts:
        """The indices of many outcomes, without void ones."""
        return np.fromiter((self.find(label) for label in labels if label not in self.void), dtype=np.int64)

    def sector(self, start: int, width: int) -> NDArray[np.bool_]:
        """Which outcomes are in the arc of `width` compartments clockwise from `start`."""
        return (self.place - start) % self.size < width


def ring_of(wheel: Wheel, *, stops: bool = False) -> Ring:
    """The ring of a wheel; with `stops`, a Big Six wheel by stop number instead of insignia."""
    if not wheel.is_single:
        size = wheel.size
        if stops:
            names = tuple(str(stop) for stop in range(1, size + 1))
            return Ring(wheel.id, names, (Fraction(1, size),) * size, size, tuple(range(size)))
        shown_on = tuple(sorted(wheel.counts, key=lambda label: -wheel.counts[label]))
        return Ring(wheel.id, shown_on, tuple(Fraction(wheel.counts[each], size) for each in shown_on), size, None)
    places = {compartment.label: place for place, compartment in enumerate(wheel.compartments)}
    labels = tuple(wheel.counts)
    return Ring(
        wheel.id,
        labels,
        (Fraction(1, len(labels)),) * len(labels),
        len(wheel.compartments),
        tuple(places[label] for label in labels),
        wheel.void,
    )
