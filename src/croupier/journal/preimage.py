"""The only module that defines the bytes that are hashed for a record. See ADR 20.

It imports nothing but the standard library, so that its text is also a program that starts in a few milliseconds: it
checks the hashes of the rows that `chain_check` sends it. See ADR 128.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import repeat
from json import loads
from mmap import ACCESS_READ, mmap
from operator import sub
from struct import Struct, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module itself takes longer to load than all others
    from typing import BinaryIO

    Buffer = bytes | mmap

HASH_BYTES = 32
TITLE = b"croupier/record/1\0"

LAYOUT = Struct(f">{len(TITLE)}s{HASH_BYTES}sQQHHHI")
"""Title, previous hash, version, time, then the lengths of stream, actor, kind and body, which follow."""
record_start = LAYOUT.pack

SLOT_BYTES = 1 << 20
"""Bytes of each slot of the memory that is shared with the program."""
QUESTION = Struct(">IIH")
"""What is sent for a page: its slot, the number of its rows, and the length of the stream's name.

The slot holds the name, then the rows.
"""
ROW_HEAD = Struct(f">Q{HASH_BYTES}sIII")
"""What comes before a row: version and `prev` of its first record, the lengths of parts, bodies and hashes."""
INTACT, DIFFERENT = b"\1", b"\0"
"""The answers to a page."""


def record_hashes(
    stream: bytes,
    versions: Iterable[int],
    times: Iterable[int],
    actors: Sequence[str],
    kinds: Sequence[str],
    bodies: Sequence[bytes],
    prevs: Iterable[bytes],
) -> tuple[bytes, ...]:
    """The hashes of records, column by column. Raises `struct.error` or `UnicodeEncodeError` if one can have none."""
    who, what = [*map(str.encode, actors)], [*map(str.encode, kinds)]
    sizes = map(len, who), map(len, what), map(len, bodies)
    starts = map(record_start, repeat(TITLE), prevs, versions, times, repeat(len(stream)), *sizes)
    # `repeat` is infinite, so `zip` cannot be strict
    preimages = map(b"".join, zip(starts, repeat(stream), who, what, bodies))
    return tuple([sha256(each).digest() for each in preimages])


def split(bodies: bytes, ends: Sequence[int]) -> tuple[bytes, ...]:
    """The bodies of a row, given where each ends. Raises `struct.error` or `ValueError` if they do not end so."""
    sizes = map(sub, ends, (0, *ends[:-1]))
    return unpack("%ds" * len(ends) % (*sizes,), bodies)


def row_is_intact(stream: bytes, version: int, prev: bytes, parts: bytes, bodies: bytes, hashes: bytes) -> bool:
    """Whether the hashes of a stored row are those of its records."""
    times, actors, kinds, ends = loads(parts)
    digests = unpack(f"{HASH_BYTES}s" * len(times), hashes)
    versions, prevs = range(version, version + len(times)), (prev, *digests[:-1])
    return record_hashes(stream, versions, times, actors, kinds, split(bodies, ends), prevs) == digests


def page_is_intact(memory: Buffer, slot: int, rows: int, length: int) -> bool:
    """Whether the hashes of all rows in a slot are those of their records."""
    at = slot * SLOT_BYTES

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        return memory[at - size : at]

    stream = take(length)
    for _ in range(rows):
        version, prev, *sizes = ROW_HEAD.unpack(take(ROW_HEAD.size))
        if not row_is_intact(stream, version, prev, *map(take, sizes)):
            return False
    return True


def answer(questions: BinaryIO, answers: BinaryIO, memory: Buffer) -> None:
    """Answers each question until there are no more."""
    while len(question := questions.read(QUESTION.size)) == QUESTION.size:
        try:
            intact = page_is_intact(memory, *QUESTION.unpack(question))
        except Exception:  # who asks finds out what is wrong
            intact = False
        answers.write(INTACT if intact else DIFFERENT)
        answers.flush()


if __name__ == "__main__":
    with mmap(int(sys.argv[1]), 0, access=ACCESS_READ) as shared:
        answer(sys.stdin.buffer, sys.stdout.buffer, shared)
