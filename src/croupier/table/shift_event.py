"""Events of a table's day: its opening and closing, its staff and its float."""

from __future__ import annotations

from croupier.table import command as c
from croupier.table.stake import Freed, Returned
from croupier.table.table_event import NOTHING, Change, TableEvent
from croupier.terms.audience import ALL, STAFF, Audience, House, RecordOnly, Staff, WagersBySeat


class TableOpened(TableEvent, frozen=True, tag="table-opened/1"):
    """Records the rules in force by book, choices and hash."""

    audience = ALL
    changes = Change.LAST_ROUND
    command = None
    number: RecordOnly[str]
    book: RecordOnly[str]
    rules: RecordOnly[str]
    rules_hash: RecordOnly[str]
    dealer: Staff[str]
    supervisor: Staff[str]
    float_count: House[int]


class OpenedForTournament(TableEvent, frozen=True, tag="opened-for-tournament/1"):
    """The preceding opening is for an event of a tournament, which records the points itself."""

    audience = ALL
    changes = NOTHING
    command = None
    tournament: str
    event: str


class TableClosed(TableEvent, frozen=True, tag="table-closed/1"):
    """`float_book` is the float according to the records; a difference is recorded as it is."""

    audience = ALL
    changes = Change.DEALING | Change.EQUIPMENT | Change.OTHER_PARTS | Change.SESSION
    command = c.CloseTable
    float_count: House[int]
    float_book: House[int]


class ShiftChanged(TableEvent, frozen=True, tag="shift-changed/1"):
    audience = STAFF
    changes = NOTHING
    command = c.ChangeShift
    dealer: str
    supervisor: str
    float_count: House[int]
    float_book: House[int]


class StaffRelieved(TableEvent, frozen=True, tag="staff-relieved/1"):
    """These two now act at the table; the shift and its float continue."""

    audience = STAFF
    changes = NOTHING
    command = c.RelieveStaff
    dealer: str
    supervisor: str


class PlayEnded(TableEvent, frozen=True, tag="play-ended/1"):
    """No more spins until the table opens again. `freed` wagers were in prison, `returned` ones were not.

    A long round takes several of these in one commit.
    """

    audience = ALL
    changes = Change.HOLDINGS | Change.OTHER_PARTS | Change.FIGURES
    command = c.EndPlay
    returned: WagersBySeat[tuple[Returned, ...]]
    freed: WagersBySeat[tuple[Freed, ...]]


class FloatMoved(TableEvent, frozen=True, tag="float-moved/1"):
    audience = Audience.HOUSE
    changes = Change.FIGURES
    command = None
    amount: int
    slip: str


HouseEvent = TableOpened | OpenedForTournament | TableClosed | ShiftChanged | StaffRelieved | PlayEnded | FloatMoved
"""The table's day and float."""
