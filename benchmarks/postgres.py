"""A full table compared with services that keep bets in PostgreSQL: durable bets, and the settlement of a round.

All run in turns on the same machine, with the same terminals. A row shows the turn with the median ratio, and the range
of the ratios. Before it is measured, each service is tested: a repeated order is not placed again, and nobody stakes
more than they have. Afterwards its books must agree with the answers to the terminals.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw
import psutil
import psycopg
from msgspec import Struct, json
from websockets.sync.client import ClientConnection, connect

from benchmarks.durability import ROUND
from benchmarks.floor import Child
from benchmarks.floor_server import MEMORY
from benchmarks.postgres_cluster import running
from benchmarks.postgres_settling import Settle, by_bet, by_set, by_winner, settle_ours, settle_there
from benchmarks.postgres_store import BALANCE
from benchmarks.report import Row, Unavailable

PORT = 21_001
TERMINALS = 10_000
TURNS = 3
FLOOD_S = 8
STAKE = 500
FILES_BESIDES = 200
"""Maximum number of files that a process opens besides its terminals."""
SERVICES: Mapping[str, tuple[str, float | None]] = {
    "benchmarks.postgres_fastapi": ("FastAPI + asyncpg, a transaction per bet", 10),
    "benchmarks.postgres_cte": ("PostgreSQL, a statement per bet, same gateway", 4),
}
"""The services that keep bets in PostgreSQL, their names in the report, and the goals."""
SETTLEMENTS: Mapping[Settle, tuple[str, float | None]] = {
    by_bet: ("PostgreSQL, a statement per bet", 1 / 20),
    by_set: ("PostgreSQL, two statements for all bets", None),
    by_winner: ("PostgreSQL, winners only, no loser recorded", None),
}
"""The ways PostgreSQL settles a round, their names in the report, and the goals. Ours records losers too."""


class Flood(Struct, frozen=True):
    """The bets that a service acknowledged at full load."""

    bets: int
    rate: float
    """Acknowledged bets per second."""
    cost: float
    """CPU time of the service and its database per bet, in microseconds."""


def _row(what: str, turns: Iterable[tuple[float, float]], unit: str, against: str, goal: float | None = None) -> Row:
    """The turn with the median ratio. All units except rates are better when lower."""
    ordered = sorted(turns, key=_ratio)
    ours, theirs = ordered[len(ordered) // 2]
    spread = f"{against}; {_ratio(ordered[0]):.2g} to {_ratio(ordered[-1]):.2g}"
    return Row(what, ours, theirs, unit, spread, goal, lower_is_better=unit != "bets/s")


def _ratio(turn: tuple[float, float]) -> float:
    return turn[0] / turn[1]


@contextmanager
def _child(module: str, *arguments: object) -> Iterator[Child]:
    child = Child(module, *arguments)
    try:
        yield child
    finally:
        child.end()


def _bet(line: ClientConnection, name: str, stake: int) -> str:
    wager = {"type": "place-wager", "seat": 1, "spot": "17", "stake": stake, "chips": "electronic"}
    line.send(json.encode({"type": "command", "id": name, "seen": 1, "command": wager}), text=True)
    while True:
        heard = json.decode(line.recv(30))
        for frame in heard if isinstance(heard, list) else [heard]:
            if frame["type"] == "answer" and frame["id"] == name:
                return str(frame["outcome"])


def _question() -> None:
    """Checks that a bet sent twice is placed once, and that a bet without funds is refused."""
    with connect(
        f"ws://127.0.0.1:{PORT}/api/v1/tables/7/socket?ticket=1",
        additional_headers={"Origin": f"http://127.0.0.1:{PORT}"},
    ) as line:
        line.send('{"type":"hello","protocol":1}')
        answers = [_bet(line, "first", STAKE), _bet(line, "first", STAKE), _bet(line, "second", BALANCE + STAKE)]
    if answers[:2] != ["done", "done"] or answers[2] == "done":
        raise AssertionError(f"the service fails the check: {answers}")


def _flood(server: Child, *processes: int) -> Flood:
    """Every terminal bets again as soon as it is answered."""
    _question()
    with _child("benchmarks.floor_load", TERMINALS, PORT) as load:

        def terminals(name: str, *given: object) -> Any:
            return load.ask(json.encode([name, *given]).decode())

        terminals("connect")
        server.ask("settle_down")
        before = _processor_s(server.pid, *processes)
        told = terminals("flood", FLOOD_S)
        seconds = _processor_s(server.pid, *processes) - before
        if told["turned_away"] or told["lost"]:
            raise AssertionError(told)
    return Flood(told["answered"] + 1, told["rate"], seconds / told["answered"] * 1e6)


def _processor_s(*processes: int) -> float:
    """CPU time of the processes and all their children, including ended ones."""
    found = 0.0
    for process in map(psutil.Process, processes):
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                times = each.cpu_times()
                found += times.user + times.system
        ended = process.cpu_times()
        found += ended.children_user + ended.children_system
    return found


def _ours(directory: Path, turn: int) -> Flood:
    path = directory / f"ours-{turn}.db"
    with _child("benchmarks.floor_server", path, TERMINALS, PORT, "-", "grouped") as server:
        flood = _flood(server)
    records = apsw.Connection(str(path)).execute("SELECT count(*) FROM records WHERE kind LIKE 'wager-placed/%'").get
    if records != flood.bets:
        raise AssertionError(f"the journal has {records} bets, but {flood.bets} were acknowledged")
    return flood


def _in_memory() -> Flood:
    with _child("benchmarks.floor_server", MEMORY, TERMINALS, PORT, "-", "grouped") as server:
        return _flood(server)


def _ours_there(directory: Path) -> Flood:
    """Ours with its journal in PostgreSQL, on the same server as theirs."""
    with running(directory / "postgres") as (where, process):
        with _child("benchmarks.floor_server", where, TERMINALS, PORT, "-", "grouped") as server:
            flood = _flood(server, process)
        with psycopg.connect(where) as database:
            query = "SELECT count(*) FROM croupier.records WHERE kind LIKE 'wager-placed/%'"
            (records,) = database.execute(query).fetchone() or (0,)
            database.execute("DROP SCHEMA croupier CASCADE")
    if records != flood.bets:
        raise AssertionError(f"the database holds {records} bets, and the terminals were told of {flood.bets}")
    return flood


def _theirs(directory: Path, module: str) -> Flood:
    with running(directory / "postgres") as (where, process), _child(module, where, TERMINALS, PORT) as server:
        flood = _flood(server, process)
        books = server.ask("audit")
    staked = flood.bets * STAKE
    expected = {"bets": flood.bets, "staked": staked, "left": TERMINALS * BALANCE - staked}
    if books != expected:
        raise AssertionError(f"the books have {books}, but {expected} was acknowledged")
    return flood


def _settled(directory: Path) -> list[float]:
    """Settlement times in milliseconds: ours, then those in PostgreSQL."""
    ours, round = settle_ours(directory)
    with running(directory / "postgres") as (where, _):
        theirs = [asyncio.run(settle_there(where, round, settle)) for settle in SETTLEMENTS]
    return [seconds * 1000 for seconds in (ours, *theirs)]


def _need_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < TERMINALS + FILES_BESIDES:
        raise Unavailable(
            f"{TERMINALS:,} terminals need {TERMINALS + FILES_BESIDES:,} open files in one process, "
            f"but the limit is {hard:,}. Raise the limit (ulimit -Hn, as root) and start again."
        )


def _store_rows(stores: Sequence[tuple[Flood, ...]]) -> Iterator[Row]:
    """Ours in PostgreSQL compared with ours elsewhere, and with a transaction per bet on the same server."""
    what = f"durable bets in PostgreSQL, {TERMINALS:,} terminals"
    against = {"the same in memory": 0.85, "the same in a file": None, **{name: None for name, _ in SERVICES.values()}}
    for place, (name, goal) in enumerate(against.items(), start=1):
        yield _row(what, [(turn[0].rate, turn[place].rate) for turn in stores], "bets/s", name, goal)
    for place, name in enumerate(against, start=1):
        costs = [(turn[0].cost, turn[place].cost) for turn in stores]
        yield _row("CPU time for such a bet, service and database", costs, "µs", name)


def rows() -> Iterator[Row]:
    _need_files()
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        directory = Path(name)
        floods = [
            (_ours(directory, turn), *(_theirs(directory, module) for module in SERVICES)) for turn in range(TURNS)
        ]
        what = f"durable bets, {TERMINALS:,} terminals, each waiting for its answer"
        for place, (against, goal) in enumerate(SERVICES.values(), start=1):
            yield _row(what, [(turn[0].rate, turn[place].rate) for turn in floods], "bets/s", against, goal)
        for place, (against, _) in enumerate(SERVICES.values(), start=1):
            costs = [(turn[0].cost, turn[place].cost) for turn in floods]
            yield _row("CPU time per bet, service and store", costs, "µs", against)
        yield from _store_rows([(_ours_there(directory), _in_memory(), *flood) for flood in floods])
        settled = [_settled(directory) for _ in range(TURNS)]
        what = f"settle {ROUND:,} bets of one round, durable"
        for place, (against, goal) in enumerate(SETTLEMENTS.values(), start=1):
            yield _row(what, [(turn[0], turn[place]) for turn in settled], "ms", against, goal)
