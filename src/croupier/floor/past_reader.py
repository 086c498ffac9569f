"""Checks snapshots and history files against the records while the tables run. See ADR 78."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from croupier.floor.journal_health import JournalHealth
from croupier.floor.premises_table import PremisesTable
from croupier.floor.recovery import NO_STATE, follows, replay_before
from croupier.floor.sealer import PAUSE_S
from croupier.journal.chain import BrokenChain
from croupier.journal.stores import JournalStore
from croupier.journal.upcast import UnknownKind
from croupier.ledger import Overdrawn
from croupier.records.script import stream_of
from croupier.table.soundness import Unsound
from croupier.terms.fault import Fault
from croupier.wire.events import UnreadableRecord

_SENSELESS = (BrokenChain, Overdrawn, UnknownKind, UnreadableRecord, Unsound)
"""The records cannot be those from which the table came."""

_log = logging.getLogger(__name__)


class CacheForged(Fault):
    """A cache differs from the records although it was sealed here."""


class MarkableWriter(Protocol):
    """The writer of a stream, or its stand-in if another process decides."""

    @property
    def stream(self) -> str: ...

    def mark_untrusted(self, error: Exception) -> None: ...


class UntrustedStreams:
    """Caches that differ from the records: the service is not ready, the house gets an alert, and the table stops."""

    def __init__(self, health: JournalHealth, writers: Collection[MarkableWriter]) -> None:
        self._health, self.writers = health, writers
        self._known: dict[tuple[str, str], Exception] = {}
        self._report: Callable[[str, Exception], None] | None = None

    def report_to(self, report: Callable[[str, Exception], None]) -> None:
        """Sets the callback for the stream and cause of every finding, and calls it for the earlier ones."""
        self._report = report
        for (stream, _), error in self._known.items():
            report(stream, error)

    def of(self, stream: str) -> Exception | None:
        """Why a stream is untrusted; None if it is not."""
        return next((error for (name, _), error in self._known.items() if name == stream), None)

    def add(self, stream: str, error: Exception, *, stop: bool = True) -> None:
        """Adds a finding once, from any thread. An empty stream means the whole journal; its tables continue."""
        if self._known.setdefault((stream, str(error)), error) is not error:
            return
        self._health.mark_untrusted(stream, error)
        for writer in list(self.writers):
            if stop and writer.stream == stream:
                writer.mark_untrusted(error)
        if self._report is not None:
            self._report(stream, error)


class _Stopping(Exception):
    """The service is stopping, so the thread ends."""


class PastReader:
    """A thread that reads the past of one table after the other, so that the first query is fast, and then compares
    snapshots and history files with the records."""

    def __init__(self, store: JournalStore, untrusted: UntrustedStreams) -> None:
        self._store, self._untrusted = store, untrusted
        self._stopping = False
        self._thread: threading.Thread | None = None

    def start(self, places: Iterable[PremisesTable]) -> None:
        tables = list(places)
        self._thread = threading.Thread(target=self._run, args=(tables,), name="history", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True

    def join(self) -> None:
        """Waits until everything is read and compared, or until it is stopped."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, places: list[PremisesTable]) -> None:
        for step in (self._read_all, self._compare):
            for place in places:
                if place.live is None or self._stopping:
                    continue
                try:
                    step(place, stream_of(place.number))
                except _Stopping:
                    return
                except _SENSELESS as error:
                    self._untrusted.add(stream_of(place.number), error)
                except Exception:  # a query raises the error again; the table runs without its past
                    _log.exception("table %s: its past could not be read", place.number)

    def _read_all(self, place: PremisesTable, _stream: str) -> None:
        if place.history is not None:
            place.history.read_all()

    def _compare(self, place: PremisesTable, stream: str) -> None:
        """The records decide: a history that differs from them is replaced, a table that does is stopped.

        One replay is compared with both caches.
        """
        began, place.began = place.began, None
        history = place.history
        fresh = history.unread_copy() if history is not None else None
        if began is not None:
            with self._store.journal(read_only=True) as journal:
                replayed = replay_before(journal, began, self._pause, fresh.watch if fresh is not None else None)
            if not follows(began, replayed):
                words = "The snapshot differs from the records. The table is stopped; a restart reads the records."
                self._untrusted.add(stream, CacheForged(words))
                self._drop_snapshot(stream, began.saved)
            if fresh is not None:
                fresh.continues(replayed)
        if history is None or fresh is None:
            return
        if history.equals(fresh, self._pause):
            fresh.leave()
            return
        place.history = fresh
        history.leave()
        words = "The history file differs from the records. The history is now read from the records."
        self._untrusted.add(stream, CacheForged(words), stop=False)

    def _drop_snapshot(self, stream: str, version: int) -> None:
        with self._store.journal() as journal:
            journal.save_snapshot(stream, version, NO_STATE)

    def _pause(self) -> None:
        if self._stopping:
            raise _Stopping
        time.sleep(PAUSE_S)
