"""The laboratory's benchmark: every figure next to a baseline of the same run.

`python -m benchmarks.lab` prints the rows; `--full` adds the agreement with the exact law on 10^7 sessions.
Single-thread figures use CPU time, so that other load affects both sides alike.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

import croupier
from benchmarks.report import Row, show
from croupier.lab.counts import COUNT_BLOCK, count_block
from croupier.lab.drawdown import drawdown
from croupier.lab.law import flat_law
from croupier.lab.progression import has_law, session_law
from croupier.lab.report import estimates
from croupier.lab.rounds import RoundLaw, round_of
from croupier.lab.sessions import SessionPlan, bond_portfolio, session_of
from croupier.lab.simulate import play_block, simulate
from croupier.lab.strategies import System
from croupier.lab.streams import BLOCK, stream

HERE = Path(__file__).parent
RULES = croupier.rulebook("nj").table("european", limits={"minimum": 100, "maximum": 50_000})
SYSTEMS = (System.FLAT, System.MARTINGALE, System.DALEMBERT, System.FIBONACCI, System.LABOUCHERE)
MORE = (System.PAROLI, System.OSCARS_GRIND)
SLOW = (System.LABOUCHERE, System.OSCARS_GRIND)
STEPS_GOAL = 5e8
"""Steps per second on two cores, of the systems that keep more than a few numbers."""
COMPACT = frozenset(SYSTEMS) - {System.LABOUCHERE}
PLAIN_GOAL, C_GOAL, SCALING_GOAL, COUNTS_GOAL = 1000, 0.5, 1.85, 5.8
"""Goals: times a plain loop, times hand-written C, two threads over one, times numpy's counts."""


def measured(work: Callable[[], int], *, least: float = 0.3, repeats: int = 3) -> float:
    """The best of several rates, in items per second of CPU time."""
    best = 0.0
    work()
    for _ in range(repeats):
        done, begun = 0, time.thread_time()
        while time.thread_time() - begun < least:
            done += work()
        best = max(best, done / (time.thread_time() - begun))
    return best


def timed(work: Callable[[], object], repeats: int = 5) -> float:
    """The least CPU time of several runs, in seconds."""
    work()
    best = math.inf
    for _ in range(repeats):
        begun = time.thread_time()
        work()
        best = min(best, time.thread_time() - begun)
    return best


def game(system: System) -> SessionPlan:
    """The game of every row: 37 compartments, bankroll 1,000, goal 2,000, maximum 500, at most 1,000 rounds."""
    return session_of(RULES, {"red": 100}, system, bankroll=100_000, goal=200_000, rounds=1000)


# Baselines


def plain_loop(system: System, sessions: int) -> int:
    """The obvious loop."""
    played, chance = 0, 18 / 37
    for _ in range(sessions):
        bank, stake, before, line = 1000, 1, 0, [1, 2, 3, 4]
        for _ in range(1000):
            if not 0 < bank < 2000:
                break
            if system is System.LABOUCHERE:
                stake = line[0] + line[-1] if len(line) > 1 else line[0]
            staked = min(stake, 500, bank)
            played += 1
            won = random.random() < chance
            bank += staked if won else -staked
            if system is System.MARTINGALE:
                stake = 1 if won else min(2 * stake, 500)
            elif system is System.DALEMBERT:
                stake = max(1, stake - 1) if won else min(stake + 1, 500)
            elif system is System.FIBONACCI:
                if won:
                    stake, before = (stake - before, 2 * before - stake) if 2 * before >= stake > before else (1, 0)
                elif stake < 500:
                    stake, before = stake + before, stake
            elif system is System.LABOUCHERE:
                line = (line[1:-1] or [1, 2, 3, 4]) if won else [*line, staked]
    return played


def numpy_loop(system: System, sessions: int) -> int:
    """numpy over sessions, one vector operation after the other."""
    rng = np.random.default_rng(1)
    bank = np.full(sessions, 1000)
    stake, before = np.ones(sessions, dtype=np.int64), np.zeros(sessions, dtype=np.int64)
    played = 0
    for _ in range(1000):
        alive = (bank > 0) & (bank < 2000)
        played += int(np.count_nonzero(alive))
        staked = np.where(alive, np.minimum(np.minimum(stake, 500), bank), 0)
        won = rng.random(sessions) < 18 / 37
        bank += np.where(won, staked, -staked)
        if system is System.MARTINGALE:
            stake = np.where(won, 1, np.minimum(2 * stake, 500))
        elif system is System.DALEMBERT:
            stake = np.where(won, np.maximum(stake - 1, 1), np.minimum(stake + 1, 500))
        elif system is System.FIBONACCI:
            back, earlier = stake - before, 2 * before - stake
            whole, on = (back >= 1) & (earlier >= 0), stake < 500
            after = np.where(won, np.where(whole, back, 1), np.where(on, stake + before, stake))
            before = np.where(won, np.where(whole, earlier, 0), np.where(on, stake, before))
            stake = after
    return played


def handwritten() -> Callable[[System, int], int] | None:
    """lockstep.c, compiled now; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "lockstep.so"
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-Wno-psabi", "-o", str(target)]
        subprocess.run([*command, str(HERE / "lockstep.c")], check=True)
        library = ctypes.CDLL(str(target))
    library.play.restype = library.play_lines.restype = ctypes.c_int64
    chance = (18 << 64) // 37
    numbers = {System.FLAT: 0, System.MARTINGALE: 1, System.DALEMBERT: 2, System.FIBONACCI: 3}

    def play(system: System, blocks: int) -> int:
        states = [stream(1, block).reshape(4, -1, 8).transpose(1, 0, 2) for block in range(blocks)]
        seeds = np.ascontiguousarray(np.concatenate(states)).astype(np.uint32)
        total = ctypes.c_int64()
        line = system is System.LABOUCHERE
        played: int = (library.play_lines if line else partial(library.play, numbers[system]))(
            ctypes.c_int64(len(seeds)),
            ctypes.c_int64(1000),
            1000,
            2000,
            500,
            ctypes.c_uint64(chance),
            seeds.ctypes.data_as(ctypes.c_void_p),
            ctypes.byref(total),
        )
        return played

    return play


# Rows


def lockstep_rows() -> Iterator[Row]:
    by_hand = handwritten()
    for system in (*SYSTEMS, *MORE):
        session, name = game(system), f"{system}: lockstep"
        rate = measured(partial(_block, session, count(100)))
        if system in MORE:
            yield Row(name, rate, None, "steps/s")
            continue
        plain = measured(partial(plain_loop, system, 100))
        goal = PLAIN_GOAL if system in COMPACT else None
        yield Row(name, rate, plain, "steps/s", "plain Python loop", goal)
        if system is not System.LABOUCHERE:
            vector = measured(partial(numpy_loop, system, BLOCK))
            yield Row(name, rate, vector, "steps/s", "numpy over sessions")
        if by_hand:
            native = measured(partial(by_hand, system, 4))
            yield Row(name, rate, native, "steps/s", "C with AVX2", C_GOAL)


def _block(session: SessionPlan, numbers: Iterator[int]) -> int:
    return play_block(session, 1, next(numbers), BLOCK).rounds


def scaling_rows() -> Iterator[Row]:
    """Wall-clock rates on one and on two threads, alternating: the best of each."""
    if (os.cpu_count() or 1) < 2:
        return
    for system in (System.MARTINGALE, System.DALEMBERT, System.FIBONACCI, *SLOW):
        session, rates = game(system), {1: 0.0, 2: 0.0}
        for _ in range(6):
            for workers, best in tuple(rates.items()):
                begun = time.perf_counter()
                played = simulate(session, (64 if system in SLOW else 192) * BLOCK, key=2, workers=workers).block.rounds
                rates[workers] = max(best, played / (time.perf_counter() - begun))
        name = f"{system}: two threads"
        if system in SLOW:
            yield Row(name, rates[2], None, "steps/s", goal=STEPS_GOAL)
        else:
            yield Row(name, rates[2], rates[1], "steps/s", "one thread", SCALING_GOAL)


def count_rows() -> Iterator[Row]:
    rng = np.random.default_rng(1)
    blocks = count()

    def ours() -> int:
        return int(count_block(37, COUNT_BLOCK, 1, next(blocks)).sum())

    def theirs() -> int:
        return int(np.bincount(rng.integers(0, 37, COUNT_BLOCK), minlength=37).sum())

    yield Row(
        "counts of spins", measured(ours), measured(theirs), "spins/s", "numpy's integers and bincount", COUNTS_GOAL
    )


def _ahead(each: RoundLaw, rounds: int, exact: bool) -> float:
    return flat_law(each, rounds, exact=exact).ahead.value


def law_rows() -> Iterator[Row]:
    red = round_of(RULES, {"red": 100})
    bond = round_of(RULES, bond_portfolio(100))
    for name, each in (("red", red), ("james-bond", bond)):
        exact = 1e3 * timed(partial(_ahead, each, 1000, True), 3)
        fast = 1e3 * timed(partial(_ahead, each, 1000, False))
        yield Row(f"law of 1,000 spins of {name}", fast, exact, "ms", "exact integers", lower_is_better=True)
        yield Row(f"law of 10^6 spins of {name}", 1e3 * timed(partial(_ahead, each, 10**6, False)), None, "ms")
    for system in (System.FLAT, System.MARTINGALE, System.DALEMBERT, System.FIBONACCI):
        took = 1e3 * timed(partial(session_law, game(system)), 3)
        yield Row(f"exact law of {system}, 1,000 spins", took, None, "ms")
    yield Row("drawdown of 300 spins of red", 1e3 * timed(partial(drawdown, red, 300), 2), None, "ms")


def agreement_rows(sessions: int = 10**7) -> Iterator[Row]:
    """The largest |z| of a simulation of this many sessions against the exact law; at most 3 is allowed."""
    for system in System:
        wagers = bond_portfolio(100) if system is System.JAMES_BOND else {"red": 100}
        session = session_of(RULES, wagers, system, bankroll=100_000, goal=200_000, rounds=200)
        law = session_law(session) if has_law(session) else None
        found = estimates(simulate(session, sessions, key=1), law)
        largest = max(abs(estimate.z) for estimate in found if estimate.z is not None)
        yield Row(f"{system}: largest |z| on {sessions:,} sessions", largest, None, "|z|", goal=3, lower_is_better=True)


def rows(*, full: bool = False) -> Iterator[Row]:
    """Every row, as it is measured."""
    yield from lockstep_rows()
    yield from scaling_rows()
    yield from count_rows()
    yield from law_rows()
    if full:
        yield from agreement_rows()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="also 10^7 sessions against the exact law")
    show("lab", rows(full=parser.parse_args().full))


if __name__ == "__main__":
    main()
