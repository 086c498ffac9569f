"""Input and output of a table's writer: orders, answers, news."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.table.command import AnyCommand
from croupier.table.event import AnyEvent, Events
from croupier.terms.refusal import Refusal


class Order(Struct, frozen=True, gc=False):
    """A command under an id chosen by its sender; sent again, it gets the same answer as the first time.

    Ids belong to the sender: two people may use the same one. `seen` is the version of the table that the sender
    knew when it first sent the order, and stays the same when it is sent again. With it, an order is never applied
    twice, however old it is; without it, only while its answer is remembered (ADR 25).
    """

    id: str
    command: AnyCommand
    seen: int | None = None


class UnansweredReason(StrEnum):
    """Why the table has not answered an order."""

    BUSY = "busy"
    """Too many orders are queued, or the store was locked. Nothing was recorded; send it again."""
    STOPPED = "stopped"
    """The desk is closed. Nothing was recorded; send it to the desk that opens next."""
    DOWN = "down"
    """The journal cannot be reached. Nothing was recorded; send it again."""
    UNKNOWN = "unknown"
    """The journal failed during the write: the order may be recorded or not. Send it again under the same id."""
    STALE = "stale"
    """It is so old that its answer may have been forgotten. It was not decided; look at the table first."""
    FAULTY = "faulty"
    """It cannot be decided or recorded at all. Nothing was recorded; sending it again does not help."""


class Unanswered(Struct, frozen=True):
    """The table did not answer, and nothing is in the journal (except, perhaps, after `UNKNOWN`)."""

    reason: UnansweredReason
    detail: str = ""


Outcome = Events | Refusal | Unanswered


class Answer(Struct, frozen=True, gc=False):
    """The outcome of an order; version 0 if the table did not answer, or nothing was recorded."""

    id: str
    version: int
    """The table's version after the last record of the order."""
    outcome: Outcome

    @property
    def events(self) -> Events:
        """The events of the order; empty if there are none."""
        return self.outcome if isinstance(self.outcome, tuple) else ()

    @property
    def refusal(self) -> Refusal | None:
        return self.outcome if isinstance(self.outcome, Refusal) else None

    @property
    def unanswered(self) -> UnansweredReason | None:
        """Why the table did not answer; None if it did, and then the answer is durable and final."""
        return self.outcome.reason if isinstance(self.outcome, Unanswered) else None


class News(Struct, frozen=True):
    """The changes of a commit, for everyone who watches; all of them are durable.

    They bring a watcher from version `after` to `version`; a watcher at any other version has missed something and
    asks for a snapshot.
    """

    after: int
    version: int
    events: tuple[AnyEvent, ...]
