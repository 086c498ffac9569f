"""Wheels as ordered compartments with colors, clockwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property

from msgspec import Struct


class Color(StrEnum):
    RED = "red"
    BLACK = "black"
    GREEN = "green"
    PLAIN = "plain"
    """A stop of the Big Six wheel, where colors decide nothing."""

    @property
    def other(self) -> Color:
        return Color.BLACK if self is Color.RED else Color.RED


class WheelId(StrEnum):
    AMERICAN = "american"
    EUROPEAN = "european"
    DOUBLE_AS_SINGLE = "double-as-single"
    BIG_SIX = "big-six"


ZEROS = ("0", "00")
NUMBERS = tuple(str(number) for number in range(1, 37))
SYMBOLS = ("$1", "$2", "$5", "$10", "$20", "joker", "flag")

BIG_SIX_STOPS: Mapping[str, int] = dict(zip(SYMBOLS, (24, 15, 7, 4, 2, 1, 1), strict=True))

_AMERICAN = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
).split()
_EUROPEAN = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
).split()


class Compartment(Struct, frozen=True):
    """One compartment (roulette) or stop (Big Six) and its color."""

    label: str
    color: Color


class Wheel(Struct, frozen=True, dict=True):
    """Compartments in clockwise order; a spin that ends in a void one is spun again."""

    id: WheelId
    compartments: tuple[Compartment, ...]
    void: frozenset[str] = frozenset()

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Every label once, in clockwise order."""
        return tuple(dict.fromkeys(compartment.label for compartment in self.compartments))

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many compartments decide a spin, by label; void ones do not."""
        counts = Counter(compartment.label for compartment in self.compartments)
        return {label: counts[label] for label in self.labels if label not in self.void}

    @cached_property
    def size(self) -> int:
        """How many compartments decide a spin."""
        return sum(self.counts.values())

    @cached_property
    def color(self) -> Mapping[str, Color]:
        return {compartment.label: compartment.color for compartment in self.compartments}

    def colored(self, color: Color) -> tuple[str, ...]:
        """The labels of one color, in the order of the layout."""
        return tuple(label for label in ZEROS + NUMBERS if self.color.get(label) is color)

    def neighbors(self, center: str, reach: int) -> tuple[str, ...]:
        """The labels up to `reach` compartments either side of a center, clockwise.

        >>> roulette(WheelId.AMERICAN).neighbors("17", 2)
        ('20', '32', '17', '5', '22')
        """
        at, count = self.labels.index(center), len(self.labels)
        return tuple(self.labels[(at + step) % count] for step in range(-reach, reach + 1))


def _colored(order: Sequence[str], first: Mapping[str, Color]) -> tuple[Compartment, ...]:
    """Colors alternate from each zero on; `first` gives the color of the compartment after each zero."""
    compartments, color = [], Color.GREEN
    for label in order:
        if label in ZEROS:
            compartments.append(Compartment(label, Color.GREEN))
            color = first[label]
        else:
            compartments.append(Compartment(label, color))
            color = color.other
    return tuple(compartments)


@cache
def roulette(wheel: WheelId) -> Wheel:
    """The roulette wheel of that kind, in the standard arrangement."""
    if wheel is WheelId.EUROPEAN:
        return Wheel(wheel, _colored(_EUROPEAN, {"0": Color.RED}))
    void = frozenset({"00"}) if wheel is WheelId.DOUBLE_AS_SINGLE else frozenset[str]()
    return Wheel(wheel, _colored(_AMERICAN, {"0": Color.BLACK, "00": Color.RED}), void)


def rearranged(standard: Wheel, order: Sequence[str]) -> Wheel:
    """A wheel with the same numbers and colors in another, approved, order."""
    return Wheel(standard.id, tuple(Compartment(label, standard.color[label]) for label in order), standard.void)


def big_six(stops: Mapping[str, int] = BIG_SIX_STOPS) -> Wheel:
    """A Big Six wheel with so many stops of each insignia, each kind spread evenly round the wheel.

    Every other kind starts half a step later, so that the single joker and flag stand opposite each other.
    """
    total = sum(stops.values())
    placed = sorted(
        (Fraction(total * (2 * turn + rank % 2), 2 * count), rank, symbol)
        for rank, (symbol, count) in enumerate(stops.items())
        for turn in range(count)
    )
    return Wheel(WheelId.BIG_SIX, tuple(Compartment(symbol, Color.PLAIN) for _, _, symbol in placed))
