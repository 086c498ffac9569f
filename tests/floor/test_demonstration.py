"""The demonstration's houses follow the rules, its tables deal and play automatically, and it resumes where it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor.bots import BotPace
from croupier.floor.colors import CHIP_COLORS
from croupier.floor.dealer import DealerPace
from croupier.floor.demonstration import BY_HAND_FILE, HOUSES, PASSWORD, PEOPLE, DemonstrationRunner, house_texts
from croupier.floor.demonstration.director import TABLE
from croupier.floor.premises import Premises
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_journal
from croupier.rules.choices import CALLED_BETS
from croupier.rules.house import HouseText, check_house, read_house
from croupier.table.state import Table
from croupier.terms.people import Role
from tests.vocabulary import WHEELS

PACE = replace(DealerPace(**dict.fromkeys(DealerPace.__struct_fields__, 1)), bets=30, track=10)
FELT = "7"
"""The table of chips on felt, which waits for a human dealer."""
BOT_PACE = BotPace(look=2, bet_first=1, bet_last=15, choose=20)


class Deaf:
    def publish(self, news: object, table: object) -> None: ...


def run(
    directory: Path, evening: Callable[[Premises, DemonstrationRunner], Awaitable[None]]
) -> list[tuple[str, int | None]]:
    """Runs the demonstration for a while; returns what was published about the pace."""
    told: list[tuple[str, int | None]] = []
    houses = [HouseText(text, name) for name, text in house_texts().items()]

    async def main(premises: Premises) -> None:
        runner = DemonstrationRunner(
            premises.tables,
            premises.clock,
            directory,
            colors=CHIP_COLORS,
            publish=lambda number, closes_at: told.append((number, closes_at)),
            pace=PACE,
            bot_pace=BOT_PACE,
        )
        premises.start()
        task = asyncio.create_task(runner.run())
        try:
            await evening(premises, runner)
        finally:
            task.cancel()
            await asyncio.wait([task])

    with Premises.open(directory, houses, lambda _number, _rules: Deaf()) as premises:
        asyncio.run(main(premises))
    return told


async def look(premises: Premises, number: str, at: Callable[[Table], int]) -> int:
    return await premises.tables[number].desk.query(lambda _version, table: at(table))


async def until(premises: Premises, reached: Callable[[Table], bool]) -> None:
    """Waits until every table satisfies the condition."""
    async with asyncio.timeout(60):
        for number in premises.tables.keys() - {FELT, TABLE}:
            while not await look(premises, number, reached):
                await asyncio.sleep(0.005)


@pytest.mark.parametrize("name", HOUSES)
def test_every_house_file_is_without_findings(name: str) -> None:
    assert check_house(house_texts()[name], name) == ()


def test_there_is_a_table_for_every_wheel_and_all_say_what_they_are() -> None:
    tables = [table for text in house_texts().values() for table in read_house(text).tables]
    assert {table.rules.choices.wheel for table in tables} == set(WHEELS)
    assert len({table.number for table in tables}) == len(tables)
    assert all(table.running.demonstration for table in tables)
    assert [table.number for table in tables if not table.running.electronic] == [FELT]


def test_one_table_offers_called_bets() -> None:
    """So that anybody can try the racetrack."""
    houses = [read_house(HouseText(text, name)) for name, text in house_texts().items()]
    tables = [each for house in houses for each in house.tables]
    assert [each.number for each in tables if CALLED_BETS in each.rules.choices.offers] == ["6"]


def test_the_people_can_play_every_part() -> None:
    roles = {guest.role for guest in PEOPLE}
    assert roles == set(Role) - {Role.DEVICE}, "all for whom there is a page"
    assert sum(guest.role is Role.PLAYER for guest in PEOPLE) >= 3
    assert len({guest.name for guest in PEOPLE}) == len(PEOPLE)
    assert len(PASSWORD) >= 8


@pytest.mark.slow
def test_every_table_deals_and_plays_by_itself_and_continues_after_a_restart(tmp_path: Path) -> None:
    rounds: list[dict[str, int]] = []

    async def evening(premises: Premises, _runner: DemonstrationRunner) -> None:
        assert not any(place.findings for place in premises.places.values())
        before = {number: await look(premises, number, lambda table: table.round) for number in premises.tables}
        await until(premises, lambda table: table.round >= max(before.values()) + 3 and bool(table.seats))
        rounds.append({number: await look(premises, number, lambda table: table.round) for number in premises.tables})

    told = run(tmp_path, evening)
    assert {number for number, closes_at in told if closes_at} == set(rounds[0]) - {FELT, TABLE}
    run(tmp_path, evening)
    assert all(rounds[1][number] > rounds[0][number] for number in rounds[0] if number not in (FELT, TABLE))
    assert rounds[1][FELT] == 0
    with SqliteJournal(tmp_path / "journal.sqlite", read_only=True) as journal:
        assert verify_journal(journal).ok


def test_who_deals_is_remembered(tmp_path: Path) -> None:
    async def by_hand(_premises: Premises, runner: DemonstrationRunner) -> None:
        assert [number for number, dealer in runner.dealers.items() if not dealer.on] == [FELT]
        runner.dealers["2"].switch(on=False)
        runner.remember("2", on=False)
        runner.remember("3", on=False)
        runner.remember("3", on=True)

    async def again(_premises: Premises, runner: DemonstrationRunner) -> None:
        assert [number for number, dealer in runner.dealers.items() if not dealer.on and number != FELT] == ["2"]

    run(tmp_path, by_hand)
    run(tmp_path, again)
    (tmp_path / BY_HAND_FILE).write_text("nonsense")

    async def unread(_premises: Premises, runner: DemonstrationRunner) -> None:
        assert [number for number, dealer in runner.dealers.items() if not dealer.on] == [FELT]

    run(tmp_path, unread)
