"""How the scripts of the pages are made: state belongs to objects, and what the service knows is on the card."""

from __future__ import annotations

import re

from croupier.table.sequence import betting_phases, turning_phases
from croupier.table.state import Phase
from croupier.web.files import STATIC
from tests.pages.house import card_of, rules_of

CHANGING = re.compile(r"^(?:let|var) (\w+)", re.MULTILINE)


def test_no_page_keeps_what_changes_in_a_variable_of_its_module() -> None:
    """In `core` there are the number of instances, the currency, and the session's token with the request for it."""
    found = {
        str(path.relative_to(STATIC)): CHANGING.findall(path.read_text("utf-8"))
        for path in sorted(STATIC.rglob("*.js"))
    }
    assert {name: each for name, each in found.items() if each} == {
        "core/api.js": ["token", "asking"],
        "core/money.js": ["currency"],
        "core/svg.js": ["instances"],
    }


def test_a_card_says_when_bets_are_open_and_the_wheel_turns() -> None:
    for wheel, choices in (("american", {}), ("big-six", {"clapper": "void"})):
        rules = rules_of("7", "nj", wheel, **choices)
        procedure, card = rules.procedure, card_of(rules)
        assert card["betting"] == list(betting_phases(procedure))
        assert card["turning"] == list(turning_phases(procedure))
    assert Phase.IN_TRACK not in card["betting"]
