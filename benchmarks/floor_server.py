"""Electronic tables served on a separate port, for `benchmarks.floor` and `house`; reads commands from its input."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import uvloop
from msgspec import json
from starlette.applications import Starlette
from starlette.types import Scope

from croupier.access.person import Person
from croupier.floor.clock import HouseClock
from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import GROUP_MAX, Desk
from croupier.floor.feed import Hub
from croupier.floor.order import News, Order
from croupier.floor.sealer import Sealer, signing_key
from croupier.floor.writer import Writer
from croupier.journal.house import HouseJournal
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.stores import SqliteStore, open_store
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.command import AnyCommand
from croupier.table.state import Setup, TableRules
from croupier.table.values import Action, Direction
from croupier.terms.people import Actor, Role
from croupier.web.security.settings import GateSettings, Rate
from croupier.web.server import bind
from croupier.web.server import serve as serve_app
from croupier.web.socket.asgi import socket_route
from croupier.web.socket.direct import Direct
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.handshake import HandshakeRules
from croupier.web.socket.policy import SocketLimits, SocketPolicy
from croupier.web.tuning import EVERY_S, tuned
from croupier.wire.rules import table_rules

MEMORY = "memory"
"""The address of a journal that is kept only in memory."""
FIRST_TABLE = 7
"""Number of the first table; `terminals.c` has the same."""
DEALER, SUPERVISOR = Actor("ana", Role.DEALER), Actor("vera", Role.SUPERVISOR)
CASHIER = Actor("cy", Role.CASHIER)


PORTER = HandshakeRules.of(GateSettings(hosts=("127.0.0.1",), sockets=Rate(100_000, 100_000)))
"""Admits every terminal of the run, after the usual checks."""


def rules(seats: int, number: int = FIRST_TABLE) -> TableRules:
    setup = Setup(
        str(number), seats=seats, electronic=True, terminals_approved="for the benchmark", central_screen=False
    )
    return table_rules("nj", {"wheel": "american", "zero": "half"}, setup)


def journals(where: str) -> tuple[Callable[[str], Journal], Callable[[], Journal] | None]:
    """Opens journals for one stream each, and for all of them where they share one: in memory, a file or a database."""
    if where == MEMORY:
        one = MemoryJournal()
        return lambda _own: one, lambda: one
    store = open_store(where)
    store.prepare()
    return store.journal, partial(HouseJournal, store.path) if isinstance(store, SqliteStore) else None


class ServedTable:
    """One table, full of seated players."""

    def __init__(self, house: Served, number: int, seats: int, first: int, *, singly: bool) -> None:
        stream = f"table/{number}"
        self.number, self.seats, self._first, self._house = str(number), seats, first, house
        self.writer = Writer(house.journal(stream), stream, rules(seats, number), committer=house.committer)
        self.hub = Hub(self.writer.rules, house.clock)
        group_max = 1 if singly else GROUP_MAX
        self.desk = Desk(self.writer, house.clock, on_news=self._tell, group_max=group_max)
        self._seat_all()

    def _tell(self, news: News) -> Iterator[None] | None:
        return self.hub.publish(news, self.writer.table)

    def _seat_all(self) -> None:
        now = self._house.clock.now()
        commands: list[AnyCommand] = [
            c.OpenTable(by=SUPERVISOR, at=now, dealer="ana", supervisor="vera", float_count=10**9)
        ]
        for seat in range(1, self.seats + 1):
            by = Actor(f"p{self._first + seat}", Role.PLAYER)
            commands += (
                c.TakeSeat(by=by, at=now, seat=seat, player=by.name),
                c.SetChips(by=by, at=now, seat=seat, color=f"shade-{seat}", value=100),
                c.BuyChips(by=CASHIER, at=now, seat=seat, amount=10**8, chips=Chips.ELECTRONIC),
            )
        for start in range(0, len(commands), 5000):
            answers = self.writer.commit([self._house.order(each) for each in commands[start : start + 5000]])
            if not all(answer.events for answer in answers):
                raise AssertionError(next(answer for answer in answers if not answer.events))
        self.writer.recorded.take_news()


class Served:
    """Tables with this many seated players in all, and a gateway for their terminals."""

    def __init__(self, where: str, seats: int, tables: int = 1, *, singly: bool = False) -> None:
        self.path, self.clock, self._count = Path(where), HouseClock(), 0
        self.journal, shared = journals(where)
        self.committer = HouseCommitter(shared)
        each = seats // tables
        self.tables = [
            ServedTable(self, FIRST_TABLE + place, each, place * each, singly=singly) for place in range(tables)
        ]
        self.desk = self.tables[0].desk
        bounds = SocketLimits(commands_per_second=1000, heartbeat_ms=120_000)
        self.gateway = Gateway({table.number: table.hub for table in self.tables}, SocketPolicy(), bounds)

    def start(self) -> None:
        """Has the running loop take the orders of every table."""
        self.committer.start()
        for table in self.tables:
            table.hub.attach(table.desk, asyncio.get_running_loop())
            table.desk.start()
        self.gateway.start()

    async def stop(self) -> None:
        for table in self.tables:
            await table.desk.stop()
            table.writer.close()
        self.committer.close()

    def order(self, command: AnyCommand) -> Order:
        self._count += 1
        return Order(f"house-{self._count}", command)

    async def deal(self, kind: type[c.Command], **fields: Any) -> int:
        """Takes one step of the dealer; returns its start in nanoseconds of the monotonic clock."""
        signed: dict[str, Any] = {"by": DEALER, "at": 0} | fields
        command: Any = kind(**signed)
        asked = time.monotonic_ns()
        answer = await self.desk.ask(self.order(command))
        if not answer.events:
            raise AssertionError(answer)
        return asked

    def person(self, ticket: str) -> Person | None:
        return Person(f"p{ticket}", Role.PLAYER, f"s{ticket}")


def cpu_s(process: int) -> float:
    """CPU time of another process in seconds, as counted by the kernel in ticks."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_kb(process: int | str) -> int:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


class Floor:
    """The commands of the coordinator, one per line; each is answered with one line."""

    def __init__(self, served: Served, library: str) -> None:
        self.served, self.library = served, library
        self.porter = 0
        """Process id of the process that holds the sockets."""
        self._sealer: Sealer | None = None
        self._sealing: threading.Thread | None = None
        self._stood, self._watching = 0.0, None  # type: float, asyncio.Task[None] | None

    async def memory(self) -> Any:
        """Memory of both processes."""
        gc.collect()
        return memory_kb("self") + (memory_kb(self.porter) if self.porter else 0)

    async def cpu(self) -> Any:
        """CPU time so far of all threads of both processes, in seconds."""
        return time.process_time() + (cpu_s(self.porter) if self.porter else 0)

    async def watch(self) -> Any:
        """Starts measuring how long the loop is blocked."""
        self._stood, self._watching = 0.0, asyncio.create_task(self._watch())
        return True

    async def _watch(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(WATCH_S)
            self._stood = max(self._stood, time.monotonic() - before - WATCH_S)

    async def stood(self) -> Any:
        """The longest block of the loop since `watch`, in ms."""
        if self._watching is not None:
            self._watching.cancel()
        return self._stood * 1e3

    async def settle_down(self) -> Any:
        """Waits after all terminals have connected, so that both processes can clean up before the betting."""
        await asyncio.sleep(3 * EVERY_S)
        return len(self.served.gateway)

    async def spin(self) -> Any:
        return await self.served.deal(c.SpinBall, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)

    async def call(self) -> Any:
        return await self.served.deal(c.CallNoMoreBets)

    async def announce(self) -> Any:
        return await self.served.deal(c.AnnounceNumber, number="17", revolutions=6)

    async def no_spin(self) -> Any:
        asked = await self.served.deal(c.ReportIrregularity, what="bench")
        action = Action.NO_SPIN
        await self.supervise(c.DecideIrregularity(by=SUPERVISOR, at=0, decision="again", why="bench", action=action))
        await self.served.deal(c.CarryOutDirection)
        await self.supervise(c.ObserveAction(by=SUPERVISOR, at=0))
        return asked

    async def supervise(self, command: c.AnyCommand) -> None:
        answer = await self.served.desk.ask(self.served.order(command))
        if not answer.events:
            raise AssertionError(answer)

    async def settle(self) -> Any:
        """Places the crown, collects, pays; returns when the payment was requested."""
        await self.served.deal(c.PlaceCrown)
        await self.served.deal(c.CollectLosers)
        return await self.served.deal(c.PayWinners)

    async def lift(self) -> Any:
        return await self.served.deal(c.LiftCrown)

    async def standing(self) -> Any:
        return await self.served.desk.query(lambda _version, table: sum(map(len, table.wagers.values())))

    async def seal(self) -> Any:
        """Starts to seal what is recorded, in a thread as the service does; answers immediately."""
        if self._sealer is None:
            key = signing_key(self.served.path.with_suffix(".key"))
            self._sealer = Sealer(SqliteStore(self.served.path), key, self.served.clock)
        self._sealing = threading.Thread(target=self._sealer.seal)
        self._sealing.start()
        return True

    async def sealed(self) -> Any:
        """Waits for the seal; returns the number of sealed records."""
        if self._sealing is not None:
            await asyncio.to_thread(self._sealing.join)
        return self._sealer.last.records if self._sealer is not None and self._sealer.last is not None else 0

    async def blast(self) -> Any:
        """Sends the same bytes to every terminal from a bare loop in C; returns when it started."""
        payload = b'[{"type":"pace","closes_at":null}' + b" " * (BLAST_BYTES - 34) + b"]"
        frame = bytes([0x81, 126]) + len(payload).to_bytes(2, "big") + payload
        files = self._files()
        numbers = (ctypes.c_int * len(files))(*files)
        send = ctypes.CDLL(self.library).blast
        began = time.monotonic_ns()
        left = await asyncio.to_thread(send, numbers, len(files), frame, len(frame))
        for number in files:
            os.close(number)
        if left or len(files) != len(self.served.gateway):
            raise AssertionError(f"{left} of {len(files)} terminals accepted nothing")
        return began

    def _files(self) -> list[int]:
        """Duplicates of the porter's terminal sockets in this process."""
        call, files = ctypes.CDLL(None).syscall, []
        process = os.pidfd_open(self.porter)
        for each in Path(f"/proc/{self.porter}/fd").iterdir():
            if not str(each.readlink()).startswith("socket:"):
                continue
            number = call(PIDFD_GETFD, process, int(each.name), 0)
            found = socket.socket(fileno=number)
            with contextlib.suppress(OSError):
                if found.family == socket.AF_INET and found.getpeername():
                    files.append(found.detach())
            found.close()
        os.close(process)
        return files


PIDFD_GETFD = 438
"""Number of the system call, the same on every architecture."""
WATCH_S = 0.002
"""Interval at which the loop is checked for blocks."""
BLAST_BYTES = 220
"""About the size of the news of an announced number."""


async def serve(where: str, seats: int, port: int, library: str, *, singly: bool, tables: int, porter: bool) -> None:
    served = Served(where, seats, tables, singly=singly)
    floor = Floor(served, library)
    loop = asyncio.get_running_loop()
    served.start()
    async with _serve_terminals(served, bind("127.0.0.1", port), porter=porter) as floor.porter:
        lines: asyncio.Queue[str] = asyncio.Queue()
        threading.Thread(target=_read, args=(loop, lines.put_nowait), daemon=True).start()
        print(json.encode("ready").decode(), flush=True)
        with tuned(loop):
            while (line := await lines.get()) != "quit":
                print(json.encode(await getattr(floor, line)()).decode(), flush=True)
        await served.gateway.stop()
    await served.stop()


@contextlib.asynccontextmanager
async def _serve_terminals(served: Served, bound: socket.socket, *, porter: bool) -> AsyncIterator[int]:
    """Serves terminals through the porter, and yields its process id, or through the service's own port: yields 0."""
    if porter:
        direct = Direct(served.gateway, served.person, bound, PORTER)
        await direct.start()
        yield direct.pid
        await direct.stop()
        return

    def identify(scope: Scope) -> Person | None:
        return served.person(parse_qs(scope["query_string"].decode())["ticket"][0])

    app = Starlette(routes=[socket_route(served.gateway, identify)])
    stop = asyncio.Event()
    serving = asyncio.create_task(serve_app(app, bound, stop=stop))
    yield 0
    stop.set()
    await serving


def _read(loop: asyncio.AbstractEventLoop, put: Callable[[str], None]) -> None:
    for line in sys.stdin:
        loop.call_soon_threadsafe(put, line.strip())
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(put, "quit")


if __name__ == "__main__":
    where, seats, port, library, *more = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    many = int(next((each.removeprefix("tables=") for each in more if each.startswith("tables=")), "1"))
    one_each, through_porter = "singly" in more, "no-porter" not in more
    uvloop.run(serve(where, int(seats), int(port), library, singly=one_each, tables=many, porter=through_porter))
