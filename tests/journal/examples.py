"""A small journal that every test knows: two streams, seven records, a checkpoint in the middle and at the end."""

from __future__ import annotations

import io
from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.key import SigningKey
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.record import Draft, Record
from croupier.journal.seal import seal
from croupier.journal.tape import Item, Row, export, journal_tape

NOON = 1_731_672_000_000
KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
ORIGIN = "journal.invalid/03a107bff3ce10be"
"""The default name of a log sealed with that key."""
OTHER_KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))


def draft(number: int = 0, kind: str = "wager-placed/1") -> Draft:
    return Draft(kind, "terminal:12", NOON + number, b'{"stake":%d}' % number)


def drafts(count: int, start: int = 0) -> list[Draft]:
    return [draft(number) for number in range(start, start + count)]


def fill(journal: Journal, *, sealed: bool = True) -> None:
    """table/7 gets four records and table/9 three, mixed."""
    journal.append("table/7", 0, drafts(2))
    journal.append_many([("table/9", 0, drafts(1, 2)), ("table/7", 2, drafts(1, 3))])
    if sealed:
        seal(journal, KEY, NOON + 10)
    journal.append("table/9", 1, drafts(2, 4))
    journal.append("table/7", 3, drafts(1, 6))
    if sealed:
        seal(journal, KEY, NOON + 20)


class OpenJournal(MemoryJournal):
    """A journal whose records and checkpoints a test may change."""

    def put(self, records: Iterable[Record]) -> None:
        """Replaces all records."""
        self._records, self._streams = list(records), {}
        for record in self._records:
            self._streams.setdefault(record.stream, []).append(record)

    def put_checkpoints(self, checkpoints: Iterable[Checkpoint]) -> None:
        """Replaces all checkpoints."""
        self._checkpoints = list(checkpoints)


def example(*, sealed: bool = True) -> MemoryJournal:
    journal = MemoryJournal()
    fill(journal, sealed=sealed)
    return journal


def tape(*, sealed: bool = True) -> list[Item]:
    return list(journal_tape(example(sealed=sealed)))


def rows(*, sealed: bool = False) -> list[Row]:
    return [item for item in tape(sealed=sealed) if isinstance(item, Row)]


def renumbered(items: Iterable[Item]) -> list[Item]:
    """The same items with the numbering of the whole journal corrected."""
    fixed: list[Item] = []
    seq = 0
    for item in items:
        if isinstance(item, Row):
            seq += 1
            fixed.append(Row(seq, item.record))
        else:
            fixed.append(item)
    return fixed


def exported(journal: Journal) -> bytes:
    out = io.BytesIO()
    export(journal, out)
    return out.getvalue()
