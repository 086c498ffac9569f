"""The demonstration: its houses and people, and the automatic dealers and players at its tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from msgspec import DecodeError, Struct, json

from croupier.floor.bots import BotGroup, BotPace
from croupier.floor.dealer import AutomaticDealer, DealerPace
from croupier.floor.demonstration.director import TABLE, AutomaticDirector, DirectorPace
from croupier.floor.live import Dealing, LiveTable
from croupier.floor.tournaments import TournamentFloor
from croupier.terms.clock import Clock
from croupier.terms.people import Role

HOUSES = ("new-jersey.toml", "colorado.toml", "house-sheet.toml")
PASSWORD = "demonstration"  # noqa: S105 (not secret: the lobby shows it)
BY_HAND_FILE = "dealt-by-hand.json"
"""A file in the data directory with the tables that people deal by hand."""

_log = logging.getLogger(__name__)


class Guest(Struct, frozen=True):
    """A person whose login the lobby shows."""

    name: str
    role: Role
    words: str


PEOPLE = (
    Guest("ana", Role.PLAYER, "plays"),
    Guest("ben", Role.PLAYER, "plays"),
    Guest("cleo", Role.PLAYER, "plays"),
    Guest("dora", Role.DEALER, "deals"),
    Guest("vera", Role.SUPERVISOR, "decides and opens tables"),
    Guest("wanda", Role.SUPERVISOR, "approves what one person may not decide alone"),
    Guest("cass", Role.CASHIER, "works at the cage: fills, credits, tickets, vouchers"),
    Guest("tess", Role.DIRECTOR, "directs tournaments"),
    Guest("sid", Role.SURVEILLANCE, "watches and replays"),
    Guest("rae", Role.REGULATOR, "audits"),
    Guest("kim", Role.KEY_MANAGER, "manages accounts and terminals"),
    Guest("ted", Role.SLOT_TECHNICIAN, "enrolls terminals and looks after equipment"),
    Guest("sam", Role.SECURITY, "is present when equipment is worked on, and carries chips"),
    Guest("mel", Role.MAINTENANCE, "works on wheels"),
    Guest("abe", Role.ACCOUNTANT, "reads the books and counts the drop"),
)


def house_texts() -> dict[str, str]:
    """The house files of the demonstration by name, one for each book; none has findings."""
    return {name: (files(__name__) / name).read_text("utf-8") for name in HOUSES}


class DemonstrationRunner:
    """The automatic dealers and the bots of all demonstration tables of a service.

    The tables that people deal by hand are kept in the data directory: after a restart or a crash, each table has the
    same kind of dealer as before.
    """

    def __init__(
        self,
        tables: Mapping[str, LiveTable],
        clock: Clock,
        directory: Path,
        *,
        colors: Sequence[str],
        publish: Callable[[str, int | None], None],
        pace: DealerPace | None = None,
        bot_pace: BotPace | None = None,
        tournaments: TournamentFloor | None = None,
        director: DirectorPace | None = None,
    ) -> None:
        self._by_hand = directory / BY_HAND_FILE
        by_hand = self._read()
        self.dealers: dict[str, Dealing] = {}
        self._automatic: list[AutomaticDealer] = []
        self._bot_groups: list[BotGroup] = []
        self._director: AutomaticDirector | None = None
        if tournaments is not None and TABLE in tables:
            live = tables[TABLE]
            dealer = AutomaticDealer(live.rules, live.desk, clock, pace=pace, publish=_of(publish, TABLE), on=False)
            on = self._begins(live, by_hand)
            self._director = self.dealers[TABLE] = AutomaticDirector(tournaments, live, dealer, clock, director, on=on)
            self._automatic.append(dealer)
        for number, live in tables.items():
            if number == TABLE:
                continue
            if not live.rules.setup.demonstration:
                continue
            dealer = self.dealers[number] = AutomaticDealer(
                live.rules, live.desk, clock, pace=pace, publish=_of(publish, number), on=self._begins(live, by_hand)
            )
            self._automatic.append(dealer)
            if live.rules.setup.electronic:
                self._bot_groups.append(BotGroup(live.rules, live.desk, colors=colors, pace=bot_pace))

    @staticmethod
    def _begins(live: LiveTable, by_hand: Collection[str]) -> bool:
        """Whether the automatic dealer deals at the start: a table with chips on felt waits for a human dealer."""
        return live.rules.setup.electronic and live.number not in by_hand

    async def run(self) -> None:
        """Deals and plays until canceled."""
        async with asyncio.TaskGroup() as group:
            for dealer in self._automatic:
                group.create_task(dealer.run())
            for bots in self._bot_groups:
                group.create_task(bots.run())
            if self._director is not None:
                group.create_task(self._director.run())

    def remember(self, number: str, on: bool) -> None:
        """Saves whether the automatic dealer deals the table, or people do."""
        by_hand = self._read() - {number} if on else self._read() | {number}
        fresh = self._by_hand.with_suffix(".new")
        fresh.write_bytes(json.encode(sorted(by_hand)))
        fresh.replace(self._by_hand)

    def _read(self) -> frozenset[str]:
        try:
            return frozenset(json.decode(self._by_hand.read_bytes(), type=list[str]))
        except FileNotFoundError:
            return frozenset()
        except (DecodeError, OSError) as error:
            _log.warning("%s cannot be read; every table is dealt automatically: %s", self._by_hand, error)
            return frozenset()


def _of(publish: Callable[[str, int | None], None], number: str) -> Callable[[int | None], None]:
    return lambda closes_at: publish(number, closes_at)
