"""Views of a tournament: places, seats, what it takes to advance, and the director's next step."""

from __future__ import annotations

from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.money import Cents
from croupier.terms.people import Actor, Role
from croupier.terms.wording import IN_ENGLISH
from croupier.tournament.awarding import may_split, prize_sums, splittable
from croupier.tournament.check import PlannedTournament
from croupier.tournament.games import why_no_purchase
from croupier.tournament.guard import event_of, is_own, round_of
from croupier.tournament.printed import prize_message
from croupier.tournament.ranking import ranking
from croupier.tournament.seen_tournament import (
    SeenColor,
    SeenDraw,
    SeenEntrant,
    SeenPointsWager,
    SeenPrize,
    SeenSplit,
    SeenTournament,
    SeenTournamentEvent,
    SeenTournamentTable,
    SplitShare,
)
from croupier.tournament.setup import EventPlan, PrizeKind
from croupier.tournament.staff_view import desk_view
from croupier.tournament.stages import next_message, next_step_words
from croupier.tournament.state import EventProgress, EventStage, Tournament, TournamentTable
from croupier.tournament.suggestion import suggested
from croupier.tournament.tasks import tasks
from croupier.tournament.values import Award

_STAFF = (Role.DEALER, Role.DIRECTOR, Role.SUPERVISOR, Role.SURVEILLANCE, Role.REGULATOR)
READING = frozenset({Role.DIRECTOR, Role.ACCOUNTANT, Role.KEY_MANAGER, Role.REGULATOR, Role.SURVEILLANCE})
"""Roles that see identities and money."""


def tournament_view(planned: PlannedTournament, tournament: Tournament, viewer: Actor | None) -> SeenTournament:
    """What this viewer may see; without a viewer, what a public display shows."""
    staff = viewer is not None and viewer.role in _STAFF
    mine = tuple(
        entry.number
        for entry in tournament.entries.values()
        if viewer is not None and viewer.role is Role.PLAYER and is_own(entry, viewer)
    )
    setup = planned.setup
    offered = tasks(planned, tournament, viewer.role) if viewer is not None else ()
    action = suggested(planned, tournament) if staff else None
    return SeenTournament(
        setup.id,
        setup.title,
        setup.house,
        tournament.stage,
        next_step_words(tournament) if staff else "",
        (next_message(tournament),) if staff else (),
        action if action is not None and action.type in offered else None,
        offered,
        desk_view(planned, tournament) if viewer is not None and viewer.role in READING else None,
        tuple(SeenColor(each.color, each.points.count) for each in tournament.colors),
        tuple(_event(planned, tournament, event.id, mine, staff=staff) for event in setup.events),
        mine,
        setup.demonstration,
        _joins(planned, tournament, viewer, mine),
    )


def _joins(planned: PlannedTournament, tournament: Tournament, viewer: Actor | None, mine: tuple[int, ...]) -> str:
    if viewer is None or viewer.role is not Role.PLAYER or not planned.setup.demonstration:
        return ""
    if any(tournament.entries[number].is_active for number in mine):
        return ""
    return open_event(tournament)


def open_event(tournament: Tournament) -> str:
    """The event whose registration is open; empty if there is none."""
    open_now = (each.id for each in tournament.events.values() if each.stage is EventStage.REGISTRATION)
    return next(open_now, "")


def _event(
    planned: PlannedTournament, tournament: Tournament, id: str, mine: tuple[int, ...], *, staff: bool
) -> SeenTournamentEvent:
    plan, progress = event_of(planned, tournament, id)
    tables = tuple(_table(planned, tournament, plan, table, mine, staff=staff) for table in progress.tables.values())
    remaining = tournament.active_in(id)
    concerned = staff or any(entry.number in mine for entry in remaining)
    splits = concerned and may_split(planned, tournament, id) is None
    return SeenTournamentEvent(
        plan.id,
        plan.title,
        progress.stage,
        progress.round,
        len(plan.rounds),
        progress.round_since,
        round_of(plan, progress).games,
        plan.fee,
        plan.buy_in,
        cut_words(plan, progress),
        cut_messages(plan, progress),
        tournament.pool(id),
        _prizes(planned, tournament, plan, progress),
        _draw(progress),
        tuple(progress.draws),
        _split(tournament, progress) if concerned and progress.stage is EventStage.PLAYING else None,
        splittable(planned, tournament, id) if splits else None,
        leaderboard(planned, tournament, id),
        tables,
    )


def _table(
    planned: PlannedTournament,
    tournament: Tournament,
    plan: EventPlan,
    table: TournamentTable,
    mine: tuple[int, ...],
    *,
    staff: bool,
) -> SeenTournamentTable:
    round_plan = round_of(plan, tournament.events[plan.id])
    at = tournament.played_at(plan.id, table.number)
    secret = round_plan.secret_last and table.games + 1 == round_plan.games
    wagers = tuple(
        SeenPointsWager(each.entry, each.spot, each.points.count)
        for each in table.wagers
        if staff or not secret or each.entry in mine
    )
    last = table.last_number
    color = planned.table.game.wheel.color.get(last, "")
    left, place = round_plan.games - table.games, at.place if at is not None else ""
    takes = table.is_open and not (at is not None and at.called)
    return SeenTournamentTable(table.number, table.games, left, table.is_open, place, takes, last, color, wagers)


def cut_words(plan: EventPlan, progress: EventProgress) -> str:
    """Who advances from the current or next round, in words."""
    return IN_ENGLISH.all("tournament", cut_messages(plan, progress))


def cut_messages(plan: EventPlan, progress: EventProgress) -> tuple[CodedMessage, ...]:
    """The same as code and facts; empty if there is no cut."""
    number = max(progress.round, 1)
    round_plan = plan.rounds[number - 1]
    if number == len(plan.rounds):
        return ()
    others: Facts = {"others": round_plan.second_chance}
    if round_plan.best_of_table:
        return (CodedMessage("cut.table", {"count": round_plan.best_of_table, **others}),)
    if round_plan.best:
        return (CodedMessage("cut.all", {"count": round_plan.best, **others}),)
    return (CodedMessage("cut.chips", {}),)


def _prizes(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, progress: EventProgress
) -> tuple[SeenPrize, ...]:
    """The prizes for the current pool, or as awarded once the event is concluded."""
    if progress.stage is EventStage.CONCLUDED:
        own = [award for award in tournament.awards.values() if tournament.entries[award.entry].event == plan.id]
        return tuple(
            SeenPrize(
                award.place,
                award_words(award),
                award_message(award),
                award.amount if award.kind is PrizeKind.CASH else Cents(0),
            )
            for award in own
        )
    places = max((prize.place for prize in plan.prizes), default=0)
    cash = prize_sums(planned.setup, plan, tournament.pool(plan.id), places).cash
    in_cash = (PrizeKind.CASH, PrizeKind.SHARE)
    return tuple(
        SeenPrize(
            prize.place,
            IN_ENGLISH.say("tournament", said),
            said,
            cash.get(prize.place, Cents(0)) if prize.kind in in_cash else Cents(0),
        )
        for prize in plan.prizes
        for said in [prize_message(planned, plan, prize)]
    )


def award_words(award: Award) -> str:
    """An awarded prize in words."""
    return IN_ENGLISH.say("tournament", award_message(award))


def award_message(award: Award) -> CodedMessage:
    """An awarded prize as code and facts."""
    if award.item:
        return CodedMessage("award.item", {"item": award.item})
    return (
        CodedMessage("award.voucher", {"event": award.event})
        if award.event
        else CodedMessage("award.cash", {"amount": award.amount})
    )


def _won(tournament: Tournament) -> dict[int, list[Award]]:
    found: dict[int, list[Award]] = {}
    for award in tournament.awards.values():
        found.setdefault(award.entry, []).append(award)
    return found


def _draw(progress: EventProgress) -> SeenDraw | None:
    made = progress.commitment
    if made is None or made.round <= progress.round:
        return None
    nonces = tuple(sorted(progress.nonces))
    return SeenDraw(made.round, made.commitment, len(made.entries), nonces, made.beacon, made.beacon_at, progress.drawn)


def _split(tournament: Tournament, progress: EventProgress) -> SeenSplit | None:
    found = progress.proposal
    if found is None:
        return None
    shares = tuple(
        SplitShare(entry, tournament.entries[entry].name, amount, entry in found.agreed)
        for entry, amount in found.amounts.items()
    )
    return SeenSplit(found.by, shares)


def leaderboard(planned: PlannedTournament, tournament: Tournament, id: str) -> tuple[SeenEntrant, ...]:
    """Every entry with a place, best first; tied entries share a place."""
    plan, progress = event_of(planned, tournament, id)
    through = _through(tournament, plan, progress)
    won = _won(tournament) if progress.stage is EventStage.CONCLUDED else {}
    drawn = progress.drawn and progress.stage is not EventStage.PLAYING
    found: list[SeenEntrant] = []
    place = 1
    for group in ranking(tournament.of_event(id), progress):
        for number in group:
            entry = tournament.entries[number]
            lacking = 0
            if entry.is_active and through is not None and progress.stage is EventStage.PLAYING:
                lacking = max(0, through.get(entry.table, through.get(0, 0)) - entry.points.count)
            may_purchase = (
                entry.is_active
                and not entry.points
                and progress.stage is EventStage.PLAYING
                and not _is_open(progress, entry.table)
                and not why_no_purchase(plan, progress, entry, entry.points)
            )
            found.append(
                SeenEntrant(
                    number,
                    entry.name,
                    place,
                    entry.points.count,
                    entry.status,
                    entry.table,
                    entry.seat,
                    lacking,
                    entry.next_table if drawn and entry.is_active else 0,
                    entry.next_seat if drawn and entry.is_active else 0,
                    may_purchase,
                    ", ".join(map(award_words, won.get(number, ()))),
                    tuple(map(award_message, won.get(number, ()))),
                )
            )
        place += len(group)
    return tuple(found)


def _is_open(progress: EventProgress, number: int) -> bool:
    table = progress.tables.get(number)
    return table is not None and table.is_open


def _through(tournament: Tournament, plan: EventPlan, progress: EventProgress) -> dict[int, int] | None:
    """The points of the last entry that would advance now, by table, or under 0 for all tables."""
    round_plan = round_of(plan, progress)
    active = tournament.active_in(plan.id)
    if round_plan.best:
        points = sorted((entry.points.count for entry in active), reverse=True)
        return {0: points[round_plan.best - 1] if len(points) >= round_plan.best else 0}
    if not round_plan.best_of_table:
        return None
    found: dict[int, int] = {}
    for number in progress.tables:
        points = sorted((entry.points.count for entry in active if entry.table == number), reverse=True)
        found[number] = points[round_plan.best_of_table - 1] if len(points) >= round_plan.best_of_table else 0
    return found
