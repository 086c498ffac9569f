"""Pages of records as columns, for a replay that checks and decodes a page at a time."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, NamedTuple, Self, cast

from msgspec.structs import astuple

from croupier.journal.preimage import HASH_BYTES
from croupier.journal.record import Record

if TYPE_CHECKING:
    from croupier.journal.packed import PackedRecords


class RecordColumns(NamedTuple):
    """Records of one stream, each of which names the one before, field by field."""

    stream: str
    version: int
    """Version of the first record."""
    times: tuple[int, ...]
    actors: tuple[str, ...]
    kinds: tuple[str, ...]
    bodies: tuple[bytes, ...]
    prev: bytes
    """`prev` of the first record; that of any other is the hash before it."""
    hashes: bytes
    """The hashes of all records, joined."""
    rows: tuple[PackedRecords, ...] = ()
    """The stored rows that hold these records and no others; empty if there are none."""

    @classmethod
    def of(cls, records: Sequence[Record]) -> Self | None:
        """The records as columns; None if one of them does not name the one before."""
        streams, versions, times, actors, kinds, bodies, prevs, hashes = zip(*map(astuple, records), strict=True)
        name, first, count = streams[0], versions[0], len(records)
        if (
            streams.count(name) == count
            and versions == tuple(range(first, first + count))
            and prevs[1:] == hashes[:-1]
            and {*map(len, hashes)} == {HASH_BYTES}
        ):
            return cls(name, first, times, actors, kinds, bodies, prevs[0], b"".join(hashes))
        return None

    @classmethod
    def of_one(cls, record: Record) -> Self:
        """A single record as columns."""
        time_ms, actor, kind, body = (record.time_ms,), (record.actor,), (record.kind,), (record.body,)
        return cls(record.stream, record.version, time_ms, actor, kind, body, record.prev, record.hash)

    @classmethod
    def joining(cls, pages: Sequence[Self]) -> Self:
        """Pages of one stream, each of which follows the one before, as one."""
        first = pages[0]
        if len(pages) == 1:
            return first
        _, _, *columns, _, hashes, rows = zip(*pages, strict=True)
        times, actors, kinds, bodies = [tuple(chain.from_iterable(column)) for column in columns]
        whole = tuple(chain.from_iterable(rows)) if all(rows) else ()
        return cls(first.stream, first.version, times, actors, kinds, bodies, first.prev, b"".join(hashes), whole)

    @property
    def versions(self) -> range:
        return range(self.version, self.version + len(self.times))

    def digests(self) -> tuple[bytes, ...]:
        """The hash of each record."""
        count = len(self.times)
        return struct.unpack(f"{HASH_BYTES}s" * count, self.hashes) if count > 1 else (self.hashes,)

    def cut(self, start: int, count: int) -> Self:
        """At most `count` of these records, without the first `start`."""
        if not start and count >= len(self.times):
            return self
        end = start + count
        columns = (self.times[start:end], self.actors[start:end], self.kinds[start:end], self.bodies[start:end])
        prev = self.hashes[HASH_BYTES * (start - 1) : HASH_BYTES * start] if start else self.prev
        hashes = self.hashes[HASH_BYTES * start : HASH_BYTES * end]
        return type(self)(self.stream, self.version + start, *columns, prev, hashes)

    def records(self) -> Iterator[Record]:
        """The same records one by one."""
        hashes = self.digests()
        prevs = (self.prev, *hashes[:-1])
        columns = self.versions, self.times, self.actors, self.kinds, self.bodies, prevs, hashes
        return map(Record, repeat(self.stream), *columns)

    def is_before(self, page: RecordColumns) -> bool:
        """Whether the page is of the same stream and names the last of these records."""
        return (page.stream, page.version, page.prev) == (
            self.stream,
            self.version + len(self.times),
            self.hashes[-HASH_BYTES:],
        )


class PagedRecords(chain[Record]):
    """Records that are read one by one, or by page."""

    pages: Iterator[RecordColumns]

    @classmethod
    def reading(cls, pages: Iterator[RecordColumns]) -> Self:
        made = cast("Self", cls.from_iterable(map(RecordColumns.records, pages)))
        made.pages = pages
        return made


def joined(pages: Iterable[RecordColumns]) -> Iterator[RecordColumns]:
    """The same pages, with those that follow each other as one."""
    run: list[RecordColumns] = []
    for page in pages:
        if run and not run[-1].is_before(page):
            yield RecordColumns.joining(run)
            run = []
        run.append(page)
    if run:
        yield RecordColumns.joining(run)


def by_page(records: Iterable[Record], size: int) -> Iterator[RecordColumns]:
    """Records in pages: those of their store, or of up to this size."""
    if isinstance(records, PagedRecords):
        return records.pages
    return _cut(iter(records), size)


def _cut(records: Iterator[Record], size: int) -> Iterator[RecordColumns]:
    while page := list(islice(records, size)):
        whole = RecordColumns.of(page)
        if whole is not None:
            yield whole
        else:  # the chain says what is wrong
            yield from map(RecordColumns.of_one, page)
