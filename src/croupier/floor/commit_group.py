"""The decisions of one commit, and the records of each order."""

from __future__ import annotations

from typing import NamedTuple

from croupier.floor.order import Order, Outcome
from croupier.journal.record import NAME_MAX, BadDraft, Draft, check_drafts
from croupier.table.event import AnyEvent, Events
from croupier.terms.fault import Fault
from croupier.terms.refusal import Refusal
from croupier.wire.events import CommandRefused, to_draft


class DecidedOrder(NamedTuple):
    """A decided order that waits for the commit."""

    place: int
    key: str
    start: int
    """Index of its first draft in the group."""
    records: int
    outcome: Outcome


class CommitGroup:
    """The decisions of one commit. Only the writer sees them until they are durable."""

    __slots__ = ("again", "decided", "drafts", "events", "keys", "opened", "sent")

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.decided: list[DecidedOrder] = []
        self.keys: dict[str, int] = {}
        """The place of each decided order, by key."""
        self.again: list[tuple[int, str]] = []
        """Orders that occur again in the group, with the key of the first."""
        self.events: list[AnyEvent] = []
        self.opened: int | None = None
        """Index of the draft that opens the table."""
        self.sent = False
        """The commit was attempted, so its outcome may be unknown."""


def order_drafts(order: Order, actor: str, outcome: Events | Refusal) -> list[Draft]:
    """The records of an order, each within the journal's limits: one bad order must not fail the commit of others."""
    if not 1 <= len(order.id) <= NAME_MAX:
        raise BadDraft(f"An order's id must have 1 to {NAME_MAX} characters, not {len(order.id)}.")
    recorded = (CommandRefused.of(outcome),) if type(outcome) is Refusal else outcome
    if not recorded:
        raise Fault("The command produced no event and no refusal.")
    drafts = [to_draft(event, order.id, actor, order.command.at) for event in recorded]
    check_drafts(drafts)
    return drafts
