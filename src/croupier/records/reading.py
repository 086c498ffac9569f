"""Reading what stands in the places of a sentence: amounts, seats, chips, words of closed sets."""

from __future__ import annotations

from msgspec import Struct

from croupier.game.settlement import Choice
from croupier.records.pattern import Found, read_amount
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.terms.people import Actor, Role
from croupier.terms.problem import nearest, shown

SEAT_MAX = 10**6
COUNT_MAX = 10**9
_CHIPS = {
    "colored": Chips.NON_VALUE,
    "value": Chips.VALUE,
    "plaques": Chips.PLAQUE,
    "electronic": Chips.ELECTRONIC,
}


class Wrong(Exception):
    """A sentence says something that cannot be: what is wrong and what would be right."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right = wrong, right


class Speaker(Struct):
    """Who says a sentence, when, and at which kind of table."""

    by: Actor
    at: int
    seat: int | None
    """The seat that this player took last."""
    electronic: bool


def amount(found: Found, key: str) -> int:
    text = found[key] or ""
    cents = read_amount(text)
    if cents is None:
        raise Wrong(f"{shown(text)} is not an amount", "Write dollars, such as $5, $2.50 or $50,000.")
    return cents


def number(found: Found, key: str, most: int = COUNT_MAX) -> int:
    text = found[key] or ""
    if len(text) > 9 or int(text) > most:
        raise Wrong(f"{shown(text)} is too large", f"Write a number up to {most}.")
    return int(text)


def text(found: Found, key: str) -> str:
    """What stands between quotation marks."""
    return (found[key] or '""')[1:-1]


def seat(who: Speaker, found: Found) -> int:
    """The seat that a sentence names, or the player's own."""
    for key in ("seat", "own"):
        if found.get(key):
            return number(found, key, SEAT_MAX)
    if who.by.role is Role.PLAYER and who.seat is not None:
        return who.seat
    wrong = "the seat is missing" if who.by.role is not Role.PLAYER else f"{who.by.name} has taken no seat"
    raise Wrong(wrong, "Write for seat N, or at seat N for a player's own.")


def chips(who: Speaker, found: Found) -> tuple[Chips, str]:
    """The kind of chips that a sentence names, and their color where it is named."""
    named = found.get("chips")
    if named is None:
        return Chips.ELECTRONIC if who.electronic else Chips.NON_VALUE, ""
    words = named.removesuffix(" chips").split(" ")
    if words[-1] not in _CHIPS or len(words) > 2 or (len(words) == 2 and words[-1] not in ("value", "plaques")):
        right = "Write colored chips, value chips, red value chips, plaques or electronic chips."
        raise Wrong(f"{shown(named)} are no chips", right)
    return _CHIPS[words[-1]], words[0] if len(words) == 2 else ""


def word(found: Found, key: str, allowed: type[c.Direction | c.Funds | c.NoSpinReason | Choice]) -> str:
    """One of the words of a closed set."""
    given = found[key] or ""
    if given not in list(allowed):
        raise Wrong(f"{shown(given)} is not known", nearest(given, allowed))
    return given


def direction(found: Found, key: str) -> c.Direction:
    return c.Direction(word(found, key, c.Direction))
