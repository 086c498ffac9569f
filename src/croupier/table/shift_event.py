"""Events of a table's day: its opening and closing, its staff and its float."""

from __future__ import annotations

from croupier.table.stake import Freed, Returned
from croupier.terms.audience import ALL, STAFF, Audience, House, RecordOnly, Staff, WagersBySeat
from croupier.terms.message import Event


class TableOpened(Event, frozen=True, tag="table-opened/1"):
    """Records the rules in force by book, choices and hash."""

    audience = ALL
    number: RecordOnly[str]
    book: RecordOnly[str]
    rules: RecordOnly[str]
    rules_hash: RecordOnly[str]
    dealer: Staff[str]
    supervisor: Staff[str]
    float_count: House[int]


class OpenedForTournament(Event, frozen=True, tag="opened-for-tournament/1"):
    """The preceding opening is for an event of a tournament, which records the points itself."""

    audience = ALL
    tournament: str
    event: str


class TableClosed(Event, frozen=True, tag="table-closed/1"):
    """`float_book` is the float according to the records; a difference is recorded as it is."""

    audience = ALL
    float_count: House[int]
    float_book: House[int]


class ShiftChanged(Event, frozen=True, tag="shift-changed/1"):
    audience = STAFF
    dealer: str
    supervisor: str
    float_count: House[int]
    float_book: House[int]


class StaffRelieved(Event, frozen=True, tag="staff-relieved/1"):
    """These two now act at the table; the shift and its float continue."""

    audience = STAFF
    dealer: str
    supervisor: str


class PlayEnded(Event, frozen=True, tag="play-ended/1"):
    """No more spins until the table opens again. `freed` wagers were in prison, `returned` ones were not.

    A long round takes several of these in one commit.
    """

    audience = ALL
    returned: WagersBySeat[tuple[Returned, ...]]
    freed: WagersBySeat[tuple[Freed, ...]]


class FloatMoved(Event, frozen=True, tag="float-moved/1"):
    audience = Audience.HOUSE
    amount: int
    slip: str


HouseEvent = TableOpened | OpenedForTournament | TableClosed | ShiftChanged | StaffRelieved | PlayEnded | FloatMoved
"""The table's day and float."""
