"""Playing sessions by the block, on any executor, with the same result whoever plays which block.

Each block of `BLOCK` sessions has a stream of its own, keyed by its number. What a block gives back is whole
numbers (and sums of them kept in order), so adding blocks up in order is the same on one worker or on fifty.
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
from types import ModuleType
from typing import TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.sessions import Session
from croupier.lab.strategies import Code, start
from croupier.lab.streams import BLOCK, LANES, WORDS, expansion, stream
from croupier.terms.problem import Problem, Problems

Ints = NDArray[np.int64]
T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called with the rounds played since the last call, and the sessions finished."""

SESSIONS_MAX = 10**11
STEPS_MAX = 10**14
ROUNDS_MAX = 10**7
LINE_ROUNDS_MAX = 8000
MARKS = 100
"""Moments of a session at which the curve of ruin is counted and fans are kept."""
CURVE_BLOCKS = 8
"""The first blocks are watched at every mark, the others at the end alone."""
FAN_BLOCKS = 2
BINS = 400
TASK_STEPS = 5 * 10**7
"""Rounds of one task: enough to make the cost of handing it out small."""
TASK_BLOCKS_MAX = 64


class Kernel(Struct, frozen=True):
    """Which kernel plays, and what to say about it."""

    name: str
    note: str = ""

    @property
    def module(self) -> ModuleType:
        if self.name == "numba":
            from croupier.lab import kernels_numba

            return kernels_numba
        from croupier.lab import kernels_numpy

        return kernels_numpy


def kernel_of(name: str = "auto") -> Kernel:
    """The kernel of that name; `auto` takes numba where it is installed and says so where it is not."""
    if name not in ("auto", "numba", "numpy"):
        raise Problems([Problem("kernel", f"{name} is not known", "Allowed: auto, numba or numpy.")])
    present = find_spec("numba") is not None
    if name == "numba" and not present:
        raise Problems([Problem("kernel", "numba is not installed", "Install croupier[fast], or choose numpy.")])
    if name == "numpy" or not present:
        slower = "numpy kernel: the same figures, some eighty times slower"
        return Kernel("numpy", slower if present else f"{slower}; croupier[fast] installs numba")
    return Kernel("numba")


class Block(Struct, frozen=True):
    """What the sessions of one block came to. Bankrolls in the session's measure."""

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
    """Bankrolls of sessions of the first blocks, a row to a mark."""
    staked: float
    staked_squared: float


@cache
def marks_of(rounds: int) -> tuple[int, ...]:
    """The rounds at which a session is looked at, the last one included."""
    return tuple(sorted({max(1, round(rounds * mark / MARKS)) for mark in range(1, MARKS + 1)}))


class Bins(Struct, frozen=True):
    """Equal bins for bankrolls at the end; the first holds everything below as well, the last everything beyond."""

    low: int
    width: int
    count: int


@cache
def bins_of(session: Session) -> Bins:
    """Eight standard deviations either way for flat play; else from nothing to past the goal or thrice the start."""
    low, top = 0, 4 * session.bankroll
    if session.has_goal:
        top = min(session.goal + session.nets[0] * session.most, 2 * session.goal)
    if session.code is Code.FLAT:
        scale = session.measure
        middle = session.bankroll + float(session.each.mean) * session.rounds / scale
        away = 8 * math.sqrt(session.each.variance * session.rounds) / scale
        low, top = max(0, math.floor(middle - away)), min(top, math.ceil(max(middle, session.bankroll) + away))
    width = max(1, -(-(top + 1 - low) // BINS))
    return Bins(low, width, -(-(top + 1 - low) // width) + 1)


def play_block(session: Session, key: int, number: int, sessions: int, kernel: str) -> Block:
    """One block, whose first `sessions` sessions count; the rest of its lanes stay empty."""
    module = Kernel(kernel).module
    state = stream(key, number)
    digits = _digits(session.chances)
    nets = np.array(session.nets, dtype=np.int32)
    bounds = np.array([session.cost, session.goal, session.most, session.gain], dtype=np.int32)
    bank = np.zeros((LANES, WORDS), dtype=np.int32)
    bank.reshape(-1)[:sessions] = session.bankroll
    first_x, first_y = start(session.code)
    x, y = np.full_like(bank, first_x), np.full_like(bank, first_y)
    lines = ends = opening = np.zeros((1, 1, 2), dtype=np.int32)
    if session.code is Code.LABOUCHERE:
        opening = np.array(session.line, dtype=np.int32)
        lines = np.zeros((LANES, WORDS, session.rounds + len(opening) + 1), dtype=np.int32)
        lines[:, :, : len(opening)] = opening
        ends = np.zeros((LANES, WORDS, 2), dtype=np.int32)
        ends[:, :, 1] = len(opening)
    action = np.zeros(2)
    done = rounds = squares = 0
    ruined_by, fan = [], []
    finals = bank.reshape(-1)[:sessions]
    marks = marks_of(session.rounds)
    for mark in marks if number < CURVE_BLOCKS else marks[-1:]:
        playing = np.zeros(mark - done, dtype=np.int64)
        if session.code is Code.LABOUCHERE:
            module.play_lines(state, digits, nets, bounds, bank, lines, ends, opening, playing, action)
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
    _gather(kernel)(finals, looked, histogram, sums)
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


def _gather(kernel: str) -> Callable[[NDArray[np.int32], Ints, Ints, Ints], None]:
    if kernel == "numba":
        from croupier.lab.kernels_counts import gather

        return gather
    from croupier.lab.kernels_numpy import gather as gather_slowly

    return gather_slowly


@cache
def _digits(chances: tuple[Fraction, ...]) -> NDArray[np.uint8]:
    """The digits of the chance of the first outcome, of the first two, and so on, without the certain last."""
    return expansion(list(accumulate(chances))[:-1])


def add(one: Block, other: Block) -> Block:
    """Two runs of blocks, one after the other, as one."""
    sums = {name: getattr(one, name) + getattr(other, name) for name in Block.__struct_fields__ if name != "fan"}
    fan = np.concatenate([one.fan, other.fan], axis=1) if other.fan.size else one.fan
    return Block(**sums, fan=fan)


def play_task(session: Session, key: int, sessions: int, first: int, last: int, kernel: str) -> Block:
    """The blocks from `first` to before `last`, as one."""
    return reduce(
        add,
        (
            play_block(session, key, number, min(BLOCK, sessions - number * BLOCK), kernel)
            for number in range(first, last)
        ),
    )


class Simulation(Struct, frozen=True):
    """What so many sessions came to."""

    session: Session
    key: int
    kernel: Kernel
    block: Block

    @property
    def sessions(self) -> int:
        return self.block.sessions

    @property
    def mean(self) -> float:
        """The mean bankroll at the end, in cents."""
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
        """Bankrolls at the end: from so many cents, to below so many, how many sessions."""
        bins, cents = bins_of(self.session), self.session.cents
        lows = [bins.low + at * bins.width for at in range(bins.count + 1)]
        counts = self.block.histogram.tolist()
        return [(cents(low), cents(high), count) for (low, high), count in zip(pairwise(lows), counts, strict=True)]


def simulate(
    session: Session,
    sessions: int,
    *,
    key: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    kernel: str = "auto",
    progress: Progress | None = None,
) -> Simulation:
    """Plays so many sessions; without an executor, on as many threads as there are processors, or as asked.

    The result depends on the session, the number of sessions and the key, and on nothing else.
    """
    _check(session, sessions)
    chosen = kernel_of(kernel)
    per_task = max(1, min(TASK_BLOCKS_MAX, TASK_STEPS // (BLOCK * session.rounds)))
    blocks = -(-sessions // BLOCK)
    spans = ((first, min(first + per_task, blocks)) for first in range(0, blocks, per_task))
    whole: Block | None = None
    with pool_of(executor, workers) as (pool, width):
        calls = (pool.submit(play_task, session, key, sessions, first, last, chosen.name) for first, last in spans)
        for block in in_order(calls, 2 * width):
            whole = block if whole is None else add(whole, block)
            if progress:
                progress(block.rounds, block.sessions)
    if whole is None:  # pragma: no cover - at least one block is always played
        raise AssertionError
    return Simulation(session, key, chosen, whole)


def in_order(calls: Iterator[Future[T]], ahead: int) -> Iterator[T]:
    """Results in the order of their blocks, with a bounded number of calls under way."""
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
    """The executor that was given, or threads of our own; and how many calls it takes at once."""
    width = workers or os.cpu_count() or 1
    if executor is not None:
        yield executor, max(width, 8)
        return
    with ThreadPoolExecutor(width, thread_name_prefix="croupier-lab") as own:
        yield own, width


def too_many(rounds: int) -> Problem:
    """The problem with a session of so many rounds."""
    wrong = f"{rounds:,} spins in one session are too many to play"
    return Problem("spins", wrong, f"Give at most {ROUNDS_MAX:,}, or ask for the exact law: croupier law.")


def _check(session: Session, sessions: int) -> None:
    problems = []
    if not 1 <= sessions <= SESSIONS_MAX:
        problems.append(Problem("sessions", f"{sessions:,} is out of range", f"Give 1 to {SESSIONS_MAX:,}."))
    elif session.rounds > ROUNDS_MAX:
        problems.append(too_many(session.rounds))
    elif sessions * session.rounds > STEPS_MAX:
        wrong = f"{sessions:,} sessions of {session.rounds:,} spins would take a day or more"
        problems.append(Problem("sessions", wrong, f"Keep sessions times spins within {STEPS_MAX:.0e}."))
    if session.code is Code.LABOUCHERE and session.rounds > LINE_ROUNDS_MAX:
        wrong = f"{session.rounds:,} spins of labouchere may write lines that are too long to hold"
        problems.append(Problem("spins", wrong, f"Give at most {LINE_ROUNDS_MAX:,}."))
    if problems:
        raise Problems(problems)
