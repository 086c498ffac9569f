"""The tournaments of a house while the service runs: one writer each, with their own journal object."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from croupier.floor.table_follower import follow_tables
from croupier.floor.tournament_writer import ReplayedTournament, TournamentWriter, replay_tournament
from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.rules.library import Library, packaged
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import TournamentCommand
from croupier.tournament.guard import TournamentDecision
from croupier.tournament.state import Tournament, TournamentStage
from croupier.wire.tournaments import is_tournament_stream, tournament_of

T = TypeVar("T")
MakeCommand = Callable[[int], TournamentCommand]
"""Creates a command for a time in milliseconds."""
FOLLOW_EVERY_S = 0.25
"""Interval at which the records of tables are read; every view and change of a tournament reads them too."""

_log = logging.getLogger(__name__)


AUTOMATIC_DIRECTOR = Actor("automatic director", Role.DIRECTOR)
"""Runs the tournaments of a demonstration, and enters people who join them."""


class UnknownTournament(KeyError):
    """There is no tournament with that id."""


class TournamentFloor:
    """All tournaments of the journal. Callable from any thread; each call is atomic."""

    def __init__(self, open_journal: Callable[[], Journal], clock: Clock, library: Library | None = None) -> None:
        self._open, self._clock, self._library = open_journal, clock, library or packaged()
        self._journal: Journal | None = None
        self._writers: dict[str, TournamentWriter] = {}
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._following: threading.Thread | None = None
        self._over: set[str] = set()
        """Closed tournaments, which have no tables to follow."""
        self.closed = False

    @property
    def library(self) -> Library:
        return self._library

    def journal(self) -> Journal:
        if self._journal is None:
            self._journal = self._open()
        return self._journal

    def start(self) -> None:
        """Starts a thread in which tournaments follow their tables, even when nobody is viewing them."""
        self._following = threading.Thread(target=self._follow_all, name="tournaments", daemon=True)
        self._following.start()

    def _follow_all(self) -> None:
        while not self._stop.wait(FOLLOW_EVERY_S):
            try:
                for id in self.ids():
                    if not self.is_closed(id):
                        self.follow(id)
            except Fault as fault:  # retried at the next interval
                _log.warning("tournaments are waiting for the journal: %s", fault)

    def ids(self) -> tuple[str, ...]:
        """The ids of the tournaments in the journal."""
        with self._lock:
            heads = self.journal().streams()
            return tuple(tournament_of(head.stream) for head in heads if is_tournament_stream(head.stream))

    def now(self) -> int:
        """The current time for commands, in milliseconds."""
        return self._clock.now()

    def entries(self) -> list[tuple[str, str]]:
        """The name and shown identity of everyone who has entered any tournament; the latest last."""
        with self._lock:
            writers = [self._writer(id) for id in self.ids()]
            return [(each.name, each.person) for writer in writers for each in writer.tournament.entries.values()]

    def query(self, id: str, at: Callable[[int, PlannedTournament, Tournament], T]) -> T:
        """Calls a function between two commits with the version, plan and tournament; it must not keep them."""
        with self._lock:
            writer = self._current(id)
            return at(writer.version, writer.planned, writer.tournament)

    def commit(self, id: str, order: str, make: MakeCommand, *, new: bool = False) -> TournamentDecision:
        """Decides and records a command; a repeated order gets its first answer.

        If the outcome of a commit is unknown, the records are read again before anything else is decided.
        """
        with self._lock:
            writer = self._current(id, new=new)
            try:
                return writer.commit(order, make(max(self._clock.now(), writer.tournament.last_at)))
            except Fault:
                self._forget(id)
                raise

    def follow(self, id: str) -> int:
        """Applies everything that its tables have recorded; returns the number of commands."""
        with self._lock:
            writer = self._writer(id)
            try:
                return follow_tables(self.journal(), writer)
            except Fault:
                self._forget(id)
                raise

    def is_closed(self, id: str) -> bool:
        """Whether the tournament is closed; closed ones are not kept in memory."""
        with self._lock:
            if id not in self._over and self._writer(id).tournament.stage is TournamentStage.CLOSED:
                self._over.add(id)
                del self._writers[id]
            return id in self._over

    def _current(self, id: str, *, new: bool = False) -> TournamentWriter:
        """The writer, after applying all records of the tables: no wager is accepted after the call there."""
        writer = self._writer(id, new=new)
        if writer.tournament.assigned:
            self.follow(id)
        return writer

    def replay(self, id: str, until: int) -> ReplayedTournament:
        """The tournament after the record of that version; blocks no other call."""
        stream = self.stream_of(id)
        with closing(self._open()) as journal:
            return replay_tournament(journal, stream, until)

    def records(self, id: str, after: int, limit: int) -> tuple[Record, ...]:
        """Records of the tournament after version `after`."""
        stream = self.stream_of(id)
        with closing(self._open()) as journal:
            return tuple(journal.read(stream, after + 1, limit))

    def stream_of(self, id: str) -> str:
        with self._lock:
            return self._writer(id).stream

    def _writer(self, id: str, *, new: bool = False) -> TournamentWriter:
        found = self._writers.get(id)
        if found is None:
            if not new and id not in self.ids():
                raise UnknownTournament(id)
            found = self._writers[id] = TournamentWriter(self.journal(), id, self._library)
        return found

    def _forget(self, id: str) -> None:
        self._writers.pop(id, None)
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        self._writers.clear()

    def close(self) -> None:
        """Ends all writing; may be called twice."""
        self._stop.set()
        if self._following is not None:
            self._following.join()
            self._following = None
        with self._lock:
            self.closed = True
            if self._journal is not None:
                self._journal.close()
                self._journal = None
            self._writers.clear()
