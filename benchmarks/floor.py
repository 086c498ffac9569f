"""One table full of terminals: wagers acknowledged durably, and a result that reaches the last of them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from benchmarks.report import Row

PORT = 20_101
PORT_BARE = 20_102
WINDOW_S = 5
TURNS = 3
"""Windows of betting at our table, each followed by one at the barest server."""
SIZES = {1_000: 670, 10_000: 6_700}
"""Terminals, and the wagers a second that they place."""
BROADCASTS = 5
FLOOD_S = 5
FLOODING = 1_000


class Child:
    """A process that obeys lines and answers each with one."""

    def __init__(self, module: str, *arguments: object) -> None:
        command = [sys.executable, "-m", module, *map(str, arguments)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = self._process.pid
        self.hear()

    def hear(self) -> Any:
        if self._process.stdout is None or not (line := self._process.stdout.readline()):
            raise AssertionError(f"{self._process.args!r} ended")
        return json.decode(line)

    def tell(self, line: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def ask(self, line: str) -> Any:
        self.tell(line)
        return self.hear()

    def end(self) -> None:
        with suppress(BrokenPipeError):  # it has ended already
            self.tell("quit")
        self._process.wait(60)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


class Floor:
    """A served table and its terminals."""

    def __init__(self, server: Child, load: Child) -> None:
        self.server, self.load = server, load

    def terminals(self, name: str, *given: object) -> Any:
        return self.load.ask(json.encode([name, *given]).decode())

    def until_last(self, mark: str, act: str) -> float:
        """From the dealer's order to the last terminal's frame, in ms."""
        self.terminals("listen", mark)
        began: int = self.server.ask(act)
        last: int = self.terminals("wait_heard", mark)
        return (last - began) / 1e6


class Betting(Struct, frozen=True):
    """What became of the wagers of all windows at one server; times in ms."""

    sent: int
    rate: float
    unanswered: int
    p50: float
    p99: float
    late: float
    """The p99 of how long after its time a wager was made, which is not the server's doing."""
    cost: float
    """Microseconds of processor time of the server for one."""


class Bettors:
    """Terminals that bet at a server for some windows."""

    def __init__(self, floor: Floor, per_second: int) -> None:
        self._floor, self._per_second = floor, per_second
        self._windows: list[Any] = []
        self._busy = 0.0

    def bet(self) -> None:
        before = self._floor.server.ask("cpu")
        told = self._floor.terminals("wager", self._per_second, WINDOW_S)
        self._busy += self._floor.server.ask("cpu") - before
        assert not told["lost"], told
        self._windows.append(told)

    def told(self) -> Betting:
        sent, window, unanswered = (
            sum(each[key] for each in self._windows) for key in ("sent", "window", "unanswered")
        )
        all = self._floor.terminals("wagered")
        cost = self._busy / sent * 1e6
        return Betting(sent, sent / window, unanswered, all["p50"], all["p99"], all["late_p99"], cost)


@contextmanager
def _bare(terminals: int) -> Iterator[Floor]:
    """The barest server with as many terminals, connected."""
    server = Child("benchmarks.floor_bare", PORT_BARE)
    load = Child("benchmarks.floor_load", terminals, PORT_BARE)
    try:
        floor = Floor(server, load)
        floor.terminals("connect")
        server.ask("settle_down")
        yield floor
    finally:
        load.end()
        server.end()


@contextmanager
def _floor(directory: Path, terminals: int, library: Path, *, singly: bool = False) -> Iterator[Floor]:
    path = directory / f"floor-{terminals}-{singly}.db"
    server = Child("benchmarks.floor_server", path, terminals, PORT, library, "singly" if singly else "grouped")
    load = Child("benchmarks.floor_load", terminals, PORT)
    try:
        yield Floor(server, load)
    finally:
        load.end()
        server.end()


def _evening(directory: Path, terminals: int, per_second: int, library: Path) -> Iterator[Row]:
    what = f"{terminals:,} terminals at one table"
    with _floor(directory, terminals, library) as floor, _bare(terminals) as bare_floor:
        before = floor.server.ask("memory")
        floor.terminals("connect")
        connected = floor.server.ask("memory")
        assert floor.server.ask("settle_down") == terminals
        here, there = Bettors(floor, per_second), Bettors(bare_floor, per_second)
        for _ in range(TURNS):
            here.bet()
            there.bet()
        told, bare_told = here.told(), there.told()
        floor.until_last('"ball-spun"', "spin")
        called = floor.until_last('"no-more-bets-called"', "call")
        announced = floor.until_last('"number-announced"', "announce")
        paid = floor.until_last('"winners-paid"', "settle")
        floor.until_last('"crown-lifted"', "lift")
        best, bare = announced, float("inf")
        for _ in range(BROADCASTS):  # turn by turn, so that what else the machine does falls on both
            floor.until_last('"ball-spun"', "spin")
            floor.until_last('"no-more-bets-called"', "call")
            best = min(best, floor.until_last('"number-announced"', "announce"))
            bare = min(bare, floor.until_last('"pace"', "blast"))
            floor.until_last('"irregularity-decided"', "no_spin")
    rate = f"{told.rate:,.0f} wagers/s"
    full = terminals == max(SIZES)
    against = "a server that only answers"
    yield Row(f"{what}, {rate}: acknowledged, p50", told.p50, bare_told.p50, "ms", against)
    yield Row(f"{what}, {rate}: acknowledged, p99", told.p99, None, "ms", "", 25, lower_is_better=True)
    yield Row(f"{what}, {rate}: acknowledged, p99", told.p99, bare_told.p99, "ms", against)
    machine = "the machine's and the terminals' own"
    yield Row(f"{what}, {rate}: wagers made late, p99", told.late, None, "ms", machine)
    yield Row(f"{what}: wagers not placed and acknowledged", told.unanswered, None, "", "", 0, lower_is_better=True)
    yield Row(f"{what}: processor time of the service for a wager", told.cost, bare_told.cost, "µs", against)
    yield Row(f"{what}: last one hears the call", called, None, "ms")
    yield Row(f"{what}: last one hears the number, with the wagers on", announced, None, "ms")
    yield Row(f"{what}: last one hears the winners paid", paid, None, "ms")
    goal = 1.5 if full else None
    yield Row(f"{what}: last one hears the number, best", best, bare, "ms", "bare send() in C", goal, True)
    yield Row(f"{what}: memory each", (connected - before) / terminals, None, "kB")


def _flood(directory: Path, library: Path) -> Row:
    rates = {}
    for singly in (True, False):
        with _floor(directory, FLOODING, library, singly=singly) as floor:
            floor.terminals("connect")
            floor.server.ask("settle_down")
            told = floor.terminals("flood", FLOOD_S)
            assert not told["turned_away"], told
            rates[singly] = told["rate"]
    what = f"wagers through the gateway, {FLOODING:,} terminals, each waiting for its answer"
    return Row(what, rates[False], rates[True], "wagers/s", "a commit each, same gateway", 4)


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        library = directory / "blast.so"
        source = Path(__file__).with_name("blast.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        yield _flood(directory, library)
        for terminals, per_second in SIZES.items():
            yield from _evening(directory, terminals, per_second, library)
