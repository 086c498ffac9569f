"""Terminals for `benchmarks.floor`, all in one process: they bet on time and note when they hear what.

What is done for every wager and every frame is in `terminals.c`, compiled when the process starts, so that the one who
asks takes little of the machine from the one who answers (ADR 40). Here are the orders, the statistics and the words.
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
from pathlib import Path
from typing import Any

from msgspec import json

from benchmarks.floor_server import rules

HEARD_S = 120
"""The longest that all terminals may take to hear something, so that nobody waits for one that is gone."""
COME_S = 60
"""The longest in which no terminal at all comes in while there are more to come."""
ANSWERED_S = 30
"""The longest that the last answers may take."""
_WELCOME = '"type":"welcome"'
_Numbers = ctypes.POINTER(ctypes.c_int64)


class _Counts(ctypes.Structure):
    """What `struct crowd` begins with."""

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
    """The terminals as `terminals.c` keeps them. Whatever is called, all of them are served meanwhile."""

    def __init__(self, size: int, seats: int, port: int, spots: Sequence[bytes]) -> None:
        self._library = _compiled()
        self._library.assemble.restype = ctypes.POINTER(_Counts)
        self._spots = (ctypes.c_char_p * len(spots))(*spots)  # kept, since the crowd keeps it
        self._crowd = self._library.assemble(size, seats, port, self._spots, len(spots))
        self.counts: _Counts = self._crowd.contents

    def begin(self) -> None:
        """All come, some at a time."""
        self._library.begin(self._crowd)

    def listen(self, mark: bytes) -> None:
        self._library.listen_for(self._crowd, mark)

    def start_over(self) -> None:
        """No bet has been made yet, as far as the counts and the times know."""
        self._library.start_over(self._crowd)

    def wager(self, per_second: int, total: int) -> None:
        self._library.wager(self._crowd, ctypes.c_int64(per_second), ctypes.c_int64(total))

    def flood(self, *, again: bool) -> None:
        """Everybody bets, and again when answered; or, who is answered bets no more."""
        self._library.flood(self._crowd, int(again))

    def attend(self, seconds: float, *, heard: int = 0, answered: int = 0) -> None:
        """For so long, or until all of that has come true, or until somebody is lost."""
        until = ctypes.c_int64(time.monotonic_ns() + int(seconds * 1e9))
        self._library.attend(self._crowd, until, ctypes.c_int64(heard), ctypes.c_int64(answered))

    def attend_file(self, file: int) -> None:
        """Until the file can be read."""
        self._library.attend_file(self._crowd, file)


def _compiled() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as directory:
        library = Path(directory) / "terminals.so"
        source = Path(__file__).with_name("terminals.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        return ctypes.CDLL(str(library))


class Load:
    """All terminals, and what the coordinator may ask of them."""

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
            raise AssertionError(f"{heard} of {self.size} terminals heard {mark!r}, {self._why()}")

    def _why(self) -> str:
        """What became of those that did not answer."""
        counts = self.counts
        last = f"code {counts.cause}" if counts.cause > 0 else os.strerror(-counts.cause) if counts.cause else "no word"
        cut = f"{counts.lost} were cut off" + (f" (the last one: {last})" if counts.lost else "")
        return f"{self.size - counts.opened} did not come in, {cut}"

    def _sane(self) -> None:
        if self.counts.strange:
            raise AssertionError(f"{self.counts.strange} frames or answers came that nobody had asked for")

    def wager(self, per_second: int, seconds: int) -> Any:
        """Bets at that rate, whatever becomes of them, and waits for all answers."""
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
        """Every terminal bets again as soon as it is answered; answers a second."""
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
        """From now on, who hears this is counted."""
        self.mark = mark
        self.crowd.listen(mark.encode())
        return 0

    def wait_heard(self, mark: str) -> Any:
        """When the last terminal heard it."""
        assert mark == self.mark
        self._all_heard(mark)
        return self.counts.last


def _summary(times: Iterable[int], late: Iterable[int]) -> dict[str, float]:
    """Of what was answered, in ms; and how late the bets were made, which is the fault of the machine or of us."""
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
    """What the coordinator says, a line at a time; the terminals are served until it speaks."""
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
