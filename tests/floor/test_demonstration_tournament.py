"""The tournament of the demonstration: anybody can join, it deals and pays automatically, and starts again."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor.colors import CHIP_COLORS
from croupier.floor.dealer import DealerPace
from croupier.floor.demonstration import DemonstrationRunner, house_texts
from croupier.floor.demonstration.director import TABLE, DirectorPace
from croupier.floor.premises import Premises
from croupier.floor.tournaments import AUTOMATIC_DIRECTOR, TournamentFloor
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_journal
from croupier.records.tournament_tables import tournament_disagreements
from croupier.rules.house import HouseText
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.state import Tournament
from tests.floor.test_demonstration import BOT_PACE, Deaf

pytestmark = pytest.mark.slow

PACE = replace(DealerPace(**dict.fromkeys(DealerPace.__struct_fields__, 1)), bets=150, track=10, look=5)
DIRECTOR = DirectorPace(look=5, registration=200, result=1)


def joining(name: str) -> c.EnterPlayer:
    return c.EnterPlayer(by=AUTOMATIC_DIRECTOR, at=0, event="open", person=name, name=name, handed=True, qualified=True)


def state(floor: TournamentFloor, id: str) -> Tournament | None:
    if id not in floor.ids():
        return None
    return floor.query(id, lambda _version, _planned, tournament: tournament)


async def until(floor: TournamentFloor, id: str, stage: str) -> None:
    begin = time.monotonic()
    while (found := state(floor, id)) is None or str(found.stage) != stage:
        assert time.monotonic() - begin < 120, found and found.stage
        await asyncio.sleep(0.02)


def evening(directory: Path, *, stop: str = "closed", id: str = "demo-1", join: bool = True) -> None:
    """Runs the demonstration until the tournament reaches this point."""
    houses = [HouseText(text, name) for name, text in house_texts().items()]

    async def main(premises: Premises) -> None:
        floor = TournamentFloor(premises.open_journal, premises.clock)
        tables = {TABLE: premises.tables[TABLE]}
        runner = DemonstrationRunner(
            tables,
            premises.clock,
            directory,
            colors=CHIP_COLORS,
            publish=lambda _number, _closes_at: None,
            pace=PACE,
            bot_pace=BOT_PACE,
            tournaments=floor,
            director=DIRECTOR,
        )
        premises.start()
        task = asyncio.create_task(runner.run())
        try:
            await until(floor, id, "open")
            if join:
                order = lambda at: replace(joining("ana"), at=at)  # noqa: E731
                assert not isinstance(floor.commit(id, "ana/join", order), Refusal)
            if stop == "playing":
                begin = time.monotonic()
                while not ((found := state(floor, id)) and found.has_played):
                    assert time.monotonic() - begin < 60
                    await asyncio.sleep(0.02)
                await asyncio.sleep(0.3)
            else:
                await until(floor, id, stop)
        finally:
            task.cancel()
            await asyncio.wait([task])
            floor.close()

    with Premises.open(directory, houses, lambda _number, _rules: Deaf()) as premises:
        asyncio.run(main(premises))


def test_a_tournament_is_joined_played_paid_and_started_again(tmp_path: Path) -> None:
    evening(tmp_path)
    evening(tmp_path, id="demo-2", stop="open", join=False)
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        floor = TournamentFloor(lambda: SqliteJournal(tmp_path / "journal.sqlite"), _Clock())
        first = state(floor, "demo-1")
        floor.close()
        assert first is not None
        assert "ana" in {entry.name for entry in first.entries.values()}
        assert len(first.entries) == 3
        assert sum(award.amount for award in first.awards.values()) == 1_000_00
        assert not first.unpaid
        assert first.balances.held() == {
            account: held for account, held in first.balances.held().items() if str(account).startswith("outside")
        }
        assert list(tournament_disagreements(journal)) == []
        assert verify_journal(journal).ok


def test_a_stop_in_mid_tournament_loses_nothing(tmp_path: Path) -> None:
    evening(tmp_path, stop="playing")
    evening(tmp_path, join=False)
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        assert list(tournament_disagreements(journal)) == []


class _Clock:
    def now(self) -> int:
        return 0
