"""A table runs on its snapshot while its past is compared; records that cannot have led to it stop the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from croupier.floor.clock import HouseClock
from croupier.floor.journal_health import JournalHealth
from croupier.floor.past_reader import PastReader, UntrustedStreams
from croupier.floor.premises_table import PremisesTable
from croupier.floor.recovery import recover, saved_state, sealed_state
from croupier.floor.writer import Writer
from croupier.journal.record import Draft
from croupier.journal.stores import SqliteStore
from tests.floor.child import RULES, SETUP, the_order
from tests.floor.scripts import STREAM
from tests.journal.examples import NOON


@pytest.mark.parametrize(
    ("more", "cause"),
    [
        ([], None),
        ([Draft("wager-placed/1", "player:bo", NOON, b"{}")], "UnreadableRecord"),
        ([Draft("wager-thought-of/1", "player:bo", NOON, b'{"command":"1","event":{}}')], "UnknownKind"),
    ],
)
def test_a_past_that_makes_no_sense_stops_the_table(more: list[Draft], cause: str | None, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    store.prepare()
    with store.journal() as journal:
        Writer(journal, STREAM, RULES).commit([the_order(number) for number in range(len(SETUP) + 5)])
        known = recover(journal, STREAM)
        if more:
            journal.append(STREAM, known.head.version, more)
            known.head = journal.head(STREAM)
        journal.save_snapshot(STREAM, known.head.version, sealed_state(known.head, saved_state(known)))
        began = recover(journal, STREAM)
    assert began.saved == known.head.version
    untrusted = UntrustedStreams(JournalHealth(HouseClock(), store.try_to_write), [])
    reader = PastReader(store, untrusted)
    anything = cast("Any", object())
    reader.start([PremisesTable(STREAM.partition("/")[2], "house", anything, live=anything, began=began)])
    reader.join()
    found = untrusted.of(STREAM)
    assert (type(found).__name__ if found else None) == cause
