"""Money as whole cents, or whole units of the smallest part of a currency. Every division names its rounding."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import NewType

from msgspec import Struct

Cents = NewType("Cents", int)
"""An amount in the smallest unit of a currency."""

STAKE_MAX = Cents(10**13)
"""The largest wager accepted anywhere: $100 billion, so that a payout still fits 64 bits."""

_WRITTEN_MAX = 10**17
_DIGITS = re.compile(r"([0-9]{1,13}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]+))?")


class Currency(Struct, frozen=True):
    """How amounts are written: the sign, its side, and the number of decimals."""

    code: str = "USD"
    sign: str = "$"
    decimals: int = 2
    sign_last: bool = False

    @property
    def written(self) -> str:
        """The currency as text that `read` accepts.

        >>> Currency.read(Currency("EUR", "€", 2, sign_last=True).written).write(50)
        '0.50 €'
        """
        return f"{self.code} {self.decimals} {'last' if self.sign_last else 'first'} {self.sign}"

    @classmethod
    def read(cls, written: str) -> Currency:
        """The currency that `written` describes; dollars if it cannot be read."""
        parts = written.split(" ", 3)
        if len(parts) != 4 or not parts[1].isdecimal():
            return DOLLAR
        return cls(parts[0], parts[3], int(parts[1]), parts[2] == "last")

    def write(self, amount: int) -> str:
        """The amount as people read it.

        >>> DOLLAR.write(123456), Currency("EUR", "€", 2, sign_last=True).write(-50), Currency("JPY", "¥", 0).write(500)
        ('$1,234.56', '-0.50 €', '¥500')
        """
        minus = "-" if amount < 0 else ""
        if abs(amount) > _WRITTEN_MAX:
            return f"{minus}more than {self.write(_WRITTEN_MAX)}"
        whole, part = divmod(abs(amount), self.unit)
        digits = f"{whole:,}" + (f".{part:0{self.decimals}d}" if self.decimals else "")
        return f"{minus}{digits} {self.sign}" if self.sign_last else f"{minus}{self.sign}{digits}"

    def amount(self, text: str) -> Cents | None:
        """The amount that a person typed, with or without the sign; None if it is not an amount.

        >>> DOLLAR.amount("2.50"), DOLLAR.amount("$5,000"), DOLLAR.amount("2.5"), DOLLAR.amount("-1")
        (250, 500000, None, None)
        >>> Currency("EUR", "€", 2, sign_last=True).amount("5 €"), Currency("JPY", "¥", 0).amount("¥500")
        (500, 500)
        """
        bare = text.strip().removeprefix(self.sign).removesuffix(self.sign).strip()
        found = _DIGITS.fullmatch(bare)
        if found is None or (found[2] is not None and len(found[2]) != self.decimals):
            return None
        return Cents(int(found[1].replace(",", "")) * self.unit + int(found[2] or 0))

    @property
    def unit(self) -> int:
        """How many of the smallest unit make one of the currency: 100 cents to the dollar."""
        return int(10**self.decimals)

    @property
    def examples(self) -> str:
        """Two amounts as a person may type them, for a message or a help text.

        >>> DOLLAR.examples, Currency("JPY", "¥", 0).examples
        ('$5 or $2.50', '¥5 or ¥250')
        """
        few = f"2.{'50'.ljust(self.decimals, '0')[: self.decimals]}" if self.decimals else "250"
        return " or ".join(f"{each} {self.sign}" if self.sign_last else f"{self.sign}{each}" for each in ("5", few))


DOLLAR = Currency()


class Favor(StrEnum):
    """Who gains when an amount is rounded."""

    PLAYER = "player"
    HOUSE = "house"


class Rounding(Struct, frozen=True):
    """The smallest unit paid, in cents, and who gains from rounding to it.

    >>> Rounding(unit=50, favor=Favor.HOUSE).pay(125, Fraction(3, 2)), Rounding().half(501)
    (150, 251)
    """

    unit: int = 1
    favor: Favor = Favor.PLAYER

    def pay(self, stake: int, odds: Fraction) -> Cents:
        """The winnings of a stake at odds *to* one."""
        return self._round(stake * odds.numerator, odds.denominator)

    def half(self, stake: int) -> Cents:
        """Half of a stake, never more than the stake."""
        return Cents(min(stake, self._round(stake, 2)))

    def _round(self, numerator: int, denominator: int) -> Cents:
        step = denominator * self.unit
        units = -(-numerator // step) if self.favor is Favor.PLAYER else numerator // step
        return Cents(units * self.unit)


PLAYER_CENTS = Rounding()
"""Rounds to whole cents in the player's favor."""


def dollars(amount: int) -> str:
    """An amount of cents as people read it.

    >>> dollars(123456)
    '$1,234.56'
    >>> dollars(-50)
    '-$0.50'
    """
    return DOLLAR.write(amount)


def pay(stake: int, odds: Fraction) -> Cents:
    """The winnings of a stake at odds *to* one, rounded up to a cent in the player's favor.

    >>> pay(500, Fraction(35)), pay(5, Fraction(3, 2))
    (17500, 8)
    """
    return Cents(-(-stake * odds.numerator // odds.denominator))


def half(stake: int) -> Cents:
    """Half of a stake, rounded up to a cent in the player's favor.

    >>> half(500), half(501)
    (250, 251)
    """
    return Cents((stake + 1) // 2)
