"""Parses the fields of a sentence: amounts, seats, chips, words of closed sets."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from croupier.records.pattern import Found
from croupier.rules.wagers import Chips
from croupier.table.command import AnyCommand
from croupier.table.values import Direction
from croupier.terms.money import Currency
from croupier.terms.people import Actor, Role
from croupier.terms.problem import nearest, shown

IN_CHIPS = "[ in {chips:words}]"
AT_SEAT = "[ for seat {seat:number}][ at seat {own:number}]"
"""Parts of templates: the kind of chips, and the seat."""
SEAT_MAX = 10**6
COUNT_MAX = 10**9
_CHIPS = {
    "colored": Chips.NON_VALUE,
    "value": Chips.VALUE,
    "plaques": Chips.PLAQUE,
    "electronic": Chips.ELECTRONIC,
}


class SentenceError(Exception):
    """A sentence is wrong: what is wrong, and how to correct it."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right = wrong, right


class Speaker(Struct):
    """Who says a sentence, when, and at what kind of table."""

    by: Actor
    at: int
    seat: int | None
    """The seat that this player took last."""
    electronic: bool
    money: Currency
    """How amounts are written at the table."""


SentenceBuilder = Callable[[Speaker, Found], AnyCommand]
"""Makes the command of a sentence."""


def amount(found: Found, key: str) -> int:
    text = found[key] or ""
    cents = found.money.amount(text)
    if cents is None:
        raise SentenceError(f"{shown(text)} is not an amount", f"Write it like {found.money.examples}.")
    return cents


def number(found: Found, key: str, most: int = COUNT_MAX) -> int:
    text = found[key] or ""
    if len(text) > 9 or int(text) > most:
        raise SentenceError(f"{shown(text)} is too large", f"Write a number up to {most}.")
    return int(text)


def text(found: Found, key: str) -> str:
    """The text between quotation marks."""
    return (found[key] or '""')[1:-1]


def seat(who: Speaker, found: Found) -> int:
    """The seat that a sentence names, or the player's own."""
    for key in ("seat", "own"):
        if found.get(key):
            return number(found, key, SEAT_MAX)
    if who.by.role is Role.PLAYER and who.seat is not None:
        return who.seat
    wrong = "the seat is missing" if who.by.role is not Role.PLAYER else f"{who.by.name} has taken no seat"
    raise SentenceError(wrong, "Write for seat N, or at seat N for a player's own.")


def chips(who: Speaker, found: Found) -> tuple[Chips, str]:
    """The kind of chips that a sentence names, and their color if given."""
    named = found.get("chips")
    if named is None:
        return Chips.ELECTRONIC if who.electronic else Chips.NON_VALUE, ""
    words = named.removesuffix(" chips").split(" ")
    if words[-1] not in _CHIPS or len(words) > 2 or (len(words) == 2 and words[-1] not in ("value", "plaques")):
        right = "Write colored chips, value chips, red value chips, plaques or electronic chips."
        raise SentenceError(f"{shown(named)} are not chips", right)
    return _CHIPS[words[-1]], words[0] if len(words) == 2 else ""


def word(found: Found, key: str, allowed: type[StrEnum]) -> str:
    """A word of a closed set."""
    given = found[key] or ""
    if given not in list(allowed):
        raise SentenceError(f"{shown(given)} is not known", nearest(given, allowed))
    return given


def direction(found: Found, key: str) -> Direction:
    return Direction(word(found, key, Direction))
