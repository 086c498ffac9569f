"""A house whose tables run in several processes, to be killed one by one."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
from msgspec import json

from croupier.client.connection import Client
from tests.postgres import free_port
from tests.web.nodes import ROOT, Node, cookie


class SpreadHouse(Node):
    """A service with workers; `pid` knows its processes from the log."""

    def __init__(
        self,
        directory: Path,
        workers: int = 2,
        socket_port: int = 0,
        store: str = "",
        players: Sequence[str] = (),
    ) -> None:
        self.workers, self.socket_port, self.players = workers, socket_port, tuple(players)
        super().__init__(directory, store, free_port())

    def _start(self) -> subprocess.Popen[bytes]:
        arguments = (self.directory, self.port, self.workers, self.socket_port, self.store, *self.players)
        command = [sys.executable, "-m", "tests.web.spread_node", *map(str, arguments)]
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        return subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log, cwd=ROOT)

    def lines(self) -> list[dict[str, object]]:
        """What it has logged."""
        lines = Path(self.log.name).read_bytes().splitlines()
        return [json.decode(line) for line in lines if line.startswith(b"{")]

    def pid(self, process: str) -> int:
        """The process of that name that was started last."""
        found = [line for line in self.lines() if line.get("process") == process and "pid" in line]
        return int(str(found[-1]["pid"]))

    def kill_one(self, process: str) -> int:
        pid = self.pid(process)
        os.kill(pid, signal.SIGKILL)
        return pid

    def die(self) -> None:
        """All processes at once, as if their machine died."""
        pids = [self.process.pid, *self.processes().values()]
        for kind in (signal.SIGSTOP, signal.SIGKILL):  # none may see another one end
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, kind)
        self.process.wait()

    def remove(self) -> None:
        """Kills the supervisor; all the others must end then."""
        super().remove()
        assert self.gone(), "processes outlive their supervisor"

    def at(self, table: str, name: str, seat: int | None = None, others: Sequence[Node] = ()) -> Client:
        """Somebody at a table, who may also know other nodes."""
        first, *more = (f"ws://127.0.0.1:{node.port}/api/v1/tables/{table}/socket" for node in (self, *others))
        return Client(first, others=more, cookie=cookie(self.url, name), origin=self.url, seat=seat)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def processes(self) -> dict[str, int]:
        beside = () if self.store else ("commits",)
        return {name: self.pid(name) for name in ("front", *beside, *(f"worker-{n + 1}" for n in range(self.workers)))}

    def holders(self) -> dict[str, str]:
        """The node and worker that runs each table, as the metrics say; none while the node changes its part."""
        try:
            metrics = self.browser.get("/metrics").text
        except httpx.HTTPError:
            return {}
        found = re.findall(r'^croupier_table_worker\{node="(.*)",table="(.*)",worker="(.*)"\} 1', metrics, re.MULTILINE)
        return {table: f"{node}/{worker}" for node, table, worker in found}

    def gone(self, seconds: float = 30) -> bool:
        """Whether all processes end in time."""
        deadline = time.monotonic() + seconds
        pids = self.processes().values()
        while any(map(_lives, pids)):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
