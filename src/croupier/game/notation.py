"""The spot notation: what people type, files hold and the API takes.

Numbers may come in any order; they are written in the order of the layout: 0, 00, 1 to 36.
"""

from __future__ import annotations

import re
from typing import NewType

from croupier.game.wager import BIG_SIX, EVEN_MONEY
from croupier.game.wheel import NUMBERS, ZEROS

SpotId = NewType("SpotId", str)
"""A spot in canonical notation, such as ``17-20`` or ``0-00@courtesy``."""

SECTION_COLORS = ("black", "blue", "gold", "red", "purple", "green")

LAYOUT_ORDER = {label: rank for rank, label in enumerate(ZEROS + NUMBERS)}

_LENGTH_MAX = 40
_NAMED = frozenset(
    [*EVEN_MONEY, *BIG_SIX, "seven-numbers"]
    + [f"{line}-{rank}" for line in ("column", "dozen") for rank in (1, 2, 3)]
    + [f"adjacent-{label}" for label in LAYOUT_ORDER]
    + [f"color-{size}-{color}" for size in (6, 7, 8) for color in SECTION_COLORS]
)
_NUMBERS_MAX = 6
_DIGITS = re.compile(r"[0-9]+")


class NotationError(ValueError):
    """The text is not in the notation; the message says why."""


def read_spot(text: str) -> SpotId:
    """The canonical id of a spot as typed. Whether a layout has it is the layout's answer.

    >>> read_spot(" 20-17 "), read_spot("Red"), read_spot("3-2-1-00-0"), read_spot("00-0@courtesy")
    ('17-20', 'red', '0-00-1-2-3', '0-00@courtesy')
    """
    typed = text.strip().lower()
    if not typed:
        raise NotationError("it is empty")
    if len(typed) > _LENGTH_MAX:
        raise NotationError(f"it is longer than {_LENGTH_MAX} characters")
    if typed in _NAMED:
        return SpotId(typed)
    numbers, courtesy, place = typed.partition("@")
    if courtesy and place != "courtesy":
        raise NotationError(f"the only other place of a wager is @courtesy, not @{place}")
    labels = [part.strip() for part in numbers.split("-")]
    for label in labels:
        if label not in LAYOUT_ORDER:
            raise NotationError(_why_not_a_number(label))
    if len(set(labels)) < len(labels):
        raise NotationError("a number is named twice")
    if len(labels) > _NUMBERS_MAX:
        raise NotationError(f"no spot is written with more than {_NUMBERS_MAX} numbers")
    return SpotId(write_spot(labels) + courtesy + place)


def write_spot(labels: list[str] | tuple[str, ...]) -> SpotId:
    """Numbers in the order of the layout, joined."""
    return SpotId("-".join(sorted(labels, key=LAYOUT_ORDER.__getitem__)))


def _why_not_a_number(label: str) -> str:
    if not label:
        return "a number is missing beside a dash"
    if _DIGITS.fullmatch(label):
        return f"there is no number {label}"
    return f"{label!r} is neither a number nor the name of a box"
