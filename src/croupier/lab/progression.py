"""The exact law of a session by dynamic programming over every reachable state.

A state is a bankroll with the system's two numbers. The states are enumerated once, the transition probabilities form a
sparse matrix, and each round is one multiplication by it. Every figure is a sum of products of positive numbers, so its
relative error is at most one unit roundoff per consecutive operation, plus what stopping early omits: see
docs/adr/0016.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.sessions import NO_GOAL, SessionPlan
from croupier.lab.strategies import StrategyCode, start, step
from croupier.terms.problem import Problem, Problems

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STATES_MAX = 4 * 10**6
SEEN_MAX = 4 * 10**8
LEVELS_MAX = 20_000
STAGES = 8
WORK_MAX = 3 * 10**10
"""Maximum number of multiplications: about a minute."""
SETTLED = 1e-18
"""When less probability than this is still in play, the computation stops."""


PAIRWISE = 200
"""Consecutive additions in numpy's pairwise summation."""
FLUSHED = 1e-290
"""Smaller probabilities are set to zero: below 1e-307 processors slow down a hundredfold."""


class SessionLaw(Struct, frozen=True, dict=True):
    """Where a session ends. Bankrolls are distinct cents, ascending."""

    session: SessionPlan
    states: int
    bankrolls: Ints
    chances: Floats
    ruin: float
    goal: float
    rounds_mean: float
    """Expected rounds; `spins_mean` adds second spins of wagers in prison."""
    rounds_variance: float
    playing: Floats
    """The probability that a session plays round 1, 2, ..."""
    ruined: Floats
    """The probability that a session is ruined by the end of round 1, 2, ..."""
    bound: float
    """Relative error bound of every probability and expectation, apart from what `SETTLED` omits."""

    @property
    def spins_mean(self) -> float:
        return self.rounds_mean * (1 + float(self.session.each.prison))

    @property
    def mean(self) -> float:
        """The expected final bankroll, in cents."""
        return float(np.dot(self.bankrolls, self.chances))

    @property
    def variance(self) -> float:
        away = self.bankrolls - self.mean
        return float(np.dot(away * away, self.chances))

    @cached_property
    def _sums(self) -> Floats:
        return np.cumsum(self.chances)

    @property
    def ahead(self) -> float:
        """The probability of leaving with more than was brought."""
        brought = self.session.cents(self.session.bankroll)
        return float(self.chances[self.bankrolls > brought].sum())

    def quantile(self, share: float) -> int:
        """The smallest bankroll that at least this share of sessions do not exceed."""
        return int(self.bankrolls[min(int(np.searchsorted(self._sums, share)), len(self.bankrolls) - 1)])


class _Space(Struct, frozen=True):
    """The final states, then those in play, sorted by the stage in which they are first reached."""

    bank: Ints
    ends: Ints
    targets: tuple[NDArray[np.int32], ...]
    """For each outcome, the successor of each state in play."""
    reached: tuple[int, ...]
    """How many states are in play by the end of each stage."""


def has_law(session: SessionPlan) -> bool:
    """Whether the system has few enough states for an exact law."""
    return session.code not in (StrategyCode.LABOUCHERE, StrategyCode.OSCAR)


def session_law(session: SessionPlan, progress: Callable[[int, int], None] | None = None) -> SessionLaw:
    """The law of the session; raises `Problems` if there are too many states."""
    from scipy.sparse import csr_array

    if not has_law(session):
        raise Problems([Problem("strategy", f"{session.system} has too many states for an exact law", "Simulate it.")])
    space = _explore(session)
    inside, ends = len(space.bank), len(space.ends)
    chances = [float(chance) for chance in session.chances]
    if 2 * inside * len(chances) > WORK_MAX // max(1, min(session.rounds, 1000)):
        _refuse(inside)
    matrix = csr_array(
        (
            np.repeat(chances, inside),
            (np.concatenate(space.targets), np.tile(np.arange(inside, dtype=np.int32), len(chances))),
        ),
        shape=(ends + inside, inside),
    )
    # early rounds use only the states reached so far and those reachable next
    parts = [matrix[: ends + after, :now] for now, after in pairwise((*space.reached, inside))]
    per_stage = _rounds_per_stage(session)
    ruinous = space.ends < session.cost
    ended = np.zeros(len(space.ends))
    playing, ruined = [], []
    work_rounds = WORK_MAX // max(1, matrix.nnz)
    alive: Floats = np.zeros(inside)
    alive[0] = 1.0
    for number in range(session.rounds):
        mass = float(alive.sum())
        if mass < SETTLED:
            break
        if number >= work_rounds:
            _refuse(inside)
        playing.append(mass)
        stage = min(STAGES - 1, number // per_stage)
        after: Floats = parts[stage] @ alive[: space.reached[stage]]
        alive = after[ends:]
        if number % 8 == 7:
            alive[alive < FLUSHED] = 0.0
        ended += after[:ends]
        ruined.append(float(ended[ruinous].sum()))
        if progress:
            progress(number + 1, session.rounds)
    joined = np.diff(matrix.indptr)  # transitions into each state: consecutive additions
    in_row = int(joined[ends:].max(initial=0)), int(joined[:ends].max(initial=0))
    return _law(session, space, alive, ended, playing, ruined, in_row)


def _rounds_per_stage(session: SessionPlan) -> int:
    return max(1, -(-min(session.rounds, 4096) // STAGES))


def _law(
    session: SessionPlan,
    space: _Space,
    alive: Floats,
    ended: Floats,
    playing: list[float],
    ruined: list[float],
    in_row: tuple[int, int],
) -> SessionLaw:
    money = np.concatenate([space.bank[: len(alive)], space.ends])
    values, where = np.unique(money, return_inverse=True)
    chances = np.bincount(where, weights=np.concatenate([alive, ended])).astype(np.float64)
    gathered = int(np.bincount(where).max())
    times = np.arange(1, len(playing) + 1)
    curve = np.array(playing)
    mean = float(curve.sum())
    square = float(((2 * times - 1) * curve).sum())
    kept = chances > 0
    return SessionLaw(
        session=session,
        states=len(space.bank),
        bankrolls=values[kept] * session.measure,
        chances=chances[kept],
        ruin=float(ended[space.ends < session.cost].sum()),
        goal=float(ended[space.ends >= session.goal].sum()) if session.goal != NO_GOAL else 0.0,
        rounds_mean=mean,
        rounds_variance=max(0.0, square - mean * mean),
        playing=curve,
        ruined=np.array(ruined),
        bound=2.0**-53 * (len(playing) * (in_row[0] + 3) + in_row[1] + gathered + len(values) + PAIRWISE),
    )


def _refuse(states: int) -> None:
    raise Problems(
        [
            Problem(
                "exact",
                f"this session has {states:,} states or more, too many for an exact law",
                "Simulate it, set a goal, or use rounder amounts.",
            )
        ]
    )


class _Levels(Struct, frozen=True):
    """The system's states without the bankroll: the units each asks for, and the successor for each outcome."""

    asks: Ints
    after: tuple[Ints, ...]


def _levels(session: SessionPlan) -> _Levels:
    """Every level that the system can reach within the rounds."""
    pairs = [start(session.code)]
    numbers = {pairs[0]: 0}
    moves: list[list[int]] = []
    done = 0
    while done < len(pairs):
        x, y = (np.array([number], dtype=np.int64) for number in pairs[done])
        row = []
        for net in session.nets:
            sign = np.sign(np.array([net], dtype=np.int64))
            to_x, to_y = step(session.code, x, y, sign, x, session.most, 1, 1)
            pair = int(to_x[0]), int(to_y[0])
            if len(pairs) > LEVELS_MAX:
                _refuse(len(pairs) * (session.bankroll + 1))
            if pair not in numbers and len(pairs) <= session.rounds:
                numbers[pair] = len(pairs)
                pairs.append(pair)
            row.append(numbers.get(pair, 0))  # a level after the last round is never played
        moves.append(row)
        done += 1
    return _Levels(np.array([x for x, _ in pairs]), tuple(np.array(moves, dtype=np.int64).T))


def _explore(session: SessionPlan) -> _Space:
    """Every state that play can reach within the rounds, breadth first."""
    levels = _levels(session)
    width = session.bankroll + 1
    if width * len(levels.asks) > SEEN_MAX:
        _refuse(width * len(levels.asks))
    seen = np.zeros((len(levels.asks), width), dtype=np.uint8)  # the stage, from 1
    level, bank = np.zeros(1, dtype=np.int64), np.array([session.bankroll])
    seen[0, session.bankroll] = 1
    ends: list[Ints] = []
    count, per_stage = 1, _rounds_per_stage(session)
    for number in range(1, session.rounds + 1):
        staked = np.minimum(np.minimum(levels.asks[level], session.most), bank // session.cost)
        next_level = np.concatenate([after[level] for after in levels.after])
        next_bank = np.concatenate([bank + net * staked for net in session.nets])
        over = (next_bank < session.cost) | (next_bank >= session.goal)
        if over.any():
            ends.append(np.unique(next_bank[over]))
            level, bank = next_level[~over], next_bank[~over]
        else:
            level, bank = next_level, next_bank
        if len(bank) and bank.max() >= width:
            grown = min(session.goal, max(2 * width, int(bank.max()) + 1))
            if grown * len(levels.asks) > SEEN_MAX:
                _refuse(count)
            seen = np.pad(seen, ((0, 0), (0, grown - width)))
            width = grown
        new = seen[level, bank] == 0
        keys = np.unique(level[new] * width + bank[new])
        if not len(keys):
            break
        level, bank = keys // width, keys % width
        seen[level, bank] = min(STAGES, 1 + number // per_stage)
        count += len(keys)
        if count > STATES_MAX:
            _refuse(count)
    return _numbered(session, levels, seen, np.unique(np.concatenate(ends)) if ends else np.zeros(0, dtype=np.int64))


def _numbered(session: SessionPlan, levels: _Levels, seen: NDArray[np.uint8], ends: Ints) -> _Space:
    """Numbers the states by stage, level and bankroll, so that a round accesses memory in order."""
    width = seen.shape[1]
    keys = np.flatnonzero(seen)
    stages = seen.reshape(-1)[keys]
    order = np.argsort(stages, kind="stable")
    number = np.empty(len(keys), dtype=np.int64)
    number[order] = np.arange(len(keys))
    start_at = int(np.searchsorted(keys, session.bankroll))
    # play starts in state 0
    number[order[0]], number[start_at] = number[start_at], 0
    order = np.argsort(number)
    level, bank = keys[order] // width, keys[order] % width
    staked = np.minimum(np.minimum(levels.asks[level], session.most), bank // session.cost)
    targets = []
    for net, after in zip(session.nets, levels.after, strict=True):
        to_bank = bank + net * staked
        over = (to_bank < session.cost) | (to_bank >= session.goal)
        inside, is_inside = _place(keys, after[level] * width + to_bank)
        outside, is_outside = _place(ends, to_bank)
        to = np.where(over, outside, len(ends) + number[inside])
        # states beyond the last round get an arbitrary target, since no probability reaches them
        targets.append(np.where(np.where(over, is_outside, is_inside), to, 0).astype(np.int32))
    reached = np.cumsum(np.bincount(stages, minlength=STAGES + 1))[1:]
    return _Space(bank, ends, tuple(targets), tuple(int(count) for count in reached))


def _place(ordered: Ints, values: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """The position of each value in the sorted array, and whether it is there."""
    if not len(ordered):
        return np.zeros_like(values), np.zeros(len(values), dtype=np.bool_)
    at = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    return at, ordered[at] == values
