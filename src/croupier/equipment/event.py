"""Events about the equipment of a table: the entries of its log. Their names are permanent.

Each holds its date and who signed it, so that the log can be printed from the entries alone.
"""

from __future__ import annotations

from croupier.equipment.command import Check
from croupier.terms.audience import STAFF
from croupier.terms.message import Event
from croupier.terms.people import Role


class TableInspected(Event, frozen=True, tag="table-inspected/1"):
    """Each check and whether it passed. It counts for one opening, until the wheel is worked on."""

    audience = STAFF
    at: int
    name: str
    role: Role
    checks: dict[Check, bool]
    note: str

    @property
    def failed(self) -> tuple[Check, ...]:
        if False not in self.checks.values():  # seldom otherwise, and asked for each view
            return ()
        return tuple(check for check in Check if self.checks.get(check) is False)


class WheelAdjusted(Event, frozen=True, tag="wheel-adjusted/1"):
    """`place` is the approved secure place, or empty if the wheel was at its table.

    `signed` is the account that signed it; name and license number are as the person gave them.
    """

    audience = STAFF
    at: int
    part: str
    what: str
    name: str
    license: str
    role: Role
    signed: str
    witness: str
    witness_license: str
    place: str


class LicenseRecorded(Event, frozen=True, tag="license-recorded/1"):
    """The person has this role and license number from now on; `signed` is the account that recorded it."""

    audience = STAFF
    at: int
    name: str
    role: Role
    license: str
    signed: str


class PartReplaced(Event, frozen=True, tag="part-replaced/1"):
    """`external` means that the wheel has external movable parts: the Director or a designee must inspect it."""

    audience = STAFF
    at: int
    part: str
    external: bool
    what: str
    name: str
    license: str
    role: Role
    signed: str


class ReplacementInspected(Event, frozen=True, tag="replacement-inspected/1"):
    """The Director or a designee inspected these external parts; if fit, they no longer wait."""

    audience = STAFF
    at: int
    name: str
    parts: tuple[str, ...]
    fit: bool
    note: str


class SignPosted(Event, frozen=True, tag="sign-posted/1"):
    """The sign is posted there, with these words; `approval` names who approved them, if approval is required."""

    audience = STAFF
    at: int
    sign: str
    title: str
    lines: tuple[str, ...]
    digest: str
    place: str
    approval: str
    name: str
    role: Role


class SignRemoved(Event, frozen=True, tag="sign-removed/1"):
    """The sign is no longer posted."""

    audience = STAFF
    at: int
    sign: str
    why: str
    name: str
    role: Role


SignEvent = SignPosted | SignRemoved
EquipmentEvent = TableInspected | WheelAdjusted | PartReplaced | ReplacementInspected
"""The events in the log of a table's equipment."""
PitEvent = LicenseRecorded | SignEvent | EquipmentEvent
