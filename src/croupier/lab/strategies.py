"""The betting systems: how many times the portfolio to stake after a win or a loss.

A system keeps one or two integers (x, y) and asks for x units, one unit being the portfolio. The table's maximum and
the whole units left in the bankroll limit what it gets. It advances on the sign of the round's net result: a win, a
loss (half a loss counts as one), or neither, which changes nothing. A system that asks for more than the maximum stays
there until it wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from croupier.terms.problem import Problem, Problems, nearest, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32] | NDArray[np.int64]


class StrategyCode(IntEnum):
    """A system's number in the kernels."""

    FLAT = 0
    MARTINGALE = 1
    DALEMBERT = 2
    FIBONACCI = 3
    PAROLI = 4
    OSCAR = 5
    LABOUCHERE = 6


class System(StrEnum):
    FLAT = "flat"
    MARTINGALE = "martingale"
    DALEMBERT = "dalembert"
    FIBONACCI = "fibonacci"
    LABOUCHERE = "labouchere"
    OSCARS_GRIND = "oscars-grind"
    PAROLI = "paroli"
    JAMES_BOND = "james-bond"

    @property
    def code(self) -> StrategyCode:
        return _CODES[self]

    @property
    def words(self) -> str:
        """What the system does, in a phrase."""
        return _WORDS[self]


_CODES = {
    System.FLAT: StrategyCode.FLAT,
    System.MARTINGALE: StrategyCode.MARTINGALE,
    System.DALEMBERT: StrategyCode.DALEMBERT,
    System.FIBONACCI: StrategyCode.FIBONACCI,
    System.LABOUCHERE: StrategyCode.LABOUCHERE,
    System.OSCARS_GRIND: StrategyCode.OSCAR,
    System.PAROLI: StrategyCode.PAROLI,
    System.JAMES_BOND: StrategyCode.FLAT,
}

_WORDS = {
    System.FLAT: "one unit every time",
    System.MARTINGALE: "twice as much after a loss, one unit after a win",
    System.DALEMBERT: "one unit more after a loss, one less after a win",
    System.FIBONACCI: "the next number of 1 1 2 3 5 8 ... after a loss, two numbers back after a win",
    System.LABOUCHERE: "the ends of a line of numbers, struck out after a win; a loss is written at its end",
    System.OSCARS_GRIND: "one unit more after a win until the cycle has won one unit, the same after a loss",
    System.PAROLI: "twice as much after a win, one unit after a loss or three wins in a row",
    System.JAMES_BOND: "14 parts on high, 5 on the line 13 to 18, 1 on 0, every time",
}

JAMES_BOND: Mapping[str, int] = {"high": 14, "13-14-15-16-17-18": 5, "0": 1}
"""Parts out of twenty."""
LABOUCHERE_LINE = (1, 2, 3, 4)
PAROLI_TOP = 4
"""The units staked for the third win in a row; after it the system starts over."""


def read_system(name: str) -> System:
    """The system of that name; raises a problem that suggests the nearest."""
    try:
        return System(name)
    except ValueError:
        raise Problems([Problem("strategy", f"{shown(name)} is not known", nearest(name, System))]) from None


def start(code: StrategyCode) -> tuple[int, int]:
    """The numbers that a system starts with."""
    del code  # the same for every system
    return 1, 0


def step(
    code: StrategyCode, x: Ints, y: Ints, net: Ints, staked: Ints, most: int, target: int, gain: int
) -> tuple[Ints, Ints]:
    """The numbers after a round: `net` is per unit, `staked` in units; `target` and `gain` are for Oscar's grind.

    It works on arrays, so that the exact law and the tests' reference play the same system.
    """
    import numpy as np

    won, lost = net > 0, net < 0
    match code:
        case StrategyCode.FLAT:
            return x, y
        case StrategyCode.MARTINGALE:
            return np.where(won, 1, np.where(lost, np.minimum(2 * x, most), x)), y
        case StrategyCode.DALEMBERT:
            return np.where(won, np.maximum(x - 1, 1), np.where(lost, np.minimum(x + 1, most), x)), y
        case StrategyCode.FIBONACCI:
            back, before = x - y, 2 * y - x
            whole = (back >= 1) & (before >= 0)
            on = lost & (x < most)
            after = np.where(won, np.where(whole, back, 1), np.where(on, x + y, x))
            return after, np.where(won, np.where(whole, before, 0), np.where(on, x, y))
        case StrategyCode.PAROLI:
            return np.where(won, np.where(x >= PAROLI_TOP, 1, 2 * x), np.where(lost, 1, x)), y
        case StrategyCode.OSCAR:
            profit = y + net * staked
            done = profit >= target
            need = -((profit - target) // gain)  # units that would end the cycle, rounded up
            after = np.where(done, 1, np.where(won, np.minimum(np.minimum(x + 1, most), np.maximum(need, 1)), x))
            return after, np.where(done, 0, profit)
        case StrategyCode.LABOUCHERE:
            raise ValueError("Labouchere keeps a line of numbers instead of a pair, and has its own kernel")
