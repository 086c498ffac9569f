"""Called bets: names for groups of wagers, with an equal part on each.

A list of spots belongs to one wheel in its standard order. `neighbors-17-2` is a straight on 17 and on the two
compartments either side; `final-4` is every number that ends in 4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from croupier.game.layout import LayoutPlan
from croupier.game.notation import SpotId
from croupier.game.wheel import Wheel


class CalledForm(StrEnum):
    SPOTS = "spots"
    NEIGHBORS = "neighbors"
    FINAL = "final"


class CalledShape(Struct, frozen=True):
    """A called bet: its spots on one wheel, or the rule that generates them."""

    name: str
    form: CalledForm = CalledForm.SPOTS
    wheel: str = ""
    order: tuple[str, ...] = ()
    """The wheel order that the spots belong to."""
    parts: tuple[str, ...] = ()


class Called(Struct, frozen=True):
    """A called bet as the spots that get one equal part each; a spot that takes two parts is listed twice."""

    name: str
    parts: tuple[SpotId, ...]


CalledBets = Mapping[str, CalledShape]
_NUMBERED = re.compile(r"(.+?)-([^-]+)-([0-9]{1,2})")
_ENDING = re.compile(r"(.+)-([0-9])")


def _shape(bets: CalledBets, name: str) -> tuple[CalledShape, tuple[str, ...]] | None:
    """The shape that a name belongs to, and its parameters."""
    if name in bets and bets[name].form is CalledForm.SPOTS:
        return bets[name], ()
    for pattern, form in ((_NUMBERED, CalledForm.NEIGHBORS), (_ENDING, CalledForm.FINAL)):
        match = pattern.fullmatch(name)
        if match and match[1] in bets and bets[match[1]].form is form:
            return bets[match[1]], match.groups()[1:]
    return None


def is_called(text: str, bets: CalledBets) -> bool:
    """Whether the text has the form of a called bet, on any wheel."""
    return _shape(bets, text.strip().lower()) is not None


def read_called(text: str, wheel: Wheel, plan: LayoutPlan, bets: CalledBets) -> Called | None:
    """The called bet of that name; None if this wheel has no such bet."""
    name = text.strip().lower()
    found = _shape(bets, name)
    if found is None:
        return None
    shape, words = found
    match shape.form:
        case CalledForm.SPOTS:
            standard = wheel.id == shape.wheel and wheel.labels == shape.order
            return _called(name, shape.parts) if standard else None
        case CalledForm.NEIGHBORS:
            center, reach = words[0], int(words[1])
            fits = center in wheel.labels and wheel.is_single and reach >= 1 and 2 * reach + 1 <= len(wheel.labels)
            return _called(name, wheel.neighbors(center, reach)) if fits and plan.numbers else None
        case CalledForm.FINAL:
            ends = [label for label in plan.labels if label.isdecimal() and label.endswith(words[0])]
            numbers = [label for label in ends if label in plan.numbers or label == words[0]]
            return _called(name, numbers) if numbers and plan.numbers else None


def _called(name: str, parts: list[str] | tuple[str, ...]) -> Called:
    return Called(name, tuple(SpotId(part) for part in parts))
