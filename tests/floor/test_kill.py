"""kill -9 under load: what was answered is there, once, and the next process goes on from it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.recovery import recover
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.wire.events import CommandRefused, from_record
from tests.conftest import ROOT
from tests.floor import child
from tests.floor.scripts import STREAM

LIVES = 25

Heard = tuple[str, str]
"""An order's id, and its answer in short."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="SIGKILL")]


@pytest.fixture
def nursery() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", child.__name__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        yield process


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_nothing_answered_is_lost_or_done_twice(
    tmp_path: Path, nursery: subprocess.Popen[bytes], seed: int
) -> None:
    random = Random(seed)
    path = tmp_path / "house.journal"
    answers: dict[str, str] = {}
    sent = 0
    for _ in range(LIVES):
        unanswered = [number for number in range(sent) if f"o{number}" not in answers]
        again = sorted({*unanswered, *random.sample(range(sent), min(sent, 20))})
        for id, answer in _one_life(nursery, path, sent, again, until=random.choice((0, 1, 30, 100, 300))):
            assert answers.setdefault(id, answer) == answer, f"{id} was answered differently after a crash"
        with SqliteJournal(path) as journal:
            assert verify_file(path).ok
            recorded = _answers(list(journal.read(STREAM)))
            assert answers.items() <= recorded.items(), "an answer is lost"
            sent = max((int(id[1:]) + 1 for id in recorded), default=0)
            seal = CacheSeal.load(path.with_name(CACHE_KEY_FILE))
            live, replayed = recover(journal, STREAM, seal=seal), recover(journal, STREAM, snapshot=False)
            assert live.table == replayed.table
            assert live.answered == replayed.answered
    assert len(answers) > 1_000
    assert live.saved, "snapshots were taken on the way"


def _one_life(nursery: subprocess.Popen[bytes], path: Path, first: int, again: list[int], until: int) -> list[Heard]:
    """What a process answered before it was killed, which is some time after its answer number `until`."""
    assert nursery.stdin
    assert nursery.stdout
    nursery.stdin.write(" ".join(map(str, (path, first, *again))).encode() + b"\n")
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


def _answers(records: list[Record]) -> dict[str, str]:
    """Each order as its records answer it; its records stand together."""
    found: dict[str, tuple[int, int, bool]] = {}
    last = ""
    for record in records:
        body = from_record(record)
        assert body.command == last or body.command not in found, f"{body.command} was applied twice"
        last = body.command
        count = found.get(last, (0, 0, False))[1] + 1
        found[last] = (record.version, count, isinstance(body.event, CommandRefused))
    return {id: f"{version} {'-' if refused else count}" for id, (version, count, refused) in found.items()}
