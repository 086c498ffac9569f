"""The inspection that a table's book asks for before it opens, passed; nothing where it asks for none."""

from __future__ import annotations

from croupier.equipment.command import InspectTable
from croupier.table.state import TableRules
from croupier.terms.people import Actor


def inspection(rules: TableRules, by: Actor, at: int = 0) -> list[InspectTable]:
    """The commands, if any, that open the way."""
    checks = rules.equipment.checks
    return [InspectTable(by=by, at=at, checks=dict.fromkeys(checks, True))] if checks else []
