"""The commands that a console offers to a role besides the next one."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.people import Role
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament, needs_escrow
from croupier.tournament.guard import ROLES, event_of, tag
from croupier.tournament.setup import EventPlan
from croupier.tournament.state import EventProgress, EventStage, Tournament, TournamentStage, fees

_Kind = type[c.TournamentCommand]
_DRAW: tuple[_Kind, ...] = (c.CommitDraw, c.RevealDraw, c.AddNonce, c.RecordCardDraw)
_GAMES: tuple[_Kind, ...] = (c.SeatEntrant, c.OpenGame, c.WagerPoints, c.SettleGame, c.VoidGame)
_FLOOR: tuple[_Kind, ...] = (c.BalanceTables, c.BreakTable, c.CorrectPoints, c.ReinstateEntry)


def tasks(planned: PlannedTournament, tournament: Tournament, role: Role) -> tuple[str, ...]:
    """The tags of the commands that this role may give at this stage; `decide` may still refuse one."""
    found = dict.fromkeys(tag(kind) for kind in _open(planned, tournament) if role in ROLES[kind])
    return tuple(found)


def _open(planned: PlannedTournament, tournament: Tournament) -> Iterator[_Kind]:
    match tournament.stage:
        case TournamentStage.NONE | TournamentStage.CLOSED:
            return
        case TournamentStage.CONCLUDED:
            yield from (c.PayPrize, c.ReopenEvent, c.CloseTournament)
            yield from _counting(tournament)
            return
        case TournamentStage.UNACCEPTABLE:
            yield from (c.ChangeTournament, c.CancelTournament)
            return
        case TournamentStage.DRAFTED | TournamentStage.FILED | TournamentStage.OPEN:
            pass
    yield from _before_play(planned, tournament)
    yield from _counting(tournament)
    if planned.law.asks(TournamentDuty.ESCROW) and needs_escrow(planned.setup, planned.law):
        yield c.DepositEscrow
    if tournament.is_between_rounds and tournament.colors:
        yield c.SetColorPoints
    if tournament.unpaid:
        yield c.PayPrize
    if any(entry.is_active for entry in tournament.entries.values()):
        yield c.DisqualifyPlayer
    for event in planned.setup.events:
        yield from _in_event(planned, tournament, *event_of(planned, tournament, event.id))


def _before_play(planned: PlannedTournament, tournament: Tournament) -> Iterator[_Kind]:
    if tournament.has_played:
        return
    yield from (c.ChangeTournament, c.CancelTournament)
    if planned.law.filing_days is not None and tournament.filed_at is None:
        yield c.FileRules
    if tournament.filed_at is not None:
        yield c.FindUnacceptable


def _counting(tournament: Tournament) -> Iterator[_Kind]:
    if any(tournament.balances[fees(month)] for month in tournament.proceeds()):
        yield c.CountFees


def _in_event(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, progress: EventProgress
) -> Iterator[_Kind]:
    match progress.stage:
        case EventStage.WAITING:
            yield c.OpenRegistration
        case EventStage.REGISTRATION:
            yield from (c.EnterPlayer, c.WithdrawEntry, c.CloseRegistration)
        case EventStage.REGISTERED:
            yield from _drawing(plan, progress)
        case EventStage.PLAYING:
            yield from _GAMES
            yield from _FLOOR
            yield from (c.DecideTie, c.EndRound)
            if progress.round <= plan.late_round:
                yield c.EnterPlayer
            if plan.purchase is not None:
                yield from (c.PurchaseChips, c.DeclinePurchase)
            if planned.setup.split and progress.round == len(plan.rounds):
                yield c.ProposeSplit
                if progress.proposal is not None:
                    yield from (c.AgreeToSplit, c.RefuseSplit, c.GrantSplit)
        case EventStage.BETWEEN:
            yield from (c.ReopenRound, c.DecideTie)
            yield from _drawing(plan, progress)
        case EventStage.CONCLUDED:
            following = [each.id for each in planned.setup.events]
            after = following[following.index(plan.id) + 1 :]
            if not after or tournament.events[after[0]].stage is EventStage.WAITING:
                yield c.ReopenEvent


def _drawing(plan: EventPlan, progress: EventProgress) -> Iterator[_Kind]:
    if progress.round == len(plan.rounds):
        yield c.ConcludeEvent
    elif progress.drawn:
        yield c.StartRound
    else:
        yield from _DRAW
