"""Receipts over HTTP: a player requests the receipt of a round and gets it once a cosigned checkpoint covers it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from croupier.floor.history import History
from croupier.floor.premises import Premises
from croupier.floor.receipts import ROUNDS_BACK, Given, Receipts
from croupier.journal.standalone_verifier import NAME, verifier_source
from croupier.records.rounds import PlayedRound
from croupier.terms.people import Role
from croupier.web.api.lookup import find_running
from croupier.web.api.record_lines import VERSION_MAX
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint

NO_SUCH = "no-such-receipt"


class ReceiptWanted(Struct, frozen=True):
    round: Annotated[int, Meta(ge=1, le=VERSION_MAX)]


class ReceiptTicket(Struct, frozen=True):
    """Lets its holder fetch the receipt."""

    receipt: int
    nonce: str


class ReceiptTickets(Struct, frozen=True):
    """One ticket per receipt; a player with many wagers gets several receipts for a round."""

    table: str
    round: int
    receipts: tuple[ReceiptTicket, ...]


class ReceiptQuery(Struct, frozen=True):
    nonce: Annotated[str, Meta(min_length=1, max_length=64)]


class ReceiptAnswer(Struct, frozen=True):
    status: Literal["waiting", "ready"]
    """`waiting` until the next checkpoint is sealed, within a minute, and the witnesses have cosigned it."""
    proof: str | None
    """The receipt, a C2SP tlog-proof: keep it as a file."""


class PolicyAnswer(Struct, frozen=True):
    """The log and witnesses that a receipt is checked against. If you do not trust the house, get it elsewhere."""

    policy: str


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    receipts = Receipts(premises)

    async def ask(call: Call) -> ReceiptTickets:
        running = find_running(premises, call)
        assert call.person is not None  # noqa: S101 (the endpoint admits no others)
        given = await asyncio.to_thread(_give, receipts, running.history, call.body.round, call.person.name)
        tickets = tuple(ReceiptTicket(each.version, each.nonce) for each in given)
        return ReceiptTickets(running.place.number, call.body.round, tickets)

    async def fetch(call: Call) -> ReceiptAnswer:
        written = call.path["receipt"]
        version = int(written) if written.isascii() and written.isdigit() and len(written) < 16 else 0
        try:
            proof = await asyncio.to_thread(receipts.proof, version, call.query.nonce)
        except LookupError:
            raise Declined(404, NO_SUCH, "There is no such receipt.") from None
        return ReceiptAnswer("waiting" if proof is None else "ready", proof)

    async def verifier(_call: Call) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
        return Response(verifier_source(), headers=headers, media_type="text/x-python")

    async def policy(_call: Call) -> PolicyAnswer:
        return PolicyAnswer(receipts.policy_text())

    path = "/tables/{number}/receipts"
    words = "Records the player's stakes and payouts of a round, for a receipt."
    players = frozenset({Role.PLAYER})
    return (
        Endpoint("POST", path, ask, words, players, body=ReceiptWanted, answer=ReceiptTickets, status=201),
        Endpoint(
            "GET",
            "/receipts/{receipt}",
            fetch,
            "A receipt, once a cosigned checkpoint covers it.",
            EVERYBODY,
            query=ReceiptQuery,
            answer=ReceiptAnswer,
        ),
        Endpoint(
            "GET",
            "/verifier",
            verifier,
            "A program that checks receipts, bundles and journals without croupier.",
            EVERYBODY,
            answer=str,
            media="text/x-python",
        ),
        Endpoint(
            "GET", "/policy", policy, "The log and witnesses to check receipts against.", EVERYBODY, answer=PolicyAnswer
        ),
    )


def _give(receipts: Receipts, history: History, number: int, player: str) -> tuple[Given, ...]:
    round = _find(history, number)
    seats = tuple(dict.fromkeys(each.stake.seat for each in round.wagers.values() if each.player == player))
    given = receipts.give(round, seats)
    if not given:
        raise Declined(404, "no-wagers", f"You had no wagers in round {number}.")
    return given


def _find(history: History, number: int) -> PlayedRound:
    newest = next(iter(history.last_rounds(1)), None)
    back = newest.number - number + 1 if newest is not None else 0
    for round in history.last_rounds(back) if 1 <= back <= ROUNDS_BACK else ():
        if round.number == number:
            return round
    raise Declined(404, "no-such-round", f"Receipts are available for the last {ROUNDS_BACK} finished rounds.")
