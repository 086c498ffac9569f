"""A table for sockets: the real desk, hub, gateway, gate and one of the adapters, in the test's own loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from http.cookies import SimpleCookie
from itertools import count
from typing import Any
from urllib.parse import quote, unquote

import uvicorn
from msgspec import json
from starlette.applications import Starlette
from starlette.types import Scope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.access.event import AccessDenied
from croupier.access.person import Person
from croupier.client import Client
from croupier.floor.clock import HouseClock
from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import Desk
from croupier.floor.feed import Hub
from croupier.floor.listener import Listener
from croupier.floor.order import Order
from croupier.floor.presence import Announcement
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.state import TableRules
from croupier.table.values import Direction
from croupier.terms.people import Actor, Role
from croupier.web.security.gate import Gate
from croupier.web.security.settings import GateSettings, Rate
from croupier.web.server import bind
from croupier.web.socket.asgi import socket_route
from croupier.web.socket.carrier import SocketGate
from croupier.web.socket.direct import Direct
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.handshake import HandshakeRules
from croupier.web.socket.policy import BreachReport, SocketLimits, SocketPolicy
from tests.floor.tables import DEALER, SUPERVISOR, rules_of
from tests.inspection import inspection
from tests.web.socket.worker_link import LinkedGateway

ADAPTERS = ("asgi", "direct", "worker")
STREAM = "table/7"
ORIGIN = "http://here"
SOCKETS = GateSettings().sockets
Frame = dict[str, Any]


def run(test: Awaitable[None], seconds: float = 60) -> None:
    """Runs one test in its own loop, with a time limit."""

    async def bounded() -> None:
        async with asyncio.timeout(seconds):
            await test

    asyncio.run(bounded())


class AtOnce(uvicorn.Server):
    """Starts and stops without uvicorn's own loop, which polls ten times a second whether to stop."""

    async def begin(self) -> None:
        self.config.load()
        self.lifespan = self.config.lifespan_class(self.config)
        await self.startup()

    async def end(self) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(0.001)


class _NoAccounts:
    """What the gate needs of access control: nobody is signed in with it, and what it refuses is a breach."""

    def __init__(self, breaches: list[tuple[str, str | None]]) -> None:
        self._breaches = breaches
        self.book = self

    def note(self, event: AccessDenied, _by: Actor) -> None:
        self._breaches.append((event.code, event.person or None))


class House:
    """The parts that a test uses; `adapter` carries the sockets."""

    def __init__(
        self,
        adapter: str,
        rules: TableRules | None = None,
        *,
        journal: Journal | None = None,
        bounds: SocketLimits | None = None,
        time: Callable[[], float] | None = None,
        port: int = 0,
        rate: Rate = SOCKETS,
    ) -> None:
        self.adapter, self.rules = adapter, rules or rules_of("nj-terminals")
        self.journal = journal or MemoryJournal()
        self.committer = HouseCommitter(lambda: self.journal)
        self.writer = Writer(self.journal, STREAM, self.rules, committer=self.committer)
        self.announcements: list[Announcement] = []
        self.hub = Hub(self.rules, HouseClock(), announced=self.announcements.append, repeated=self._on_repeated)
        self.desk = Desk(self.writer, HouseClock(), on_news=self._on_news)
        self.breaches: list[tuple[str, str | None]] = []
        self.locked: set[str] = set()
        self.over: set[str] = set()
        self.device_keys: dict[str, bytes] = {}
        self.repeated: list[str] = []
        """Devices that sent an old message again."""
        self.accounts: set[tuple[str, Role]] | None = None
        """Who can be named for the table; everybody, when it is None."""
        policy = SocketPolicy(
            current=self.current,
            alarm=self.alarm,
            device_key=self.device_keys.get,
            has_role=lambda name, role: self.accounts is None or (name, role) in self.accounts,
        )
        more: dict[str, Any] = {"time": time} if time else {}
        self.gateway = Gateway({"7": self.hub}, policy, bounds, **more)
        self.url, self.port = "", port
        self.settings = GateSettings(("127.0.0.1",), origin=ORIGIN, sockets=rate)
        self.handshake_rules = HandshakeRules.of(self.settings)
        self._ids = count(1)

    def _on_repeated(self, device: Actor) -> None:
        self.repeated.append(device.name)

    def _on_news(self, news: Any) -> Iterator[None] | None:
        return self.hub.publish(news, self.writer.table)

    def alarm(self, alarm: BreachReport) -> None:
        self.breaches.append((alarm.breach, alarm.person.name if alarm.person else None))

    def person(self, who: str) -> Person | None:
        """`role:name`, and for an enrolled terminal `role:name:table:seat`."""
        role, _, rest = who.partition(":")
        name, *place = rest.split(":")
        if role not in set(Role):
            return None
        table, seat = (place[0], int(place[1])) if place else (None, None)
        return Person(name, Role(role), f"s-{name}", locked=name in self.locked, table=table, seat=seat)

    def current(self, person: Person) -> Person | None:
        if person.name in self.over:
            return None
        return Person(
            person.name,
            person.role,
            person.session,
            locked=person.name in self.locked,
            table=person.table,
            seat=person.seat,
        )

    def identify(self, scope: Scope) -> Person | None:
        headers = dict(scope["headers"])
        cookie = SimpleCookie(headers.get(b"cookie", b"").decode())
        return self.person(unquote(cookie["who"].value)) if "who" in cookie else None

    # Connecting

    def address(self, who: str, table: str = "7") -> str:
        url = f"{self.url}/api/v1/tables/{table}/socket"
        return f"{url}?ticket={quote(who)}" if self.adapter == "direct" and who else url

    def headers(self, who: str) -> dict[str, str]:
        return {"Cookie": f"who={quote(who, safe='')}"} if self.adapter != "direct" and who else {}

    def client(self, who: str, **more: Any) -> Client:
        return Client(self.address(who), headers=self.headers(who), origin=ORIGIN, **more)

    @contextlib.asynccontextmanager
    async def socket(
        self, who: str, *, table: str = "7", origin: str | None = ORIGIN, **more: Any
    ) -> AsyncIterator[ClientConnection]:
        """A bare socket, to send anything."""
        async with connect(
            self.address(who, table),
            additional_headers=self.headers(who),
            origin=origin,  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            proxy=None,
            max_size=None,
            **more,
        ) as socket:
            yield socket

    @contextlib.asynccontextmanager
    async def welcomed(self, who: str) -> AsyncIterator[ClientConnection]:
        """A bare socket that has said hello and has its snapshot."""
        async with self.socket(who) as socket:
            await say(socket, HELLO)
            await hear_until(socket, "snapshot")
            yield socket

    def is_slow(self, listener: Listener) -> bool:
        """Whether its own connection is full; a stream that many share may also be full for a moment."""
        waits = listener.paused and listener.waiting > 1
        return waits and (self.adapter != "direct" or bool(self.direct.sessions.slow))

    # The table

    async def do(self, by: Actor, kind: type[c.Command], **fields: Any) -> None:
        """Executes a command that does not come through a socket."""
        signed: dict[str, Any] = {"by": by, "at": 0} | fields
        command: Any = kind(**signed)
        answer = await self.desk.ask(Order(f"house-{next(self._ids)}", command))
        assert answer.events, answer

    async def open_table(self) -> None:
        for command in inspection(self.rules, SUPERVISOR):
            await self.do(SUPERVISOR, type(command), checks=command.checks)
        await self.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=10_000_000)

    async def sit(self, client: Client, seat: int, name: str) -> None:
        """Takes a seat and sets chips; the dealer sells a thousand dollars' worth, and the client has heard of it."""
        for command in (
            {"type": "take-seat", "seat": seat, "player": name},
            {"type": "set-chips", "seat": seat, "color": f"shade-{seat}", "value": 100},
        ):
            answer = await client.ask(command)
            assert answer.done, answer
        await self.do(DEALER, c.BuyChips, seat=seat, amount=100_000, chips=Chips.ELECTRONIC)
        await client.until(lambda: any(each["seat"] == seat and each["stacks"] for each in client.view["seats"]))

    async def deal(self, number: str = "17") -> None:
        """From betting to the next betting."""
        cw, ccw = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE
        await self.do(DEALER, c.SpinBall, wheel=cw, ball=ccw)
        await self.do(DEALER, c.CallNoMoreBets)
        await self.do(DEALER, c.AnnounceNumber, number=number, revolutions=6)
        await self.do(DEALER, c.PlaceCrown)
        await self.do(DEALER, c.CollectLosers)
        await self.do(DEALER, c.PayWinners)
        await self.do(DEALER, c.LiftCrown)

    async def __aenter__(self) -> House:
        loop = asyncio.get_running_loop()
        self.committer.start()
        self.desk.start()
        self.hub.attach(self.desk, loop)
        self.gateway.start()
        if self.adapter == "direct":
            bound = bind("127.0.0.1", self.port)
            self.direct = Direct(self.gateway, self.person, bound, self.handshake_rules)
            await self.direct.start()
            self.port = bound.getsockname()[1]
        else:
            gateway: SocketGate = self.gateway
            if self.adapter == "worker":
                gateway = self.line = LinkedGateway(self.gateway)
                await self.line.start()
            access: Any = _NoAccounts(self.breaches)
            app = Gate(Starlette(routes=[socket_route(gateway, self.identify)]), access, self.settings)
            config = uvicorn.Config(
                app, host="127.0.0.1", port=self.port, log_level="warning", lifespan="off", ws="websockets-sansio"
            )
            self._server = AtOnce(config)
            await self._server.begin()
            self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"ws://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.stop()
        await self.desk.stop()
        self.committer.stop()
        if self.adapter == "direct":
            await self.direct.stop()
        else:
            await self._server.end()
        if self.adapter == "worker":
            await self.line.stop()


async def say(socket: ClientConnection, *frames: Frame) -> None:
    await socket.send(json.encode(list(frames)).decode())


async def hear(socket: ClientConnection) -> list[Frame]:
    return json.decode(await socket.recv(), type=list[Frame])


async def hear_until(socket: ClientConnection, kind: str) -> Frame:
    """The next frame of that kind; others are skipped."""
    while True:
        for frame in await hear(socket):
            if frame["type"] == kind:
                return frame


async def close_code(socket: ClientConnection) -> int:
    """The code with which the service closes; earlier frames are skipped."""
    try:
        while True:
            await hear(socket)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


HELLO: Frame = {"type": "hello", "protocol": 1}


def order(id: str, kind: str, **fields: Any) -> Frame:
    return {"type": "command", "id": id, "command": {"type": kind, **fields}}


def wager(seat: int, spot: str = "17", stake: int = 500) -> Frame:
    return {"type": "place-wager", "seat": seat, "spot": spot, "stake": stake, "chips": "electronic"}
