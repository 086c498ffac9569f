"""Sockets of the whole floor: a hub for each table, one gateway for all, and what it asks of the entrance."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Iterator
from functools import partial

from starlette.routing import BaseRoute

from croupier.access.alerts import Alert, AlertKind
from croupier.access.entrance import Entrance
from croupier.access.event import SERVICE, AccessDenied, CallAnnounced, FrameRefused
from croupier.access.person import Person
from croupier.floor.clock import Clock
from croupier.floor.feed import Hub
from croupier.floor.premises import Premises
from croupier.floor.presence import Announcement
from croupier.rules.procedure import Duty
from croupier.table.state import TableRules
from croupier.terms.fault import Fault
from croupier.web.security import GateSettings, host_allowed, identify, origin_allowed
from croupier.web.server import Tls
from croupier.web.socket.asgi import socket_route
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.policy import Breach, Policy

_FRAMES = frozenset({Breach.MALFORMED, Breach.RATE})
"""Breaches of the protocol's form; the others are of somebody's rights."""

_log = logging.getLogger(__name__)


class Hubs:
    """Makes the hub of each table while the premises open; `LiveFloor` connects them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.by_table: dict[str, Hub] = {}
        self.floor: LiveFloor | None = None

    def feed_of(self, number: str, rules: TableRules) -> Hub:
        hub = self.by_table[number] = Hub(rules, self._clock, announced=self._announced)
        return hub

    def _announced(self, announcement: Announcement) -> None:
        if self.floor is not None:
            self.floor.announced(announcement)


class LiveFloor:
    """Runs in the loop from `start` to `stop`; its routes belong to the application."""

    def __init__(self, hubs: Hubs, premises: Premises, entrance: Entrance, settings: GateSettings) -> None:
        self._hubs, self._premises, self._entrance, self._settings = hubs, premises, entrance, settings
        policy = Policy(self._origin_allowed, self._current, self._alarm)
        self.gateway = Gateway(hubs.by_table, policy)
        self.routes: list[BaseRoute] = [socket_route(self.gateway, identify)]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._direct: asyncio.Server | None = None
        self._raising: set[asyncio.Future[Alert]] = set()
        hubs.floor = self

    async def start(self, host: str, tls: Tls | None) -> None:
        """Afterwards people may join; also on a port for sockets alone, where the settings name one."""
        self._loop = asyncio.get_running_loop()
        for number, live in self._premises.tables.items():
            self._hubs.by_table[number].attach(live.desk, self._loop)
        self.gateway.start()
        self._entrance.sessions.listen(self._session_changed)
        if self._settings.socket_port is not None:
            self._direct = await self._listen(host, self._settings.socket_port, tls)

    async def stop(self) -> None:
        """Afterwards everybody was told good-bye."""
        self._entrance.sessions.forget(self._session_changed)
        if self._direct is not None:
            self._direct.close()
        await self.gateway.stop()
        if self._raising:
            await asyncio.gather(*self._raising, return_exceptions=True)

    def connections(self) -> Iterator[tuple[str, int]]:
        """How many are connected, by table."""
        for number, hub in self._hubs.by_table.items():
            yield number, len(hub)

    def pace(self, number: str, closes_at: int | None) -> None:
        """Tells everybody at a table when its automatic dealer means to call."""
        hub = self._hubs.by_table.get(number)
        if hub is not None:
            hub.set_pace(closes_at)

    def announced(self, told: Announcement) -> None:
        """Records how a call reached the terminals; a terminal that did not tell its player both ways is an alert."""
        audible = tuple(sorted({*told.announced, *told.audible_only}))
        visual = tuple(sorted({*told.announced, *told.visual_only}))
        event = CallAnnounced(told.table, told.round, "no-more-bets", audible, visual, told.silent)
        self._entrance.book.note(event)
        missed = sorted({*told.audible_only, *told.visual_only, *told.silent})
        if not missed or self._loop is None:
            return
        rules = self._hubs.by_table[told.table].rules
        clause = rules.procedure.clause(Duty.LATE_BET) or rules.procedure.clause(Duty.CALL) or ""
        seats = ", ".join(map(str, missed))
        words = f"“No more bets” was not both heard and seen at seat {seats} of table {told.table}."
        raising = self._loop.run_in_executor(
            None, partial(self._entrance.alerts.raise_, AlertKind.CALL_UNHEARD, f"table {told.table}", words, clause)
        )
        self._raising.add(raising)
        raising.add_done_callback(self._raised)

    def _raised(self, raising: asyncio.Future[Alert]) -> None:
        self._raising.discard(raising)
        if not raising.cancelled() and raising.exception() is not None:
            _log.error("an alert was not raised", exc_info=raising.exception())

    async def _listen(self, host: str, port: int, tls: Tls | None) -> asyncio.Server:
        from croupier.web.socket.direct import serve_direct

        context = None
        if tls is not None:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(tls.certificate, tls.key)
        try:
            return await serve_direct(self.gateway, self._entrance.tickets.redeem, host, port, ssl=context)
        except OSError as error:
            raise Fault(f"Port {port} cannot be used for sockets ({error.strerror}). Give another one.") from error

    def _origin_allowed(self, origin: str | None, host: str) -> bool:
        settings = self._settings
        return host_allowed(host, settings.hosts) and origin_allowed(
            origin, host, secure=settings.secure, any_port=settings.socket_port is not None
        )

    def _current(self, person: Person) -> Person | None:
        return self._entrance.sessions.acted(person.session)

    def _alarm(self, kind: Breach, person: Person | None, detail: str) -> None:
        by, id = (person.actor, person.actor.id) if person is not None else (SERVICE, "")
        book = self._entrance.book
        if kind in _FRAMES:
            book.note(FrameRefused(id, person.table or "" if person else "", kind.value), by)
        else:
            book.note(AccessDenied(id, detail[:80], kind.value), by)

    def _session_changed(self, person: Person | None, session: str) -> None:
        """Called in any thread when a session is locked, unlocked or ended."""
        if self._loop is None:
            return
        change = partial(self.gateway.end, session) if person is None else partial(self.gateway.lock, session)
        if person is None or person.locked:
            self._loop.call_soon_threadsafe(change)
