"""Terminals for `benchmarks.floor`, all in one process: they bet on time and note when they hear what."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
import sys
import threading
import time
from typing import Any

import uvloop
from msgspec import json
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.floor_server import _read, rules

TICK_S = 0.004
CONNECT_AT_ONCE = 64
HEARD_S = 120
"""The longest that all terminals may take to hear something, so that nobody waits for one that is gone."""
_HELLO = b'{"type":"hello","protocol":1}'


class Terminal(WSListener):
    """One terminal: an id and a time for each bet that is not yet answered."""

    def __init__(self, load: Load, seat: int) -> None:
        self.load, self.seat = load, seat
        self.asked: dict[bytes, int] = {}
        self.transport: WSTransport | None = None
        self.count = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, _HELLO)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.load.lost += 1

    def bet(self) -> None:
        self.count += 1
        name = b"%d-%d" % (self.seat, self.count)
        spot = self.load.spots[(self.seat * 7 + self.count) % len(self.load.spots)]
        self.asked[name] = time.monotonic_ns()
        if self.transport is not None:
            self.transport.send(
                WSMsgType.TEXT,
                b'{"type":"command","id":"%b","seen":1,"command":{"type":"place-wager","seat":%d,"spot":"%b",'
                b'"stake":500,"chips":"electronic"}}' % (name, self.seat, spot),
            )

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        now = time.monotonic_ns()
        text = frame.get_payload_as_bytes()
        load = self.load
        start = text.find(b'"type":"answer","id":"')
        while start >= 0:
            start += 22
            name = text[start : text.index(b'"', start)]
            load.answered(self, self.asked.pop(name), now, done=b'"done"' in text[start : start + 80])
            start = text.find(b'"type":"answer","id":"', start)
        for mark in load.marks:
            if mark in text:
                load.heard[mark] = load.heard.get(mark, 0) + 1
                load.last[mark] = now


class Load:
    """All terminals, and what the coordinator may ask of them."""

    def __init__(self, terminals: int, port: int) -> None:
        self.port = port
        self.terminals = [Terminal(self, seat) for seat in range(1, terminals + 1)]
        self.spots = [spot.id.encode() for spot in rules(1).rules.layout.spots]
        self.times: list[int] = []
        self.turned_away = self.lost = 0
        self.again = False
        self.marks: tuple[bytes, ...] = (b'"type":"welcome"',)
        self.heard: dict[bytes, int] = {}
        self.last: dict[bytes, int] = {}

    def answered(self, terminal: Terminal, asked: int, now: int, *, done: bool) -> None:
        self.times.append(now - asked)
        self.turned_away += not done
        if self.again:
            terminal.bet()

    async def connect(self) -> Any:
        room = asyncio.Semaphore(CONNECT_AT_ONCE)

        async def one(terminal: Terminal) -> None:
            async with room:
                url = f"ws://127.0.0.1:{self.port}/api/v1/tables/7/socket?ticket={terminal.seat}"
                await ws_connect(lambda: terminal, url, read_buffer_init_size=1024, websocket_handshake_timeout=60)

        await asyncio.gather(*map(one, self.terminals))
        await self._all_heard(b'"type":"welcome"')
        gc.collect()
        gc.disable()  # a pause of the one who asks is no pause of the one who answers
        return len(self.terminals)

    async def _all_heard(self, mark: bytes) -> None:
        until = time.monotonic() + HEARD_S
        while (heard := self.heard.get(mark, 0)) < len(self.terminals):
            if self.lost or time.monotonic() > until:
                raise AssertionError(
                    f"{heard} of {len(self.terminals)} terminals heard {mark!r}, {self.lost} were cut off"
                )
            await asyncio.sleep(0.01)

    async def wager(self, per_second: int, seconds: int) -> Any:
        """Bets at that rate, whatever becomes of them, and waits for all answers."""
        self.times.clear()
        total, sent, size = per_second * seconds, 0, len(self.terminals)
        began = time.monotonic()
        while sent < total:
            due = min(total, int((time.monotonic() - began) * per_second) + 1)
            while sent < due:
                self.terminals[sent * 7919 % size].bet()
                sent += 1
            await asyncio.sleep(TICK_S)
        window = time.monotonic() - began
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(30):
                while len(self.times) < total:
                    await asyncio.sleep(0.005)
        times = sorted(self.times)
        return {
            "sent": total,
            "window": window,
            "unanswered": total - len(times) + self.turned_away,
            "p50": times[len(times) // 2] / 1e6,
            "p99": times[len(times) * 99 // 100] / 1e6,
            "worst": times[-1] / 1e6,
            "lost": self.lost,
        }

    async def flood(self, seconds: int) -> Any:
        """Every terminal bets again as soon as it is answered; answers a second."""
        self.times.clear()
        self.again = True
        for terminal in self.terminals:
            terminal.bet()
        await asyncio.sleep(1)
        began, before = time.monotonic(), len(self.times)
        await asyncio.sleep(seconds)
        rate = (len(self.times) - before) / (time.monotonic() - began)
        self.again = False
        while not self.lost and any(terminal.asked for terminal in self.terminals):
            await asyncio.sleep(0.01)
        return {"rate": rate, "turned_away": self.turned_away, "answered": len(self.times), "lost": self.lost}

    async def listen(self, mark: str) -> Any:
        """From now on, who hears this is counted."""
        self.marks = (mark.encode(),)
        self.heard.clear()
        return 0

    async def wait_heard(self, mark: str) -> Any:
        """When the last terminal heard it."""
        await self._all_heard(mark.encode())
        return self.last[mark.encode()]


async def run(terminals: int, port: int) -> None:
    load = Load(terminals, port)
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read, args=(loop, lines.put_nowait), daemon=True).start()
    print(json.encode("ready").decode(), flush=True)
    while (line := await lines.get()) != "quit":
        name, *given = json.decode(line, type=list[Any])
        print(json.encode(await getattr(load, name)(*given)).decode(), flush=True)


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(run(int(sys.argv[1]), int(sys.argv[2])))
