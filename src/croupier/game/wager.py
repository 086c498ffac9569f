"""Wagers as shapes: how the places of a wager are found on a layout. The rulebooks define which wagers exist."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from msgspec import Struct

WagerId = NewType("WagerId", str)
"""The name of a wager, such as ``split``; every spot belongs to exactly one."""


class BetGroup(StrEnum):
    """The two parts of a layout that limits and chips may distinguish."""

    INSIDE = "inside"
    OUTSIDE = "outside"


class Form(StrEnum):
    """Where the places of a wager are, and so which numbers they cover."""

    BOX = "box"
    """In the box of one number or insignia."""
    LINE_BETWEEN = "line-between"
    """On the line that two number boxes share."""
    CORNER = "corner"
    """On the corner that `boxes` number boxes share."""
    ROW = "row"
    """On the outside line of a row of numbers."""
    ROWS = "rows"
    """On the outside corner of two consecutive rows."""
    HEAD = "head"
    """On the outside corner of the zeros and the first row."""
    COLUMN = "column"
    """In the box at the foot of a column."""
    RUN = "run"
    """In the box of `run` consecutive numbers."""
    SET = "set"
    """In its own box, for the listed numbers."""
    COLOR = "color"
    """In its own box, for the numbers of one color."""
    PARITY = "parity"
    """In its own box, for the odd or even numbers of the grid."""
    NEIGHBORS = "neighbors"
    """On the wheel replica, on the middle one of several adjacent numbers: equal straights."""
    SECTION = "section"
    """In the area of one color section of the wheel."""
    CHOICE = "choice"
    """On any `count` numbers that the player names."""


BOXED = (Form.COLUMN, Form.RUN, Form.SET, Form.COLOR, Form.PARITY, Form.SECTION, Form.CHOICE)
"""The forms that have printed boxes besides the number boxes."""


class Shape(Struct, frozen=True):
    """A wager without its odds: its places, names and boxes.

    `id`, `name` and `label` are patterns over {rank}, {ordinal}, {center}, {count}, {color} and {numbers};
    an empty `id` writes the numbers. `row` is the row of boxes outside the grid.
    """

    wager: WagerId
    form: Form
    title: str
    group: BetGroup
    even_money: bool = False
    numbers: tuple[str, ...] = ()
    boxes: int = 0
    run: int = 0
    color: str = ""
    odd: bool = False
    reach: int = 0
    zeros: int = 0
    """For a section that includes zeros: how many, on wheels where that many zeros count."""
    count: int = 0
    id: str = ""
    name: str = ""
    label: str = ""
    row: int = 0
    order: int = 0
    """Position among the boxes of a row."""
    where: str = ""
    """Where it is placed, in words, for explanations."""

    @property
    def parts(self) -> int:
        """The number of equal straights it consists of."""
        return 2 * self.reach + 1 if self.form is Form.NEIGHBORS else 1
