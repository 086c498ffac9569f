"""Hashes that chain records, and those of snapshots; `preimage` defines the bytes of a record.

Every preimage starts with its own name, so that no hash of one kind can pass for another; every part of variable
length is preceded by its length, so that two different records never share a preimage. Changing a byte here makes
every existing journal unreadable; frozen vectors in ``tests/journal/test_chain.py`` guard against it. See ADR 20.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from struct import Struct, error

from croupier.journal.columns import RecordColumns
from croupier.journal.preimage import HASH_BYTES, LAYOUT, TITLE, record_hashes, record_start
from croupier.journal.record import TIME_MAX, Draft, Head, Record
from croupier.terms.fault import Fault

_GENESIS = b"croupier/genesis/1\0"
_SNAPSHOT = b"croupier/snapshot/1\0"
_number = Struct(">Q").pack


def origin(stream: str) -> Head:
    """The head of a stream without records."""
    return Head(stream, 0, genesis(stream))


def genesis(stream: str) -> bytes:
    """The previous hash of the first record of a stream; it differs between streams."""
    name = stream.encode()
    return sha256(_GENESIS + _number(len(name)) + name).digest()


def record_hash(stream: str, version: int, time_ms: int, actor: str, kind: str, body: bytes, prev: bytes) -> bytes:
    """The hash of a record, over all its other fields."""
    return _hash(stream.encode(), version, time_ms, actor, kind, body, prev)


def _hash(name: bytes, version: int, time_ms: int, actor: str, kind: str, body: bytes, prev: bytes) -> bytes:
    who, what = actor.encode(), kind.encode()
    start = record_start(TITLE, prev, version, time_ms, len(name), len(who), len(what), len(body))
    return sha256(start + name + who + what + body).digest()


def record_preimage(record: Record) -> bytes:
    """The bytes that are hashed for a record; they contain the whole record."""
    name, who, what = record.stream.encode(), record.actor.encode(), record.kind.encode()
    lengths = len(name), len(who), len(what), len(record.body)
    start = record_start(TITLE, record.prev, record.version, record.time_ms, *lengths)
    return start + name + who + what + record.body


class BadPreimage(ValueError):
    """Bytes are not the preimage of a record."""


def parse_record(preimage: bytes) -> Record:
    """The record with this preimage."""
    try:
        title, prev, version, time_ms, *lengths = LAYOUT.unpack_from(preimage)
        texts = []
        at = LAYOUT.size
        for length in lengths[:3]:
            texts.append(preimage[at : at + length].decode())
            at += length
    except (error, UnicodeDecodeError):
        raise BadPreimage("its bytes are not those of a record") from None
    if title != TITLE or at + lengths[3] != len(preimage):
        raise BadPreimage("its bytes are not those of a record")
    return Record(texts[0], version, time_ms, texts[1], texts[2], preimage[at:], prev, sha256(preimage).digest())


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
    """Whether the record's hash matches its fields, with another version if one is given."""
    at = record.version if version is None else version
    try:
        return record.time_ms <= TIME_MAX and record.hash == record_hash(
            record.stream, at, record.time_ms, record.actor, record.kind, record.body, record.prev
        )
    except (error, UnicodeEncodeError):
        return False  # a field is out of bounds, so no writer made it


class BrokenChain(Fault):
    """A record does not follow the one before it, or differs from what was signed; the verifier finds out more."""

    def __init__(self, words: str, stream: str = "") -> None:
        self.stream = stream
        super().__init__(words)


def advance(head: Head, record: Record) -> Head:
    """The stream's head after the record; raises `BrokenChain` if the record does not follow."""
    return advance_all(head, (record,))


def advance_all(head: Head, records: Iterable[Record]) -> Head:
    """The stream's head after all records; raises `BrokenChain` if one does not follow the one before."""
    stream, version, prev = head.stream, head.version, head.hash
    name = stream.encode()
    size, start = len(name), record_start
    try:
        for record in records:  # `_hash` without the call, which takes a tenth of the time
            at, who, what, body = version + 1, record.actor.encode(), record.kind.encode(), record.body
            begin = start(TITLE, prev, at, record.time_ms, size, len(who), len(what), len(body))
            digest = sha256(b"".join((begin, name, who, what, body))).digest()
            if record.hash != digest or record.prev != prev or record.version != at or record.stream != stream:
                break
            if record.time_ms > TIME_MAX:
                break
            version, prev = at, digest
        else:
            return Head(stream, version, prev)
    except (error, UnicodeEncodeError):
        pass  # a field is out of bounds, so no writer made it
    raise BrokenChain(
        f"Record {record.version} of stream {record.stream} does not follow record {version} "
        f"of stream {stream}: the chain is broken. Run croupier verify.",
        stream,
    )


def advance_page(head: Head, page: RecordColumns) -> Head:
    """`advance_all` for a page. It hashes all columns at once; if anything differs, the records one by one say what."""
    if is_next(head, page):
        hashes = page.digests()
        columns = page.versions, page.times, page.actors, page.kinds, page.bodies, (page.prev, *hashes[:-1])
        with suppress(error, UnicodeEncodeError):
            if hashes == record_hashes(page.stream.encode(), *columns):
                return last_of(page)
    return advance_all(head, page.records())


def is_next(head: Head, page: RecordColumns) -> bool:
    """Whether the page names the head as the record before it. Its hashes are not computed."""
    return (page.stream, page.version, page.prev) == (head.stream, head.version + 1, head.hash) and (
        max(page.times) <= TIME_MAX
    )


def last_of(page: RecordColumns) -> Head:
    """The head after the page."""
    return Head(page.stream, page.versions[-1], page.hashes[-HASH_BYTES:])


def snapshot_hash(stream: str, version: int, record: bytes, body: bytes) -> bytes:
    """Detects a damaged snapshot; it does not protect against someone who can write the file."""
    name = stream.encode()
    return sha256(b"".join((_SNAPSHOT, _number(len(name)), name, _number(version), record, body))).digest()
