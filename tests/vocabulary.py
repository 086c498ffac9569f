"""What the rulebooks of the package describe, for tests of wheels, layouts and notation."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.game import called as called_bets
from croupier.game.called import Called
from croupier.game.layout import Layout, Sections
from croupier.game.layout_builder import build_layout
from croupier.game.notation import SpotId
from croupier.game.wheel import Wheel
from croupier.rules.assembly import table_of
from croupier.rules.library import rulebook

VOCABULARY = rulebook("nj").vocabulary
NOTATION = VOCABULARY.notation
WHEELS = ("american", "european", "double-as-single", "big-six")
EVEN_MONEY = tuple(kind for kind, shape in VOCABULARY.shapes.items() if shape.even_money)
SECTION_COLORS = VOCABULARY.section_colors

read_spot = NOTATION.read
write_spot = NOTATION.write


def roulette(wheel: str) -> Wheel:
    """The wheel of that name in its standard order."""
    return VOCABULARY.wheels[wheel].wheel


def big_six(stops: Mapping[str, int] | None = None) -> Wheel:
    choices: dict[str, object] = {"stops": dict(stops)} if stops else {}
    return table_of(rulebook("nj"), {"wheel": "big-six", **choices}).game.wheel


def layout_on(wheel: Wheel, plan: str, sections: Sections | None = None) -> Layout:
    """Every spot that any rulebook of the package knows on that felt."""
    known = VOCABULARY.layouts[plan]
    return build_layout(
        wheel, known, VOCABULARY.shapes.values(), sections or VOCABULARY.sections(wheel), VOCABULARY.notation
    )


def read_called(text: str, wheel: Wheel) -> Called | None:
    plan = VOCABULARY.layouts[VOCABULARY.wheels[wheel.id].layouts[0]]
    return called_bets.read_called(text, wheel, plan, VOCABULARY.called)


def is_called(text: str) -> bool:
    return called_bets.is_called(text, VOCABULARY.called)


__all__ = [
    "EVEN_MONEY",
    "NOTATION",
    "SECTION_COLORS",
    "VOCABULARY",
    "WHEELS",
    "SpotId",
    "big_six",
    "is_called",
    "layout_on",
    "read_called",
    "read_spot",
    "roulette",
    "write_spot",
]
