"""The setup of a table, from its entry in a house file."""

from __future__ import annotations

import datetime

from croupier.rules.approval import Approval
from croupier.rules.facts import APPROVALS
from croupier.rules.house import HouseTable
from croupier.table.state import SECOND_PERSON_ABOVE, Setup

INSPECTION_HOURS = 24
"""The default for the oldest inspection that an opening accepts."""


def setup_of(entry: HouseTable, plays_day: datetime.date | None = None) -> Setup:
    """The setup of a table in a house file."""
    running = entry.running
    covered = {sign.approval for sign in entry.rules.book.signs}
    return Setup(
        number=entry.number,
        seats=running.seats,
        electronic=running.electronic,
        terminals_approved=entry.approvals.get("electronic", ""),
        central_screen=running.central_screen,
        value_chips=entry.value_chips,
        prison_ms=running.prison_seconds * 1000,
        silence=running.in_prison_silence,
        inspection_ms=(running.inspection_max_hours or INSPECTION_HOURS) * 3_600_000,
        tip_wagers=running.tip_wagers,
        tip_wager_max=running.tip_wager_max,
        tip_wagers_on=running.tip_wagers_on,
        second_person_above=(
            SECOND_PERSON_ABOVE if running.second_person_above is None else running.second_person_above
        ),
        demonstration=running.demonstration,
        external_parts=entry.stated.get("equipment.external_parts") is True,
        secure_place=str(entry.stated.get("equipment.secure_place") or ""),
        house_rules=entry.sheets.house_rules,
        jackpot_rules=entry.sheets.jackpot_rules,
        sign_approvals={
            name.removeprefix(APPROVALS): approval
            for name, approval in entry.stated.items()
            if isinstance(approval, Approval) and name.removeprefix(APPROVALS) in covered
        },
        signs_recorded=running.signs_recorded and not running.demonstration,
        odds_word=str(entry.stated.get("signs.odds_word") or "to"),
        plays_day=plays_day,
    )
