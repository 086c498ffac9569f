"""The one writer of a table: decides many orders, appends once, then answers all. See ADR 24."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct, field

from croupier.floor.answered import GENERATION, key_of
from croupier.floor.order import Answer, News, Order, Outcome, Reason, Unanswered
from croupier.floor.recovery import Known, recover, snapshot_body
from croupier.floor.steps import Brief, Steps, run
from croupier.journal.port import Journal
from croupier.journal.record import COMMIT_MAX, NAME_MAX, BadDraft, Draft, Head, Record, check_drafts
from croupier.table.decide import decide
from croupier.table.event import AnyEvent, Events, TableOpened
from croupier.table.evolve import evolve
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.refusal import Refusal
from croupier.wire.events import CommandRefused, from_record, to_draft

ATTEMPTS = 3
"""How often a group is appended before its senders are told to come again."""

BRIEF_MAX = 300
"""A commit of so many records is a brief one."""

_log = logging.getLogger(__name__)


class OtherRules(Fault):
    """The table is open under other rules than those given; a table is run and closed under its own."""


class _Decided(Struct, gc=False):
    """An order that was decided and waits for the commit."""

    place: int
    key: str
    first: int
    """The place of its first draft in the group."""
    count: int
    outcome: Outcome


class _Group(Struct):
    """Decisions of one commit. Until it is durable, only the writer knows of them."""

    drafts: list[Draft] = field(default_factory=list)
    decided: dict[str, _Decided] = field(default_factory=dict)
    again: list[tuple[int, str]] = field(default_factory=list)
    """Orders that came twice in the group, with the key of the first."""
    events: list[AnyEvent] = field(default_factory=list)
    opened: int | None = None
    """The place of the draft that opens the table."""


class _Unfit(Exception):
    """An event was decided that `evolve` cannot take; it must never be recorded."""

    def __init__(self, place: int) -> None:
        self.place = place


class Writer:
    """Owns one table. Its state runs ahead of the journal only inside `commit`, and nobody sees it there.

    One thread calls it. A journal object belongs to one writer; when it stops answering, `reopen` gives
    another one on the same records.
    """

    def __init__(
        self,
        journal: Journal,
        stream: str,
        rules: TableRules,
        *,
        reopen: Callable[[], Journal] | None = None,
        generation: int = GENERATION,
    ) -> None:
        self.stream, self.rules = stream, rules
        self._journal, self._reopen, self._generation = journal, reopen, generation
        known = recover(journal, stream, generation=generation)
        self._known: Known | None = known
        self._news: list[AnyEvent] = []
        self._told = self._heard = known.head.version
        self._tried_save = 0
        self.trouble: Exception | None = None
        """Why the journal did not take the last records; None when it took them."""
        if known.table.phase is not Phase.CLOSED and known.table.rules_hash != rules.digest:
            raise OtherRules(
                f"{stream} is open under other rules than these. Take those that record {known.opened} names, "
                "close the table, and open it under the new ones."
            )

    @property
    def known(self) -> Known:
        """The table as the journal has it, read anew when it was discarded; raises when that is impossible."""
        if self._known is None:
            self._known = self._load()
        return self._known

    @property
    def table(self) -> Table:
        """The state after the last durable record. Only views of it leave the writer's thread."""
        return self.known.table

    @property
    def version(self) -> int:
        return self.known.head.version

    @property
    def unsaved(self) -> int:
        """How many records came since a snapshot was last tried; 0 while the state is discarded."""
        return self._known.head.version - max(self._known.saved, self._tried_save) if self._known else 0

    def commit(self, orders: Sequence[Order]) -> list[Answer]:
        """Answers every order, in order; what an answer says is durable."""
        return run(self.steps(orders))

    def steps(self, orders: Sequence[Order]) -> Steps[list[Answer]]:
        """The same in steps. Until the last of them nobody else may look at the table: it runs ahead of the disk.

        A failed append tells nothing about what is on the disk. The state is then discarded and read anew;
        orders that turn out to be recorded get their recorded answer, the others are decided again.
        """
        answers: dict[int, Answer] = {}
        waiting = list(range(len(orders)))
        tried: set[int] = set()
        failed = 0
        while waiting:
            group = _Group()
            try:
                if self._known is None:
                    self._known = yield self._load
                known = self._known
                self._decide(known, orders, waiting, answers, group, closing=failed >= ATTEMPTS)
                yield from self._append(known, group, tried)
            except _Unfit as unfit:
                self._known = None
                answers[unfit.place] = self._faulty(orders[unfit.place], unfit.__cause__)
            except Exception as error:
                failed += 1
                self.trouble = error
                if self._known is None or failed > ATTEMPTS:
                    self._lose(error, orders, waiting, answers, tried)
                    break
                _log.warning("%s: the journal failed, the table is read anew: %s", self.stream, error)
                self._known = None
            except BaseException:
                self._known = None
                raise
            else:
                for each in group.decided.values():
                    version = known.head.version - len(group.drafts) + each.first + each.count
                    answers[each.place] = Answer(orders[each.place].id, version, each.outcome)
                for place, key in group.again:
                    answers[place] = answers[group.decided[key].place]
            waiting = [place for place in waiting if place not in answers]
        return [answers[place] for place in range(len(orders))]

    def take_news(self) -> News | None:
        """What has become durable since the last call; None when nothing happened at the table."""
        if not self._news:
            return None
        news = News(self._told, self._heard, tuple(self._news))
        self._told = self._heard
        self._news = []
        return news

    def save_snapshot(self) -> bool:
        """Saves the state, so that the next start replays only what comes after; False when it could not be saved."""
        return run(self.saving())

    def saving(self) -> Steps[bool]:
        """The same in steps."""
        try:
            known = self.known
            self._tried_save = known.head.version
            if known.head.version == known.saved:
                return True
            yield partial(self._journal.save_snapshot, self.stream, known.head.version, snapshot_body(known))
        except Exception as error:  # a snapshot is a cache: the table goes on without it
            _log.warning("%s: the snapshot was not saved: %s", self.stream, error)
            return False
        known.saved = known.head.version
        return True

    def close(self) -> None:
        """Closes the journal object; the writer is of no use afterwards."""
        self._known = None
        self._journal.close()

    def _decide(
        self,
        known: Known,
        orders: Sequence[Order],
        waiting: list[int],
        answers: dict[int, Answer],
        group: _Group,
        *,
        closing: bool,
    ) -> None:
        """Decides each order on the state that the ones before it leave; what needs no commit is answered at once."""
        table, rules = known.table, self.rules
        decided, answered = group.decided, known.answered
        for place in waiting:
            order = orders[place]
            command = order.command
            actor = command.by.id
            key = key_of(actor, order.id)
            found = answered.find(key)
            if found is not None:
                answers[place] = self._recall(order.id, *found)
                continue
            if key in decided:
                group.again.append((place, key))
                continue
            if order.seen is not None and order.seen < answered.forgotten:
                answers[place] = _no(order, Reason.STALE, "It may have been answered long ago. Look at the table.")
                continue
            if closing:
                answers[place] = _no(order, Reason.BUSY, "The journal did not take it. Nothing was recorded.")
                continue
            try:
                outcome = decide(rules, table, command)
                drafts = _drafts(order, actor, outcome)
            except Exception as error:
                answers[place] = self._faulty(order, error)
                continue
            if len(group.drafts) + len(drafts) > COMMIT_MAX:
                break  # the rest waits for the next commit
            decided[key] = _Decided(place, key, len(group.drafts), len(drafts), outcome)
            group.drafts += drafts
            table.last_at = max(table.last_at, command.at)
            if type(outcome) is Refusal:
                continue
            try:
                for event in outcome:
                    table = evolve(table, event)
            except Exception as error:
                raise _Unfit(place) from error
            if type(outcome[0]) is TableOpened:
                group.opened = decided[key].first
            group.events += outcome
        known.table = table

    def _append(self, known: Known, group: _Group, tried: set[int]) -> Steps[None]:
        """Afterwards the group is durable and remembered."""
        if not group.drafts:
            return
        tried.update(each.place for each in group.decided.values())
        before = known.head.version
        kind = Brief if len(group.drafts) <= BRIEF_MAX else partial
        records: Sequence[Record] = yield kind(self._journal.append, self.stream, before, group.drafts)
        last = records[-1]
        self.trouble = None
        known.head = Head(self.stream, last.version, last.hash)
        for each in group.decided.values():
            known.answered.add(each.key, before + each.first + 1, each.count)
        if group.opened is not None:
            known.opened = before + group.opened + 1
        self._news += group.events
        self._heard = last.version

    def _load(self) -> Known:
        """The table from the journal; from another object on the same records when this one fails."""
        try:
            return self._read()
        except Exception:
            if self._reopen is None:
                raise
        with contextlib.suppress(Exception):
            self._journal.close()
        self._journal = self._reopen()
        return self._read()

    def _read(self) -> Known:
        news: list[AnyEvent] = []

        def watch(version: int, event: AnyEvent) -> None:
            if version > self._heard:
                news.append(event)

        known = recover(self._journal, self.stream, generation=self._generation, watch=watch)
        if known.saved > self._heard:  # somebody else wrote and saved a snapshot: what came before it is not seen here
            self._news, self._told = [], known.saved
        self._news += news
        if known.head.version > self._heard:  # they were taken after all
            self.trouble = None
        self._heard = known.head.version
        return known

    def _recall(self, id: str, first: int, count: int) -> Answer:
        """The recorded answer of an order."""
        events = tuple(from_record(record).event for record in self._journal.read(self.stream, first, count))
        if len(events) != count:
            raise Fault(f"Records {first} to {first + count - 1} of {self.stream} are not there. Run croupier verify.")
        if isinstance(events[0], CommandRefused):
            return Answer(id, first, events[0].refusal)
        return Answer(id, first + count - 1, tuple(each for each in events if not isinstance(each, CommandRefused)))

    def _faulty(self, order: Order, error: BaseException | None) -> Answer:
        if not isinstance(error, BadDraft):
            _log.error("%s: order %r cannot be decided or recorded", self.stream, order.id, exc_info=error)
        return _no(order, Reason.FAULTY, f"{type(error).__name__}: {error}")

    def _lose(
        self,
        error: Exception,
        orders: Sequence[Order],
        waiting: list[int],
        answers: dict[int, Answer],
        tried: set[int],
    ) -> None:
        """The journal does not answer: whether an order that was tried is recorded, nobody knows."""
        _log.error("%s: the journal cannot be read", self.stream, exc_info=error)
        self._known = None
        for place in waiting:
            if place not in answers:
                reason = Reason.UNKNOWN if place in tried else Reason.DOWN
                answers[place] = _no(orders[place], reason, str(error))


def _drafts(order: Order, actor: str, outcome: Events | Refusal) -> list[Draft]:
    """The records of an order, each within the journal's bounds: one bad order must not spoil the commit of others."""
    if not 1 <= len(order.id) <= NAME_MAX:
        raise BadDraft(f"An order's id has 1 to {NAME_MAX} characters, not {len(order.id)}.")
    recorded = (CommandRefused.of(outcome),) if type(outcome) is Refusal else outcome
    if not recorded:
        raise Fault("The command led to nothing at all.")
    drafts = [to_draft(event, order.id, actor, order.command.at) for event in recorded]
    check_drafts(drafts)
    return drafts


def _no(order: Order, reason: Reason, detail: str) -> Answer:
    return Answer(order.id, 0, Unanswered(reason, detail))
