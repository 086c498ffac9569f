"""What the records of one table add up to, rebuilt from its snapshot and the records behind it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from operator import attrgetter

from msgspec import Struct

from croupier.floor.answer_index import GENERATION, AnswerIndex
from croupier.floor.cache_seal import CacheSeal, own_seal
from croupier.journal.chain import advance_all, origin
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.table.event import AnyEvent, TableOpened
from croupier.table.evolve import evolve
from croupier.table.soundness import check_holdings
from croupier.table.state import Table, TableRules
from croupier.terms.fault import Fault
from croupier.wire.events import CommandRefused, from_record, from_records
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules
from croupier.wire.state import SavedTable, decode_state, encode_state

SNAPSHOT = "snapshot"
"""The kind under which snapshots are sealed."""
PAGE = 1024
"""How many records are checked, and then replayed, at once."""
_ACTOR, _COMMAND, _TIME = attrgetter("actor"), attrgetter("command"), attrgetter("time_ms")

Watch = Callable[[int, AnyEvent], None]
"""Told of every event that is replayed, with its version."""


class Known(Struct):
    """One table as its records have it."""

    table: Table
    head: Head
    answered: AnswerIndex
    opened: int = 0
    """The version of the record under which the table was last opened."""
    saved: int = 0
    """The version of the snapshot."""
    began: bytes = b""
    """The snapshot from which it was rebuilt, until a replay of all records has confirmed it."""


def recover(
    journal: Journal,
    stream: str,
    *,
    generation: int = GENERATION,
    watch: Watch | None = None,
    snapshot: bool = True,
    seal: CacheSeal | None = None,
    last: int | None = None,
    pause: Callable[[], None] | None = None,
    begun: Known | None = None,
) -> Known:
    """The table after all its records, or after the `last` one wanted.

    It goes on from `begun`, which is used up, or from the snapshot, or from the beginning.

    Each record must follow the one before, hash for hash, and leave nobody with less than nothing. A snapshot is
    taken into account only under `seal`; without one, only what this process itself has saved.
    """
    if begun is None and snapshot:
        begun = _from_snapshot(journal, stream, generation, seal or own_seal())
    known = begun or Known(Table(), origin(stream), AnswerIndex(generation))
    head, answered, table = known.head, known.answered, known.table
    records = journal.read(stream, head.version + 1, None if last is None else last - head.version)
    while page := list(islice(records, PAGE)):
        if pause is not None:
            pause()
        head = advance_all(head, page)
        first, bodies = page[0].version, from_records(page)
        answered.follow(map(_ACTOR, page), map(_COMMAND, bodies), first)
        table.last_at = max(table.last_at, *map(_TIME, page))
        for version, body in enumerate(bodies, start=first):
            event = body.event
            if type(event) is CommandRefused:  # isinstance asks the metaclass, which takes longer than the rest
                continue
            table = evolve(table, event)
            check_holdings(table, event)
            if type(event) is TableOpened:
                known.opened = version
            if watch is not None:
                watch(version, event)
    known.head, known.table = head, table
    return known


def _from_snapshot(journal: Journal, stream: str, generation: int, seal: CacheSeal) -> Known | None:
    snapshot = journal.snapshot(stream)
    if snapshot is None:
        return None
    head = Head(stream, snapshot.version, snapshot.hash)
    body = seal.take(SNAPSHOT, head, snapshot.body)
    saved = decode_state(body) if body is not None else None
    if body is None or saved is None:
        return None
    answered = AnswerIndex(generation, saved.answered, saved.answered_before, saved.forgotten)
    return Known(saved.table, head, answered, saved.opened, snapshot.version, body)


def snapshot_body(known: Known, seal: CacheSeal | None = None) -> bytes:
    """The bytes from which `recover` continues under the same seal."""
    return (seal or own_seal()).put(SNAPSHOT, known.head, _saved(known))


def _saved(known: Known) -> bytes:
    answered = known.answered
    return encode_state(SavedTable(known.table, known.opened, answered.young, answered.old, answered.forgotten))


def follows(journal: Journal, began: Known, pause: Callable[[], None] | None = None) -> bool:
    """Whether a snapshot is what all the records before it make; raises what is wrong with these themselves."""
    saved = decode_state(began.began)
    if saved is None:
        return False
    generation = began.answered.generation
    whole = recover(journal, began.head.stream, generation=generation, snapshot=False, last=began.saved, pause=pause)
    answered = whole.answered
    return saved == SavedTable(whole.table, whole.opened, answered.young, answered.old, answered.forgotten)


def rules_in_force(
    journal: Journal, stream: str, seal: CacheSeal | None = None, begun: Known | None = None
) -> TableRules | None:
    """The rules under which the table was last opened, as they were recorded; None when it never was."""
    known = recover(journal, stream, seal=seal, begun=begun)
    if not known.opened:
        return None
    record = next(iter(journal.read(stream, known.opened, 1)))
    event = from_record(record).event
    if not isinstance(event, TableOpened):
        raise Fault(f"Record {record.version} of {stream} opens no table. Run croupier verify.")
    return read_rules(event.rules, RecordedRulebooks.of(journal))
