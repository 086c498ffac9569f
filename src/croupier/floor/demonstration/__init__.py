"""The demonstration: its houses and people, and what deals and plays at its tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from msgspec import DecodeError, Struct, json

from croupier.floor.bots import Company, Tempo
from croupier.floor.clock import Clock
from croupier.floor.dealer import AutomaticDealer, Pace
from croupier.floor.live import LiveTable
from croupier.terms.people import Role

HOUSES = ("new-jersey.toml", "colorado.toml", "house-sheet.toml")
PASSWORD = "demonstration"  # noqa: S105 (everybody may know it: the lobby shows it)
BY_HAND_FILE = "dealt-by-hand.json"
"""In the data directory: the tables at which people have taken over the dealing."""

_log = logging.getLogger(__name__)


class Guest(Struct, frozen=True):
    """Somebody whose login the lobby shows."""

    name: str
    role: Role
    words: str


PEOPLE = (
    Guest("ana", Role.PLAYER, "plays"),
    Guest("ben", Role.PLAYER, "plays"),
    Guest("cleo", Role.PLAYER, "plays"),
    Guest("dora", Role.DEALER, "deals"),
    Guest("vera", Role.SUPERVISOR, "decides and opens tables"),
    Guest("sid", Role.SURVEILLANCE, "watches and replays"),
    Guest("rae", Role.REGULATOR, "audits"),
    Guest("kim", Role.KEY_MANAGER, "keeps accounts and terminals"),
)


def house_texts() -> dict[str, str]:
    """The house files of the demonstration by name, one for each book; each is without findings."""
    return {name: (files(__name__) / name).read_text("utf-8") for name in HOUSES}


class Hall:
    """The automatic dealers and the bots of all demonstration tables of a service.

    Which tables people deal by hand is kept in the data directory: after a restart, and after a crash, each table
    is dealt by whoever dealt it before.
    """

    def __init__(
        self,
        tables: Mapping[str, LiveTable],
        clock: Clock,
        directory: Path,
        *,
        colors: Sequence[str],
        publish: Callable[[str, int | None], None],
        pace: Pace | None = None,
        tempo: Tempo | None = None,
    ) -> None:
        self._by_hand = directory / BY_HAND_FILE
        by_hand = self._read()
        self.dealers: dict[str, AutomaticDealer] = {}
        self._companies: list[Company] = []
        for number, live in tables.items():
            if not live.rules.setup.demonstration:
                continue
            self.dealers[number] = AutomaticDealer(
                live.rules, live.desk, clock, pace=pace, publish=_of(publish, number), on=number not in by_hand
            )
            if live.rules.setup.electronic:
                self._companies.append(Company(live.rules, live.desk, colors=colors, tempo=tempo))

    async def run(self) -> None:
        """Deals and plays until it is stopped."""
        async with asyncio.TaskGroup() as group:
            for dealer in self.dealers.values():
                group.create_task(dealer.run())
            for company in self._companies:
                group.create_task(company.run())

    def remember(self, number: str, on: bool) -> None:
        """Afterwards the directory knows who deals the table: the automatic dealer, or people."""
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
            _log.warning("%s cannot be read, every table is dealt automatically: %s", self._by_hand, error)
            return frozenset()


def _of(publish: Callable[[str, int | None], None], number: str) -> Callable[[int | None], None]:
    return lambda closes_at: publish(number, closes_at)
