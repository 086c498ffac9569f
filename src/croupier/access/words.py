"""Significant events in words, for those who watch the premises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import assert_never

from croupier.access import event as e
from croupier.terms.people import Actor


def words_of(event: e.AnySignificant) -> str:
    """One sentence that a person reads; the record has the facts.

    >>> words_of(e.AccountChanged("ana", "promoted", {"role": "dealer"}, {"role": "pit-supervisor"}))
    'The account ana changed: role dealer → pit-supervisor, because: promoted.'
    """
    match event:
        case e.AccountCreated():
            return f"The account {event.name} was made, as {event.role}: {event.why}."
        case e.AccountChanged():
            return f"The account {event.name} changed: {_change(event.before, event.after)}, because: {event.why}."
        case e.PasswordChanged():
            return f"The password of {event.name} was changed: {event.why}."
        case e.SignedIn():
            place = f" on {event.terminal}" if event.terminal else ""
            return f"{event.name} ({event.role}) signed in{place}{_from(event.address)}."
        case e.SignInFailed():
            who = f"as {event.name}" if event.name else "with a name that is nobody's"
            return f"Signing in {who} failed{_times(event.count)}{_from(event.address)}."
        case e.LockedOut():
            how = f"until {_clock(event.until)}" if event.until else "and the console signed out"
            return f"{event.name} was locked out after {event.failures} failures{_from(event.address)}, {how}."
        case e.ConsoleLocked():
            return f"The console of {event.name} ({event.role}) was left idle and locked itself."
        case e.ConsoleUnlocked():
            return f"{event.name} ({event.role}) unlocked the console."
        case e.SignedOut():
            return (
                f"The session of {event.name} ({event.role}) ended: {_ENDED.get(event.reason, _plain(event.reason))}."
            )
        case e.CodeMade():
            return f"A code was made for table {event.table}, seat {event.seat}."
        case e.TerminalEnrolled():
            return f"{event.terminal} was enrolled for table {event.table}, seat {event.seat}{_from(event.address)}."
        case e.TerminalRevoked():
            return f"{event.terminal} was taken out of service: {event.why}."
        case e.AccessDenied():
            who = _who(event.person) or "Somebody who had not signed in"
            return f"{who} was refused {event.what} ({event.code}){_times(event.count)}{_from(event.address)}."
        case e.FrameRefused():
            who, where = _who(event.person) or "somebody", f" at table {event.table}" if event.table else ""
            return f"A frame of {who}{where} was refused ({_plain(event.code)}){_times(event.count)}."
        case e.CallAnnounced():
            told = ("heard at", event.audible), ("seen at", event.visual), ("neither heard nor seen at", event.silent)
            where = "; ".join(f"{how} {_seats(seats)}" for how, seats in told if seats) or "no terminal was at a seat"
            return f"{_plain(event.call).capitalize()} in round {event.round} at table {event.table}: {where}."
        case e.OverrideMade():
            return f"Override: {event.what} ({event.subject}), because: {event.why}."
        case e.AlertRaised():
            return f"Alert {event.id}: {event.words}"
        case e.AlertAcknowledged():
            return f"Alert {event.id} ({_plain(event.alert)}) was acknowledged."
        case e.ServiceStarted():
            return f"The service started: croupier {event.version}, {event.files} files, {event.digest[:16]}."
        case e.ServiceStopped():
            return f"The service stopped, {'as asked' if event.reason == 'asked' else _plain(event.reason)}."
        case e.IntegrityChecked():
            return "The program's files are those that were started." if event.same else "The program's files changed."
        case e.BackupMade():
            return f"A backup of {event.records:,} records was made: {event.file}."
        case e.ClockChanged():
            return f"The clock was moved {'forward' if event.by_ms > 0 else 'back'} by {abs(event.by_ms):,} ms."
        case e.EventsDropped():
            return f"{event.count:,} events came too fast to be recorded."
        case _:
            assert_never(event)


_ENDED = {
    "asked": "signed out",
    "idle": "nobody acted for too long",
    "expired": "it was at its end",
    "failures": "too many wrong passwords",
    "account-changed": "the account was changed",
    "signed-in-again": "somebody signed in anew",
    "terminal-enrolled": "the device became a terminal",
    "terminal-ended": "its terminal was taken out of service",
    "too-many-sessions": "the same person signed in too often",
}


def _who(id: str) -> str:
    """A person as people say it, from the id in a record."""
    try:
        return str(Actor.read(id))
    except ValueError:
        return id


def _plain(code: str) -> str:
    return code.replace("-", " ")


def _clock(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%H:%M:%S} UTC"


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
