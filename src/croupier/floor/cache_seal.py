"""Seals caches with a key: proves who wrote a cache, with which program, and after which record. See ADR 78.

DIR/cache.key     32 random bytes, readable only by the owner. Without the key, existing caches are ignored.
"""

from __future__ import annotations

import hmac
import os
import secrets
import stat
from functools import cache
from hashlib import blake2b
from pathlib import Path

from croupier.access.integrity import running_fingerprint
from croupier.journal.new_file import write_new
from croupier.journal.record import Head
from croupier.terms.fault import Fault

CACHE_KEY_FILE = "cache.key"
KEY_BYTES = 32
SEAL_BYTES = 32
_TITLE = b"croupier/cache/1\0"


class CacheSeal:
    """Seals caches, and accepts only what it has sealed itself."""

    def __init__(self, key: bytes, program: bytes) -> None:
        self._key, self._program = key, program

    @classmethod
    def load(cls, path: Path) -> CacheSeal:
        """The seal with the key in a file; creates the file if it does not exist."""
        return cls(_load(path) if path.exists() else _create(path), running_program())

    def put(self, kind: str, head: Head, body: bytes) -> bytes:
        """The body with its seal in front."""
        return self._seal(kind, head, body) + body

    def take(self, kind: str, head: Head, sealed: bytes) -> bytes | None:
        """The body, if this key sealed it with this program at this record; otherwise None."""
        seal, body = sealed[:SEAL_BYTES], sealed[SEAL_BYTES:]
        return body if hmac.compare_digest(seal, self._seal(kind, head, body)) else None

    def derive(self, purpose: str) -> bytes:
        """A key for another purpose of the same directory, whatever program runs."""
        return blake2b(purpose.encode(), key=self._key, digest_size=KEY_BYTES, person=b"croupier/derive").digest()

    def _seal(self, kind: str, head: Head, body: bytes) -> bytes:
        whole = blake2b(_TITLE, key=self._key, digest_size=SEAL_BYTES)
        for part in (self._program, kind.encode(), head.stream.encode(), str(head.version).encode(), head.hash):
            whole.update(len(part).to_bytes(8))
            whole.update(part)
        whole.update(body)
        return whole.digest()


@cache
def own_seal() -> CacheSeal:
    """A seal with a key that only this process has, so caches of other processes are ignored."""
    return CacheSeal(secrets.token_bytes(KEY_BYTES), running_program())


@cache
def running_program() -> bytes:
    """The digest of the running program."""
    return bytes.fromhex(running_fingerprint().digest)


def _create(path: Path) -> bytes:
    key = secrets.token_bytes(KEY_BYTES)
    try:
        write_new(path, key)
    except OSError as error:
        raise Fault(f"{path} cannot be written ({error.strerror}).") from error
    return key


def _load(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            key = file.read(KEY_BYTES + 1) if stat.S_ISREG(found.st_mode) else b""
    except OSError as error:
        raise Fault(f"{path}: the key cannot be read ({error.strerror}).") from error
    again = "Delete it: a new key is created, and caches are rebuilt from the records."
    if os.name == "posix" and (found.st_mode & 0o077 or found.st_uid != os.geteuid()):
        raise Fault(f"{path} can be used by others, so nothing sealed with it can be trusted. {again}")
    if len(key) != KEY_BYTES:
        raise Fault(f"{path} is not a key of {KEY_BYTES} bytes. {again}")
    return key
