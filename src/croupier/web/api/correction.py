"""Previews a correction of the last number: what it would pay and take back. Nothing is recorded."""

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
from croupier.web.api.lookup import find_running, query_table
from croupier.web.endpoint import Call, Declined, Endpoint

LISTED_MAX = 200
"""Maximum number of listed differences."""


class CorrectionQuery(Struct, frozen=True):
    number: Annotated[str, Meta(max_length=16)]


class StackDifference(Struct, frozen=True):
    """What the float pays a stack (negative: takes back), and what remains as a claim."""

    seat: int
    player: str
    chips: Chips
    paid: int
    claimed: int


class CorrectionPreview(Struct, frozen=True):
    version: int
    round: int
    was: str
    number: str
    differences: tuple[StackDifference, ...]
    count: int
    """Total number of differences."""
    tips: int
    """Paid into the tip box; negative if taken out of it."""


def foresee(rules: TableRules, by: Actor, number: str, version: int, table: Table) -> CorrectionPreview | Refusal:
    """Decides the command without recording it, and returns what it would change."""
    command = CorrectNumber(by=by, at=table.last_at, number=number, why="preview")
    decided = decide(rules, table, command)
    if isinstance(decided, Refusal):
        return decided
    differences = [
        StackDifference(each.seat, each.player, each.chips, each.paid, each.claimed)
        for each in decided
        if isinstance(each, e.BalanceCorrected)
    ]
    tips = sum(each.amount for each in decided if isinstance(each, e.TipsCorrected))
    listed = tuple(differences[:LISTED_MAX])
    return CorrectionPreview(version, table.settled_round, table.settled_number, number, listed, len(differences), tips)


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    async def corrected(call: Call) -> CorrectionPreview:
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        live = find_running(premises, call).live
        found = await query_table(live, partial(foresee, live.rules, call.person.actor, call.query.number))
        if isinstance(found, Refusal):
            raise Declined(422, found.code, found.message, found.clause, found.facts)
        return found

    return (
        Endpoint(
            "GET",
            "/tables/{number}/correction",
            corrected,
            "What correcting the last number would pay and take back; nothing is recorded.",
            frozenset({Role.SUPERVISOR}),
            query=CorrectionQuery,
            answer=CorrectionPreview,
        ),
    )
