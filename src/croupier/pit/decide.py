"""decide: a command about the equipment becomes an entry of its log, or one refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from croupier.pit import command as p
from croupier.pit import event as e
from croupier.pit.questions import WORDS
from croupier.pit.state import DUTY_OF, Equipment, EquipmentRules
from croupier.rules.procedure import Duty
from croupier.terms.message import Command
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, least
from croupier.terms.steps import StepCode

_WORKS = (Role.KEY_MANAGER, Role.MAINTENANCE, Role.SLOT_TECHNICIAN, Role.SUPERVISOR)

ROLES: Mapping[type[Command], tuple[Role, ...]] = {
    p.InspectTable: (Role.KEY_MANAGER, Role.SECURITY, Role.SUPERVISOR),
    p.AdjustWheel: _WORKS,
    p.ReplacePart: _WORKS,
    p.InspectReplacement: (Role.REGULATOR,),
}
"""Who may give each command. The Director and designees act under the role of regulator."""


def duty(rules: EquipmentRules, kind: type[Command]) -> Duty:
    """The duty behind the roles of a command.

    Who adjusts is the text's affair where the wheel has external movable parts, and who replaces is nowhere.
    """
    if kind is p.InspectTable:
        return Duty.CHECK_MAGNET
    if kind is p.InspectReplacement:
        return Duty.REPLACEMENT
    return Duty.ADJUSTMENT if kind is p.AdjustWheel and rules.external_parts else Duty.ORDER


def decide(
    rules: EquipmentRules, equipment: Equipment, command: p.PitCommand, *, game_open: bool
) -> tuple[e.PitEvent] | Refusal:
    """What the command comes to; nothing is changed by asking."""
    match command:
        case p.InspectTable():
            return _inspect(rules, command)
        case p.AdjustWheel():
            return _adjust(rules, command, game_open=game_open)
        case p.ReplacePart():
            return _replace(rules, command)
        case p.InspectReplacement():
            return _inspect_replacement(rules, equipment, command)
        case _:
            assert_never(command)


def _inspect(rules: EquipmentRules, command: p.InspectTable) -> tuple[e.PitEvent] | Refusal:
    """Every check that is due is answered, and nothing that has no meaning at this table."""
    checks = {check: command.checks[check] for check in sorted(command.checks)}  # as the record will have them
    failed = next((check for check in p.Check if checks.get(check) is False), None)
    refusal = least(
        _missing(rules, DUTY_OF[failed], note=command.note) if failed else None,
        _not_answered(rules, checks),
        *(
            _refuse(rules, StepCode.NOTHING_TO_DO, DUTY_OF[check], what=f"check here: {WORDS[check]}")
            for check in checks
            if check not in rules.meaningful
        ),
    )
    return refusal or (e.TableInspected(command.at, command.by.name, command.by.role, checks, command.note),)


def _not_answered(rules: EquipmentRules, checks: Mapping[p.Check, bool]) -> Refusal | None:
    asked = rules.checks or (() if checks else rules.meaningful)
    left = next((check for check in asked if check not in checks), None)
    return _refuse(rules, StepCode.CHECK_MISSING, DUTY_OF[left], check=WORDS[left]) if left else None


def _adjust(rules: EquipmentRules, command: p.AdjustWheel, *, game_open: bool) -> tuple[e.PitEvent] | Refusal:
    asked = rules.clause(Duty.ADJUSTMENT) is not None
    witnessed = {"security member present": command.witness, "security member's license": command.witness_license}
    refusal = least(
        _same_person(rules, command),
        _unsigned(rules, command, "adjustment"),
        _missing(rules, Duty.ADJUSTMENT, **witnessed) if asked and rules.external_parts else None,
        _refuse(rules, StepCode.GAME_OPEN, Duty.ADJUSTMENT) if asked and game_open and not command.away else None,
        _refuse(rules, StepCode.PLACE_NOT_APPROVED, Duty.ADJUSTMENT)
        if command.away and not rules.secure_place
        else None,
    )
    return refusal or (
        e.WheelAdjusted(
            command.at,
            command.part,
            command.what,
            command.name,
            command.license,
            command.by.role,
            command.by.id,
            command.witness,
            command.witness_license,
            rules.secure_place if command.away else "",
        ),
    )


def _same_person(rules: EquipmentRules, command: p.AdjustWheel) -> Refusal | None:
    """Who adjusts cannot be the member of security in whose presence it is done."""
    witness = command.witness.strip().casefold()
    if not witness or witness not in (command.name.strip().casefold(), command.by.name.strip().casefold()):
        return None
    facts = {"who": command.by.role, "what": "be the security member present", "allowed": "another person"}
    return _refuse(rules, StepCode.ROLE_NOT_ALLOWED, Duty.ADJUSTMENT, **facts)


def _replace(rules: EquipmentRules, command: p.ReplacePart) -> tuple[e.PitEvent] | Refusal:
    return _unsigned(rules, command, "replacement") or (
        e.PartReplaced(
            command.at,
            command.part,
            command.external,
            command.what,
            command.name,
            command.license,
            command.by.role,
            command.by.id,
        ),
    )


def _unsigned(rules: EquipmentRules, command: p.AdjustWheel | p.ReplacePart, what: str) -> Refusal | None:
    """An entry of the log names the part, the work, and the person with the license number."""
    words = {"part": command.part, what: command.what, "name": command.name, "license number": command.license}
    return _missing(rules, Duty.LOG, **words)


def _inspect_replacement(
    rules: EquipmentRules, equipment: Equipment, command: p.InspectReplacement
) -> tuple[e.PitEvent] | Refusal:
    refusal = least(
        None if command.fit else _missing(rules, Duty.REPLACEMENT, note=command.note),
        None
        if equipment.awaiting
        else _refuse(rules, StepCode.NOTHING_TO_DO, Duty.REPLACEMENT, what="inspect: no external part was replaced"),
    )
    parts = tuple(equipment.awaiting)
    return refusal or (e.ReplacementInspected(command.at, command.by.name, parts, command.fit, command.note),)


def _missing(rules: EquipmentRules, duty: Duty, **words: str) -> Refusal | None:
    for what, text in words.items():
        if not text.strip():
            return _refuse(rules, StepCode.TEXT_MISSING, duty, what=what)
    return None


def _refuse(rules: EquipmentRules, code: StepCode, duty: Duty, **facts: str | int) -> Refusal:
    return Refusal(code, rules.clause(duty), facts)
