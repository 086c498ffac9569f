"""Under which name and key a journal is sealed, and who cosigns it."""

from __future__ import annotations

from msgspec import Struct

from croupier.journal.checkpoint import default_origin
from croupier.journal.note import ED25519, VerifierKey
from croupier.journal.policy import WitnessPolicy
from croupier.journal.seal import CheckpointSigner
from croupier.terms.problem import Problem, Problems


class Witnessing(Struct, frozen=True):
    """The name and key that seal the journal, and the witnesses that cosign it."""

    policy: WitnessPolicy | None = None
    origin: str = ""
    """The name of the log, used at the first seal of a journal; must agree with the policy."""
    signer: CheckpointSigner | None = None
    """A process that holds the key; without it, the key is a file in the directory."""

    def origin_of(self, public: bytes) -> str:
        """The name under which the key seals; raises a problem if the policy does not list the key."""
        if self.policy is None:
            return self.origin
        names = [key.name for key in self.policy.logs if key.public == public]
        if not names or (self.origin and self.origin not in names):
            vkey = VerifierKey(self.origin or default_origin(public), ED25519, public)
            raise Problems([Problem("--policy", "it does not name this journal's log", f"Add the line: log {vkey}")])
        return names[0]
