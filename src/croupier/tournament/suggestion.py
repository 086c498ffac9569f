"""The next command, for the button of a director or a dealer; None if people have to decide first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec import Struct

from croupier.terms.coded_message import Facts
from croupier.terms.wording import IN_ENGLISH
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament
from croupier.tournament.guard import event_of, round_of
from croupier.tournament.setup import EventPlan
from croupier.tournament.state import EventProgress, EventStage, Tournament, TournamentStage, fees
from croupier.tournament.ties import open_tie

COMMANDS: Mapping[str, type[c.TournamentCommand]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(c.TournamentCommand)
}
"""Every command by the name of its type."""


class SuggestedCommand(Struct, frozen=True):
    """The type of a command with its fields, and the label of the button.

    The seed of a draw is not included: only the director knows it before it is revealed.
    """

    type: str
    words: str
    fields: Facts = {}
    facts: Facts = {}
    """The values in the label."""


def _suggest(kind: str, fields: Facts, **facts: str | int) -> SuggestedCommand:
    return SuggestedCommand(kind, IN_ENGLISH.text(f"tournament.action.{kind}", facts), fields, facts)


def suggested(planned: PlannedTournament, tournament: Tournament) -> SuggestedCommand | None:
    match tournament.stage:
        case TournamentStage.DRAFTED if planned.filing_days is not None:
            return _suggest("file-rules", {"digest": tournament.rules_digest, "received_by": planned.setup.office})
        case TournamentStage.DRAFTED | TournamentStage.FILED | TournamentStage.OPEN:
            return _in_events(planned, tournament)
        case TournamentStage.CONCLUDED:
            return _at_the_end(tournament)
        case TournamentStage.NONE | TournamentStage.UNACCEPTABLE | TournamentStage.CLOSED:
            return None


def _at_the_end(tournament: Tournament) -> SuggestedCommand | None:
    if tournament.unpaid:
        return _payment(tournament)
    if any(tournament.balances[fees(month)] for month in tournament.proceeds()):
        return None  # the fees have to be counted
    return _suggest("close-tournament", {})


def _payment(tournament: Tournament) -> SuggestedCommand:
    award = tournament.unpaid[0]
    winner = tournament.entries[award.entry]
    fields: Facts = {"award": award.number, "person": winner.person}
    return _suggest("pay-prize", fields, **fields, name=winner.name)


def _in_events(planned: PlannedTournament, tournament: Tournament) -> SuggestedCommand | None:
    for event in planned.setup.events:
        plan, progress = event_of(planned, tournament, event.id)
        if progress.stage is not EventStage.CONCLUDED:
            return _in_event(planned, tournament, plan, progress)
    return None


def _in_event(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, progress: EventProgress
) -> SuggestedCommand | None:
    event: Facts = {"event": plan.id}
    if open_tie(planned, tournament, plan, progress):
        return None  # the director decides it
    match progress.stage:
        case EventStage.WAITING if tournament.unpaid:
            return _payment(tournament)
        case EventStage.WAITING:
            return _suggest("open-registration", event, title=plan.title)
        case EventStage.REGISTRATION:
            if not tournament.active_in(plan.id):
                return None
            return _suggest("close-registration", event, title=plan.title)
        case EventStage.REGISTERED | EventStage.BETWEEN:
            if progress.round == len(plan.rounds) or progress.granted is not None:
                return _suggest("conclude-event", event, title=plan.title)
            number = progress.round + 1
            if not progress.drawn and progress.commitment is None:
                return _suggest("commit-draw", event, round=number)
            if not progress.drawn:
                return _suggest("reveal-draw", event, round=number)
            return _suggest("start-round", event, round=number, title=plan.title)
        case EventStage.PLAYING:
            return _in_round(tournament, plan, progress)
        case EventStage.CONCLUDED:
            return None


def _in_round(tournament: Tournament, plan: EventPlan, progress: EventProgress) -> SuggestedCommand | None:
    for entry in tournament.active_in(plan.id):
        if not entry.seated:
            fields: Facts = {"entry": entry.number, "person": entry.person}
            return _suggest(
                "seat-entrant", fields, name=entry.name, person=entry.person, table=entry.table, seat=entry.seat
            )
    games = round_of(plan, progress).games
    for table in progress.tables.values():
        if table.is_open:
            return None  # the number has to be announced
        if table.games < games and any(entry.points for entry in tournament.at_table(plan.id, table.number)):
            fields = {"event": plan.id, "table": table.number}
            return _suggest("open-game", fields, game=table.games + 1, games=games, table=table.number)
    return _suggest("end-round", {"event": plan.id}, round=progress.round)
