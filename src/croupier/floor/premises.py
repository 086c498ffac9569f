"""All tables of a house while the service runs: one directory, one journal, one desk per table.

DIR/journal.sqlite     every record
DIR/checkpoint.key     signs checkpoints; readable for its owner alone
DIR/service.lock       held by the one service that runs on the directory
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.clock import Clock, HouseClock
from croupier.floor.desk import Desk
from croupier.floor.disk import Disk
from croupier.floor.history import History
from croupier.floor.live import Feed, LiveTable
from croupier.floor.lock import DirectoryLock
from croupier.floor.meter import Meter, MeteredWriter
from croupier.floor.order import News, Order
from croupier.floor.recovery import rules_in_force
from croupier.floor.sealer import SEAL_EVERY_S, Sealer, signing_key
from croupier.floor.watch import Watch
from croupier.floor.writer import OtherRules
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.trouble import try_to_write
from croupier.records.script import stream_of
from croupier.rules.house import HouseTable, SurveyedHouse, UnfitTable, survey_house
from croupier.table.command import CallNoMoreBets
from croupier.table.questions import is_big_six
from croupier.table.state import Phase, Setup, Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem, Problems
from croupier.wire.rules import table_rules

JOURNAL_FILE = "journal.sqlite"
KEY_FILE = "checkpoint.key"
STOP_S = 10.0
"""How long a stop waits for the desks to close the betting."""
SERVICE = Actor("service", Role.DEALER)
"""In whose name the service calls no more bets when it stops."""

FeedOf = Callable[[str, TableRules], Feed]
"""Makes the feed of a table from its number and rules."""

_log = logging.getLogger(__name__)


class Dealing(Protocol):
    """A dealer who is not a person, at a demonstration table."""

    @property
    def on(self) -> bool: ...

    def switch(self, *, on: bool) -> None: ...


class HouseText(Struct, frozen=True):
    """A house file: its text, and its name for messages."""

    text: str
    file: str = ""


def survey(houses: Sequence[HouseText]) -> tuple[SurveyedHouse, ...]:
    """The tables of house files, fit to open or not; raises what is wrong outside the tables."""
    return tuple(survey_house(house.text, house.file) for house in houses)


class Place(Struct):
    """One table of the house file: running, or with what keeps it from opening."""

    number: str
    house: str
    entry: HouseTable | UnfitTable
    findings: tuple[Problem, ...] = ()
    live: LiveTable | None = None
    history: History | None = None
    meter: Meter | None = None
    note: str = ""
    """What the house should know although the table runs, such as that it is still open under older rules."""


class _Heard:
    """Passes the news of a desk on to its feed, with the table as it is then."""

    def __init__(self, writer: MeteredWriter, feed: Feed) -> None:
        self._writer, self._feed = writer, feed

    def __call__(self, news: News) -> None:
        self._feed.tell(news, self._writer.table)


class Premises:
    """Everything that runs on one directory; made by `open`, or by `claim` and `open_tables`; ended by `close`."""

    def __init__(self, directory: Path, lock: DirectoryLock, clock: Clock) -> None:
        self.directory, self.clock = directory, clock
        self.places: dict[str, Place] = {}
        self.houses: tuple[SurveyedHouse, ...] = ()
        self.dealers: dict[str, Dealing] = {}
        """The automatic dealers of demonstration tables, by table; whoever runs them puts them here."""
        self.stopping = False
        self.sealer: Sealer | None = None
        self.last_at = 0
        """When the last command of any table was given, as far as its records said at the start."""
        self.watch = Watch(clock, lambda: try_to_write(self.journal_path))
        """Whether the journal takes the records of everybody who writes to it."""
        self._lock = lock
        self._warming: threading.Thread | None = None
        self._writers: dict[str, MeteredWriter] = {}
        self._disk = Disk()
        """SQLite takes one writer at a time, so the desks share one thread that waits for it."""

    @classmethod
    def claim(cls, directory: Path, clock: Clock | None = None, *, seal_every_s: float = SEAL_EVERY_S) -> Self:
        """A directory of one's own, with a journal and a key, and no tables yet."""
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Fault(f"{directory} cannot be made ({error.strerror}). Choose another directory.") from error
        premises = cls(directory, DirectoryLock(directory), clock or HouseClock())
        try:
            premises.open_journal().close()
            key = signing_key(premises.key_path)
            premises.sealer = Sealer(premises.journal_path, key, premises.clock, seal_every_s)
            premises.sealer.start()
        except BaseException:
            premises.close()
            raise
        return premises

    @classmethod
    def open(cls, directory: Path, houses: Sequence[HouseText], feed_of: FeedOf, **more: Any) -> Self:
        """The premises of the house files, ready to run; `more` is that of `claim`."""
        surveyed = survey(houses)
        premises = cls.claim(directory, **more)
        try:
            premises.open_tables(surveyed, feed_of)
        except BaseException:
            premises.close()
            raise
        return premises

    def open_tables(self, houses: Sequence[SurveyedHouse], feed_of: FeedOf) -> None:
        """Afterwards each table without findings is there, as its records left it; orders wait until `start`."""
        self.houses = tuple(houses)
        for house in houses:
            for entry in house.tables:
                self._place(house, entry, feed_of)
        self._warming = threading.Thread(target=self._warm, name="history", daemon=True)
        self._warming.start()

    def start(self) -> None:
        """Afterwards the running loop takes the orders of every table."""
        loop = asyncio.get_running_loop()
        for live in self.tables.values():
            live.desk.start(loop, self._disk)
        self.watch.start(loop, self._disk)

    def _warm(self) -> None:
        """Reads the past of one table after the other, so that whoever asks first need not wait for it."""
        for place in list(self.places.values()):
            if place.history is not None and not self.stopping:
                try:
                    place.history.warm()
                except Exception:  # whoever asks is told; a table runs without its past
                    _log.exception("table %s: its past could not be read", place.number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def journal_path(self) -> Path:
        return self.directory / JOURNAL_FILE

    @property
    def key_path(self) -> Path:
        return self.directory / KEY_FILE

    @property
    def name(self) -> str:
        return self.houses[0].name if self.houses else ""

    @property
    def tables(self) -> Mapping[str, LiveTable]:
        """The tables that run, by number."""
        return {number: place.live for number, place in self.places.items() if place.live is not None}

    def open_journal(self) -> SqliteJournal:
        """Another journal object on the same records, for a writer of its own."""
        return SqliteJournal(self.journal_path)

    def has_seat(self, table: str, seat: int) -> bool:
        """Whether a table runs that has this seat."""
        live = self.tables.get(table)
        return live is not None and 1 <= seat <= live.rules.setup.seats

    def close_betting(self) -> None:
        """Afterwards no more bets is called wherever the order of the round allows the call now; not for the loop.

        Elsewhere the round stays as it stands: whatever lies on the layout is there when the service comes back.
        """
        self.stopping = True
        asked = [live.desk.look(_may_call(live.rules)) for live in self.tables.values()]
        wait(asked, STOP_S)
        calls = []
        for live, may in zip(self.tables.values(), asked, strict=True):
            if may.done() and not may.exception() and may.result():
                order = Order(f"stop-{self.clock.now()}", CallNoMoreBets(by=SERVICE, at=0))
                calls.append(live.desk.ask(order))
        wait(calls, STOP_S)

    def stop_desks(self) -> None:
        """Afterwards desks take no orders; those they had are answered, and views can no longer be asked for.

        Called where the loop runs, or when it has ended.
        """
        self.stopping = True
        self.watch.stop()
        for live in self.tables.values():
            live.desk.stop()

    def close(self) -> None:
        """Desks answer what they have and stop, the journal is sealed, the directory is free for another service.

        Where the journal cannot be sealed, all the rest is done, and then a fault is raised.
        """
        self.stop_desks()
        self._disk.shutdown()
        for writer in self._writers.values():
            writer.close()
        for place in self.places.values():
            if place.history is not None:
                place.history.close()
        if self._warming is not None:
            self._warming.join()
        try:
            if self.sealer is not None:
                self.sealer.stop()
        finally:
            self._lock.release()

    def _place(self, house: SurveyedHouse, entry: HouseTable | UnfitTable, feed_of: FeedOf) -> None:
        number = entry.number
        place = Place(number, house.name, entry)
        if number in self.places:
            where = f"table {number} is in two house files"
            twin = Problem("number", where, "Give each table a number of its own.", table=number)
            place = replace(place, number=f"{number} ({house.name})", findings=(twin,))
        elif isinstance(entry, UnfitTable):
            place.findings = entry.findings
        self.places[place.number] = place
        if not place.findings and isinstance(entry, HouseTable):
            self._run(place, house, entry, feed_of)

    def _run(self, place: Place, house: SurveyedHouse, entry: HouseTable, feed_of: FeedOf) -> None:
        stream = stream_of(entry.number)
        rules = table_rules(house.book.id, entry.written, setup_of(entry))
        place.meter = Meter()
        journal = self.open_journal()
        try:
            try:
                writer = MeteredWriter(journal, stream, rules, reopen=self.open_journal)
            except OtherRules:
                rules = self._rules_kept(journal, stream)
                place.note = "It is still open under the rules it was opened under; the new ones hold from its opening."
                writer = MeteredWriter(journal, stream, rules, reopen=self.open_journal)
        except Problems as problems:
            journal.close()
            place.findings = tuple(replace(each, table=entry.number) for each in problems.problems)
            return
        except BaseException:
            journal.close()
            raise
        writer.meter = place.meter
        writer.meter.version = writer.version
        self._writers[entry.number] = self.watch.recorders[stream] = writer
        self.last_at = max(self.last_at, writer.table.last_at)
        feed = feed_of(entry.number, rules)
        desk = Desk(writer, self.clock, on_news=_Heard(writer, feed))
        place.live = LiveTable(entry.number, rules, desk, feed)
        place.history = History(self.journal_path, stream)

    @staticmethod
    def _rules_kept(journal: SqliteJournal, stream: str) -> TableRules:
        rules = rules_in_force(journal, stream)
        if rules is None:
            raise Fault(f"{stream} is open, and no record opens it. Run croupier verify.")
        return rules


def setup_of(entry: HouseTable) -> Setup:
    """How a table of a house file is run."""
    running = entry.running
    return Setup(
        number=entry.number,
        seats=running.seats,
        electronic=running.electronic,
        central_screen=running.central_screen,
        prison_ms=running.prison_seconds * 1000,
        tip_wagers=running.tip_wagers,
        tip_wager_max=running.tip_wager_max,
        demonstration=running.demonstration,
        external_parts=entry.equipment.external_parts is True,
        secure_place=entry.equipment.secure_place or "",
    )


def _may_call(rules: TableRules) -> Callable[[int, Table], bool]:
    window = Phase.BETTING if is_big_six(rules) else Phase.IN_TRACK
    return lambda _version, table: table.phase is window
