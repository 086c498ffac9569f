"""Secrets of people and devices: passwords as argon2id hashes, and random tokens, of which only a hash is stored."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PASSWORD_MIN = 8
PASSWORD_MAX = 256
"""Maximum length in characters, which bounds the work of hashing."""
TOKEN_BYTES = 32
CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without letters and digits that look alike."""
CODE_LENGTH = 8
"""About 39 bits, enough for ten minutes and a few tries."""


class Passwords:
    """Hashes and verifies passwords; slow on purpose, so do not call it in an event loop."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._given = hasher

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher

        return self._given or PasswordHasher()

    @cached_property
    def _nobody(self) -> str:
        return self._hasher.hash(secrets.token_hex(16))

    def hash(self, password: str) -> str:
        return self._hasher.hash(_normal(password))

    def prepare(self) -> None:
        """Prepares the dummy hash, so that the first unknown name takes no longer than later ones."""
        _ = self._nobody

    def fits(self, hashed: str | None, password: str) -> bool:
        """Whether the password matches the hash; without a hash it takes as long and returns False."""
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            self._hasher.verify(hashed or self._nobody, _normal(password))
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None

    def is_old(self, hashed: str) -> bool:
        """Whether the hash uses weaker parameters than the current ones."""
        return self._hasher.check_needs_rehash(hashed)


def password_wrong(name: str, password: str) -> str | None:
    """What is wrong with a new password; None if nothing is."""
    normal = _normal(password)
    if len(normal) < PASSWORD_MIN:
        return f"A password has at least {PASSWORD_MIN} characters."
    if len(normal) > PASSWORD_MAX:
        return f"A password has at most {PASSWORD_MAX} characters."
    if normal.casefold() == name.casefold() or len(set(normal)) < 3:
        return "This password is too easy to guess."
    return None


def new_token() -> str:
    """256 random bits in URL-safe characters."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """A short random id for records; not a secret."""
    return secrets.token_hex(6)


def new_code() -> str:
    """An enrollment code that a person types at a terminal."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def digest(token: str) -> bytes:
    """The stored hash of a token."""
    return hashlib.sha256(token.encode()).digest()


def csrf_of(token: str) -> str:
    """The CSRF token that a page sends in a header: derived from the cookie, which cannot be derived from it."""
    value = hashlib.sha256(b"croupier csrf\0" + token.encode()).digest()
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)
