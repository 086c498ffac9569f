"""The maintenance log of a table's equipment, read from its records, with the inspections.

The record is the signature of an entry: it was written in the session of the person it names, and is part of the hash
chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from croupier.equipment import event as p
from croupier.equipment.view import SeenEntry, entry
from croupier.journal.record import Record
from croupier.records.script import number_of
from croupier.table import event as e
from croupier.wire.events import from_record, read_actor

WORK = frozenset({"adjustment", "replacement"})
"""What the log must hold; inspections are extra."""


class LogEntry(Struct, frozen=True):
    """An entry with its table and its record."""

    table: str
    record: int
    hash: str
    entry: SeenEntry


def maintenance(records: Iterable[Record]) -> Iterator[LogEntry]:
    """Every entry of one table in order, including inspections of balls that left the wheel."""
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
