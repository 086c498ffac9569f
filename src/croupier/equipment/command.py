"""Commands about the equipment of a table."""

from __future__ import annotations

from enum import StrEnum

from croupier.terms.message import Command
from croupier.terms.people import Role

WORKS = (Role.KEY_MANAGER, Role.MAINTENANCE, Role.SLOT_TECHNICIAN, Role.SUPERVISOR)
"""Who works on a wheel."""
POSTS = (Role.KEY_MANAGER, Role.SUPERVISOR)
"""Who records which signs are posted at a table."""


class Check(StrEnum):
    """What is checked before a table opens."""

    MAGNET = "magnet"
    """Table and wheel have no magnet or contrivance."""
    LEVEL = "level"
    """The wheel is level and turns freely and evenly."""
    PARTS = "parts"
    """All parts of the wheel are secure, and none moves."""
    BALL = "ball"
    """The ball passes over a magnet or compass."""
    LAYOUT = "layout"
    """Layout and signs, if a double-zero wheel is used as a single-zero wheel."""


class InspectTable(Command, frozen=True, tag="inspect-table"):
    """The results of all checks due, by one person; a failed check needs a note."""

    given_by = (Role.KEY_MANAGER, Role.SECURITY, Role.SUPERVISOR)
    checks: dict[Check, bool]
    note: str = ""


class AdjustWheel(Command, frozen=True, tag="adjust-wheel"):
    """The signer adjusted a movable part of the wheel in the presence of a licensed member of security.

    `away` means that the wheel was moved to the secure place that the Director approved.
    """

    given_by = WORKS
    part: str
    what: str
    name: str
    license: str
    witness: str = ""
    witness_license: str = ""
    away: bool = False


class ReplacePart(Command, frozen=True, tag="replace-part"):
    """The signer replaced a movable part of the wheel."""

    given_by = WORKS
    part: str
    what: str
    name: str
    license: str


class RecordLicense(Command, frozen=True, tag="record-license"):
    """Records a person's role and license number; a later record replaces an earlier one."""

    given_by = (Role.KEY_MANAGER, Role.SUPERVISOR)
    name: str
    role: Role
    license: str


class InspectReplacement(Command, frozen=True, tag="inspect-replacement"):
    """The Director or a designee inspected a wheel with external movable parts after one was replaced."""

    given_by = (Role.REGULATOR,)
    """The Director and designees act under the role of regulator."""
    fit: bool
    note: str = ""


class PostSign(Command, frozen=True, tag="post-sign"):
    """A printed sign is posted at the place; `digest` is the code that is printed on it."""

    given_by = POSTS
    sign: str
    digest: str
    place: str


class RemoveSign(Command, frozen=True, tag="remove-sign"):
    """A sign was taken down."""

    given_by = POSTS
    sign: str
    why: str


SignCommand = PostSign | RemoveSign
EquipmentCommand = RecordLicense | InspectTable | AdjustWheel | ReplacePart | InspectReplacement
PitCommand = EquipmentCommand | SignCommand
