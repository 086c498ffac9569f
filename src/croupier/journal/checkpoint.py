"""A checkpoint: a statement of the head of every stream, and a signed note over the tree that ends with it.

A hash chain does not detect that its end was cut off. A checkpoint does, and a copy of its note kept elsewhere still
does if the checkpoints are cut off too. The statement is the last leaf of the tree that the note signs, so the heads
are proved like any record. See ADR 43.
"""

from __future__ import annotations

import re
from typing import NoReturn

from msgspec import Struct

from croupier.journal.note import (
    ED25519,
    BadNote,
    NoteSignature,
    SignedNote,
    TreeHead,
    VerifierKey,
    add_signatures,
    check_signed,
    is_name,
    parse_head,
    parse_note,
)
from croupier.journal.record import TIME_MAX, Head
from croupier.terms.fault import Fault

_TITLE = "croupier-heads/1"
_HEX32 = r"([0-9a-f]{64})"
_NUMBER = r"([1-9][0-9]{0,18}|0)"
_START = re.compile(rf"{_TITLE}\nnumber {_NUMBER}\ntime {_NUMBER}\nrecords {_NUMBER}\nkey {_HEX32}\n")
_CONTINUES = re.compile(rf"continues (\S{{1,200}}) {_NUMBER} {_HEX32}\n")
_HEAD = re.compile(rf"head ([a-z0-9./-]{{1,128}}) {_NUMBER} {_HEX32}\n")


class BadCheckpoint(Fault):
    """A text is not a checkpoint in the form that this program writes."""


class HeadsStatement(Struct, frozen=True):
    """The heads of all streams: the last entry under a checkpoint."""

    number: int
    """One more than the number of the last checkpoint."""
    time_ms: int
    records: int
    """How many records, in commit order, this checkpoint and earlier ones seal."""
    key: bytes
    """The public key that signs the note."""
    heads: tuple[Head, ...]
    """The head of every stream, sorted by name."""
    continues: TreeHead | None = None
    """For a restored journal, the last head under the old origin, which this tree does not extend."""

    @property
    def size(self) -> int:
        """How many leaves the tree has, including this statement."""
        return self.records + self.number

    @property
    def text(self) -> str:
        lines = [
            _TITLE,
            f"number {self.number}",
            f"time {self.time_ms}",
            f"records {self.records}",
            f"key {self.key.hex()}",
        ]
        if old := self.continues:
            lines.append(f"continues {old.origin} {old.size} {old.root.hex()}")
        lines += (f"head {head.stream} {head.version} {head.hash.hex()}" for head in self.heads)
        return "\n".join(lines) + "\n"

    @property
    def entry(self) -> bytes:
        """What is hashed into the leaf."""
        return self.text.encode()

    def head(self, stream: str) -> Head:
        """The head of a stream; version 0 if it had no records."""
        return next((head for head in self.heads if head.stream == stream), Head(stream, 0, b""))


class Checkpoint(Struct, frozen=True):
    """A signed statement of everything up to a record count."""

    statement: HeadsStatement
    note: SignedNote
    """The tree head, the log's signature, and the cosignatures received so far."""

    @property
    def number(self) -> int:
        return self.statement.number

    @property
    def records(self) -> int:
        return self.statement.records

    @property
    def time_ms(self) -> int:
        return self.statement.time_ms

    @property
    def key(self) -> bytes:
        return self.statement.key

    @property
    def head(self) -> TreeHead:
        return parse_head(self.note.text)

    @property
    def cosignatures(self) -> tuple[NoteSignature, ...]:
        """Every signature but the log's own."""
        return self.note.signatures[1:]

    def with_cosignatures(self, lines: tuple[NoteSignature, ...]) -> Checkpoint:
        return Checkpoint(self.statement, add_signatures(self.note, lines))


def parse_statement(text: str) -> HeadsStatement:
    """Parses a statement of heads; each statement has exactly one valid text.

    >>> parse_statement("croupier-heads/2")
    Traceback (most recent call last):
        ...
    croupier.journal.checkpoint.BadCheckpoint: This is not a checkpoint of croupier: its start is wrong.
    """
    start = _START.match(text)
    if not start:
        _wrong("its start is wrong")
    at = start.end()
    continues = None
    if match := _CONTINUES.match(text, at):
        continues = TreeHead(match[1], int(match[2]), bytes.fromhex(match[3]))
        at = match.end()
    heads: list[Head] = []
    while match := _HEAD.match(text, at):
        heads.append(Head(match[1], int(match[2]), bytes.fromhex(match[3])))
        at = match.end()
    if at != len(text):
        _wrong(f"after {len(heads)} heads comes something else")
    number, time_ms, records = int(start[1]), int(start[2]), int(start[3])
    names = [head.stream for head in heads]
    if names != sorted(set(names)) or sum(head.version for head in heads) != records:
        _wrong("its heads are out of order, or do not add up to its records")
    if number < 1 or time_ms > TIME_MAX or not all(head.version for head in heads):
        _wrong("a number in it is out of bounds")
    if continues and not is_name(continues.origin):
        _wrong("the origin that it continues is not a name")
    return HeadsStatement(number, time_ms, records, bytes.fromhex(start[4]), tuple(heads), continues)


def parse_checkpoint(statement: str, note: str) -> Checkpoint:
    """Parses the two texts of a checkpoint, without checking signatures or the tree."""
    stated = parse_statement(statement)
    try:
        signed = parse_note(note)
        head = parse_head(signed.text)
    except BadNote as error:
        raise BadCheckpoint(str(error)) from None
    if head.extensions or not is_name(head.origin):
        _wrong("its origin is not a name, or its note has more than three lines")
    if head.size != stated.size:
        _wrong(f"its note is over {head.size} leaves and its statement over {stated.size}")
    own = VerifierKey(head.origin, ED25519, stated.key)
    if not own.owns(signed.signatures[0]):
        _wrong("its first signature does not name the key of its statement")
    return Checkpoint(stated, signed)


def check_own_signature(checkpoint: Checkpoint) -> None:
    """Raises `BadNote` unless the key that the statement names has signed the note."""
    check_signed(checkpoint.note, (VerifierKey(checkpoint.head.origin, ED25519, checkpoint.key),))


def next_number(last: Checkpoint | None) -> int:
    """The number of the next checkpoint."""
    return last.number + 1 if last else 1


def default_origin(public: bytes) -> str:
    """The default name of a log, derived from its key."""
    return f"journal.invalid/{public[:8].hex()}"


def _wrong(what: str) -> NoReturn:
    raise BadCheckpoint(f"This is not a checkpoint of croupier: {what}.")
