"""Events of a table as records of a journal, and back.

A body is canonical JSON: keys sorted, so that neither field order nor class paths decide stored bytes. It names
the command that caused the event; a refused command leaves a record too, so that its answer survives a crash.
"""

from __future__ import annotations

from typing import Any

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.record import Draft, Record
from croupier.journal.upcast import Upcasts
from croupier.table.event import AnyEvent, Event
from croupier.terms.citation import ClauseId
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode


class CommandRefused(Event, frozen=True, tag="command-refused/1"):
    """A command was answered with a refusal; nothing else happened."""

    code: str
    clause: str | None
    facts: dict[str, str | int]

    @classmethod
    def of(cls, refusal: Refusal) -> CommandRefused:
        return cls(refusal.code, refusal.clause, dict(refusal.facts))

    @property
    def refusal(self) -> Refusal:
        steps = set(StepCode)
        code: RefusalCode | StepCode = StepCode(self.code) if self.code in steps else RefusalCode(self.code)
        return Refusal(code, ClauseId(self.clause) if self.clause else None, self.facts)


Recorded = AnyEvent | CommandRefused


class Body(Struct, frozen=True):
    """What stands in a record: the id of the command and the event it led to."""

    command: str
    event: Recorded


class Unreadable(Fault):
    """A record's body is not one of this program's events."""


UPCASTS = Upcasts()
"""The steps from old versions of events to today's; empty while every event is in its first version."""

_encoder = json.Encoder(order="sorted")
_decoder = json.Decoder(Body)


def kind_of(event: Recorded) -> str:
    """The permanent name and version of an event."""
    return str(type(event).__struct_config__.tag)


def to_draft(event: Recorded, command: str, by: Actor, at: int) -> Draft:
    """The event as it waits for its commit."""
    return Draft(kind_of(event), actor_id(by), at, _encoder.encode(Body(command, event)))


def from_record(record: Record) -> Body:
    """The command and event of a record, in today's words."""
    try:
        body = _decoder.decode(record.body)
    except (ValidationError, DecodeError) as error:
        raise Unreadable(f"{record.stream} {record.version} ({record.kind}) cannot be read: {error}") from error
    if kind_of(body.event) != record.kind:
        raise Unreadable(f"{record.stream} {record.version} is a {record.kind} and holds a {kind_of(body.event)}.")
    return body


def actor_id(actor: Actor) -> str:
    """A person as records name them, such as ``dealer:ana``."""
    return f"{actor.role}:{actor.name}"


def read_actor(id: str) -> Actor:
    role, _, name = id.partition(":")
    try:
        return Actor(name, Role(role))
    except ValueError as error:
        raise Unreadable(f"{id!r} names no role.") from error


def canonical(value: Any) -> bytes:
    """Any plain value or struct as canonical JSON."""
    return _encoder.encode(value)
