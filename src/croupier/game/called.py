"""Called bets: customary names for groups of component wagers. No text of the five knows them.

`voisins`, `tiers` and `orphelins` describe the customary arrangement of the single-zero wheel and exist there alone.
`neighbors-17-2` is the straight on 17 and on two compartments either side, on any wheel; `final-4` is every
number that ends in 4.
"""

from __future__ import annotations

import re

from msgspec import Struct

from croupier.game.notation import SpotId
from croupier.game.wheel import NUMBERS, Wheel, WheelId, roulette

_VOISINS = "0-2-3 0-2-3 4-7 12-15 18-21 19-22 25-26-28-29 25-26-28-29 32-35"
_TIERS = "5-8 10-11 13-16 23-24 27-30 33-36"
_ORPHELINS = "1 6-9 14-17 17-20 31-34"
SECTIONS = {"voisins": _VOISINS, "tiers": _TIERS, "orphelins": _ORPHELINS}

_NEIGHBORS = re.compile(r"neighbors-([0-9]{1,2})-([0-9]{1,2})")
_FINAL = re.compile(r"final-([0-9])")


class Called(Struct, frozen=True):
    """A called bet as the spots it puts one equal part on; a spot that takes two parts is listed twice."""

    name: str
    parts: tuple[SpotId, ...]


def read_called(text: str, wheel: Wheel) -> Called | None:
    """The called bet of that name on that wheel; None when the wheel or the notation has no such bet.

    >>> read_called("neighbors-0-1", roulette(WheelId.EUROPEAN)).parts
    ('26', '0', '32')
    """
    name = text.strip().lower()
    if name in SECTIONS:
        standard = wheel.id is WheelId.EUROPEAN and wheel.labels == roulette(WheelId.EUROPEAN).labels
        return _called(name, SECTIONS[name].split()) if standard else None
    match = _NEIGHBORS.fullmatch(name)
    if match:
        center, reach = match[1], int(match[2])
        if center in wheel.labels and reach >= 1 and 2 * reach + 1 <= len(wheel.labels):
            return _called(name, wheel.neighbors(center, reach))
        return None
    match = _FINAL.fullmatch(name)
    if match and wheel.id is not WheelId.BIG_SIX:
        return _called(name, [label for label in ("0", *NUMBERS) if label.endswith(match[1])])
    return None


def is_called(text: str) -> bool:
    """Whether the text has the form of a called bet, on whatever wheel."""
    name = text.strip().lower()
    return name in SECTIONS or bool(_NEIGHBORS.fullmatch(name) or _FINAL.fullmatch(name))


def _called(name: str, parts: list[str] | tuple[str, ...]) -> Called:
    return Called(name, tuple(SpotId(part) for part in parts))
