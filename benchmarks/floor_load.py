"""The terminals of `benchmarks.floor`, all in one process: they bet on schedule and record when frames arrive.

The work per wager and per frame is done in `terminals.c`, compiled at start, so that the load generator takes little
CPU time from the server (ADR 40). This module has the commands, the statistics and the texts.
"""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import json

from benchmarks.floor_server import rules

HEARD_S = 120
"""Maximum time for all terminals to receive a frame."""
COME_S = 60
"""Maximum time without any new connection while terminals are connecting."""
ANSWERED_S = 30
"""Maximum time for the last answers."""
_WELCOME = '"type":"welcome"'
_Numbers = ctypes.POINTER(ctypes.c_int64)


class _Counts(ctypes.Structure):
    """The first fields of `struct crowd`."""

    opened: int
    lost: int
    cause: int
    strange: int
    heard: int
    last: int
    asked: int
    answered: int
    turned_away: int
    times: Sequence[int]
    late: Sequence[int]
    _fields_ = [
        *((name, ctypes.c_int64) for name in ("opened", "lost", "cause", "strange", "heard", "last")),
        *((name, ctypes.c_int64) for name in ("asked", "answered", "turned_away")),
        *((name, _Numbers) for name in ("times", "late")),
    ]


class Crowd:
    """The terminals in `terminals.c`. Every call serves all of them meanwhile."""

    def __init__(self, size: int, seats: int, port: int, spots: Sequence[bytes]) -> None:
        self._library = _compiled()
        self._library.assemble.restype = ctypes.POINTER(_Counts)
        self._spots = (ctypes.c_char_p * len(spots))(*spots)  # keeps a reference, because the crowd does not copy it
        self._crowd = self._library.assemble(size, seats, port, self._spots, len(spots))
        self.counts: _Counts = self._crowd.contents

    def begin(self) -> None:
        """Connects all terminals, a few at a time."""
        self._library.begin(self._crowd)

    def listen(self, mark: bytes) -> None:
        self._library.listen_for(self._crowd, mark)

    def start_over(self) -> None:
        """Resets the counts and times."""
        self._library.start_over(self._crowd)

    def wager(self, per_second: int, total: int) -> None:
        self._library.wager(self._crowd, ctypes.c_int64(per_second), ctypes.c_int64(total))

    def flood(self, *, again: bool) -> None:
        """Every terminal bets and, with `again`, bets again after each answer."""
        self._library.flood(self._crowd, int(again))

    def attend(self, seconds: float, *, heard: int = 0, answered: int = 0) -> None:
        """Serves the terminals for this long, until these counts are reached, or until one is lost."""
        until = ctypes.c_int64(time.monotonic_ns() + int(seconds * 1e9))
        self._library.attend(self._crowd, until, ctypes.c_int64(heard), ctypes.c_int64(answered))

    def attend_file(self, file: int) -> None:
        """Serves the terminals until the file can be read."""
        self._library.attend_file(self._crowd, file)


def _compiled() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as directory:
        library = Path(directory) / "terminals.so"
        source = Path(__file__).with_name("terminals.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        return ctypes.CDLL(str(library))


class Load:
    """All terminals, and the commands of the coordinator."""

    def __init__(self, terminals: int, port: int, seats: int = 0) -> None:
        self.size = terminals
        self.crowd = Crowd(
            terminals, seats or terminals, port, [spot.id.encode() for spot in rules(1).betting.layout.spots]
        )
        self.counts = self.crowd.counts
        self.mark = ""

    def connect(self) -> Any:
        self.listen(_WELCOME)
        self.crowd.begin()
        came = -1
        while came < self.counts.opened < self.size and not self.counts.lost:
            came = self.counts.opened
            self.crowd.attend(COME_S, heard=self.size)
        self._all_heard(_WELCOME)
        return self.size

    def _all_heard(self, mark: str) -> None:
        self.crowd.attend(HEARD_S, heard=self.size)
        if (heard := self.counts.heard) < self.size:
            raise AssertionError(f"{heard} of {self.size} terminals received {mark!r}, {self._why()}")

    def _why(self) -> str:
        """What happened to the terminals that did not answer."""
        counts = self.counts
        last = f"code {counts.cause}" if counts.cause > 0 else os.strerror(-counts.cause) if counts.cause else "unknown"
        cut = f"{counts.lost} were disconnected" + (f" (the last one: {last})" if counts.lost else "")
        return f"{self.size - counts.opened} did not connect, {cut}"

    def _sane(self) -> None:
        if self.counts.strange:
            raise AssertionError(f"{self.counts.strange} unexpected frames or answers arrived")

    def wager(self, per_second: int, seconds: int) -> Any:
        """Bets at that rate, regardless of the answers, and waits for all answers."""
        self.crowd.start_over()
        total = per_second * seconds
        began = time.monotonic()
        self.crowd.wager(per_second, total)
        window = time.monotonic() - began
        self.crowd.attend(ANSWERED_S, answered=total)
        self._sane()
        times, late = self.counts.times[: self.counts.answered], self.counts.late[:total]
        unanswered = total - len(times) + self.counts.turned_away
        told = {"sent": total, "window": window, "unanswered": unanswered, "lost": self.counts.lost}
        return told | _summary(times, late)

    def flood(self, seconds: int) -> Any:
        """Every terminal bets again as soon as it is answered; returns answers per second."""
        with _on_one_core():
            return self._flood(seconds)

    def _flood(self, seconds: int) -> Any:
        counts = self.counts
        self.crowd.start_over()
        self.crowd.flood(again=True)
        self._attend(1)
        began, before = time.monotonic(), counts.answered
        self._attend(seconds)
        rate = (counts.answered - before) / (time.monotonic() - began)
        self.crowd.flood(again=False)
        self.crowd.attend(HEARD_S, answered=counts.asked)
        self._sane()
        if counts.answered < counts.asked and not counts.lost:
            raise AssertionError(f"{counts.asked - counts.answered} of {counts.asked} bets were never answered")
        return {"rate": rate, "turned_away": counts.turned_away, "answered": counts.answered, "lost": counts.lost}

    def _attend(self, seconds: float) -> None:
        self.crowd.attend(seconds, heard=self.size + 1)

    def listen(self, mark: str) -> Any:
        """Starts counting the terminals that receive this."""
        self.mark = mark
        self.crowd.listen(mark.encode())
        return 0

    def wait_heard(self, mark: str) -> Any:
        """The time when the last terminal received it."""
        assert mark == self.mark
        self._all_heard(mark)
        return self.counts.last


@contextmanager
def _on_one_core() -> Iterator[None]:
    """Keeps the terminals on the last core, so that they do not push a busy service from one to the other."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _summary(times: Iterable[int], late: Iterable[int]) -> dict[str, float]:
    """Response times, in ms, and the delays of the bets, which are not the server's."""
    took, behind = sorted(times), sorted(late)
    if not took:
        raise AssertionError("not one bet was answered")
    return {
        "p50": took[len(took) // 2] / 1e6,
        "p99": took[len(took) * 99 // 100] / 1e6,
        "worst": took[-1] / 1e6,
        "late_p99": behind[len(behind) * 99 // 100] / 1e6,
        "late_worst": behind[-1] / 1e6,
    }


def _lines(crowd: Crowd, file: int) -> Iterator[str]:
    """The coordinator's lines; serves the terminals until one arrives."""
    said = b""
    while True:
        line, end, rest = said.partition(b"\n")
        if end:
            said = rest
            yield line.decode()
            continue
        crowd.attend_file(file)
        if not (more := os.read(file, 4096)):
            return
        said += more


def run(terminals: int, port: int, seats: int) -> None:
    load = Load(terminals, port, seats)
    print(json.encode("ready").decode(), flush=True)
    for line in _lines(load.crowd, sys.stdin.fileno()):
        if line == "quit":
            return
        name, *given = json.decode(line, type=list[Any])
        print(json.encode(getattr(load, name)(*given)).decode(), flush=True)


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    run(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
