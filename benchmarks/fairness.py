"""Fairness of a wheel: false alarms of the monitor and of a repeated chi-square test, delay, speed.

`python -m benchmarks.fairness` prints the rows; `--quick` uses a tenth of the wheels.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from scipy import special

from benchmarks.report import Row, best_of, show
from croupier.lab.fairness import Monitor, ring_of
from croupier.lab.fairness.alternatives import favored, leaning, weights
from croupier.lab.fairness.monitor import RELEASE_EVERY, waiting
from croupier.lab.fairness.ring import Floats
from tests.vocabulary import roulette

RING = ring_of(roulette("american"))
ALPHA = 0.01
SPINS = 50_000
WHEELS = 2_000
LOOK_EVERY = 100
SPINS_MAX = 200_000
DELAY_WHEELS = 200


def _fair_wheel(spins: int, seed: int) -> tuple[bool, bool]:
    """Whether the monitor (checked every spin) and the chi-square (every 100) raised an alarm on one fair wheel."""
    results = np.random.default_rng([1, seed]).integers(0, len(RING.outcomes), spins)
    monitor = Monitor(RING, ALPHA)
    monitor.replay(results)
    steps = results.reshape(-1, LOOK_EVERY)
    counts = np.zeros((len(steps), len(RING.outcomes)))
    np.add.at(counts, (np.arange(len(steps))[:, None], steps), 1)
    counts = counts.cumsum(axis=0)
    looks = np.arange(1, len(steps) + 1)[:, None] * LOOK_EVERY * RING.p
    statistic = ((counts - looks) ** 2 / looks).sum(axis=1)
    enough = looks.min(axis=1) >= 5
    critical = special.chdtri(len(RING.outcomes) - 1, ALPHA)
    return monitor.alarm is not None, bool((statistic[enough] > critical).any())


def _changed_measure(spins: int, seed: int) -> float:
    """One wheel drawn from the monitor's own alternatives: 1 over its evidence at the alarm, or 0 without an alarm.

    The evidence is the likelihood ratio of such wheels to fair ones, so the mean of these values is the probability of
    an alarm on a fair wheel, with an error a hundred times smaller than that of counting alarms.
    """
    rng = np.random.default_rng([4, seed])
    monitor = Monitor(RING, ALPHA)
    turns, late = 0, rng.random()
    while turns * RELEASE_EVERY < spins and late < waiting(turns):
        turns += 1
    law = monitor.alternatives[rng.choice(len(monitor.alternatives), p=weights(monitor.alternatives))].law
    fair = rng.integers(0, len(law), turns * RELEASE_EVERY)
    results = np.concatenate([fair, rng.choice(len(law), max(0, spins - fair.size), p=law)])[:spins]
    for start in range(0, spins, RELEASE_EVERY):
        path = monitor.replay(results[start : start + RELEASE_EVERY])
        if monitor.alarm is not None:
            return float(1 / path[monitor.alarm - start - 1])
    return 0.0


def _delay(law: Floats, seed: int) -> tuple[int, int]:
    """One biased wheel: spins until the monitor's alarm, and until that of Wald's test for exactly this bias."""
    results = np.random.default_rng([2, seed]).choice(len(law), SPINS_MAX, p=law)
    monitor = Monitor(RING, ALPHA)
    for start in range(0, SPINS_MAX, 1000):
        monitor.replay(results[start : start + 1000])
        if monitor.alarm is not None:
            break
    path = np.cumsum(np.log(law / RING.p)[results]) >= np.log(1 / ALPHA)
    return monitor.alarm or SPINS_MAX, int(np.argmax(path)) + 1 if path.any() else SPINS_MAX


BIASES: tuple[tuple[str, Floats, float | None], ...] = (
    ("one compartment at 1.5 times", favored(RING, np.arange(38) == 9, 1.5), None),
    ("a sector of five at 1.2 times", favored(RING, RING.sector(7, 5), 1.2), 2.5),
    ("a sector of seven at 1.2 times", favored(RING, RING.sector(20, 7), 1.2), None),
    ("a lean of 10% to one side", leaning(RING, 1, 1.0, 0.1), None),
)
"""The second has a goal: about twice the delay of a test that knows the bias."""


def rows(*, quick: bool = False) -> list[Row]:
    """False alarms against the level and the chi-square, delays against Wald's test, and the speed."""
    wheels, delay_wheels = (WHEELS // 10, DELAY_WHEELS // 5) if quick else (WHEELS, DELAY_WHEELS)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        alarms = np.array(list(pool.map(partial(_fair_wheel, SPINS), range(wheels), chunksize=10)))
        monitor, chi_square = (float(share) for share in 100 * alarms.mean(axis=0))
        what = f"{wheels:,} fair wheels x {SPINS // 1000},000 spins"
        unit = "% false alarms"
        exact = 100 * float(np.mean(list(pool.map(partial(_changed_measure, SPINS), range(wheels // 4), chunksize=5))))
        # three standard errors of a 1% share above the level of the theorem
        allowed = 1 + 3 * float(np.sqrt((1 - ALPHA) / (ALPHA * wheels)))
        found = [
            Row(f"monitor at every spin, {what}", monitor, 100 * ALPHA, unit, "the level", round(allowed, 2), True),
            Row("the same, by change of measure", exact, 100 * ALPHA, unit, "the level", 1.0, True),
            Row(
                "counted on the same wheels",
                monitor,
                chi_square,
                unit,
                f"chi-square every {LOOK_EVERY} spins",
                0.1,
                True,
            ),
        ]
        for words, law, goal in BIASES:
            delays = np.array(list(pool.map(partial(_delay, law), range(delay_wheels), chunksize=5)))
            ours, told = (float(median) for median in np.median(delays, axis=0))
            found.append(Row(f"median delay, {words}", ours, told, "spins", "Wald's test for this bias", goal, True))
    return [*found, _speed()]


def _speed() -> Row:
    results = np.random.default_rng(3).integers(0, 38, 100_000)
    labels = [RING.outcomes[at] for at in results[:10_000]]

    def one_by_one() -> None:
        monitor = Monitor(RING)
        for label in labels:
            monitor.observe(label)

    replay = results.size / best_of(3, lambda: Monitor(RING).replay(results))[0]
    single = len(labels) / best_of(3, one_by_one)[0]
    count = len(Monitor(RING).alternatives)
    return Row(
        f"replay, {count} alternatives, checked at every spin", replay, single, "spins/s", "one observe at a time"
    )


if __name__ == "__main__":
    sys.exit(not show("fairness", rows(quick="--quick" in sys.argv[1:])))
