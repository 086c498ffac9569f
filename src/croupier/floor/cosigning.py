"""Has each checkpoint cosigned by the witnesses of the house's policy, in the background: play never waits for them.

A witness is asked after every seal, and otherwise from time to time, so that one that is gone is not taken for one
that has nothing to do. How long ago the quorum was last complete is an age: a metric, and an alert when it is old.
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

ASK_EVERY_S = 60.0
"""How often witnesses are asked when nothing was sealed, or when one did not answer."""
STALE_MS = 600_000
"""From this age on the house is told."""
LOOK_BACK = 200
"""In so many checkpoints it is looked up what a witness cosigned before a restart."""

_log = logging.getLogger(__name__)


class WitnessDisagrees(Fault):
    """A witness has seen another history, or has forgotten what it saw: a person must look at it."""


class WitnessStatus(Struct):
    """What is known of one witness."""

    witness: Witness
    size: int = 0
    """How large the tree was that it last cosigned."""
    at: int = 0
    """When it last cosigned the newest checkpoint, in milliseconds since 1970; 0 when it never did."""
    trouble: str = ""


Heard = Callable[[str, str], None]
"""Is told the name of a witness, or nothing for the quorum, and what is wrong in words."""


class Cosigner:
    """A thread with a journal object and connections of its own."""

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
        """Hears when the quorum is old; whoever runs the service sets it."""
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
        """Something was sealed."""
        self._wake.set()

    def stop(self) -> None:
        """Asks the witnesses once more for the last checkpoint, and ends the thread."""
        self._ending.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        else:
            self._close()

    def age_ms(self, name: str = "") -> int:
        """How long ago a witness, or without a name the quorum, last cosigned what was newest then."""
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
        """Asks every witness to cosign the newest checkpoint; what one does is no other's affair."""
        with self._asking:
            checkpoint = self._journal.last_checkpoint()
            if checkpoint is not None:
                self._ask_about(checkpoint)
                self._look()

    def _ask_about(self, checkpoint: Checkpoint) -> None:
        for name, client in self._clients.items():
            standing = self.standings[name]
            if standing.trouble and self._ending.is_set():
                continue  # a stop does not wait for one that is gone
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
                _log.exception("the witnesses were not asked; it is tried again")
        self._close()

    def _close(self) -> None:
        for client in self._clients.values():
            client.close()
        self._journal.close()

    def _remember(self) -> None:
        """What witnesses have cosigned before the service started, as far back as it matters."""
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
                    f"{standing.witness.name} has cosigned {standing.size} leaves and now knows of {answer.size}: it "
                    "forgot. Take it out of the policy, and have a new one made."
                )
            if answer.size > size or answer.size == old:
                raise WitnessDisagrees(
                    f"{standing.witness.name} has seen another tree of {answer.size} leaves under this journal's name, "
                    f"and here are {size}. Keep the journal as it is, and ask the witness for its evidence."
                )
            answer = client.add_checkpoint(answer.size, self._proof(answer.size, size), checkpoint.note)
        if isinstance(answer, Conflict):
            raise WitnessUnreachable(f"{client.url} changes what it has seen: somebody else seals under this name.")
        own = tuple(each for each in answer if standing.witness.key.owns(each))
        try:
            found = _by(standing.witness, add_signatures(checkpoint.note, own)) if own else None
        except BadNote as error:
            raise WitnessUnreachable(f"{client.url} answers a wrong cosignature: {error}") from None
        if found is None:
            raise WitnessUnreachable(f"{client.url} answers without a cosignature of {standing.witness.key.name}.")
        if size > standing.size or not _by(standing.witness, checkpoint.note):
            self._journal.save_cosignatures(checkpoint.number, own)
        standing.size, standing.at = size, self._clock.now()

    def _proof(self, old: int, size: int) -> tuple[bytes, ...]:
        try:
            return TreeReader(size, self._journal.tile).consistency(old)
        except MissingTile:
            raise Fault("The tree is being rebuilt: the next checkpoint can be proved.") from None

    def _disagrees(self, standing: WitnessStatus, words: str) -> None:
        fresh = standing.trouble != words
        standing.trouble = words
        _log.error("witness %s: %s", standing.witness.name, words)
        if fresh and self.on_disagreement is not None:
            self.on_disagreement(standing.witness.name, words)

    def _look(self) -> None:
        """Tells that the quorum is old, once for each time that it grew so old."""
        age = self.age_ms()
        if age < self._stale_ms:
            self._told_at = 0
        elif self._clock.now() - self._told_at >= self._stale_ms:
            self._told_at = self._clock.now()
            gone = [f"{each.witness.name}: {each.trouble}" for each in self.standings.values() if each.trouble]
            words = f"No quorum of witnesses for {age // 60_000} minutes. {' '.join(gone)}".strip()
            if self.on_stale is not None:
                self.on_stale("", words)


def _by(witness: Witness, note: SignedNote) -> Cosigned | None:
    """A witness's cosignature of a note, checked; None when there is none."""
    return next(iter(cosignatures(note, (witness.key,))), None)
