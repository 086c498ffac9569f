"""Packets between front and worker that do not belong to a connection; they have connection 0."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

from msgspec import Struct, json

from croupier.access.alert_text import AlertKind
from croupier.access.event import AnySignificant, By
from croupier.access.person import Person
from croupier.journal.append_failure import Trouble
from croupier.journal.lost_records import RecordsLost
from croupier.terms.coded_message import Facts
from croupier.terms.fault import Fault


class Control(IntEnum):
    """Kinds of packets; those of connections have lower numbers."""

    PERSON = 32
    """To the worker: whose session it is now; the body is a `SessionNow`."""
    DISTRUST = 33
    """To the worker: a table takes no more orders; the body is an `UntrustedReport`."""
    STOP = 34
    """To the worker: close the betting, answer everybody, save, and end."""
    STOPPED = 35
    """To the front: all of that is done."""
    STATUS = 36
    """To the front, once a second; the body is a list of `TableStatus`."""
    NOTE = 37
    """To the front: a significant event; the body is a `Noted`."""
    ALERT = 38
    """To the front; the body is an `Alerted`."""
    ACTED = 39
    """To the front: somebody gave a command; the body is the id of the session."""
    DOUBT = 40
    """To the front: a table differs from a replay of its records; the body is an `UntrustedReport`."""
    ASSIGN = 41
    """To a worker with leases: which tables to run and which to follow; the body is an `Assignment`."""
    HELD = 42
    """To the front, of a worker with leases: which tables it runs; the body is a `Held`."""
    MOVE_OUT = 43
    """To a worker with leases: answer everybody, hand over all tables, and end; another node continues."""


class SessionNow(Struct, frozen=True):
    """A person's session; None when it has ended."""

    session: str
    person: Person | None


class TableStatus(Struct, frozen=True):
    """What a worker counts at one of its tables since it started."""

    number: str
    orders: dict[str, int]
    commits: list[int]
    seconds: float
    version: int
    waiting: int
    connections: int
    trouble: Trouble | None


class Assignment(Struct, frozen=True):
    """The tables of a worker, by number."""

    front: str
    """The node that sent it; valid only while that node runs the house."""
    run: dict[str, bool]
    """Whether each of them keeps the rules it was opened under."""
    follow: list[str]
    """Tables of other workers that it takes over if they fail."""


class Held(Struct, frozen=True):
    """The tables that a worker runs now."""

    process: str
    tables: list[str]


class Noted(Struct, frozen=True):
    event: AnySignificant
    by: By


class Alerted(Struct, frozen=True):
    kind: AlertKind
    subject: str
    facts: Facts
    clause: str


class UntrustedReport(Struct, frozen=True):
    """A table that takes no more orders, and why."""

    stream: str
    words: str
    lost: bool = False
    """Records that were acknowledged are missing."""

    @classmethod
    def of(cls, stream: str, error: Exception) -> Self:
        return cls(stream, str(error), isinstance(error, RecordsLost))

    @property
    def error(self) -> Exception:
        """The same in this process."""
        return RecordsLost(self.words, self.stream) if self.lost else Fault(self.words)


read_session = json.Decoder(SessionNow).decode
read_assignment = json.Decoder(Assignment).decode
read_held = json.Decoder(Held).decode
read_status = json.Decoder(list[TableStatus]).decode
read_note = json.Decoder(Noted).decode
read_alert = json.Decoder(Alerted).decode
read_untrusted = json.Decoder(UntrustedReport).decode
read_person = json.Decoder(Person).decode
