"""Converts table events to journal records, and back.

A body is canonical JSON with sorted keys, so stored bytes do not depend on field order or class paths. It names the
command that caused the event. Refused commands are recorded too, so that their answers survive a crash.
"""

from __future__ import annotations

from typing import Any, final, get_args

from msgspec import DecodeError, Struct, ValidationError, convert, defstruct, json

from croupier.journal.columns import RecordColumns
from croupier.journal.record import Draft, Record
from croupier.journal.upcast import Body as Older
from croupier.journal.upcast import Step, Upcasts
from croupier.table.event import AnyEvent, Event
from croupier.table.values import Action, BallFate, NoSpinReason
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.decoding import prepare_types
from croupier.terms.fault import Fault
from croupier.terms.people import Actor
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.tournament_codes import TournamentCode


@final
class CommandRefused(Event, frozen=True, tag="command-refused/2"):
    """A command was refused; nothing else happened."""

    code: str
    clause: str | None
    facts: dict[str, str | int]
    basis: Basis
    adr: int | None

    @classmethod
    def of(cls, refusal: Refusal) -> CommandRefused:
        authority = refusal.authority
        return cls(refusal.code, authority.clause, dict(refusal.facts), authority.basis, authority.adr)

    @property
    def refusal(self) -> Refusal:
        kinds = (CommandRefusalCode, RefusalCode, TournamentCode)
        kind = next((each for each in kinds if self.code in set(each)), RefusalCode)
        clause = ClauseId(self.clause) if self.clause else None
        return Refusal(kind(self.code), Authority(self.basis, clause, self.adr), self.facts)


Recorded = AnyEvent | CommandRefused


class Body(Struct, frozen=True, gc=False):
    """The body of a record: the id of the command, and an event it caused."""

    command: str
    event: Recorded


class UnreadableRecord(Fault):
    """A record's body is not an event that this program knows."""


_KIND_OF: dict[type[Event], str] = {
    each: str(each.__struct_config__.tag) for each in (*get_args(AnyEvent), CommandRefused)
}
KINDS = frozenset(_KIND_OF.values())
"""The permanent names of the current events, with versions."""


def _refused_2(body: Older) -> Older:
    """Version 1 stored the basis only if there was no clause; with a clause, it was always the text."""
    return {**body, "basis": Basis.TEXT if body["clause"] else body["basis"], "adr": None}


def _ball_spun_2(body: Older) -> Older:
    same = body["wheel"] == body["ball"]
    return {**body, "irregular": NoSpinReason.SAME_DIRECTION if same else None}


def _wheel_spun_2(body: Older) -> Older:
    return {**body, "irregular": None}


def _number_announced_2(body: Older) -> Older:
    return {**body, "choose_until": 0}


def _no_more_bets_called_2(body: Older) -> Older:
    return {**body, "waved": False}


def _no_spin_called_2(body: Older) -> Older:
    return {**body, "ball": BallFate.UNSTATED}


def _irregularity_decided_2(body: Older) -> Older:
    """Version 1 recorded a decision only after it was carried out."""
    action = Action.NO_SPIN if body["no_spin"] else Action.GO_ON
    rest = {name: value for name, value in body.items() if name != "no_spin"}
    return {**rest, "action": action, "number": "", "done": True}


def _number_corrected_2(body: Older) -> Older:
    return {**body, "imprisoned": []}


STEPS: dict[str, Step] = {
    "no-more-bets-called/1": _no_more_bets_called_2,
    "no-spin-called/1": _no_spin_called_2,
    "irregularity-decided/1": _irregularity_decided_2,
    "number-corrected/1": _number_corrected_2,
    "number-announced/1": _number_announced_2,
    "ball-spun/1": _ball_spun_2,
    "wheel-spun/1": _wheel_spun_2,
    "command-refused/1": _refused_2,
}
"""Upgrades from each old version of an event to the next."""

_upcasts = Upcasts({name: int(version) for name, _, version in (kind.partition("/") for kind in KINDS)}, STEPS)
_encode = json.Encoder(order="sorted").encode
prepare_types(Body)


def _decoder(kind: str, event: type[Event]) -> json.Decoder[Body]:
    """A decoder for the bodies of one kind, which need not find out the kind first."""
    return json.Decoder(defstruct(kind, [("event", event)], bases=(Body,), frozen=True, gc=False))


_decode = {kind: _decoder(kind, event).decode for event, kind in _KIND_OF.items()}


def kind_of(event: Recorded) -> str:
    """The permanent name and version of an event."""
    return _KIND_OF[type(event)]


def kind_of_event(event: type[Event]) -> str:
    """The permanent name and version of an event type."""
    return _KIND_OF[event]


def to_draft(event: Recorded, command: str, actor: str, at: int) -> Draft:
    """The event as a draft to commit; `actor` is an id."""
    return Draft(_KIND_OF[type(event)], actor, at, _encode(Body(command, event)))


def from_record(record: Record) -> Body:
    """The command and event of a record, upgraded to the current version."""
    decode = _decode.get(record.kind)
    try:
        return _from_older(record) if decode is None else decode(record.body)
    except (ValidationError, DecodeError, KeyError) as error:
        raise UnreadableRecord(f"{record.stream} {record.version} ({record.kind}) cannot be read: {error}") from error


def from_page(page: RecordColumns) -> list[Body]:
    """`from_record` for a page of records, with a fast path."""
    kinds, bodies = page.kinds, page.bodies
    try:
        if kinds.count(kinds[0]) == len(kinds):
            return [*map(_decode[kinds[0]], bodies)]
        return [_decode[kind](body) for kind, body in zip(kinds, bodies, strict=True)]
    except (ValidationError, DecodeError, KeyError):  # one is of an older version, or unreadable
        return [from_record(record) for record in page.records()]


def _from_older(record: Record) -> Body:
    raw = json.decode(record.body, type=dict[str, Any])
    kind, event = _upcasts.upcast(record.kind, raw["event"])
    return convert({"command": raw["command"], "event": {**event, "type": kind}}, Body)


def read_actor(id: str) -> Actor:
    """The person with the id that a record names."""
    try:
        return Actor.read(id)
    except ValueError as error:
        raise UnreadableRecord(f"{id!r} does not name a person with a role.") from error


def canonical(value: Any) -> bytes:
    """A plain value or struct as canonical JSON."""
    return _encode(value)
