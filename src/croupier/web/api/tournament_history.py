"""The records of a tournament and its state after each of them, for surveillance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from croupier.floor.tournaments import TournamentFloor, UnknownTournament
from croupier.journal.record import Record
from croupier.records.tournament_facts import tournament_messages
from croupier.records.tournament_text import tournament_words
from croupier.terms.coded_message import CodedMessage
from croupier.terms.people import Actor, Role
from croupier.tournament.check import PlannedTournament
from croupier.tournament.seen_tournament import SeenTournament
from croupier.tournament.state import Tournament
from croupier.tournament.view import tournament_view
from croupier.web.api.record_lines import RecordsQuery, RecordText, RefusalText
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.wire.events import CommandRefused, read_actor
from croupier.wire.tournaments import tournament_event

T = TypeVar("T")
WATCHING = frozenset({Role.SURVEILLANCE, Role.REGULATOR, Role.DIRECTOR, Role.KEY_MANAGER})
_VIEWER = Actor("surveillance", Role.SURVEILLANCE)


class TournamentRecord(RecordText, frozen=True):
    """A record as text, with its command and the whole event."""

    command: str
    event: dict[str, Any]


class TournamentHistory(Struct, frozen=True):
    id: str
    version: int
    """The newest version."""
    records: tuple[TournamentRecord, ...]


class PastTournament(Struct, frozen=True):
    """The tournament as it was after a record."""

    version: int
    last: int
    tournament: SeenTournament
    accounts: dict[str, int]


def endpoints(floor: TournamentFloor) -> tuple[Endpoint, ...]:
    async def records(call: Call) -> TournamentHistory:
        id = call.path["id"]
        newest, names = await _asked(lambda: floor.query(id, _names))
        first, count = call.query.window(newest)
        found = await _asked(lambda: floor.records(id, first - 1, count)) if count else ()
        return TournamentHistory(id, newest, tuple(_told(record, names) for record in found))

    async def past(call: Call) -> PastTournament:
        id, given = call.path["id"], call.path["version"]
        last = await _asked(lambda: floor.query(id, lambda version, _planned, _tournament: version))
        version = int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else 0
        if not 1 <= version <= last:
            raise Declined(404, "no-such-version", f"The tournament has the versions 1 to {last}.")
        found = await _asked(lambda: floor.replay(id, version))
        if found.planned is None:
            raise Declined(404, "no-such-version", "The tournament was not drafted yet at that version.")
        seen = tournament_view(found.planned, found.tournament, _VIEWER)
        accounts = {str(account): int(held) for account, held in found.tournament.balances.held().items()}
        return PastTournament(version, last, seen, accounts)

    async def _asked(what: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(what)
        except UnknownTournament:
            raise Declined(404, "no-such-tournament", "There is no tournament with that id.") from None

    one = "/tournaments/{id}"
    return (
        Endpoint(
            "GET",
            f"{one}/records",
            records,
            "The records of a tournament, in order.",
            WATCHING,
            query=RecordsQuery,
            answer=TournamentHistory,
        ),
        Endpoint(
            "GET",
            f"{one}/at/{{version}}",
            past,
            "A tournament as it was after one of its records.",
            WATCHING,
            answer=PastTournament,
        ),
    )


def _names(version: int, _planned: PlannedTournament, tournament: Tournament) -> tuple[int, dict[int, str]]:
    return version, {entry.number: entry.name for entry in tournament.entries.values()}


def _told(record: Record, names: dict[int, str]) -> TournamentRecord:
    body = tournament_event(record)
    actor, refused = read_actor(record.actor), None
    said: tuple[CodedMessage, ...]
    if isinstance(body.event, CommandRefused):
        refusal = body.event.refusal
        refused = RefusalText(body.event.code, body.event.clause, refusal.message, body.event.facts, body.event.basis)
        words, said = f"Refused: {refusal.message}", ()
    else:
        words = tournament_words(body.event, names).replace("\n", " ↵ ")
        said = tournament_messages(body.event, names)
    return TournamentRecord(
        record.version,
        record.time_ms,
        actor.name,
        actor.role.value,
        record.kind.partition("/")[0],
        words,
        list(said),
        getattr(body.event, "round", 0),
        refused,
        body.command,
        msgspec.to_builtins(body.event, str_keys=True),
    )
