"""Points: the value of tournament chips. They rank players and are never money."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from croupier.terms.text import counted

POINTS_MAX = 10**15
"""The most points that one player may have: a payout on all of them still fits 64 bits."""


class Points(Struct, frozen=True, order=True, array_like=True, gc=False):
    """A number of points. They add to points only: adding them to money or to a bare number raises TypeError.

    >>> Points(300) + Points(200), max(Points(7), Points(9))
    (Points(count=500), Points(count=9))
    >>> Points(300) + 200
    Traceback (most recent call last):
    TypeError: unsupported operand type(s) for +: 'Points' and 'int'
    """

    count: int

    def __add__(self, other: Points) -> Points:
        if type(other) is Points:
            return Points(self.count + other.count)
        return NotImplemented

    def __sub__(self, other: Points) -> Points:
        if type(other) is Points:
            return Points(self.count - other.count)
        return NotImplemented

    def __bool__(self) -> bool:
        return self.count != 0

    def __str__(self) -> str:
        return counted(self.count, "point")


NO_POINTS = Points(0)


def total(points: Iterable[Points]) -> Points:
    """The sum of points.

    >>> total([Points(1), Points(2)])
    Points(count=3)
    """
    return Points(sum(each.count for each in points))
