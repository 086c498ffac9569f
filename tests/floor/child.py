"""A process that runs a desk under load until it is killed, and reports each answer as it gets it.

``python -m tests.floor.child`` is a nursery: it has loaded everything, forks such a process for every line it
reads, and says when that has ended, so that a life can be short.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from functools import partial
from itertools import count

from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.clock import HouseClock
from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, Order
from croupier.floor.writer import Writer
from croupier.journal.house import HouseJournal
from croupier.journal.stores import SqliteStore, open_store
from tests.floor.scripts import STREAM, opening, seating, wager
from tests.floor.tables import rules_of

RULES = rules_of("nj-terminals")
NAMES = ("bo", "cy", "di", "ed")
SETUP = [opening(), *(each for seat, name in enumerate(NAMES, 1) for each in seating(seat, name))]
LINE = 35


def the_order(number: int) -> Order:
    """Order number `number` of the day: the table opens, four players sit down and bet, sometimes too much."""
    setup = [
        opening(),
        *(each for seat, name in enumerate(("bo", "cy", "di", "ed"), 1) for each in seating(seat, name)),
    ]
    if number < len(setup):
        return Order(f"o{number}", setup[number])
    seat = number % 4 + 1
    spot, stake = RULES.betting.layout.spots[number % 150].id, -1 if number % 10 == 0 else 500
    return Order(f"o{number}", wager(("bo", "cy", "di", "ed")[seat - 1], seat, spot, stake))


def live(where: str, first: int, again: Sequence[int]) -> None:
    """Sends the given orders again, then new ones from `first` on, and writes every answer out."""
    asyncio.run(_live(where, first, again))


def _writer(where: str) -> Writer:
    """The writer of a file, or of a database that no earlier owner can write to."""
    store = open_store(where)
    seal, shared = None, None
    if isinstance(store, SqliteStore):
        seal, shared = CacheSeal.load(store.path.with_name(CACHE_KEY_FILE)), partial(HouseJournal, store.path)
    committer = HouseCommitter(shared)
    committer.start()
    reopen = partial(store.journal, STREAM)
    return Writer(reopen(), STREAM, RULES, reopen=reopen, seal=seal, committer=committer)


async def _live(where: str, first: int, again: Sequence[int]) -> None:
    desk = Desk(_writer(where), HouseClock(), snapshot_every=30)
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
            live(path, int(first), [int(number) for number in again])
        os.write(1, f"pid {pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        os.write(1, f"end {os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
