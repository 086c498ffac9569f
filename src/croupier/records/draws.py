"""The draws of a tournament, from its records."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.journal.port import Journal
from croupier.tournament.draw import DrawEntrant, SeatDraw
from croupier.tournament.event import (
    DrawCommitted,
    EntryMade,
    NonceAdded,
    SeatsDrawn,
    TournamentChanged,
    TournamentDrafted,
)
from croupier.tournament.setup import TournamentSetup
from croupier.wire.tournaments import tournament_event


def draws_of(journal: Journal, stream: str) -> tuple[SeatDraw, ...]:
    """Every draw by seed that was revealed, in order; those by cards have no file."""
    setup: TournamentSetup | None = None
    names: dict[int, str] = {}
    committed: dict[str, DrawCommitted] = {}
    nonces: dict[str, dict[int, str]] = {}
    found: list[SeatDraw] = []
    for record in journal.read(stream):
        event = tournament_event(record).event
        if isinstance(event, TournamentDrafted | TournamentChanged):
            setup = event.setup
        elif isinstance(event, EntryMade):
            names[event.entry] = event.name
        elif isinstance(event, DrawCommitted):
            committed[event.event], nonces[event.event] = event, {}
        elif isinstance(event, NonceAdded):
            nonces[event.event][event.entry] = event.nonce
        elif isinstance(event, SeatsDrawn) and event.seed and setup is not None:
            found.append(_draw(setup, names, committed[event.event], nonces[event.event], event))
    return tuple(found)


def _draw(
    setup: TournamentSetup, names: dict[int, str], committed: DrawCommitted, nonces: dict[int, str], event: SeatsDrawn
) -> SeatDraw:
    plan = setup.event(event.event)
    tables, seats = (plan.tables, plan.seats) if plan else (1, 1)
    entrants = tuple(DrawEntrant(number, names[number], nonces.get(number, "")) for number in committed.entries)
    draw = SeatDraw(
        setup.id,
        event.event,
        event.round,
        tables,
        seats,
        committed.commitment,
        event.seed,
        committed.beacon,
        event.beacon_value,
        entrants,
        (),
    )
    return replace(draw, drawn=event.seats)
