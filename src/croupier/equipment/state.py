"""The state of one table's equipment, and the rules about it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct, field

from croupier.equipment.command import Check
from croupier.equipment.event import EquipmentEvent, TableInspected
from croupier.game.wheel import SpunPart
from croupier.rules.procedure import Procedure, ProcedureStep
from croupier.terms.citation import Authority, ClauseId
from croupier.terms.people import Role

DAY_MS = 24 * 60 * 60 * 1000
LOG_KEPT = 20
"""Entries kept in memory; the table's records hold all of them."""

DUTY_OF: Mapping[Check, ProcedureStep] = {
    Check.MAGNET: ProcedureStep.CHECK_MAGNET,
    Check.LEVEL: ProcedureStep.CHECK_LEVEL,
    Check.PARTS: ProcedureStep.CHECK_PARTS,
    Check.BALL: ProcedureStep.CHECK_BALL,
    Check.LAYOUT: ProcedureStep.CHECK_LAYOUT,
}


class Since(StrEnum):
    """Why no inspection counts."""

    CLOSED = "closed"
    ADJUSTED = "adjusted"
    REPLACED = "replaced"


class Licensed(Struct, frozen=True, array_like=True):
    """The recorded role and license number of a person."""

    role: Role
    license: str


class PostedSign(Struct, frozen=True, array_like=True):
    """A posted sign, by the digest of its words."""

    digest: str
    place: str
    at: int
    name: str


class Equipment(Struct):
    """The current state of one table's equipment."""

    inspection: TableInspected | None = None
    """The last inspection, while it counts; it may have failed checks."""
    since: Since = Since.CLOSED
    """What ended the last inspection, if none counts."""
    awaiting: list[str] = field(default_factory=list)
    """Replaced external parts that the Director or a designee has yet to inspect."""
    log: list[EquipmentEvent] = field(default_factory=list)
    people: dict[str, Licensed] = field(default_factory=dict)
    """People with a recorded license, by lower-case name."""
    signs: dict[str, PostedSign] = field(default_factory=dict)
    """The signs on record as posted."""


class EquipmentRules(Struct, frozen=True, dict=True):
    """The rules about one table's equipment."""

    procedure: Procedure
    covered: bool = False
    """A compartment of the wheel does not count, and its number is covered on the layout."""
    external_parts: bool = False
    """The wheel has external movable parts."""
    inspection_ms: int = DAY_MS
    """Maximum age of the inspection before an opening."""
    secure_place: str = ""
    """The place the Director approved for adjusting this wheel away from the floor; empty if none."""

    def clause(self, duty: ProcedureStep) -> ClauseId | None:
        return self.procedure.clause(duty)

    def authority(self, duty: ProcedureStep) -> Authority:
        return self.procedure.authority(duty)

    def asks(self, duty: ProcedureStep) -> bool:
        """Whether the book itself requires the step."""
        return self.procedure.asks(duty)

    @cached_property
    def applicable(self) -> tuple[Check, ...]:
        """The checks that apply to this equipment, required or not."""
        return tuple(check for check in Check if self._applies(check))

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """The checks that the text requires before this table opens."""
        return tuple(check for check in self.applicable if self.asks(DUTY_OF[check]))

    def _applies(self, check: Check) -> bool:
        if check is Check.LAYOUT:
            return self.covered
        return check is not Check.BALL or self.procedure.spins is SpunPart.BALL
