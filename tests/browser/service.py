"""A real service in a process of its own, which a test may kill and start again."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import ROOT

SECONDS = 30


class Service:
    """Serves the tests' houses from one directory at one port; `module` names the program that does."""

    def __init__(self, directory: Path, module: str = "tests.browser.serving") -> None:
        self.directory, self.module = directory, module
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._log = (directory / "service.log").open("ab")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Afterwards the service answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, str(self.directory), str(self.port)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
            stdout=self._log,
            stderr=self._log,
        )
        end = time.monotonic() + SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"The service did not start:\n{self.log()}")
            time.sleep(0.05)

    def signal(self, kind: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(kind)

    def kill(self) -> None:
        """Kills the process, as a power cut would."""
        assert self._process is not None
        self.signal(signal.SIGKILL)
        self._process.wait(SECONDS)
        self._process = None

    def end(self) -> None:
        """Stops it as an operator would; it must exit cleanly."""
        assert self._process is not None
        self.signal(signal.SIGTERM)
        code = self._process.wait(SECONDS)
        self._process = None
        assert code == 0, self.log()

    def close(self) -> None:
        if self._process is not None:
            self.end()
        self._log.close()

    def log(self) -> str:
        self._log.flush()
        return (self.directory / "service.log").read_text("utf-8", "replace")[-5_000:]

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request("GET", "/api/v1/tables")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
