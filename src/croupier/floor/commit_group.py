"""The orders of one commit, from the queue to their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.floor.order import Answer, Order, Unanswered, UnansweredReason
from croupier.floor.recovery import Known
from croupier.journal.record import NAME_MAX, BadDraft, Draft, check_drafts
from croupier.table.event import AnyEvent, Events
from croupier.terms.fault import Fault
from croupier.terms.refusal import Refusal
from croupier.wire.events import CommandRefused, to_draft


class CommitGroup:
    """Orders on their way to durable answers. Only the writer sees its decisions until they are durable.

    If a commit fails, or one commit does not hold all orders, another attempt is made with those that are left.
    """

    __slots__ = (
        "again",
        "answers",
        "decided",
        "deciding",
        "drafts",
        "events",
        "failed",
        "keys",
        "known",
        "opened",
        "orders",
        "prepared",
        "sent",
        "tried",
        "unknown",
        "waiting",
    )

    def __init__(self, orders: Sequence[Order]) -> None:
        self.orders = orders
        self.answers: list[Answer | None] = [None] * len(orders)
        self.waiting: Sequence[int] = range(len(orders))
        """The places of the orders that have no answer yet."""
        self.failed = 0
        """Number of failed attempts."""
        self.tried: frozenset[int] = frozenset()
        """Places of orders that a failed attempt may have recorded."""
        self.unknown: frozenset[int] = frozenset()
        """Those of them whose commit had an unknown outcome."""
        self._start()

    def _start(self) -> None:
        self.deciding: Iterator[None] | None = None
        """Decides the rest of the attempt."""
        self.known: Known | None = None
        """The state on which it decides."""
        self.decided = self.sent = False
        """All orders of the attempt are decided; the commit was attempted, so its outcome may be unknown."""
        self.drafts: list[Draft] = []
        self.keys: dict[str, int] = {}
        """The place of each decided order, by key."""
        self.prepared: list[Answer] = []
        """The answer to each key, once the attempt is durable."""
        self.again: list[tuple[int, str]] = []
        """Orders that occur again in the group, with the key of the first."""
        self.events: list[AnyEvent] = []
        self.opened: int | None = None
        """Index of the draft that opens the table."""

    def go_on(self) -> None:
        """Starts another attempt if an order has no answer yet."""
        answers = self.answers
        self.waiting = [place for place in self.waiting if answers[place] is None]
        if self.waiting:
            self._start()

    def leave_unanswered(self, place: int, reason: UnansweredReason, detail: str) -> None:
        """Answers an order that the table does not answer."""
        self.answers[place] = Answer(self.orders[place].id, 0, Unanswered(reason, detail))


def order_drafts(order: Order, actor: str, outcome: Events | Refusal) -> list[Draft]:
    """The records of an order, each within the journal's limits: one bad order must not fail the commit of others."""
    if not 1 <= len(order.id) <= NAME_MAX:
        raise BadDraft(f"An order's id must have 1 to {NAME_MAX} characters, not {len(order.id)}.")
    id, at = order.id, order.command.at
    if type(outcome) is not Refusal and len(outcome) == 1:  # most of the time
        drafts = [to_draft(outcome[0], id, actor, at)]
    else:
        recorded = (CommandRefused.of(outcome),) if type(outcome) is Refusal else outcome
        if not recorded:
            raise Fault("The command produced no event and no refusal.")
        drafts = [to_draft(event, id, actor, at) for event in recorded]
    check_drafts(drafts)
    return drafts
