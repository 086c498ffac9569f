"""The floor under every fault its disk, its network and its own end can bring, from a seed.

By day there are 100 runs of each kind, which meet everything that must happen. ``CROUPIER_SIMULATION=20000``, as in
`make nightly`, makes as many as wanted; ``CROUPIER_SIMULATION_SEED=17`` makes one.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from croupier.floor.order import UnansweredReason
from croupier.table.command import VoidRound
from tests.floor.simulation.controls import CONTROLS
from tests.floor.simulation.database import DATABASE
from tests.floor.simulation.oracle import Wrong
from tests.floor.simulation.worker_controls import WORKER_CONTROLS
from tests.floor.simulation.workers import spread
from tests.floor.simulation.workload import KINDS
from tests.floor.simulation.world import Parts, World, run

pytestmark = pytest.mark.slow

RUNS = int(os.environ.get("CROUPIER_SIMULATION", "100"))
SEED = os.environ.get("CROUPIER_SIMULATION_SEED")
DATABASE_RUNS = int(os.environ.get("CROUPIER_SIMULATION_DATABASE", "5"))
"""Runs on PostgreSQL, which take a hundred times as long."""
PART = min(RUNS, 250)
"""Number of runs in one test; each part must cover everything on its own."""
CONTROL_RUNS = 150
SPREAD = Parts(server=spread())

MUST_HAPPEN = (
    "busy",
    "several tables in one commit",
    "a group tried table by table",
    "a group of unknown outcome",
    "unknown and lost",
    "unknown and durable",
    "killed before the write",
    "killed with the write torn",
    "killed after the write",
    "killed between two answers",
    "killed before the news",
    "killed while it read",
    "killed before the snapshot",
    "killed after the snapshot",
    "snapshot not saved",
    "snapshot damaged",
    "snapshot used",
    "read failed",
    "boot failed",
    "crashes",
    "fail-overs",
    "message lost",
    "message doubled",
    "sent again",
    "asked again",
    *(
        f"unanswered: {reason}"
        for reason in (UnansweredReason.BUSY, UnansweredReason.DOWN, UnansweredReason.UNKNOWN, UnansweredReason.STALE)
    ),
    *(
        f"{answer} {kind.__struct_config__.tag}"
        for kind in KINDS
        for answer in ("accepted", "refused")
        if (answer, kind) != ("accepted", VoidRound)  # no text here lets a dealer void a round
    ),
)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of faults a second are intended; pytest need not log them."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


SPREAD_MUST_HAPPEN = (
    "several tables in one commit",
    "the process that commits killed alone",
    "a worker killed alone",
    "a worker killed while others played on",
    "a worker killed with a request under way",
    "the wire broke before a request",
    "the wire broke before a reply",
    "busy",
    "fail-overs",
    "sent again",
    "snapshot used",
)


DATABASE_MUST_HAPPEN = (
    "busy",
    "unknown and lost",
    "unknown and durable",
    "crashes",
    "fail-overs",
    "sent again",
    "snapshot used",
    "unanswered: stopped",
)


def _run_all(seeds: range, parts: Parts) -> Counter[str]:
    return sum((run(seed, parts) for seed in seeds), Counter())


if SEED is None:

    @pytest.mark.parametrize("start", range(0, RUNS, PART))
    def test_no_fault_breaks_a_promise(start: int) -> None:
        """No acknowledged order lost, none applied twice, money conserved, replay equals live, the chain verifies."""
        seen = _run_all(range(start, start + PART), Parts())
        missing = [what for what in MUST_HAPPEN if not seen[what]]
        assert not missing, f"the simulation is too narrow: {missing}"

    @pytest.mark.parametrize("start", range(0, RUNS, PART))
    def test_no_fault_between_workers_breaks_a_promise(start: int) -> None:
        """The same with a worker for each table, one process that commits, and a wire between them."""
        seen = _run_all(range(start, start + PART), SPREAD)
        missing = [what for what in SPREAD_MUST_HAPPEN if not seen[what]]
        assert not missing, f"the simulation is too narrow: {missing}"

    def test_no_fault_on_postgresql_breaks_a_promise() -> None:
        """The same with every table's records in a database, where each writer owns its stream."""
        seen = _run_all(range(DATABASE_RUNS), DATABASE)
        missing = [what for what in DATABASE_MUST_HAPPEN if not seen[what]]
        assert not missing, f"the simulation is too narrow: {missing}"

else:

    @pytest.mark.parametrize("parts", [Parts(), SPREAD, DATABASE])
    def test_one_seed(parts: Parts) -> None:
        run(int(SEED or 0), parts)


@pytest.mark.parametrize("control", CONTROLS | WORKER_CONTROLS)
def test_a_broken_promise_is_caught(control: str) -> None:
    with pytest.raises(Wrong) as caught:
        _run_all(range(CONTROL_RUNS), (CONTROLS | WORKER_CONTROLS)[control])
    assert "CROUPIER_SIMULATION_SEED=" in "".join(caught.value.__notes__), "the seed is named"


def test_a_seed_is_a_run() -> None:
    """The same seed gives the same journal, to the last byte."""
    heads = []
    for _ in range(2):
        world = World(11, Parts())
        world.run()
        heads.append(world.disk.streams())
    assert heads[0] == heads[1]
    assert sum(head.version for head in heads[0]) > 50
