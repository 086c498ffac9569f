"""What a dealer and a supervisor have to know before their next step, asked of the rules and not recorded."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from croupier.floor.premises import Premises
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.decide import decide
from croupier.table.questions import choosers
from croupier.table.state import Phase, Table, TableRules
from croupier.table.view import STAFF
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.web.api.lookup import find_running, look
from croupier.web.endpoint import Call, Declined, Endpoint

LISTED_MAX = 200
"""The most wagers in one list; nobody pays more by hand."""


class SpokenWager(Struct, frozen=True):
    """Spoken with cash on the table, and not yet confirmed."""

    seat: int
    spot: str
    cash: int


class OpenChoice(Struct, frozen=True):
    """A wager whose player has yet to choose in prison."""

    seat: int
    spot: str
    amount: int


class DueWager(Struct, frozen=True):
    """A wager as `pay-winners` will pay it."""

    seat: int
    spot: str
    amount: int
    chips: Chips
    tip: bool
    winnings: int
    returned: int


class Dealing(Struct, frozen=True):
    version: int
    irregularity: str
    """What was reported and waits for the supervisor; empty when nothing does."""
    ball_out: bool
    wheel: str
    ball: str
    """The directions of the spin under way; empty when there is none."""
    no_spin: str
    """Why the spin under way is not valid; empty when it is."""
    verbal: tuple[SpokenWager, ...]
    choosing: tuple[OpenChoice, ...]
    due: tuple[DueWager, ...]
    """Once losers are collected: what the next step pays, the first of them."""
    due_count: int
    due_total: int
    """Winnings of all of them."""


class CorrectionQuery(Struct, frozen=True):
    number: Annotated[str, Meta(max_length=16)]


class Difference(Struct, frozen=True):
    """What the float pays a stack (takes back, negative), and what is left open as a claim."""

    seat: int
    player: str
    chips: Chips
    paid: int
    claimed: int


class Correction(Struct, frozen=True):
    version: int
    round: int
    was: str
    number: str
    differences: tuple[Difference, ...]
    tips: int
    """What goes into the tip box, or comes out of it when negative."""


def dealing(rules: TableRules, version: int, table: Table) -> Dealing:
    """The table as its dealer has to know it."""
    spin = table.spin
    open_keys = set(choosers(rules, table)) if table.phase is Phase.CROWNED else set()
    due = _due(rules, table)
    return Dealing(
        version=version,
        irregularity=table.irregularity,
        ball_out=table.ball_out,
        wheel=spin.wheel or "",
        ball=spin.ball or "",
        no_spin=spin.irregular or "",
        verbal=tuple(SpokenWager(seat, spot, cash) for seat, (spot, cash) in sorted(table.verbal.items())),
        choosing=tuple(
            OpenChoice(each.stake.seat, each.stake.spot, each.stake.amount)
            for each in table.standing()
            if each.stake.key in open_keys
        )[:LISTED_MAX],
        due=tuple(due[:LISTED_MAX]),
        due_count=len(due),
        due_total=sum(each.winnings for each in due),
    )


def _due(rules: TableRules, table: Table) -> list[DueWager]:
    """Deciding changes nothing, so the step itself says what it would pay."""
    if table.phase is not Phase.COLLECTED:
        return []
    decided = decide(rules, table, c.PayWinners(by=Actor(table.dealer, Role.DEALER), at=table.last_at))
    events = () if isinstance(decided, Refusal) else decided
    return [
        DueWager(
            each.stake.seat,
            each.stake.spot,
            each.stake.amount,
            each.stake.chips,
            each.stake.tip,
            each.winnings,
            each.returned,
        )
        for event in events
        if isinstance(event, e.WinnersPaid)
        for each in event.wagers
    ]


def correction(rules: TableRules, by: Actor, number: str, version: int, table: Table) -> Correction | Refusal:
    """What `correct-number` would pay and take back now."""
    command = c.CorrectNumber(by=by, at=table.last_at, number=number, why="a look before it")
    decided = decide(rules, table, command)
    if isinstance(decided, Refusal):
        return decided
    differences = [
        Difference(each.seat, each.player, each.chips, each.paid, each.claimed)
        for each in decided
        if isinstance(each, e.BalanceCorrected)
    ]
    tips = sum(each.amount for each in decided if isinstance(each, e.TipsCorrected))
    return Correction(version, table.settled_round, table.settled_number, number, tuple(differences[:LISTED_MAX]), tips)


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    async def now(call: Call) -> Dealing:
        live = find_running(premises, call).live
        return await look(live, partial(dealing, live.rules))

    async def corrected(call: Call) -> Correction:
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        live = find_running(premises, call).live
        found = await look(live, partial(correction, live.rules, call.person.actor, call.query.number))
        if isinstance(found, Refusal):
            raise Declined(422, found.code, found.message, found.clause)
        return found

    return (
        Endpoint(
            "GET",
            "/tables/{number}/dealing",
            now,
            "What the dealer has to know before the next step.",
            STAFF,
            answer=Dealing,
        ),
        Endpoint(
            "GET",
            "/tables/{number}/correction",
            corrected,
            "What correcting the last number would pay and take back; nothing is recorded.",
            frozenset({Role.SUPERVISOR}),
            query=CorrectionQuery,
            answer=Correction,
        ),
    )
