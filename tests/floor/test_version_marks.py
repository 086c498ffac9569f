"""Acknowledged records that are gone: terminals, checkpoints and the writer itself notice, and the table stops.

A loss is made as it happens to a house: the store is replaced by an older copy of itself.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.floor.order import Order, UnansweredReason
from croupier.floor.premises import JOURNAL_FILE, LAST_FILE
from croupier.floor.version_marks import MARK_CHARACTERS, VersionMarks, hash_reader
from croupier.floor.writer import Writer
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.lost_records import RecordsLost, lost_heads
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Batch, Journal, OutcomeUnknown, StoreUnreachable
from croupier.journal.record import Draft, Head, Record
from croupier.journal.seal import seal
from croupier.terms.people import Role
from croupier.wire.frames import MARK_MAX
from tests.floor.child import RULES, SETUP, the_order
from tests.floor.scripts import STREAM
from tests.journal.examples import KEY, NOON, drafts
from tests.loops import asked, looked
from tests.web.api.world import ANN, World, bet, opening
from tests.web.socket.house import House, run, wager

SECRET = bytes(range(32))


class Heard:
    def __init__(self) -> None:
        self.lost: list[RecordsLost] = []

    def sitting(
        self, opened: int, stream: str = "table/7", key: bytes = SECRET, *, last: int = 1000, history: str = ""
    ) -> VersionMarks:
        """A sitting whose journal has records up to `last`; another history has other records."""

        def hash_of(version: int) -> bytes | None:
            return sha256(f"{history} {version}".encode()).digest() if version <= last else None

        return VersionMarks(key, stream, opened, self.lost.append, hash_of)


def test_a_mark_of_a_version_above_what_was_opened_proves_a_loss() -> None:
    heard = Heard()
    before, after = heard.sitting(10), heard.sitting(90, last=90)
    assert len(before.mark(100)) == MARK_CHARACTERS <= MARK_MAX
    assert after.proves_loss(91, before.mark(91))
    assert [str(each) for each in heard.lost] == [
        "A terminal was shown version 91 of table/7, which was opened again at 90."
    ]


@pytest.mark.parametrize("version", [1, 89, 90])
def test_a_mark_of_a_version_that_is_there_proves_nothing(version: int) -> None:
    heard = Heard()
    assert not heard.sitting(90).proves_loss(version, heard.sitting(10).mark(version))
    assert heard.lost == []


def test_what_this_sitting_has_shown_is_no_loss() -> None:
    heard = Heard()
    sitting = heard.sitting(90)
    assert not sitting.proves_loss(200, sitting.mark(200))


def test_a_paused_process_may_have_shown_what_this_one_has_written_since() -> None:
    heard = Heard()
    paused = heard.sitting(10)
    assert not heard.sitting(90, last=200).proves_loss(150, paused.mark(150))
    assert heard.lost == []


def test_another_record_in_the_place_of_one_that_was_shown_is_a_loss() -> None:
    heard = Heard()
    before = heard.sitting(10)
    assert heard.sitting(90, last=200, history="another").proves_loss(150, before.mark(150))
    assert len(heard.lost) == 1


def test_hashes_are_read_with_a_journal_of_their_own_except_the_newest() -> None:
    records = MemoryJournal().append(STREAM, 0, drafts(3))
    opened: list[MemoryJournal] = []

    def open_journal() -> MemoryJournal:
        opened.append(MemoryJournal())
        opened[-1].append(STREAM, 0, drafts(3))
        return opened[-1]

    hash_of = hash_reader(lambda: Head(STREAM, 3, records[-1].hash), open_journal)
    assert hash_of(3) == records[2].hash
    assert opened == []
    assert (hash_of(2), hash_of(4)) == (records[1].hash, None)
    assert len(opened) == 2


def test_nothing_is_marked_that_is_not_recorded() -> None:
    assert not Heard().sitting(10, last=90).mark(91)


@pytest.mark.parametrize("mark", ["", "!", "A" * MARK_CHARACTERS, "é" * 8, "A" * MARK_MAX])
def test_a_mark_that_the_house_did_not_make_proves_nothing(mark: str) -> None:
    heard = Heard()
    assert not heard.sitting(0).proves_loss(1 << 40, mark)


def test_a_mark_is_good_for_its_table_its_version_and_its_key() -> None:
    heard = Heard()
    after = heard.sitting(90, last=90)
    assert not after.proves_loss(100, heard.sitting(10, "table/8").mark(100))
    assert not after.proves_loss(101, heard.sitting(10).mark(100))
    assert not after.proves_loss(100, heard.sitting(10, key=bytes(32)).mark(100))
    assert after.proves_loss(100, heard.sitting(10).mark(100))


# The last checkpoint


def test_a_checkpoint_names_the_streams_that_do_not_reach_it() -> None:
    whole, older, other = MemoryJournal(), MemoryJournal(), MemoryJournal()
    for journal in (whole, older, other):
        journal.append("a", 0, drafts(2))
        journal.append("b", 0, drafts(1))
    whole.append("a", 2, drafts(1, 20))
    other.append("a", 2, drafts(1, 30))
    made = seal(whole, KEY, NOON)
    assert list(lost_heads(whole, made)) == []
    whole.append("a", 3, drafts(1, 40))
    assert list(lost_heads(whole, made)) == []
    assert [(each.stream, str(each)) for each in lost_heads(older, made)] == [
        ("a", "Checkpoint 1 covers 3 records of a, and the journal holds 2.")
    ]
    assert [str(each) for each in lost_heads(other, made)] == [
        "Checkpoint 1 covers a record 3 of a that differs from the journal's."
    ]


# The writer itself


class Failing(MemoryJournal):
    """Once it fails, it neither writes nor reads."""

    fails = False

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        if self.fails:
            raise OutcomeUnknown("the commit failed")
        return super().append_many(batches)

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        if self.fails:
            raise StoreUnreachable("the connection was lost")
        return super().read(stream, from_version, limit)


def draft_of(record: Record, later: int = 0) -> Draft:
    return Draft(kind=record.kind, actor=record.actor, time_ms=record.time_ms + later, body=record.body)


def copy_of(journal: Journal, upto: int) -> MemoryJournal:
    made = MemoryJournal()
    for head in journal.streams():
        kept = [draft_of(record) for record in journal.read(head.stream)]
        made.append(head.stream, 0, kept[:upto] if head.stream == STREAM else kept)
    return made


@pytest.mark.parametrize("behind", [0, 1])
def test_a_writer_whose_acknowledged_records_are_gone_stops_its_table(behind: int) -> None:
    """After a failover to a standby that lagged, and also if other records were written in their place."""
    journal = Failing()
    writer = Writer(journal, STREAM, RULES, reopen=lambda: replaced)
    answers = writer.commit([the_order(number) for number in range(len(SETUP) + 3)])
    replaced = copy_of(journal, answers[-1].version - behind)
    if not behind:
        (last,) = journal.read(STREAM, answers[-1].version)
        replaced = copy_of(journal, last.version - 1)
        replaced.append(STREAM, last.version - 1, [draft_of(last, later=1)])
    journal.fails = True
    (answer,) = writer.commit([the_order(100)])
    assert answer.unanswered is UnansweredReason.UNKNOWN
    assert isinstance(writer.recorded.trouble, RecordsLost)
    (answer,) = writer.commit([the_order(100)])
    assert answer.unanswered is UnansweredReason.DOWN


# The whole service


def test_a_table_whose_loss_a_terminal_proves_stays_closed(tmp_path: Path) -> None:
    world = World(tmp_path / "house")
    world.do("1", *opening(ANN))
    world.close()
    shutil.copy(tmp_path / "house" / JOURNAL_FILE, tmp_path / "older")
    shutil.copy(tmp_path / "house" / LAST_FILE, tmp_path / "older.last")
    world = World(tmp_path / "house")
    world.do("1", bet(ANN, 1, "17", 500))
    version = looked(world.table("1").desk, lambda version, _: version)
    marks = world.table("1").marks
    assert marks is not None
    mark = marks.mark(version)
    world.close()
    for name in (f"{JOURNAL_FILE}-wal", f"{JOURNAL_FILE}-shm"):
        (tmp_path / "house" / name).unlink(missing_ok=True)
    shutil.copy(tmp_path / "older", tmp_path / "house" / JOURNAL_FILE)
    shutil.copy(tmp_path / "older.last", tmp_path / "house" / LAST_FILE)  # the disk as it was, but for the terminal
    world = World(tmp_path / "house")
    assert world.nobody.get("/readyz").status_code == 200
    marks = world.table("1").marks
    assert marks is not None
    assert not marks.proves_loss(version, mark[::-1])
    assert marks.proves_loss(version, mark)
    stays_closed(world)
    world.close()
    world = World(tmp_path / "house")
    stays_closed(world)
    world.close()


def test_a_table_that_does_not_reach_the_last_checkpoint_stays_closed(tmp_path: Path) -> None:
    world = World(tmp_path / "house")
    world.do("1", *opening(ANN))
    world.close()
    shutil.copy(tmp_path / "house" / JOURNAL_FILE, tmp_path / "older")
    world = World(tmp_path / "house")
    world.do("1", bet(ANN, 1, "17", 500))
    world.close()
    shutil.copy(tmp_path / "older", tmp_path / "house" / JOURNAL_FILE)
    assert LastCheckpointFile(tmp_path / "house" / LAST_FILE).load() is not None
    world = World(tmp_path / "house")
    stays_closed(world)
    with pytest.raises(Exception, match="is not in the journal"):
        world.close()


def stays_closed(world: World) -> None:
    answer = asked(world.table("1").desk, Order("late", bet(ANN, 1, "18", 500)))
    assert answer.unanswered is UnansweredReason.DOWN
    ready = world.nobody.get("/readyz")
    assert ready.status_code == 503
    assert "Acknowledged records are missing." in ready.text
    world.service.access.tick()
    waiting = world.signed_in(Role.SURVEILLANCE).get("/api/v1/alerts").json()["alerts"]
    assert ("records-lost", "table/1") in [(each["kind"], each["subject"]) for each in waiting]


# At the terminals


def test_a_client_that_reconnects_proves_what_it_was_shown() -> None:
    heard = Heard()

    async def story() -> None:
        async with House("asgi") as house:
            loop = asyncio.get_running_loop()
            house.hub.attach(house.desk, loop, heard.sitting(0, STREAM))
            await house.open_table()
            async with house.client("player:bo") as player:
                await house.sit(player, 1, "bo")
                answer = await player.ask(wager(1))
                await player.until(lambda: player.version >= answer.version)
                await player.drop()
                await player.until(lambda: player.connections == 2)
                assert heard.lost == [], "the same sitting has shown it"
                house.hub.attach(house.desk, loop, heard.sitting(answer.version, STREAM))
                await player.drop()
                await player.until(lambda: player.connections == 3)
                assert heard.lost == [], "the other sitting begins where the first has ended"
                before = answer.version - 1
                house.hub.attach(house.desk, loop, heard.sitting(before, STREAM, last=before))
                await player.drop()
                await player.until(lambda: player.connections == 4 and bool(heard.lost))
            assert f"version {answer.version} of {STREAM}" in str(heard.lost[0])

    run(story())
