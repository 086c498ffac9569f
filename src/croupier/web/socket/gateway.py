"""Admits sockets of every kind to the tables, and does what concerns all of them."""

from __future__ import annotations

import asyncio
import logging
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

_log = logging.getLogger(__name__)


class Gateway:
    """All socket sessions of the service. Lives in one loop."""

    def __init__(
        self,
        hubs: Mapping[str, Hub],
        policy: SocketPolicy,
        bounds: SocketLimits | None = None,
        *,
        time: Callable[[], float] = time.monotonic,
    ) -> None:
        self.devices = SimulatedDevices()
        """Those of demonstration tables."""
        self.hubs, self.policy, self.bounds, self.time = hubs, policy, bounds or SocketLimits(), time
        self._sessions: dict[SocketSession, None] = {}
        self._onlookers: Counter[Hub] = Counter()
        """How many watch each table without having signed in; counted, for anybody can knock as often as they like."""
        self._ticking: asyncio.Task[None] | None = None
        self._closing = False

    def __len__(self) -> int:
        return len(self._sessions)

    def __iter__(self) -> Iterator[SocketSession]:
        return iter(self._sessions)

    def connections(self) -> list[tuple[str, int]]:
        """How many are connected to each table."""
        return [(number, len(hub)) for number, hub in self.hubs.items()]

    def admit_origin(self, origin: str | None, host: str) -> bool:
        """Whether a page from there may open a socket here; one that may not is reported."""
        allowed = self.policy.origin_allowed(origin, host)
        if not allowed:
            self.alarm(Breach.ORIGIN, None, "", f"{origin or 'no origin'} to {host}"[:200])
        return allowed

    def open(self, port: Port, number: str, person: Person | None) -> SocketSession | None:
        """A session at the table; None after the port was closed with the reason."""
        hub = self.hubs.get(number)
        if self._closing:
            turn_away(port, RESTARTS, "The service stops.")
        elif hub is None:
            turn_away(port, NO_TABLE, "There is no such table.")
        elif person is None and not self._may_watch(hub):
            turn_away(port, NOT_SIGNED_IN, "Sign in first.")
        elif person is not None and person.table not in (None, number):
            self.alarm(Breach.NOT_YOURS, person, number, "a terminal of another table")
            turn_away(port, NOT_ALLOWED, "This terminal belongs to another table.")
        else:
            session = SocketSession(self, port, person, hub)
            self._sessions[session] = None
            self._onlookers[hub] += person is None
            return session
        return None

    def _may_watch(self, hub: Hub) -> bool:
        """Everybody may look at the central screen of a table, as far as there is room before it."""
        if not hub.rules.setup.central_screen:
            return False
        return self._onlookers[hub] < self.bounds.spectators_max

    def forget(self, session: SocketSession) -> None:
        if session in self._sessions:
            del self._sessions[session]
            self._onlookers[session.hub] -= session.person is None

    def alarm(
        self, breach: Breach, person: Person | None, table: str, detail: str, address: str = "", count: int = 1
    ) -> None:
        """Reports a breach; whatever becomes of the report, the others at the table notice nothing."""
        try:
            self.policy.alarm(BreachReport(breach, person, table, detail, address, count))
        except Exception:
            _log.exception("a breach was not reported: %s %s", breach, detail)

    def lock(self, session: str) -> None:
        """Tells every connection of a person's session that its console is locked."""
        for each in self._of(session):
            each.say(Locked())

    def end(self, session: str, reason: str = "The session has ended.") -> None:
        """Closes every connection of a person's session."""
        for each in self._of(session):
            each.end(reason, NOT_SIGNED_IN)

    def _of(self, session: str) -> list[SocketSession]:
        return [each for each in self._sessions if each.person is not None and each.person.session == session]

    def start(self) -> None:
        """Afterwards those who fall silent are closed; `stop` ends it."""
        self._ticking = asyncio.get_running_loop().create_task(self._tick_on())

    async def _tick_on(self) -> None:
        while True:
            await asyncio.sleep(self.bounds.heartbeat_ms / 4000)
            self.tick()

    def tick(self) -> None:
        """Looks once for the silent, and for anything that still waits to be sent."""
        now = self.time()
        for session in list(self._sessions):
            session.check_silence(now)
        for hub in self.hubs.values():
            hub.flush()

    async def stop(self, reason: str = "The service stops.") -> None:
        """Says good-bye to everybody; nobody comes in any more."""
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
