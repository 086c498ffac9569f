"""Signs checkpoints while the service runs: every minute if something was recorded, and at the end.

It signs only what it has checked: first the whole journal, then before each seal what was added since the last.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from croupier.journal.chain import BrokenChain
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.key import SigningKey, create_key, load_key
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.note import NoteKey
from croupier.journal.policy import Demands
from croupier.journal.seal import PAGE, CheckpointSigner, check_sealed, seal
from croupier.journal.stores import JournalStore
from croupier.journal.tape import Item, journal_tape
from croupier.journal.verify import verify_tape
from croupier.terms.clock import Clock

SEAL_EVERY_S = 60.0
PAUSE_S = 0.0005
"""Pause between pages of records, to let the event loop run: answers are urgent, seals are not."""

_log = logging.getLogger(__name__)


def signing_key(path: Path) -> SigningKey:
    """The key in a file, created if there is none; readable only by the owner."""
    return load_key(path) if path.exists() else create_key(path)


class Sealer:
    """A thread with its own journal object."""

    def __init__(
        self,
        store: JournalStore,
        key: NoteKey | CheckpointSigner,
        clock: Clock,
        every_s: float = SEAL_EVERY_S,
        *,
        log: str = "",
        on_sealed: Callable[[], None] | None = None,
        keys: tuple[bytes, ...] = (),
        copy: LastCheckpointFile | None = None,
    ) -> None:
        self._journal = store.journal()
        self._key, self._clock, self._every_s = key, clock, every_s
        self._log, self._on_sealed = log, on_sealed
        self._keys, self._copy, self._checked = keys, copy, False
        self.on_broken: Callable[[str, BrokenChain], None] | None = None
        """Called with the stream, if known, when the journal differs from what was signed; nothing is signed then."""
        self._lock = threading.RLock()
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
        """Signs everything recorded before the call; returns the checkpoint that covers it.

        Raises BrokenChain, and signs nothing, if the journal differs from what was signed before.
        """
        with self._lock:
            self.check()
            recorded = sum(head.version for head in self._journal.streams())
            if recorded > (self.last.records if self.last else 0):
                self._seal()
            return self.last

    def check(self) -> None:
        """Raises BrokenChain if the journal differs from what was signed before; nothing is checked twice."""
        try:
            self._check()
        except BrokenChain as broken:
            if self.on_broken is not None:
                self.on_broken(broken.stream, broken)
            raise

    def _check(self) -> None:
        """Checks the copy outside the journal each time, and every record once."""
        if self._copy is not None:
            self._copy.check(self._journal)
        check_sealed(self._journal, self._journal.last_checkpoint())
        if not self._checked:
            tape = _paced(journal_tape(self._journal))
            report = verify_tape(tape, Demands(self._keys), tile=self._journal.tile)
            if report.finding is not None:
                raise BrokenChain(f"{report.finding} Nothing was sealed.", report.finding.stream)
            self._checked = True

    def _seal(self) -> None:
        now = self._clock.now()
        self.last = seal(self._journal, self._key, now, log=self._log, pause=_pause)
        if self._copy is not None:
            self._copy.save(self.last)
        if self._on_sealed is not None:
            self._on_sealed()

    @property
    def public(self) -> bytes:
        """The public half of the signing key."""
        return self._key.public

    def _run(self) -> None:
        step: Callable[[], object] = self.check
        while True:
            try:
                with self._lock:
                    step()
            except BrokenChain as broken:
                _log.error("the journal was not sealed: %s", broken)
            except Exception:
                _log.exception("the journal was not sealed; will retry")
            if self._ending.wait(self._every_s):
                return
            step = self.seal


def _pause() -> None:
    time.sleep(PAUSE_S)


def _paced(tape: Iterator[Item]) -> Iterator[Item]:
    for count, item in enumerate(tape, start=1):
        yield item
        if not count % PAGE:
            _pause()
