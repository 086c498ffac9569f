"""Marks with which terminals prove what they were told. See ADR 110.

Every snapshot and every piece of news carries a mark: a keyed hash over the table, the version, and the sitting, which
is one opening of the table by one process. Only the house can make a mark, so nobody can close a table with a lie.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b

from croupier.journal.lost import RecordsLost
from croupier.journal.stores import JournalStore, shared_files

MARK_KEY_FILE = "marks.key"
"""The name of the shared key among the files of a database."""
KEY_BYTES = 32
SITTING_BYTES = 6
MARK_BYTES = SITTING_BYTES + 12
MARK_CHARACTERS = MARK_BYTES * 4 // 3


def mark_key(store: JournalStore, own: bytes) -> bytes:
    """The key of the marks: one for all nodes of a database, the given one on a single machine."""
    files = shared_files(store)
    return own if files is None else files.claim(MARK_KEY_FILE, secrets.token_bytes(KEY_BYTES))


class VersionMarks:
    """Makes the marks of one table, and hears those that were made before."""

    def __init__(self, key: bytes, stream: str, opened: int, on_lost: Callable[[RecordsLost], None]) -> None:
        self._key, self.stream, self._on_lost = key, stream, on_lost
        self.opened = opened
        """The version at which this process opened the table: whatever was told before is at most this."""
        self._sitting = secrets.token_bytes(SITTING_BYTES)

    def mark(self, version: int) -> str:
        """The mark of a version that is durable."""
        return urlsafe_b64encode(self._sitting + self._digest(self._sitting, version)).decode()

    def hear(self, version: int, mark: str) -> bool:
        """Whether a mark proves that records are lost, which is then reported; one not made by the house never does."""
        try:
            made = urlsafe_b64decode(mark)
        except ValueError:
            return False
        sitting, digest = made[:SITTING_BYTES], made[SITTING_BYTES:]
        if sitting == self._sitting or version <= self.opened:
            return False
        if not hmac.compare_digest(digest, self._digest(sitting, version)):
            return False
        words = f"A terminal was shown version {version} of {self.stream}, which was opened again at {self.opened}."
        self._on_lost(RecordsLost(words, self.stream))
        return True

    def _digest(self, sitting: bytes, version: int) -> bytes:
        text = b"%b%d %b" % (sitting, version, self.stream.encode())
        return blake2b(text, key=self._key, digest_size=MARK_BYTES - SITTING_BYTES, person=b"croupier/mark").digest()
