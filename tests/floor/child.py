"""A process that runs a desk under load until it is killed, and reports each answer as it gets it.

``python -m tests.floor.child`` is a nursery: it has loaded everything, forks such a process for every line it
reads, and says when that has ended, so that a life can be short.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.clock import HouseClock
from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, Order
from croupier.floor.writer import Writer
from croupier.journal.house import HouseJournal
from croupier.journal.sqlite import SqliteJournal
from tests.floor.scripts import STREAM, opening, seating, wager
from tests.floor.tables import rules_of

RULES = rules_of("nj-terminals")
NAMES = ("bo", "cy", "di", "ed")
SETUP = [opening(), *(each for seat, name in enumerate(NAMES, 1) for each in seating(seat, name))]
LINE = 35


def the_order(number: int) -> Order:
    """Order so-and-so of the day: the table is opened, four players sit down, and bet for ever, some too much."""
    setup = [
        opening(),
        *(each for seat, name in enumerate(("bo", "cy", "di", "ed"), 1) for each in seating(seat, name)),
    ]
    if number < len(setup):
        return Order(f"o{number}", setup[number])
    seat = number % 4 + 1
    spot, stake = RULES.betting.layout.spots[number % 150].id, -1 if number % 10 == 0 else 500
    return Order(f"o{number}", wager(("bo", "cy", "di", "ed")[seat - 1], seat, spot, stake))


def live(path: Path, first: int, again: Sequence[int]) -> None:
    """Sends the given orders again, then new ones from `first` on, and writes every answer out."""
    asyncio.run(_live(path, first, again))


async def _live(path: Path, first: int, again: Sequence[int]) -> None:
    seal = CacheSeal.load(path.with_name(CACHE_KEY_FILE))
    committer = HouseCommitter(lambda: HouseJournal(path))
    committer.start()
    reopen = lambda: SqliteJournal(path)  # noqa: E731
    writer = Writer(SqliteJournal(path), STREAM, RULES, reopen=reopen, seal=seal, committer=committer)
    desk = Desk(writer, HouseClock(), snapshot_every=30)
    numbers = count(first)

    def post() -> None:
        desk.post(the_order(next(numbers)), answered)

    def report(answer: Answer) -> None:
        os.write(1, f"{answer.id} {answer.version} {'-' if answer.refusal else len(answer.events)}\n".encode())

    def answered(answer: Answer) -> None:
        report(answer)
        post()

    desk.start()
    for number in again:
        desk.post(the_order(number), report)
    for _ in range(LINE):
        post()
    await asyncio.Future()


def main() -> None:
    for line in sys.stdin:
        path, first, *again = line.split()
        pid = os.fork()
        if not pid:
            live(Path(path), int(first), [int(number) for number in again])
        os.write(1, f"pid {pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        os.write(1, f"end {os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
