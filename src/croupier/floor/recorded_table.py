"""A table as its records define it: read from the journal, kept in memory, saved as a snapshot. See ADR 24."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial

from croupier.floor.answer_index import GENERATION
from croupier.floor.cache_seal import CacheSeal
from croupier.floor.committer import Committer, complete
from croupier.floor.order import Answer, News
from croupier.floor.recovery import NO_STATE, Known, recover, saving_state, sealed_state
from croupier.floor.slices import in_slices
from croupier.journal.lost_records import RecordsLost, missing
from croupier.journal.port import Journal
from croupier.journal.record import Head, Record
from croupier.table.event import AnyEvent
from croupier.table.state import Table
from croupier.terms.fault import Fault
from croupier.wire.events import CommandRefused, Recorded, from_record

_log = logging.getLogger(__name__)


class RecordedTable:
    """The state of one table after its last durable record, and the changes that are not published yet.

    Its writer lets the state run ahead of the journal until a group is durable, and discards it after a failure: it is
    read again when it is needed.

    One thread calls it. It reads with a journal object of its own; if that fails, `reopen` opens another one on the
    same records. `refresh` and `save` wait through the committer.
    """

    def __init__(
        self,
        journal: Journal,
        stream: str,
        committer: Committer,
        *,
        reopen: Callable[[], Journal] | None = None,
        generation: int = GENERATION,
        seal: CacheSeal | None = None,
        begun: Known | None = None,
    ) -> None:
        self.stream, self.journal = stream, journal
        self._committer, self._reopen, self._generation, self._seal = committer, reopen, generation, seal
        self._trouble: Exception | None = None
        self.untrusted: Exception | None = None
        """Why the state does not follow from the records; None if it does."""
        known = recover(journal, stream, generation=generation, seal=seal, begun=begun)
        self.loaded: Known | None = known
        """The state in memory; None if it was discarded and not read again yet."""
        self.durable = known.head
        """The newest record that this process knows to be durable."""
        self.on_lost: Callable[[RecordsLost], None] = self.mark_untrusted
        """Called when the journal no longer holds a record that was acknowledged; marks this table untrusted."""
        self._news: list[AnyEvent] = []
        self._published_version = self._durable_version = known.head.version
        """The version up to which news was taken, and the one up to which `_news` has it."""
        self._tried_save = 0

    @property
    def known(self) -> Known:
        """The table as of the last durable record, read again if it was discarded; raises if it cannot be read."""
        if self.loaded is None:
            self.loaded = self._load()
        return self.loaded

    @property
    def trouble(self) -> Exception | None:
        """Why the last append failed; None if it succeeded."""
        return self.untrusted or self._trouble

    @trouble.setter
    def trouble(self, error: Exception | None) -> None:
        self._trouble = error

    @property
    def unsaved(self) -> int:
        """Number of records since the last attempt to save a snapshot; 0 while the state is discarded."""
        return self.loaded.head.version - max(self.loaded.saved, self._tried_save) if self.loaded else 0

    def mark_untrusted(self, error: Exception) -> None:
        """No more orders are decided and no more snapshots saved: the state does not follow from the records.

        Callable from any thread. Only a new writer, which reads the records again, accepts orders.
        """
        self.untrusted = error

    def take_began(self) -> Known | None:
        """The snapshot from which the state was restored, once; None if there was none."""
        known = self.loaded
        if known is None or not known.began:
            return None
        began = Known(Table(), known.head, known.answered, saved=known.saved, began=known.began)
        known.began = b""
        return began

    def advance(self, last: Record, events: Sequence[AnyEvent]) -> Known:
        """Accepts a commit as durable: `last` is its last record, and its events are news. Returns the state."""
        known = self.loaded or self.known
        self._trouble = None
        known.head = self.durable = Head(self.stream, last.version, last.hash)
        self._news += events
        self._durable_version = last.version
        return known

    def take_news(self) -> News | None:
        """The changes that became durable since the last call; None if there are none."""
        if not self._news:
            return None
        news = News(self._published_version, self._durable_version, tuple(self._news))
        self._published_version = self._durable_version
        self._news = []
        return news

    def recall(self, id: str, first: int, count: int) -> Answer:
        """The recorded answer to an order."""
        events = tuple(from_record(record).event for record in self.journal.read(self.stream, first, count))
        if len(events) != count:
            raise Fault(f"Records {first} to {first + count - 1} of {self.stream} are missing. Run croupier verify.")
        if isinstance(events[0], CommandRefused):
            return Answer(id, first, events[0].refusal)
        return Answer(id, first + count - 1, tuple(each for each in events if not isinstance(each, CommandRefused)))

    def discard(self) -> None:
        """Forgets the state, which may run ahead of the disk; it is read again when it is needed."""
        self.loaded = None

    async def refresh(self) -> Known:
        """The state, read again if it was discarded; raises if that is impossible."""
        if self.loaded is None:
            self.loaded = await self._committer.call(self._load)
        return self.loaded

    def save_snapshot(self) -> bool:
        """The same as `save`, with a committer that never waits."""
        return complete(self.save())

    async def save(self) -> bool:
        """Saves the state, so that the next start replays only later records; returns False if that failed."""
        try:
            known = await self.refresh()
            self._tried_save = known.head.version
            if self.untrusted is not None:
                return False
            if known.head.version > known.saved:
                state = await in_slices(saving_state(known), self._committer.yield_to_loop)
                if not await self._committer.call(partial(self._store_state, known.head, state)):
                    return False
        except Exception as error:  # a snapshot is only a cache: the table continues without it
            _log.warning("%s: the snapshot was not saved: %s", self.stream, error)
            return False
        known.saved = known.head.version
        return True

    def _store_state(self, head: Head, state: bytes) -> bool:
        """Seals and stores a state, in the thread of a committer that waits; False if it is untrusted by then.

        Whoever found that out has dropped the stored snapshot, perhaps just before this one replaced it.
        """
        if self.untrusted is None:
            self.journal.save_snapshot(self.stream, head.version, sealed_state(head, state, self._seal))
        if self.untrusted is not None:
            self.journal.save_snapshot(self.stream, head.version, NO_STATE)
            return False
        return True

    def reopen(self) -> None:
        """Replaces the journal object with another one on the same records, if one can be opened."""
        if self._reopen is not None:
            with contextlib.suppress(Exception):
                self.journal.close()
            self.journal = self._reopen()

    def close(self) -> None:
        """Closes the journal object; the table cannot be used afterwards."""
        self.loaded = None
        self.journal.close()

    def _load(self) -> Known:
        """Reads the table from the journal; with another journal object if this one fails."""
        try:
            return self._read()
        except Exception:
            if self._reopen is None:
                raise
        self.reopen()
        return self._read()

    def _read(self) -> Known:
        news: list[AnyEvent] = []

        def watch(record: Record, event: Recorded, _before: Table) -> None:
            if record.version > self._durable_version and not isinstance(event, CommandRefused):
                news.append(event)

        known = recover(self.journal, self.stream, generation=self._generation, watch=watch, seal=self._seal)
        if known.head != self.durable and (lost := missing(self.journal, self.durable, "This process")) is not None:
            self.on_lost(lost)
            raise lost
        self.durable = known.head
        if known.saved > self._durable_version:  # another writer saved a snapshot: earlier events are not read
            self._news, self._published_version = [], known.saved
        self._news += news
        if known.head.version > self._durable_version:  # the records were written after all
            self.trouble = None
        self._durable_version = known.head.version
        return known
