"""Durable wagers (decided, appended and answered), compared with SQLite for the same bytes and with memory.

The journal is the one of a running house, which copies its log back in a background thread.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

from benchmarks.raw_sqlite import raw_rate
from benchmarks.report import Row
from croupier.floor.order import Answer, Order
from croupier.floor.recovery import recover
from croupier.floor.writer import Writer
from croupier.journal.house import HouseJournal
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.command import AnyCommand
from croupier.table.state import Setup, TableRules
from croupier.table.values import Direction
from croupier.terms.people import Actor, Role
from croupier.wire.rules import table_rules

STREAM = "table/7"
NOON = 1_731_672_000_000
GROUPS = {1: 1_000, 10: 8_000, 100: 50_000, 1000: 100_000}
"""Number of wagers at each group size."""
PLAYERS = 2_000
RUNS = 2
ROUND = 100_000
MILLION = 1_000_000
TAIL = 50_000
"""Maximum number of records after a snapshot while a desk saves snapshots in time."""

DEALER, SUPERVISOR = Actor("ana", Role.DEALER), Actor("vera", Role.SUPERVISOR)
CASHIER = Actor("cy", Role.CASHIER)


def rules() -> TableRules:
    setup = Setup("7", seats=PLAYERS, electronic=True, terminals_approved="for the benchmark", central_screen=False)
    return table_rules("nj", {"wheel": "american", "zero": "half"}, setup)


class Table:
    """Two thousand terminals at one table, and their orders."""

    def __init__(self, journal: Journal) -> None:
        self.writer = Writer(journal, STREAM, rules())
        self._count = 0
        self._players = [Actor(f"player-{seat}", Role.PLAYER) for seat in range(1, PLAYERS + 1)]
        self._spots = [spot.id for spot in self.writer.rules.betting.layout.spots]
        opening = c.OpenTable(by=SUPERVISOR, at=NOON, dealer="ana", supervisor="vera", float_count=10**9)
        self.commit([opening])
        commands: list[AnyCommand] = []
        for seat, by in enumerate(self._players, start=1):
            commands += (
                c.TakeSeat(by=by, at=NOON, seat=seat, player=by.name),
                c.SetChips(by=by, at=NOON, seat=seat, color=f"shade-{seat}", value=100),
                c.BuyChips(by=CASHIER, at=NOON, seat=seat, amount=10**9, chips=Chips.ELECTRONIC),
            )
        self.commit(commands)

    def commit(self, commands: Sequence[AnyCommand]) -> None:
        self.place([self.order(command) for command in commands], len(commands))

    def order(self, command: AnyCommand) -> Order:
        self._count += 1
        return Order(f"00000000-0000-4000-8000-{self._count:012}", command)

    def wagers(self, count: int, *, spots: int = 10) -> list[Order]:
        """`count` wagers ready to be decided, with each player on `spots` spots."""
        orders = []
        for number in range(count):
            place, lap = number % PLAYERS, number // PLAYERS
            spot = self._spots[(place * 7 + lap % spots) % len(self._spots)]
            by = self._players[place]
            wager = c.PlaceWager(by=by, at=NOON, seat=place + 1, spot=spot, stake=500, chips=Chips.ELECTRONIC)
            orders.append(self.order(wager))
        return orders

    def place(self, orders: list[Order], group: int) -> None:
        for start in range(0, len(orders), group):
            answers = self.writer.commit(orders[start : start + group])
            if not all(map(_accepted, answers)):
                raise AssertionError(next(answer for answer in answers if not answer.events))

    def spin(self) -> None:
        """From the spin to the crown, with 17 as the result."""
        step = {"by": DEALER, "at": NOON}
        self.commit([c.SpinBall(**step, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)])  # type: ignore[arg-type]
        self.commit([c.CallNoMoreBets(**step)])  # type: ignore[arg-type]
        self.commit([c.AnnounceNumber(**step, number="17", revolutions=6)])  # type: ignore[arg-type]
        self.commit([c.PlaceCrown(**step)])  # type: ignore[arg-type]

    def settle(self) -> None:
        self.commit([c.CollectLosers(by=DEALER, at=NOON), c.PayWinners(by=DEALER, at=NOON)])


def _accepted(answer: Answer) -> bool:
    return bool(answer.events)


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _place(journal: Journal, count: int, group: int) -> float:
    """Wagers per second through decide, evolve, encode, chain and store."""
    table = Table(journal)
    orders = table.wagers(count)
    return count / _seconds(lambda: table.place(orders, group))


def rows() -> list[Row]:
    found: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        singly = 0.0
        for group, count in GROUPS.items():
            ours = memory = 0.0
            for attempt in range(RUNS):  # alternating, so that other load affects both
                path = directory / f"ours-{group}-{attempt}.db"
                with HouseJournal(path) as journal:
                    ours = max(ours, _place(journal, count, group))
                    records = list(journal.read(STREAM, PLAYERS * 3 + 2))
                memory = max(memory, _place(MemoryJournal(), count, group))
            raw = raw_rate(directory / f"raw-{group}.db", records, group)
            singly = singly or raw
            what = f"durable wagers, groups of {group:,}"
            found += [
                Row(what, ours, raw, "wagers/s", "raw SQLite, same bytes and groups"),
                Row(what, ours, singly, "wagers/s", "raw SQLite, a commit each"),
                Row(what, ours, memory, "wagers/s", "the same in memory", 0.7 if group == 1000 else None),
            ]
        found += _reading(path, count, ours)
        found += _round(directory)
        found += _opening(directory)
    return found


def _replay_s(path: Path) -> float:
    with SqliteJournal(path, read_only=True) as journal:
        return min(_seconds(lambda: recover(journal, STREAM, snapshot=False)) for _ in range(RUNS))


def _reading(path: Path, count: int, ingest: float) -> list[Row]:
    total = count + PLAYERS * 3 + 1
    verify = total / min(_seconds(lambda: verify_file(path)) for _ in range(RUNS))
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:  # a table is replayed by a service that starts
        replay = total / fresh.submit(_replay_s, path).result()
    return [
        Row("verify", verify, ingest, "records/s", "durable ingest in groups of 1,000"),
        Row("replay", replay, ingest, "records/s", "durable ingest in groups of 1,000", 5),
    ]


def _round(directory: Path) -> list[Row]:
    """All wagers of one round collected and paid in one commit."""
    with SqliteJournal(directory / "round.db") as journal:
        table = Table(journal)
        table.place(table.wagers(ROUND, spots=ROUND // PLAYERS), 1000)
        table.spin()
        seconds = _seconds(table.settle)
    return [
        Row(
            f"settle {ROUND:,} wagers of one round, durable",
            seconds * 1000,
            100,
            "ms",
            "100 ms",
            1,
            lower_is_better=True,
        )
    ]


def _opening(directory: Path) -> list[Row]:
    """A table with a million records whose desk saved snapshots."""
    path = directory / "million.db"
    with SqliteJournal(path) as journal:
        table = Table(journal)
        while table.writer.version < MILLION - TAIL:
            table.place(table.wagers(50_000), 1000)
        saved = _seconds(table.writer.recorded.save_snapshot)
        table.place(table.wagers(TAIL), 1000)
    with closing(SqliteJournal(path)) as journal:
        opened = _seconds(lambda: Writer(journal, STREAM, rules()))
        size = len(snapshot.body) if (snapshot := journal.snapshot(STREAM)) else 0
    return [
        Row("open a table with a million records", opened, 2, "s", "2 s", 1, lower_is_better=True),
        Row(f"save its snapshot ({size / 1e6:.0f} MB)", saved, opened, "s", "opening it", lower_is_better=True),
    ]
