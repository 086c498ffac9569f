"""While long work of a table pauses: what arrives waits, what fails is discarded, and no state is seen too early."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from croupier.floor.clock import HouseClock
from croupier.floor.committer import HouseCommitter, ImmediateCommitter
from croupier.floor.desk import Desk
from croupier.floor.order import UnansweredReason
from croupier.floor.recovery import recover
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.verify import verify_journal
from croupier.table import command as c
from croupier.table.event import LosersCollected, WinnersPaid
from croupier.table.state import Phase
from croupier.terms.fault import Fault
from tests.floor.scripts import STREAM, open_table, order, spin, wager
from tests.floor.tables import DEALER, NOON, rules_of
from tests.loops import Loop

RULES = rules_of("nj-terminals")
COLLECT, PAY = c.CollectLosers(by=DEALER, at=NOON), c.PayWinners(by=DEALER, at=NOON)
ROUND = [
    *(wager(), wager("cy", 2), wager("di", 3)),
    spin(),
    c.CallNoMoreBets(by=DEALER, at=NOON),
    c.AnnounceNumber(by=DEALER, at=NOON, number="18", revolutions=6),
    c.PlaceCrown(by=DEALER, at=NOON),
]
CROWNED, COLLECTED, PAID = 17, 19, 20
"""Records until the crown is placed, the losers are collected, and the winners are paid."""
PAUSES = 2 + 1 + 2
"""Of a collection of three seats, two at a time: two sweeps, one before it is applied, and one after each event."""


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three seats are as many as a full table has, and every pause is taken."""
    monkeypatch.setattr("croupier.table.settling.SEATS", 2)
    monkeypatch.setattr("croupier.floor.writer.LONG_BYTES", 0)
    monkeypatch.setattr("croupier.wire.state.PIECE", 1)
    monkeypatch.setattr("croupier.floor.slices.WORK_S", 0.0)


class Counting(ImmediateCommitter):
    def __init__(self) -> None:
        self.yields = 0
        self.in_pause: Callable[[], object] = lambda: None

    async def yield_to_loop(self) -> None:
        self.yields += 1
        self.in_pause()


def crowned(writer: Writer) -> Writer:
    """Three players have bet and lost; the crown is placed."""
    open_table(writer, ("bo", "cy", "di"))
    assert all(answer.events for answer in writer.commit([order(each) for each in ROUND]))
    assert writer.version == CROWNED
    return writer


def table(journal: MemoryJournal) -> tuple[Writer, Counting]:
    committer = Counting()
    writer = crowned(Writer(journal, STREAM, RULES, committer=committer))
    committer.yields = 0
    return writer, committer


def test_losers_of_many_seats_are_collected_with_pauses() -> None:
    writer, committer = table(MemoryJournal())
    (answer,) = writer.commit([order(COLLECT)])
    assert [type(event) for event in answer.events] == [LosersCollected] * 2
    assert committer.yields == PAUSES - 1, "`begin` ends at the first, and `finish` goes on after it"


def test_the_round_before_is_freed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.writer.FREED", 2)
    writer, committer = table(MemoryJournal())
    for each in (COLLECT, PAY, c.LiftCrown(by=DEALER, at=NOON), *ROUND):
        assert writer.commit([order(each)])[0].events
    committer.yields = 0
    (answer,) = writer.commit([order(COLLECT)])
    assert [type(event) for event in answer.events] == [LosersCollected] * 2
    assert committer.yields == PAUSES - 1 + 2, "two seats, then the third"


def test_a_collection_that_takes_no_time_does_not_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.slices.WORK_S", 3600.0)
    writer, committer = table(MemoryJournal())
    group = writer.begin([order(COLLECT), order(PAY)])
    assert group.decided, "so the turn needs no task"
    assert committer.yields == 0


def test_what_arrives_in_a_pause_waits_until_the_collection_is_durable() -> None:
    async def evening() -> tuple[list[int], list[tuple[int, Phase]], int]:
        journal = MemoryJournal()
        committer = HouseCommitter(lambda: journal)
        writer = crowned(Writer(journal, STREAM, RULES, committer=committer))
        committer.start()
        desk = Desk(writer, HouseClock())
        desk.start()
        collected = desk.ask(order(COLLECT))
        seen: list[asyncio.Future[tuple[int, Phase]]] = []
        paid, turns = None, 0
        while not collected.done():
            await asyncio.sleep(0)
            turns += 1
            if desk.waiting == 0 and paid is None:  # the collection is being decided
                paid = desk.ask(order(PAY))
            if turns < PAUSES:
                seen.append(desk.query(lambda version, table: (version, table.phase)))
        assert turns >= PAUSES, "others had their turns"
        assert paid is not None
        answers = [await collected, await paid]
        found = [await each for each in seen]
        await desk.stop()
        assert verify_journal(journal).ok
        replayed = recover(journal, STREAM, snapshot=False)
        assert replayed.table == writer.table
        committer.close()
        assert [type(answer.events[-1]) for answer in answers] == [LosersCollected, WinnersPaid]
        return [answer.version for answer in answers], found, replayed.head.version

    versions, seen, last = asyncio.run(evening())
    assert versions == [COLLECTED, PAID]
    assert last == PAID
    collected, paid = (COLLECTED, Phase.COLLECTED), (PAID, Phase.PAID)
    assert {*seen} <= {(CROWNED, Phase.CROWNED), collected, paid}, "never between two records of a commit"
    assert seen == sorted(seen, key=lambda each: each[0])


def test_a_desk_that_is_closed_in_a_pause_collects_once() -> None:
    """As when the service is killed: the collection counts only if it was recorded."""
    journal, loop = MemoryJournal(), Loop()
    committer = HouseCommitter(lambda: journal)
    writer = crowned(Writer(journal, STREAM, RULES, committer=committer))
    desk, first, yields = Desk(writer, HouseClock()), order(COLLECT), []

    async def in_pause() -> None:
        yields.append(writer.version)
        await asyncio.Event().wait()

    committer.yield_to_loop = in_pause  # type: ignore[method-assign]  # a pause that never ends

    async def begin() -> None:
        committer.start()
        desk.start()
        desk.post(first, lambda answer: pytest.fail(f"it was answered: {answer}"))
        while not yields:
            await asyncio.sleep(0)

    loop.do(begin())
    loop.close()
    committer.stop()
    desk.close()
    assert journal.head(STREAM).version == CROWNED
    again = Writer(journal, STREAM, RULES)
    assert again.table.phase is Phase.CROWNED
    (answer,) = again.commit([first])
    assert answer.version == COLLECTED


@pytest.mark.parametrize("at", range(1, PAUSES))
def test_a_table_that_is_found_untrusted_in_a_pause_records_nothing_more(at: int) -> None:
    writer, committer = table(journal := MemoryJournal())
    before = recover(journal, STREAM).table

    def mark() -> None:
        if committer.yields == at:
            writer.mark_untrusted(Fault("The snapshot differs from the records."))

    committer.in_pause = mark
    answers = writer.commit([order(wager(stake=0)), order(COLLECT), order(PAY)])
    assert [answer.unanswered for answer in answers] == [UnansweredReason.DOWN] * 3
    assert committer.yields == at
    assert journal.head(STREAM).version == CROWNED
    assert writer.table == before, "what was decided is discarded"


@pytest.mark.parametrize("at", range(1, PAUSES))
def test_a_state_that_is_discarded_in_a_pause_is_read_again(at: int) -> None:
    """Nothing does that to a group that is being decided; if it ever happens, nothing is lost or done twice."""
    writer, committer = table(journal := MemoryJournal())

    def discard() -> None:
        if committer.yields == at:
            writer.recorded.discard()

    committer.in_pause = discard
    collected, paid = writer.commit([order(COLLECT), order(PAY)])
    assert (collected.version, paid.version) == (COLLECTED, PAID)
    assert recover(journal, STREAM, snapshot=False).table == writer.table
    assert [type(event) for event in (*collected.events, *paid.events)] == [LosersCollected] * 2 + [WinnersPaid]


def _in_a_pause(writer: Writer, committer: Counting, journal: MemoryJournal) -> None:
    committer.in_pause = lambda: _mark(writer, journal)


def _before_it_is_stored(writer: Writer, committer: Counting, journal: MemoryJournal) -> None:
    async def call(work: Callable[[], object]) -> object:
        _mark(writer, journal)
        return work()

    committer.call = call  # type: ignore[assignment,method-assign]


def _while_it_is_stored(writer: Writer, _committer: Counting, journal: MemoryJournal) -> None:
    store = journal.save_snapshot

    def save(stream: str, version: int, body: bytes) -> None:
        journal.save_snapshot = store  # type: ignore[method-assign]
        _mark(writer, journal)
        store(stream, version, body)

    journal.save_snapshot = save  # type: ignore[method-assign]


def _mark(writer: Writer, journal: MemoryJournal) -> None:
    """What the comparison with the records does in its thread: it marks the table, then drops the snapshot."""
    if writer.recorded.untrusted is None:
        writer.mark_untrusted(Fault("The snapshot differs from the records."))
        journal.save_snapshot(STREAM, 1, b"")


@pytest.mark.parametrize("when", [_in_a_pause, _before_it_is_stored, _while_it_is_stored])
def test_no_snapshot_of_a_table_that_is_found_untrusted_remains(
    when: Callable[[Writer, Counting, MemoryJournal], None],
) -> None:
    """The next start would continue from it."""
    writer, committer = table(journal := MemoryJournal())
    when(writer, committer, journal)
    assert not writer.recorded.save_snapshot()
    assert writer.recorded.untrusted is not None
    assert recover(journal, STREAM).saved == 0


def test_a_snapshot_is_of_the_state_before_what_arrives_while_it_is_encoded() -> None:
    async def evening() -> int:
        journal = MemoryJournal()
        committer = HouseCommitter(lambda: journal)
        writer = Writer(journal, STREAM, RULES, committer=committer)
        open_table(writer, ("bo", "cy", "di"))
        committer.start()
        before = writer.version
        desk = Desk(writer, HouseClock(), snapshot_every=before)
        desk.start()
        pauses: list[Awaitable[object]] = []
        paused = committer.yield_to_loop

        async def pause() -> None:
            if not pauses:
                assert writer.recorded.loaded is not None
                pauses.append(desk.ask(order(wager())))
            await paused()

        committer.yield_to_loop = pause  # type: ignore[method-assign]
        for called in (spin(), c.CallNoMoreBets(by=DEALER, at=NOON)):  # a snapshot waits while bets are open
            assert (await desk.ask(order(called))).events
        await desk.stop(save=True)
        assert pauses, "the snapshot was encoded with pauses"
        await pauses[0]
        saved = recover(journal, STREAM)
        assert saved.table == recover(journal, STREAM, snapshot=False).table
        committer.close()
        return saved.saved - before

    assert asyncio.run(evening()) >= 2


def test_orders_that_are_answered_in_different_ways_share_a_commit() -> None:
    """A bet, an order of two events, the bet once more, and a refusal: each has its own records and version."""
    writer, _ = table(journal := MemoryJournal())
    writer.commit([order(COLLECT), order(PAY), order(c.LiftCrown(by=DEALER, at=NOON))])
    open_again = writer.version
    bet, refused = order(wager(), "bet"), order(wager("cy", 2, stake=-5), "refused")
    turned = order(spin(), "spin")
    group = [bet, turned, bet, refused]
    answers = writer.commit(group)
    counts = [len(answer.events) or 1 for answer in answers]
    assert answers[0] == answers[2]
    assert answers[3].refusal
    assert [answer.version - open_again for answer in answers] == [1, 1 + counts[1], 1, 2 + counts[1]]
    again = Writer(journal, STREAM, RULES)
    assert again.commit(group) == answers, "recalled"
    assert again.version == open_again + 2 + counts[1]
