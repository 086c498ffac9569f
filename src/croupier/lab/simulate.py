"""Plays sessions in blocks on any executor; the result does not depend on which worker plays which block.

Each block of `BLOCK` sessions has its own random stream, keyed by its number. Blocks return integers (and sums in a
fixed order), so adding them in order gives the same result for any number of workers.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, reduce
from importlib.util import find_spec
from itertools import accumulate, islice, pairwise
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.sessions import SessionPlan
from croupier.lab.strategies import StrategyCode, start
from croupier.lab.streams import BLOCK, LANES, WORDS, expansion, stream
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

Ints = NDArray[np.int64]
T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called with the rounds played since the last call, and the sessions finished."""

SESSIONS_MAX = 10**11
STEPS_MAX = 10**14
ROUNDS_MAX = 10**7
LINE_ROUNDS_MAX = 8000
MARKS = 100
"""Points of a session at which ruin is counted and fans are sampled."""
CURVE_BLOCKS = 8
"""The first blocks are sampled at every mark, the others only at the end."""
FAN_BLOCKS = 2
BINS = 400
TASK_STEPS = 5 * 10**7
"""Rounds per task: enough to make the overhead of dispatching it small."""
TASK_BLOCKS_MAX = 64


class Kernels(Struct, frozen=True):
    """The compiled loops that play a block."""

    play: Callable[..., None]
    open_lines: Callable[..., Any]
    play_lines: Callable[..., Any]
    gather: Callable[..., None]


def kernels() -> Kernels:
    """The compiled kernels; raises `Problems` if numba is not installed."""
    if find_spec("numba") is None:
        raise Problems([Problem("numba", "it is not installed", "Run: pip install 'croupier[lab]'.")])
    from croupier.lab import kernels_counts, kernels_lines, kernels_numba

    return Kernels(kernels_numba.play, kernels_lines.open_lines, kernels_lines.play_lines, kernels_counts.gather)


class Block(Struct, frozen=True):
    """The results of one block of sessions. Bankrolls are in the session's measure."""

    sessions: int
    ruined: int
    reached: int
    ahead: int
    rounds: int
    rounds_squared: int
    total: int
    squared: int
    histogram: Ints
    ruined_by: Ints
    """Ruined sessions at each mark, among the `watched`."""
    watched: int
    fan: NDArray[np.int32]
    """Bankrolls of the first blocks' sessions, one row per mark."""
    staked: float
    staked_squared: float


@cache
def marks_of(rounds: int) -> tuple[int, ...]:
    """The rounds at which sessions are sampled, including the last."""
    return tuple(sorted({max(1, round(rounds * mark / MARKS)) for mark in range(1, MARKS + 1)}))


class Bins(Struct, frozen=True):
    """Equal bins for final bankrolls; the first and last also hold everything beyond them."""

    low: int
    width: int
    count: int


@cache
def bins_of(session: SessionPlan) -> Bins:
    """Eight standard deviations either way for flat play; otherwise zero to beyond the goal, or to four bankrolls."""
    low, top = 0, 4 * session.bankroll
    if session.has_goal:
        top = min(session.goal + session.nets[0] * session.most, 2 * session.goal)
    if session.code is StrategyCode.FLAT:
        scale = session.measure
        middle = session.bankroll + float(session.each.mean) * session.rounds / scale
        away = 8 * math.sqrt(session.each.variance * session.rounds) / scale
        low, top = max(0, math.floor(middle - away)), min(top, math.ceil(max(middle, session.bankroll) + away))
    width = max(1, -(-(top + 1 - low) // BINS))
    return Bins(low, width, -(-(top + 1 - low) // width) + 1)


def play_block(session: SessionPlan, key: int, number: int, sessions: int) -> Block:
    """Plays one block, of which the first `sessions` sessions count; the other lanes stay empty."""
    module = kernels()
    state = stream(key, number)
    digits = _digits(session.chances)
    nets = np.array(session.nets, dtype=np.int32)
    bounds = np.array([session.cost, session.goal, session.most, session.gain], dtype=np.int32)
    bank = np.zeros((LANES, WORDS), dtype=np.int32)
    bank.reshape(-1)[:sessions] = session.bankroll
    first_x, first_y = start(session.code)
    x, y = np.full_like(bank, first_x), np.full_like(bank, first_y)
    opening = np.minimum(np.array(session.line, dtype=np.int32), np.int32(session.most))
    lines, slots, filled = opening, opening, 0
    if session.code is StrategyCode.LABOUCHERE:
        lines, slots = module.open_lines(bank, opening, session.most)
        filled = sessions
    action = np.zeros(2)
    done = rounds = squares = 0
    ruined_by, fan = [], []
    finals = bank.reshape(-1)[:sessions]
    marks = marks_of(session.rounds)
    for mark in marks if number < CURVE_BLOCKS else marks[-1:]:
        playing = np.zeros(mark - done, dtype=np.int64)
        if session.code is StrategyCode.LABOUCHERE:
            lines, filled = module.play_lines(
                state, digits, nets, bounds, bank, lines, slots, filled, opening, playing, action
            )
        else:
            module.play(int(session.code), state, digits, nets, bounds, bank, x, y, playing, action)
        rounds += int(playing.sum())
        squares += int(np.dot(2 * np.arange(done, mark) + 1, playing))
        if number < CURVE_BLOCKS:
            ruined_by.append(int(np.count_nonzero(finals < session.cost)))
        if number < FAN_BLOCKS:
            fan.append(finals.copy())
        done = mark
    bins = bins_of(session)
    looked = np.array([session.cost, session.goal, session.bankroll, bins.low, bins.width], dtype=np.int64)
    histogram, sums = np.zeros(bins.count, dtype=np.int64), np.zeros(6, dtype=np.int64)
    module.gather(finals, looked, histogram, sums)
    ruined, reached, ahead, total, high, rest = sums.tolist()
    return Block(
        sessions=sessions,
        ruined=ruined,
        reached=reached if session.has_goal else 0,
        ahead=ahead,
        rounds=rounds,
        rounds_squared=squares,
        total=total,
        squared=(high << 32) + rest,
        histogram=histogram,
        ruined_by=np.array(ruined_by if number < CURVE_BLOCKS else [0] * len(marks), dtype=np.int64),
        watched=sessions if number < CURVE_BLOCKS else 0,
        fan=np.array(fan) if fan else np.zeros((len(marks), 0), dtype=np.int32),
        staked=float(action[0]),
        staked_squared=float(action[1]),
    )


@cache
def _digits(chances: tuple[Fraction, ...]) -> NDArray[np.uint8]:
    """The binary digits of the cumulative chances, without the last, which is one."""
    return expansion(list(accumulate(chances))[:-1])


def add(one: Block, other: Block) -> Block:
    """Merges the results of two consecutive runs of blocks."""
    sums = {name: getattr(one, name) + getattr(other, name) for name in Block.__struct_fields__ if name != "fan"}
    fan = np.concatenate([one.fan, other.fan], axis=1) if other.fan.size else one.fan
    return Block(**sums, fan=fan)


def play_task(session: SessionPlan, key: int, sessions: int, first: int, last: int) -> Block:
    """Plays the blocks from `first` up to `last`, exclusive, and merges them."""
    return reduce(
        add,
        (play_block(session, key, number, min(BLOCK, sessions - number * BLOCK)) for number in range(first, last)),
    )


class Simulation(Struct, frozen=True):
    """The results of a simulation."""

    session: SessionPlan
    key: int
    block: Block

    @property
    def sessions(self) -> int:
        return self.block.sessions

    @property
    def mean(self) -> float:
        """The mean final bankroll, in cents."""
        return self.session.measure * self.block.total / self.sessions

    @property
    def variance(self) -> float:
        square = Fraction(self.block.squared, self.sessions) - Fraction(self.block.total, self.sessions) ** 2
        return float(square * self.session.measure**2)

    @property
    def rounds_mean(self) -> float:
        return self.block.rounds / self.sessions

    @property
    def rounds_variance(self) -> float:
        square = Fraction(self.block.rounds_squared, self.sessions) - Fraction(self.block.rounds, self.sessions) ** 2
        return float(square)

    def bins(self) -> list[tuple[int, int, int]]:
        """The histogram of final bankrolls: lower bound, upper bound (exclusive), sessions."""
        bins, cents = bins_of(self.session), self.session.cents
        lows = [bins.low + at * bins.width for at in range(bins.count + 1)]
        counts = self.block.histogram.tolist()
        return [(cents(low), cents(high), count) for (low, high), count in zip(pairwise(lows), counts, strict=True)]


def simulate(
    session: SessionPlan,
    sessions: int,
    *,
    key: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Plays sessions, by default on one thread per processor.

    The result depends only on the session, the number of sessions and the key.
    """
    check(session, sessions)
    kernels()
    per_task = max(1, min(TASK_BLOCKS_MAX, TASK_STEPS // (BLOCK * session.rounds)))
    blocks = -(-sessions // BLOCK)
    spans = ((first, min(first + per_task, blocks)) for first in range(0, blocks, per_task))
    whole: Block | None = None
    with pool_of(executor, workers) as (pool, width):
        calls = (pool.submit(play_task, session, key, sessions, first, last) for first, last in spans)
        for block in in_order(calls, 2 * width):
            whole = block if whole is None else add(whole, block)
            if progress:
                progress(block.rounds, block.sessions)
    if whole is None:  # pragma: no cover - at least one block is always played
        raise AssertionError
    return Simulation(session, key, whole)


def in_order(calls: Iterator[Future[T]], ahead: int) -> Iterator[T]:
    """Results in the order of the calls, with a limited number of calls running."""
    waiting: deque[Future[T]] = deque(islice(calls, ahead))
    try:
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(islice(calls, 1))
    finally:
        for call in waiting:
            call.cancel()


@contextmanager
def pool_of(executor: Executor | None, workers: int | None) -> Iterator[tuple[Executor, int]]:
    """The given executor, or a new thread pool, and how many calls it runs at once."""
    width = workers or os.cpu_count() or 1
    if executor is not None:
        yield executor, max(width, 8)
        return
    with ThreadPoolExecutor(width, thread_name_prefix="croupier-lab") as own:
        yield own, width


def too_many(rounds: int) -> Problem:
    """The problem with a session of too many rounds."""
    wrong = f"{rounds:,} spins in one session are too many to play"
    return Problem("spins", wrong, f"Give at most {ROUNDS_MAX:,}, or ask for the exact law: croupier law.")


def check(session: SessionPlan, sessions: int) -> None:
    """Raises `Problems` if the number of sessions or spins is out of range."""
    problems = []
    if not 1 <= sessions <= SESSIONS_MAX:
        problems.append(Problem("sessions", f"{sessions:,} is out of range", f"Give 1 to {SESSIONS_MAX:,}."))
    elif session.rounds > ROUNDS_MAX:
        problems.append(too_many(session.rounds))
    elif sessions * session.rounds > STEPS_MAX:
        wrong = f"{counted(sessions, 'session')} of {counted(session.rounds, 'spin')} would take a day or more"
        problems.append(Problem("sessions", wrong, f"Keep sessions times spins within {STEPS_MAX:.0e}."))
    if session.code is StrategyCode.LABOUCHERE and session.rounds > LINE_ROUNDS_MAX:
        wrong = f"{session.rounds:,} spins of labouchere may write lines that are too long to hold"
        problems.append(Problem("spins", wrong, f"Give at most {LINE_ROUNDS_MAX:,}."))
    if problems:
        raise Problems(problems)
