"""The writer of a table: one commit for many orders, each order answered once, only durable changes published."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.answer_index import AnswerIndex, key_of
from croupier.floor.order import Order, UnansweredReason
from croupier.floor.recovery import recover, rules_in_force
from croupier.floor.writer import ATTEMPTS, OtherRules, Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Batch, OutcomeUnknown, StoreBusy
from croupier.journal.record import NAME_MAX, Record
from croupier.journal.sqlite import SqliteJournal
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.event import WagerPlaced
from croupier.table.stake import Stake
from croupier.table.values import Action
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from tests.floor.scripts import STREAM, open_table, opening, order, spin, wager
from tests.floor.tables import NOON, SUPERVISOR, rules_of

RULES = rules_of("nj-terminals")


class Failing(MemoryJournal):
    """Raises a given error before or after the write."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[Exception] = []
        self.after: list[Exception] = []
        self.appends = 0
        self.unreadable = False

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self.appends += 1
        if self.before:
            raise self.before.pop()
        records = super().append_many(batches)
        if self.after:
            raise self.after.pop()
        return records

    def read(self, stream, from_version=1, limit=None):  # type: ignore[no-untyped-def]
        if self.unreadable:
            raise Fault("the disk is gone")
        return super().read(stream, from_version, limit)


def test_many_orders_are_one_commit_and_are_answered_in_order() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    assert journal.appends == 1
    orders = [order(wager(stake=stake)) for stake in (100, 200, -1, 300)]
    answers = writer.commit(orders)
    assert journal.appends == 2
    assert [answer.id for answer in answers] == [each.id for each in orders]
    assert [answer.version for answer in answers] == [5, 6, 7, 8]
    assert [answer.refusal is not None for answer in answers] == [False, False, True, False]
    assert writer.version == journal.head(STREAM).version == 8


def test_each_order_is_decided_on_what_the_one_before_it_left() -> None:
    writer = Writer(MemoryJournal(), STREAM, RULES)
    open_table(writer)
    first, second = writer.commit([order(wager(stake=60_000)), order(wager(stake=60_000))])
    assert first.events
    assert second.refusal
    assert second.refusal.code is CommandRefusalCode.STACK_TOO_SMALL


@pytest.mark.parametrize("stake", [500, -1])
def test_an_order_that_comes_again_gets_its_first_answer(stake: int) -> None:
    """Accepted or refused; in the same commit, in a later one, after a restart, with a snapshot or without."""
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    again = order(wager(stake=stake), "mine")
    first, twice = writer.commit([again, again])
    assert first == twice
    writer.commit([order(spin())])
    version = writer.version
    assert writer.commit([again]) == [first]
    assert Writer(journal, STREAM, RULES).commit([again]) == [first]
    assert writer.recorded.save_snapshot()
    restarted = Writer(journal, STREAM, RULES)
    assert restarted.commit([again, order(wager(), "new"), again])[::2] == [first, first]
    assert restarted.version == version + 1
    assert restarted.recorded.known.saved == version


def test_an_answer_of_many_events_comes_back_whole() -> None:
    writer = Writer(journal := MemoryJournal(), STREAM, RULES)
    open_table(writer)
    by, boss = Actor("ana", Role.DEALER), SUPERVISOR
    steps = [spin(), c.ReportIrregularity(by=by, at=NOON, what="A chip fell into the wheel.")]
    steps += [c.DecideIrregularity(by=boss, at=NOON, decision="No spin.", why="Seen.", action=Action.NO_SPIN)]
    assert all(answer.events for answer in writer.commit([order(step) for step in steps]))
    done = order(c.CarryOutDirection(by=by, at=NOON), "done")
    [first] = writer.commit([done])
    assert len(first.events) == 2
    assert Writer(journal, STREAM, RULES).commit([done]) == [first]


def test_a_hundred_wagers_are_one_order_one_record_and_one_answer() -> None:
    """Sent again, they cost nothing and get the same answers."""
    writer = Writer(journal := MemoryJournal(), STREAM, RULES)
    open_table(writer)
    spots = [str(number) for number in range(1, 37)]
    splits = [f"{low}-{low + 3}" for low in range(1, 34)]
    beside = [f"{low}-{low + 1}" for low in range(1, 36) if low % 3]
    corners = [f"{low}-{low + 1}-{low + 3}-{low + 4}" for low in range(1, 33) if low % 3]
    changes = tuple(c.WagerChange(spot, 100, Chips.ELECTRONIC) for spot in [*spots, *splits, *beside, *corners][:100])
    many = order(c.ChangeWagers(by=Actor("bo", Role.PLAYER), at=NOON, seat=1, changes=changes), "many")
    before = writer.version
    [first] = writer.commit([many])
    assert (len(first.events), writer.version - before) == (1, 1)
    assert sum(1 for _ in writer.table.standing()) == 100
    assert writer.commit([many]) == [first]
    assert Writer(journal, STREAM, RULES).commit([many]) == [first]


def test_two_people_may_use_the_same_id() -> None:
    writer = Writer(MemoryJournal(), STREAM, RULES)
    open_table(writer, ("bo", "cy"))
    mine, theirs = writer.commit([order(wager("bo", 1), "1"), order(wager("cy", 2, stake=700), "1")])
    assert [each.stake.amount for each in (*mine.events, *theirs.events) if isinstance(each, WagerPlaced)] == [500, 700]


@pytest.mark.parametrize("error", [StoreBusy("held"), OutcomeUnknown("?"), Fault("?"), ValueError("?"), OSError("?")])
def test_a_commit_that_failed_and_is_not_there_is_decided_again(error: Exception) -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    journal.before = [error]
    [answer] = writer.commit([order(wager())])
    assert answer.events
    assert (answer.version, journal.head(STREAM).version) == (5, 5)


def test_a_commit_that_failed_and_is_there_is_answered_as_recorded() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    writer.recorded.take_news()
    journal.after = [OutcomeUnknown("?")]
    answers = writer.commit([order(wager(stake=100)), order(wager(stake=-1)), order(wager(stake=300))])
    assert [answer.version for answer in answers] == [5, 6, 7]
    assert [bool(answer.events) for answer in answers] == [True, False, True]
    assert journal.appends == 2, "nothing was written twice"
    news = writer.recorded.take_news()
    assert news
    assert (news.after, news.version, len(news.events)) == (4, 7, 2), "what was found is told"


def test_a_store_that_stays_busy_is_reported_and_nothing_is_recorded() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    journal.before = [StoreBusy("held")] * ATTEMPTS
    again = order(wager())
    [answer] = writer.commit([again])
    assert answer.unanswered is UnansweredReason.BUSY
    assert writer.version == journal.head(STREAM).version == 4
    assert writer.commit([again])[0].events


def test_a_journal_that_is_lost_while_it_writes_leaves_the_outcome_unknown() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    writer.recorded.take_news()
    journal.after, journal.unreadable = [OutcomeUnknown("?")], True
    mine, later = order(wager()), order(wager(stake=700))
    assert writer.commit([mine])[0].unanswered is UnansweredReason.UNKNOWN
    assert writer.recorded.take_news() is None, "nothing is published that is not known to be durable"
    assert writer.commit([later])[0].unanswered is UnansweredReason.DOWN
    journal.unreadable = False
    [first, second] = writer.commit([mine, later])
    assert [first.version, second.version] == [5, 6]


def test_another_journal_object_is_opened_when_one_stops_answering(tmp_path: Path) -> None:
    path = tmp_path / "house.journal"
    journals = [SqliteJournal(path)]

    def reopen() -> SqliteJournal:
        journals.append(SqliteJournal(path))
        return journals[-1]

    writer = Writer(journals[0], STREAM, RULES, reopen=reopen)
    open_table(writer)
    journals[0].close()
    assert writer.commit([order(wager())])[0].version == 5
    assert len(journals) == 2
    writer.close()


def test_a_second_writer_is_fenced_by_the_version_and_learns_what_happened() -> None:
    journal = MemoryJournal()
    first, second = Writer(journal, STREAM, RULES), Writer(journal, STREAM, RULES)
    open_table(first)
    mine = order(wager(stake=60_000))
    assert first.commit([mine])[0].events
    theirs = second.commit([mine, order(wager(stake=60_000))])
    assert theirs[0].version == 5
    assert theirs[1].refusal
    news = second.recorded.take_news()
    assert news
    assert (news.after, news.version) == (0, 6)


@pytest.mark.parametrize(
    ("command", "id"),
    [
        (wager(), ""),
        (wager(), "x" * (NAME_MAX + 1)),
        (wager(), "\ud800"),
        (wager(at=-1), "d"),
    ],
)
def test_an_order_that_cannot_be_recorded_spoils_no_other(command: c.AnyCommand, id: str) -> None:
    writer = Writer(MemoryJournal(), STREAM, RULES)
    open_table(writer)
    before, bad, after = writer.commit([order(wager()), Order(id, command), order(wager())])
    assert (before.version, after.version) == (5, 6)
    assert bad.unanswered is UnansweredReason.FAULTY


def test_any_name_is_recorded_and_a_long_text_is_refused() -> None:
    writer = Writer(MemoryJournal(), STREAM, RULES)
    open_table(writer)
    seated = c.TakeSeat(by=Actor("Zoë Ångström", Role.PLAYER), at=NOON, seat=2, player="Zoë Ångström")
    long = c.ReportIrregularity(by=Actor("ana", Role.DEALER), at=NOON, what="x" * (1 << 21))
    taken, refused = writer.commit([Order("a", seated), Order("b", long)])
    assert taken.events
    assert refused.refusal
    assert refused.refusal.code == "text-too-long"


def test_an_event_that_the_table_cannot_take_is_never_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(journal := MemoryJournal(), STREAM, RULES)
    open_table(writer)
    here, nobody = (WagerPlaced(Stake(seat, "17", Chips.ELECTRONIC, "blue", False, 100), 0, False) for seat in (1, 6))
    monkeypatch.setattr(
        "croupier.floor.writer.decide",
        lambda _rules, _table, command: (here, nobody) if command.stake == 7 else (here,),
    )
    good, bad, also_good = writer.commit([order(wager()), order(wager(stake=7)), order(wager())])
    assert (good.version, also_good.version) == (5, 6)
    assert bad.unanswered is UnansweredReason.FAULTY
    assert recover(journal, STREAM).table == writer.table


def test_times_follow_the_records_live_and_on_replay() -> None:
    writer = Writer(journal := MemoryJournal(), STREAM, RULES)
    open_table(writer)
    late, early = writer.commit([order(wager(at=NOON + 50, stake=-1)), order(wager(at=NOON + 49))])
    assert late.refusal
    assert early.refusal
    assert early.refusal.code is CommandRefusalCode.CLOCK_WENT_BACK
    assert writer.table.last_at == recover(journal, STREAM).table.last_at == NOON + 50


def test_a_table_is_run_under_the_rules_it_was_opened_under() -> None:
    journal = MemoryJournal()
    open_table(Writer(journal, STREAM, RULES))
    with pytest.raises(OtherRules, match="record 1 names"):
        Writer(journal, STREAM, rules_of("house"))
    found = rules_in_force(journal, STREAM)
    assert found
    assert found.digest == RULES.digest
    assert Writer(journal, STREAM, found).version == 4


def test_news_brings_a_watcher_from_one_version_to_the_next() -> None:
    writer = Writer(MemoryJournal(), STREAM, RULES)
    assert writer.recorded.take_news() is None
    writer.commit([order(opening())])
    writer.commit([order(opening())])  # refused: nothing to tell, but a version on
    first = writer.recorded.take_news()
    assert first
    assert (first.after, first.version, len(first.events)) == (0, 2, 1)
    writer.commit([order(opening())])
    assert writer.recorded.take_news() is None


class TestMemory:
    def test_the_index_is_bounded_and_reports_what_it_dropped(self) -> None:
        answered = AnswerIndex(3)
        for version in range(1, 11):
            answered.add(f"k{version}", version)
        assert len(answered) == 4
        assert [answered.find(f"k{version}") for version in (6, 7, 10)] == [None, (7, 1), (10, 1)]
        assert answered.forgotten == 6

    @given(
        st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(1, 4)), max_size=30),
        st.integers(1, 6),
        st.integers(1, 9),
    )
    def test_reading_page_by_page_remembers_what_was_remembered_live(
        self, answers: list[tuple[str, int]], generation: int, page: int
    ) -> None:
        """Answers of one record or more, a forgotten order that is answered again, pages that split answers."""
        live, read = AnswerIndex(generation), AnswerIndex(generation)
        keys: list[str] = []
        for key, count in answers:
            if live.find(key_of("ann", key)) is None:
                live.add(key_of("ann", key), len(keys) + 1, count)
                keys += [key] * count
        for start in range(0, len(keys), page):
            part = keys[start : start + page]
            read.follow(["ann"] * len(part), part, start + 1)
        assert read == live

    def test_an_order_older_than_the_index_is_not_applied_twice_if_it_states_a_version(self) -> None:
        writer = Writer(MemoryJournal(), STREAM, RULES, generation=2)
        open_table(writer)
        old = order(wager(), "old", seen=writer.version)
        assert writer.commit([old])[0].version == 5
        for _ in range(4):
            writer.commit([order(wager(), seen=writer.version)])
        assert writer.commit([old])[0].unanswered is UnansweredReason.STALE
        assert writer.commit([order(wager(), seen=writer.version)])[0].events

    def test_it_survives_in_the_snapshot(self) -> None:
        writer = Writer(journal := MemoryJournal(), STREAM, RULES, generation=4)
        open_table(writer)
        writer.commit([order(wager()) for _ in range(5)])
        assert writer.recorded.save_snapshot()
        writer.commit([order(wager()) for _ in range(2)])
        from_snapshot, from_start = (recover(journal, STREAM, generation=4, snapshot=use) for use in (True, False))
        assert from_snapshot.saved == 9
        assert from_snapshot.answered == from_start.answered == writer.recorded.known.answered
        assert from_snapshot.table == from_start.table == writer.table
        assert from_snapshot.opened == from_start.opened == 1


def test_trouble_lasts_from_a_commit_that_was_not_taken_to_one_that_was() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    assert writer.recorded.trouble is None
    journal.before = [Fault("the disk is full")] * (ATTEMPTS + 1)
    (answer,) = writer.commit([order(wager())])
    assert answer.unanswered is UnansweredReason.BUSY
    assert str(writer.recorded.trouble) == "the disk is full"
    journal.before = []
    writer.commit([order(wager())])
    assert writer.recorded.trouble is None


def test_a_commit_that_is_taken_at_the_second_attempt_leaves_no_trouble() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    journal.before = [StoreBusy("held")]
    assert writer.commit([order(wager())])[0].events
    assert writer.recorded.trouble is None


def test_a_commit_that_was_durable_after_all_leaves_no_trouble() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    journal.after = [OutcomeUnknown("lost")]
    assert writer.commit([order(wager())])[0].events
    assert writer.recorded.trouble is None


def test_an_answer_from_memory_says_nothing_about_the_disk() -> None:
    journal = Failing()
    writer = Writer(journal, STREAM, RULES)
    open_table(writer)
    known = order(wager())
    writer.commit([known])
    journal.before = [Fault("the disk is full")] * (ATTEMPTS + 1)
    writer.commit([order(wager())])
    assert writer.commit([known])[0].events
    assert str(writer.recorded.trouble) == "the disk is full"
