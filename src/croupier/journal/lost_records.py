"""Proof that acknowledged records are missing: a checkpoint kept outside the journal names records it does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.journal.chain import BrokenChain
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.terms.text import counted


class RecordsLost(BrokenChain):
    """Records that were acknowledged are not in the journal: it was replaced by an older copy of itself."""


def lost_heads(journal: Journal, checkpoint: Checkpoint) -> Iterator[RecordsLost]:
    """One fault for every stream whose records do not reach what the checkpoint states."""
    for head in checkpoint.statement.heads:
        if (lost := missing(journal, head, f"Checkpoint {checkpoint.number}")) is not None:
            yield lost


def missing(journal: Journal, head: Head, witness: str) -> RecordsLost | None:
    """A fault if the journal does not hold the record of this head; None if it does."""
    here = journal.head(head.stream)
    if here.version < head.version:
        records = counted(head.version, "record")
        words = f"{witness} covers {records} of {head.stream}, and the journal holds {here.version}."
        return RecordsLost(words, head.stream)
    hashes = [record.hash for record in journal.read(head.stream, head.version, 1)] if head.version else [head.hash]
    if hashes != [head.hash]:
        words = f"{witness} covers a record {head.version} of {head.stream} that differs from the journal's."
        return RecordsLost(words, head.stream)
    return None
