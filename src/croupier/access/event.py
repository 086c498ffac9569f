"""Significant events of the premises: what is worth a record besides the tables, and its bytes.

They stand in the stream `premises`. Names are permanent and carry a version, bodies are canonical JSON, as with the
events of a table (ADR 23). No event has room for a secret: passwords, keys, tokens and codes never reach a record.
"""

from __future__ import annotations

from typing import Any, get_args

from msgspec import DecodeError, Struct, ValidationError, convert, json

from croupier.journal.record import Draft, Record
from croupier.journal.upcast import Step, Upcasts
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role

STREAM = "premises"
SERVICE = "service"
"""The id of the service itself, where no person caused what happened."""
COMMAND_LINE = "command-line"
"""Before the name of the operating system's user who acted on the machine itself."""


class Significant(Struct, frozen=True):
    """Something that happened on the premises and stays on record."""


# Accounts


class AccountCreated(Significant, frozen=True, tag="account-created/1"):
    """The person may sign in, in this one role."""

    name: str
    display: str
    role: Role
    license: str
    why: str


class AccountChanged(Significant, frozen=True, tag="account-changed/1"):
    """Who, why, before and after; only what changed is named."""

    name: str
    why: str
    before: dict[str, str | bool]
    after: dict[str, str | bool]


class PasswordChanged(Significant, frozen=True, tag="password-changed/1"):
    """The old password opens nothing any more; sessions that it opened have ended, except the one it was changed in."""

    name: str
    why: str


# Sessions


class SignedIn(Significant, frozen=True, tag="signed-in/1"):
    name: str
    role: Role
    session: str
    address: str
    terminal: str
    """The enrolled terminal on which it happened, or empty."""


class SignInFailed(Significant, frozen=True, tag="sign-in-failed/1"):
    """A name that is nobody's is not written down: it may be a password in the wrong field."""

    name: str
    address: str
    failures: int
    """In a row, for this name."""
    count: int
    """How many such failures this record stands for."""


class LockedOut(Significant, frozen=True, tag="locked-out/1"):
    """Until then no password opens this name."""

    name: str
    address: str
    failures: int
    until: int


class ConsoleLocked(Significant, frozen=True, tag="console-locked/1"):
    name: str
    role: Role
    session: str
    idle_since: int


class ConsoleUnlocked(Significant, frozen=True, tag="console-unlocked/1"):
    name: str
    role: Role
    session: str


class SignedOut(Significant, frozen=True, tag="signed-out/1"):
    name: str
    role: Role
    session: str
    reason: str


# Terminals


class CodeMade(Significant, frozen=True, tag="terminal-code-made/1"):
    """One terminal may enroll for this seat until then; the code itself is not recorded."""

    table: str
    seat: int
    until: int


class TerminalEnrolled(Significant, frozen=True, tag="terminal-enrolled/1"):
    """The device belongs to the table and seat; whichever held the seat before has ended."""

    terminal: str
    table: str
    seat: int
    address: str
    code_by: str


class TerminalRevoked(Significant, frozen=True, tag="terminal-revoked/1"):
    terminal: str
    table: str
    seat: int
    why: str


# What was refused, announced, overridden


class AccessDenied(Significant, frozen=True, tag="access-denied/1"):
    """Somebody asked for what the role may not do."""

    person: str
    """The id of the actor, or empty where nobody had signed in."""
    what: str
    code: str
    address: str = ""
    count: int = 1
    first: int = 0
    """When the first of them happened, where the record stands for several."""


class FrameRefused(Significant, frozen=True, tag="frame-refused/1"):
    """A connection sent what is no frame of the protocol, or more than its bounds."""

    person: str
    table: str
    code: str
    address: str = ""
    count: int = 1
    first: int = 0


class CallAnnounced(Significant, frozen=True, tag="call-announced/1"):
    """Where a call of the dealer was heard and seen, by what the terminals reported."""

    table: str
    round: int
    call: str
    audible: tuple[int, ...]
    visual: tuple[int, ...]
    silent: tuple[int, ...]
    """Occupied seats that reported neither."""


class OverrideMade(Significant, frozen=True, tag="override-made/1"):
    """A person with the authority set aside what the service would have done."""

    what: str
    subject: str
    why: str


# Alerts


class AlertRaised(Significant, frozen=True, tag="alert-raised/1"):
    id: int
    alert: str
    subject: str
    words: str


class AlertAcknowledged(Significant, frozen=True, tag="alert-acknowledged/1"):
    id: int
    alert: str
    subject: str


# The service


class ServiceStarted(Significant, frozen=True, tag="service-started/1"):
    """The program that runs from here on, as a hash over all of its files."""

    version: str
    digest: str
    files: int


class ServiceStopped(Significant, frozen=True, tag="service-stopped/1"):
    reason: str


class IntegrityChecked(Significant, frozen=True, tag="integrity-checked/1"):
    """The files of the program were hashed again; `same` as when it started."""

    digest: str
    files: int
    same: bool


class BackupMade(Significant, frozen=True, tag="backup-made/1"):
    file: str
    size: int
    records: int
    digest: str


class ClockChanged(Significant, frozen=True, tag="clock-changed/1"):
    """The system's clock was moved against the steady one; negative is back."""

    by_ms: int
    after: int


class EventsDropped(Significant, frozen=True, tag="events-dropped/1"):
    """More happened at once than the line to this stream holds: so many events have no record."""

    count: int


AnySignificant = (
    AccountCreated
    | AccountChanged
    | PasswordChanged
    | SignedIn
    | SignInFailed
    | LockedOut
    | ConsoleLocked
    | ConsoleUnlocked
    | SignedOut
    | CodeMade
    | TerminalEnrolled
    | TerminalRevoked
    | AccessDenied
    | FrameRefused
    | CallAnnounced
    | OverrideMade
    | AlertRaised
    | AlertAcknowledged
    | ServiceStarted
    | ServiceStopped
    | IntegrityChecked
    | BackupMade
    | ClockChanged
    | EventsDropped
)


class Unreadable(Fault):
    """A record of the premises is not one of this program's events."""


_KIND_OF: dict[type[Significant], str] = {each: str(each.__struct_config__.tag) for each in get_args(AnySignificant)}
KINDS = frozenset(_KIND_OF.values())
"""The permanent names of today's events, each with its version."""
STEPS: dict[str, Step] = {}
"""From each old version of an event to the next; empty while every event is in its first version."""

_upcasts = Upcasts({name: int(version) for name, _, version in (kind.partition("/") for kind in KINDS)}, STEPS)
_encoder = json.Encoder(order="sorted")
_decoder = json.Decoder(AnySignificant)

By = Actor | str
"""Who caused an event: a person in a role, or the id of the service or of the command line."""


def kind_of(event: AnySignificant) -> str:
    """The permanent name and version of an event."""
    return _KIND_OF[type(event)]


def id_of(by: By) -> str:
    return by.id if isinstance(by, Actor) else by


def to_draft(event: AnySignificant, by: By, at: int) -> Draft:
    """The event as it waits for its commit."""
    return Draft(kind_of(event), id_of(by), at, _encoder.encode(event))


def from_record(record: Record) -> AnySignificant:
    """The event of a record, in today's words."""
    try:
        if record.kind in KINDS:
            event: AnySignificant = _decoder.decode(record.body)
        else:
            kind, body = _upcasts.upcast(record.kind, json.decode(record.body, type=dict[str, Any]))
            event = convert({**body, "type": kind}, AnySignificant)
    except (ValidationError, DecodeError) as error:
        raise Unreadable(f"{record.stream} {record.version} ({record.kind}) cannot be read: {error}") from error
    if record.kind in KINDS and kind_of(event) != record.kind:
        raise Unreadable(f"{record.stream} {record.version} is a {record.kind} and holds a {kind_of(event)}.")
    return event
