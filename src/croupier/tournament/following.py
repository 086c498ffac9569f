"""House tables of a tournament: which table is played where, and what their records change.

The stream of a house table records the spins. The tournament follows it and settles its games accordingly.
"""

from __future__ import annotations

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import TableStep
from croupier.tournament.games import settled
from croupier.tournament.guard import TournamentDecision, event_of, refuse
from croupier.tournament.state import AssignedTable, EventStage, Tournament

_ORDER = TournamentDuty.ORDER


def assign(planned: PlannedTournament, tournament: Tournament, command: c.AssignTable) -> TournamentDecision:
    """Assigns a house table to a table of an event, or none to play it by hand."""
    plan, progress = event_of(planned, tournament, command.event)
    if not 1 <= command.table <= plan.tables:
        tables = ", ".join(str(number) for number in range(1, plan.tables + 1))
        facts: dict[str, str | int] = {"table": command.table, "event": plan.id, "tables": tables}
        return refuse(planned, TournamentCode.TABLE_UNKNOWN, _ORDER, **facts)
    table = progress.tables.get(command.table)
    if progress.stage is EventStage.PLAYING and table is not None and table.is_open:
        return refuse(planned, TournamentCode.GAME_IN_PLAY, _ORDER, table=command.table)
    taken = tournament.assigned.get(command.place)
    if taken is not None and tournament.events[taken.event].stage is not EventStage.CONCLUDED:
        facts = {"place": taken.place, "table": taken.table, "event": taken.event}
        return refuse(planned, TournamentCode.TABLE_ASSIGNED, _ORDER, **facts)
    return (e.TableAssigned(plan.id, command.table, command.place, command.since),)


def follow(planned: PlannedTournament, tournament: Tournament, command: c.FollowTable) -> TournamentDecision:
    """Applies a record of a house table to the game played there, if there is one."""
    at = tournament.assigned.get(command.place)
    if at is None or command.version <= at.followed:
        return refuse(planned, TournamentCode.TABLE_NOT_FOLLOWED, _ORDER, place=command.place, version=command.version)
    misfit = _misfit(planned, at, command) if command.step is TableStep.OPENED else ""
    number = command.number if command.step is TableStep.SETTLED else ""
    followed = e.TableFollowed(
        at.event, at.table, at.place, command.version, command.step, command.round, number, misfit
    )
    return (followed, *_result(planned, tournament, at, command))


def _misfit(planned: PlannedTournament, at: AssignedTable, command: c.FollowTable) -> str:
    """Why a table that opened does not match its assignment; empty if it does."""
    if command.opened_for != at.event:
        return f"it opened for {command.opened_for}, not for {at.event}"
    if command.book != planned.book.id:
        return f"it plays under {command.book}, not under {planned.book.id}"
    wheel = planned.table.game.wheel
    if command.wheel != wheel.id:
        return f"it has the wheel {command.wheel}, not {wheel.id}"
    return ""


def _result(
    planned: PlannedTournament, tournament: Tournament, at: AssignedTable, command: c.FollowTable
) -> tuple[e.TournamentEvent, ...]:
    plan, progress = event_of(planned, tournament, at.event)
    table = progress.tables.get(at.table)
    if not at.joined or table is None or not table.is_open:
        return ()
    match command.step:
        case TableStep.SETTLED if command.number in planned.table.game.wheel.counts:
            return settled(planned, tournament, plan, progress, table, command.number)
        case TableStep.SETTLED | TableStep.VOID | TableStep.CLOSED:
            why = f"Round {command.round} of house table {at.place} does not count"
            return (e.GameVoided(plan.id, table.number, table.games + 1, why),)
        case TableStep.OPENED | TableStep.CALLED:
            return ()


def dealt_at(planned: PlannedTournament, tournament: Tournament, event: str, table: int) -> Refusal | None:
    """Refuses to announce or void a game by hand if it is dealt at a house table."""
    at = tournament.played_at(event, table)
    if at is None:
        return None
    return refuse(planned, TournamentCode.GAME_AT_HOUSE_TABLE, _ORDER, table=table, place=at.place)
