"""The cost of a wager with and without the checks of ADR 75 to 80 and 110, measured alternately.

A wager goes from the porter's packet to its answer in this process, without sockets, so that network noise does not
hide the cost of the checks. Blocks with and without them alternate.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

import uvloop
from msgspec import json

from benchmarks.floor_server import FIRST_TABLE, Served
from benchmarks.report import Row
from croupier.floor.cache_seal import CacheSeal
from croupier.floor.recovery import saved_state
from croupier.floor.simulated_device import SimulatedDevices
from croupier.floor.turns import TURN_MAX_S
from croupier.floor.version_marks import KEY_BYTES, VersionMarks, hash_reader
from croupier.journal.lost_records import RecordsLost
from croupier.table import event as e
from croupier.table.command import AnyCommand
from croupier.table.state import TableRules
from croupier.terms.people import Actor
from croupier.web.socket.packets import HEAD, ConnectionRequest, PacketKind, PacketLink
from croupier.web.socket.porter_sessions import PorterSessions

SEATS = 1_000
PER_TURN = 27
"""Wagers that arrive together: at 6,700 a second, those between two turns of the house."""
TURNS, BLOCKS = 40, 60
"""Turns of a block, and the number of blocks, every other one with the checks."""
SPOTS = ("17", "5", "red", "black", "20", "17-20")
COST_MAX = 1.03
SNAPSHOT_EVERY = 50_000
"""Records between two snapshots, as in the service."""


class _NoDevices(SimulatedDevices):
    """Takes every command as it came."""

    def says(self, rules: TableRules, command: AnyCommand) -> AnyCommand:  # noqa: ARG002  # as the real ones
        return command


class _Sink(asyncio.WriteTransport):
    """Takes what the floor sends to the porter."""

    def write(self, data: bytes | bytearray | memoryview) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


class _Floor:
    """One table with seated players, driven by packets."""

    def __init__(self, path: Path) -> None:
        self.served = Served(str(path), SEATS)
        self.table = self.served.tables[0]
        self.sessions = PorterSessions(self.served.gateway, self.served.person, lambda: None)
        self._wagers = 0
        self._checked = self.served.gateway.devices
        writer = self.table.writer
        hash_of = hash_reader(lambda: writer.recorded.durable, lambda: self.served.journal(writer.stream))
        self._marks = VersionMarks(bytes(KEY_BYTES), writer.stream, 0, _never, hash_of)

    async def start(self) -> None:
        self.served.start()
        link = PacketLink(self.sessions.handle_packet, lambda: None, full=self.sessions.stream_full)
        link.connection_made(_Sink())
        self.sessions.attach(link)
        self._hear = link.data_received
        for number in range(1, SEATS + 1):
            request = json.encode(ConnectionRequest(str(FIRST_TABLE), str(number)))
            self.sessions.handle_packet(number, PacketKind.OPEN, request)
            self.sessions.handle_packet(number, PacketKind.MESSAGE, b'{"type":"hello","protocol":1}')
        await self._settled()

    def check(self, *, on: bool) -> None:
        """Puts the checks into the wager's way, or takes them out."""
        hub = self.table.hub
        self.served.gateway.devices = self._checked if on else _NoDevices()
        hub.on_large_sum = _report if on else None
        hub.attach(self.table.desk, asyncio.get_running_loop(), self._marks if on else None)

    async def block(self) -> float:
        """CPU time per wager of one block, in microseconds."""
        turns = [self._turn() for _ in range(TURNS)]
        began = time.process_time()
        for turn in turns:
            self._hear(turn)
            await self._settled()
        return (time.process_time() - began) / (TURNS * PER_TURN) * 1e6

    def _turn(self) -> bytes:
        packets: list[bytes] = []
        for _ in range(PER_TURN):
            self._wagers += 1
            seat = self._wagers * 97 % SEATS + 1
            wager = {"type": "place-wager", "seat": seat, "spot": SPOTS[self._wagers % len(SPOTS)], "stake": 500}
            frame = json.encode(
                {"type": "command", "id": f"w{self._wagers}", "command": wager | {"chips": "electronic"}}
            )
            packets += (HEAD.pack(seat, PacketKind.MESSAGE, len(frame)), frame)
        return b"".join(packets)

    async def _settled(self) -> None:
        """Waits until everything is recorded and told."""
        for _ in range(2):  # the second time, answers of what was decided the first time
            await asyncio.sleep(2 * TURN_MAX_S)
            while self.table.desk.waiting or not self.table.hub.idle:
                await asyncio.sleep(TURN_MAX_S)


def _never(_lost: RecordsLost) -> None:
    raise AssertionError("a terminal was shown what is lost")


def _report(_by: Actor, _event: e.AnyEvent) -> None:
    raise AssertionError("a wager was reported as a large sum")


async def _measured(path: Path) -> tuple[float, float, float]:
    """CPU time per wager with the checks and without, and of a snapshot's seal spread over its records."""
    floor = _Floor(path)
    await floor.start()
    floor.check(on=True)
    await floor.block()
    gc.collect()
    gc.freeze()
    gc.disable()
    with_checks: list[float] = []
    without: list[float] = []
    for count in range(BLOCKS):
        floor.check(on=bool(count % 2))
        (with_checks if count % 2 else without).append(await floor.block())
    gc.enable()
    known = floor.table.writer.recorded.known
    if known.head.version < BLOCKS * TURNS * PER_TURN:
        raise AssertionError("not every wager was recorded")
    seal = CacheSeal(bytes(KEY_BYTES), b"benchmark")
    body = saved_state(known)
    began = time.process_time()
    seal.put("snapshot", known.head, body)
    sealed = (time.process_time() - began) / SNAPSHOT_EVERY * 1e6
    await floor.served.stop()
    return quantiles(with_checks)[0], quantiles(without)[0], sealed  # slower blocks measure other load


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-", dir=Path.cwd()) as name:
        with_checks, without, sealed = uvloop.run(_measured(Path(name) / "checks.db"))
    what, against = "a wager from packet to answer, with devices, marks and reports of large sums", "without them"
    yield Row(f"{what}: CPU time", with_checks + sealed, without, "µs", against, COST_MAX, lower_is_better=True)
    yield Row("the seal of a snapshot, per record: CPU time", sealed, None, "µs")
