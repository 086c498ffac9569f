"""Games at a tournament table: chips at the start, wagers in points, the result, purchases, eliminations."""

from __future__ import annotations

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Role
from croupier.terms.refusal import Facts, Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import PaidBy, StakeKind
from croupier.tournament.entering import payment
from croupier.tournament.guard import (
    EVENT_IS,
    TournamentDecision,
    active_entry,
    event_of,
    out_of_order,
    refuse,
    round_of,
    same,
)
from croupier.tournament.points import POINTS_MAX, Points
from croupier.tournament.setup import EventPlan
from croupier.tournament.stages import escrowed, on_a_day
from croupier.tournament.state import Entrant, EventProgress, EventStage, Tournament, TournamentTable


def seat_entrant(planned: PlannedTournament, tournament: Tournament, command: c.SeatEntrant) -> TournamentDecision:
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    if not same(entry.person, command.person):
        facts: dict[str, str | int] = {"name": entry.name, "entry": entry.number}
        return refuse(planned, TournamentCode.PLAYER_SUBSTITUTED, TournamentDuty.OWN_PLAY, **facts)
    if not entry.table or entry.seated:
        phase = "entry {entry} has a seat" if entry.seated else "entry {entry} has no seat"
        return out_of_order(planned, phase, "the game", entry=entry.number)
    return (e.EntrantSeated(entry.number),)


def table_of(
    planned: PlannedTournament, tournament: Tournament, event: str, number: int
) -> tuple[EventPlan, EventProgress, TournamentTable] | Refusal:
    """The table of the round in play."""
    plan, progress = event_of(planned, tournament, event)
    if progress.stage is not EventStage.PLAYING:
        return out_of_order(planned, EVENT_IS, "starting a round", event=event, stage=progress.stage)
    table = progress.tables.get(number)
    if table is None:
        facts: dict[str, str | int] = {
            "table": number,
            "event": event,
            "tables": ", ".join(map(str, sorted(progress.tables))),
        }
        return refuse(planned, TournamentCode.TABLE_UNKNOWN, TournamentDuty.ORDER, **facts)
    return plan, progress, table


def open_game(planned: PlannedTournament, tournament: Tournament, command: c.OpenGame) -> TournamentDecision:
    found = table_of(planned, tournament, command.event, command.table)
    if isinstance(found, Refusal):
        return found
    plan, progress, table = found
    if table.is_open:
        return refuse(planned, TournamentCode.GAME_IN_PLAY, TournamentDuty.ORDER, table=table.number)
    games = round_of(plan, progress).games
    if table.games >= games:
        facts: dict[str, str | int] = {"table": table.number, "games": games}
        return refuse(planned, TournamentCode.GAMES_PLAYED, TournamentDuty.ORDER, **facts)
    refusal = on_a_day(planned, command.at) or _not_ready(planned, tournament, plan, table)
    return refusal or (e.GameOpened(command.event, table.number, table.games + 1),)


def _not_ready(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, table: TournamentTable
) -> Refusal | None:
    """Refuses a game at a house table that is not open for the event, or where no more bets was called."""
    at = tournament.played_at(plan.id, table.number)
    if at is None or (at.joined and not at.called):
        return None
    if at.called:
        return refuse(planned, TournamentCode.WAGERS_CLOSED, TournamentDuty.STANDARD_PLAY, table=table.number)
    facts: dict[str, str | int] = {"table": table.number, "place": at.place, "event": plan.id}
    return refuse(planned, TournamentCode.TABLE_NOT_OPEN, TournamentDuty.ORDER, **facts)


def wager(planned: PlannedTournament, tournament: Tournament, command: c.WagerPoints) -> TournamentDecision:
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    progress = tournament.events[entry.event]
    table = progress.tables.get(entry.table)
    if table is None or not table.is_open or progress.stage is not EventStage.PLAYING:
        return refuse(planned, TournamentCode.GAME_NOT_IN_PLAY, TournamentDuty.ORDER, table=entry.table)
    at = tournament.played_at(entry.event, entry.table)
    if at is not None and at.called:
        return refuse(planned, TournamentCode.WAGERS_CLOSED, TournamentDuty.STANDARD_PLAY, table=entry.table)
    if command.stake is not StakeKind.TOURNAMENT_CHIPS:
        words = command.stake.replace("-", " ").capitalize()
        return refuse(planned, TournamentCode.NOT_TOURNAMENT_CHIPS, TournamentDuty.CHIPS, stake=words)
    if not entry.seated:
        return refuse(planned, TournamentCode.PLAYER_NOT_SEATED, TournamentDuty.OWN_PLAY, name=entry.name)
    spot = planned.table.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    return (
        _enough(planned, table, entry, command.points)
        or _capped(planned, progress, entry, command.points)
        or (
            _in_parts(planned, command.points, spot.parts)
            or (e.PointsWagered(entry.number, spot.id, command.points, _placed_by(command)),)
        )
    )


def _placed_by(command: c.WagerPoints) -> str:
    """Who placed the chips: the player, or the dealer on the player's instruction."""
    return "dealer" if command.by.role is Role.DEALER else "player"


def _enough(planned: PlannedTournament, table: TournamentTable, entry: Entrant, points: Points) -> Refusal | None:
    """Refuses a wager above the chips that were on the table at the start of the game."""
    left = table.at_start.get(entry.number, Points(0)) - table.staked(entry.number)
    if Points(0) < points <= left:
        return None
    facts: dict[str, str | int] = {"entry": entry.number, "points": left.count, "asked": points.count}
    return refuse(planned, TournamentCode.CHIPS_NOT_ON_TABLE, TournamentDuty.CHIPS_AT_START, **facts)


def _capped(planned: PlannedTournament, progress: EventProgress, entry: Entrant, points: Points) -> Refusal | None:
    """Refuses a wager above the cap of an initial round; there is no other limit."""
    plan = planned.setup.event(entry.event)
    cap = round_of(plan, progress).cap if plan and progress.round <= planned.setup.initial_rounds else None
    if cap is None or points <= cap:
        return None
    return refuse(planned, TournamentCode.WAGER_ABOVE_CAP, TournamentDuty.STRUCTURE, points=points.count, cap=cap.count)


def _in_parts(planned: PlannedTournament, points: Points, parts: int) -> Refusal | None:
    if points.count % parts == 0:
        return None
    facts: dict[str, str | int] = {"points": points.count, "parts": parts}
    return refuse(planned, TournamentCode.POINTS_NOT_EQUAL_PARTS, TournamentDuty.STANDARD_PLAY, **facts)


def settle(planned: PlannedTournament, tournament: Tournament, command: c.SettleGame) -> TournamentDecision:
    """Settles every wager by the book; a player without chips or an option to purchase is out."""
    found = table_of(planned, tournament, command.event, command.table)
    if isinstance(found, Refusal):
        return found
    plan, progress, table = found
    if not table.is_open:
        return refuse(planned, TournamentCode.GAME_NOT_IN_PLAY, TournamentDuty.ORDER, table=table.number)
    wheel = planned.table.game.wheel
    if command.number not in wheel.color:
        return refuse(planned, CommandRefusalCode.NUMBER_UNKNOWN, TournamentDuty.STANDARD_PLAY, number=command.number)
    if command.number in wheel.void:
        void: dict[str, str | int] = {"reason": "{number} does not count on this wheel", "number": command.number}
        return refuse(planned, CommandRefusalCode.SPIN_NOT_VALID, TournamentDuty.STANDARD_PLAY, **void)
    return settled(planned, tournament, plan, progress, table, command.number)


def settled(
    planned: PlannedTournament,
    tournament: Tournament,
    plan: EventPlan,
    progress: EventProgress,
    table: TournamentTable,
    number: str,
) -> tuple[e.GameSettled | e.EntryEliminated, ...]:
    """The points after a number, and who is eliminated."""
    points = _points_after(planned, tournament, table, number)
    result = e.GameSettled(plan.id, table.number, table.games + 1, number, tuple(points.items()))
    return (result, *_eliminated(tournament, plan, progress, table, points))


def _points_after(
    planned: PlannedTournament, tournament: Tournament, table: TournamentTable, number: str
) -> dict[int, Points]:
    rules = planned.table
    after: dict[int, int] = {}
    for wager in table.wagers:
        spot = rules.layout[wager.spot]
        ruling = rules.game.settle(spot, wager.points.count, number, choice=rules.default_choice)
        has = after.get(wager.entry, tournament.entries[wager.entry].points.count)
        after[wager.entry] = min(has + ruling.winnings + ruling.returned, POINTS_MAX)
    return {entry: Points(after[entry]) for entry in sorted(after)}


def _eliminated(
    tournament: Tournament,
    plan: EventPlan,
    progress: EventProgress,
    table: TournamentTable,
    points: dict[int, Points],
) -> tuple[e.EntryEliminated, ...]:
    out: list[e.EntryEliminated] = []
    for entry in tournament.at_table(plan.id, table.number):
        left = points.get(entry.number, entry.points)
        if not left and (entry.declined or why_no_purchase(plan, progress, entry, left)):
            out.append(e.EntryEliminated(entry.number, plan.id, progress.round, table.games + 1))
    return tuple(out)


def void(planned: PlannedTournament, tournament: Tournament, command: c.VoidGame) -> TournamentDecision:
    found = table_of(planned, tournament, command.event, command.table)
    if isinstance(found, Refusal):
        return found
    plan, _, table = found
    if not table.is_open:
        return refuse(planned, TournamentCode.GAME_NOT_IN_PLAY, TournamentDuty.ORDER, table=table.number)
    return (e.GameVoided(plan.id, table.number, table.games + 1, command.why),)


def why_no_purchase(plan: EventPlan, progress: EventProgress, entry: Entrant, points: Points) -> Facts:
    """Why an entry may not purchase chips, as facts; none if it may. The rules are the same for everybody."""
    purchase = plan.purchase
    if purchase is None:
        return {"what": "The rules of this event allow no purchase of chips"}
    if progress.round > purchase.until_round:
        return {"what": "Chips can be purchased until round {round} only", "round": purchase.until_round}
    if purchase.most is not None and entry.purchases >= purchase.most:
        return {"what": "Entry {entry} has purchased chips as often as allowed: {most}", "most": purchase.most}
    if purchase.broke_only and points:
        return {"what": "Only a player without chips may purchase more"}
    return {}


def purchase(planned: PlannedTournament, tournament: Tournament, command: c.PurchaseChips) -> TournamentDecision:
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    plan, progress = event_of(planned, tournament, entry.event)
    if progress.stage is not EventStage.PLAYING:
        return out_of_order(planned, EVENT_IS, "starting a round", event=plan.id, stage=progress.stage)
    table = progress.tables.get(entry.table)
    if table is not None and table.is_open:
        return refuse(planned, TournamentCode.GAME_IN_PLAY, TournamentDuty.CHIPS_AT_START, table=entry.table)
    why = why_no_purchase(plan, progress, entry, entry.points)
    if why or plan.purchase is None:
        return _no_purchase(planned, entry, why)
    if command.paid_by is PaidBy.VOUCHER:
        return refuse(planned, TournamentCode.VOUCHER_NEEDED, TournamentDuty.VOUCHER)
    price = plan.purchase.price
    items = {item: price for item, value in plan.buy_in_items.items() if value == price}
    paid = payment(planned, command.paid_by, price, command.item, items, "a buy-in")
    if isinstance(paid, Refusal):
        return paid
    refusal = on_a_day(planned, command.at) or escrowed(planned, tournament, price)
    return refusal or (e.ChipsPurchased(entry.number, plan.id, paid, plan.purchase.points),)


def _no_purchase(planned: PlannedTournament, entry: Entrant, why: Facts) -> Refusal:
    facts: dict[str, str | int] = {**why, "entry": entry.number}
    return refuse(planned, TournamentCode.PURCHASE_NOT_ALLOWED, TournamentDuty.EQUAL_CHIPS, **facts)


def decline(planned: PlannedTournament, tournament: Tournament, command: c.DeclinePurchase) -> TournamentDecision:
    """Eliminates a player who has no chips and declines to purchase any."""
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    plan, progress = event_of(planned, tournament, entry.event)
    table = progress.tables.get(entry.table)
    if progress.stage is not EventStage.PLAYING or table is None:
        return out_of_order(planned, EVENT_IS, "starting a round", event=plan.id, stage=progress.stage)
    if table.is_open:
        return refuse(planned, TournamentCode.GAME_IN_PLAY, TournamentDuty.ELIMINATION, table=entry.table)
    if entry.points:
        return _no_purchase(planned, entry, {"what": "Entry {entry} has chips left"})
    return (e.EntryEliminated(entry.number, plan.id, progress.round, table.games),)


def redeem(planned: PlannedTournament) -> Refusal:
    return refuse(planned, TournamentCode.CHIPS_NOT_REDEEMED, TournamentDuty.CHIPS)
