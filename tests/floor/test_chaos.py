"""A part of the nightly counts: writers on PostgreSQL that are paused, cut off and killed; and controls that fail."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from croupier.journal.chain import BrokenChain
from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.store import PostgresStore
from tests.floor import chaos
from tests.floor.child import the_order
from tests.postgres import ReplicatedPair


def test_writers_paused_past_their_lease_write_nothing() -> None:
    chaos.pauses(40)


def test_the_control_without_the_fence_fails() -> None:
    with chaos.without_fence(), pytest.raises((chaos.Broken, BrokenChain)):
        chaos.pauses(40)


@pytest.mark.parametrize("backends", [False, True], ids=["partitions", "backends"])
def test_connections_that_break_lose_and_double_nothing(backends: bool) -> None:
    chaos.cuts(25, backends=backends)


def test_killed_processes_lose_and_double_nothing() -> None:
    chaos.kills(6)


def test_a_promotion_loses_nothing() -> None:
    chaos.promotions(1)


def test_the_control_with_asynchronous_commit_loses() -> None:
    """The standby is held up, the primary acknowledges all the same, and dies."""
    pair = ReplicatedPair(synchronous=False)
    checker = chaos.Checker()
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
        checker.hear(writer.commit([the_order(number)]))
        writer.close()
        pair.primary.kill()
        for each in receivers:
            os.kill(each, signal.SIGKILL)
        time.sleep(0.2)
        pair.fail_over_standby()
        with pytest.raises(chaos.Broken, match="lost"):
            checker.check(PostgresStore(PostgresAddress(pair.url)))
    finally:
        pair.remove()
