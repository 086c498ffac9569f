"""Tables that a standby node follows, so that a takeover replays only the latest records. See ADR 111."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection
from pathlib import Path

from croupier.access.integrity import running_fingerprint
from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.recovery import Known, recover
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.lost_records import missing
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.journal.stores import JournalStore, OpenedJournal
from croupier.records.script import is_table
from croupier.terms.fault import Fault

FOLLOW_S = 0.1
"""The interval at which new records are read."""
CHECKPOINT_EVERY = 20
"""The last checkpoint is saved every this many reads."""

_log = logging.getLogger(__name__)


class StandbyTables:
    """The tables of a store as their records leave them, brought up to date in a thread from `start` to `stop`."""

    def __init__(self, store: JournalStore, directory: Path, last: Path | None = None) -> None:
        """`last` is the file of the last checkpoint, where this process keeps it."""
        self._store, self._directory = store, directory
        self._last = LastCheckpointFile(last) if last is not None else None
        self._only: frozenset[str] | None = None
        """The streams to follow; None for all tables."""
        self._lock = threading.Lock()
        self._known: dict[str, Known] = {}
        self._seal: CacheSeal | None = None
        self._ending = threading.Event()
        self._followed = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="standby tables", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stops following; what is known stays available. May be called without `start`."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def age_s(self) -> float:
        """Time since this node caught up with every table."""
        return time.monotonic() - self._followed

    def get(self, journal: Journal, stream: str) -> Known | None:
        """The table as far as it was followed; None if it was not, or if the journal does not hold what was read.

        A primary that restarts can show records for a moment that no standby has, and lose them.
        """
        with self._lock:
            known = self._known.get(stream)
        if known is None or not (known.spoiled or missing(journal, known.head, "This node")):
            return known
        self.forget(stream)
        return None

    def forget(self, stream: str) -> None:
        """Forgets the table."""
        with self._lock:
            self._known.pop(stream, None)

    def follow_only(self, streams: frozenset[str], keep: Collection[str] = ()) -> None:
        """Follows these tables alone from now on; those in `keep` are kept as they are, so that they can be opened."""
        with self._lock:
            self._only = streams
            for stream in self._known.keys() - streams - set(keep):
                del self._known[stream]

    def follow(self, journal: Journal) -> int:
        """Reads what is new; returns the number of records."""
        count = 0
        for head in journal.streams():
            with self._lock:
                count += self._follow_one(journal, head)
        return count

    def _follow_one(self, journal: Journal, head: Head) -> int:
        known = self._known.get(head.stream)
        if self._only is not None and head.stream not in self._only:
            return 0
        if self._ending.is_set() or not is_table(head.stream) or (known and known.head.version >= head.version):
            return 0
        begun = known.head.version if known else 0
        self._known.pop(head.stream, None)  # a failed replay leaves an undefined state
        known = recover(journal, head.stream, seal=self._cache_seal(), begun=known, pause=self._pause)
        self._known[head.stream] = known
        return known.head.version - begun

    def keep_checkpoint(self, journal: Journal) -> None:
        """Saves the journal's last checkpoint next to this node's other files, if it is later than the saved one."""
        found = journal.last_checkpoint()
        if found is None or self._last is None or not self._directory.is_dir():
            return
        self._last.begin(found)
        kept = self._last.load()
        if kept is None or kept.number < found.number:
            self._last.save(found)

    def _cache_seal(self) -> CacheSeal | None:
        path = self._directory / CACHE_KEY_FILE
        if self._seal is None and path.exists():
            self._seal = CacheSeal.load(path)
        return self._seal

    def _run(self) -> None:
        running_fingerprint()  # so that a takeover need not read every file of the program
        journal: OpenedJournal | None = None
        rounds = 0
        while not self._ending.wait(FOLLOW_S):
            try:
                journal = journal or self._store.journal(read_only=True)
                began = time.monotonic()
                self.follow(journal)
                self._followed = began
                if not rounds % CHECKPOINT_EVERY:
                    self.keep_checkpoint(journal)
                rounds += 1
            except _Stopping:
                break
            except Fault as fault:
                _log.warning("the tables are not followed: %s", fault)
            except Exception:
                _log.exception("the tables are not followed")
        if journal is not None:
            journal.close()

    def _pause(self) -> None:
        if self._ending.is_set():
            raise _Stopping


class _Stopping(Exception):
    """The node is stopping, or is taking over the house."""
