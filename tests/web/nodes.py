"""Two nodes of one house in processes of their own, and a player whose wagers are counted."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from croupier.client.connection import Client, CommandAnswer
from croupier.journal.policy import Demands
from croupier.journal.stores import JournalStore
from croupier.wire.events import from_record
from tests.postgres import free_port
from tests.web.api.world import sign_in

ROOT = Path(__file__).resolve().parents[2]
STREAM = "table/1"
HEARD = 10
"""This many answers show that somebody plays; a terminal gets at most 20 per second."""


class Node:
    """A process of `tests.web.api.child` on a shared store."""

    def __init__(self, directory: Path, store: str, port: int | None = None) -> None:
        self.directory, self.store, self.port = directory, store, port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.browser = plain(self.url)
        self.log = (directory.parent / f"{directory.name}.log").open("ab")
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.web.api.child", str(self.directory), str(self.port), self.store]
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        return subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log, cwd=ROOT)

    def readiness(self) -> dict[str, Any]:
        with contextlib.suppress(httpx.HTTPError):
            answer: dict[str, Any] = self.browser.get("/readyz", timeout=2).json()
            return answer
        return {"status": "gone", "troubles": []}

    def status(self) -> str:
        return str(self.readiness()["status"])

    def wait(self, *wanted: str, seconds: float = 40) -> None:
        deadline = time.monotonic() + seconds
        while self.status() not in wanted:
            if time.monotonic() > deadline:
                told = Path(self.log.name).read_text()[-3000:]
                raise AssertionError(f"{self.url} is {self.status()}, not {wanted}: {told}")
            time.sleep(0.02)

    def send(self, kind: signal.Signals) -> None:
        self.process.send_signal(kind)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def die(self) -> None:
        """As if its machine died."""
        self.kill()

    def restart(self) -> None:
        self.process = self._start()

    def remove(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGCONT)
        self.kill()
        self.browser.close()
        self.log.close()


def plain(url: str) -> httpx.Client:
    """A browser without the certificates that it has no use for: to load them takes longer than to ask."""
    return httpx.Client(base_url=url, verify=False)


def cookie(url: str, name: str) -> str:
    with plain(url) as browser:
        sign_in(browser, name)
        return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def terminal(name: str, first: Node, *others: Node, seat: int | None = None) -> Client:
    """A terminal that knows the addresses of all nodes."""
    addresses = [f"ws://127.0.0.1:{node.port}/api/v1/tables/1/socket" for node in (first, *others)]
    return Client(addresses[0], others=addresses[1:], cookie=cookie(first.url, name), origin=first.url, seat=seat)


async def must(person: Client, **command: object) -> CommandAnswer:
    answer = await person.ask({name.replace("kind", "type"): value for name, value in command.items()})
    assert answer.done, answer
    return answer


async def open_table(boss: Client, dealer: Client, *players: Client) -> None:
    await must(boss, kind="open-table", dealer="dora", supervisor="sue", float_count=5_000_000)
    for seat, player in enumerate(players, start=1):
        await must(player, kind="take-seat", seat=seat, player=player.welcome["you"]["name"])
        await must(player, kind="set-chips", seat=seat, color=("sky", "orange")[seat - 1], value=100)
        await must(dealer, kind="buy-chips", seat=seat, amount=10_000_000, chips="electronic")


class Bettor:
    """Bets until canceled, several wagers at a time, and remembers what was acknowledged and when.

    It bets almost as often as the service allows; more often would be refused. Answers come evenly, so a pause
    between them is a pause of the service.
    """

    EVERY_S = 0.17

    def __init__(self, player: Client, seat: int = 1) -> None:
        self._player, self._seat = player, seat
        self._numbers = itertools.count(1)
        self.acknowledged: dict[str, int] = {}
        self.times: list[float] = []

    async def run(self, width: int = 3) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(width):
                group.create_task(self._bet())

    async def _bet(self) -> None:
        while True:
            id = f"w{self._seat}-{next(self._numbers)}"
            number = len(self.acknowledged) % 36 + 1
            wager = {
                "type": "place-wager",
                "seat": self._seat,
                "spot": str(number),
                "stake": 100,
                "chips": "electronic",
            }
            answer = await self._player.ask(wager, id=id)
            if answer.outcome in ("done", "refused"):
                self.acknowledged[id] = answer.version
                self.times.append(time.monotonic())
            await asyncio.sleep(self.EVERY_S)

    def pause(self, since: float) -> float:
        """The longest time without an answer from a moment on."""
        times = [since, *(each for each in self.times if each >= since)]
        return max((late - early for early, late in itertools.pairwise(times)), default=0.0)

    async def hears(self, more: int = HEARD, seconds: float = 60) -> None:
        """Waits until this many more were acknowledged."""
        wanted, deadline = len(self.times) + more, time.monotonic() + seconds
        while len(self.times) < wanted:
            assert time.monotonic() < deadline, "the terminal hears nothing"
            await asyncio.sleep(0.01)

    def check(self, store: JournalStore, stream: str = STREAM) -> None:
        """Everything acknowledged is recorded once, at the reported version, and the journal is valid."""
        assert store.verify(Demands()).ok
        with store.journal(read_only=True) as journal:
            bodies = [(record.version, from_record(record).command) for record in journal.read(stream)]
        counted = Counter(command for _, command in bodies)
        last = {command: version for version, command in bodies}
        doubled = [id for id, count in counted.items() if id.startswith("w") and count > 1]
        lost = [id for id, version in self.acknowledged.items() if last.get(id) != version]
        assert (doubled, lost) == ([], [])
