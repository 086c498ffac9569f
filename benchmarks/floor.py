"""A table full of terminals: wagers acknowledged durably, and results delivered to all of them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct, json

from benchmarks.report import Row

PORT = 20_101
PORT_BARE = 20_102
WINDOW_S = 15
SIZES = {1_000: (670, 1), 10_000: (6_700, 3)}
"""Number of terminals, their wagers per second, and the number of windows. Each window at our table is followed by one
at the bare server, so that other load affects both."""
BROADCASTS = 5
FLOOD_S = 5
FLOODING = 1_000


class Child:
    """A process that reads commands from its input, and answers each with a line."""

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
        with suppress(BrokenPipeError):  # it has already ended
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
        """Time from the dealer's order to the last terminal's frame, in ms."""
        self.terminals("listen", mark)
        began: int = self.server.ask(act)
        last: int = self.terminals("wait_heard", mark)
        return (last - began) / 1e6


class Window(Struct, frozen=True):
    """The wagers of one window; times in ms."""

    sent: int
    seconds: float
    unanswered: int
    p50: float
    p99: float
    late: float
    """The p99 of the delay between a wager's scheduled time and its sending, which is not caused by the server."""
    cost: float
    """CPU time of the server per wager, in microseconds."""


def wager_window(floor: Floor, per_second: int, seconds: int = WINDOW_S) -> Window:
    """Has all terminals place wagers at that rate."""
    before = floor.server.ask("cpu")
    told = floor.terminals("wager", per_second, seconds)
    cost = (floor.server.ask("cpu") - before) / told["sent"] * 1e6
    assert not told["lost"], told
    return Window(told["sent"], told["window"], told["unanswered"], told["p50"], told["p99"], told["late_p99"], cost)


def middle_window(windows: list[Window]) -> tuple[Window, str]:
    """The window with the median p99, and a text with the number of windows and their range."""
    ordered = sorted(windows, key=lambda window: window.p99)
    between = f" of {len(ordered)}, {ordered[0].p99:,.1f} to {ordered[-1].p99:,.1f} ms" if len(ordered) > 1 else ""
    return ordered[len(ordered) // 2], f"a window{between}"


class Round(Struct, frozen=True):
    """Times until the last terminal got each frame, and the longest block of the loop during the payouts, in ms."""

    called: float
    announced: float
    paid: float
    stood: float


def _round(floor: Floor) -> Round:
    """Spins, settles and pays the wagers on the table; betting is open again afterwards."""
    floor.until_last('"ball-spun"', "spin")
    called = floor.until_last('"no-more-bets-called"', "call")
    announced = floor.until_last('"number-announced"', "announce")
    floor.server.ask("watch")
    paid = floor.until_last('"winners-paid"', "settle")
    stood = floor.server.ask("stood")
    floor.until_last('"crown-lifted"', "lift")
    return Round(called, announced, paid, stood)


@contextmanager
def bare_floor_of(terminals: int) -> Iterator[Floor]:
    """The bare server with as many terminals, connected."""
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


def floor_path(directory: Path, terminals: int, *how: str, tables: int = 1) -> Path:
    """The journal of the floor that is served so."""
    return directory / f"floor-{terminals}-{tables}-{'-'.join(how)}.db"


@contextmanager
def served_floor(directory: Path, terminals: int, library: Path, *how: str, tables: int = 1) -> Iterator[Floor]:
    """Tables with this many terminals in all, not connected yet; `how` has more arguments for the server."""
    path = floor_path(directory, terminals, *how, tables=tables)
    server = Child("benchmarks.floor_server", path, terminals, PORT, library, *how, f"tables={tables}")
    load = Child("benchmarks.floor_load", terminals, PORT, terminals // tables)
    try:
        yield Floor(server, load)
    finally:
        load.end()
        server.end()


def _evening(directory: Path, terminals: int, per_second: int, turns: int, library: Path) -> Iterator[Row]:
    what = f"{terminals:,} terminals at one table"
    here, there, rounds = [], [], []
    with served_floor(directory, terminals, library) as floor, bare_floor_of(terminals) as bare_floor:
        before = floor.server.ask("memory")
        floor.terminals("connect")
        connected = floor.server.ask("memory")
        assert floor.server.ask("settle_down") == terminals
        for _ in range(turns):
            here.append(wager_window(floor, per_second))
            rounds.append(_round(floor))
            there.append(wager_window(bare_floor, per_second))
        best, bare = min(each.announced for each in rounds), float("inf")
        for _ in range(BROADCASTS):  # alternating as well
            floor.until_last('"ball-spun"', "spin")
            floor.until_last('"no-more-bets-called"', "call")
            best = min(best, floor.until_last('"number-announced"', "announce"))
            bare = min(bare, floor.until_last('"pace"', "blast"))
            floor.until_last('"action-observed"', "no_spin")
    ours, between = middle_window(here)
    theirs, theirs_between = middle_window(there)
    rate = f"{ours.sent / ours.seconds:,.0f} wagers/s"
    against = "a server that only answers"
    yield Row(f"{what}, {rate}: acknowledged, p50", ours.p50, theirs.p50, "ms", against)
    yield Row(f"{what}, {rate}: acknowledged, p99", ours.p99, None, "ms", between, 25, lower_is_better=True)
    yield Row(f"{what}, {rate}: acknowledged, p99", ours.p99, theirs.p99, "ms", f"{against}; {theirs_between}")
    yield Row(f"{what}, {rate}: delay of the load generator, p99", ours.late, None, "ms", "not caused by the service")
    missing = sum(window.unanswered for window in here)
    yield Row(f"{what}: wagers not placed and acknowledged", missing, None, "", "", 0, lower_is_better=True)
    yield Row(f"{what}: CPU time of the service per wager", ours.cost, theirs.cost, "µs", against)
    called, announced, paid, stood = (
        median(getattr(each, name) for each in rounds) for name in Round.__struct_fields__
    )
    yield Row(f"{what}: call reaches the last terminal", called, None, "ms")
    yield Row(f"{what}: number reaches the last terminal, with wagers", announced, None, "ms")
    yield Row(f"{what}: payouts reach the last terminal", paid, None, "ms")
    full = terminals == max(SIZES)
    still = 50 if full else None
    yield Row(f"{what}: longest block of the loop while winners are paid", stood, None, "ms", "", still, True)
    goal = 1.5 if full else None
    yield Row(f"{what}: number reaches the last terminal, best", best, bare, "ms", "bare send() in C", goal, True)
    yield Row(f"{what}: memory per terminal", (connected - before) / terminals, None, "kB")


def _flood(directory: Path, library: Path) -> Row:
    directory.mkdir()
    rates = {}
    for singly in (True, False):
        with served_floor(directory, FLOODING, library, *(["singly"] if singly else [])) as floor:
            floor.terminals("connect")
            floor.server.ask("settle_down")
            told = floor.terminals("flood", FLOOD_S)
            assert not told["turned_away"], told
            rates[singly] = told["rate"]
    what = f"wagers through the gateway, {FLOODING:,} terminals, each waiting for its answer"
    return Row(what, rates[False], rates[True], "wagers/s", "a commit per wager, same gateway", 4)


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        library = directory / "blast.so"
        source = Path(__file__).with_name("blast.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        yield _flood(directory / "flood", library)
        for terminals, (per_second, turns) in SIZES.items():
            yield from _evening(directory, terminals, per_second, turns, library)
