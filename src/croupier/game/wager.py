"""The kinds of wager, and the groups that rules speak of."""

from __future__ import annotations

from enum import StrEnum


class WagerKind(StrEnum):
    """What is wagered on; a place on the layout belongs to exactly one kind."""

    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    TRIO = "trio"
    CORNER = "corner"
    FIRST_FIVE = "first-five"
    LINE = "line"
    COLUMN = "column"
    DOZEN = "dozen"
    RED = "red"
    BLACK = "black"
    ODD = "odd"
    EVEN = "even"
    LOW = "low"
    HIGH = "high"
    FIVE_ADJACENT = "five-adjacent"
    SIX_COLOR = "six-color"
    SEVEN_COLOR = "seven-color"
    EIGHT_COLOR = "eight-color"
    SEVEN_NUMBERS = "seven-numbers"
    TRIO_023 = "trio-0-2-3"
    FIRST_FOUR = "first-four"
    ONE = "$1"
    TWO = "$2"
    FIVE = "$5"
    TEN = "$10"
    TWENTY = "$20"
    JOKER = "joker"
    FLAG = "flag"


EVEN_MONEY = (
    WagerKind.RED,
    WagerKind.BLACK,
    WagerKind.ODD,
    WagerKind.EVEN,
    WagerKind.LOW,
    WagerKind.HIGH,
)
INSIDE = (
    WagerKind.STRAIGHT,
    WagerKind.SPLIT,
    WagerKind.STREET,
    WagerKind.TRIO,
    WagerKind.TRIO_023,
    WagerKind.CORNER,
    WagerKind.FIRST_FOUR,
    WagerKind.FIRST_FIVE,
    WagerKind.LINE,
    WagerKind.FIVE_ADJACENT,
)
COLOR_WAGERS = (WagerKind.SIX_COLOR, WagerKind.SEVEN_COLOR, WagerKind.EIGHT_COLOR)
CUSTOMARY = (WagerKind.TRIO_023, WagerKind.FIRST_FOUR)
BIG_SIX = (
    WagerKind.ONE,
    WagerKind.TWO,
    WagerKind.FIVE,
    WagerKind.TEN,
    WagerKind.TWENTY,
    WagerKind.JOKER,
    WagerKind.FLAG,
)

ADJACENT_REACH = 2
ADJACENT_PARTS = 2 * ADJACENT_REACH + 1
"""A five-adjacent wager is five equal straights: the center and two neighbors either side."""
