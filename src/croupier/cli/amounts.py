"""Amounts and whole numbers as people type them, in dollars or in the currency of the book."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable

from croupier.terms.money import Cents, Currency
from croupier.terms.problem import Problem, Problems, shown

METAVAR = "AMOUNT"


def add_amount(parser: argparse.ArgumentParser, name: str, help: str) -> None:
    parser.add_argument(name, metavar=METAVAR, help=help)


def read_amount(key: str, text: str | None, currency: Currency, problems: list[Problem]) -> Cents | None:
    """The amount of an option; None if it was left out. Anything but an amount becomes a problem."""
    if text is None:
        return None
    amount = currency.amount(text)
    if amount is None:
        problems.append(Problem(key, f"{shown(text)} is not an amount", f"Write it like {currency.examples}."))
    return amount


def read_wagers(texts: Iterable[str], currency: Currency) -> dict[str, int]:
    """Wagers typed as ``SPOT=AMOUNT``; a spot named twice gets both stakes. Raises every problem.

    >>> read_wagers(["red=5", "17-20=2.50", "red=1"], Currency())
    {'red': 600, '17-20': 250}
    """
    wagers: dict[str, int] = {}
    problems = []
    for text in texts:
        spot, _, typed = text.rpartition("=")
        amount = currency.amount(typed) if spot else None
        if amount is None:
            wrong = f"{shown(text)} is not a spot and an amount"
            problems.append(Problem("--wager", wrong, "Write it like red=5 or 17-20=2.50."))
        else:
            wagers[spot] = wagers.get(spot, 0) + amount
    if problems:
        raise Problems(problems)
    return wagers


def read_whole(key: str, text: str | None, problems: list[Problem]) -> int | None:
    """A whole number as typed, also as 1e6, 10^15 or 1,000. Anything else becomes a problem.

    >>> read_whole("--spins", "1e6", []), read_whole("--spins", "10^15", []), read_whole("--spins", "1,000", [])
    (1000000, 1000000000000000, 1000)
    """
    if text is None:
        return None
    plain = text.replace(",", "").replace("_", "")
    base, power, exponent = plain.partition("^")
    mantissa, e, digits = plain.lower().partition("e")
    if power and base.isdecimal() and exponent.isdecimal() and len(base) <= 6 and len(exponent) <= 2:
        return math.prod([int(base)] * int(exponent))
    if e and mantissa.isdecimal() and digits.isdecimal() and len(plain) <= 20 and len(digits) <= 2:
        return int(mantissa + "0" * int(digits))
    if plain.removeprefix("-").isdecimal() and len(plain) <= 30:
        return int(plain)
    problems.append(Problem(key, f"{shown(text)} is not a whole number", "Write one such as 1000."))
    return None
