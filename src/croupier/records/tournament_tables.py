"""House tables where a tournament is played: what their records say, and whether both streams agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.records.script import stream_of
from croupier.rules.library import Library
from croupier.table import event as t
from croupier.terms.fault import Fault
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament, plan_tournament
from croupier.tournament.command import TableStep
from croupier.tournament.evolve import evolve
from croupier.tournament.games import settled
from croupier.tournament.guard import event_of
from croupier.tournament.state import Tournament
from croupier.wire.events import CommandRefused, from_record
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules
from croupier.wire.tournaments import TournamentBody, is_tournament_stream, tournament_event, tournament_of

WheelIdOf = Callable[[t.TableOpened], str]


class RecordedStep(Struct, frozen=True):
    """One record of a house table that matters to its tournament."""

    version: int
    at: int
    step: TableStep
    round: int = 0
    number: str = ""
    event: str = ""
    book: str = ""
    wheel: str = ""


def recorded_steps(
    records: Iterable[Record], tournament: str, wheel_of: WheelIdOf, *, opened: bool = False
) -> Iterator[RecordedStep]:
    """The records of a table that matter to one tournament, while the table is open for it.

    `opened` says whether it is before the first of them.
    """
    opening: t.TableOpened | None = None
    number = ""
    for record in records:
        event = from_record(record).event
        here = record.version, record.time_ms
        if isinstance(event, t.TableOpened):
            opening, opened = event, False
        elif isinstance(event, t.OpenedForTournament) and event.tournament == tournament and opening is not None:
            opened = True
            yield RecordedStep(*here, TableStep.OPENED, 0, "", event.event, opening.book, wheel_of(opening))
        elif not opened:
            continue
        elif isinstance(event, t.NoMoreBetsCalled):
            yield RecordedStep(*here, TableStep.CALLED)
        elif isinstance(event, t.NumberAnnounced | t.NumberSetRight):
            number = event.number
        elif isinstance(event, t.NoSpinCalled) or (isinstance(event, t.RoundVoided) and event.last):
            yield RecordedStep(*here, TableStep.VOID)
        elif isinstance(event, t.CrownLifted):
            yield RecordedStep(*here, TableStep.SETTLED, event.round, number)
        elif isinstance(event, t.TableClosed):
            opened = False
            yield RecordedStep(*here, TableStep.CLOSED)


def wheel_ids(journal: Journal) -> WheelIdOf:
    """The wheel of an opening, by the rules that were recorded."""
    return lambda opened: read_rules(opened.rules, RecordedRulebooks.of(journal)).betting.game.wheel.id


def tournament_disagreements(journal: Journal) -> Iterator[str]:
    """Every point where a tournament disagrees with the tables at which it was played, in words."""
    for head in journal.streams():
        if is_tournament_stream(head.stream):
            yield from _Comparison(journal, head.stream).run()


class _Comparison:
    """Compares one tournament with the house tables that it has followed."""

    def __init__(self, journal: Journal, stream: str) -> None:
        self._journal, self._stream, self._id = journal, stream, tournament_of(stream)
        self._tournament = Tournament()
        self._planned: PlannedTournament | None = None
        self._steps: dict[str, Iterator[RecordedStep]] = {}
        self._wheel_of = wheel_ids(journal)

    def run(self) -> Iterator[str]:
        last: TournamentBody | None = None
        for record in self._journal.read(self._stream):
            body = tournament_event(record)
            event = body.event
            if isinstance(event, CommandRefused):
                continue
            for wrong in self._check(body, last):
                yield f"{self._stream} {record.version}: {wrong}."
            if isinstance(event, e.TournamentDrafted | e.TournamentChanged):
                self._plan(event)
            evolve(self._tournament, event)
            last = body

    def _plan(self, event: e.TournamentDrafted | e.TournamentChanged) -> None:
        files = RecordedRulebooks.of(self._journal).files(event.book, event.book_digest)
        self._planned = plan_tournament(event.setup, Library.recorded(files))

    def _check(self, body: TournamentBody, last: TournamentBody | None) -> Iterator[str]:
        event = body.event
        if isinstance(event, e.TableAssigned) and event.place:
            records = self._journal.read(stream_of(event.place), event.since + 1)
            self._steps[event.place] = recorded_steps(records, self._id, self._wheel_of)
        elif isinstance(event, e.TableFollowed):
            yield from self._followed(event)
        elif isinstance(event, e.GameSettled):
            yield from self._settled(event)
            before = last.event if last is not None and last.command == body.command else None
            at = self._tournament.played_at(event.event, event.table)
            follows = isinstance(before, e.TableFollowed) and before.step is TableStep.SETTLED
            number = before.number if isinstance(before, e.TableFollowed) else ""
            if at is not None and not (follows and number == event.number):
                yield f"its number {event.number} does not come from house table {at.place}"

    def _followed(self, event: e.TableFollowed) -> Iterator[str]:
        stream = stream_of(event.place)
        try:
            found = next(self._steps.get(event.place, iter(())), None)
        except Fault as fault:
            yield f"{stream} cannot be read: {str(fault).rstrip('.')}"
            return
        if found is None:
            yield f"{stream} has no record that it could follow"
            return
        told = (event.version, event.step, event.round, event.number)
        said = (found.version, found.step, found.round, found.number)
        if told != said:
            words = ("version", "step", "round", "number")
            differ = [
                f"{word} {mine}, not {own}" for word, mine, own in zip(words, told, said, strict=True) if mine != own
            ]
            yield f"it does not follow {stream} {found.version}: {', '.join(differ)}"

    def _settled(self, event: e.GameSettled) -> Iterator[str]:
        if self._planned is None:
            return
        plan, progress = event_of(self._planned, self._tournament, event.event)
        table = progress.tables.get(event.table)
        if table is None or not table.is_open:
            yield f"no game is open at table {event.table}"
            return
        right = settled(self._planned, self._tournament, plan, progress, table, event.number)[0]
        if right != event:
            yield f"the points after {event.number} are not what the wagers come to"
