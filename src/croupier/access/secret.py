"""Secrets of people and devices: passwords as argon2id hashes, tokens as random values of which a hash is kept."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.terms.fault import Fault

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PASSWORD_MIN = 8
PASSWORD_MAX = 256
"""In characters; a bound on what is hashed."""
TOKEN_BYTES = 32
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without those that look alike."""
CODE_LENGTH = 8
"""About 39 bits, for ten minutes and a handful of tries."""


class Passwords:
    """Hashes and compares passwords; slow on purpose, so never on an event loop."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._given = hasher

    @cached_property
    def _hasher(self) -> PasswordHasher:
        try:
            from argon2 import PasswordHasher
        except ModuleNotFoundError as error:
            raise Fault(f"Passwords need {error.name}. Install it with: pip install 'croupier[web]'") from error
        return self._given or PasswordHasher()

    @cached_property
    def _nobody(self) -> str:
        return self._hasher.hash(secrets.token_hex(16))

    def hash(self, password: str) -> str:
        return self._hasher.hash(_normal(password))

    def prepare(self) -> None:
        """Afterwards the first stranger waits no longer than the second."""
        _ = self._nobody

    def fits(self, hashed: str | None, password: str) -> bool:
        """Whether the password is the hashed one; without a hash it takes as long, and is never."""
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            self._hasher.verify(hashed or self._nobody, _normal(password))
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None

    def is_old(self, hashed: str) -> bool:
        """Whether it was hashed with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(hashed)


def password_wrong(name: str, password: str) -> str | None:
    """What is wrong with a new password, in words."""
    normal = _normal(password)
    if len(normal) < PASSWORD_MIN:
        return f"A password has at least {PASSWORD_MIN} characters."
    if len(normal) > PASSWORD_MAX:
        return f"A password has at most {PASSWORD_MAX} characters."
    if normal.casefold() == name.casefold() or len(set(normal)) < 3:
        return "This password is too easy to guess."
    return None


def new_token() -> str:
    """256 random bits in plain characters."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """A short random name for records; it opens nothing."""
    return secrets.token_hex(6)


def new_code() -> str:
    """What a person types once at a terminal."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))


def digest(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def csrf_of(token: str) -> str:
    """The value that a page repeats in a header. It follows from the cookie, and the cookie not from it."""
    value = hashlib.sha256(b"croupier csrf\0" + token.encode()).digest()
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)
