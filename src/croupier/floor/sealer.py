"""Signs checkpoints while the service runs: every minute when something was recorded, and at the end.

It signs nothing that it did not check: at first the whole journal, then before each seal what the last one stated.
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
"""Between two pages of records the loop gets the interpreter: nobody waits for a seal, but many for an answer."""

_log = logging.getLogger(__name__)


def signing_key(path: Path) -> SigningKey:
    """The key of a file, made when there is none; nobody but its owner can read it."""
    return load_key(path) if path.exists() else create_key(path)


class Sealer:
    """A thread with a journal object of its own."""

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
        """Told, with the stream where one is known, that the journal is not what was signed; nothing is signed then."""
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
        """Afterwards everything recorded before the call is under a signature; the checkpoint that covers it.

        Raises a broken chain, and signs nothing, when the journal is not what was signed before.
        """
        with self._lock:
            self.check()
            recorded = sum(head.version for head in self._journal.streams())
            if recorded > (self.last.records if self.last else 0):
                self._seal()
            return self.last

    def check(self) -> None:
        """Raises a broken chain when the journal is not what was signed before, as far as it was not checked yet."""
        try:
            self._check()
        except BrokenChain as broken:
            if self.on_broken is not None:
                self.on_broken(broken.stream, broken)
            raise

    def _check(self) -> None:
        """The copy outside the journal each time; every record, once."""
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
        """The public half of the key that signs."""
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
                _log.exception("the journal was not sealed; it is tried again")
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
