"""Processes that run a desk under load and are killed, one after the other; `tests.floor.child` starts them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from croupier.journal.record import Record
from croupier.wire.events import CommandRefused, from_record
from tests.conftest import ROOT
from tests.floor import child

Heard = tuple[str, str]
"""An order's id, and a short form of its answer."""


@contextlib.contextmanager
def nursery_of_desks() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", child.__name__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        yield process


def one_life(
    nursery: subprocess.Popen[bytes], where: Path | str, first: int, again: list[int], until: int
) -> list[Heard]:
    """What a process answered before it was killed, which is some time after its answer number `until`."""
    assert nursery.stdin
    assert nursery.stdout
    nursery.stdin.write(" ".join(map(str, (where, first, *again))).encode() + b"\n")
    nursery.stdin.flush()
    pid, heard = 0, list[Heard]()
    for line in nursery.stdout:
        word, _, rest = line.decode().strip().partition(" ")
        if word == "end":
            assert int(rest) == -signal.SIGKILL, "the process ended by itself"
            return heard
        if word == "pid":
            pid = int(rest)
        else:
            heard.append((word, rest))
        if pid and len(heard) >= until:
            os.kill(pid, signal.SIGKILL)
            pid = 0
    raise AssertionError("the nursery is gone")


def answers_of(records: list[Record]) -> dict[str, str]:
    """Each order as its records answer it; its records are adjacent."""
    found: dict[str, tuple[int, int, bool]] = {}
    last = ""
    for record in records:
        body = from_record(record)
        assert body.command == last or body.command not in found, f"{body.command} was applied twice"
        last = body.command
        count = found.get(last, (0, 0, False))[1] + 1
        found[last] = (record.version, count, isinstance(body.event, CommandRefused))
    return {id: f"{version} {'-' if refused else count}" for id, (version, count, refused) in found.items()}
