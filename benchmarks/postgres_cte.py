"""The fastest way to place one bet at a time in PostgreSQL: one statement per bet, behind our own gateway.

A child of `benchmarks.postgres`. Sockets, frames, sessions and limits are those of the service. Instead of a desk,
orders go to sixteen connections, each with the statement prepared.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

import asyncpg
import uvloop

from benchmarks.floor_server import PORTER, rules
from benchmarks.postgres_child import many_files, obey, settle_down
from benchmarks.postgres_store import POOL, STAKE_MAX, STAKE_MIN, audit, prepare, remember
from croupier.access.person import Person
from croupier.floor.clock import HouseClock
from croupier.floor.feed import Hub
from croupier.floor.listener import Listener
from croupier.table.command import AnyCommand, PlaceWager
from croupier.table.state import TableRules
from croupier.terms.people import Role
from croupier.web.server import bind
from croupier.web.socket.direct import Direct
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.policy import SocketLimits, SocketPolicy
from croupier.wire.frames import Done, NotAnswered, encode

BET = """
WITH paid AS (
    UPDATE seats SET balance = balance - $4
    WHERE seat = $1 AND balance >= $4
      AND NOT EXISTS (SELECT FROM bets WHERE seat = $1 AND command = $2)
      AND EXISTS (SELECT FROM rounds WHERE phase = 'betting')
    RETURNING seat
)
INSERT INTO bets (seat, command, round, spot, stake)
SELECT $1, $2, round, $3, $4 FROM paid, rounds WHERE phase = 'betting' RETURNING round
"""
"""Takes the stake and places the bet, or does neither. The same order twice at once violates the primary key."""
KNOWN = "SELECT true FROM bets WHERE seat = $1 AND command = $2"


class PostgresHub(Hub):
    """A hub that sends orders to PostgreSQL one by one, and publishes no news."""

    def __init__(self, rules: TableRules, spots: Mapping[str, int]) -> None:
        super().__init__(rules, HouseClock())
        self._spots = spots
        self._line: asyncio.Queue[tuple[Listener, str, PlaceWager, int]] = asyncio.Queue()

    def ask_snapshot(self, listener: Listener) -> None:
        listener.begin(1)
        if listener.greeting is not None:
            listener.put(listener.greeting(listener.seat, self.clock.now()))
            listener.greeting = None
        listener.flush()

    def order(self, listener: Listener, id: str, command: AnyCommand, seen: int | None) -> None:  # noqa: ARG002
        spot = self._spots.get(command.spot) if isinstance(command, PlaceWager) else None
        if not isinstance(command, PlaceWager) or spot is None or listener.actor.name != f"p{command.seat}":
            self._answer(listener, id, "no such spot at this seat")
        elif not STAKE_MIN <= command.stake <= STAKE_MAX:
            self._answer(listener, id, "outside the limits")
        else:
            self._line.put_nowait((listener, id, command, spot))

    async def work(self, connection: asyncpg.Connection) -> None:
        """Places queued bets on one connection until canceled."""
        statement = await connection.prepare(BET)
        while True:
            listener, id, command, spot = await self._line.get()
            try:
                placed = await statement.fetchval(command.seat, id, spot, command.stake)
            except asyncpg.UniqueViolationError:
                placed = True
            if not placed and not await connection.fetchval(KNOWN, command.seat, id):
                self._answer(listener, id, "betting is closed, or not enough money")
            else:
                self._answer(listener, id)

    def _answer(self, listener: Listener, id: str, reason: str = "") -> None:
        frame = NotAnswered(id, "refused", reason, again=False) if reason else Done(id, 1)
        listener.answer(encode(frame))
        listener.flush()


def person(ticket: str) -> Person:
    return Person(f"p{ticket}", Role.PLAYER, f"s{ticket}")


async def serve(where: str, seats: int, port: int) -> None:
    pool = [await asyncpg.connect(where) for _ in range(POOL)]
    books = await asyncpg.connect(where)
    table = rules(seats)
    hub = PostgresHub(table, await prepare(books, seats, table.betting))
    await remember(books)
    bounds = SocketLimits(commands_per_second=1000, heartbeat_ms=120_000)
    gateway = Gateway({"7": hub}, SocketPolicy(), bounds)
    gateway.start()
    bound = bind("127.0.0.1", port)
    direct = Direct(gateway, person, bound, PORTER)
    await direct.start()
    async with asyncio.TaskGroup() as group:  # a failed connection ends the process
        hands = [group.create_task(hub.work(connection)) for connection in pool]
        await obey({"settle_down": settle_down, "audit": lambda: audit(books)})
        for hand in hands:
            hand.cancel()
    await gateway.stop()
    await direct.stop()
    for connection in (*pool, books):
        await connection.close()


if __name__ == "__main__":
    many_files()
    uvloop.run(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
