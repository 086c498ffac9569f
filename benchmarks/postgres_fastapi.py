"""The usual service: FastAPI and asyncpg, with a transaction per bet. A child of `benchmarks.postgres`.

It is carefully tuned: uvloop, msgspec for the frames, no compression, one pool whose connections keep their prepared
statements and are not reset, four round trips per bet, limits in memory.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

import asyncpg
import uvicorn
import uvloop
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from msgspec import Struct, json

from benchmarks.floor_server import rules
from benchmarks.postgres_child import many_files, obey, settle_down
from benchmarks.postgres_store import POOL, STAKE_MAX, STAKE_MIN, audit, prepare, remember

BET = """
INSERT INTO bets (seat, command, round, spot, stake)
SELECT $1, $2, round, $3, $4 FROM rounds WHERE phase = 'betting'
ON CONFLICT DO NOTHING RETURNING round
"""
PAY = "UPDATE seats SET balance = balance - $2 WHERE seat = $1 AND balance >= $2 RETURNING balance"
KNOWN = "SELECT true FROM bets WHERE seat = $1 AND command = $2"


class PlaceWager(Struct, frozen=True, tag="place-wager", forbid_unknown_fields=True):
    seat: int
    spot: str
    stake: int
    chips: str


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    protocol: int


class Order(Struct, frozen=True, tag="command", forbid_unknown_fields=True):
    id: str
    command: PlaceWager
    seen: int | None = None


class Answer(Struct, frozen=True, tag="answer"):
    id: str
    outcome: str
    reason: str = ""


class _TooPoor(Exception):
    """Rolls the transaction back."""


_frames = json.Decoder(Hello | Order)
_encoder = json.Encoder()


class Tables:
    """Places bets in the database; the answers are durable."""

    def __init__(self, pool: asyncpg.Pool, spots: Mapping[str, int]) -> None:
        self._pool, self._spots = pool, spots

    async def place(self, seat: int, order: Order) -> Answer:
        bet = order.command
        spot = self._spots.get(bet.spot)
        if spot is None or bet.seat != seat:
            return Answer(order.id, "refused", "no such spot at this seat")
        if not STAKE_MIN <= bet.stake <= STAKE_MAX:
            return Answer(order.id, "refused", "outside the limits")
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                if await connection.fetchval(BET, seat, order.id, spot, bet.stake) is None:
                    known = await connection.fetchval(KNOWN, seat, order.id)
                    return Answer(order.id, "done") if known else Answer(order.id, "refused", "betting is closed")
                if await connection.fetchval(PAY, seat, bet.stake) is None:
                    raise _TooPoor
        except _TooPoor:
            return Answer(order.id, "refused", "not enough money")
        return Answer(order.id, "done")

    async def talk(self, socket: WebSocket) -> None:
        """One terminal, which bets and waits for the answer."""
        seat = int(socket.query_params["ticket"])
        await socket.accept()
        try:
            while True:
                frame = _frames.decode(await socket.receive_text())
                if isinstance(frame, Hello):
                    await socket.send_text('{"type":"welcome"}')
                else:
                    await socket.send_text(_encoder.encode(await self.place(seat, frame)).decode())
        except WebSocketDisconnect:
            return


async def _no_reset(_connection: asyncpg.Connection) -> None:
    """Does nothing: no session state is ever changed."""


async def serve(where: str, seats: int, port: int) -> None:
    async with asyncpg.create_pool(where, min_size=POOL, max_size=POOL, reset=_no_reset) as pool:
        tables = Tables(pool, await prepare(pool, seats, rules(1).betting))
        await remember(pool)
        app = FastAPI(telemetry={"tracing": False, "metrics": False, "logs": False})
        app.add_api_websocket_route("/api/v1/tables/7/socket", tables.talk)
        config = uvicorn.Config(
            app,
            host="127.0.0.1",
            port=port,
            loop="none",
            ws="websockets-sansio",
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            lifespan="off",
            backlog=4096,
            access_log=False,
            log_level="error",
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        await obey({"settle_down": settle_down, "audit": lambda: audit(pool)})
        server.should_exit = server.force_exit = True
        await serving


if __name__ == "__main__":
    many_files()
    uvloop.run(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
