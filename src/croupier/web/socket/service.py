"""The sockets of a service: a hub for each table, one gateway, and access control."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from socket import socket
from typing import assert_never

from starlette.routing import BaseRoute

from croupier.access.accounts import device_key
from croupier.access.alert_text import AlertKind
from croupier.access.event import SERVICE, AccessDenied, CallAnnounced, FrameRefused
from croupier.access.person import Person
from croupier.floor.colors import CHIP_COLORS
from croupier.floor.feed import Hub
from croupier.floor.live import LiveTable
from croupier.floor.presence import Announcement
from croupier.rules.procedure import ProcedureStep
from croupier.table import event as e
from croupier.table.state import TableRules, slip_amount
from croupier.terms.clock import Clock
from croupier.terms.coded_message import Facts
from croupier.terms.people import Actor, Role
from croupier.web.security.gate import identify_free
from croupier.web.server import Tls
from croupier.web.socket.asgi import socket_route
from croupier.web.socket.direct import Direct
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.handshake import HandshakeRules
from croupier.web.socket.house_access import SocketAccess
from croupier.web.socket.policy import Breach, BreachReport, SocketLimits, SocketPolicy
from croupier.web.worker_status import WorkerStatus

_DEVICES = frozenset({Breach.FORGED, Breach.REPEATED})
SEATS_NAMED = 12
"""Maximum number of seats named in the text of an alert; the record has all of them."""
_DENIED = frozenset({Breach.ORIGIN, Breach.SOCKETS, Breach.LOCKED, Breach.NOT_YOURS})


class Sockets:
    """Created before the premises open, attached to their tables in the loop, stopped before their desks."""

    def __init__(self, access: SocketAccess, clock: Clock, bounds: SocketLimits | None = None) -> None:
        self._access, self._clock = access, clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._direct: Direct | None = None
        self.hubs: dict[str, Hub] = {}
        policy = SocketPolicy(
            current=self._current,
            alarm=self._alarm,
            has_role=self._has_role,
            device_key=self._device_key,
        )
        self.gateway = Gateway(self.hubs, policy, bounds)

    def feed_of(self, number: str, rules: TableRules) -> Hub:
        """The feed of a table, which its desk publishes to."""
        hub = self.hubs[number] = Hub(
            rules,
            self._clock,
            announced=partial(self._announced, rules),
            colors=CHIP_COLORS,
            repeated=partial(self._repeated, number),
            large_sum=partial(self._alert_large_sum, number, rules.setup.second_person_above),
        )
        return hub

    @property
    def routes(self) -> list[BaseRoute]:
        """Routes for the application, behind its gate."""
        return [socket_route(self.gateway, identify_free)]

    def attach(self, tables: Mapping[str, LiveTable]) -> None:
        """Lets people connect to these tables; call it in the running loop."""
        self._loop = asyncio.get_running_loop()
        for number, live in tables.items():
            self.hubs[number].attach(live.desk, self._loop, live.marks)
        for number in self.hubs.keys() - tables.keys():
            del self.hubs[number]
        self._access.sessions.listen(self._session_changed)
        self.gateway.start()

    def admit(self, live: LiveTable) -> None:
        """Lets people connect to one more table; call it in the running loop."""
        self.hubs[live.number].attach(live.desk, asyncio.get_running_loop(), live.marks)

    def dismiss(self, number: str, reason: str) -> None:
        """Closes the connections of a table that runs here no longer."""
        self.gateway.dismiss(self.hubs.pop(number), reason)

    async def listen(self, bound: socket, rules: HandshakeRules, tls: Tls | None = None) -> None:
        """Lets terminals also connect through a separate port, with a ticket."""
        self._direct = Direct(self.gateway, self._redeem, bound, rules, tls)
        await self._direct.start()

    async def stop(self) -> None:
        """Closes every connection."""
        self._access.sessions.forget(self._session_changed)
        await self.gateway.stop()
        if self._direct is not None:
            await self._direct.stop()

    def connections(self) -> list[tuple[str, int]]:
        """Number of connections per table."""
        return self.gateway.connections()

    def workers(self) -> list[WorkerStatus]:
        """The processes that run tables; none where this one runs them all."""
        return []

    def pace(self, table: str, closes_at: int | None) -> None:
        """Publishes when a table's automatic dealer plans to call no more bets; call it in the loop."""
        self.hubs[table].set_pace(closes_at)

    # Callbacks of the socket policy

    def _current(self, person: Person) -> Person | None:
        return _free(self._access.sessions.acted(person.session))

    def _redeem(self, ticket: str) -> Person | None:
        return _free(self._access.tickets.redeem(ticket))

    def _has_role(self, name: str, role: Role) -> bool:
        """Reads one row; happens a few times a day, when staff are assigned to a table."""
        account = self._access.accounts.find(name)
        return account is not None and account.enabled and account.role is role

    def _device_key(self, name: str) -> bytes | None:
        account = self._access.accounts.find(name)
        return device_key(account) if account is not None and account.enabled else None

    def _repeated(self, table: str, device: Actor) -> None:
        self._alarm(BreachReport(Breach.REPEATED, Person(device.name, device.role, ""), table, "an old counter"))

    def _alert_large_sum(self, table: str, alone: int, by: Actor, event: e.AnyEvent) -> None:
        """Raises an alert for what one person may not do alone, and for larger sums that come or go at a table.

        Each request and each slip has its own alert, so that a later one does not hide it.
        """
        if found := _large_sum_facts(by, alone, event):
            about, facts = found
            self._access.alert(AlertKind.SECOND_PERSON, f"table {table}, {about}", {**facts, "table": table})

    def _alarm(self, alarm: BreachReport) -> None:
        by = alarm.person.actor if alarm.person else SERVICE
        person = alarm.person.actor.id if alarm.person else ""
        if alarm.breach in _DENIED:
            what = f"socket {alarm.table}".strip()
            denied = AccessDenied(person, what, alarm.breach, alarm.address, alarm.count)
            self._access.book.note(denied, by)
        elif alarm.breach in _DEVICES:
            self._access.book.note(AccessDenied(person, f"socket {alarm.table}", alarm.breach, alarm.address), by)
            name = alarm.person.name if alarm.person else ""
            facts: Facts = {"breach": alarm.breach.value, "table": alarm.table}
            self._access.alert(AlertKind.DEVICE_DISTRUSTED, name, facts)
        else:
            self._access.book.note(FrameRefused(person, alarm.table, alarm.breach), by)

    def _announced(self, rules: TableRules, call: Announcement) -> None:
        """Records the announcement; at a table with terminals, a silent terminal also raises an alert."""
        self._access.book.note(
            CallAnnounced(call.table, call.round, call.call, call.audible, call.visual, call.silent), SERVICE
        )
        if call.silent and rules.setup.electronic:
            facts: Facts = {
                "round": call.round,
                "seats": ", ".join(map(str, call.silent[:SEATS_NAMED])),
                "count": len(call.silent),
                "more": max(len(call.silent) - SEATS_NAMED, 0),
            }
            clause = rules.procedure.clause(ProcedureStep.TERMINALS) or ""
            self._access.alert(AlertKind.CALL_UNHEARD, f"table {call.table}", facts, clause)

    def _session_changed(self, person: Person | None, session: str) -> None:
        """Callable from any thread."""
        if self._loop is None:
            return
        if person is None:
            self._loop.call_soon_threadsafe(self.gateway.end, session)
        elif person.locked:
            self._loop.call_soon_threadsafe(self.gateway.lock, session)


_LargeSum = e.SecondAsked | e.SecondGiven | e.SecondDenied | e.SlipRequested | e.ChipsBought | e.CashedOut
"""The events that may need an alert."""


def _large_sum_facts(by: Actor, alone: int, event: e.AnyEvent) -> tuple[str, Facts] | None:
    """The subject of the alert and its facts; None if the event needs no alert."""
    who = by.name
    if not isinstance(event, _LargeSum):
        return None
    match event:
        case e.SecondAsked(request=request, amount=amount):
            return f"request {request}", {"step": "asked", "who": who, "request": request, "amount": amount}
        case e.SecondGiven(request=request):
            return f"request {request}", {"step": "given", "who": who, "request": request}
        case e.SecondDenied(request=request, why=why):
            return f"request {request}", {"step": "denied", "who": who, "request": request, "why": why}
        case e.SlipRequested(slip=slip, way=way, chips=chips):
            subject, amount = f"slip {slip}", slip_amount(dict(chips))
            facts: Facts = {"step": "slip", "who": who, "way": way.value, "amount": amount, "slip": slip}
        case e.ChipsBought(seat=seat, amount=amount):
            subject, facts = f"seat {seat}", {"step": "sold", "who": who, "seat": seat, "amount": amount}
        case e.CashedOut(seat=seat, amount=amount):
            subject, facts = f"seat {seat}", {"step": "paid", "who": who, "seat": seat, "amount": amount}
        case _:
            assert_never(event)
    return (subject, facts) if amount > alone else None


def _free(person: Person | None) -> Person | None:
    """A person with an open obligation may not act at a table."""
    return None if person is not None and person.must else person
