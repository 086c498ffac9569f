"""The equipment as the staff responsible for it see it."""

from __future__ import annotations

from msgspec import Struct

from croupier.equipment import event as e
from croupier.equipment.questions import WORDS, obstacles
from croupier.equipment.state import DUTY_OF, Equipment, EquipmentRules
from croupier.rules.procedure import ProcedureStep
from croupier.terms.citation import Basis
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal


class SeenCheck(Struct, frozen=True):
    """A check that an inspection of this table must answer."""

    check: str
    words: str
    clause: str | None


class SeenObstacle(Struct, frozen=True):
    """Something that prevents the table from opening and the ball from being spun."""

    code: str
    clause: str | None
    basis: Basis
    message: str
    facts: dict[str, str | int]
    """The values in the message."""


class SeenInspection(Struct, frozen=True):
    at: int
    name: str
    role: Role
    passed: bool
    failed: tuple[str, ...]
    note: str


class SeenEntry(Struct, frozen=True):
    """An entry of the log; fields that its kind does not have are empty."""

    at: int
    kind: str
    name: str
    role: Role
    part: str = ""
    external: bool = False
    what: str = ""
    license: str = ""
    signed: str = ""
    witness: str = ""
    witness_license: str = ""
    place: str = ""
    passed: bool = True
    failed: tuple[str, ...] = ()
    note: str = ""


class SeenEquipment(Struct, frozen=True):
    checks: tuple[SeenCheck, ...]
    obstacles: tuple[SeenObstacle, ...]
    inspection: SeenInspection | None
    awaiting: tuple[str, ...]
    external_parts: bool
    secure_place: str
    log_clause: str | None
    """The clause that requires the log."""
    log: tuple[SeenEntry, ...]


def seen_equipment(rules: EquipmentRules, equipment: Equipment) -> SeenEquipment:
    return SeenEquipment(
        tuple(SeenCheck(check, WORDS[check], rules.clause(DUTY_OF[check])) for check in rules.checks),
        tuple(map(seen_obstacle, obstacles(rules, equipment))),
        _seen_inspection(equipment.inspection),
        tuple(equipment.awaiting),
        rules.external_parts,
        rules.secure_place,
        rules.clause(ProcedureStep.LOG),
        tuple(map(entry, equipment.log)),
    )


def seen_obstacle(refusal: Refusal) -> SeenObstacle:
    return SeenObstacle(refusal.code, refusal.clause, refusal.basis, refusal.message, dict(refusal.facts))


def _seen_inspection(event: e.TableInspected | None) -> SeenInspection | None:
    if event is None:
        return None
    return SeenInspection(event.at, event.name, event.role, not event.failed, event.failed, event.note)


def entry(event: e.EquipmentEvent) -> SeenEntry:
    """An event as an entry of the log."""
    match event:
        case e.TableInspected(at=at, name=name, role=role):
            return SeenEntry(
                at, "inspection", name, role, passed=not event.failed, failed=event.failed, note=event.note
            )
        case e.WheelAdjusted(at=at, name=name, role=role):
            return SeenEntry(
                at,
                "adjustment",
                name,
                role,
                part=event.part,
                what=event.what,
                license=event.license,
                signed=event.signed,
                witness=event.witness,
                witness_license=event.witness_license,
                place=event.place,
            )
        case e.PartReplaced(at=at, name=name, role=role):
            return SeenEntry(
                at,
                "replacement",
                name,
                role,
                part=event.part,
                external=event.external,
                what=event.what,
                license=event.license,
                signed=event.signed,
            )
        case e.ReplacementInspected(at=at, name=name):
            parts = ", ".join(event.parts)
            return SeenEntry(
                at, "director", name, Role.REGULATOR, part=parts, external=True, passed=event.fit, note=event.note
            )
