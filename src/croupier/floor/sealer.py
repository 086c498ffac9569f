"""Signs checkpoints while the service runs: every minute when something was recorded, and at the end."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from croupier.floor.clock import Clock
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.key import SigningKey, create_key, load_key
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal

SEAL_EVERY_S = 60.0

_log = logging.getLogger(__name__)


def signing_key(path: Path) -> SigningKey:
    """The key of a file, made when there is none; nobody but its owner can read it."""
    return load_key(path) if path.exists() else create_key(path)


class Sealer:
    """A thread with a journal object of its own."""

    def __init__(self, journal: Path, key: SigningKey, clock: Clock, every_s: float = SEAL_EVERY_S) -> None:
        self._journal = SqliteJournal(journal)
        self._key, self._clock, self._every_s = key, clock, every_s
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sealer", daemon=True)
        self.last: Checkpoint | None = self._journal.last_checkpoint()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Seals once more, and ends the thread."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        try:
            self.seal()
        finally:
            self._journal.close()

    def seal(self) -> Checkpoint | None:
        """Afterwards everything recorded before the call is under a signature; the checkpoint that covers it."""
        with self._lock:
            recorded = sum(head.version for head in self._journal.streams())
            if recorded > (self.last.records if self.last else 0):
                self.last = seal(self._journal, self._key, self._clock.now())
            return self.last

    def _run(self) -> None:
        while not self._ending.wait(self._every_s):
            try:
                self.seal()
            except Exception:
                _log.exception("the journal was not sealed; it is tried again")
