"""Challenges for security keys: random, for one person and purpose, valid once and for two minutes."""

from __future__ import annotations

import secrets
from enum import StrEnum

from msgspec import Struct

from croupier.access.secret import digest, new_token
from croupier.access.store import PeopleStore
from croupier.terms.clock import Clock

CHALLENGE_MS = 120_000
CHALLENGE_BYTES = 32
CHALLENGES_EACH = 8
"""Maximum number of open challenges per person; another one voids the oldest."""


class Purpose(StrEnum):
    """The only purpose that a signature is valid for."""

    SIGN_IN = "sign-in"
    AGREE = "agree"
    """A second key manager approves."""
    CONFIRM = "confirm"
    """A person changes their own account."""
    ENROLL = "enroll"


class KeyChallenge(Struct, frozen=True):
    ticket: str
    value: bytes

    def __repr__(self) -> str:
        return "KeyChallenge()"


class Challenges:
    """Challenges are in the store, so that any node accepts another node's."""

    def __init__(self, store: PeopleStore, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def make(self, name: str, purpose: Purpose, session: str = "") -> KeyChallenge:
        made, now = KeyChallenge(new_token(), secrets.token_bytes(CHALLENGE_BYTES)), self._clock.now()
        row = (digest(made.ticket), name, purpose.value, session, made.value, now + CHALLENGE_MS)
        with self._store.commit() as db:
            db.execute("DELETE FROM key_challenges WHERE until <= ?", (now,))
            db.execute("INSERT INTO key_challenges VALUES (?, ?, ?, ?, ?, ?)", row)
            db.execute(
                "DELETE FROM key_challenges WHERE ticket IN (SELECT ticket FROM key_challenges WHERE name = ? "
                "ORDER BY until DESC, ticket LIMIT 1000000000 OFFSET ?)",
                (name, CHALLENGES_EACH),
            )
        return made

    def take(self, ticket: str, name: str, purpose: Purpose, session: str = "") -> bytes | None:
        """The challenge, which cannot be used again; None if it has expired or was made for something else."""
        with self._store.commit() as db:
            row = db.execute(
                "DELETE FROM key_challenges WHERE ticket = ? RETURNING name, purpose, session, challenge, until",
                (digest(ticket),),
            ).fetchone()
        if row is None or tuple(row[:3]) != (name, purpose.value, session) or self._clock.now() >= row[4]:
            return None
        return bytes(row[3])
