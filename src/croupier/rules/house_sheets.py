"""The sheets that a house writes itself: its own rules and its jackpot award rules."""

from __future__ import annotations

from msgspec import Struct

from croupier.terms.document import DocumentTable
from croupier.terms.text import stray

RULES_MAX = 200
"""The most rules of one sheet."""
RULE_MAX = 1_000
"""The most characters of one of them."""


class HouseSheets(Struct, frozen=True):
    """The sheets of a house, one rule per entry."""

    house_rules: tuple[str, ...] = ()
    jackpot_rules: tuple[str, ...] = ()


def read_sheets(top: DocumentTable) -> HouseSheets:
    """The sections [house_rules] and [jackpot_rules] of a house file."""
    return HouseSheets(_read(top.section("house_rules")), _read(top.section("jackpot_rules")))


def _read(section: DocumentTable) -> tuple[str, ...]:
    rules = tuple(" ".join(rule.split()) if rule.isprintable() else rule for rule in section.texts("rules"))
    if len(rules) > RULES_MAX:
        section.wrong("rules", f"there are {len(rules):,} of them", f"Give at most {RULES_MAX}.")
        rules = ()
    for number, rule in enumerate(rules, start=1):
        if not rule:
            section.wrong("rules", f"rule {number} is blank", "Fill it in, or leave it out.")
        elif len(rule) > RULE_MAX:
            section.wrong("rules", f"rule {number} has {len(rule):,} characters", f"Shorten it to {RULE_MAX:,}.")
        elif character := stray(rule):
            section.wrong("rules", f"rule {number} contains {character}, which is invisible", "Remove it.")
    section.finish()
    return rules
