"""The tables of one house in one process and in several (`croupier serve --workers`), on one journal file.

The service runs whole, with pages, people and the process that commits. `python -m benchmarks.workers DIR PORT WORKERS`
runs it. It shares the machine with the terminals, which are plain clients in one process: more cores than two show
what workers add.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from benchmarks.betting import TABLES, Window, bet_window, seat_everybody
from benchmarks.report import Row
from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.client.connection import Client
from croupier.floor.colors import CHIP_COLORS
from croupier.terms.people import Role
from croupier.web import logs
from croupier.web.serving import serve_premises
from tests.passwords import QUICK
from tests.web.api.world import PASSWORD, serving, staff
from tests.web.nodes import cookie
from tests.web.spread import SpreadHouse
from tests.web.spread_node import HEAD, TABLE

SEATS = len(CHIP_COLORS)
PLAYERS = tuple(f"player{seat}" for seat in range(1, SEATS + 1))
WORKERS, TURNS = 2, 3
HOUSE = HEAD + "".join(TABLE % number for number in TABLES).replace("seats = 6", f"seats = {SEATS}")


_cookie = cache(cookie)


class _Service(SpreadHouse):
    """The service in a process of its own, or in several."""

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "benchmarks.workers", str(self.directory), str(self.port), str(self.workers)]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def client(self, table: str, name: str, seat: int | None = None) -> Client:
        """A person at a table, with one sign-in for all tables: the service limits sign-ins per minute."""
        socket = f"ws://127.0.0.1:{self.port}/api/v1/tables/{table}/socket"
        return Client(socket, cookie=_cookie(self.url, name), origin=self.url, seat=seat)

    def processes(self) -> dict[str, int]:
        return super().processes() if self.workers > 1 else {}


async def _measured(directory: Path, workers: int) -> list[Window]:
    async with AsyncExitStack() as stack:
        house = _Service(directory, workers)
        stack.callback(house.remove)
        await asyncio.to_thread(house.wait, "ready")
        async with AsyncExitStack() as seated:
            seats = await seat_everybody(house.client, PLAYERS, seated)
            return [await bet_window(seats, (house.process.pid,)) for _ in range(TURNS)]


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        several, one = (asyncio.run(_measured(directory / str(workers), workers)) for workers in (WORKERS, 1))
    ours, alone = (sorted(each, key=lambda window: window.rate)[TURNS // 2] for each in (several, one))
    what, against = f"{len(TABLES)} tables, {len(TABLES) * SEATS} terminals, {WORKERS} workers", "one process"
    yield Row(f"{what}: durable wagers", ours.rate, alone.rate, "wagers/s", against)
    yield Row(f"{what}: acknowledged, p99", ours.p99, alone.p99, "ms", against, lower_is_better=True)
    yield Row(f"{what}: CPU time per wager", ours.cost, alone.cost, "µs", against, lower_is_better=True)


def _serve(directory: str, port: str, workers: str) -> None:
    def people(access: AccessControl) -> None:
        staff(access)
        for name in PLAYERS:
            if access.accounts.find(name) is None:
                access.accounts.create(NewAccount(name, Role.PLAYER, PASSWORD, own=True), by="command-line:bench")

    logs.configure("info")
    wanted = replace(serving(Path(directory), HOUSE, port=int(port)), workers=int(workers), prepare=people)
    serve_premises(wanted, show_lines=lambda lines: print(*lines, sep="\n", flush=True), passwords=QUICK)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
