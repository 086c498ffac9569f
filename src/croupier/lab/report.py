"""Estimates compared with exact figures by z, their distance in standard deviations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.lab.law import FlatLaw

if TYPE_CHECKING:
    from croupier.lab.progression import SessionLaw
    from croupier.lab.python_strategies import PlainSession
    from croupier.lab.simulate import Simulation

FEW = 5.0
"""With fewer expected cases, the normal approximation and thus z is meaningless."""


class Estimate(Struct, frozen=True):
    """A simulated figure with its standard error and, if known, the exact value and z."""

    figure: str
    unit: str
    """``chance``, ``cents`` or ``spins``."""
    estimate: float
    error: float
    exact: float | None = None
    z: float | None = None


def _mean(figure: str, unit: str, value: float, variance: float, count: int, exact: float | None) -> Estimate:
    error = math.sqrt(max(0.0, variance) / count)
    z = (value - exact) / error if exact is not None and error > 0 else None
    return Estimate(figure, unit, value, error, exact, z)


def _chance(figure: str, cases: int, count: int, exact: float | None) -> Estimate:
    share = cases / count
    chance = share if exact is None else min(1.0, max(0.0, exact))
    error = math.sqrt(chance * (1 - chance) / count)
    enough = min(chance, 1 - chance) * count >= FEW
    z = (share - chance) / error if exact is not None and enough else None
    return Estimate(figure, "chance", share, error, exact, z)


def estimates(simulation: Simulation, law: SessionLaw | None) -> list[Estimate]:
    """The figures of a simulation; variances are exact if there is a law."""
    count, block, session = simulation.sessions, simulation.block, simulation.session
    found = [
        _mean(
            "mean bankroll at the end",
            "cents",
            simulation.mean,
            law.variance if law else simulation.variance,
            count,
            law.mean if law else None,
        ),
        _chance("ahead at the end", block.ahead, count, law.ahead if law else None),
        _chance("ruined", block.ruined, count, law.ruin if law else None),
    ]
    if session.has_goal:
        found.append(_chance("goal reached", block.reached, count, law.goal if law else None))
    found.append(
        _mean(
            "rounds played",
            "rounds",
            simulation.rounds_mean,
            law.rounds_variance if law else simulation.rounds_variance,
            count,
            law.rounds_mean if law else None,
        )
    )
    if law is None:
        net = Fraction(block.total - session.bankroll * count)
        scale = session.measure
        found.append(
            _house_share(
                net=float(net) * scale,
                staked=block.staked * session.cost * scale,
                expected=float(session.each.mean) * block.staked,
                variance=float(session.each.variance) * block.staked_squared,
                edge=float(session.each.edge),
            )
        )
    return found


def _house_share(*, net: float, staked: float, expected: float, variance: float, edge: float | None) -> Estimate:
    """The share of the stakes that the house kept; by Wald's identity, the edge is exact for any system."""
    error = math.sqrt(variance) / staked if staked else 0.0
    z = (expected - net) / math.sqrt(variance) if variance > 0 else None
    exact = edge if edge is not None else -expected / staked if staked else None
    return Estimate("kept by the house of what was staked", "share", -net / staked if staked else 0.0, error, exact, z)


def flat_estimates(simulation: Simulation, law: FlatLaw) -> list[Estimate]:
    """The net results of flat play with unlimited money."""
    count, session = simulation.sessions, simulation.session
    net = simulation.mean - session.cents(session.bankroll)
    return [
        _mean("mean net result", "cents", net, float(law.variance), count, float(law.mean)),
        _chance("ahead at the end", simulation.block.ahead, count, law.ahead.value),
    ]


def plain_estimates(sessions: Sequence[PlainSession], bankroll: int, goal: int | None) -> list[Estimate]:
    """The figures of a strategy in plain Python; the share that the house kept is compared with the exact odds."""
    count = len(sessions)
    money = [session.bankroll for session in sessions]
    rounds = [session.rounds for session in sessions]
    found = [
        _mean("mean bankroll at the end", "cents", sum(money) / count, _variance(money), count, None),
        _chance("ahead at the end", sum(value > bankroll for value in money), count, None),
        _chance("ruined", sum(value == 0 for value in money), count, None),
        _mean("rounds played", "rounds", sum(rounds) / count, _variance(rounds), count, None),
    ]
    if goal is not None:
        found.insert(3, _chance("goal reached", sum(value >= goal for value in money), count, None))
    net = sum(money) - bankroll * count
    surprise = sum((session.surprise for session in sessions), start=Fraction(0))
    variance = sum((session.variance for session in sessions), start=Fraction(0))
    staked = sum(session.staked for session in sessions)
    found.append(
        _house_share(
            net=float(net), staked=float(staked), expected=float(net - surprise), variance=float(variance), edge=None
        )
    )
    return found


def _variance(values: Sequence[int]) -> float:
    mean = Fraction(sum(values), len(values))
    return float(Fraction(sum(value * value for value in values), len(values)) - mean * mean)
