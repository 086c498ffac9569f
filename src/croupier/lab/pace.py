"""Estimates how long a simulation takes by playing a small part of it; refuses one that takes too long."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from msgspec.structs import replace

from croupier.lab.python_strategies import PLAIN_BLOCK, PlainRun, play_plain_block
from croupier.lab.sessions import SessionPlan
from croupier.lab.simulate import CURVE_BLOCKS, LINE_ROUNDS_MAX, check, play_block
from croupier.lab.streams import BLOCK
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

SECONDS_MAX = 86_400
"""A simulation of more than a day is refused."""
QUICK_STEPS = 2 * 10**8
"""Up to this many rounds take about a second, and are played without an estimate."""
PLAIN_QUICK_STEPS = 10_000
PLAIN_SESSIONS_MAX = 2_000_000
"""Every session of a strategy in Python is kept in memory; more do not fit on a small machine."""
TRIAL_S = 0.05
_TRIAL_ROUNDS = 16
_TRIAL_ROUNDS_MAX = 4096


def seconds_of(session: SessionPlan, sessions: int, *, workers: int | None = None) -> float:
    """An upper estimate in seconds; 0 for a short run. Raises `Problems` if it takes longer than a day."""
    check(session, sessions)
    steps = sessions * session.rounds
    if steps <= QUICK_STEPS:
        return 0.0
    most = min(session.rounds, _TRIAL_ROUNDS_MAX, LINE_ROUNDS_MAX)

    def trial(rounds: int) -> None:
        play_block(replace(session, rounds=rounds), 1, CURVE_BLOCKS, BLOCK)

    width = min(workers or os.cpu_count() or 1, os.cpu_count() or 1)
    rate = BLOCK * rounds_per_second(trial, most) * width
    return _bounded(steps / rate, sessions, session.rounds, "Ask for fewer, or for the exact law: croupier law.")


def plain_seconds_of(run: PlainRun, sessions: int) -> float:
    """The estimate for a strategy in Python, whose workers share one interpreter lock."""
    steps = sessions * run.rounds
    if steps <= PLAIN_QUICK_STEPS or sessions < 1 or run.rounds < 1:
        return 0.0
    if sessions > PLAIN_SESSIONS_MAX:
        wrong = f"{sessions:,} sessions of a strategy in Python do not fit into memory"
        raise Problems([Problem("sessions", wrong, f"Give at most {PLAIN_SESSIONS_MAX:,}.")])
    most = min(run.rounds, _TRIAL_ROUNDS_MAX)
    rate = PLAIN_BLOCK * rounds_per_second(
        lambda rounds: play_plain_block(replace(run, rounds=rounds), 0, PLAIN_BLOCK), most
    )
    return _bounded(steps / rate, sessions, run.rounds, "Ask for fewer, or use a named system, which is played faster.")


def rounds_per_second(trial: Callable[[int], object], most: int) -> float:
    """Rounds per second, for all sessions of a block together; the first trial may compile and is not counted."""
    rounds = min(_TRIAL_ROUNDS, most)
    trial(rounds)
    while True:
        begun = time.perf_counter()
        trial(rounds)
        took = max(time.perf_counter() - begun, 1e-9)
        if took >= TRIAL_S or rounds >= most:
            return rounds / took
        rounds = min(most, 4 * rounds)


def _bounded(seconds: float, sessions: int, rounds: int, right: str) -> float:
    if seconds <= SECONDS_MAX:
        return seconds
    wrong = (
        f"{counted(sessions, 'session')} of {counted(rounds, 'spin')} would take {duration(seconds)} on this machine"
    )
    raise Problems([Problem("sessions", wrong, right)])


def duration(seconds: float) -> str:
    """A length of time in words.

    >>> duration(59), duration(90), duration(7_300), duration(200_000), duration(10**10)
    ('about 59 seconds', 'about 2 minutes', 'about 2 hours', 'about 2 days', 'about 317 years')
    """
    for size, name in ((31_557_600, "year"), (86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size or (name != "minute" and seconds >= size):
            count = max(1, round(seconds / size))
            return f"about {count:,} {name}{'' if count == 1 else 's'}"
    return f"about {max(1, round(seconds))} second{'' if round(seconds) <= 1 else 's'}"
