"""The tables that the tests of the floor run: every family of books, roulette and Big Six, felt and terminals."""

from __future__ import annotations

from datetime import date
from functools import cache

from msgspec.structs import replace

from croupier.table.state import Setup, TableRules
from croupier.terms.people import Actor, Role
from croupier.wire.rules import table_rules

DEALER = Actor("ana", Role.DEALER)
SUPERVISOR = Actor("vera", Role.SUPERVISOR)
PLAYERS = tuple(Actor(name, Role.PLAYER) for name in ("bo", "cy", "di", "ed"))
NOON = 1_731_672_000_000

_TERMINALS = Setup(
    "7", seats=6, electronic=True, terminals_approved="for these tables", central_screen=False, prison_ms=400
)
_FELT = Setup("7", seats=6, prison_ms=400, tip_wager_max=1_000, external_parts=True)
_CHOICES: dict[str, tuple[str, dict[str, object], Setup]] = {
    "nj": ("nj", {"wheel": "american", "zero": "half", "offers": ["five-adjacent"]}, _FELT),
    "nj-terminals": ("nj", {"wheel": "american", "offers": ["five-adjacent"]}, _TERMINALS),
    "nj-called": ("nj", {"wheel": "european", "offers": ["called-bets"], "limits": {"maximum": 5000}}, _FELT),
    "nj-big-six": ("nj", {"wheel": "big-six", "clapper": "void"}, _FELT),
    "nj-big-six-previous": ("nj", {"wheel": "big-six", "clapper": "previous"}, _TERMINALS),
    "co-prison": ("co-2014", {"wheel": "american", "zero": "in-prison-best"}, _FELT),
    "co-prison-terminals": ("co-2014", {"wheel": "european", "zero": "in-prison"}, _TERMINALS),
    "co-2013": ("co-2013", {"wheel": "double-as-single"}, replace(_FELT, plays_day=date(2014, 7, 14))),
    "sd": ("sd", {"wheel": "american", "limits": {"minimum": 100, "maximum": 10_000}}, _FELT),
    "house": ("house", {"wheel": "american"}, _FELT),
}
TABLES = tuple(_CHOICES)


@cache
def rules_of(name: str) -> TableRules:
    return table_rules(*_CHOICES[name])
