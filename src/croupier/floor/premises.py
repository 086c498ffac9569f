"""All tables of a house while the service runs: one directory, one journal, one desk per table.

DIR/journal.sqlite     every record
DIR/checkpoint.key     signs checkpoints; readable for its owner alone
DIR/checkpoint.last    the last checkpoint once more, so that a journal without it is found out
DIR/cache.key          seals what is kept beside the records; readable for its owner alone
DIR/service.lock       held by the one service that runs on the directory
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal, own_seal
from croupier.floor.clock import HouseClock
from croupier.floor.commit_link import CommitLink
from croupier.floor.committer import HouseCommitter
from croupier.floor.cosigning import Cosigner
from croupier.floor.desk import Desk
from croupier.floor.far_table import FarTable
from croupier.floor.history import History
from croupier.floor.joined_journal import JoinedJournal
from croupier.floor.journal_health import JournalHealth
from croupier.floor.live import Feed, LiveTable
from croupier.floor.lock import DirectoryLock
from croupier.floor.order import News, Order
from croupier.floor.past_reader import Doubts, PastReader
from croupier.floor.premises_table import PremisesTable
from croupier.floor.recovery import recover, rules_in_force
from croupier.floor.rules_choices import RulesChoices
from croupier.floor.sealer import SEAL_EVERY_S, Sealer
from croupier.floor.sealing_key import known_keys, shared_key
from croupier.floor.writer import OtherRules
from croupier.floor.writer_metrics import MeteredWriter, WriterMetrics
from croupier.journal.checkpoint import default_origin
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.note import ED25519, NoteKey, VerifierKey
from croupier.journal.policy import WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.journal.remote import RemoteJournal
from croupier.journal.seal import CheckpointSigner
from croupier.journal.stores import JournalStore, OpenedJournal, SqliteStore, shared_files
from croupier.records.script import is_table, stream_of
from croupier.rules.house import HouseTable, HouseText, SurveyedHouse, UnfitTable, survey_house
from croupier.rules.shelf import Shelf, packaged
from croupier.table.command import CallNoMoreBets
from croupier.table.house_setup import setup_of
from croupier.table.sequence import call_phase
from croupier.table.state import SERVICE_DEALER, Phase, Table, TableRules
from croupier.terms.clock import Clock
from croupier.terms.day import day_of
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem, Problems
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import table_rules

JOURNAL_FILE = "journal.sqlite"
KEY_FILE = "checkpoint.key"
LAST_FILE = "checkpoint.last"
STOP_S = 10.0
"""How long a stop waits for the desks to close the betting."""
STILL_OPEN = (
    "It is still open under the rules it was opened under; the next opening after a restart takes the new ones."
)
SERVICE = Actor(SERVICE_DEALER, Role.DEALER)
"""In whose name the service calls no more bets when it stops."""

FeedOf = Callable[[str, TableRules], Feed]
"""Makes the feed of a table from its number and rules."""

_log = logging.getLogger(__name__)


class Witnessing(Struct, frozen=True):
    """Under which name the journal is sealed, by which key, and which witnesses cosign it."""

    policy: WitnessPolicy | None = None
    origin: str = ""
    """The name of the log, for a journal that is sealed for the first time; a policy names it too."""
    signer: CheckpointSigner | None = None
    """A process that holds the key; without one, the key is a file of the directory."""

    def origin_of(self, public: bytes) -> str:
        """The name under which the key seals; a problem when the policy does not know the key."""
        if self.policy is None:
            return self.origin
        names = [key.name for key in self.policy.logs if key.public == public]
        if not names or (self.origin and self.origin not in names):
            vkey = VerifierKey(self.origin or default_origin(public), ED25519, public)
            raise Problems([Problem("--policy", "it does not name this journal's log", f"Add the line: log {vkey}")])
        return names[0]


class Dealing(Protocol):
    """A dealer who is not a person, at a demonstration table."""

    @property
    def on(self) -> bool: ...

    def switch(self, *, on: bool) -> None: ...


def survey(houses: Sequence[HouseText], clock: Clock) -> tuple[SurveyedHouse, ...]:
    """The tables of house files, fit to open today or not; raises what is wrong outside the tables."""
    return tuple(survey_house(house, today=day_of(clock.now())) for house in houses)


def has_open_table(store: JournalStore) -> bool:
    """Whether the records left any table open."""
    if isinstance(store, SqliteStore) and not store.path.is_file():
        return False
    with store.journal(read_only=True) as journal:
        tables = (head.stream for head in journal.streams() if is_table(head.stream))
        return any(recover(journal, stream).table.phase is not Phase.CLOSED for stream in tables)


class _Heard:
    """Passes the news of a desk on to its feed, with the table as it is then."""

    def __init__(self, writer: MeteredWriter, feed: Feed) -> None:
        self._writer, self._feed = writer, feed

    def __call__(self, news: News) -> Iterator[None] | None:
        return self._feed.tell(news, self._writer.table)


class Premises:
    """Everything that runs on one directory; made by `open`, or by `claim` and `open_tables`; ended by `close`."""

    def __init__(
        self,
        directory: Path,
        lock: DirectoryLock,
        clock: Clock,
        store: JournalStore | None = None,
        *,
        commits: str = "",
        choices: RulesChoices | None = None,
    ) -> None:
        self.directory, self.clock = directory, clock
        self.seal = own_seal()
        """Under which snapshots and histories are kept."""
        self.store: JournalStore = store or SqliteStore(directory / JOURNAL_FILE)
        self.places: dict[str, PremisesTable] = {}
        self.houses: tuple[SurveyedHouse, ...] = ()
        self.dealers: dict[str, Dealing] = {}
        """The automatic dealers of demonstration tables, by table; whoever runs them puts them here."""
        self.stopping = False
        self.sealer: Sealer | None = None
        self.policy: WitnessPolicy | None = None
        self.cosigner: Cosigner | None = None
        """Has checkpoints cosigned, where the house has a policy."""
        self.last_at = 0
        """When the last record of any table, or of people, was made, as far as they said at the start."""
        self.health = JournalHealth(clock, self.store.try_to_write)
        """Whether the journal takes the records of everybody who writes to it."""
        self._lock = lock
        self._writers: dict[str, MeteredWriter] = {}
        self.doubts = Doubts(self.health, self._writers.values())
        """What is kept and does not follow from the records."""
        self.past = PastReader(self.store, self.doubts)
        shared = self.store.journal if isinstance(self.store, SqliteStore) else None
        self._commits, self._choices = commits, choices
        self.committer = CommitLink(commits) if commits else HouseCommitter(shared)
        """A file is written in one commit for the whole house; in a shared database each stream has its owner."""

    @classmethod
    def claim(
        cls,
        directory: Path,
        clock: Clock | None = None,
        *,
        seal_every_s: float = SEAL_EVERY_S,
        witnessing: Witnessing | None = None,
        store: JournalStore | None = None,
        lock: DirectoryLock | None = None,
        commits: str = "",
        choices: RulesChoices | None = None,
    ) -> Self:
        """A directory of one's own, with a journal and a key, and no tables yet.

        With `commits`, the address of the process that commits, others run the tables, and the `lock` is theirs too.
        """
        witnessing = witnessing or Witnessing()
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Fault(f"{directory} cannot be made ({error.strerror}). Choose another directory.") from error
        lock = lock or DirectoryLock(directory)
        premises = cls(directory, lock, clock or HouseClock(), store, commits=commits, choices=choices)
        try:
            premises.store.prepare()
            premises.seal = CacheSeal.load(directory / CACHE_KEY_FILE)
            kept = LastCheckpointFile(directory / LAST_FILE)
            with premises.open_journal() as journal:
                heads = journal.streams()
                if not heads or shared_files(premises.store) is not None:  # another node may have signed all so far
                    kept.begin(journal.last_checkpoint())
                for head in heads:  # those of people too, and not of tables alone
                    premises.last_at = max(premises.last_at, *_times(journal, head))
            premises.policy = witnessing.policy
            if (key := premises._sealing_key(witnessing)) is not None:
                log = witnessing.origin_of(key.public)
                if witnessing.policy is not None:
                    premises.cosigner = Cosigner(premises.store, witnessing.policy, premises.clock)
                    premises.cosigner.start()
                wake = premises.cosigner.wake if premises.cosigner is not None else None
                keys = tuple(dict.fromkeys((key.public, *premises.public_keys())))
                premises.sealer = Sealer(
                    premises.store, key, premises.clock, seal_every_s, log=log, on_sealed=wake, keys=keys, copy=kept
                )
                premises.sealer.on_broken = premises.doubts.add
                premises.sealer.start()
        except BaseException:
            premises.close()
            raise
        return premises

    @classmethod
    def open(
        cls, directory: Path, houses: Sequence[HouseText], feed_of: FeedOf, clock: Clock | None = None, **more: Any
    ) -> Self:
        """The premises of the house files, ready to run; `more` is that of `claim`."""
        clock = clock or HouseClock()
        surveyed = survey(houses, clock)
        premises = cls.claim(directory, clock, **more)
        try:
            premises.open_tables(surveyed, feed_of)
        except BaseException:
            premises.close()
            raise
        return premises

    def open_tables(self, houses: Sequence[SurveyedHouse], feed_of: FeedOf) -> None:
        """Afterwards each table without findings is there, as its records left it; orders wait until `start`."""
        self.houses = tuple(houses)
        with self.open_journal() as journal:
            RecordedRulebooks.of(journal)  # rules that were changed are found before anybody plays under them
        for house in houses:
            for entry in house.tables:
                self._place(house, entry, feed_of)
        self.past.start(self.places.values())

    def start(self) -> None:
        """Afterwards the running loop takes the orders of every table."""
        self.committer.start()
        for live in self.tables.values():
            live.desk.start()
        self.health.start(asyncio.get_running_loop(), self.committer.pool)

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

    def _sealing_key(self, witnessing: Witnessing) -> NoteKey | CheckpointSigner | None:
        """The key that seals here; None where another node of a shared store has it."""
        if witnessing.signer is not None:
            return witnessing.signer
        return shared_key(self.store, self.key_path)

    def public_keys(self) -> tuple[bytes, ...]:
        """The keys that may have signed this journal's checkpoints, older ones included."""
        own = (self.sealer.public,) if self.sealer is not None else ()
        return tuple(dict.fromkeys((*own, *known_keys(self.store, self.key_path))))

    @property
    def name(self) -> str:
        return self.houses[0].name if self.houses else ""

    @property
    def shelf(self) -> Shelf:
        """The rulebooks that the house can name."""
        return self.houses[0].shelf if self.houses else packaged()

    @property
    def tables(self) -> Mapping[str, LiveTable]:
        """The tables that run here, by number."""
        return {number: place.live for number, place in self.places.items() if isinstance(place.live, LiveTable)}

    @property
    def running(self) -> Mapping[str, LiveTable | FarTable]:
        """The tables that run, here or in another process, by number."""
        return {number: place.live for number, place in self.places.items() if place.live is not None}

    def open_journal(self, own: str = "") -> OpenedJournal:
        """Another journal object on the same records, for a writer of its own; of a stream that it owns alone."""
        if self._commits and isinstance(self.store, SqliteStore):
            return RemoteJournal(self.store.path, self._commits)
        return self.store.journal(own)

    def join_journal(self) -> OpenedJournal:
        """A journal object for another thread; in a file, what it appends joins the commits of the tables."""
        if isinstance(self.committer, CommitLink):
            return self.open_journal()
        if isinstance(self.store, SqliteStore):
            return JoinedJournal(self.store.path, self.committer.append_blocking)
        return self.store.journal()

    def has_seat(self, table: str, seat: int) -> bool:
        """Whether a table runs that has this seat."""
        live = self.running.get(table)
        return live is not None and 1 <= seat <= live.rules.setup.seats

    async def close_betting(self) -> None:
        """Afterwards no more bets is called wherever the order of the round allows the call now.

        Elsewhere the round stays as it stands: whatever lies on the layout is there when the service comes back.
        """
        self.stopping = True
        looks = {number: live.desk.look(_may_call(live.rules)) for number, live in self.tables.items()}
        if looks:
            await asyncio.wait(looks.values(), timeout=STOP_S)
        calls = [
            self.tables[number].desk.ask(Order(f"stop-{self.clock.now()}", CallNoMoreBets(by=SERVICE, at=0)))
            for number, may in looks.items()
            if may.done() and not may.exception() and may.result()
        ]
        if calls:
            await asyncio.wait(calls, timeout=STOP_S)

    async def stop_desks(self) -> None:
        """Afterwards desks take no orders; those they had are answered, and views can no longer be asked for."""
        self._stop_watching()
        for live in self.tables.values():
            await live.desk.stop()

    def _stop_watching(self) -> None:
        self.stopping = True
        self.past.stop()
        self.health.stop()

    def close(self) -> None:
        """Desks that a loop has not stopped do so, the journal is sealed, the directory is free for another service.

        Where the journal cannot be sealed, all the rest is done, and then a fault is raised.
        """
        self._stop_watching()
        self.committer.stop()
        for live in self.tables.values():
            live.desk.close()
        for writer in self._writers.values():
            writer.close()
        self.committer.close()
        for place in self.places.values():
            if place.history is not None:
                place.history.close()
        self.past.join()
        try:
            if self.sealer is not None:
                self.sealer.stop()
        finally:
            if self.cosigner is not None:
                self.cosigner.stop()
            self._lock.release()

    def _place(self, house: SurveyedHouse, entry: HouseTable | UnfitTable, feed_of: FeedOf) -> None:
        number = entry.number
        place = PremisesTable(number, house.name, entry)
        if number in self.places:
            where = f"table {number} is in two house files"
            twin = Problem("number", where, "Give each table a number of its own.", table=number)
            place = replace(place, number=f"{number} ({house.name})", findings=(twin,))
            self.places[place.number] = place
            return
        if isinstance(entry, UnfitTable):
            place.findings = entry.findings
        self.places[number] = place
        if isinstance(entry, HouseTable) or self._kept(number) or self._is_open(number):
            self._run(place, house, feed_of)

    def _is_open(self, number: str) -> bool:
        """Whether the records left the table open, so that it has to be played to its end."""
        with self.open_journal() as journal:
            return recover(journal, stream_of(number), seal=self.seal).table.phase is not Phase.CLOSED

    def _kept(self, number: str) -> bool | None:
        """Whether a table keeps the rules it was opened under, where another process has found that out."""
        return self._choices.kept(number) if self._choices is not None else None

    def _history(self, stream: str) -> History | None:
        """What reads the past of a table."""
        return History(self.store, stream, self.directory, self.seal)

    def _open_writer(self, place: PremisesTable, house: SurveyedHouse, stream: str) -> MeteredWriter | None:
        """The writer of a table; None when there are findings instead."""
        journal = self.open_journal(stream)
        try:
            writer = self._writer(place, house, journal, stream)
        except Problems as problems:
            journal.close()
            place.findings = tuple(replace(each, table=place.number) for each in problems.problems)
            return None
        except BaseException:
            journal.close()
            raise
        if self._choices is not None:
            self._choices.choose(place.number, kept=writer.rules.superseded)
        return writer

    def _run(self, place: PremisesTable, house: SurveyedHouse, feed_of: FeedOf) -> None:
        number, stream = place.number, stream_of(place.number)
        place.metrics = WriterMetrics()
        writer = self._open_writer(place, house, stream)
        if writer is None:
            return
        writer.metrics = place.metrics
        writer.metrics.version = writer.version
        self._writers[number] = self.health.recorders[stream] = writer
        self.last_at = max(self.last_at, writer.table.last_at)
        feed = feed_of(number, writer.rules)
        desk = Desk(writer, self.clock, on_news=_Heard(writer, feed))
        place.live = LiveTable(number, writer.rules, desk, feed)
        place.history = self._history(stream)
        place.began = writer.take_began()

    def _writer(self, place: PremisesTable, house: SurveyedHouse, journal: Journal, stream: str) -> MeteredWriter:
        """The writer of a table: under the house's rules, or where it is still open under those it was opened under."""
        entry = place.entry
        if isinstance(entry, HouseTable):
            rules = table_rules(entry.rules.book, entry.written, setup_of(entry, house.plays_day))
            if not self._kept(place.number):
                with suppress(OtherRules):
                    return self._metered(journal, stream, rules)
            place.note = STILL_OPEN
        else:
            place.note = f"{STILL_OPEN} What keeps it from opening again: {' '.join(map(_said, place.findings))}"
            place.findings = ()
        kept = rules_in_force(journal, stream, self.seal)
        if kept is None:
            raise Fault(f"{stream} is open, and no record opens it. Run croupier verify.")
        kept = replace(kept, superseded=True)
        return self._metered(journal, stream, kept)

    def _metered(self, journal: Journal, stream: str, rules: TableRules) -> MeteredWriter:
        reopen = partial(self.open_journal, stream)
        return MeteredWriter(journal, stream, rules, reopen=reopen, seal=self.seal, committer=self.committer)


def _times(journal: Journal, head: Head) -> tuple[int, ...]:
    """When the last record of a stream was made."""
    return (0, *(record.time_ms for record in journal.read(head.stream, head.version, 1)))


def _said(problem: Problem) -> str:
    return f"{problem.key}: {problem.wrong}{problem.source}. {problem.right}"


def _may_call(rules: TableRules) -> Callable[[int, Table], bool]:
    window = call_phase(rules.procedure)
    return lambda _version, table: table.phase is window
