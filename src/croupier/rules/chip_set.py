"""The value chips and plaques of a house: their values and looks."""

from __future__ import annotations

from functools import cached_property
from math import gcd

from msgspec import Struct

from croupier.rules.wagers import Chips
from croupier.terms.document import DocumentTable
from croupier.terms.money import STAKE_MAX
from croupier.terms.text import stray

PLAIN = "plain"
"""The design of a chip without a particular one."""
LOOK_MAX = 40
"""Maximum length of a color or a design."""
CHIPS_MAX = 32
"""Maximum number of denominations of a house."""
UNITS_MAX = 10_000
"""Maximum size of the smallest chip in common units, so that computing payable amounts is fast."""


class ValueChip(Struct, frozen=True):
    """One denomination, in cents. Plaques differ from chips in shape."""

    denomination: int
    color: str
    design: str = PLAIN
    plaque: bool = False

    @property
    def kind(self) -> Chips:
        return Chips.PLAQUE if self.plaque else Chips.VALUE

    @property
    def look(self) -> tuple[str, str]:
        return (self.color, self.design)


def look(color: str, design: str = "") -> tuple[str, str]:
    """Color and design for comparison: in lower case, and plain if no design is given.

    >>> look(" Blue ", "")
    ('blue', 'plain')
    """
    return color.strip().lower(), design.strip().lower() or PLAIN


class ChipSet(Struct, frozen=True, dict=True):
    """All value chips and plaques of a house."""

    chips: tuple[ValueChip, ...]

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The distinct colors of value chips, from the smallest denomination up."""
        chips = sorted((each for each in self.chips if not each.plaque), key=lambda each: each.denomination)
        return tuple(dict.fromkeys(each.color for each in chips))

    def holds(self, color: str, design: str, *, color_alone: bool = False) -> bool:
        """Whether a value chip looks like that; plaques do not count."""
        return any(
            each.color == color and (color_alone or each.design == design) for each in self.chips if not each.plaque
        )

    def least(self, kind: Chips) -> int | None:
        """The smallest denomination of a kind."""
        return min((each.denomination for each in self.chips if each.kind is kind), default=None)

    def payable(self, amount: int, kind: Chips = Chips.VALUE) -> int:
        """The largest part of an amount that chips of the kind can pay exactly.

        >>> ChipSet((ValueChip(100, "white"), ValueChip(250, "pink"))).payable(470)
        450
        """
        known = self._payable.get(kind)
        if known is None:
            known = self._payable[kind] = _Payable(
                sorted({each.denomination for each in self.chips if each.kind is kind})
            )
        return known.most(amount)

    @cached_property
    def _payable(self) -> dict[Chips, _Payable]:
        return {}


class _Payable:
    """The sums that some denominations can form, by their remainders modulo the smallest one."""

    def __init__(self, denominations: list[int]) -> None:
        self.unit = gcd(*denominations) if denominations else 1
        units = [each // self.unit for each in denominations]
        self.size = units[0] if units else 0
        self.least = [0] + [STAKE_MAX + 1] * (self.size - 1)
        for each in units[1:]:
            # go twice around each cycle of remainders that this denomination makes
            for start in range(gcd(each, self.size)):
                here = start
                for _ in range(2 * self.size // gcd(each, self.size)):
                    there = (here + each) % self.size
                    self.least[there] = min(self.least[there], self.least[here] + each)
                    here = there

    def most(self, amount: int) -> int:
        if not self.size:
            return 0
        units = amount // self.unit
        for left in range(units, max(-1, units - self.size), -1):
            if self.least[left % self.size] <= left:
                return left * self.unit
        return 0


def read_value_chips(section: DocumentTable) -> tuple[ValueChip, ...]:
    """The [[value_chip]] tables of a section; problems are collected there."""
    found: list[ValueChip] = []
    for each in section.sections("value_chip"):
        chip = _read_chip(each)
        if chip is None:
            continue
        twin = next((other for other in found if other.kind is chip.kind and other.look == chip.look), None)
        if twin is not None:
            each.wrong("color", f"another chip is also {chip.color}, {chip.design}", "Give it another look.")
        elif any(other.kind is chip.kind and other.denomination == chip.denomination for other in found):
            each.wrong("denomination", "another chip has it", "List each denomination once.")
        else:
            found.append(chip)
    if len(found) > CHIPS_MAX:
        section.wrong("value_chip", f"there are {len(found)}, more than {CHIPS_MAX}", "Leave some out.")
        return ()
    for kind in (Chips.VALUE, Chips.PLAQUE):
        worth = [each.denomination for each in found if each.kind is kind]
        if worth and min(worth) // gcd(*worth) > UNITS_MAX:
            section.wrong("value_chip", f"the {kind} denominations have no common unit", "Give usual denominations.")
            return ()
    return tuple(found)


def _read_chip(section: DocumentTable) -> ValueChip | None:
    denomination = section.integer("denomination", required=True, least=1, most=STAKE_MAX)
    color = _read_look(section, "color", required=True)
    design = _read_look(section, "design")
    plaque = section.flag("plaque") is True
    section.finish()
    if denomination is None or color is None or (design is None and "design" in section):
        return None
    return ValueChip(denomination, *look(color, design or ""), plaque)


def _read_look(section: DocumentTable, key: str, *, required: bool = False) -> str | None:
    text = section.text(key, required=required)
    if text is None:
        return None
    words = text.strip()
    if words and len(words) <= LOOK_MAX and not stray(words):
        return words
    section.wrong(key, "it cannot be read", f"Give one to {LOOK_MAX} characters in one line.")
    return None
