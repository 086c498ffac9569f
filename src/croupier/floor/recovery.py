"""What the records of one table add up to, rebuilt from its snapshot and the records behind it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from operator import attrgetter

from msgspec import Struct

from croupier.floor.answered import GENERATION, Answered
from croupier.journal.chain import advance_all, origin
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.table.event import AnyEvent, TableOpened
from croupier.table.evolve import evolve
from croupier.table.state import Table, TableRules
from croupier.terms.fault import Fault
from croupier.wire.events import CommandRefused, from_record, from_records
from croupier.wire.rules import read_rules
from croupier.wire.state import SavedTable, decode_state, encode_state

PAGE = 1024
"""How many records are checked, and then replayed, at once."""
_ACTOR, _COMMAND, _TIME = attrgetter("actor"), attrgetter("command"), attrgetter("time_ms")

Watch = Callable[[int, AnyEvent], None]
"""Told of every event that is replayed, with its version."""


class Known(Struct):
    """One table as its records have it."""

    table: Table
    head: Head
    answered: Answered
    opened: int = 0
    """The version of the record under which the table was last opened."""
    saved: int = 0
    """The version of the snapshot."""


def recover(
    journal: Journal, stream: str, *, generation: int = GENERATION, watch: Watch | None = None, snapshot: bool = True
) -> Known:
    """The table after all its records; each record must follow the one before, hash for hash."""
    known = (_from_snapshot(journal, stream, generation) if snapshot else None) or Known(
        Table(), origin(stream), Answered(generation)
    )
    head, answered, table = known.head, known.answered, known.table
    records = journal.read(stream, head.version + 1)
    while page := list(islice(records, PAGE)):
        head = advance_all(head, page)
        first, bodies = page[0].version, from_records(page)
        answered.follow(map(_ACTOR, page), map(_COMMAND, bodies), first)
        table.last_at = max(table.last_at, *map(_TIME, page))
        for version, body in enumerate(bodies, start=first):
            event = body.event
            if type(event) is CommandRefused:  # isinstance asks the metaclass, which takes longer than the rest
                continue
            table = evolve(table, event)
            if type(event) is TableOpened:
                known.opened = version
            if watch is not None:
                watch(version, event)
    known.head, known.table = head, table
    return known


def _from_snapshot(journal: Journal, stream: str, generation: int) -> Known | None:
    snapshot = journal.snapshot(stream)
    saved = decode_state(snapshot.body) if snapshot else None
    if snapshot is None or saved is None:
        return None
    answered = Answered(generation, saved.answered, saved.answered_before, saved.forgotten)
    head = Head(stream, snapshot.version, snapshot.hash)
    return Known(saved.table, head, answered, saved.opened, snapshot.version)


def snapshot_body(known: Known) -> bytes:
    """The bytes from which `recover` continues."""
    answered = known.answered
    saved = SavedTable(known.table, known.opened, answered.young, answered.old, answered.forgotten)
    return encode_state(saved)


def rules_in_force(journal: Journal, stream: str) -> TableRules | None:
    """The rules under which the table was last opened, built from its own record; None when it never was."""
    known = recover(journal, stream)
    if not known.opened:
        return None
    record = next(iter(journal.read(stream, known.opened, 1)))
    event = from_record(record).event
    if not isinstance(event, TableOpened):
        raise Fault(f"Record {record.version} of {stream} opens no table. Run croupier verify.")
    return read_rules(event.rules)
