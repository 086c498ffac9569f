"""The draw of seats: committed, with nonces of the players, and revealed; or drawn with cards and recorded."""

from __future__ import annotations

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.beacon import NamedPulse, is_pulse, why_not_the_pulse
from croupier.tournament.check import PlannedTournament
from croupier.tournament.draw import DrawEntrant, SeatDraw, commitment_of, draw_seats, is_seed
from croupier.tournament.guard import EVENT_IS, TournamentDecision, active_entry, event_of, out_of_order, refuse
from croupier.tournament.setup import EventPlan
from croupier.tournament.state import EventProgress, EventStage, Tournament
from croupier.tournament.values import DrawnSeat

BEACON_SECONDS = 60
"""The least time between naming a beacon and its publication."""
NONCE_MAX = 100
_ORDER = TournamentDuty.ORDER


def _may_draw(planned: PlannedTournament, plan: EventPlan, progress: EventProgress) -> Refusal | None:
    """Refuses a draw unless registration is closed and the next round has no seats yet."""
    if progress.stage not in (EventStage.REGISTERED, EventStage.BETWEEN):
        return out_of_order(planned, EVENT_IS, "what the event waits for", event=plan.id, stage=progress.stage)
    if progress.round == len(plan.rounds):
        return out_of_order(planned, "the last round has ended", "concluding {event}", event=plan.id)
    if progress.drawn:
        return out_of_order(planned, "the seats are drawn", "starting round {round}", round=progress.round + 1)
    return None


def commit(planned: PlannedTournament, tournament: Tournament, command: c.CommitDraw) -> TournamentDecision:
    """Commits to the list of entries and the hash of the seed, before anybody can know the outcome."""
    plan, progress = event_of(planned, tournament, command.event)
    refusal = _may_draw(planned, plan, progress)
    if refusal:
        return refusal
    if not is_seed(command.commitment):
        return refuse(planned, TournamentCode.DRAW_BROKEN, _ORDER)
    if command.beacon and command.beacon_at < command.at + BEACON_SECONDS * 1000:
        facts: dict[str, str | int] = {"what": "That beacon may be known already", "seconds": BEACON_SECONDS}
        return refuse(planned, TournamentCode.BEACON_TOO_SOON, _ORDER, **facts)
    if is_pulse(command.beacon):
        named = NamedPulse.read(command.beacon)
        if named is None or named.at != command.beacon_at:
            return refuse(
                planned, TournamentCode.BEACON_WRONG, _ORDER, what="The beacon is not named in the form of a pulse"
            )
    entries = tuple(entry.number for entry in tournament.active_in(plan.id))
    if not entries:
        return refuse(planned, TournamentCode.ENTRANTS_TOO_FEW, _ORDER, count=0, event=plan.id)
    at = command.beacon_at if command.beacon else 0
    return (e.DrawCommitted(plan.id, progress.round + 1, entries, command.commitment, command.beacon, at),)


def add_nonce(planned: PlannedTournament, tournament: Tournament, command: c.AddNonce) -> TournamentDecision:
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    _, progress = event_of(planned, tournament, command.event)
    if progress.commitment is None or progress.drawn or command.entry not in progress.commitment.entries:
        return refuse(planned, TournamentCode.DRAW_NOT_COMMITTED, _ORDER, event=command.event)
    return (e.NonceAdded(command.event, command.entry, command.nonce[:NONCE_MAX]),)


def reveal(planned: PlannedTournament, tournament: Tournament, command: c.RevealDraw) -> TournamentDecision:
    plan, progress = event_of(planned, tournament, command.event)
    refusal = _may_draw(planned, plan, progress)
    if refusal:
        return refusal
    committed = progress.commitment
    if committed is None:
        return refuse(planned, TournamentCode.DRAW_NOT_COMMITTED, _ORDER, event=plan.id)
    if not is_seed(command.seed) or commitment_of(command.seed) != committed.commitment:
        return refuse(planned, TournamentCode.DRAW_BROKEN, _ORDER)
    if committed.beacon and (command.at < committed.beacon_at or not command.beacon_value):
        facts: dict[str, str | int] = {"what": "The beacon is not published yet", "seconds": BEACON_SECONDS}
        return refuse(planned, TournamentCode.BEACON_TOO_SOON, _ORDER, **facts)
    if is_pulse(committed.beacon) and (wrong := why_not_the_pulse(committed.beacon, command.beacon_value)):
        return refuse(planned, TournamentCode.BEACON_WRONG, _ORDER, what=f"{wrong[:1].upper()}{wrong[1:]}")
    if committed.entries != tuple(entry.number for entry in tournament.active_in(plan.id)):
        what = "The entries have changed since the draw was committed"
        return refuse(planned, TournamentCode.SEATS_WRONG, _ORDER, what=what)
    draw = draw_of(planned, tournament, plan, progress, command.seed, command.beacon_value)
    if draw is None:
        return refuse(planned, TournamentCode.DRAW_NOT_COMMITTED, _ORDER, event=plan.id)
    value = command.beacon_value if committed.beacon else ""
    return (e.SeatsDrawn(plan.id, committed.round, draw_seats(draw), command.seed, value),)


def draw_of(
    planned: PlannedTournament,
    tournament: Tournament,
    plan: EventPlan,
    progress: EventProgress,
    seed: str,
    beacon_value: str,
) -> SeatDraw | None:
    """The committed draw with its seed, without seats."""
    committed = progress.commitment
    if committed is None:
        return None
    return SeatDraw(
        planned.setup.id,
        plan.id,
        committed.round,
        plan.tables,
        plan.seats,
        committed.commitment,
        seed,
        committed.beacon,
        beacon_value if committed.beacon else "",
        tuple(
            DrawEntrant(number, tournament.entries[number].name, progress.nonces.get(number, ""))
            for number in committed.entries
        ),
        (),
    )


def by_cards(planned: PlannedTournament, tournament: Tournament, command: c.RecordCardDraw) -> TournamentDecision:
    plan, progress = event_of(planned, tournament, command.event)
    refusal = _may_draw(planned, plan, progress)
    if refusal:
        return refusal
    active = {entry.number for entry in tournament.active_in(plan.id)}
    places = list(command.seats.values())
    what = ""
    if set(command.seats) != active:
        what = "An entry has no seat, or a seat belongs to nobody in the event"
    elif len(set(places)) != len(places):
        what = "Two entries have the same seat"
    elif not all(1 <= table <= plan.tables and 1 <= seat <= plan.seats for table, seat in places):
        what = "A seat is not at tables 1 to {tables} with seats 1 to {seats}"
    if what or not places:
        facts: dict[str, str | int] = {
            "what": what or "Nobody is left to seat",
            "tables": plan.tables,
            "seats": plan.seats,
        }
        return refuse(planned, TournamentCode.SEATS_WRONG, _ORDER, **facts)
    seats = tuple(DrawnSeat(entry, *command.seats[entry]) for entry in sorted(command.seats))
    return (e.SeatsDrawn(plan.id, progress.round + 1, seats, witness=command.witness),)
