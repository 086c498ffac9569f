"""A signed checkpoint: where every stream stood, and in which order all records came.

A hash chain does not see that its end was cut off. A checkpoint does, and a copy of it that is
kept elsewhere, a witness, still does when the checkpoints are cut off too. One text serves as
what is signed, stored, exported and printed. See ADR 22.
"""

from __future__ import annotations

import re
from typing import NoReturn

from msgspec import Struct

from croupier.journal.chain import HASH_BYTES, note_hash
from croupier.journal.record import TIME_MAX, Head
from croupier.terms.fault import Fault

_TITLE = "croupier-checkpoint/1"
_HEX32 = r"([0-9a-f]{64})"
_NUMBER = r"([1-9][0-9]{0,18}|0)"
_START = re.compile(
    rf"{_TITLE}\nnumber {_NUMBER}\ntime {_NUMBER}\nrecords {_NUMBER}\norder {_HEX32}\nprevious {_HEX32}\nkey {_HEX32}\n"
)
_HEAD = re.compile(rf"head ([a-z0-9./-]{{1,128}}) {_NUMBER} {_HEX32}\n")
_END = re.compile(r"signature ([0-9a-f]{128})\n")


class Checkpoint(Struct, frozen=True):
    """Everything up to a record count, signed."""

    number: int
    """One more than the number of the checkpoint before."""
    time_ms: int
    records: int
    """How many records, in the order of commits, this checkpoint and those before it seal."""
    order: bytes
    """The digest of that order, continued from the checkpoint before."""
    previous: bytes
    """The hash of the checkpoint before, zeros for the first."""
    key: bytes
    """The public key that the signature answers to."""
    heads: tuple[Head, ...]
    """Where every stream stood, sorted by name."""
    signature: bytes = b""

    @property
    def signed_text(self) -> str:
        """The exact text that is signed."""
        lines = [
            _TITLE,
            f"number {self.number}",
            f"time {self.time_ms}",
            f"records {self.records}",
            f"order {self.order.hex()}",
            f"previous {self.previous.hex()}",
            f"key {self.key.hex()}",
            *(f"head {head.stream} {head.version} {head.hash.hex()}" for head in self.heads),
        ]
        return "\n".join(lines) + "\n"

    @property
    def text(self) -> str:
        """The signed text and its signature: what is stored, exported and kept as a witness."""
        return f"{self.signed_text}signature {self.signature.hex()}\n"

    @property
    def hash(self) -> bytes:
        """What the next checkpoint names as the previous one."""
        return note_hash(self.text)


class BadCheckpoint(Fault):
    """A text is not a checkpoint as this program writes it."""


def follows(last: Checkpoint | None) -> tuple[int, bytes]:
    """The number and the previous hash of the checkpoint that comes next."""
    return (last.number + 1, last.hash) if last else (1, bytes(HASH_BYTES))


def parse(text: str) -> Checkpoint:
    """Reads a checkpoint's text; exactly one text is right for one checkpoint. Says nothing about the signature.

    >>> parse("croupier-checkpoint/2")
    Traceback (most recent call last):
        ...
    croupier.journal.checkpoint.BadCheckpoint: This is not a checkpoint of croupier: its start is wrong.
    """
    start = _START.match(text)
    if not start:
        _wrong("its start is wrong")
    heads: list[Head] = []
    at = start.end()
    while match := _HEAD.match(text, at):
        heads.append(Head(match[1], int(match[2]), bytes.fromhex(match[3])))
        at = match.end()
    end = _END.fullmatch(text, at)
    if not end:
        _wrong(f"after {len(heads)} heads stands neither a head nor a signature")
    number, time_ms, records = int(start[1]), int(start[2]), int(start[3])
    names = [head.stream for head in heads]
    if names != sorted(set(names)) or sum(head.version for head in heads) != records:
        _wrong("its heads are out of order, or do not add up to its records")
    if number < 1 or time_ms > TIME_MAX or not all(head.version for head in heads):
        _wrong("a number in it is out of bounds")
    order, previous, key = (bytes.fromhex(start[group]) for group in (4, 5, 6))
    return Checkpoint(number, time_ms, records, order, previous, key, tuple(heads), bytes.fromhex(end[1]))


def _wrong(what: str) -> NoReturn:
    raise BadCheckpoint(f"This is not a checkpoint of croupier: {what}.")
