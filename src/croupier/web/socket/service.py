"""The sockets of a whole service: a hub for each table, one gateway, and the entrance that knows the people."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from socket import socket

from starlette.routing import BaseRoute

from croupier.access.alerts import AlertKind
from croupier.access.entrance import Entrance
from croupier.access.event import SERVICE, AccessDenied, CallAnnounced, FrameRefused
from croupier.access.person import Person
from croupier.floor.clock import Clock
from croupier.floor.colors import CHIP_COLORS
from croupier.floor.feed import Hub
from croupier.floor.live import LiveTable
from croupier.floor.presence import Announcement
from croupier.rules.catalogue import catalogue
from croupier.table.state import TableRules
from croupier.terms.citation import ClauseId
from croupier.web.security import GateSettings, host_allowed, identify, origin_allowed
from croupier.web.server import Tls
from croupier.web.socket.asgi import socket_route
from croupier.web.socket.direct import Direct
from croupier.web.socket.door import Door
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.policy import Alarm, Bounds, Breach, Policy

ANNOUNCES = ClauseId("CO 47.1-2201(7)")
"""Where this clause holds, player terminals announce the call in sound and in picture."""
SEATS_NAMED = 12
"""So many seats are named in the words of an alert; the record has all of them."""
_DENIED = frozenset({Breach.ORIGIN, Breach.SOCKETS, Breach.LOCKED, Breach.NOT_YOURS})


class Sockets:
    """Made before the premises open, attached to their tables in the loop, stopped before their desks are."""

    def __init__(self, entrance: Entrance, clock: Clock, gate: GateSettings, bounds: Bounds | None = None) -> None:
        self._entrance, self._clock, self._gate = entrance, clock, gate
        self._loop: asyncio.AbstractEventLoop | None = None
        self._direct: Direct | None = None
        self.hubs: dict[str, Hub] = {}
        policy = Policy(origin_allowed=self._origin_allowed, current=self._current, alarm=self._alarm)
        self.gateway = Gateway(self.hubs, policy, bounds)

    def feed_of(self, number: str, rules: TableRules) -> Hub:
        """The feed of a table, for its desk to tell."""
        hub = self.hubs[number] = Hub(rules, self._clock, announced=partial(self._announced, rules), colors=CHIP_COLORS)
        return hub

    @property
    def routes(self) -> list[BaseRoute]:
        """For the application, behind its gate."""
        return [socket_route(self.gateway, identify)]

    def attach(self, tables: Mapping[str, LiveTable]) -> None:
        """Afterwards people may connect to these tables; called in the running loop."""
        self._loop = asyncio.get_running_loop()
        for number, live in tables.items():
            self.hubs[number].attach(live.desk, self._loop)
        for number in self.hubs.keys() - tables.keys():
            del self.hubs[number]
        self._entrance.sessions.listen(self._session_changed)
        self.gateway.start()

    async def listen(self, bound: socket, tls: Tls | None = None) -> None:
        """Afterwards terminals may also come through a port of their own, with a ticket."""
        self._direct = Direct(self.gateway, self._entrance.tickets.redeem, bound, tls, Door.of(self._gate))
        await self._direct.start()

    async def stop(self) -> None:
        """Says good-bye to everybody."""
        self._entrance.sessions.forget(self._session_changed)
        await self.gateway.stop()
        if self._direct is not None:
            await self._direct.stop()

    def connections(self) -> list[tuple[str, int]]:
        """How many are connected to each table."""
        return self.gateway.connections()

    def pace(self, table: str, closes_at: int | None) -> None:
        """Tells a table when its automatic dealer means to call; from the loop."""
        self.hubs[table].set_pace(closes_at)

    # The house's answers

    def _origin_allowed(self, origin: str | None, host: str, own_port: bool) -> bool:
        """The gate has looked at the host already, except on a port of their own."""
        gate = self._gate
        known = not own_port or host_allowed(host, gate.hosts)
        return known and origin_allowed(origin, host, secure=gate.secure, any_port=own_port, own=gate.origin)

    def _current(self, person: Person) -> Person | None:
        return self._entrance.sessions.acted(person.session)

    def _alarm(self, alarm: Alarm) -> None:
        by = alarm.person.actor if alarm.person else SERVICE
        person = alarm.person.actor.id if alarm.person else ""
        if alarm.breach in _DENIED:
            what = f"socket {alarm.table}".strip()
            denied = AccessDenied(person, what, alarm.breach, alarm.address, alarm.count)
            self._entrance.book.note(denied, by)
        else:
            self._entrance.book.note(FrameRefused(person, alarm.table, alarm.breach), by)

    def _announced(self, rules: TableRules, call: Announcement) -> None:
        """On record; where players bet at terminals, one that announced nothing is also an alert."""
        self._entrance.book.note(
            CallAnnounced(call.table, call.round, call.call, call.audible, call.visual, call.silent), SERVICE
        )
        if call.silent and rules.setup.electronic:
            seats = ", ".join(map(str, call.silent[:SEATS_NAMED]))
            more = f" and {len(call.silent) - SEATS_NAMED} more" if len(call.silent) > SEATS_NAMED else ""
            where = f"terminal of seat {seats}" if len(call.silent) == 1 else f"terminals of seats {seats}{more}"
            words = f"No More Bets of round {call.round} was neither heard nor seen at the {where}."
            clause = ANNOUNCES if rules.rules.book.id in catalogue()[ANNOUNCES].books else ""
            self._entrance.alert(AlertKind.CALL_UNHEARD, f"table {call.table}", words, clause)

    def _session_changed(self, person: Person | None, session: str) -> None:
        """Called in any thread."""
        if self._loop is None:
            return
        if person is None:
            self._loop.call_soon_threadsafe(self.gateway.end, session)
        elif person.locked:
            self._loop.call_soon_threadsafe(self.gateway.lock, session)
