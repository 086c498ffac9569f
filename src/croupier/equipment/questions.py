"""What prevents a table from opening or continuing: every obstacle with its clause and remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.equipment.command import Check
from croupier.equipment.state import DUTY_OF, Equipment, EquipmentRules, Since
from croupier.rules.procedure import ProcedureStep
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.refusal import Refusal

WORDS: Mapping[Check, str] = {
    Check.MAGNET: "no magnet or contrivance in table or wheel",
    Check.LEVEL: "wheel level, turning freely and evenly",
    Check.PARTS: "all wheel parts secure, none moving",
    Check.BALL: "ball not magnetic, over a magnet or compass",
    Check.LAYOUT: "00 covered or not printed, signs posted: a double-zero wheel used as single-zero",
}
"""What a passed check confirms."""

_FOUND: Mapping[Check, tuple[str, str]] = {
    Check.MAGNET: ("a magnet or contrivance in table or wheel", "Take it out"),
    Check.LEVEL: ("a wheel that is not level or does not turn freely and evenly", "Level it"),
    Check.PARTS: ("wheel parts that are loose or move", "Secure them"),
    Check.BALL: ("a ball that a magnet attracts", "Take another ball"),
    Check.LAYOUT: ("layout or signs that do not comply", "Cover 00 and post the signs"),
}
"""What a failed check found, and the remedy."""

_SINCE: Mapping[Since, tuple[str, ProcedureStep]] = {
    Since.CLOSED: ("for this opening", ProcedureStep.CHECK_MAGNET),
    Since.ADJUSTED: ("since the wheel was adjusted", ProcedureStep.ADJUSTMENT_FIRST),
    Since.REPLACED: ("since a part of the wheel was replaced", ProcedureStep.REPLACEMENT_FIRST),
}


def obstacles(rules: EquipmentRules, equipment: Equipment, opens_at: int | None = None) -> Iterator[Refusal]:
    """Everything that prevents the table from opening and the ball from being spun, in order of precedence.

    `opens_at` is the time of the opening; an inspection that is too old by then does not count.
    """
    yield from _inspection(rules, equipment)
    inspection = equipment.inspection
    if rules.checks and inspection and opens_at is not None and opens_at - inspection.at > rules.inspection_ms:
        facts = {"since": "for this opening: the last inspection is too old"}
        yield Refusal(CommandRefusalCode.TABLE_NOT_INSPECTED, rules.authority(ProcedureStep.INSPECTION_AGE), facts)
    if equipment.awaiting and rules.asks(ProcedureStep.REPLACEMENT):
        facts = {"parts": ", ".join(equipment.awaiting)}
        yield Refusal(CommandRefusalCode.PART_NOT_INSPECTED, rules.authority(ProcedureStep.REPLACEMENT), facts)


def _inspection(rules: EquipmentRules, equipment: Equipment) -> Iterator[Refusal]:
    due = rules.checks
    if not due:
        return
    inspection = equipment.inspection
    if inspection is None or any(check not in inspection.checks for check in due):
        since, duty = _SINCE[equipment.since if inspection is None else Since.CLOSED]
        yield Refusal(CommandRefusalCode.TABLE_NOT_INSPECTED, rules.authority(duty), {"since": since})
        return
    for check in due:
        if not inspection.checks[check]:
            found, remedy = _FOUND[check]
            yield Refusal(
                CommandRefusalCode.CHECK_FAILED, rules.authority(DUTY_OF[check]), {"found": found, "remedy": remedy}
            )
