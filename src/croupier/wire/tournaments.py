"""Converts tournament events to journal records, and back."""

from __future__ import annotations

from typing import Any, get_args

from msgspec import DecodeError, Struct, ValidationError, convert, json

from croupier.journal.record import Draft, Record
from croupier.journal.upcast import Step, Upcasts
from croupier.terms.decoding import prepare_types
from croupier.tournament.event import TournamentEvent
from croupier.wire.events import STEPS, CommandRefused, UnreadableRecord, canonical

_PREFIX = "tournament/"


def tournament_stream(id: str) -> str:
    """The stream of a tournament in a journal.

    >>> tournament_stream("spring-open")
    'tournament/spring-open'
    """
    return f"{_PREFIX}{id}"


def is_tournament_stream(stream: str) -> bool:
    return stream.startswith(_PREFIX)


def tournament_of(stream: str) -> str:
    """The id of the tournament that the stream belongs to."""
    return stream.removeprefix(_PREFIX)


RecordedTournamentEvent = TournamentEvent | CommandRefused


class TournamentBody(Struct, frozen=True):
    """The body of a record: the id of the command, and an event it caused."""

    command: str
    event: RecordedTournamentEvent


prepare_types(TournamentBody)


_KINDS: dict[type[Any], str] = {
    each: str(each.__struct_config__.tag) for each in (*get_args(TournamentEvent), CommandRefused)
}
TOURNAMENT_STEPS: dict[str, Step] = {kind: STEPS[kind] for kind in ("command-refused/1",)}
"""Upgrades from each old version of an event to the next; none so far."""
_upcasts = Upcasts(
    {name: int(version) for name, _, version in (kind.partition("/") for kind in _KINDS.values())}, TOURNAMENT_STEPS
)


def tournament_draft(event: RecordedTournamentEvent, command: str, actor: str, at: int) -> Draft:
    """The event as a draft to commit; `actor` is an id."""
    return Draft(_KINDS[type(event)], actor, at, canonical(TournamentBody(command, event)))


def tournament_event(record: Record) -> TournamentBody:
    """The command and event of a record, upgraded to the current version."""
    try:
        raw = json.decode(record.body, type=dict[str, Any])
        kind, event = _upcasts.upcast(record.kind, raw["event"])
        return convert({"command": raw["command"], "event": {**event, "type": kind}}, TournamentBody, str_keys=True)
    except (ValidationError, DecodeError, KeyError) as error:
        where = f"{record.stream} {record.version} ({record.kind})"
        raise UnreadableRecord(f"{where} cannot be read: {error}") from error
