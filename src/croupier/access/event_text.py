"""Significant events as text, for surveillance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from croupier.access import event as e
from croupier.terms.day import moment_words
from croupier.terms.people import Actor
from croupier.terms.text import counted, phrase


def words_of(event: e.AnySignificant) -> str:
    """The event as one sentence.

    >>> words_of(e.AccountChanged("ana", "promoted", {"role": "dealer"}, {"role": "pit-supervisor"}))
    'The account ana changed: role dealer → pit-supervisor, because: promoted.'
    """
    match event:
        case e.AccountCreated():
            return f"The account {event.name} was created as {event.role}: {phrase(event.why)}."
        case e.AccountChanged():
            return (
                f"The account {event.name} changed: {_change(event.before, event.after)}, because: {phrase(event.why)}."
            )
        case e.PasswordChanged():
            return f"The password of {event.name} was changed: {phrase(event.why)}."
        case e.SecondFactorAsked():
            return f"{event.name} gave the right password and was asked for a second factor{_from(event.address)}."
        case e.SecondFactorFailed():
            return f"The second factor of {event.name} was refused ({plain_code(event.why)}){_from(event.address)}."
        case e.KeyAdded():
            return f"{event.name} enrolled the security key {event.label}{_from(event.address)}."
        case e.KeyRemoved():
            return f"{event.name} removed the security key {event.label}{_from(event.address)}."
        case e.KeyBlocked():
            return (
                f"The security key {event.label} of {event.name} was blocked: its counter went back from "
                f"{event.counter:,} to {event.found:,}{_from(event.address)}."
            )
        case e.RecoveryCodesMade():
            return f"{event.name} got {counted(event.count, 'recovery code')}{_from(event.address)}."
        case e.RecoveryCodeUsed():
            return f"{event.name} used a recovery code, {event.left} left{_from(event.address)}."
        case e.SecondFactorReset():
            keys = counted(event.keys, "security key")
            return f"The second factor of {event.name} was removed ({keys}): {phrase(event.why)}."
        case e.SignedIn():
            place = f" on {event.terminal}" if event.terminal else ""
            proof = f" with a {plain_code(event.proof)}" if event.proof else ""
            return f"{event.name} ({event.role}) signed in{proof}{place}{_from(event.address)}."
        case e.SignInFailed():
            who = f"as {event.name}" if event.name else "with an unknown name"
            return f"Signing in {who} failed{_times(event.count)}{_from(event.address)}."
        case e.LockedOut():
            how = f"until {moment_words(event.until)}" if event.until else "and the console signed out"
            return (
                f"{event.name} was locked out after {counted(event.failures, 'failure')}{_from(event.address)}, {how}."
            )
        case e.ConsoleLocked():
            return f"The idle console of {event.name} ({event.role}) was locked."
        case e.ConsoleUnlocked():
            return f"{event.name} ({event.role}) unlocked the console."
        case e.SignedOut():
            why = KNOWN_REASONS.get(event.reason) or plain_code(event.reason)
            return f"The session of {event.name} ({event.role}) ended: {why}."
        case e.CodeMade():
            return f"A terminal code was created for table {event.table}, seat {event.seat}."
        case e.TerminalEnrolled():
            return f"{event.terminal} was enrolled for table {event.table}, seat {event.seat}{_from(event.address)}."
        case e.TerminalRevoked():
            return f"{event.terminal} was taken out of service: {phrase(event.why)}."
        case e.AccessDenied():
            who = person_words(event.person) or "Somebody not signed in"
            return f"{who} was refused {event.what} ({event.code}){_times(event.count)}{_from(event.address)}."
        case e.FrameRefused():
            who, where = person_words(event.person) or "somebody", f" at table {event.table}" if event.table else ""
            return f"A frame of {who}{where} was refused ({plain_code(event.code)}){_times(event.count)}."
        case e.CallAnnounced():
            told = ("heard at", event.audible), ("seen at", event.visual), ("neither heard nor seen at", event.silent)
            where = "; ".join(f"{how} {_seats(seats)}" for how, seats in told if seats) or "no terminal is at a seat"
            return f"{plain_code(event.call).capitalize()} in round {event.round} at table {event.table}: {where}."
        case e.OverrideMade():
            return f"Override: {event.what} ({event.subject}), because: {phrase(event.why)}."
        case e.AlertRaised():
            return f"Alert {event.id}: {event.words}"
        case e.AlertAcknowledged():
            return f"Alert {event.id} ({plain_code(event.alert)}) was acknowledged."
        case e.ServiceStarted():
            return f"The service started: croupier {event.version}, {event.files} files, {event.digest[:16]}."
        case e.ServiceStopped():
            return f"The service stopped, {'as requested' if event.reason == 'asked' else plain_code(event.reason)}."
        case e.IntegrityChecked():
            return "The program's files are unchanged." if event.same else "The program's files changed."
        case e.BackupMade():
            return f"A backup of {counted(event.records, 'record')} was made: {event.file}."
        case e.ClockChanged():
            return f"The clock was moved {'forward' if event.by_ms > 0 else 'back'} by {abs(event.by_ms):,} ms."
        case e.EventsDropped():
            return f"{counted(event.count, 'event')} could not be recorded: too many at once."
        case _:
            assert_never(event)


KNOWN_REASONS = {
    "asked": "signed out",
    "idle": "it was idle for too long",
    "expired": "it expired",
    "failures": "too many wrong passwords",
    "account-changed": "the account was changed",
    "signed-in-again": "somebody signed in again",
    "terminal-enrolled": "the device became a terminal",
    "terminal-ended": "its terminal was taken out of service",
    "too-many-sessions": "the same person signed in too often",
}


def person_words(id: str) -> str:
    """The person's name and role, from the id in a record."""
    try:
        return str(Actor.read(id))
    except ValueError:
        return id


def plain_code(code: str) -> str:
    """A code with spaces for dashes."""
    return code.replace("-", " ")


def _change(before: Mapping[str, str | bool], after: Mapping[str, str | bool]) -> str:
    return ", ".join(f"{key} {_value(before[key])} → {_value(after[key])}" for key in after)


def _value(value: str | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value or "nothing"


def _times(count: int) -> str:
    return "" if count == 1 else f", {count:,} times"


def _from(address: str) -> str:
    return f" from {address}" if address else ""


def _seats(seats: Sequence[int]) -> str:
    *others, last = map(str, seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
