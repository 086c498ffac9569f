"""Pending work at all tables: slips in progress, and requests for a second person."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.access.person import Person
from croupier.floor.live import LiveTable
from croupier.floor.premises import Premises
from croupier.floor.remote_table import RemoteTable
from croupier.table import command as c
from croupier.table.money import SlipStep, may_agree, next_hand
from croupier.table.money_command import SettleClaim, SlipKind
from croupier.table.state import SecondRequest, Table
from croupier.table.view import HOUSE
from croupier.terms.people import Role
from croupier.web.api.lookup import SILENT, query_table
from croupier.web.api.session import signed_in
from croupier.web.endpoint import Call, Declined, Endpoint

HANDS = frozenset({Role.DEALER, Role.CASHIER, Role.SECURITY})
"""Roles that handle the chips of a slip."""
VOIDERS = frozenset({Role.SUPERVISOR, Role.CASHIER})


class WaitingSlip(Struct, frozen=True):
    """A fill or credit in progress; cents by denomination."""

    table: str
    slip: int
    kind: SlipKind
    chips: dict[int, int]
    amount: int
    step: SlipStep
    role: Role
    """The role that does the next step."""
    people: tuple[str, ...]
    """Who has taken part in it, in order."""
    yours: bool
    """Whether the viewer may do the next step: they have the role and have not taken part yet."""
    voidable: bool
    """Whether the viewer may void it now."""


class WaitingRequest(Struct, frozen=True):
    """A request of one supervisor that another must approve."""

    table: str
    request: int
    kind: str
    """The command: decide-dispute, correct-number or settle-claim."""
    by: str
    at: int
    amount: int
    why: str
    yours: bool
    """Whether the viewer may approve it; the person who made it may only withdraw it."""
    refusable: bool
    decision: str = ""
    dispute: int = 0
    awards: dict[int, int] = {}
    """Cents by seat."""
    number: str = ""
    player: str = ""
    seat: int = 0


class WaitingQuery(Struct, frozen=True):
    table: Annotated[str, Meta(max_length=60)] = ""
    """Only this table."""


class WaitingAnswer(Struct, frozen=True):
    slips: tuple[WaitingSlip, ...]
    requests: tuple[WaitingRequest, ...]
    """Only for roles that see the house's money."""
    silent: tuple[str, ...]
    """Tables that do not answer."""


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    async def waiting(call: Call) -> WaitingAnswer:
        person = signed_in(call)
        asked: WaitingQuery = call.query
        places = [each for each in premises.places.values() if asked.table in ("", each.number)]
        live = [each.live for each in places if each.live is not None]
        found = await asyncio.gather(*(_of_table(each, person) for each in live))
        return WaitingAnswer(
            tuple(slip for slips, _ in filter(None, found) for slip in slips),
            tuple(request for _, requests in filter(None, found) for request in requests),
            tuple(each.number for each, answer in zip(live, found, strict=True) if answer is None),
        )

    words = "Pending work: slips in progress, and requests for a second person."
    return (Endpoint("GET", "/waiting", waiting, words, HOUSE | HANDS, query=WaitingQuery, answer=WaitingAnswer),)


_Found = tuple[list[WaitingSlip], list[WaitingRequest]]


async def _of_table(live: LiveTable | RemoteTable, person: Person) -> _Found | None:
    """Pending work at one table; None if it does not answer."""
    try:
        return await query_table(live, partial(_found, live.number, person))
    except Declined as no:
        if no.code != SILENT:
            raise
        return None


def _found(number: str, person: Person, _version: int, table: Table) -> _Found:
    slips = []
    for slip, open_slip in table.slips.items():
        step = next_hand(open_slip, person.actor)
        slips.append(
            WaitingSlip(
                number,
                slip,
                open_slip.kind,
                dict(open_slip.chips),
                open_slip.amount,
                step.step,
                step.role,
                tuple(open_slip.people),
                step.fits,
                person.role in VOIDERS and step.voidable,
            )
        )
    if person.role not in HOUSE:
        return slips, []
    return slips, [_request(number, id, asked, person) for id, asked in table.seconds.items()]


def _request(number: str, id: int, asked: SecondRequest, person: Person) -> WaitingRequest:
    command, pit = asked.command, person.role is Role.SUPERVISOR
    waiting = WaitingRequest(
        number,
        id,
        str(command.__struct_config__.tag),
        command.by.name,
        command.at,
        asked.amount,
        command.why,
        pit and may_agree(asked, person.name),
        pit,
    )
    match command:
        case c.DecideDispute():
            return replace(waiting, decision=command.decision, dispute=command.dispute, awards=dict(command.awards))
        case c.CorrectNumber():
            return replace(waiting, number=command.number)
        case SettleClaim():
            return replace(waiting, player=command.player, seat=command.seat)
        case _:
            assert_never(command)
