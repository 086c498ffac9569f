"""Tickets for a socket on a port of its own, where the cookie does not reach: good once, for half a minute."""

from __future__ import annotations

import threading

from croupier.access.clock import Clock
from croupier.access.person import Person
from croupier.access.secret import digest, new_token
from croupier.access.sessions import Sessions

TICKET_MS = 30_000
TICKETS_MAX = 20_000
"""The most that wait to be used; a further one voids the oldest."""


class Tickets:
    """In memory alone: after a restart, everybody asks for a new one."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions, self._clock = sessions, clock
        self._lock = threading.Lock()
        self._waiting: dict[bytes, tuple[str, int]] = {}

    def make(self, person: Person) -> str:
        """A ticket that opens one socket for this session."""
        ticket, now = new_token(), self._clock.now()
        with self._lock:
            for kept, (_, until) in list(self._waiting.items()):  # in the order in which they run out
                if now < until and len(self._waiting) < TICKETS_MAX:
                    break
                del self._waiting[kept]
            self._waiting[digest(ticket)] = person.session, now + TICKET_MS
        return ticket

    def redeem(self, ticket: str) -> Person | None:
        """Who asked for it; None when it was never given, is used up, too old, or its session has ended."""
        with self._lock:
            session, until = self._waiting.pop(digest(ticket), ("", 0))
        return self._sessions.look(session) if self._clock.now() < until else None
