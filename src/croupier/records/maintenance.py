"""The log of a table's equipment, read out of its records: the book of CO 47.1-2212(5), and the inspections beside it.

The signature of an entry is its record: written in the session of the person whom it names, and part of the chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from croupier.journal.record import Record
from croupier.pit import event as p
from croupier.pit.view import SeenEntry, entry
from croupier.records.script import number_of
from croupier.table import event as e
from croupier.wire.events import from_record, read_actor

WORK = frozenset({"adjustment", "replacement"})
"""What the log must hold; inspections are beside it."""


class LogEntry(Struct, frozen=True):
    """An entry with its table and its record."""

    table: str
    record: int
    hash: str
    entry: SeenEntry


def maintenance(records: Iterable[Record]) -> Iterator[LogEntry]:
    """Every entry of one table in order; also the inspections of a ball that had left the wheel."""
    for record in records:
        event = from_record(record).event
        if isinstance(event, p.TableInspected | p.WheelAdjusted | p.PartReplaced | p.ReplacementInspected):
            found = entry(event)
        elif isinstance(event, e.BallInspected):
            who = read_actor(record.actor)
            found = SeenEntry(record.time_ms, "ball", who.name, who.role, passed=event.fit, note=event.note)
        else:
            continue
        yield LogEntry(number_of(record.stream), record.version, record.hash.hex(), found)
