"""Access control as a worker sees it: whose connections it has, as the front reports, and read access to accounts."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import json

from croupier.access.accounts import UserAccount, account_of
from croupier.access.alert_text import AlertKind
from croupier.access.event import SERVICE, AnySignificant, By
from croupier.access.person import Person
from croupier.access.sessions import Listener
from croupier.access.store import PeopleStore
from croupier.terms.coded_message import Facts
from croupier.web.workers.control import Alerted, Control, Noted, SessionNow, read_person

ACTED_S = 1.0
"""Interval at which a session's activity is reported. A console may lock this much too early, never too late."""

Tell = Callable[[Control, bytes], None]
"""Sends something to the front; dropped if none is connected."""


class RemoteSessions:
    """The sessions behind the connections of this worker, as the front saw them at their last message."""

    def __init__(self, tell: Tell, timer: Callable[[], float] = time.monotonic) -> None:
        self._tell, self._timer = tell, timer
        self._now: dict[str, Person] = {}
        self._reported: dict[str, float] = {}
        self._listeners: tuple[Listener, ...] = ()

    def listen(self, listener: Listener) -> None:
        self._listeners += (listener,)

    def forget(self, listener: Listener) -> None:
        self._listeners = tuple(each for each in self._listeners if each != listener)

    def acted(self, id: str) -> Person | None:
        person = self._now.get(id)
        if person is not None and not person.locked:
            now = self._timer()
            if now - self._reported.get(id, -ACTED_S) >= ACTED_S:
                self._reported[id] = now
                self._tell(Control.ACTED, id.encode())
        return person

    def opened(self, person: Person) -> None:
        """A connection of this person was opened."""
        self._now[person.session] = person

    def changed(self, now: SessionNow) -> None:
        """The front reports that the session has changed or ended."""
        before = self._now.get(now.session)
        if before is None or before == now.person:
            return
        if now.person is None:
            del self._now[now.session]
            self._reported.pop(now.session, None)
        else:
            self._now[now.session] = now.person
        if now.person is None or now.person.locked != before.locked:
            for listener in self._listeners:
                listener(now.person, now.session)

    def clear(self) -> None:
        """The front is gone, and every connection with it."""
        self._now.clear()
        self._reported.clear()


class RemoteAccounts:
    """Accounts, read where the front keeps them."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    def find(self, name: str) -> UserAccount | None:
        row = self._store.row("SELECT * FROM accounts WHERE name = ?", (name,))
        return None if row is None else account_of(row)


class RemoteLogbook:
    """Significant events, which the front records."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def note(self, event: AnySignificant, by: By = SERVICE, *, each: bool = False) -> None:  # noqa: ARG002 (counted there)
        self._tell(Control.NOTE, json.encode(Noted(event, by)))


class RemoteTickets:
    """The front has redeemed the ticket or read the cookie, and passes on only the person."""

    def __init__(self, sessions: RemoteSessions) -> None:
        self._sessions = sessions

    def redeem(self, ticket: str) -> Person | None:
        person = read_person(ticket)
        self._sessions.opened(person)
        return person


class RemoteAccess:
    """Access control of a worker, complete."""

    def __init__(self, tell: Tell, store: PeopleStore) -> None:
        self._tell = tell
        self.sessions, self.accounts, self.book = RemoteSessions(tell), RemoteAccounts(store), RemoteLogbook(tell)
        self.tickets = RemoteTickets(self.sessions)

    def alert(self, kind: AlertKind, subject: str, facts: Facts, clause: str = "") -> None:
        self._tell(Control.ALERT, json.encode(Alerted(kind, subject, facts, clause)))
