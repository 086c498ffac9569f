"""Wheels as compartments in clockwise order, with colors. The rulebooks define which wheels exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

WheelId = str
"""The name of a wheel in a rulebook, such as ``american``."""

PLAIN = "plain"
"""The color of a compartment whose color does not matter."""


class SpunPart(StrEnum):
    """What is spun."""

    BALL = "ball"
    """A ball, in a wheel that turns beneath it."""
    WHEEL = "wheel"
    """The wheel alone, past a clapper."""


class Compartment(Struct, frozen=True):
    """A compartment of a wheel with a ball, or a stop of a wheel with a clapper."""

    label: str
    color: str


class Wheel(Struct, frozen=True, dict=True):
    """Compartments in clockwise order; a spin that ends in a void one is repeated.

    `zeros` are the labels that are not grid numbers. A label may occur in several compartments.
    """

    id: WheelId
    compartments: tuple[Compartment, ...]
    void: frozenset[str] = frozenset()
    zeros: tuple[str, ...] = ()
    spun: SpunPart = SpunPart.BALL
    title: str = ""

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Every label once, in clockwise order."""
        return tuple(dict.fromkeys(compartment.label for compartment in self.compartments))

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many compartments count for each label, without void ones."""
        counts = Counter(compartment.label for compartment in self.compartments)
        return {label: counts[label] for label in self.labels if label not in self.void}

    @cached_property
    def size(self) -> int:
        """How many compartments count."""
        return sum(self.counts.values())

    @cached_property
    def color(self) -> Mapping[str, str]:
        return {compartment.label: compartment.color for compartment in self.compartments}

    @cached_property
    def is_single(self) -> bool:
        """Whether every label occurs in only one compartment."""
        return len(self.labels) == len(self.compartments)

    @property
    def deciding_zeros(self) -> tuple[str, ...]:
        return tuple(zero for zero in self.zeros if zero not in self.void)

    def neighbors(self, center: str, reach: int) -> tuple[str, ...]:
        """The labels up to `reach` compartments either side of the center, clockwise.

        >>> wheel = Wheel("small", tuple(Compartment(label, "red") for label in "abcde"))
        >>> wheel.neighbors("a", 1)
        ('e', 'a', 'b')
        """
        at, count = self.labels.index(center), len(self.labels)
        return tuple(self.labels[(at + step) % count] for step in range(-reach, reach + 1))


def alternating(order: Sequence[str], first: Mapping[str, Sequence[str]], zero_color: str) -> tuple[Compartment, ...]:
    """Alternating colors starting after each zero; `first` lists the colors, in order, for each zero.

    >>> [each.color for each in alternating(["0", "1", "2", "3"], {"0": ["red", "black"]}, "green")]
    ['green', 'red', 'black', 'red']
    """
    compartments, turn = [], 0
    colors: Sequence[str] = (zero_color,)
    for label in order:
        if label in first:
            compartments.append(Compartment(label, zero_color))
            colors, turn = first[label], 0
        else:
            compartments.append(Compartment(label, colors[turn % len(colors)]))
            turn += 1
    return tuple(compartments)


def rearranged(standard: Wheel, order: Sequence[str]) -> Wheel:
    """A wheel with the same numbers and colors in another approved order."""
    compartments = tuple(Compartment(label, standard.color[label]) for label in order)
    return Wheel(standard.id, compartments, standard.void, standard.zeros, standard.spun, standard.title)


def spread(stops: Mapping[str, int]) -> tuple[str, ...]:
    """The labels with the given number of stops each, spread evenly around the wheel.

    Every other label starts half a step later, so that two single stops are opposite each other.
    """
    total = sum(stops.values())
    placed = sorted(
        (Fraction(total * (2 * turn + rank % 2), 2 * count), rank, label)
        for rank, (label, count) in enumerate(stops.items())
        for turn in range(count)
    )
    return tuple(label for _, _, label in placed)


def in_color(order: Iterable[str], colors: Mapping[str, str], other: str = PLAIN) -> tuple[Compartment, ...]:
    """Compartments in that order, colored by label."""
    return tuple(Compartment(label, colors.get(label, other)) for label in order)
