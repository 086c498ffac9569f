"""A standby node follows tables and takes them over without reading them again; it forgets what the journal lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.recovery import recover
from croupier.floor.standby_tables import StandbyTables
from croupier.floor.writer import Writer
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.memory import MemoryJournal
from croupier.journal.record import Draft, Record
from croupier.journal.seal import seal
from croupier.journal.stores import SqliteStore
from croupier.wire.events import UnreadableRecord
from tests.floor.child import RULES, SETUP, the_order
from tests.floor.scripts import STREAM
from tests.journal.examples import KEY, NOON


class Counting(MemoryJournal):
    """Counts the records that are read."""

    count = 0

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        for record in super().read(stream, from_version, limit):
            self.count += 1
            yield record


@pytest.fixture
def journal() -> Counting:
    return Counting()


@pytest.fixture
def tables(tmp_path: Path) -> StandbyTables:
    return StandbyTables(SqliteStore(tmp_path / "none"), tmp_path, tmp_path / "last")


def test_a_takeover_reads_only_what_came_last(journal: Counting, tables: StandbyTables) -> None:
    writer = Writer(journal, STREAM, RULES)
    writer.commit([the_order(number) for number in range(len(SETUP) + 20)])
    assert tables.follow(journal) == writer.version
    assert tables.follow(journal) == 0
    writer.commit([the_order(number) for number in range(100, 105)])
    assert tables.follow(journal) > 0
    first = writer.version
    writer.commit([the_order(200)])
    journal.count = 0
    taken = Writer(journal, STREAM, RULES, begun=tables.get(journal, STREAM))
    assert journal.count <= 1 + writer.version - first
    cold = recover(journal, STREAM, snapshot=False)
    assert (taken.table, taken.recorded.known.head, taken.recorded.known.answered) == (
        cold.table,
        cold.head,
        cold.answered,
    )
    again, fresh = taken.commit([the_order(200), the_order(201)])
    assert again.version == writer.version
    assert fresh.version > again.version


def test_records_that_were_read_and_are_gone_are_forgotten(journal: Counting, tables: StandbyTables) -> None:
    """A primary that restarts may show, for a moment, what no standby has."""
    Writer(journal, STREAM, RULES).commit([the_order(number) for number in range(len(SETUP) + 5)])
    tables.follow(journal)
    promoted = MemoryJournal()
    writer = Writer(promoted, STREAM, RULES)
    writer.commit([the_order(number) for number in range(len(SETUP))])
    assert tables.get(promoted, STREAM) is None
    assert tables.get(promoted, STREAM) is None
    assert tables.follow(promoted) == writer.version


def test_a_table_to_which_records_could_not_be_added_is_read_again(journal: Counting, tables: StandbyTables) -> None:
    """The records that failed may be right the next time; the state has some of them already."""
    Writer(journal, STREAM, RULES).commit([the_order(number) for number in range(len(SETUP) + 5)])
    tables.follow(journal)
    journal.append(STREAM, journal.head(STREAM).version, [Draft("wager-placed/1", "player:bo", NOON, b"{}")])
    followed = tables.get(journal, STREAM)
    assert followed is not None
    with pytest.raises(UnreadableRecord):
        recover(journal, STREAM, begun=followed)
    assert tables.get(journal, STREAM) is None


def test_a_standby_keeps_the_last_checkpoint_and_no_earlier_one(
    journal: Counting, tables: StandbyTables, tmp_path: Path
) -> None:
    kept = LastCheckpointFile(tmp_path / "last")
    writer = Writer(journal, STREAM, RULES)
    writer.commit([the_order(number) for number in range(len(SETUP))])
    tables.keep_checkpoint(journal)
    assert not kept.path.exists()
    first = seal(journal, KEY, NOON)
    tables.keep_checkpoint(journal)
    assert kept.load() == first
    writer.commit([the_order(100)])
    second = seal(journal, KEY, NOON + 1)
    tables.keep_checkpoint(journal)
    assert kept.load() == second
    older = MemoryJournal()
    Writer(older, STREAM, RULES).commit([the_order(number) for number in range(len(SETUP))])
    seal(older, KEY, NOON)
    tables.keep_checkpoint(older)
    assert kept.load() == second
