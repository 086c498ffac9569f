"""Witnesses that tests can believe: three keys, and a policy of two of them."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.journal.cosignature import cosign
from croupier.journal.key import SigningKey
from croupier.journal.note import COSIGNATURE, ED25519, VerifierKey
from croupier.journal.policy import WitnessPolicy, parse_policy
from croupier.journal.port import Journal
from tests.journal.examples import KEY, ORIGIN, OTHER_KEY

THIRD_KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(2, 34))))
NAMES = {"w1.example": OTHER_KEY, "w2.example": THIRD_KEY}


def vkey(name: str, key: SigningKey) -> str:
    """The verifier key of a witness."""
    return str(VerifierKey(name, COSIGNATURE, key.public))


def policy_text(log: SigningKey = KEY, origin: str = ORIGIN, urls: tuple[str, str] = ("", "")) -> str:
    """Both witnesses are needed."""
    witnesses = "".join(
        f"witness {name} {vkey(name, key)} {url}".rstrip() + "\n"
        for (name, key), url in zip(NAMES.items(), urls, strict=True)
    )
    own = VerifierKey(origin, ED25519, log.public)
    return f"log {own}\n{witnesses}group both all {' '.join(NAMES)}\nquorum both\n"


def policy_of(journal: Journal, *, only: int = 0, time_s: int = 1_731_672_060) -> WitnessPolicy:
    """The policy of a journal whose checkpoints (or only one of them) both witnesses have cosigned."""
    for checkpoint in list(journal.checkpoints()):
        if only in (0, checkpoint.number):
            lines = [cosign(checkpoint.note.text, name, key, time_s) for name, key in NAMES.items()]
            journal.save_cosignatures(checkpoint.number, lines)
    return parse_policy(policy_text())
