"""Finished rounds over HTTP: players see their own wagers, staff see all."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Struct

from croupier.access.person import Person
from croupier.floor.premises import Premises
from croupier.game.settlement import Verdict
from croupier.records.rounds import PlayedRound, SettledWager
from croupier.rules.wagers import Chips
from croupier.table.view import STAFF
from croupier.terms.people import Role
from croupier.web.api.lookup import find_running
from croupier.web.endpoint import SIGNED_IN, Call, Endpoint

ROUNDS_MAX = 100


class RoundsQuery(Struct, frozen=True):
    last: Annotated[int, Meta(ge=1, le=ROUNDS_MAX)] = 10


class RoundWager(Struct, frozen=True):
    seat: int
    player: str
    spot: str
    amount: int
    chips: Chips
    color: str
    coupon: int
    tip: bool
    imprisoned: bool
    outcome: Verdict
    winnings: int
    returned: int


class FinishedRound(Struct, frozen=True):
    round: int
    result: str
    between: bool
    began: int
    ended: int
    first: int
    """The versions of its first and last records."""
    last: int
    dealer: str | None
    """Only for staff."""
    wagers: tuple[RoundWager, ...]
    """The player's own wagers; all wagers for staff."""


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:

    async def rounds(call: Call) -> list[FinishedRound]:
        running = find_running(premises, call)
        found = await asyncio.to_thread(running.history.last_rounds, call.query.last)
        return [_round(each, call.person) for each in found]

    words = "Finished rounds, newest first."
    path = "/tables/{number}/rounds"
    return (Endpoint("GET", path, rounds, words, SIGNED_IN, query=RoundsQuery, answer=list[FinishedRound]),)


def _round(played: PlayedRound, person: Person | None) -> FinishedRound:
    staff = person is not None and person.role in STAFF
    first, last = played.entries[0].record, played.entries[-1].record
    return FinishedRound(
        round=played.number,
        result=played.result,
        between=played.between,
        began=first.time_ms,
        ended=last.time_ms,
        first=first.version,
        last=last.version,
        dealer=played.dealer if staff else None,
        wagers=tuple(
            _wager(each)
            for each in played.wagers.values()
            if staff or (person is not None and person.role is Role.PLAYER and each.player == person.name)
        ),
    )


def _wager(wager: SettledWager) -> RoundWager:
    stake = wager.stake
    return RoundWager(
        seat=stake.seat,
        player=wager.player,
        spot=stake.spot,
        amount=stake.amount,
        chips=stake.chips,
        color=stake.color,
        coupon=wager.coupon,
        tip=stake.tip,
        imprisoned=wager.imprisoned,
        outcome=wager.outcome,
        winnings=wager.winnings,
        returned=wager.returned,
    )
