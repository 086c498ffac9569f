"""decide: turns a command about the equipment into an event of its log, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never, get_args

from croupier.equipment import command as p
from croupier.equipment import event as e
from croupier.equipment.questions import WORDS
from croupier.equipment.state import DUTY_OF, Equipment, EquipmentRules
from croupier.rules.procedure import ProcedureStep
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.message import Command
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, least

COMMANDS = frozenset(get_args(p.PitCommand))


def duty(rules: EquipmentRules, kind: type[Command]) -> ProcedureStep:
    """The procedure step behind the roles of a command.

    The text says who adjusts a wheel with external movable parts; it never says who replaces a part.
    """
    if kind is p.InspectTable:
        return ProcedureStep.CHECK_MAGNET
    if kind is p.InspectReplacement:
        return ProcedureStep.REPLACEMENT
    if kind is p.RecordLicense:
        return ProcedureStep.LOG
    return ProcedureStep.ADJUSTMENT if kind is p.AdjustWheel and rules.external_parts else ProcedureStep.ORDER


def decide(
    rules: EquipmentRules, equipment: Equipment, command: p.EquipmentCommand, *, game_open: bool
) -> tuple[e.PitEvent] | Refusal:
    """The events of a command, or a refusal; nothing changes."""
    match command:
        case p.RecordLicense():
            return _record(rules, command)
        case p.InspectTable():
            return _inspect(rules, equipment, command)
        case p.AdjustWheel():
            return _adjust(rules, equipment, command, game_open=game_open)
        case p.ReplacePart():
            return _replace(rules, equipment, command)
        case p.InspectReplacement():
            return _inspect_replacement(rules, equipment, command)
        case _:
            assert_never(command)


def _record(rules: EquipmentRules, command: p.RecordLicense) -> tuple[e.PitEvent] | Refusal:
    """People may not record their own license."""
    own = command.name.strip().casefold() == command.by.name.strip().casefold()
    facts = {"who": command.by.role, "what": "record their own license", "allowed": "another person"}
    refusal = least(
        _refuse(rules, CommandRefusalCode.ROLE_NOT_ALLOWED, ProcedureStep.ORDER, **facts) if own else None,
        _missing(rules, ProcedureStep.LOG, **{"name": command.name, "license number": command.license}),
    )
    return refusal or (
        e.LicenseRecorded(command.at, command.name.strip(), command.role, command.license, command.by.id),
    )


def _unlicensed(
    rules: EquipmentRules, equipment: Equipment, step: ProcedureStep, name: str, role: Role, license: str | None = None
) -> Refusal | None:
    """Refuses unless the person is on record with this role and license, if the text requires the step."""
    if not rules.asks(step) or not name.strip():
        return None
    known = equipment.people.get(name.strip().casefold())
    if known is not None and known.role is role and license in (None, known.license):
        return None
    return _refuse(rules, CommandRefusalCode.LICENSE_NOT_RECORDED, step, name=name.strip(), role=role)


def _inspect(rules: EquipmentRules, equipment: Equipment, command: p.InspectTable) -> tuple[e.PitEvent] | Refusal:
    """Every check that is due must be answered, and none that does not apply here."""
    checks = {check: command.checks[check] for check in sorted(command.checks)}  # in the order of the record
    failed = next((check for check in p.Check if checks.get(check) is False), None)
    security = command.by.role is Role.SECURITY  # the text requires a licensed member of that department
    refusal = least(
        _unlicensed(rules, equipment, ProcedureStep.CHECK_MAGNET, command.by.name, Role.SECURITY) if security else None,
        _missing(rules, DUTY_OF[failed], note=command.note) if failed else None,
        _not_answered(rules, checks),
        *(
            _refuse(
                rules, CommandRefusalCode.NOTHING_TO_DO, DUTY_OF[check], what="check here: {check}", check=WORDS[check]
            )
            for check in checks
            if check not in rules.applicable
        ),
    )
    return refusal or (e.TableInspected(command.at, command.by.name, command.by.role, checks, command.note),)


def _not_answered(rules: EquipmentRules, checks: Mapping[p.Check, bool]) -> Refusal | None:
    asked = rules.checks or (() if checks else rules.applicable)
    left = next((check for check in asked if check not in checks), None)
    return _refuse(rules, CommandRefusalCode.CHECK_MISSING, DUTY_OF[left], check=WORDS[left]) if left else None


def _adjust(
    rules: EquipmentRules, equipment: Equipment, command: p.AdjustWheel, *, game_open: bool
) -> tuple[e.PitEvent] | Refusal:
    asked = rules.asks(ProcedureStep.ADJUSTMENT)
    witnessed = {"security member present": command.witness, "security member's license": command.witness_license}
    refusal = least(
        _same_person(rules, command),
        _unsigned(rules, command, "adjustment"),
        _missing(rules, ProcedureStep.ADJUSTMENT, **witnessed) if asked and rules.external_parts else None,
        _unlicensed(rules, equipment, ProcedureStep.LOG, command.name, command.by.role, command.license),
        _unlicensed(
            rules, equipment, ProcedureStep.ADJUSTMENT, command.witness, Role.SECURITY, command.witness_license
        ),
        _refuse(rules, CommandRefusalCode.GAME_OPEN, ProcedureStep.ADJUSTMENT)
        if asked and game_open and not command.away
        else None,
        _refuse(rules, CommandRefusalCode.PLACE_NOT_APPROVED, ProcedureStep.ADJUSTMENT)
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
    """The person who adjusts may not also be the security witness."""
    witness = command.witness.strip().casefold()
    if not witness or witness not in (command.name.strip().casefold(), command.by.name.strip().casefold()):
        return None
    facts = {"who": command.by.role, "what": "be the security member present", "allowed": "another person"}
    return _refuse(rules, CommandRefusalCode.ROLE_NOT_ALLOWED, ProcedureStep.ADJUSTMENT, **facts)


def _replace(rules: EquipmentRules, equipment: Equipment, command: p.ReplacePart) -> tuple[e.PitEvent] | Refusal:
    """Whether the Director must inspect depends on the wheel, not on what the command says."""
    refusal = least(
        _unsigned(rules, command, "replacement"),
        _unlicensed(rules, equipment, ProcedureStep.LOG, command.name, command.by.role, command.license),
    )
    return refusal or (
        e.PartReplaced(
            command.at,
            command.part,
            rules.external_parts,
            command.what,
            command.name,
            command.license,
            command.by.role,
            command.by.id,
        ),
    )


def _unsigned(rules: EquipmentRules, command: p.AdjustWheel | p.ReplacePart, what: str) -> Refusal | None:
    """An entry of the log names the part, the work, and the person with license number."""
    words = {"part": command.part, what: command.what, "name": command.name, "license number": command.license}
    return _missing(rules, ProcedureStep.LOG, **words)


def _inspect_replacement(
    rules: EquipmentRules, equipment: Equipment, command: p.InspectReplacement
) -> tuple[e.PitEvent] | Refusal:
    refusal = least(
        None if command.fit else _missing(rules, ProcedureStep.REPLACEMENT, note=command.note),
        None
        if equipment.awaiting
        else _refuse(
            rules,
            CommandRefusalCode.NOTHING_TO_DO,
            ProcedureStep.REPLACEMENT,
            what="inspect: no part awaits inspection",
        ),
    )
    parts = tuple(equipment.awaiting)
    return refusal or (e.ReplacementInspected(command.at, command.by.name, parts, command.fit, command.note),)


def _missing(rules: EquipmentRules, duty: ProcedureStep, **words: str) -> Refusal | None:
    for what, text in words.items():
        if not text.strip():
            return _refuse(rules, CommandRefusalCode.TEXT_MISSING, duty, what=what)
    return None


def _refuse(rules: EquipmentRules, code: CommandRefusalCode, duty: ProcedureStep, **facts: str | int) -> Refusal:
    return Refusal(code, rules.authority(duty), facts)
