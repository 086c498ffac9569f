"""Commands about the equipment of a table."""

from __future__ import annotations

from enum import StrEnum

from croupier.terms.message import Command


class Check(StrEnum):
    """What is looked at before a table opens."""

    MAGNET = "magnet"
    """Table and wheel, for a magnet or any contrivance."""
    LEVEL = "level"
    """The wheel, that it is level and turns freely and evenly."""
    PARTS = "parts"
    """The wheel, that all parts are secure and none moves."""
    BALL = "ball"
    """The ball, passed over a magnet or compass."""
    LAYOUT = "layout"
    """Layout and signs, where a double-zero wheel is used as a single-zero wheel."""


class InspectTable(Command, frozen=True, tag="inspect-table"):
    """Every check that the table is due, by one person, and whether it passed; one that failed needs a note."""

    checks: dict[Check, bool]
    note: str = ""


class AdjustWheel(Command, frozen=True, tag="adjust-wheel"):
    """A movable part of the wheel was adjusted by whoever signs, before a licensed member of security.

    `away` says that the wheel was moved to the secure place that the Director approved.
    """

    part: str
    what: str
    name: str
    license: str
    witness: str = ""
    witness_license: str = ""
    away: bool = False


class ReplacePart(Command, frozen=True, tag="replace-part"):
    """A movable part of the wheel was replaced by whoever signs."""

    part: str
    what: str
    name: str
    license: str
    external: bool = False


class InspectReplacement(Command, frozen=True, tag="inspect-replacement"):
    """The Director, or a designee, has looked at the external parts that were replaced."""

    fit: bool
    note: str = ""


PitCommand = InspectTable | AdjustWheel | ReplacePart | InspectReplacement
