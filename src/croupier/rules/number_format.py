"""Printed figures: fixed decimal places, real minus signs, no negative zero."""

from __future__ import annotations

from fractions import Fraction

from croupier.rules.choices import Bounds
from croupier.terms.money import DOLLAR, Currency


def percent(value: Fraction | float, places: int = 2) -> str:
    """A share in percent.

    >>> percent(Fraction(1, 19), 4), percent(0)
    ('5.2632%', '0.00%')
    """
    return f"{float(value):.{places}%}".replace("-", "−")


def fraction(value: Fraction) -> str:
    """An exact fraction, with a real minus sign."""
    return str(value).replace("-", "−")


def decimal(value: Fraction | float, places: int) -> str:
    return f"{float(value):,.{places}f}"


def units(value: Fraction | float, places: int) -> str:
    """An amount of units, with a real minus sign and no negative zero.

    >>> units(Fraction(-5, 2), 1), units(-0.001, 1)
    ('−2.5', '0.0')
    """
    text = f"{abs(float(value)):,.{places}f}"
    return f"−{text}" if value < 0 and text.strip("0.,") else text


def signed(value: Fraction | float, places: int) -> str:
    """An amount with its sign, plus included."""
    text = units(value, places)
    return text if text.startswith("−") or not text.strip("0.,") else f"+{text}"


def odds_to_one(pays: Fraction) -> str:
    return f"{pays} to 1"


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def bounds(limits: Bounds, currency: Currency = DOLLAR) -> str:
    """Posted limits in words."""
    least = currency.write(limits.minimum) if limits.minimum is not None else None
    most = currency.write(limits.maximum) if limits.maximum is not None else None
    if least and most:
        return f"{least} to {most}"
    return f"at least {least}" if least else f"at most {most}"
