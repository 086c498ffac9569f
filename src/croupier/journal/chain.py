"""The one module that knows which bytes are hashed.

Every preimage starts with a name of its own, so that no hash of one kind can pass for another;
every part of variable length is preceded by its length, so that two different records never
share a preimage. Changing a byte here makes every journal ever written unreadable: the frozen
vectors in ``tests/journal/test_chain.py`` guard it. See ADR 20.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct, error

from croupier.journal.record import Draft, Head, Record
from croupier.terms.fault import Fault

HASH_BYTES = 32

_GENESIS = b"croupier/genesis/1\0"
_RECORD = b"croupier/record/1\0"
_ORDER = b"croupier/order/1\0"
_SNAPSHOT = b"croupier/snapshot/1\0"

# Name, previous hash, version, time, then the lengths of stream, actor, kind and body.
_record_start = Struct(f">{len(_RECORD)}s32sQQHHHI").pack
_number = Struct(">Q").pack


def origin(stream: str) -> Head:
    """The head of a stream that has no record yet."""
    return Head(stream, 0, genesis(stream))


def genesis(stream: str) -> bytes:
    """What the first record of a stream names as its previous hash; another for every stream."""
    name = stream.encode()
    return sha256(_GENESIS + _number(len(name)) + name).digest()


def record_hash(stream: str, version: int, time_ms: int, actor: str, kind: str, body: bytes, prev: bytes) -> bytes:
    """The hash of a record, over every other field of it."""
    return _hash(stream.encode(), version, time_ms, actor, kind, body, prev)


def _hash(name: bytes, version: int, time_ms: int, actor: str, kind: str, body: bytes, prev: bytes) -> bytes:
    who, what = actor.encode(), kind.encode()
    start = _record_start(_RECORD, prev, version, time_ms, len(name), len(who), len(what), len(body))
    return sha256(start + name + who + what + body).digest()


def link(stream: str, version: int, prev: bytes, drafts: Sequence[Draft]) -> tuple[Record, ...]:
    """The drafts as records that follow the given version and hash."""
    records = []
    name = stream.encode()
    for version, draft in enumerate(drafts, start=version + 1):  # noqa: B020, PLR1704
        kind, actor, time_ms, body = draft.kind, draft.actor, draft.time_ms, draft.body
        digest = _hash(name, version, time_ms, actor, kind, body, prev)
        records.append(Record(stream, version, time_ms, actor, kind, body, prev, digest))
        prev = digest
    return tuple(records)


def is_intact(record: Record, version: int | None = None) -> bool:
    """Whether the record's hash is the hash of its fields (read as another version, where one is given)."""
    at = record.version if version is None else version
    try:
        return record.hash == record_hash(
            record.stream, at, record.time_ms, record.actor, record.kind, record.body, record.prev
        )
    except (error, UnicodeEncodeError):
        return False  # a field is out of all bounds, so no writer made it


class BrokenChain(Fault):
    """A record does not follow the one before it; the verifier says more."""


def advance(head: Head, record: Record) -> Head:
    """The stream's head after the record; a record that does not follow is a fault."""
    return advance_all(head, (record,))


def advance_all(head: Head, records: Iterable[Record]) -> Head:
    """The stream's head after all of the records, each of which follows the one before; else it is a fault."""
    stream, version, prev = head.stream, head.version, head.hash
    name = stream.encode()
    try:
        for record in records:
            at, digest = record.version, record.hash
            if (
                at != version + 1
                or record.prev != prev
                or record.stream != stream
                or digest != _hash(name, at, record.time_ms, record.actor, record.kind, record.body, prev)
            ):
                break
            version, prev = at, digest
        else:
            return Head(stream, version, prev)
    except (error, UnicodeEncodeError):
        pass  # a field is out of all bounds, so no writer made it
    raise BrokenChain(
        f"Record {record.version} of stream {record.stream} does not follow record {version} "
        f"of stream {stream}: the chain is broken. Run croupier verify."
    )


class Order:
    """The running digest over the order in which records of all streams were committed."""

    def __init__(self, start: bytes = bytes(HASH_BYTES)) -> None:
        self._hasher = sha256(_ORDER + start)

    def add(self, record_hashes: Iterable[bytes]) -> None:
        """Continues the order with these records."""
        for digest in record_hashes:
            self._hasher.update(digest)

    def digest(self) -> bytes:
        """The digest of everything added so far."""
        return self._hasher.digest()


def note_hash(text: str) -> bytes:
    """The hash of a checkpoint's whole text, which names its own kind in the first line."""
    return sha256(text.encode()).digest()


def snapshot_hash(stream: str, version: int, record: bytes, body: bytes) -> bytes:
    """Tells a damaged snapshot; it is no proof against someone who can write the file."""
    name = stream.encode()
    return sha256(b"".join((_SNAPSHOT, _number(len(name)), name, _number(version), record, body))).digest()
