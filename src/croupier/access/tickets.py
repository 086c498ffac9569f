"""Tickets for sockets on a separate port, which cookies do not reach; valid once, for 30 seconds."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

from croupier.access.person import Person
from croupier.access.secret import digest, new_token
from croupier.access.sessions import Sessions
from croupier.access.store import PeopleEdit, PeopleStore
from croupier.terms.clock import Clock

TICKET_MS = 30_000
TICKETS_MAX = 20_000
"""Maximum number of unused tickets; another one voids the oldest."""


@runtime_checkable
class SharedPeople(PeopleStore, Protocol):
    """A people store that nodes share."""

    def brief(self) -> AbstractContextManager[PeopleEdit]:
        """For expendable data: not durable when it ends, and no new edition."""
        ...


class TicketBox(Protocol):
    """Issues tickets and redeems each of them once."""

    def make(self, person: Person) -> str:
        """A ticket that opens one socket for this session."""
        ...

    def redeem(self, ticket: str) -> Person | None:
        """The person it was issued to; None if it is unknown, used or expired, or if the session has ended."""
        ...


class SharedTickets:
    """Tickets in the database: each is valid at any node, but only once."""

    def __init__(self, store: SharedPeople, sessions: Sessions, clock: Clock) -> None:
        self._store, self._sessions, self._clock = store, sessions, clock

    def make(self, person: Person) -> str:
        ticket, now = new_token(), self._clock.now()
        with self._store.brief() as db:
            db.execute("DELETE FROM tickets WHERE until <= ?", (now,))
            db.execute("INSERT INTO tickets VALUES (?, ?, ?)", (digest(ticket), person.session, now + TICKET_MS))
        return ticket

    def redeem(self, ticket: str) -> Person | None:
        with self._store.brief() as db:
            sql = "DELETE FROM tickets WHERE ticket = ? RETURNING session, until"
            session, until = db.execute(sql, (digest(ticket),)).fetchone() or ("", 0)
        if self._clock.now() >= until:
            return None
        return self._sessions.look(session) or self._sessions.look_anew(session)


class Tickets:
    """Tickets in memory; a restart voids them."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions, self._clock = sessions, clock
        self._lock = threading.Lock()
        self._waiting: dict[bytes, tuple[str, int]] = {}

    def make(self, person: Person) -> str:
        """A ticket that opens one socket for this session."""
        ticket, now = new_token(), self._clock.now()
        with self._lock:
            for kept, (_, until) in list(self._waiting.items()):  # in order of expiry
                if now < until and len(self._waiting) < TICKETS_MAX:
                    break
                del self._waiting[kept]
            self._waiting[digest(ticket)] = person.session, now + TICKET_MS
        return ticket

    def redeem(self, ticket: str) -> Person | None:
        """The person it was issued to; None if it is unknown, used or expired, or if the session has ended."""
        with self._lock:
            session, until = self._waiting.pop(digest(ticket), ("", 0))
        return self._sessions.look(session) if self._clock.now() < until else None


def tickets(store: PeopleStore, sessions: Sessions, clock: Clock) -> TicketBox:
    """Tickets in the database if nodes share the store, otherwise in memory."""
    return SharedTickets(store, sessions, clock) if isinstance(store, SharedPeople) else Tickets(sessions, clock)
