"""Commands of a table's day: its opening and closing, its staff."""

from __future__ import annotations

from croupier.table.command_roles import PIT
from croupier.terms.message import Command


class OpenTable(Command, frozen=True, tag="open-table"):
    """Opens the table with a counted float, or for an event of a tournament, without a float."""

    given_by = PIT
    dealer: str
    supervisor: str
    float_count: int
    tournament: str = ""
    """The id of the tournament, if the table opens for one."""
    event: str = ""
    """The event of the tournament."""


class CloseTable(Command, frozen=True, tag="close-table"):
    """Closes the table with a counted float; nothing may be left on the layout or in a player's stack."""

    given_by = PIT
    float_count: int


class ChangeShift(Command, frozen=True, tag="change-shift"):
    """Another dealer or supervisor takes over; the float is counted."""

    given_by = PIT
    dealer: str
    supervisor: str
    float_count: int


class RelieveStaff(Command, frozen=True, tag="relieve-staff"):
    """Another dealer or supervisor takes over at once, in any phase; the float is not counted."""

    given_by = PIT
    dealer: str
    supervisor: str


class EndPlay(Command, frozen=True, tag="end-play"):
    """Ends play: wagers on the layout are returned, and wagers in prison are resolved."""

    given_by = PIT


NamesStaff = OpenTable | ChangeShift | RelieveStaff
"""Commands that name the dealer and the supervisor."""
TableCommand = OpenTable | CloseTable | ChangeShift | RelieveStaff | EndPlay
