"""What is kept beside the records, held against the records while the tables run. See ADR 78."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from croupier.floor.journal_health import JournalHealth
from croupier.floor.premises_table import PremisesTable
from croupier.floor.recovery import follows
from croupier.floor.sealer import PAUSE_S
from croupier.journal.chain import BrokenChain
from croupier.journal.stores import JournalStore
from croupier.ledger import Overdrawn
from croupier.records.script import stream_of
from croupier.terms.fault import Fault

_log = logging.getLogger(__name__)


class CacheForged(Fault):
    """What was kept beside the records says something else than they do, although it was sealed here."""


class Distrustful(Protocol):
    """Whoever decides the orders of a stream."""

    @property
    def stream(self) -> str: ...

    def distrust(self, error: Exception) -> None: ...


class Doubts:
    """What is not believed. The service is not ready then, somebody is told, and the table of a stream is stopped."""

    def __init__(self, health: JournalHealth, writers: Collection[Distrustful]) -> None:
        self._health, self.writers = health, writers
        self._known: list[tuple[str, str]] = []
        self._told: Callable[[str, str], None] | None = None

    def tell(self, told: Callable[[str, str], None]) -> None:
        """Afterwards `told` hears the stream and the words of every doubt, also of those that came before."""
        self._told = told
        for stream, words in self._known:
            told(stream, words)

    def add(self, stream: str, error: Exception, *, stop: bool = True) -> None:
        """From any thread; the same is told once. No stream means the journal as a whole, whose tables go on."""
        doubt = (stream, str(error))
        if doubt in self._known:
            return
        self._known.append(doubt)
        self._health.distrust(stream, error)
        for writer in list(self.writers):
            if stop and writer.stream == stream:
                writer.distrust(error)
        if self._told is not None:
            self._told(*doubt)


class _Stopping(Exception):
    """The service ends, and so does the thread."""


class PastReader:
    """A thread that reads the past of one table after the other, so that whoever asks first need not wait for it, and
    then compares what came from snapshots and histories with the records themselves."""

    def __init__(self, store: JournalStore, doubts: Doubts) -> None:
        self._store, self._doubts = store, doubts
        self._stopping = False
        self._thread: threading.Thread | None = None

    def start(self, places: Iterable[PremisesTable]) -> None:
        tables = list(places)
        self._thread = threading.Thread(target=self._run, args=(tables,), name="history", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True

    def join(self) -> None:
        """Waits until everything was read and compared, or until it has stopped."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, places: list[PremisesTable]) -> None:
        for step in (self._warm, self._compare):
            for place in places:
                if place.live is None or self._stopping:
                    continue
                try:
                    step(place, stream_of(place.number))
                except _Stopping:
                    return
                except (BrokenChain, Overdrawn) as error:
                    self._doubts.add(stream_of(place.number), error)
                except Exception:  # whoever asks is told; a table runs without its past
                    _log.exception("table %s: its past could not be read", place.number)

    def _warm(self, place: PremisesTable, _stream: str) -> None:
        if place.history is not None:
            place.history.warm()

    def _compare(self, place: PremisesTable, stream: str) -> None:
        """The records' word counts: a past that says something else is replaced, a table that does is stopped."""
        began, place.began = place.began, None
        if began is not None:
            with self._store.journal(read_only=True) as journal:
                true = follows(journal, began, self._pause)
            if not true:
                words = "The snapshot is not what the records make. The table stops; a restart reads the records."
                self._doubts.add(stream, CacheForged(words))
                self._drop_snapshot(stream, began.saved)
        history = place.history
        fresh = history.anew(self._pause) if history is not None else None
        if history is not None and fresh is not None:
            place.history = fresh
            history.leave()
            words = "The kept history is not what the records make. It is read from the records now."
            self._doubts.add(stream, CacheForged(words), stop=False)

    def _drop_snapshot(self, stream: str, version: int) -> None:
        """Puts something in its place that no start believes."""
        with self._store.journal() as journal:
            journal.save_snapshot(stream, version, b"")

    def _pause(self) -> None:
        if self._stopping:
            raise _Stopping
        time.sleep(PAUSE_S)
