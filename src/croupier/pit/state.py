"""The equipment of one table as its log left it, and what the rules say about it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from croupier.game.wheel import WheelId
from croupier.pit.command import Check
from croupier.pit.event import PitEvent, TableInspected
from croupier.rules.procedure import Duty, Procedure
from croupier.terms.citation import ClauseId

LOG_KEPT = 20
"""So many of the last entries are at hand; all of them are in the table's records."""

DUTY_OF: Mapping[Check, Duty] = {
    Check.MAGNET: Duty.CHECK_MAGNET,
    Check.LEVEL: Duty.CHECK_LEVEL,
    Check.PARTS: Duty.CHECK_PARTS,
    Check.BALL: Duty.CHECK_BALL,
    Check.LAYOUT: Duty.CHECK_LAYOUT,
}


class Since(StrEnum):
    """Since when no inspection counts."""

    CLOSED = "closed"
    ADJUSTED = "adjusted"
    REPLACED = "replaced"


class Equipment(Struct):
    """One table's equipment between two events."""

    inspection: TableInspected | None = None
    """The last inspection, while it counts; it may have found something."""
    since: Since = Since.CLOSED
    """What has ended the last one, where none counts."""
    awaiting: list[str] = field(default_factory=list)
    """External parts that were replaced and wait for the Director or a designee."""
    log: list[PitEvent] = field(default_factory=list)


class EquipmentRules(Struct, frozen=True):
    """What decides about the equipment of one table."""

    procedure: Procedure
    wheel: WheelId
    external_parts: bool = False
    """The wheel has external movable parts."""
    secure_place: str = ""
    """Where the Director approved that this wheel is adjusted away from the floor; empty where nowhere."""

    def clause(self, duty: Duty) -> ClauseId | None:
        return self.procedure.clause(duty)

    @property
    def meaningful(self) -> tuple[Check, ...]:
        """The checks that there is something to look at for, asked or not."""
        return tuple(check for check in Check if self._means_something(check))

    @property
    def checks(self) -> tuple[Check, ...]:
        """The checks that the text asks for before this table opens."""
        return tuple(check for check in self.meaningful if self.clause(DUTY_OF[check]) is not None)

    def _means_something(self, check: Check) -> bool:
        if check is Check.LAYOUT:
            return self.wheel is WheelId.DOUBLE_AS_SINGLE
        return check is not Check.BALL or self.wheel is not WheelId.BIG_SIX
