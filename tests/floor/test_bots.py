"""The bots of a demonstration table: they play by the rules, make room for people and find their seats again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from croupier.floor.bots import NAMES, SPARE, BotGroup, BotPace
from croupier.floor.clock import HouseClock
from croupier.floor.dealer import AutomaticDealer, DealerPace
from croupier.floor.desk import Desk
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.sqlite import SqliteJournal
from croupier.table import command as c
from croupier.table.event import WagerPlaced
from croupier.table.state import Setup, Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.wire.events import CommandRefused, from_record
from croupier.wire.rules import table_rules
from tests.floor.scripts import order
from tests.loops import in_loop_of, open_desk

STREAM = "table/7"
COLORS = ("sky", "gold", "pink", "teal", "brown", "gray", "lime", "navy")
PACE = replace(DealerPace(**dict.fromkeys(DealerPace.__struct_fields__, 1)), bets=20, track=10)
BOT_PACE = BotPace(look=1, bet_first=1, bet_last=12, choose=20)
SETUP = Setup("7", seats=7, electronic=True, terminals_approved="for these tables", prison_ms=60, demonstration=True)
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "american": ("nj", {"zero": "half", "offers": ["five-adjacent"], "limits": {"minimum": 100, "maximum": 10_000}}),
    "european": ("co-2014", {"wheel": "european", "zero": "in-prison", "limits": {"minimum": 500, "maximum": 50_000}}),
    "covered": ("co-2014", {"wheel": "double-as-single", "limits": {"minimum": 100, "maximum": 10_000}}),
    "house": ("house", {}),
    "big six": ("nj", {"wheel": "big-six", "clapper": "void"}),
}


def rules_of(name: str = "american") -> TableRules:
    book, choices = TABLES[name]
    return table_rules(book, {"wheel": "american"} | choices, SETUP)


async def until(desk: Desk, reached: Callable[[Table], bool]) -> None:
    async with asyncio.timeout(60):
        while not await desk.query(lambda _version, table: reached(table)):
            await asyncio.sleep(0.002)


def play(
    rules: TableRules, evening: Callable[[Desk], Awaitable[None]], journal: Journal, seed: int = 4
) -> list[WagerPlaced | CommandRefused]:
    """Runs a dealer and bots for a while; returns the outcomes of their wagers."""

    async def main(desk: Desk) -> None:
        bots = BotGroup(rules, desk, colors=COLORS, pace=BOT_PACE, chance=Random(seed))
        dealer = AutomaticDealer(rules, desk, HouseClock(), pace=PACE)
        tasks = [asyncio.create_task(each.run()) for each in (bots, dealer)]
        try:
            await evening(desk)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    with open_desk(Desk(Writer(journal, STREAM, rules), HouseClock())) as desk:
        in_loop_of(desk, main(desk))
    told = [from_record(record) for record in journal.read(STREAM) if record.actor.startswith("player:")]
    return [each.event for each in told if isinstance(each.event, WagerPlaced | CommandRefused)]


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_bots_play_varied_lawful_bets_at_every_table(name: str) -> None:
    rules, journal = rules_of(name), MemoryJournal()

    async def evening(desk: Desk) -> None:
        await until(desk, lambda table: table.round > 25)

    told = play(rules, evening, journal)
    placed = [each for each in told if isinstance(each, WagerPlaced)]
    refused = Counter(each.refusal.code for each in told if isinstance(each, CommandRefused))
    layout = rules.betting.layout
    assert len({each.stake.seat for each in placed}) == len(NAMES)
    assert len({layout[each.stake.spot].wager for each in placed}) >= 5
    assert set(refused) <= {"bets-closed", "layout-locked", "choice-over"}  # some bot is always too late


def test_seats_stay_free_for_people_and_bots_make_room() -> None:
    rules, journal = rules_of(), MemoryJournal()

    async def evening(desk: Desk) -> None:
        await until(desk, lambda table: len(table.seats) == len(NAMES))
        for number in range(SETUP.seats - len(NAMES)):
            player = f"p{number}"
            free = await desk.query(
                lambda _version, table: [s for s in range(1, SETUP.seats + 1) if s not in table.seats]
            )
            taken = c.TakeSeat(by=Actor(player, Role.PLAYER), at=0, seat=free[0], player=player)
            assert (await desk.ask(order(taken))).events
        await until(desk, lambda table: SETUP.seats - len(table.seats) >= SPARE)
        names = await desk.query(lambda _version, table: {seat.player for seat in table.seats.values()})
        assert {f"p{number}" for number in range(SETUP.seats - len(NAMES))} <= names

    play(rules, evening, journal)


@pytest.mark.slow
def test_after_a_restart_bots_find_their_seats_again(tmp_path: Path) -> None:
    rules, path = rules_of(), tmp_path / "house.journal"
    seats: list[dict[int, str]] = []

    async def evening(desk: Desk) -> None:
        round = await desk.query(lambda _version, table: table.round)
        await until(desk, lambda table: table.round > round + 3 and len(table.seats) == len(NAMES))
        seats.append(
            await desk.query(lambda _version, table: {number: seat.player for number, seat in table.seats.items()})
        )

    for seed in (1, 2):
        with SqliteJournal(path) as journal:
            play(rules, evening, journal, seed)
    assert seats[0] == seats[1]


def test_bots_play_only_at_demonstration_tables() -> None:
    rules = table_rules("nj", {"wheel": "american"}, replace(SETUP, demonstration=False))
    with (
        open_desk(Desk(Writer(MemoryJournal(), STREAM, rules), HouseClock())) as desk,
        pytest.raises(Fault, match="bots may not"),
    ):
        BotGroup(rules, desk, colors=COLORS)
