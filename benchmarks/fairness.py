"""Fairness of a wheel: false alarms of the monitor and of a chi-square looked at again and again, delay, speed.

`python -m benchmarks.fairness` prints the rows; `--quick` uses a tenth of the wheels.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from scipy import special

from croupier.game.wheel import WheelId, roulette
from croupier.lab.fairness import Monitor, ring_of
from croupier.lab.fairness.alternatives import favored, leaning
from croupier.lab.fairness.ring import Floats

RING = ring_of(roulette(WheelId.AMERICAN))
ALPHA = 0.01
SPINS = 50_000
WHEELS = 2_000
LOOK_EVERY = 100
SPINS_MAX = 200_000
DELAY_WHEELS = 200

Row = tuple[str, str, str]


def _fair_wheel(spins: int, seed: int) -> tuple[bool, bool]:
    """One fair wheel: did the monitor, looked at after every spin, and the chi-square, every 100, raise an alarm?"""
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


def _delay(law: Floats, seed: int) -> tuple[int, int]:
    """One biased wheel: spins until the monitor's alarm, and until that of Wald's test told the very bias."""
    results = np.random.default_rng([2, seed]).choice(len(law), SPINS_MAX, p=law)
    monitor = Monitor(RING, ALPHA)
    for start in range(0, SPINS_MAX, 1000):
        monitor.replay(results[start : start + 1000])
        if monitor.alarm is not None:
            break
    path = np.cumsum(np.log(law / RING.p)[results]) >= np.log(1 / ALPHA)
    return monitor.alarm or SPINS_MAX, int(np.argmax(path)) + 1 if path.any() else SPINS_MAX


BIASES: tuple[tuple[str, Floats], ...] = (
    ("one compartment at 1.5 times", favored(RING, np.arange(38) == 9, 1.5)),
    ("a sector of five at 1.2 times", favored(RING, RING.sector(7, 5), 1.2)),
    ("a sector of seven at 1.2 times", favored(RING, RING.sector(20, 7), 1.2)),
    ("a lean of 10% to one side", leaning(RING, 1, 1.0, 0.1)),
)


def rows(*, quick: bool = False) -> Iterator[Row]:
    """Name, value and goal of each row."""
    wheels, delay_wheels = (WHEELS // 10, DELAY_WHEELS // 5) if quick else (WHEELS, DELAY_WHEELS)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        alarms = np.array(list(pool.map(partial(_fair_wheel, SPINS), range(wheels), chunksize=10)))
        share = alarms.mean(axis=0)
        what = f"{wheels:,} fair wheels x {SPINS:,} spins, level {ALPHA:.0%}"
        spread = 1.96 * np.sqrt(share[0] * (1 - share[0]) / wheels)
        value = f"{share[0]:.2%} ± {spread:.2%}"
        yield f"false alarms, monitor at every spin ({what})", value, "about 0.5%; the theorem: at most 1%"
        yield f"false alarms, chi-square every {LOOK_EVERY} spins (same wheels)", f"{share[1]:.1%}", "about 21%"
        for words, law in BIASES:
            delays = np.array(list(pool.map(partial(_delay, law), range(delay_wheels), chunksize=5)))
            monitor, told = np.median(delays, axis=0)
            value = f"{monitor:,.0f} spins, {monitor / told:.2f} x Wald's {told:,.0f}"
            yield f"median delay, {words}", value, "about 2 x"
    yield from _speeds()


def _speeds() -> Iterator[Row]:
    results = np.random.default_rng(3).integers(0, 38, 200_000)
    best_replay = best_step = 0.0
    for _ in range(3):
        monitor = Monitor(RING)
        start = time.perf_counter()
        monitor.replay(results)
        best_replay = max(best_replay, results.size / (time.perf_counter() - start))
        monitor, labels = Monitor(RING), [RING.outcomes[at] for at in results[:10_000]]
        start = time.perf_counter()
        for label in labels:
            monitor.observe(label)
        best_step = max(best_step, len(labels) / (time.perf_counter() - start))
    count = len(Monitor(RING).alternatives)
    yield f"replay with a look at every spin, {count} alternatives, one core", f"{best_replay:,.0f} spins/s", "–"
    yield "observe, one result at a time, one core", f"{best_step:,.0f} spins/s", "–"


if __name__ == "__main__":
    for name, value, goal in rows(quick="--quick" in sys.argv[1:]):
        print(f"{name:95} {value:45} {goal}", flush=True)
