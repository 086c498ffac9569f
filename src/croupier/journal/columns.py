"""Pages of records as columns, for a replay that checks and decodes a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, islice, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

from msgspec.structs import astuple

from croupier.journal.record import Record

if TYPE_CHECKING:
    from croupier.journal.packed import PackedRecords

_STREAM = attrgetter("stream")


class RecordColumns(NamedTuple):
    """Consecutive records of one stream, field by field."""

    stream: str
    versions: tuple[int, ...]
    times: tuple[int, ...]
    actors: tuple[str, ...]
    kinds: tuple[str, ...]
    bodies: tuple[bytes, ...]
    prevs: tuple[bytes, ...]
    hashes: tuple[bytes, ...]
    rows: tuple[PackedRecords, ...] = ()
    """The stored rows that hold these records and no others; empty if there are none."""

    @classmethod
    def of(cls, records: Sequence[Record]) -> Self:
        """The records, of which there is at least one and all of one stream, as columns."""
        streams, *rest = zip(*map(astuple, records), strict=True)
        return cls(streams[0], *rest)

    def cut(self, start: int, count: int) -> Self:
        """At most `count` of these records, without the first `start`."""
        if not start and count >= len(self.versions):
            return self
        columns = [column[start : start + count] for column in self[1:-1]]
        return type(self)(self.stream, *cast("list[Any]", columns))

    def records(self) -> Iterator[Record]:
        """The same records one by one."""
        return map(Record, repeat(self.stream), *self[1:-1])


class PagedRecords(chain[Record]):
    """Records that are read one by one, or by page."""

    pages: Iterator[RecordColumns]

    @classmethod
    def reading(cls, pages: Iterator[RecordColumns]) -> Self:
        made = cast("Self", cls.from_iterable(map(RecordColumns.records, pages)))
        made.pages = pages
        return made


def by_page(records: Iterable[Record], size: int) -> Iterator[RecordColumns]:
    """The records of one stream in pages: those of its store, or of this size."""
    if isinstance(records, PagedRecords):
        return records.pages
    return _cut(iter(records), size)


def _cut(records: Iterator[Record], size: int) -> Iterator[RecordColumns]:
    while page := list(islice(records, size)):
        for _, run in groupby(page, _STREAM):  # a record of another stream gets its own page, and fails the chain
            yield RecordColumns.of(list(run))
