"""A player's session over HTTP: its duration and result at all tables of the house. See ADR 90."""

from __future__ import annotations

import asyncio
from itertools import chain

from msgspec import Struct

from croupier.access.accounts import TERMINALS
from croupier.floor.premises import Premises
from croupier.floor.premises_table import PremisesTable
from croupier.records.sittings import BREAK_MS, Sitting, last_session
from croupier.terms.people import Role
from croupier.web.api.lookup import find_running
from croupier.web.endpoint import Call, Endpoint

PLAYERS = frozenset({Role.PLAYER})


class SessionSitting(Struct, frozen=True):
    """One seat at one table, in cents."""

    table: str
    seat: int
    since: int
    until: int | None
    """When the seat was left; null while the player sits there."""
    rounds: int
    bought: int
    cashed: int
    held: int
    result: int
    """`cashed + held - bought`."""


class PlaySession(Struct, frozen=True):
    """The current session, in cents; if there is none, `since` is null and there are no sittings.

    It covers only tables with the same currency.
    """

    now: int
    since: int | None
    rounds: int
    bought: int
    cashed: int
    held: int
    result: int
    break_ms: int
    """A pause at least this long between two sittings ends a session."""
    shared: bool
    """The player is a guest of an enrolled terminal. Guests share its name, so only the current sitting counts."""
    sittings: tuple[SessionSitting, ...]


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:

    async def session(call: Call) -> PlaySession:
        running = find_running(premises, call)
        assert call.person is not None  # noqa: S101 (the endpoint admits no others)
        name, shared = call.person.name, call.person.name.startswith(TERMINALS)
        currency = running.live.rules.betting.book.money.currency
        places = [
            each
            for each in premises.places.values()
            if each.live is not None and each.live.rules.betting.book.money.currency == currency
        ]
        asked = [running.place] if shared else places
        found = await asyncio.gather(*(asyncio.to_thread(_sittings, place, name) for place in asked))
        now = premises.clock.now()
        all_of_them = [each for each in chain(*found) if not shared or each[1].until is None]
        return _told(last_session(all_of_them, now), now, shared=shared)

    path, words = "/tables/{number}/play", "Duration and result of the player's current session."
    return (Endpoint("GET", path, session, words, PLAYERS, answer=PlaySession),)


def _sittings(place: PremisesTable, player: str) -> list[tuple[str, Sitting]]:
    history = place.history
    return [(place.number, each) for each in history.sittings(player)] if history is not None else []


def _told(found: list[tuple[str, Sitting]], now: int, *, shared: bool) -> PlaySession:
    own = [each for _, each in found]
    return PlaySession(
        now=now,
        since=min((each.since for each in own), default=None),
        rounds=sum(each.rounds for each in own),
        bought=sum(each.bought for each in own),
        cashed=sum(each.cashed for each in own),
        held=sum(each.held for each in own),
        result=sum(each.result for each in own),
        break_ms=BREAK_MS,
        shared=shared,
        sittings=tuple(
            SessionSitting(
                table,
                each.seat,
                each.since,
                each.until,
                each.rounds,
                each.bought,
                each.cashed,
                each.held,
                each.result,
            )
            for table, each in found
        ),
    )
