"""The writer of a table: decides many orders, appends once, then answers all. See ADR 24."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from itertools import pairwise

from croupier.floor.answer_index import GENERATION, key_of
from croupier.floor.cache_seal import CacheSeal
from croupier.floor.commit_group import CommitGroup, order_drafts
from croupier.floor.committer import CommitOutcome, Committer, ImmediateCommitter, complete
from croupier.floor.order import Answer, Order, UnansweredReason
from croupier.floor.recorded_table import RecordedTable
from croupier.floor.recovery import Known
from croupier.floor.slices import run_slice
from croupier.journal.port import Journal, OutcomeUnknown, StreamTaken
from croupier.journal.record import COMMIT_MAX, BadDraft, Draft, Record
from croupier.table.command import CollectLosers, PayWinners
from croupier.table.decide import decide, deciding
from croupier.table.event import TableOpened
from croupier.table.evolve import evolve
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.refusal import Refusal
from croupier.wire.rulebooks import STREAM as RULES
from croupier.wire.rulebooks import RecordedRulebooks

ATTEMPTS = 3
"""Number of appends tried before the senders are asked to send again."""

GROUP_DRAFTS_MAX = COMMIT_MAX - 1_000
"""Maximum number of records in a group; leaves room in the commit for the files of a rulebook."""

LONG_BYTES = 1 << 14
"""Size of a first record that takes long to apply, so that the writer may pause before and after each."""

FREED = 500
"""The most seats whose wagers of an earlier round are freed without a pause."""

_log = logging.getLogger(__name__)


class OtherRules(Fault):
    """The table is open under rules other than those given; it continues and closes under its own."""


class _Unfit(Exception):
    """A decided event that `evolve` cannot apply; it must never be recorded."""

    def __init__(self, place: int) -> None:
        self.place = place


class Writer:
    """Owns one table. Its state runs ahead of the journal only until a group is durable: nothing else sees it then.

    A group of orders goes through `begin`, which decides without waiting, and `submit`, which has the committer append
    it and call back; the outcome goes to `apply_outcome`. `finish` does everything that has to wait.

    One thread calls it. It reads with a journal object of its own; if that fails, `reopen` opens another one on the
    same records. It writes through the committer.
    """

    def __init__(
        self,
        journal: Journal,
        stream: str,
        rules: TableRules,
        *,
        reopen: Callable[[], Journal] | None = None,
        generation: int = GENERATION,
        seal: CacheSeal | None = None,
        committer: Committer | None = None,
        begun: Known | None = None,
    ) -> None:
        self.stream, self.rules = stream, rules
        self.committer: Committer = committer or ImmediateCommitter()
        self.recorded = RecordedTable(
            journal, stream, self.committer, reopen=reopen, generation=generation, seal=seal, begun=begun
        )
        """The table as its records define it."""
        known = self.recorded.known
        if known.table.phase is not Phase.CLOSED and known.table.rules_hash != rules.digest:
            raise OtherRules(
                f"{stream} is open under rules other than these. Use the rules that record {known.opened} names, "
                "close the table, and open it under the new rules."
            )

    @property
    def table(self) -> Table:
        """The state after the last durable record. Only views of it leave the writer's thread."""
        return self.recorded.known.table

    @property
    def version(self) -> int:
        return self.recorded.known.head.version

    def mark_untrusted(self, error: Exception) -> None:
        """Decides no more orders; see `RecordedTable.mark_untrusted`. Callable from any thread."""
        self.recorded.mark_untrusted(error)

    def commit(self, orders: Sequence[Order]) -> list[Answer]:
        """The same as `answer`, with a committer that never waits."""
        return complete(self.answer(orders))

    async def answer(self, orders: Sequence[Order]) -> list[Answer]:
        """Answers every order, in order; every answer is durable."""
        group = self.begin(orders)
        await self.finish(group)
        return self.answers_of(group)

    def begin(self, orders: Sequence[Order]) -> CommitGroup:
        """Decides the orders, as far as that does not have to wait.

        Until the group is durable, nothing else may read the table: its state runs ahead of the disk.
        """
        group, recorded = CommitGroup(orders), self.recorded
        if self._may_go_on(group) and recorded.loaded is not None:
            try:
                self._decide_more(recorded.loaded, group)
            except Exception as error:
                self.apply_outcome(group, error)
            except BaseException:
                recorded.discard()
                raise
        return group

    def submit(self, group: CommitGroup, done: Callable[[CommitOutcome], None]) -> bool:
        """Has the committer append the group and call `done` with the outcome; False if `finish` has to do it."""
        known = self.recorded.loaded
        if known is None or not group.decided or not group.drafts or group.opened is not None:
            return False
        group.sent = True
        batch = (self.stream, known.head.version, group.drafts)
        try:
            return self.committer.submit(self.recorded.journal, (batch,), done)
        except Exception as error:
            self.apply_outcome(group, error)
            return False

    def apply_outcome(self, group: CommitGroup, outcome: CommitOutcome) -> None:
        """Answers the orders of a group that is durable; after a failure, another attempt may be left.

        After a failed append it is unknown what is on the disk. The state is discarded and read again; orders that were
        recorded get their recorded answer, the others are decided again.
        """
        if not isinstance(outcome, BaseException):
            if outcome:
                self._accept(group, outcome)
        elif isinstance(outcome, Exception):
            self._fail(group, outcome)
        else:
            self.recorded.discard()
            raise outcome
        group.go_on()

    async def finish(self, group: CommitGroup) -> None:
        """Does what is left for the group, waiting where necessary."""
        outcome: CommitOutcome
        while group.waiting and self._may_go_on(group):
            try:
                known = self.recorded.loaded or await self.recorded.refresh()
                if not self._decide_more(known, group):
                    await self.committer.yield_to_loop()
                    continue
                outcome = await self._append(group, known.head.version) if group.drafts else ()
            except Exception as error:
                outcome = error
            except BaseException:
                self.recorded.discard()
                raise
            self.apply_outcome(group, outcome)

    def answers_of(self, group: CommitGroup) -> list[Answer]:
        """The answers of a group that is finished; called once."""
        return group.answers  # type: ignore[return-value]  # every order has an answer by now

    def close(self) -> None:
        """Closes the journal object; the writer cannot be used afterwards."""
        self.recorded.close()

    def _may_go_on(self, group: CommitGroup) -> bool:
        """False if the table is untrusted: then the group is over, and what was decided for it is discarded."""
        error = self.recorded.untrusted
        if error is None:
            return True
        if group.deciding is not None:
            self.recorded.discard()
        self._leave_all(group, group.tried, UnansweredReason.DOWN, error)
        group.waiting = ()
        return False

    def _decide_more(self, known: Known, group: CommitGroup) -> bool:
        """Decides the orders of an attempt for a slice of time; False if the loop should run before it goes on."""
        if group.deciding is None:
            group.known, group.deciding = known, self._decide(known, group)
        elif group.known is not known:
            raise Fault("The table was read again while orders were decided.")
        group.decided = group.decided or run_slice(group.deciding)
        return group.decided

    def _decide(self, known: Known, group: CommitGroup) -> Iterator[None]:
        """Decides each order on the state after the previous ones; those that need no commit are answered at once.

        Pauses between parts of long work.
        """
        table, rules, orders, drafts = known.table, self.rules, group.orders, group.drafts
        keys, prepared, events = group.keys, group.prepared, group.events
        before, answered, closing = known.head.version, known.answered, group.failed >= ATTEMPTS
        for place in group.waiting:
            order = orders[place]
            command = order.command
            actor = command.by.id
            key = key_of(actor, order.id)
            found = answered.find(key)
            if found is not None:
                group.answers[place] = self.recorded.recall(order.id, *found)
                continue
            if key in keys:
                group.again.append((place, key))
                continue
            if order.seen is not None and order.seen < answered.forgotten:
                stale = "It may have been answered long ago. Check the table."
                group.leave_unanswered(place, UnansweredReason.STALE, stale)
                continue
            if closing:
                group.leave_unanswered(place, UnansweredReason.BUSY, "The journal failed. Nothing was recorded.")
                continue
            try:
                if type(command) is CollectLosers or type(command) is PayWinners:
                    outcome = yield from deciding(rules, table, command)
                else:
                    outcome = decide(rules, table, command)
                made = order_drafts(order, actor, outcome)
            except Exception as error:
                self._reject(group, place, error)
                continue
            start = len(drafts)
            if start + len(made) > GROUP_DRAFTS_MAX:
                break  # the rest goes into the next commit
            keys[key] = place
            drafts += made
            prepared.append(Answer(order.id, before + len(drafts), outcome))
            long = len(made[0].body) > LONG_BYTES
            if long:
                yield
            table.last_at = max(table.last_at, command.at)
            if type(outcome) is Refusal:
                continue
            last_round = [*table.settled.values()] if long else []
            try:
                for event in outcome:
                    table = evolve(table, event)
                    if long:
                        yield
            except Exception as error:
                raise _Unfit(place) from error
            while last_round:  # a collection replaces it, and to free thousands of wagers at once takes long
                del last_round[-FREED:]
                yield
            if type(outcome[0]) is TableOpened:
                group.opened = start
            events += outcome
        known.table = table

    async def _append(self, group: CommitGroup, before: int) -> Sequence[Record]:
        """Appends the group durably after this version."""
        group.sent = True
        if group.opened is not None:
            records = await self.committer.call(partial(self._append_with_rulebook, before, group.drafts))
            if records:
                return records
        return await self.committer.append(self.recorded.journal, ((self.stream, before, group.drafts),))

    def _accept(self, group: CommitGroup, records: Sequence[Record]) -> None:
        """Remembers and answers the orders of a durable group."""
        before = records[-1].version - len(group.drafts)
        known = self.recorded.advance(records[-1], group.events)
        if group.opened is not None:
            known.opened = before + group.opened + 1
        prepared, answers = group.prepared, group.answers
        if len(prepared) == len(group.drafts):  # most of the time
            counts = [1] * len(prepared)
        else:
            versions = [before, *(answer.version for answer in prepared)]
            counts = [version - last for last, version in pairwise(versions)]
        known.answered.add_all(group.keys, before + 1, counts)
        if len(prepared) == len(answers):  # most of the time
            answers[:] = prepared
            return
        for place, answer in zip(group.keys.values(), prepared, strict=True):
            answers[place] = answer
        for place, key in group.again:
            answers[place] = answers[group.keys[key]]

    def _fail(self, group: CommitGroup, error: Exception) -> None:
        """Discards the state, and leaves the orders to another attempt if there is one."""
        recorded = self.recorded
        if isinstance(error, StreamTaken):
            recorded.trouble = error
            recorded.discard()
            self._leave_all(group, group.unknown, UnansweredReason.STOPPED, error)
            return
        if isinstance(error, _Unfit):
            recorded.discard()
            self._reject(group, error.place, error.__cause__)
            return
        group.failed += 1
        recorded.trouble = error
        if group.sent:
            group.tried |= set(group.keys.values())
        if isinstance(error, OutcomeUnknown):
            group.unknown |= group.tried
        if recorded.loaded is None or group.failed > ATTEMPTS:
            self._give_up(group, error)
        else:
            _log.warning("%s: the journal failed; reading the table again: %s", self.stream, error)
            recorded.discard()

    def _append_with_rulebook(self, before: int, drafts: Sequence[Draft]) -> Sequence[Record]:
        """Commits an opening together with its rulebook; does nothing if the rulebook is recorded already."""
        chain = self.rules.betting.book.chain
        journal = self.recorded.journal
        recorded = RecordedRulebooks.of(journal)
        rules = recorded.drafts(chain, drafts[0].time_ms)
        if not rules:
            return ()
        return journal.append_many([(RULES, recorded.version, rules), (self.stream, before, drafts)])

    def _reject(self, group: CommitGroup, place: int, error: BaseException | None) -> None:
        """Answers an order that cannot be decided or recorded."""
        if not isinstance(error, BadDraft):
            id = group.orders[place].id
            _log.error("%s: order %r cannot be decided or recorded", self.stream, id, exc_info=error)
        group.leave_unanswered(place, UnansweredReason.FAULTY, f"{type(error).__name__}: {error}")

    def _give_up(self, group: CommitGroup, error: Exception) -> None:
        """Answers the orders when the journal cannot be read; those that were sent may or may not be recorded."""
        _log.error("%s: the journal cannot be read", self.stream, exc_info=error)
        self.recorded.discard()
        self._leave_all(group, group.tried, UnansweredReason.DOWN, error)

    @staticmethod
    def _leave_all(group: CommitGroup, uncertain: Set[int], reason: UnansweredReason, error: Exception) -> None:
        """Answers the orders that are left; those that may be recorded, with that."""
        for place in group.waiting:
            if group.answers[place] is None:
                why = UnansweredReason.UNKNOWN if place in uncertain else reason
                group.leave_unanswered(place, why, str(error))
