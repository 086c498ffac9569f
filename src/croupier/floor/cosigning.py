"""Has the witnesses of the house's policy cosign each checkpoint, in the background: play never waits for them.

A witness is asked after every seal, and at intervals otherwise, so that an unreachable witness is noticed even when
nothing is sealed. The time since the last complete quorum is a metric, and an alert once it is too long.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from msgspec import Struct

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.cosignature import Cosigned, cosignatures
from croupier.journal.note import BadNote, SignedNote, add_signatures
from croupier.journal.policy import Witness, WitnessPolicy
from croupier.journal.stores import JournalStore
from croupier.journal.submission import Conflict, WitnessClient, WitnessRefuses, WitnessUnreachable
from croupier.journal.tree import MissingTile, TreeReader
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault
from croupier.terms.text import counted

ASK_EVERY_S = 60.0
"""Interval between requests when nothing was sealed, or when a witness did not answer."""
STALE_MS = 600_000
"""Age of the quorum from which the house gets an alert."""
LOOK_BACK = 200
"""Number of checkpoints searched at startup for earlier cosignatures."""

_log = logging.getLogger(__name__)


class WitnessDisagrees(Fault):
    """A witness has seen another history, or has lost its state: a person must investigate."""


class WitnessStatus(Struct):
    """The state of one witness."""

    witness: Witness
    size: int = 0
    """Size of the tree that it last cosigned."""
    at: int = 0
    """When it last cosigned the newest checkpoint, in milliseconds since 1970; 0 if never."""
    trouble: str = ""


Heard = Callable[[str, str], None]
"""Called with the name of a witness, or an empty one for the quorum, and a message."""


class Cosigner:
    """A thread with its own journal object and connections."""

    def __init__(
        self,
        store: JournalStore,
        policy: WitnessPolicy,
        clock: Clock,
        every_s: float = ASK_EVERY_S,
        stale_ms: int = STALE_MS,
    ) -> None:
        self.policy = policy
        self.on_stale: Heard | None = None
        """Called when the quorum is stale; set by the service."""
        self.on_disagreement: Heard | None = None
        self.standings = {each.name: WitnessStatus(each) for each in policy.witnesses}
        self._journal = store.journal()
        self._clock, self._every_s, self._stale_ms = clock, every_s, stale_ms
        self._clients = {each.name: WitnessClient(each.url) for each in policy.witnesses if each.url}
        self._started = clock.now()
        self._told_at = 0
        self._asking = threading.Lock()
        self._wake, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="cosigner", daemon=True)
        self._remember()

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Notifies the thread that something was sealed."""
        self._wake.set()

    def stop(self) -> None:
        """Asks the witnesses once more about the last checkpoint, and ends the thread."""
        self._ending.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        else:
            self._close()

    def age_ms(self, name: str = "") -> int:
        """Time since a witness, or without a name the quorum, last cosigned the newest checkpoint."""
        now = self._clock.now()
        if name:
            return now - (self.standings[name].at or self._started)
        cosigned: list[Cosigned] = []
        for standing in sorted(self.standings.values(), key=lambda each: each.at, reverse=True):
            if not standing.at:
                break
            cosigned.append(Cosigned(standing.witness.key, standing.at // 1000))
            if self.policy.met_by(tuple(cosigned)):
                return now - standing.at
        return 0 if self.policy.met_by(()) else now - self._started

    def ask_all(self) -> None:
        """Asks every witness to cosign the newest checkpoint. A failing witness does not affect the others."""
        with self._asking:
            checkpoint = self._journal.last_checkpoint()
            if checkpoint is not None:
                self._ask_about(checkpoint)
                self._look()

    def _ask_about(self, checkpoint: Checkpoint) -> None:
        for name, client in self._clients.items():
            standing = self.standings[name]
            if standing.trouble and self._ending.is_set():
                continue  # stopping does not wait for an unreachable witness
            try:
                self._ask(checkpoint, standing, client)
                standing.trouble = ""
            except (WitnessDisagrees, WitnessRefuses) as error:
                self._disagrees(standing, str(error))
            except Fault as error:
                standing.trouble = str(error)
                _log.warning("witness %s: %s", name, error)

    def _run(self) -> None:
        last = False
        while not last:
            self._wake.wait(self._every_s)
            self._wake.clear()
            last = self._ending.is_set()
            try:
                self.ask_all()
            except Exception:
                _log.exception("could not ask the witnesses; will retry")
        self._close()

    def _close(self) -> None:
        for client in self._clients.values():
            client.close()
        self._journal.close()

    def _remember(self) -> None:
        """Reads from recent checkpoints what the witnesses cosigned before this start."""
        last = self._journal.last_checkpoint()
        origin = last.head.origin if last else ""
        for number in range(last.number if last else 0, max(last.number - LOOK_BACK if last else 0, 0), -1):
            checkpoint = self._journal.checkpoint(number)
            if checkpoint is None or checkpoint.head.origin != origin:
                return
            for standing in self.standings.values():
                if not standing.size and (found := _by(standing.witness, checkpoint.note)):
                    standing.size, standing.at = checkpoint.head.size, found.time_s * 1000
            if all(standing.size for standing in self.standings.values()):
                return

    def _ask(self, checkpoint: Checkpoint, standing: WitnessStatus, client: WitnessClient) -> None:
        size = checkpoint.head.size
        old = min(standing.size, size)
        answer = client.add_checkpoint(old, self._proof(old, size), checkpoint.note)
        if isinstance(answer, Conflict):
            if answer.size < standing.size:
                raise WitnessDisagrees(
                    f"{standing.witness.name} has cosigned {standing.size} leaves and now reports {answer.size}: it "
                    "has lost its state. Remove it from the policy, and have a new witness set up."
                )
            if answer.size > size or answer.size == old:
                raise WitnessDisagrees(
                    f"{standing.witness.name} has seen another tree of {answer.size} leaves under this journal's name; "
                    f"this journal has {size}. Keep the journal as it is, and ask the witness for its evidence."
                )
            answer = client.add_checkpoint(answer.size, self._proof(answer.size, size), checkpoint.note)
        if isinstance(answer, Conflict):
            raise WitnessUnreachable(f"{client.url} keeps changing its tree size: somebody else seals under this name.")
        own = tuple(each for each in answer if standing.witness.key.owns(each))
        try:
            found = _by(standing.witness, add_signatures(checkpoint.note, own)) if own else None
        except BadNote as error:
            raise WitnessUnreachable(f"{client.url} returned an invalid cosignature: {error}") from None
        if found is None:
            raise WitnessUnreachable(f"{client.url} returned no cosignature by {standing.witness.key.name}.")
        if size > standing.size or not _by(standing.witness, checkpoint.note):
            self._journal.save_cosignatures(checkpoint.number, own)
        standing.size, standing.at = size, self._clock.now()

    def _proof(self, old: int, size: int) -> tuple[bytes, ...]:
        try:
            return TreeReader(size, self._journal.tile).consistency(old)
        except MissingTile:
            raise Fault("The tree is being rebuilt. The next checkpoint can be proved.") from None

    def _disagrees(self, standing: WitnessStatus, words: str) -> None:
        fresh = standing.trouble != words
        standing.trouble = words
        _log.error("witness %s: %s", standing.witness.name, words)
        if fresh and self.on_disagreement is not None:
            self.on_disagreement(standing.witness.name, words)

    def _look(self) -> None:
        """Reports a stale quorum, once per `stale_ms`."""
        age = self.age_ms()
        if age < self._stale_ms:
            self._told_at = 0
        elif self._clock.now() - self._told_at >= self._stale_ms:
            self._told_at = self._clock.now()
            gone = [f"{each.witness.name}: {each.trouble}" for each in self.standings.values() if each.trouble]
            words = f"No quorum of witnesses for {counted(age // 60_000, 'minute')}. {' '.join(gone)}".strip()
            if self.on_stale is not None:
                self.on_stale("", words)


def _by(witness: Witness, note: SignedNote) -> Cosigned | None:
    """A witness's verified cosignature of a note; None if there is none."""
    return next(iter(cosignatures(note, (witness.key,))), None)
