"""All tables of a house while the service runs: one directory, one journal, one desk per table.

DIR/journal.sqlite     every record
DIR/checkpoint.key     signs checkpoints; readable only by the owner
DIR/checkpoint.last    a copy of the last checkpoint, to detect a journal that lacks it
DIR/cache.key          seals snapshots and history files; readable only by the owner
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
from typing import Any, Self

from msgspec.structs import replace

from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.clock import HouseClock
from croupier.floor.closing_betting import close_betting
from croupier.floor.commit_link import CommitLink
from croupier.floor.committer import HouseCommitter
from croupier.floor.cosigning import Cosigner
from croupier.floor.desk import Desk
from croupier.floor.history import History
from croupier.floor.house_survey import survey
from croupier.floor.joined_journal import JoinedJournal
from croupier.floor.journal_health import JournalHealth
from croupier.floor.live import Dealing, Feed, LiveTable
from croupier.floor.lock import DirectoryLock
from croupier.floor.order import News
from croupier.floor.past_reader import PastReader, UntrustedStreams
from croupier.floor.premises_table import PremisesTable
from croupier.floor.remote_table import RemoteTable
from croupier.floor.rules_choices import RulesChooser
from croupier.floor.sealer import SEAL_EVERY_S, Sealer
from croupier.floor.sealing_key import known_keys, shared_key
from croupier.floor.standby_tables import StandbyTables
from croupier.floor.table_opener import TableOpener
from croupier.floor.version_marks import VersionMarks, hash_reader, mark_key
from croupier.floor.witnessing import Witnessing
from croupier.floor.writer_metrics import MeteredWriter, WriterMetrics
from croupier.journal.chain import BrokenChain
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.lost_records import lost_heads
from croupier.journal.note import NoteKey
from croupier.journal.policy import WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.record import Head
from croupier.journal.remote import RemoteJournal
from croupier.journal.seal import CheckpointSigner
from croupier.journal.stores import JournalStore, OpenedJournal, SqliteStore, shared_files
from croupier.records.script import stream_of
from croupier.rules.house import HouseTable, HouseText, SurveyedHouse, UnfitTable
from croupier.rules.house_zone import common_zone
from croupier.rules.library import Library, packaged
from croupier.table.state import TableRules
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem
from croupier.wire.rulebooks import RecordedRulebooks

JOURNAL_FILE = "journal.sqlite"
KEY_FILE = "checkpoint.key"
LAST_FILE = "checkpoint.last"

FeedOf = Callable[[str, TableRules], Feed]
"""Creates the feed of a table from its number and rules."""

_log = logging.getLogger(__name__)


class _Heard:
    """Passes the news of a desk to its feed, with the current table."""

    def __init__(self, writer: MeteredWriter, feed: Feed) -> None:
        self._writer, self._feed = writer, feed

    def __call__(self, news: News) -> Iterator[None] | None:
        return self._feed.publish(news, self._writer.table)


class Premises:
    """Everything that runs on one directory; created by `open`, or by `claim` and `open_tables`; ended by `close`."""

    def __init__(
        self,
        directory: Path,
        lock: DirectoryLock,
        clock: Clock,
        store: JournalStore | None = None,
        *,
        commits: str = "",
        choices: RulesChooser | None = None,
    ) -> None:
        self.directory, self.clock = directory, clock
        self._mark_key = b""
        self.lease_age_s: Callable[[], float] | None = None
        """How long ago the lease was renewed, where several nodes share a store."""
        self.store: JournalStore = store or SqliteStore(directory / JOURNAL_FILE)
        self.places: dict[str, PremisesTable] = {}
        self.houses: tuple[SurveyedHouse, ...] = ()
        self.dealers: dict[str, Dealing] = {}
        """The automatic dealers of demonstration tables, by table; set by the code that runs them."""
        self.stopping = False
        self.sealer: Sealer | None = None
        self.policy: WitnessPolicy | None = None
        self.cosigner: Cosigner | None = None
        """Has checkpoints cosigned, if the house has a policy."""
        self.last_at = 0
        """Time of the latest record of any stream at startup."""
        self.health = JournalHealth(clock, self.store.try_to_write)
        """Whether the journal accepts the records of all writers."""
        self._lock = lock
        self._writers: dict[str, MeteredWriter] = {}
        self.untrusted = UntrustedStreams(self.health, self._writers.values())
        """Caches that differ from the records."""
        self.past = PastReader(self.store, self.untrusted)
        shared = self.store.house_journal if isinstance(self.store, SqliteStore) else None
        self._commits = commits
        self.committer = CommitLink(commits) if commits else HouseCommitter(shared)
        """Commits for the whole house at once in a file; in a shared database each stream has its owner."""
        self.opener = TableOpener(self.open_journal, self.committer, choices)

    @classmethod
    def claim(
        cls,
        directory: Path,
        clock: Clock | None = None,
        *,
        seal_every_s: float = SEAL_EVERY_S,
        witnessing: Witnessing | None = None,
        store: JournalStore | None = None,
        standby_tables: StandbyTables | None = None,
        lock: DirectoryLock | None = None,
        commits: str = "",
        choices: RulesChooser | None = None,
    ) -> Self:
        """Locks a directory with a journal and a key; opens no tables yet.

        If `commits`, the address of the commit process, is given, other processes run the tables and share the `lock`.
        """
        witnessing = witnessing or Witnessing()
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Fault(f"{directory} cannot be created ({error.strerror}). Choose another directory.") from error
        lock = lock or DirectoryLock(directory)
        premises = cls(directory, lock, clock or HouseClock(), store, commits=commits, choices=choices)
        premises.opener.standby_tables = standby_tables
        try:
            premises.store.prepare()
            premises.load_seal()
            kept = LastCheckpointFile(directory / LAST_FILE)
            with premises.open_journal() as journal:
                heads = journal.streams()
                if not heads or shared_files(premises.store) is not None:  # another node may have signed them all
                    kept.begin(journal.last_checkpoint())
                for head in heads:  # all streams, not only those of tables
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
                premises.sealer.on_broken = premises.untrusted.add
                premises.sealer.start()
        except BaseException:
            premises.close()
            raise
        return premises

    @classmethod
    def open(
        cls, directory: Path, houses: Sequence[HouseText], feed_of: FeedOf, clock: Clock | None = None, **more: Any
    ) -> Self:
        """The premises of the house files, ready to run; `more` is passed to `claim`."""
        clock = clock or HouseClock()
        surveyed = survey(houses, clock)
        premises = cls.claim(directory, clock, **more)
        try:
            premises.open_tables(surveyed, feed_of)
        except BaseException:
            premises.close()
            raise
        return premises

    @property
    def zone(self) -> str:
        """The time zone in which pages show times."""
        return common_zone(house.zone for house in self.houses)

    def open_tables(self, houses: Sequence[SurveyedHouse], feed_of: FeedOf) -> None:
        """Restores each table without findings from its records; orders wait until `start`."""
        self.houses = tuple(houses)
        with self.open_journal() as journal:
            RecordedRulebooks.of(journal)  # detects changed rules before anyone plays under them
        for house in houses:
            for entry in house.tables:
                self._place(house, entry, feed_of)
        self.opener.standby_tables = None
        self._hold_against_checkpoint()
        self.past.start(self.places.values())

    def _hold_against_checkpoint(self) -> None:
        """Stops every table whose records do not reach the last checkpoint that this directory keeps."""
        with suppress(BrokenChain), self.open_journal() as journal:  # the sealer reports a damaged file
            if (last := LastCheckpointFile(self.directory / LAST_FILE).load()) is not None:
                for lost in lost_heads(journal, last):
                    self.untrusted.add(lost.stream, lost)

    def load_seal(self) -> None:
        """Loads the key of the directory's caches, from which that of the marks follows."""
        self.opener.seal = CacheSeal.load(self.directory / CACHE_KEY_FILE)
        self._mark_key = mark_key(self.store, self.seal.derive("marks"))

    def start(self) -> None:
        """Has the running loop take the orders of every table."""
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
    def seal(self) -> CacheSeal:
        """Seals snapshots and history files."""
        return self.opener.seal

    @property
    def journal_path(self) -> Path:
        return self.directory / JOURNAL_FILE

    @property
    def key_path(self) -> Path:
        return self.directory / KEY_FILE

    def _sealing_key(self, witnessing: Witnessing) -> NoteKey | CheckpointSigner | None:
        """The key that seals here; None if another node of a shared store has it."""
        if witnessing.signer is not None:
            return witnessing.signer
        return shared_key(self.store, self.key_path)

    def public_keys(self) -> tuple[bytes, ...]:
        """The keys that may have signed this journal's checkpoints, including older ones."""
        own = (self.sealer.public,) if self.sealer is not None else ()
        return tuple(dict.fromkeys((*own, *known_keys(self.store, self.key_path))))

    @property
    def name(self) -> str:
        return self.houses[0].name if self.houses else ""

    @property
    def library(self) -> Library:
        """The rulebooks available to the house."""
        return self.houses[0].library if self.houses else packaged()

    @property
    def tables(self) -> Mapping[str, LiveTable]:
        """The tables that run in this process, by number."""
        return {number: place.live for number, place in self.places.items() if isinstance(place.live, LiveTable)}

    @property
    def running(self) -> Mapping[str, LiveTable | RemoteTable]:
        """The running tables, in this process or in a worker, by number."""
        return {number: place.live for number, place in self.places.items() if place.live is not None}

    def open_journal(self, own: str = "") -> OpenedJournal:
        """Another journal object on the same records; `own` is the stream that it alone may write."""
        if self._commits and isinstance(self.store, SqliteStore):
            return RemoteJournal(self.store.path, self._commits)
        return self.store.journal(own)

    def join_journal(self) -> OpenedJournal:
        """A journal object for another thread; with a file, its appends join the commits of the tables."""
        if isinstance(self.committer, CommitLink):
            return self.open_journal()
        if isinstance(self.store, SqliteStore):
            return JoinedJournal(self.store.path, self.committer.append_blocking)
        return self.store.journal()

    def has_seat(self, table: str, seat: int) -> bool:
        """Whether a running table has this seat."""
        live = self.running.get(table)
        return live is not None and 1 <= seat <= live.rules.setup.seats

    async def close_betting(self) -> None:
        """Calls no more bets at every table where the order of the round allows it now."""
        self.stopping = True
        await close_betting(self.tables, self.clock)

    async def stop_desks(self, *, save: bool = True) -> None:
        """Stops the desks: queued orders are answered, no more are accepted, and views are no longer available.

        Without `save` no snapshots are made: the next process has followed the tables.
        """
        self._stop_watching()
        for live in self.tables.values():
            await live.desk.stop(save=save)

    def _stop_watching(self) -> None:
        self.stopping = True
        self.past.stop()
        self.health.stop()

    def close(self) -> None:
        """Stops all desks that are still running, seals the journal, and frees the directory for another service.

        If the journal cannot be sealed, everything else is still done, and then a fault is raised.
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
        if isinstance(entry, HouseTable) or self.opener.has_to_run(number):
            self._run(place, house, feed_of)

    def _history(self, stream: str) -> History | None:
        """What reads the past of a table."""
        return History(self.store, stream, self.directory, self.seal)

    def _run(self, place: PremisesTable, house: SurveyedHouse, feed_of: FeedOf) -> None:
        writer = self.opener.open(place, house)
        if writer is not None:
            self._set_up(place, writer, feed_of)

    def _set_up(self, place: PremisesTable, writer: MeteredWriter, feed_of: FeedOf) -> None:
        """Gives a table its desk and its feed."""
        number, stream = place.number, stream_of(place.number)
        writer.metrics = place.metrics = WriterMetrics()
        writer.metrics.version = writer.version
        recorded = writer.recorded
        self._writers[number], self.health.recorders[stream] = writer, recorded
        self.last_at = max(self.last_at, writer.table.last_at)
        feed = feed_of(number, writer.rules)
        desk = Desk(writer, self.clock, on_news=_Heard(writer, feed))
        recorded.on_lost = partial(self.untrusted.add, stream)
        hash_of = hash_reader(lambda: recorded.durable, partial(self.store.journal, read_only=True))
        marks = VersionMarks(self._mark_key, stream, writer.version, recorded.on_lost, hash_of)
        place.live = LiveTable(number, writer.rules, desk, feed, marks)
        place.history = self._history(stream)
        place.began = recorded.take_began()


def _times(journal: Journal, head: Head) -> tuple[int, ...]:
    """The time of the last record of a stream."""
    return (0, *(record.time_ms for record in journal.read(head.stream, head.version, 1)))
