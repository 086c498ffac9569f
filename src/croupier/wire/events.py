"""Events of a table as records of a journal, and back.

A body is canonical JSON: keys sorted, so that neither field order nor class paths decide stored bytes. It names
the command that caused the event; a refused command leaves a record too, so that its answer survives a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final, get_args

from msgspec import DecodeError, Struct, ValidationError, convert, defstruct, json

from croupier.journal.record import Draft, Record
from croupier.journal.upcast import Step, Upcasts
from croupier.table.event import AnyEvent, Event
from croupier.terms.citation import Basis, ClauseId
from croupier.terms.fault import Fault
from croupier.terms.people import Actor
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode


@final
class CommandRefused(Event, frozen=True, tag="command-refused/1"):
    """A command was answered with a refusal; nothing else happened."""

    code: str
    clause: str | None
    facts: dict[str, str | int]
    basis: Basis

    @classmethod
    def of(cls, refusal: Refusal) -> CommandRefused:
        return cls(refusal.code, refusal.clause, dict(refusal.facts), refusal.basis)

    @property
    def refusal(self) -> Refusal:
        steps = set(StepCode)
        code: RefusalCode | StepCode = StepCode(self.code) if self.code in steps else RefusalCode(self.code)
        return Refusal(code, ClauseId(self.clause) if self.clause else None, self.facts, self.basis)


Recorded = AnyEvent | CommandRefused


class Body(Struct, frozen=True, gc=False):
    """What stands in a record: the id of the command and the event it led to."""

    command: str
    event: Recorded


class Unreadable(Fault):
    """A record's body is not one of this program's events."""


_KIND_OF: dict[type[Event], str] = {
    each: str(each.__struct_config__.tag) for each in (*get_args(AnyEvent), CommandRefused)
}
KINDS = frozenset(_KIND_OF.values())
"""The permanent names of today's events, each with its version."""
STEPS: dict[str, Step] = {}
"""From each old version of an event to the next; empty while every event is in its first version."""

_upcasts = Upcasts({name: int(version) for name, _, version in (kind.partition("/") for kind in KINDS)}, STEPS)
_encode = json.Encoder(order="sorted").encode


def _decoder(kind: str, event: type[Event]) -> json.Decoder[Body]:
    """Reads the bodies of one kind and of no other; it need not look for the name of the event first."""
    return json.Decoder(defstruct(kind, [("event", event)], bases=(Body,), frozen=True, gc=False))


_decode = {kind: _decoder(kind, event).decode for event, kind in _KIND_OF.items()}


def kind_of(event: Recorded) -> str:
    """The permanent name and version of an event."""
    return _KIND_OF[type(event)]


def to_draft(event: Recorded, command: str, actor: str, at: int) -> Draft:
    """The event as it waits for its commit; the actor is named by id."""
    return Draft(_KIND_OF[type(event)], actor, at, _encode(Body(command, event)))


def from_record(record: Record) -> Body:
    """The command and event of a record, in today's words."""
    decode = _decode.get(record.kind)
    try:
        return _from_older(record) if decode is None else decode(record.body)
    except (ValidationError, DecodeError, KeyError) as error:
        raise Unreadable(f"{record.stream} {record.version} ({record.kind}) cannot be read: {error}") from error


def from_records(records: Sequence[Record]) -> list[Body]:
    """The same for many records."""
    try:
        return [_decode[record.kind](record.body) for record in records]
    except (ValidationError, DecodeError, KeyError):  # one of them is older, or cannot be read
        return [from_record(record) for record in records]


def _from_older(record: Record) -> Body:
    raw = json.decode(record.body, type=dict[str, Any])
    kind, event = _upcasts.upcast(record.kind, raw["event"])
    return convert({"command": raw["command"], "event": {**event, "type": kind}}, Body)


def read_actor(id: str) -> Actor:
    """The person that a record names."""
    try:
        return Actor.read(id)
    except ValueError as error:
        raise Unreadable(f"{id!r} names no person in a role.") from error


def canonical(value: Any) -> bytes:
    """Any plain value or struct as canonical JSON."""
    return _encode(value)
