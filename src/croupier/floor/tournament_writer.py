"""The writer of a tournament: commands are decided, recorded in its stream, and then answered."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.journal.port import Journal
from croupier.journal.record import Draft
from croupier.records.script import stream_of
from croupier.rules.library import Library, packaged
from croupier.terms.fault import Fault
from croupier.terms.refusal import Refusal
from croupier.tournament.check import PlannedTournament, plan_tournament
from croupier.tournament.command import AssignTable, ChangeTournament, DraftTournament, TournamentCommand
from croupier.tournament.decide import decide
from croupier.tournament.event import TournamentChanged, TournamentDrafted, TournamentEvent
from croupier.tournament.evolve import evolve
from croupier.tournament.guard import TournamentDecision
from croupier.tournament.state import Tournament
from croupier.wire.events import CommandRefused
from croupier.wire.rulebooks import STREAM, RecordedRulebooks
from croupier.wire.tournaments import tournament_draft, tournament_event, tournament_stream


class NoTournament(Fault):
    """The stream holds no tournament."""


class ReplayedTournament(Struct):
    """A tournament restored from its records, with its recorded rules."""

    tournament: Tournament
    planned: PlannedTournament | None
    version: int
    answers: dict[str, TournamentDecision]
    """The answer to every command so far."""


def replay_tournament(journal: Journal, stream: str, until: int | None = None) -> ReplayedTournament:
    """The tournament of a stream, under the rulebook whose digest its records name.

    With `until`, the state after the record of that version.
    """
    found = ReplayedTournament(Tournament(), None, 0, {})
    drafted: TournamentDrafted | TournamentChanged | None = None
    for record in journal.read(stream, limit=until):
        body = tournament_event(record)
        found.version, found.tournament.last_at = record.version, max(found.tournament.last_at, record.time_ms)
        if isinstance(body.event, CommandRefused):
            found.answers[body.command] = body.event.refusal
            continue
        evolve(found.tournament, body.event)
        before = found.answers.get(body.command, ())
        found.answers[body.command] = (*(() if isinstance(before, Refusal) else before), body.event)
        if isinstance(body.event, TournamentDrafted | TournamentChanged):
            drafted = body.event
    if drafted is not None:
        files = RecordedRulebooks.of(journal).files(drafted.book, drafted.book_digest)
        found.planned = plan_tournament(drafted.setup, Library.recorded(files))
    return found


class TournamentWriter:
    """Owns the stream of one tournament; a second writer causes a version conflict."""

    def __init__(self, journal: Journal, id: str, library: Library | None = None) -> None:
        self._journal, self.stream, self._library = journal, tournament_stream(id), library or packaged()
        found = replay_tournament(journal, self.stream)
        self.tournament, self._planned, self._version = found.tournament, found.planned, found.version
        self._answers = found.answers

    @property
    def planned(self) -> PlannedTournament:
        if self._planned is None:
            raise NoTournament(f"{self.stream} holds no tournament yet. Draft it first.")
        return self._planned

    @property
    def version(self) -> int:
        return self._version

    def commit(self, id: str, command: TournamentCommand) -> TournamentDecision:
        """Decides and records a command. A repeated command gets its first answer."""
        if id in self._answers:
            return self._answers[id]
        if isinstance(command, AssignTable) and command.place:
            command = replace(command, since=self._journal.head(stream_of(command.place)).version)
        planned = self._plan(command)
        answer = decide(planned, self.tournament, command)
        refused = isinstance(answer, Refusal)
        events: tuple[TournamentEvent | CommandRefused, ...] = (
            (CommandRefused.of(answer),) if isinstance(answer, Refusal) else answer
        )
        drafts = [tournament_draft(event, id, command.by.id, command.at) for event in events]
        self._append(planned, drafts, command, refused=refused)
        self.tournament.last_at = max(self.tournament.last_at, command.at)
        if not isinstance(answer, Refusal):
            for event in answer:
                evolve(self.tournament, event)
            if isinstance(command, DraftTournament | ChangeTournament):
                self._planned = planned
        self._answers[id] = answer
        return answer

    def _plan(self, command: TournamentCommand) -> PlannedTournament:
        if isinstance(command, DraftTournament | ChangeTournament):
            return plan_tournament(command.setup, self._library)
        return self.planned

    def _append(
        self, planned: PlannedTournament, drafts: list[Draft], command: TournamentCommand, *, refused: bool
    ) -> None:
        batches: list[tuple[str, int, list[Draft]]] = [(self.stream, self._version, drafts)]
        if isinstance(command, DraftTournament | ChangeTournament) and not refused:
            recorded = RecordedRulebooks.of(self._journal)
            rules = recorded.drafts(planned.book.chain, command.at)
            if rules:
                batches.insert(0, (STREAM, recorded.version, rules))
        self._journal.append_many(batches)
        self._version += len(drafts)
