"""Rounds: starting points, balanced and broken tables, corrections, ties, and who advances."""

from __future__ import annotations

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.day import day_of
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament
from croupier.tournament.games import table_of
from croupier.tournament.guard import (
    EVENT_IS,
    TournamentDecision,
    active_entry,
    event_of,
    out_of_order,
    refuse,
    round_of,
)
from croupier.tournament.points import POINTS_MAX
from croupier.tournament.ranking import cut
from croupier.tournament.ranking import standing as place_of
from croupier.tournament.setup import EventPlan, RoundChips, TieRule
from croupier.tournament.stages import escrowed, filed_in_time, on_a_day, standing
from croupier.tournament.state import Entrant, EntryStatus, EventProgress, EventStage, Tournament
from croupier.tournament.values import DrawnSeat

_ORDER = TournamentDuty.ORDER


def start(planned: PlannedTournament, tournament: Tournament, command: c.StartRound) -> TournamentDecision:
    """Starts a round, once the text's conditions are met: rules filed in time, escrow, drawn seats."""
    plan, progress = event_of(planned, tournament, command.event)
    if progress.stage not in (EventStage.REGISTERED, EventStage.BETWEEN) or progress.round == len(plan.rounds):
        return out_of_order(planned, EVENT_IS, "what the event waits for", event=plan.id, stage=progress.stage)
    refusal = (
        standing(planned, tournament)
        or filed_in_time(planned, tournament, command.at)
        or on_a_day(planned, command.at)
        or escrowed(planned, tournament)
    )
    if refusal:
        return refusal
    if not progress.drawn:
        return refuse(planned, TournamentCode.SEATS_NOT_DRAWN, _ORDER)
    number = progress.round + 1
    entries = tournament.active_in(plan.id)
    fresh = number == 1 or plan.rounds[number - 1].chips is RoundChips.FRESH
    points = tuple((entry.number, plan.points if fresh else entry.points) for entry in entries)
    return (e.RoundStarted(plan.id, number, points, fresh, command.at),)


def end(planned: PlannedTournament, tournament: Tournament, command: c.EndRound) -> TournamentDecision:
    """Ends a round after all tables have played; players without chips are out, and the cut decides who advances."""
    plan, progress = event_of(planned, tournament, command.event)
    refusal = _all_played(planned, tournament, plan, progress, command.at)
    if refusal:
        return refusal
    entries = tournament.active_in(plan.id)
    broke = [entry for entry in entries if not entry.points]
    left = [entry for entry in entries if entry.points]
    gone = tuple(
        e.EntryEliminated(entry.number, plan.id, progress.round, round_of(plan, progress).games) for entry in broke
    )
    if progress.round == len(plan.rounds):
        return (*gone, e.RoundEnded(plan.id, progress.round, tuple(entry.number for entry in left), ()))
    found = cut(round_of(plan, progress), left, progress, share=planned.setup.tie is TieRule.SHARE)
    if found.tied:
        return tie_open(planned, found.tied)
    return (*gone, e.RoundEnded(plan.id, progress.round, found.advanced, found.out))


def tie_open(planned: PlannedTournament, tied: tuple[int, ...]) -> Refusal:
    facts = {"entries": ", ".join(map(str, tied)), "rule": str(planned.setup.tie)}
    return refuse(planned, TournamentCode.TIE_OPEN, TournamentDuty.PRINT_CONCLUSION, **facts)


def _all_played(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, progress: EventProgress, at: int
) -> Refusal | None:
    """Refuses to end a round while a game is open, or while games are left and several players have chips."""
    if progress.stage is not EventStage.PLAYING:
        return out_of_order(planned, EVENT_IS, "what the event waits for", event=plan.id, stage=progress.stage)
    games = round_of(plan, progress).games
    with_chips = [entry for entry in tournament.active_in(plan.id) if entry.points]
    decided = len(with_chips) <= 1 or day_of(at) > planned.setup.last_day
    for table in progress.tables.values():
        if table.is_open:
            return refuse(planned, TournamentCode.GAME_IN_PLAY, _ORDER, table=table.number)
        anybody = any(entry.table == table.number for entry in with_chips)
        if table.games < games and anybody and not decided:
            facts: dict[str, str | int] = {"table": table.number, "played": table.games, "games": games}
            return refuse(planned, TournamentCode.GAMES_LEFT, _ORDER, **facts)
    return None


def decide_tie(planned: PlannedTournament, tournament: Tournament, command: c.DecideTie) -> TournamentDecision:
    plan, progress = event_of(planned, tournament, command.event)
    if progress.stage is EventStage.PLAYING:
        refusal = _all_played(planned, tournament, plan, progress, command.at)
        if refusal:
            return refusal
    elif progress.stage is not EventStage.BETWEEN:
        return out_of_order(planned, EVENT_IS, "what the event waits for", event=plan.id, stage=progress.stage)
    what = _no_tie(planned, tournament, progress, command)
    if what:
        return refuse(planned, TournamentCode.TIE_NONE, TournamentDuty.PRINT_CONCLUSION, what=what)
    return (e.TieDecided(plan.id, command.order, command.how),)


def _no_tie(planned: PlannedTournament, tournament: Tournament, progress: EventProgress, command: c.DecideTie) -> str:
    """Why there is no tie to decide; empty if the named entries are tied."""
    entries = [tournament.entries.get(number) for number in command.order]
    known = [entry for entry in entries if entry is not None and entry.event == command.event]
    if planned.setup.tie is TieRule.SHARE:
        return "Under the rules, tied players share"
    if len(known) < 2 or len(known) != len(command.order) or len(set(command.order)) != len(command.order):
        return "The order does not name two or more entries of this event, each once"
    if len({place_of(entry) for entry in known}) != 1:
        return "These entries are not tied"
    if any(entry.number in order for entry in known for order in progress.ties):
        return "The tie of these entries is already decided"
    return ""


def _between_games(planned: PlannedTournament, tournament: Tournament, event: str) -> EventPlan | Refusal:
    plan, progress = event_of(planned, tournament, event)
    if progress.stage is not EventStage.PLAYING:
        return out_of_order(planned, EVENT_IS, "starting a round", event=plan.id, stage=progress.stage)
    for table in progress.tables.values():
        if table.is_open:
            return refuse(planned, TournamentCode.GAME_IN_PLAY, _ORDER, table=table.number)
    return plan


def balance(planned: PlannedTournament, tournament: Tournament, command: c.BalanceTables) -> TournamentDecision:
    """Moves players from the fullest table to the emptiest until tables differ by at most one player.

    The player in the last seat moves; of equally full tables, the one with the highest number gives.
    """
    plan = _between_games(planned, tournament, command.event)
    if isinstance(plan, Refusal):
        return plan
    progress = tournament.events[plan.id]
    seated = {number: tournament.at_table(plan.id, number) for number in progress.tables}
    games = {number: table.games for number, table in progress.tables.items()}
    if len(set(games.values())) > 1:
        what = "Tables have played different numbers of games"
        return refuse(planned, TournamentCode.TABLES_TOO_FULL, _ORDER, what=what)
    taken = {number: {entry.seat for entry in each} for number, each in seated.items()}
    moves: list[DrawnSeat] = []
    while True:
        full = max(seated, key=lambda number: (len(seated[number]), number))
        thin = min(seated, key=lambda number: (len(seated[number]), number))
        if len(seated[full]) - len(seated[thin]) < 2:
            break
        moves.append(_move(seated[full].pop(), thin, taken, full, plan))
        seated[thin].append(tournament.entries[moves[-1].entry])
    if not moves:
        return refuse(planned, TournamentCode.TABLES_TOO_FULL, _ORDER, what="The tables are already balanced")
    return (e.TablesBalanced(plan.id, tuple(moves)),)


def _move(entry: Entrant, to: int, taken: dict[int, set[int]], source: int, plan: EventPlan) -> DrawnSeat:
    seat = next(seat for seat in range(1, plan.seats + 1) if seat not in taken[to])
    taken[to].add(seat)
    taken[source].discard(entry.seat)
    return DrawnSeat(entry.number, to, seat)


def break_table(planned: PlannedTournament, tournament: Tournament, command: c.BreakTable) -> TournamentDecision:
    """Breaks a table: its players move in seat order, each to the lowest free seat of the emptiest other table."""
    found = table_of(planned, tournament, command.event, command.table)
    plan = _between_games(planned, tournament, command.event)
    if isinstance(found, Refusal):
        return found
    if isinstance(plan, Refusal):
        return plan
    _, progress, broken = found
    others = [number for number in progress.tables if number != broken.number]
    moving = tournament.at_table(plan.id, broken.number)
    taken = {number: {entry.seat for entry in tournament.at_table(plan.id, number)} for number in others}
    room = sum(plan.seats - len(each) for each in taken.values())
    uneven = any(progress.tables[number].games != broken.games for number in others)
    if room < len(moving) or not others or uneven:
        what = "Tables have played different numbers of games" if uneven else "The other tables have no room for them"
        return refuse(planned, TournamentCode.TABLES_TOO_FULL, _ORDER, what=what)
    moves = []
    for entry in moving:
        to = min(
            (number for number in others if len(taken[number]) < plan.seats), key=lambda each: (len(taken[each]), each)
        )
        moves.append(_move(entry, to, {**taken, broken.number: set()}, broken.number, plan))
    return (e.TablesBalanced(plan.id, tuple(moves), broken.number),)


def correct_points(planned: PlannedTournament, tournament: Tournament, command: c.CorrectPoints) -> TournamentDecision:
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    refusal = _correctable(planned, tournament, entry)
    if refusal:
        return refusal
    if not 0 <= command.points.count <= POINTS_MAX:
        facts: dict[str, str | int] = {"what": "{points} is not a number of points", "points": command.points.count}
        return refuse(planned, TournamentCode.CORRECTION_TOO_LATE, _ORDER, **facts)
    return (e.PointsCorrected(entry.number, entry.points, command.points, command.why),)


def reinstate(planned: PlannedTournament, tournament: Tournament, command: c.ReinstateEntry) -> TournamentDecision:
    entry = tournament.entries[command.entry]
    progress = tournament.events[entry.event]
    refusal = _correctable(planned, tournament, entry)
    if refusal:
        return refusal
    what = ""
    if entry.status is not EntryStatus.ELIMINATED or entry.round_out != progress.round or entry.cut:
        what = "Entry {entry} was not eliminated in this round"
    elif entry.person in tournament.active:
        what = "{name} has entered again"
    elif not 0 < command.points.count <= POINTS_MAX:
        what = "A player who is back in the game must have points"
    if what:
        facts: dict[str, str | int] = {"what": what, "entry": entry.number, "name": entry.name}
        return refuse(planned, TournamentCode.CORRECTION_TOO_LATE, TournamentDuty.ELIMINATION, **facts)
    moved = _seat_again(planned, tournament, entry)
    if isinstance(moved, Refusal):
        return moved
    return (e.EntryReinstated(entry.number, command.points, command.why), *moved)


def _seat_again(
    planned: PlannedTournament, tournament: Tournament, entry: Entrant
) -> tuple[e.TablesBalanced, ...] | Refusal:
    """Gives a reinstated player the old seat, or if it is taken the lowest free one of the emptiest table."""
    plan, progress = event_of(planned, tournament, entry.event)
    taken = {number: {each.seat for each in tournament.at_table(plan.id, number)} for number in progress.tables}
    if entry.table in taken and entry.seat not in taken[entry.table]:
        return ()
    free = [number for number in taken if len(taken[number]) < plan.seats]
    if not free:
        return refuse(planned, TournamentCode.TABLES_TOO_FULL, _ORDER, what="No seat is free")
    to = min(free, key=lambda number: (len(taken[number]), number))
    seat = next(seat for seat in range(1, plan.seats + 1) if seat not in taken[to])
    return (e.TablesBalanced(plan.id, (DrawnSeat(entry.number, to, seat),)),)


def _correctable(planned: PlannedTournament, tournament: Tournament, entry: Entrant) -> Refusal | None:
    progress = tournament.events[entry.event]
    if progress.stage is not EventStage.PLAYING:
        what = "The round has ended: reopen it first"
        return refuse(planned, TournamentCode.CORRECTION_TOO_LATE, _ORDER, what=what)
    table = progress.tables.get(entry.table)
    if table is not None and table.is_open:
        return refuse(planned, TournamentCode.GAME_IN_PLAY, _ORDER, table=entry.table)
    return None


def reopen(planned: PlannedTournament, tournament: Tournament, command: c.ReopenRound) -> TournamentDecision:
    """Reopens a round that has ended, until the next one starts."""
    plan, progress = event_of(planned, tournament, command.event)
    again = [entry for entry in tournament.of_event(plan.id) if entry.cut and entry.round_out == progress.round]
    what = ""
    if progress.stage is not EventStage.BETWEEN:
        what = EVENT_IS
    elif any(entry.person in tournament.active for entry in again):
        what = "A player who was eliminated has entered again"
    if what:
        facts: dict[str, str | int] = {"what": what, "event": plan.id, "stage": progress.stage}
        return refuse(planned, TournamentCode.CORRECTION_TOO_LATE, _ORDER, **facts)
    return (e.RoundReopened(plan.id, progress.round, command.why),)
