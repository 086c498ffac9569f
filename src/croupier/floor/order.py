"""What goes into a table's writer and what comes out: orders, answers, news."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.table.command import AnyCommand
from croupier.table.event import AnyEvent, Events
from croupier.terms.refusal import Refusal


class Order(Struct, frozen=True, gc=False):
    """A command under an id of its sender's choice; sent again, it is answered as it was the first time.

    Ids are the sender's own: two people may use the same one. `seen` is the version of the table that the
    sender knew when it first sent the order, and stays the same when it is sent again. With it, an order is
    never applied twice, however old it is; without it, only as long as its answer is remembered (ADR 25).
    """

    id: str
    command: AnyCommand
    seen: int | None = None


class UnansweredReason(StrEnum):
    """Why an order has no answer from the table."""

    BUSY = "busy"
    """Too many orders wait, or the store was held. Nothing was recorded; send it again."""
    STOPPED = "stopped"
    """The desk is closed. Nothing was recorded; send it to the desk that opens next."""
    DOWN = "down"
    """The journal cannot be reached. Nothing was recorded; send it again."""
    UNKNOWN = "unknown"
    """The journal was lost while it wrote: the order may be recorded or not. Send it again under the same id."""
    STALE = "stale"
    """It is so old that an answer to it may have been forgotten. It was not decided; look at the table first."""
    FAULTY = "faulty"
    """It cannot be decided or recorded at all. Nothing was recorded; sending it again does not help."""


class Unanswered(Struct, frozen=True):
    """The table did not answer, and nothing of this is in the journal (except, perhaps, after `UNKNOWN`)."""

    reason: UnansweredReason
    detail: str = ""


Outcome = Events | Refusal | Unanswered


class Answer(Struct, frozen=True, gc=False):
    """What became of an order; a version of 0 where the table did not answer, or nothing was recorded."""

    id: str
    version: int
    """The table's version after the last record of the order."""
    outcome: Outcome

    @property
    def events(self) -> Events:
        """What happened; empty where nothing did."""
        return self.outcome if isinstance(self.outcome, tuple) else ()

    @property
    def refusal(self) -> Refusal | None:
        return self.outcome if isinstance(self.outcome, Refusal) else None

    @property
    def unanswered(self) -> UnansweredReason | None:
        """Why the table did not answer; None when it did, and then the answer is durable and final."""
        return self.outcome.reason if isinstance(self.outcome, Unanswered) else None


class News(Struct, frozen=True):
    """What a commit changed, for everybody who watches; all of it is durable.

    It brings a watcher from version `after` to `version`; one who is not at `after` has missed something and
    asks for the whole table.
    """

    after: int
    version: int
    events: tuple[AnyEvent, ...]
