"""Ties that must be decided first: at a cut, before a round can end, or for a prize, before an event can."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.tournament.check import PlannedTournament
from croupier.tournament.ranking import cut, ranking
from croupier.tournament.setup import EventPlan, TieRule
from croupier.tournament.state import EventProgress, EventStage, Tournament


def tied_for_prizes(plan: EventPlan, groups: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The first group of entries that are tied for a place with a prize."""
    last = max((prize.place for prize in plan.prizes), default=0)
    place = 1
    for group in groups:
        if len(group) > 1 and place <= last:
            return tuple(group)
        place += len(group)
    return ()


def open_tie(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, progress: EventProgress
) -> tuple[int, ...]:
    """The entries whose tie must be decided before the round or the event ends; empty if there is none."""
    if planned.setup.tie is TieRule.SHARE or progress.granted is not None:
        return ()
    if progress.stage is EventStage.PLAYING and progress.round < len(plan.rounds):
        if not _is_played(tournament, plan, progress):
            return ()
        left = [entry for entry in tournament.active_in(plan.id) if entry.points]
        return cut(plan.rounds[progress.round - 1], left, progress, share=False).tied
    if progress.stage is EventStage.BETWEEN and progress.round == len(plan.rounds):
        return tied_for_prizes(plan, ranking(tournament.of_event(plan.id), progress))
    return ()


def _is_played(tournament: Tournament, plan: EventPlan, progress: EventProgress) -> bool:
    games = plan.rounds[progress.round - 1].games
    return all(
        not table.is_open
        and (table.games >= games or not any(entry.points for entry in tournament.at_table(plan.id, table.number)))
        for table in progress.tables.values()
    )
