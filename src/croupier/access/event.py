"""Significant events of the premises outside the tables, and their encoding.

They are in the stream `premises`. Names are permanent and versioned, and bodies are canonical JSON, as for the events
of a table (ADR 23). No event has a field for a secret: passwords, keys, tokens and codes are never recorded.
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
"""The id of the service itself, for events that no person caused."""
COMMAND_LINE = "command-line"
"""The prefix of the operating-system user who ran a command on the machine."""


class Significant(Struct, frozen=True):
    """An event of the premises that is recorded."""


# Accounts


class AccountCreated(Significant, frozen=True, omit_defaults=True, tag="account-created/1"):
    """The person may sign in with this one role."""

    name: str
    display: str
    role: Role
    license: str
    why: str
    second: str = ""
    """The second key manager who approved, if one was required."""


class AccountChanged(Significant, frozen=True, omit_defaults=True, tag="account-changed/1"):
    """The fields that changed, before and after."""

    name: str
    why: str
    before: dict[str, str | bool]
    after: dict[str, str | bool]
    second: str = ""


class PasswordChanged(Significant, frozen=True, omit_defaults=True, tag="password-changed/1"):
    """The old password is invalid; the person's sessions have ended, except the one that changed it."""

    name: str
    why: str
    second: str = ""


# The second factor


class SecondFactorAsked(Significant, frozen=True, tag="second-factor-asked/1"):
    """The password was right, but a key or recovery code is needed too."""

    name: str
    address: str


class SecondFactorFailed(Significant, frozen=True, tag="second-factor-failed/1"):
    """The password was right, but the second factor was not."""

    name: str
    address: str
    why: str
    failures: int
    """Consecutive failures of this name or session."""


class KeyAdded(Significant, frozen=True, tag="security-key-added/1"):
    name: str
    key: str
    label: str
    address: str


class KeyRemoved(Significant, frozen=True, tag="security-key-removed/1"):
    name: str
    key: str
    label: str
    address: str


class KeyBlocked(Significant, frozen=True, tag="security-key-blocked/1"):
    """The key's counter went back, which means that it was copied. The key is refused from now on."""

    name: str
    key: str
    label: str
    address: str
    counter: int
    """The highest counter seen."""
    found: int


class RecoveryCodesMade(Significant, frozen=True, tag="recovery-codes-made/1"):
    """Older codes are void."""

    name: str
    count: int
    address: str


class RecoveryCodeUsed(Significant, frozen=True, tag="recovery-code-used/1"):
    name: str
    left: int
    address: str


class SecondFactorReset(Significant, frozen=True, omit_defaults=True, tag="second-factor-reset/1"):
    """All keys and codes of the account were removed; its sessions have ended."""

    name: str
    why: str
    keys: int
    second: str = ""
    """The second key manager who approved, if one was required."""


# Sessions


class SignedIn(Significant, frozen=True, omit_defaults=True, tag="signed-in/1"):
    name: str
    role: Role
    session: str
    address: str
    terminal: str
    """The enrolled terminal, or empty."""
    proof: str = ""
    """The second factor: security-key, recovery-code, or empty."""


class SignInFailed(Significant, frozen=True, tag="sign-in-failed/1"):
    """An unknown name is not recorded, because it may be a password typed into the wrong field."""

    name: str
    address: str
    failures: int
    """Consecutive failures of this name."""
    count: int
    """Number of failures that this record stands for."""


class LockedOut(Significant, frozen=True, tag="locked-out/1"):
    """No password is accepted for this name until then."""

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
    """One terminal may enroll for this seat until then. The code itself is not recorded."""

    table: str
    seat: int
    until: int


class TerminalEnrolled(Significant, frozen=True, tag="terminal-enrolled/1"):
    """The device belongs to the table and seat; the seat's former terminal is revoked."""

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


# Refusals, announcements, overrides


class AccessDenied(Significant, frozen=True, tag="access-denied/1"):
    """A request was refused because of the person's role, session or token."""

    person: str
    """The id of the actor; empty if not signed in."""
    what: str
    code: str
    address: str = ""
    count: int = 1
    first: int = 0
    """The time of the first one, if the record stands for several."""


class FrameRefused(Significant, frozen=True, tag="frame-refused/1"):
    """A connection sent an invalid frame or exceeded its limits."""

    person: str
    table: str
    code: str
    address: str = ""
    count: int = 1
    first: int = 0


class CallAnnounced(Significant, frozen=True, tag="call-announced/1"):
    """Where a call of the dealer was heard and seen, as reported by the terminals."""

    table: str
    round: int
    call: str
    audible: tuple[int, ...]
    visual: tuple[int, ...]
    silent: tuple[int, ...]
    """Occupied seats that reported neither."""


class OverrideMade(Significant, frozen=True, tag="override-made/1"):
    """An authorized person overrode the service."""

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
    """The program that runs from now on, with a hash of all its files."""

    version: str
    digest: str
    files: int


class ServiceStopped(Significant, frozen=True, tag="service-stopped/1"):
    reason: str


class IntegrityChecked(Significant, frozen=True, tag="integrity-checked/1"):
    """The program's files were hashed again; `same` if they are unchanged since the start."""

    digest: str
    files: int
    same: bool


class BackupMade(Significant, frozen=True, tag="backup-made/1"):
    file: str
    size: int
    records: int
    digest: str


class ClockChanged(Significant, frozen=True, tag="clock-changed/1"):
    """The system clock was moved against the monotonic clock; negative means back."""

    by_ms: int
    after: int


class EventsDropped(Significant, frozen=True, tag="events-dropped/1"):
    """The queue of this stream was full: this many events were not recorded."""

    count: int


AnySignificant = (
    AccountCreated
    | AccountChanged
    | PasswordChanged
    | SecondFactorAsked
    | SecondFactorFailed
    | KeyAdded
    | KeyRemoved
    | KeyBlocked
    | RecoveryCodesMade
    | RecoveryCodeUsed
    | SecondFactorReset
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


class UnreadableEvent(Fault):
    """A record of the premises is not a known event."""


_KIND_OF: dict[type[Significant], str] = {each: str(each.__struct_config__.tag) for each in get_args(AnySignificant)}
KINDS = frozenset(_KIND_OF.values())
"""The permanent names of the current events, with their versions."""
STEPS: dict[str, Step] = {}
"""Upcasts from each old version of an event to the next; empty while all are at version 1."""

_upcasts = Upcasts({name: int(version) for name, _, version in (kind.partition("/") for kind in KINDS)}, STEPS)
_encoder = json.Encoder(order="sorted")
_decoder = json.Decoder(AnySignificant)

By = Actor | str
"""Who caused an event: a person with a role, or the id of the service or command line."""


def kind_of(event: AnySignificant) -> str:
    return _KIND_OF[type(event)]


def id_of(by: By) -> str:
    return by.id if isinstance(by, Actor) else by


def to_draft(event: AnySignificant, by: By, at: int) -> Draft:
    """The event as a draft for the journal."""
    return Draft(kind_of(event), id_of(by), at, _encoder.encode(event))


def from_record(record: Record) -> AnySignificant:
    """The event of a record, upcast to the current version."""
    try:
        if record.kind in KINDS:
            event: AnySignificant = _decoder.decode(record.body)
        else:
            kind, body = _upcasts.upcast(record.kind, json.decode(record.body, type=dict[str, Any]))
            event = convert({**body, "type": kind}, AnySignificant)
    except (ValidationError, DecodeError) as error:
        raise UnreadableEvent(f"{record.stream} {record.version} ({record.kind}) cannot be read: {error}") from error
    if record.kind in KINDS and kind_of(event) != record.kind:
        raise UnreadableEvent(f"{record.stream} {record.version} is a {record.kind} but contains a {kind_of(event)}.")
    return event
