"""The passed inspection that a table's book requires before it opens; nothing if it requires none."""

from __future__ import annotations

from croupier.equipment.command import InspectTable
from croupier.table.state import TableRules
from croupier.terms.people import Actor


def inspection(rules: TableRules, by: Actor, at: int = 0) -> list[InspectTable]:
    """The commands, if any, that make opening possible."""
    checks = rules.equipment.checks
    return [InspectTable(by=by, at=at, checks=dict.fromkeys(checks, True))] if checks else []
