"""A proof that one entry is in a log, as a text by C2SP tlog-proof.

It is self-contained: the entry's index, the hashes from its leaf to the root, and the checkpoint with its signatures.
The `extra` line of a proof of a record is the record itself, as its hash preimage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from croupier.journal.chain import BadPreimage, parse_record, record_preimage
from croupier.journal.note import BadNote, SignedNote, TreeHead, decode64, encode64, parse_head, parse_note
from croupier.journal.record import Record
from croupier.journal.tree import HASH_BYTES, PROOF_MAX, BadProof, check_inclusion, leaf_hash
from croupier.terms.fault import Fault

TITLE = "c2sp.org/tlog-proof@v1"
LOG_PROOF_MAX = 2 << 20
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,18})")


class BadLogProof(Fault):
    """A text is not a proof, or does not prove what it should."""


class LogProof(Struct, frozen=True):
    """An entry's place in a log."""

    index: int
    hashes: tuple[bytes, ...]
    note: SignedNote
    extra: bytes | None = None

    def __str__(self) -> str:
        extra = [] if self.extra is None else [f"extra {encode64(self.extra)}"]
        lines = [TITLE, *extra, f"index {self.index}", *map(encode64, self.hashes), "", str(self.note)]
        return "\n".join(lines)

    @property
    def head(self) -> TreeHead:
        return parse_head(self.note.text)

    def check(self, entry: bytes) -> None:
        """Raises `BadLogProof` unless the entry is in the note's tree; does not check the note's signatures."""
        try:
            head = self.head
            check_inclusion(leaf_hash(entry), self.index, head.size, self.hashes, head.root)
        except (BadProof, BadNote) as error:
            raise BadLogProof(f"It proves nothing: {str(error).rstrip('.')}.") from None

    def record(self) -> Record:
        """The record in the extra line, proved to be in the note's tree."""
        if self.extra is None:
            raise BadLogProof("It holds no record.")
        try:
            record = parse_record(self.extra)
        except BadPreimage as error:
            raise BadLogProof(f"It holds no record: {error}.") from None
        self.check(record.hash)
        return record


def is_proof(start: bytes) -> bool:
    """Whether a file that starts with these bytes is a proof."""
    return start.startswith(TITLE.encode()[:18])


def record_proof(record: Record, index: int, hashes: Sequence[bytes], note: SignedNote) -> LogProof:
    """The proof of a record, which includes the record."""
    return LogProof(index, tuple(hashes), note, record_preimage(record))


def parse_proof(text: str) -> LogProof:
    """Parses a proof, without checking it; each proof has exactly one valid text."""
    if len(text) > LOG_PROOF_MAX:
        raise BadLogProof(f"It is longer than {LOG_PROOF_MAX:,} characters.")
    start, found, rest = text.partition("\n\n")
    lines = start.split("\n")
    if lines[0] != TITLE or not found:
        raise BadLogProof("It is not a proof: its start is wrong.")
    extra = None
    try:
        if len(lines) > 1 and lines[1].startswith("extra "):
            extra = decode64(lines.pop(1).removeprefix("extra "))
        index = _INDEX.fullmatch(lines[1]) if len(lines) > 1 else None
        hashes = tuple(map(decode64, lines[2:]))
        note = parse_note(rest)
    except (ValueError, BadNote) as error:
        raise BadLogProof(f"It is not a proof: {str(error).rstrip('.')}.") from None
    if index is None or len(hashes) > PROOF_MAX or any(len(each) != HASH_BYTES for each in hashes):
        raise BadLogProof("It is not a proof: its index or a hash is wrong.")
    return LogProof(int(index[1]), hashes, note, extra)
