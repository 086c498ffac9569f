"""Restores a table from its snapshot and the records after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from msgspec import Struct

from croupier.floor.answer_index import GENERATION, AnswerIndex
from croupier.floor.cache_seal import CacheSeal, own_seal
from croupier.journal.chain import origin
from croupier.journal.chain_check import ChainCheck
from croupier.journal.columns import RecordColumns, by_page
from croupier.journal.port import Journal
from croupier.journal.record import Head, Record
from croupier.table.event import AnyEvent, TableOpened
from croupier.table.soundness import evolve_all_checked, evolve_checked
from croupier.table.state import Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.pauses import Pausing, to_end
from croupier.wire.events import CommandRefused, Recorded, from_page, from_record
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules
from croupier.wire.state import SavedTable, decode_state, encoding_state

SNAPSHOT = "snapshot"
"""The kind under which snapshots are sealed."""
NO_STATE = b""
"""The body of a snapshot that no start accepts."""
PAGE = 512
"""Number of records checked, then replayed, at a time."""

Watch = Callable[[Record, Recorded, Table], None]
"""Called with every replayed record and its event, and the table before that event."""


class Known(Struct):
    """One table as its records define it."""

    table: Table
    head: Head
    answered: AnswerIndex
    opened: int = 0
    """Version of the record that last opened the table."""
    saved: int = 0
    """Version of the snapshot."""
    began: bytes = b""
    """The snapshot it was restored from, until a replay of all records has confirmed it."""
    spoiled: bool = False
    """Whether a replay onto it failed, which leaves a state between two records."""


def recover(
    journal: Journal,
    stream: str,
    *,
    generation: int = GENERATION,
    watch: Watch | None = None,
    remember: bool = True,
    snapshot: bool = True,
    seal: CacheSeal | None = None,
    last: int | None = None,
    pause: Callable[[], None] | None = None,
    begun: Known | None = None,
) -> Known:
    """The table after all its records, or after record `last`.

    Continues from `begun`, which is changed in place and spoiled by an error, or from the snapshot, or from the first
    record. This is the only reader of a table's past: the writer continues from its result, and the history watches it.
    Without `remember`, it leaves the answers alone.

    Each record must continue the hash chain, and no balance may become negative. A snapshot is used only if `seal`
    sealed it; without `seal`, only if this process saved it.
    """
    if begun is None and snapshot:
        begun = _from_snapshot(journal, stream, generation, seal or own_seal())
    known = begun or Known(Table(), origin(stream), AnswerIndex(generation))
    count = None if last is None else last - known.head.version
    records = journal.read(stream, known.head.version + 1, count)
    try:
        if count is None:
            count = journal.head(stream).version - known.head.version
        _replay(known, by_page(records, PAGE), count, watch, pause, remember=remember)
    except BaseException:
        known.spoiled = True
        raise
    return known


def _replay(
    known: Known,
    pages: Iterator[RecordColumns],
    count: int,
    watch: Watch | None,
    pause: Callable[[], None] | None,
    *,
    remember: bool,
) -> None:
    table = known.table
    with ChainCheck(known.head, count) as chain:
        for page in pages:
            if pause is not None:
                pause()
            chain.follow(page)
            try:
                table = _after(known, table, page, watch, remember=remember)
            except Exception:
                for each in pages:  # if the chain breaks further on, that is what is wrong
                    chain.follow(each)
                raise
    known.head, known.table = chain.head, table


def _after(known: Known, table: Table, page: RecordColumns, watch: Watch | None, *, remember: bool) -> Table:
    """The table after the records of the page."""
    bodies = from_page(page)
    if remember:
        known.answered.follow(page.actors, [body.command for body in bodies], page.version)
    events = [body.event for body in bodies]
    kinds = {*map(type, events)}
    if TableOpened in kinds:
        known.opened = max(at for at, event in zip(page.versions, events, strict=True) if type(event) is TableOpened)
    if watch is not None:
        return _watched(table, page, events, watch)
    table.last_at = max(table.last_at, *page.times)
    if CommandRefused in kinds:
        return evolve_all_checked(table, [each for each in events if type(each) is not CommandRefused])
    return evolve_all_checked(table, cast("list[AnyEvent]", events))


def _watched(table: Table, page: RecordColumns, events: Sequence[Recorded], watch: Watch) -> Table:
    for record, event in zip(page.records(), events, strict=True):
        table.last_at = max(table.last_at, record.time_ms)
        watch(record, event, table)
        if type(event) is not CommandRefused:  # isinstance would go through the metaclass, which is slow
            table = evolve_checked(table, event)
    return table


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


def sealed_state(head: Head, state: bytes, seal: CacheSeal | None = None) -> bytes:
    """The snapshot from which `recover` continues under the same seal, given the state after `head`."""
    return (seal or own_seal()).put(SNAPSHOT, head, state)


def saved_state(known: Known) -> bytes:
    """What a snapshot holds."""
    return to_end(saving_state(known))


def saving_state(known: Known) -> Pausing[bytes]:
    """The same in pieces, with a pause after each; the state must not change before the end."""
    return encoding_state(_saved(known))


def _saved(known: Known) -> SavedTable:
    answered = known.answered
    return SavedTable(known.table, known.opened, answered.young, answered.old, answered.forgotten)


def replay_before(
    journal: Journal, began: Known, pause: Callable[[], None] | None = None, watch: Watch | None = None
) -> Known:
    """The replay of all records up to a snapshot."""
    stream, generation = began.head.stream, began.answered.generation
    return recover(journal, stream, generation=generation, snapshot=False, last=began.saved, pause=pause, watch=watch)


def follows(began: Known, replayed: Known) -> bool:
    """Whether a snapshot equals the replay of all records up to it."""
    return decode_state(began.began) == _saved(replayed)


def rules_in_force(
    journal: Journal, stream: str, seal: CacheSeal | None = None, begun: Known | None = None
) -> TableRules | None:
    """The recorded rules of the last opening; None if the table was never opened."""
    known = recover(journal, stream, seal=seal, begun=begun)
    if not known.opened:
        return None
    record = next(iter(journal.read(stream, known.opened, 1)))
    event = from_record(record).event
    if not isinstance(event, TableOpened):
        raise Fault(f"Record {record.version} of {stream} does not open a table. Run croupier verify.")
    return read_rules(event.rules, RecordedRulebooks.of(journal))
