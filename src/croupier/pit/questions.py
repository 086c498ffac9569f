"""What stands in the way of opening a table, or of going on: every obstacle with its clause and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.pit.command import Check
from croupier.pit.state import DUTY_OF, Equipment, EquipmentRules, Since
from croupier.rules.procedure import Duty
from croupier.terms.refusal import Refusal
from croupier.terms.steps import StepCode

WORDS: Mapping[Check, str] = {
    Check.MAGNET: "no magnet or contrivance in table or wheel",
    Check.LEVEL: "wheel level, turning freely and evenly",
    Check.PARTS: "all wheel parts secure, none moving",
    Check.BALL: "ball not magnetic, over a magnet or compass",
    Check.LAYOUT: "00 covered or not printed, signs posted: a double-zero wheel used as single-zero",
}
"""What holds when a check has passed."""

_FOUND: Mapping[Check, tuple[str, str]] = {
    Check.MAGNET: ("a magnet or contrivance in table or wheel", "Take it out"),
    Check.LEVEL: ("that the wheel is not level or does not turn freely and evenly", "Level it"),
    Check.PARTS: ("wheel parts that are loose or move", "Secure them"),
    Check.BALL: ("a ball that a magnet attracts", "Take another ball"),
    Check.LAYOUT: ("layout or signs that do not comply", "Cover 00 and post the signs"),
}
"""What a failed check has found, and what to do about it."""

_SINCE: Mapping[Since, tuple[str, Duty]] = {
    Since.CLOSED: ("for this opening", Duty.CHECK_MAGNET),
    Since.ADJUSTED: ("since the wheel was adjusted", Duty.ADJUSTMENT_FIRST),
    Since.REPLACED: ("since a part of the wheel was replaced", Duty.ADJUSTMENT_FIRST),
}


def obstacles(rules: EquipmentRules, equipment: Equipment) -> Iterator[Refusal]:
    """Everything that keeps the table from opening and the ball from being spun, in order of precedence."""
    yield from _inspection(rules, equipment)
    clause = rules.clause(Duty.REPLACEMENT)
    if equipment.awaiting and clause is not None:
        yield Refusal(StepCode.PART_NOT_INSPECTED, clause, {"parts": ", ".join(equipment.awaiting)})


def _inspection(rules: EquipmentRules, equipment: Equipment) -> Iterator[Refusal]:
    due = rules.checks
    if not due:
        return
    inspection = equipment.inspection
    if inspection is None or any(check not in inspection.checks for check in due):
        since, duty = _SINCE[equipment.since if inspection is None else Since.CLOSED]
        yield Refusal(StepCode.TABLE_NOT_INSPECTED, rules.clause(duty), {"since": since})
        return
    for check in due:
        if not inspection.checks[check]:
            found, remedy = _FOUND[check]
            yield Refusal(StepCode.CHECK_FAILED, rules.clause(DUTY_OF[check]), {"found": found, "remedy": remedy})
