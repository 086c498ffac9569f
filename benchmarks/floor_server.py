"""One electronic table served on a port of its own, for `benchmarks.floor`; obeys lines on its standard input."""

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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop
from msgspec import json

from croupier.access.person import Person
from croupier.floor import feed
from croupier.floor.clock import HouseClock
from croupier.floor.desk import GROUP_MAX, Desk
from croupier.floor.disk import Disk
from croupier.floor.feed import Hub
from croupier.floor.order import Order
from croupier.floor.writer import Writer
from croupier.journal.sqlite import SqliteJournal
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.command import AnyCommand, Direction
from croupier.table.state import Setup, TableRules
from croupier.terms.people import Actor, Role
from croupier.web.server import bind
from croupier.web.socket.direct import Direct
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.policy import Bounds, Policy
from croupier.web.tuning import EVERY_S, tuned
from croupier.wire.rules import table_rules

STREAM = "table/7"
DEALER, SUPERVISOR = Actor("ana", Role.DEALER), Actor("vera", Role.SUPERVISOR)


def rules(seats: int) -> TableRules:
    setup = Setup("7", seats=seats, electronic=True, central_screen=False)
    return table_rules("nj", {"wheel": "american", "zero": "half"}, setup)


class Served:
    """A table with so many seated players and a door for their terminals."""

    def __init__(self, path: Path, seats: int, *, singly: bool) -> None:
        self.seats = seats
        self.writer = Writer(SqliteJournal(path), STREAM, rules(seats))
        self.clock = HouseClock()
        self.hub = Hub(self.writer.rules, self.clock)
        more: dict[str, Any] = {"group_max": 1 if singly else GROUP_MAX}
        if singly:
            feed.POST_MAX = 1
        self.desk = Desk(self.writer, self.clock, on_news=lambda news: self.hub.tell(news, self.writer.table), **more)
        policy = Policy(origin_allowed=lambda *_: True)
        self.gateway = Gateway({"7": self.hub}, policy, Bounds(commands_per_second=1000, heartbeat_ms=120_000))
        self._count = 0
        self._seat_all()

    def _seat_all(self) -> None:
        commands: list[AnyCommand] = [
            c.OpenTable(by=SUPERVISOR, at=0, dealer="ana", supervisor="vera", float_count=10**9)
        ]
        for seat in range(1, self.seats + 1):
            by = Actor(f"p{seat}", Role.PLAYER)
            commands += (
                c.TakeSeat(by=by, at=0, seat=seat, player=by.name),
                c.SetChips(by=by, at=0, seat=seat, color=f"shade-{seat}", value=100),
                c.BuyChips(by=by, at=0, seat=seat, amount=10**8, chips=Chips.ELECTRONIC),
            )
        for start in range(0, len(commands), 5000):
            answers = self.writer.commit([self._order(each) for each in commands[start : start + 5000]])
            if not all(answer.events for answer in answers):
                raise AssertionError(next(answer for answer in answers if not answer.events))
        self.writer.take_news()

    def _order(self, command: AnyCommand) -> Order:
        self._count += 1
        return Order(f"house-{self._count}", command)

    async def deal(self, kind: type[c.Command], **fields: Any) -> int:
        """One step of the dealer's; gives back when it was asked for, in nanoseconds of the steady clock."""
        signed: dict[str, Any] = {"by": DEALER, "at": 0} | fields
        command: Any = kind(**signed)
        asked = time.monotonic_ns()
        answer = await asyncio.wrap_future(self.desk.ask(self._order(command)))
        if not answer.events:
            raise AssertionError(answer)
        return asked

    def person(self, ticket: str) -> Person | None:
        return Person(f"p{ticket}", Role.PLAYER, f"s{ticket}")


def cpu_s(process: int) -> float:
    """The processor time of another process, as the kernel counts it, in ticks."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_kb(process: int | str) -> int:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


class Floor:
    """What the coordinator may ask for, one line each; every line is answered with one."""

    def __init__(self, served: Served, library: str) -> None:
        self.served, self.library = served, library
        self.porter = 0
        """The process that holds the sockets."""

    async def memory(self) -> Any:
        """Of both processes."""
        gc.collect()
        return memory_kb("self") + memory_kb(self.porter)

    async def cpu(self) -> Any:
        """The seconds of processor time so far, of all threads of both processes."""
        return time.process_time() + cpu_s(self.porter)

    async def settle_down(self) -> Any:
        """Everybody has come long before the betting begins, and both processes have had time to tidy up."""
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
        command = c.DecideIrregularity(by=SUPERVISOR, at=0, decision="again", why="bench", no_spin=True)
        answer = await asyncio.wrap_future(self.served.desk.ask(self.served._order(command)))
        if not answer.events:
            raise AssertionError(answer)
        return asked

    async def settle(self) -> Any:
        """The crown, losers, winners; when the payment was asked for."""
        await self.served.deal(c.PlaceCrown)
        await self.served.deal(c.CollectLosers)
        return await self.served.deal(c.PayWinners)

    async def lift(self) -> Any:
        return await self.served.deal(c.LiftCrown)

    async def standing(self) -> Any:
        return await asyncio.wrap_future(
            self.served.desk.look(lambda _version, table: sum(map(len, table.wagers.values())))
        )

    async def blast(self) -> Any:
        """The same bytes to every terminal from a bare loop in C; when it began."""
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
            raise AssertionError(f"{left} terminals took nothing, and {len(files)} were there")
        return began

    def _files(self) -> list[int]:
        """The porter's sockets of terminals, in this process."""
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
"""The number of the system call, the same on every processor."""
BLAST_BYTES = 220
"""About as long as the news of an announced number."""


async def serve(path: Path, seats: int, port: int, library: str, *, singly: bool) -> None:
    served = Served(path, seats, singly=singly)
    floor = Floor(served, library)
    loop = asyncio.get_running_loop()
    served.hub.attach(served.desk, loop)
    disk = Disk()
    served.desk.start(loop, disk)
    served.gateway.start()
    bound = bind("127.0.0.1", port)
    direct = Direct(served.gateway, served.person, bound)
    await direct.start()
    floor.porter = direct.pid
    lines: asyncio.Queue[str] = asyncio.Queue()
    threading.Thread(target=_read, args=(loop, lines.put_nowait), daemon=True).start()
    print(json.encode("ready").decode(), flush=True)
    with tuned(loop):
        while (line := await lines.get()) != "quit":
            print(json.encode(await getattr(floor, line)()).decode(), flush=True)
    await served.gateway.stop()
    await direct.stop()
    served.desk.stop()
    disk.shutdown()
    served.writer.close()


def _read(loop: asyncio.AbstractEventLoop, put: Callable[[str], None]) -> None:
    for line in sys.stdin:
        loop.call_soon_threadsafe(put, line.strip())
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(put, "quit")


if __name__ == "__main__":
    path, seats, port, library, singly = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(serve(Path(path), int(seats), int(port), library, singly=singly == "singly"))
