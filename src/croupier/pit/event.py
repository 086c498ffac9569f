"""Events about the equipment of a table: the entries of its log. Their names are permanent.

Each holds its date and who signed it, so that the log can be shown and printed from the entries alone.
"""

from __future__ import annotations

from croupier.pit.command import Check
from croupier.terms.message import Event
from croupier.terms.people import Role


class TableInspected(Event, frozen=True, tag="table-inspected/1"):
    """Each check and whether it passed. It counts for one opening, and until the wheel is worked on."""

    at: int
    name: str
    role: Role
    checks: dict[Check, bool]
    note: str

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in Check if self.checks.get(check) is False)


class WheelAdjusted(Event, frozen=True, tag="wheel-adjusted/1"):
    """`place` is the approved secure place, or empty where the wheel was at its table.

    `signed` is the account in whose session it was signed; name and license number are as the person gave them.
    """

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


class PartReplaced(Event, frozen=True, tag="part-replaced/1"):
    """An external part waits for the Director's or a designee's inspection."""

    at: int
    part: str
    external: bool
    what: str
    name: str
    license: str
    role: Role
    signed: str


class ReplacementInspected(Event, frozen=True, tag="replacement-inspected/1"):
    """The Director or a designee has looked at the external parts named; found fit, they no longer wait."""

    at: int
    name: str
    parts: tuple[str, ...]
    fit: bool
    note: str


PitEvent = TableInspected | WheelAdjusted | PartReplaced | ReplacementInspected
