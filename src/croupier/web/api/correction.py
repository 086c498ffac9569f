"""What correcting the last number would pay and take back: asked of the rules before it is done, and not recorded."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from croupier.floor.premises import Premises
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.command import CorrectNumber
from croupier.table.decide import decide
from croupier.table.state import Table, TableRules
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.web.api.lookup import find_running, look
from croupier.web.endpoint import Call, Declined, Endpoint

LISTED_MAX = 200
"""The most differences that are listed."""


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
    count: int
    """How many differences there are in all."""
    tips: int
    """What goes into the tip box, or comes out of it when negative."""


def foresee(rules: TableRules, by: Actor, number: str, version: int, table: Table) -> Correction | Refusal:
    """Deciding changes nothing, so the command itself says what it would do."""
    command = CorrectNumber(by=by, at=table.last_at, number=number, why="a look before it")
    decided = decide(rules, table, command)
    if isinstance(decided, Refusal):
        return decided
    differences = [
        Difference(each.seat, each.player, each.chips, each.paid, each.claimed)
        for each in decided
        if isinstance(each, e.BalanceCorrected)
    ]
    tips = sum(each.amount for each in decided if isinstance(each, e.TipsCorrected))
    listed = tuple(differences[:LISTED_MAX])
    return Correction(version, table.settled_round, table.settled_number, number, listed, len(differences), tips)


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    async def corrected(call: Call) -> Correction:
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        live = find_running(premises, call).live
        found = await look(live, partial(foresee, live.rules, call.person.actor, call.query.number))
        if isinstance(found, Refusal):
            raise Declined(422, found.code, found.message, found.clause)
        return found

    return (
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
