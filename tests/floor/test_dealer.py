"""The automatic dealer deals complete, correct rounds at demonstration tables, from any phase, and decides nothing."""

from __future__ import annotations

import ast
import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from croupier.equipment.command import AdjustWheel, Check, InspectTable, RecordLicense, ReplacePart
from croupier.equipment.event import TableInspected
from croupier.floor import dealer as module
from croupier.floor.clock import HouseClock
from croupier.floor.dealer import DEALER, INSPECTED, SUPERVISOR, AutomaticDealer, DealerPace, draw, next_dealer_step
from croupier.floor.desk import Desk
from croupier.floor.recovery import recover
from croupier.floor.writer import Writer
from croupier.game.zero import Choice
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.sqlite import SqliteJournal
from croupier.table import command as c
from croupier.table.event import BallSpun, NumberAnnounced
from croupier.table.state import Phase, Setup, Table, TableRules
from croupier.table.values import BallFate, Direction, NoSpinReason
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.wire.events import from_record
from croupier.wire.rules import table_rules
from tests.floor.scripts import order, seating, wager
from tests.inspection import inspection
from tests.loops import asked, in_loop_of, open_desk
from tests.vocabulary import WHEELS, big_six, roulette

STREAM = "table/7"
FAST = DealerPace(**dict.fromkeys(DealerPace.__struct_fields__, 1))
SETUP = Setup("7", seats=6, electronic=True, terminals_approved="for these tables", prison_ms=300, demonstration=True)
BOSS = Actor("vera", Role.SUPERVISOR)
HAND = Actor("dora", Role.DEALER)
T = TypeVar("T")


def rules_for(book: str = "nj", **choices: object) -> TableRules:
    return table_rules(book, {"wheel": "american"} | choices, SETUP)


def desk_of(rules: TableRules, journal: Journal) -> Desk:
    return Desk(Writer(journal, STREAM, rules), HouseClock())


def kinds(journal: Journal) -> list[str]:
    return [record.kind.partition("/")[0] for record in journal.read(STREAM)]


async def until(desk: Desk, reached: Callable[[Table], bool]) -> None:
    """Waits until the table satisfies the condition."""
    async with asyncio.timeout(30):
        while not await desk.query(lambda _version, table: reached(table)):
            await asyncio.sleep(0.002)


async def say(desk: Desk, command: Any) -> None:
    answer = await desk.ask(order(command))
    assert answer.events, answer


def deal(
    rules: TableRules,
    play: Callable[[Desk, AutomaticDealer], Awaitable[None]],
    *,
    journal: Journal | None = None,
    pace: DealerPace = FAST,
    publish: Callable[[int | None], None] | None = None,
    on: bool = True,
) -> Journal:
    """Runs a dealer and a play at the same time; returns their journal."""
    journal = journal or MemoryJournal()

    async def main(desk: Desk) -> None:
        dealer = AutomaticDealer(rules, desk, HouseClock(), pace=pace, publish=publish, on=on)
        task = asyncio.create_task(dealer.run())
        try:
            await play(desk, dealer)
        finally:
            task.cancel()
            await asyncio.wait([task])

    with open_desk(desk_of(rules, journal)) as desk:
        in_loop_of(desk, main(desk))
    return journal


def test_a_round_of_roulette_takes_every_step_in_the_order_of_the_text() -> None:
    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 2)

    journal = deal(rules_for(), play)
    steps = "ball-spun no-more-bets-called number-announced crown-placed losers-collected winners-paid crown-lifted"
    assert kinds(journal)[:15] == ["table-opened", *steps.split() * 2]
    names = {record.actor for record in journal.read(STREAM)}
    assert names == {DEALER.id, SUPERVISOR.id}
    events = [from_record(record).event for record in journal.read(STREAM)]
    spins = [event for event in events if isinstance(event, BallSpun)]
    assert all(spin.wheel is not spin.ball for spin in spins)
    assert len({spin.wheel for spin in spins}) == 2


def test_at_big_six_no_more_bets_comes_before_the_spin() -> None:
    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 1)

    journal = deal(rules_for(wheel="big-six", clapper="void"), play)
    steps = "table-opened no-more-bets-called wheel-spun number-announced losers-collected winners-paid crown-lifted"
    assert kinds(journal)[:7] == steps.split()


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="void")
def test_a_covered_number_is_spun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = roulette("double-as-single")
    places = chain([[each.label for each in wheel.compartments].index("00")], repeat(5))
    monkeypatch.setattr(secrets, "randbelow", lambda _count: next(places))

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 1)

    told = kinds(deal(rules_for("co-2014", wheel="double-as-single"), play))
    again = "ball-spun no-more-bets-called number-announced no-spin-called ball-spun no-more-bets-called"
    assert told[:2] == ["table-inspected", "table-opened"]
    assert told[2:8] == again.split()


def test_it_inspects_a_table_that_nobody_has_touched_and_says_that_it_is_a_demonstration() -> None:
    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.phase is Phase.BETTING)

    journal = deal(rules_for("co-2014"), play)
    inspected = from_record(next(iter(journal.read(STREAM)))).event
    assert isinstance(inspected, TableInspected)
    assert (inspected.name, inspected.note) == (SUPERVISOR.name, INSPECTED)
    assert "Demonstration" in INSPECTED


@pytest.mark.parametrize("work", ["failed", "adjusted", "replaced"])
def test_it_opens_no_table_whose_wheel_people_have_looked_at_or_worked_on(work: str) -> None:
    rules, journal = rules_for("co-2014"), MemoryJournal()
    mechanic = Actor("mel", Role.MAINTENANCE)
    signed: dict[str, Any] = {"part": "turret", "what": "new", "name": "Mel Moss", "license": "M-1"}
    checks = dict.fromkeys(rules.equipment.checks, True) | {Check.LEVEL: False}
    commands: dict[str, c.AnyCommand] = {
        "failed": InspectTable(by=BOSS, at=0, checks=checks, note="it leans"),
        "adjusted": AdjustWheel(by=mechanic, at=0, **signed),
        "replaced": ReplacePart(by=mechanic, at=0, **signed),
    }
    with open_desk(desk_of(rules, journal)) as desk:
        licensed = RecordLicense(by=BOSS, at=0, name="Mel Moss", role=Role.MAINTENANCE, license="M-1")
        assert asked(desk, order(licensed)).events
        assert asked(desk, order(commands[work])).events
    assert next_dealer_step(rules, recover(journal, STREAM).table, DealerPace()) is None


def landing(label: str, rules: TableRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the generator, which no setting of the product can do."""
    place = [each.label for each in rules.betting.game.wheel.compartments].index(label)
    monkeypatch.setattr(secrets, "randbelow", lambda _count: place)


def test_fifths_are_moved_where_five_adjacent_numbers_won(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for(offers=["five-adjacent"])
    landing("17", rules, monkeypatch)

    async def play(desk: Desk, dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.phase is Phase.BETTING)
        for command in (*seating(1, "bo"), wager(spot="adjacent-17")):
            await say(desk, command)
        dealer.switch(on=True)
        await until(desk, lambda table: table.round > 1)

    journal = MemoryJournal()
    with open_desk(desk_of(rules, journal)) as desk:
        asked(desk, order(opened()))
    told = kinds(deal(rules, play, journal=journal, on=False))
    assert told[told.index("crown-placed") + 1] == "fifths-moved"


def opened() -> c.OpenTable:
    return c.OpenTable(by=BOSS, at=0, dealer="dora", supervisor="vera", float_count=1_000_000)


def by_hand(rules: TableRules, *commands: Any) -> MemoryJournal:
    """A table that people opened and brought to this phase."""
    journal = MemoryJournal()
    with open_desk(desk_of(rules, journal)) as desk:
        for command in (*inspection(rules, BOSS), opened(), *seating(1, "bo"), *commands):
            answer = asked(desk, order(command))
            assert answer.events, answer
    return journal


@pytest.mark.parametrize("choice", [Choice.HALF, Choice.LEAVE, None])
def test_choices_in_prison_are_awaited(choice: Choice | None, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for("co-2014", wheel="european", zero="in-prison")
    landing("0", rules, monkeypatch)
    journal = by_hand(rules, wager(spot="red", stake=1_000))
    player = Actor("bo", Role.PLAYER)

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.phase is Phase.CROWNED)
        if choice:
            await say(desk, c.ChooseInPrison(by=player, at=0, seat=1, spot="red", choice=choice))
        await until(desk, lambda table: table.round > 1)

    told = {record.kind: record for record in deal(rules, play, journal=journal).read(STREAM)}
    crowned, collected = told["crown-placed/1"], told["losers-collected/1"]
    waited = collected.time_ms - crowned.time_ms
    assert waited >= SETUP.prison_ms if choice is None else waited < SETUP.prison_ms


@pytest.mark.parametrize("phase", [each for each in Phase if each not in (Phase.CLOSED, Phase.SPINNING)])
def test_it_continues_from_whatever_phase_people_left(phase: Phase) -> None:
    rules = rules_for()
    steps: list[Any] = [
        c.SpinBall(by=HAND, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE),
        c.CallNoMoreBets(by=HAND, at=0),
        c.AnnounceNumber(by=HAND, at=0, number="17", revolutions=4),
        c.PlaceCrown(by=HAND, at=0),
        c.CollectLosers(by=HAND, at=0),
        c.PayWinners(by=HAND, at=0),
    ]
    done = [
        Phase.BETTING, Phase.IN_TRACK, Phase.NO_MORE_BETS, Phase.AT_REST, Phase.CROWNED, Phase.COLLECTED, Phase.PAID
    ].index(phase)  # fmt: skip
    journal = by_hand(rules, wager(spot="17"), *steps[:done])

    async def play(desk: Desk, dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.phase is phase)
        dealer.switch(on=True)
        await until(desk, lambda table: table.round > 1)

    deal(rules, play, journal=journal, on=False)


def test_switched_off_it_does_not_touch_the_table() -> None:
    closes: list[int | None] = []

    async def play(desk: Desk, dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 1)
        dealer.switch(on=False)
        assert not dealer.on
        assert dealer.closes_at is None
        before = await desk.query(lambda version, _table: version)
        for _ in range(50):
            await asyncio.sleep(0.002)
        after = await desk.query(lambda version, _table: version)
        assert after <= before + 1  # a step that was on its way
        dealer.switch(on=True)
        round = await desk.query(lambda _version, table: table.round)
        await until(desk, lambda table: table.round > round)

    deal(rules_for(), play, publish=closes.append)
    assert None in closes


def test_it_says_when_it_means_to_close_and_keeps_to_it() -> None:
    closes: list[int | None] = []

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 1)

    pace = replace(FAST, bets=150, track=100)
    journal = deal(rules_for(), play, publish=closes.append, pace=pace)
    called = next(record.time_ms for record in journal.read(STREAM) if record.kind == "no-more-bets-called/2")
    assert closes[0] is not None
    assert closes[0] - 50 <= called < closes[0] + 2_000
    assert None in closes


@pytest.mark.parametrize(
    "doubt",
    [
        [c.ReportIrregularity(by=HAND, at=0, what="the wheel shakes")],
        [
            c.SpinBall(by=HAND, at=0, wheel=Direction.CLOCKWISE, ball=Direction.CLOCKWISE),
        ],
        [
            c.SpinBall(by=HAND, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE),
            c.CallNoSpin(by=HAND, at=0, reason=NoSpinReason.BALL_LEFT_WHEEL),
        ],
    ],
    ids=["irregularity", "same direction", "ball out"],
)
def test_doubts_wait_for_people(doubt: list[Any]) -> None:
    rules = rules_for()
    journal = by_hand(rules, wager(), *doubt)
    before = len(kinds(journal))

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        for _ in range(50):
            await asyncio.sleep(0.002)
        now = await desk.query(lambda version, _table: version)
        assert now == before
        same_way = NoSpinReason.SAME_DIRECTION
        decided: dict[str, list[c.AnyCommand]] = {
            "irregularity-reported/1": [
                c.DecideIrregularity(by=BOSS, at=0, decision="play on", why="it does not"),
                c.CarryOutDirection(by=HAND, at=0),
                c.ObserveAction(by=BOSS, at=0),
            ],
            "ball-spun/2": [c.CallNoSpin(by=HAND, at=0, reason=same_way, ball=BallFate.REMOVED)],
            "no-spin-called/2": [c.InspectBall(by=BOSS, at=0, fit=True)],
        }
        last = [record.kind for record in journal.read(STREAM)][-1]
        for command in decided[last]:
            await say(desk, command)
        await until(desk, lambda table: table.round > 1)

    deal(rules, play, journal=journal)


def test_a_dispute_waits_for_people_and_the_rounds_continue() -> None:
    rules = rules_for()
    journal = by_hand(rules, wager(), c.RaiseDispute(by=HAND, at=0, round=1, what="who bet on 17?"))

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 2)
        assert not await desk.query(lambda _version, table: table.disputes[1].decided)

    deal(rules, play, journal=journal)


def test_a_table_that_a_person_closed_stays_closed() -> None:
    rules = rules_for()
    journal = MemoryJournal()
    with open_desk(desk_of(rules, journal)) as desk:
        for command in (opened(), c.CloseTable(by=BOSS, at=0, float_count=1_000_000)):
            assert asked(desk, order(command)).events

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        for _ in range(50):
            await asyncio.sleep(0.002)
        assert await desk.query(lambda _version, table: table.phase) is Phase.CLOSED

    deal(rules, play, journal=journal)


def test_only_demonstration_tables_have_one() -> None:
    rules = table_rules("nj", {"wheel": "american"}, replace(SETUP, demonstration=False))
    with pytest.raises(Fault, match="not a demonstration table"):
        AutomaticDealer(rules, desk_of(rules, MemoryJournal()), HouseClock())


def test_after_a_restart_it_continues_where_it_was(tmp_path: Path) -> None:
    path, rules = tmp_path / "house.journal", rules_for()

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.phase is Phase.NO_MORE_BETS)

    async def go_on(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 1)

    with SqliteJournal(path) as journal:
        deal(rules, play, journal=journal, pace=replace(FAST, fall=60_000))
        assert kinds(journal)[-1] == "no-more-bets-called"
    with SqliteJournal(path) as journal:
        deal(rules, go_on, journal=journal)
        assert kinds(journal)[3:5] == ["number-announced", "crown-placed"]


def test_the_number_is_drawn_only_when_no_more_bets_is_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the moment of every draw the journal's last record of the round is the call, and no number."""
    journal = MemoryJournal()
    last: list[str] = []
    generator = secrets.randbelow

    def watched(count: int) -> int:
        last.append(kinds(journal)[-1])
        return generator(count)

    monkeypatch.setattr(secrets, "randbelow", watched)

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.round > 5)

    deal(rules_for(), play, journal=journal)
    assert len(last) >= 5
    assert set(last) == {"no-more-bets-called"}
    assert kinds(journal).count("number-announced") == len(last)


def test_for_one_spin_there_is_one_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal that fails while the number is announced gets the same number again, not another."""
    draws: list[int] = []
    generator = secrets.randbelow

    def watched(count: int) -> int:
        draws.append(generator(count))
        return draws[-1]

    monkeypatch.setattr(secrets, "randbelow", watched)

    class Failing(MemoryJournal):
        failures = 0

        def append_many(self, batches: Any) -> Any:
            if batches[0][2][0].kind == "number-announced/2" and self.failures < 40:
                self.failures += 1
                raise OSError("the disk is gone")
            return super().append_many(batches)

    journal, rules = Failing(), rules_for()

    async def play(desk: Desk, _dealer: AutomaticDealer) -> None:
        await until(desk, lambda table: table.phase is Phase.CROWNED)

    deal(rules, play, journal=journal, pace=replace(FAST, collect=60_000))
    assert journal.failures == 40
    assert len(draws) == 1
    events = [from_record(record).event for record in journal.read(STREAM)]
    announced = [event.number for event in events if isinstance(event, NumberAnnounced)]
    assert announced == [rules.betting.game.wheel.compartments[draws[0]].label]


def test_the_generator_is_the_operating_systems_and_nothing_else() -> None:
    """What the module imports and calls: chance is `secrets`, the number is one `randbelow` of all compartments."""
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported == {"__future__", "asyncio", "collections", "logging", "msgspec", "secrets", "croupier"}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "secrets"
    }
    assert used == {"randbelow", "token_hex"}


@pytest.mark.parametrize("wheel", [*(roulette(each) for each in WHEELS if each != "big-six"), big_six()])
def test_each_compartment_is_drawn_by_its_place(wheel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """`randbelow(n)` is uniform on the n compartments, and each place gives its own compartment."""
    places = iter(range(len(wheel.compartments)))

    def next_place(count: int) -> int:
        assert count == len(wheel.compartments)
        return next(places)

    monkeypatch.setattr(secrets, "randbelow", next_place)
    assert [draw(wheel) for _ in wheel.compartments] == [each.label for each in wheel.compartments]


def test_a_large_sample_shows_no_lean() -> None:
    """Chi-square over the American wheel at 99% confidence: a fair wheel misses it three times running once in 10^6."""
    wheel, size = roulette("american"), 60_000
    expected = size / 38

    def chi_square() -> float:
        counts = Counter(draw(wheel) for _ in range(size))
        return sum((counts[label] - expected) ** 2 / expected for label in wheel.labels)

    critical = 59.893  # 37 degrees of freedom, 99%
    assert min(chi_square() for _ in range(3)) < critical
