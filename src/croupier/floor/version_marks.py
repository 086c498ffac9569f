"""Marks with which terminals prove what they were sent. See ADR 110.

Every snapshot and every piece of news carries a mark: the beginning of the hash of the last record, and a keyed hash
over it, the table, the version, and the sitting, which is one opening of the table by one process. Only the house can
make a mark, so a forged mark cannot close a table.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import closing
from hashlib import blake2b

from croupier.journal.lost_records import RecordsLost
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.journal.stores import JournalStore, shared_files

MARK_KEY_FILE = "marks.key"
"""The name of the shared key among the files of a database."""
KEY_BYTES = 32
SITTING_BYTES = 6
RECORD_BYTES = 6
_START_BYTES = SITTING_BYTES + RECORD_BYTES
MARK_BYTES = _START_BYTES + 12
MARK_CHARACTERS = MARK_BYTES * 4 // 3

HashOf = Callable[[int], bytes | None]
"""The hash of the record with a version; None if there is none."""


def mark_key(store: JournalStore, own: bytes) -> bytes:
    """The key of the marks: one for all nodes of a database, the given one on a single machine."""
    files = shared_files(store)
    return own if files is None else files.claim(MARK_KEY_FILE, secrets.token_bytes(KEY_BYTES))


def hash_reader(durable: Callable[[], Head], open_journal: Callable[[], Journal]) -> HashOf:
    """Finds the newest durable record without reading, and any other with a journal object of its own.

    The object of the writer may be in the middle of a commit.
    """

    def hash_of(version: int) -> bytes | None:
        head = durable()
        if version == head.version:
            return head.hash
        with closing(open_journal()) as journal:
            return next((record.hash for record in journal.read(head.stream, version, 1)), None)

    return hash_of


class VersionMarks:
    """Makes the marks of one table, and checks earlier ones."""

    def __init__(
        self, key: bytes, stream: str, opened: int, on_lost: Callable[[RecordsLost], None], hash_of: HashOf
    ) -> None:
        self._key, self.stream, self._on_lost, self._hash_of = key, stream, on_lost, hash_of
        self.opened = opened
        """The version at which this process opened the table."""
        self._sitting = secrets.token_bytes(SITTING_BYTES)

    def mark(self, version: int) -> str:
        """The mark of a version that is durable; empty if its record cannot be found."""
        record = self._hash_of(version)
        if record is None:
            return ""
        start = self._sitting + record[:RECORD_BYTES]
        return urlsafe_b64encode(start + self._digest(start, version)).decode()

    def proves_loss(self, version: int, mark: str) -> bool:
        """Whether a mark proves that records are lost, which is then reported; one not made by the house never does.

        A process that was paused may have read and shown records that this one has written since it opened the table.
        """
        try:
            made = urlsafe_b64decode(mark)
        except ValueError:
            return False
        start, digest = made[:_START_BYTES], made[_START_BYTES:]
        if start[:SITTING_BYTES] == self._sitting or version <= self.opened:
            return False
        if not hmac.compare_digest(digest, self._digest(start, version)):
            return False
        record = self._hash_of(version)
        if record is not None and record[:RECORD_BYTES] == start[SITTING_BYTES:]:
            return False
        words = f"A terminal was shown version {version} of {self.stream}, which was opened again at {self.opened}."
        self._on_lost(RecordsLost(words, self.stream))
        return True

    def _digest(self, start: bytes, version: int) -> bytes:
        text = b"%b%d %b" % (start, version, self.stream.encode())
        return blake2b(text, key=self._key, digest_size=MARK_BYTES - _START_BYTES, person=b"croupier/mark").digest()
