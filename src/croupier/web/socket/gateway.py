"""Admits sockets of every kind to the tables, and handles everything that concerns all of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from croupier.access.person import Person
from croupier.floor.feed import Hub
from croupier.floor.listener import RESTARTS, Port
from croupier.floor.simulated_device import SimulatedDevices
from croupier.web.socket.policy import (
    NO_TABLE,
    NOT_ALLOWED,
    NOT_SIGNED_IN,
    Breach,
    BreachReport,
    SocketLimits,
    SocketPolicy,
)
from croupier.web.socket.session import SocketSession
from croupier.wire.frames import Bye, Locked, encode, message


class Gateway:
    """All socket sessions of the service, in one event loop."""

    def __init__(
        self,
        hubs: Mapping[str, Hub],
        policy: SocketPolicy,
        bounds: SocketLimits | None = None,
        *,
        time: Callable[[], float] = time.monotonic,
    ) -> None:
        self.devices = SimulatedDevices()
        """The devices of demonstration tables."""
        self.hubs, self.policy, self.bounds, self.time = hubs, policy, bounds or SocketLimits(), time
        self._sessions: dict[SocketSession, None] = {}
        self.absent = (NO_TABLE, "There is no such table.")
        """The close code and the words for a table that is not here."""
        self._onlookers: Counter[Hub] = Counter()
        """Number of spectators per table who are not signed in; limited, because anyone may connect."""
        self._ticking: asyncio.Task[None] | None = None
        self._closing = False

    def __len__(self) -> int:
        return len(self._sessions)

    def __iter__(self) -> Iterator[SocketSession]:
        return iter(self._sessions)

    def connections(self) -> list[tuple[str, int]]:
        """Number of connections per table."""
        return [(number, len(hub)) for number, hub in self.hubs.items()]

    def open(self, port: Port, number: str, person: Person | None) -> SocketSession | None:
        """A session at the table; None if the port was closed with a reason."""
        hub = self.hubs.get(number)
        if self._closing:
            turn_away(port, RESTARTS, "The service is stopping.")
        elif hub is None:
            turn_away(port, *self.absent)
        elif person is None and not self._may_watch(hub):
            turn_away(port, NOT_SIGNED_IN, "Sign in first.")
        elif person is not None and person.table not in (None, number):
            self.policy.report(BreachReport(Breach.NOT_YOURS, person, number, "a terminal of another table"))
            turn_away(port, NOT_ALLOWED, "This terminal belongs to another table.")
        else:
            session = SocketSession(self, port, person, hub)
            self._sessions[session] = None
            self._onlookers[hub] += person is None
            return session
        return None

    def _may_watch(self, hub: Hub) -> bool:
        """Whether another spectator may watch the central screen of a table."""
        if not hub.rules.setup.central_screen:
            return False
        return self._onlookers[hub] < self.bounds.spectators_max

    def forget(self, session: SocketSession) -> None:
        if session in self._sessions:
            del self._sessions[session]
            self._onlookers[session.hub] -= session.person is None

    def lock(self, session: str) -> None:
        """Notifies every connection of a session that its console is locked."""
        for each in self._of(session):
            each.say(Locked())

    def end(self, session: str, reason: str = "The session has ended.") -> None:
        """Closes every connection of a session."""
        for each in self._of(session):
            each.end(reason, NOT_SIGNED_IN)

    def dismiss(self, hub: Hub, reason: str) -> None:
        """Closes every connection to one table; clients connect again."""
        for session in [each for each in self._sessions if each.hub is hub]:
            session.end(reason, RESTARTS)

    def _of(self, session: str) -> list[SocketSession]:
        return [each for each in self._sessions if each.person is not None and each.person.session == session]

    def start(self) -> None:
        """Starts closing silent connections; `stop` ends it."""
        self._ticking = asyncio.get_running_loop().create_task(self._tick_on())

    async def _tick_on(self) -> None:
        while True:
            await asyncio.sleep(self.bounds.heartbeat_ms / 4000)
            self.tick()

    def tick(self) -> None:
        """Closes silent connections, and flushes queued messages."""
        now = self.time()
        for session in list(self._sessions):
            session.check_silence(now)
        for hub in self.hubs.values():
            hub.flush()

    async def stop(self, reason: str = "The service is stopping.") -> None:
        """Closes every connection, and admits no more."""
        self._closing = True
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
        for session in list(self._sessions):
            session.end(reason, RESTARTS)


def turn_away(port: Port, code: int, reason: str) -> None:
    """Says why and closes the connection."""
    port.send(message([encode(Bye(reason))]))
    port.close(code, reason)
