"""A part of the nightly runs: writers on PostgreSQL that are paused, cut off and killed; controls must fail."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial

import pytest

from croupier.floor.version_marks import VersionMarks, hash_reader
from croupier.journal.chain import BrokenChain
from croupier.journal.lost_records import RecordsLost
from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.store import PostgresStore
from tests.floor import chaos
from tests.floor.child import the_order
from tests.floor.scripts import STREAM
from tests.postgres import ReplicatedPair

pytestmark = pytest.mark.slow


def test_writers_paused_past_their_lease_write_nothing() -> None:
    chaos.pauses(40)


def test_workers_paused_past_the_lease_of_their_table_write_nothing() -> None:
    chaos.leased_pauses(20)


@pytest.mark.parametrize("story", [chaos.pauses, chaos.leased_pauses])
def test_the_control_without_the_fence_fails(story: Callable[[int], None]) -> None:
    with chaos.without_fence(), pytest.raises((chaos.Broken, BrokenChain)):
        story(40)


@pytest.mark.parametrize("backends", [False, True], ids=["partitions", "backends"])
def test_connections_that_break_lose_and_double_nothing(backends: bool) -> None:
    chaos.cuts(25, backends=backends)


def test_killed_processes_lose_and_double_nothing() -> None:
    chaos.kills(6)


def test_a_promotion_loses_nothing() -> None:
    chaos.promotions(1)


def test_the_control_with_asynchronous_commit_loses() -> None:
    """The standby lags, the primary acknowledges anyway, and dies.

    The next writer and the terminal that got the answer notice it.
    """
    pair = ReplicatedPair(synchronous=False)
    checker, stack = chaos.Checker(), contextlib.ExitStack()
    try:
        store = pair.store()
        number = chaos.prepare(store, checker)
        pid = int((pair.standby.data / "postmaster.pid").read_text().splitlines()[0])
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=True
        )
        receivers = [int(line.split()[0]) for line in listed.stdout.splitlines() if "walreceiver" in line]
        assert receivers
        for each in receivers:
            os.kill(each, signal.SIGSTOP)
        writer = chaos.writer_on(store)
        stack.callback(writer.close)
        key, lost = bytes(32), list[RecordsLost]()
        hash_of = hash_reader(lambda: writer.recorded.durable, partial(store.journal, read_only=True))
        marks = VersionMarks(key, STREAM, writer.version, lost.append, hash_of)
        (answer,) = writer.commit([the_order(number)])
        checker.hear([answer])
        mark = marks.mark(answer.version)
        pair.primary.kill()
        for each in receivers:
            os.kill(each, signal.SIGKILL)
        time.sleep(0.2)
        pair.fail_over_standby()
        with pytest.raises(chaos.Broken, match="lost"):
            checker.check(PostgresStore(PostgresAddress(pair.url)))
        (late,) = writer.commit([the_order(number + 1)])
        assert late.unanswered is not None
        assert isinstance(writer.recorded.trouble, RecordsLost)
        promoted = PostgresStore(PostgresAddress(pair.url))
        taker = chaos.writer_on(promoted)
        stack.callback(taker.close)
        hash_of = hash_reader(lambda: taker.recorded.durable, partial(promoted.journal, read_only=True))
        assert VersionMarks(key, STREAM, taker.version, lost.append, hash_of).proves_loss(answer.version, mark)
        assert len(lost) == 1
    finally:
        stack.close()
        pair.remove()
