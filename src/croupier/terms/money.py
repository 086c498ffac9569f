"""Money is whole cents; every division names its rounding."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NewType

Cents = NewType("Cents", int)

STAKE_MAX = Cents(10**13)
"""The most one wager may be anywhere: $100 billion, so that a payout still fits 64 bits."""

_WRITTEN_MAX = 10**17
_DOLLARS = re.compile(r"\$?([0-9]{1,13})(?:\.([0-9]{2}))?")


def dollars(amount: int) -> str:
    """Cents as people read them.

    >>> dollars(123456)
    '$1,234.56'
    >>> dollars(-50)
    '-$0.50'
    """
    sign = "-" if amount < 0 else ""
    if abs(amount) > _WRITTEN_MAX:
        return f"{sign}more than {dollars(_WRITTEN_MAX)}"
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}${whole:,}.{cents:02d}"


def read_dollars(text: str) -> Cents | None:
    """The cents of a typed amount such as ``5``, ``$5`` or ``2.50``; None when it is not one.

    >>> read_dollars("2.50"), read_dollars("2.5"), read_dollars("-1")
    (250, None, None)
    """
    match = _DOLLARS.fullmatch(text.strip())
    return Cents(int(match[1]) * 100 + int(match[2] or 0)) if match else None


def pay(stake: int, odds: Fraction) -> Cents:
    """What odds of so much *to* one add to a stake, a broken cent rounded up: in the player's favor.

    >>> pay(500, Fraction(35)), pay(5, Fraction(3, 2))
    (17500, 8)
    """
    return Cents(-(-stake * odds.numerator // odds.denominator))


def half(stake: int) -> Cents:
    """Half of a stake, the odd cent rounded up: in the player's favor.

    >>> half(500), half(501)
    (250, 251)
    """
    return Cents((stake + 1) // 2)
