"""The next command, for the button of a director or a dealer; None if people have to decide first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec import Struct

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
    fields: dict[str, str | int] = {}


def suggested(planned: PlannedTournament, tournament: Tournament) -> SuggestedCommand | None:
    match tournament.stage:
        case TournamentStage.DRAFTED if planned.filing_days is not None:
            fields: dict[str, str | int] = {"digest": tournament.rules_digest, "received_by": planned.setup.office}
            return SuggestedCommand("file-rules", "The office has the rules", fields)
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
    return SuggestedCommand("close-tournament", "Close the tournament")


def _payment(tournament: Tournament) -> SuggestedCommand:
    award = tournament.unpaid[0]
    winner = tournament.entries[award.entry]
    fields: dict[str, str | int] = {"award": award.number, "person": winner.person}
    return SuggestedCommand(
        "pay-prize", f"Pay award {award.number} to {winner.name}, who shows {winner.person}", fields
    )


def _in_events(planned: PlannedTournament, tournament: Tournament) -> SuggestedCommand | None:
    for event in planned.setup.events:
        plan, progress = event_of(planned, tournament, event.id)
        if progress.stage is not EventStage.CONCLUDED:
            return _in_event(planned, tournament, plan, progress)
    return None


def _in_event(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, progress: EventProgress
) -> SuggestedCommand | None:
    event: dict[str, str | int] = {"event": plan.id}
    if open_tie(planned, tournament, plan, progress):
        return None  # the director decides it
    match progress.stage:
        case EventStage.WAITING if tournament.unpaid:
            return _payment(tournament)
        case EventStage.WAITING:
            return SuggestedCommand("open-registration", f"Open registration for {plan.title}", event)
        case EventStage.REGISTRATION:
            if not tournament.active_in(plan.id):
                return None
            return SuggestedCommand("close-registration", f"Close registration for {plan.title}", event)
        case EventStage.REGISTERED | EventStage.BETWEEN:
            if progress.round == len(plan.rounds) or progress.granted is not None:
                return SuggestedCommand("conclude-event", f"Conclude {plan.title}", event)
            number = progress.round + 1
            if not progress.drawn and progress.commitment is None:
                return SuggestedCommand("commit-draw", f"Commit the draw of seats for round {number}", event)
            if not progress.drawn:
                return SuggestedCommand("reveal-draw", f"Reveal the draw of seats for round {number}", event)
            return SuggestedCommand("start-round", f"Start round {number} of {plan.title}", event)
        case EventStage.PLAYING:
            return _in_round(tournament, plan, progress)
        case EventStage.CONCLUDED:
            return None


def _in_round(tournament: Tournament, plan: EventPlan, progress: EventProgress) -> SuggestedCommand | None:
    for entry in tournament.active_in(plan.id):
        if not entry.seated:
            fields: dict[str, str | int] = {"entry": entry.number, "person": entry.person}
            words = f"{entry.name}, who shows {entry.person}, sits at table {entry.table}, seat {entry.seat}"
            return SuggestedCommand("seat-entrant", words, fields)
    games = round_of(plan, progress).games
    for table in progress.tables.values():
        if table.is_open:
            return None  # the number has to be announced
        if table.games < games and any(entry.points for entry in tournament.at_table(plan.id, table.number)):
            words = f"Open game {table.games + 1} of {games} at table {table.number}"
            return SuggestedCommand("open-game", words, {"event": plan.id, "table": table.number})
    return SuggestedCommand("end-round", f"End round {progress.round}", {"event": plan.id})
