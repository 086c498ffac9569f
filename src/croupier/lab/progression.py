"""The exact law of a session by dynamic programming: every state that play can reach, every round.

A state is a bankroll with the system's two numbers. The states are found once, the chances of moving between them
become a sparse matrix, and each round is one product with it. Every figure is a sum of products of positive
numbers, so it is off by at most as many relative unit roundoffs as there are operations in a row, plus what an
early end leaves out: docs/adr/0016.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.sessions import NO_GOAL, Session
from croupier.lab.strategies import Code, start, step
from croupier.terms.problem import Problem, Problems

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STATES_MAX = 4 * 10**6
SEEN_MAX = 4 * 10**8
LEVELS_MAX = 20_000
STAGES = 8
WORK_MAX = 3 * 10**10
"""Products that may be made: about a minute."""
SETTLED = 1e-18
"""When less than this chance is still in play, the rest is counted as still in play and the work ends."""


PAIRWISE = 200
"""Additions in a row of numpy's pairwise sum, whatever it sums."""
FLUSHED = 1e-290
"""Smaller chances become none: below 1e-307 processors slow down a hundredfold."""


class SessionLaw(Struct, frozen=True, dict=True):
    """Where a session ends. Bankrolls are cents, ascending, each once."""

    session: Session
    states: int
    bankrolls: Ints
    chances: Floats
    ruin: float
    goal: float
    rounds_mean: float
    """Expected rounds; `spins_mean` counts the second spins of prisoners too."""
    rounds_variance: float
    playing: Floats
    """The chance that a session plays round 1, 2, and so on."""
    ruined: Floats
    """The chance that a session is ruined by the end of round 1, 2, and so on."""
    bound: float
    """No chance or expectation is off by a larger share of itself, and what `SETTLED` leaves out."""

    @property
    def spins_mean(self) -> float:
        return self.rounds_mean * (1 + float(self.session.each.prison))

    @property
    def mean(self) -> float:
        """The expected bankroll at the end, in cents."""
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
        """The chance to leave with more than was brought."""
        brought = self.session.cents(self.session.bankroll)
        return float(self.chances[self.bankrolls > brought].sum())

    def quantile(self, share: float) -> int:
        """The least bankroll that at least this share of sessions ends at or below."""
        return int(self.bankrolls[min(int(np.searchsorted(self._sums, share)), len(self.bankrolls) - 1)])


class _Space(Struct, frozen=True):
    """The states that end play, then the ones in play: by the stage in which they are first reached, then in order."""

    bank: Ints
    ends: Ints
    targets: tuple[NDArray[np.int32], ...]
    """For each outcome, where each state in play goes."""
    reached: tuple[int, ...]
    """How many states are in play by the end of each stage."""


def has_law(session: Session) -> bool:
    """Whether the system has states few enough for a law."""
    return session.code not in (Code.LABOUCHERE, Code.OSCAR)


def session_law(session: Session, progress: Callable[[int, int], None] | None = None) -> SessionLaw:
    """The law of the session; refuses, with the reason, where the states are too many."""
    from scipy.sparse import csr_array

    if not has_law(session):
        raise Problems(
            [Problem("strategy", f"{session.system} has no exact law here: its states are too many", "Simulate it.")]
        )
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
    # early rounds work with the states that they can have reached, and the ones they can reach next
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
    joined = np.diff(matrix.indptr)  # how many moves lead to a state: additions in a row
    in_row = int(joined[ends:].max(initial=0)), int(joined[:ends].max(initial=0))
    return _law(session, space, alive, ended, playing, ruined, in_row)


def _rounds_per_stage(session: Session) -> int:
    return max(1, -(-min(session.rounds, 4096) // STAGES))


def _law(
    session: Session,
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
    """The system's numbers without the bankroll: what each level asks for, and where each outcome leads."""

    asks: Ints
    after: tuple[Ints, ...]


def _levels(session: Session) -> _Levels:
    """Every level that the system can come to within the rounds."""
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
            row.append(numbers.get(pair, 0))  # a level past the last round is never played
        moves.append(row)
        done += 1
    return _Levels(np.array([x for x, _ in pairs]), tuple(np.array(moves, dtype=np.int64).T))


def _explore(session: Session) -> _Space:
    """Every state that play can reach within the rounds, breadth first."""
    levels = _levels(session)
    width = session.bankroll + 1
    if width * len(levels.asks) > SEEN_MAX:
        _refuse(width * len(levels.asks))
    seen = np.zeros((len(levels.asks), width), dtype=np.uint8)  # the stage, from 1 on
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


def _numbered(session: Session, levels: _Levels, seen: NDArray[np.uint8], ends: Ints) -> _Space:
    """States by stage, level and bankroll, so that a round reads and writes memory in order."""
    width = seen.shape[1]
    keys = np.flatnonzero(seen)
    stages = seen.reshape(-1)[keys]
    order = np.argsort(stages, kind="stable")
    number = np.empty(len(keys), dtype=np.int64)
    number[order] = np.arange(len(keys))
    start_at = int(np.searchsorted(keys, session.bankroll))
    # the first state of all is where play starts
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
        # what only a round past the last one would reach leads anywhere: no chance ever gets there
        targets.append(np.where(np.where(over, is_outside, is_inside), to, 0).astype(np.int32))
    reached = np.cumsum(np.bincount(stages, minlength=STAGES + 1))[1:]
    return _Space(bank, ends, tuple(targets), tuple(int(count) for count in reached))


def _place(ordered: Ints, values: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Where each value stands among the ordered ones, and whether it is one of them."""
    if not len(ordered):
        return np.zeros_like(values), np.zeros(len(values), dtype=np.bool_)
    at = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    return at, ordered[at] == values
