"""The exact law of systems: dynamic programming against fractions, closed forms, and its own bound."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest

import croupier
from croupier.lab.progression import session_law
from croupier.lab.rounds import Portfolio
from croupier.lab.sessions import SessionPlan, bond_portfolio, session_of
from croupier.lab.strategies import System
from croupier.rules.table import Rules
from tests.lab import reference

LIMITS = {"minimum": 100, "maximum": 1000}
EUROPEAN = croupier.rulebook("nj").table("european", limits=LIMITS)
HALF = croupier.rulebook("nj").table("american", zero="half", limits=LIMITS)
PRISON = croupier.rulebook("co-2014").table("european", zero="in-prison-leave", limits=LIMITS)
COMPACT = [System.FLAT, System.MARTINGALE, System.DALEMBERT, System.FIBONACCI, System.PAROLI]


def session(
    rules: Rules = EUROPEAN,
    wagers: Portfolio | None = None,
    system: System = System.FLAT,
    bankroll: int = 2000,
    goal: int | None = 3000,
    rounds: int = 25,
) -> SessionPlan:
    return session_of(rules, wagers or {"red": 100}, system, bankroll=bankroll, goal=goal, rounds=rounds)


@pytest.mark.parametrize("system", COMPACT)
@pytest.mark.parametrize("rules", [EUROPEAN, HALF, PRISON], ids=["lose-all", "half", "in-prison"])
@pytest.mark.parametrize(
    ("wagers", "bankroll", "goal"),
    [({"red": 100}, 2000, 2600), ({"red": 100}, 750, None), ({"column-1": 200}, 1500, 5000)],
    ids=["goal", "no-goal", "column"],
)
def test_against_fractions(system: System, rules: Rules, wagers: Portfolio, bankroll: int, goal: int | None) -> None:
    played = session(rules, wagers, system, bankroll, goal, rounds=20)
    law = session_law(played)
    truth, rounds = reference.law(played)
    assert {played.cents(bank) for bank in truth} == set(law.bankrolls.tolist())
    for bank, chance in truth.items():
        at = law.bankrolls.tolist().index(played.cents(bank))
        assert law.chances[at] == pytest.approx(float(chance), rel=law.bound)
    assert law.rounds_mean == pytest.approx(float(rounds), rel=law.bound)
    assert law.ruin == pytest.approx(float(sum(c for b, c in truth.items() if b < played.cost)), rel=law.bound)
    if goal is not None:
        assert law.goal == pytest.approx(float(sum(c for b, c in truth.items() if b >= played.goal)), rel=law.bound)


def test_gamblers_ruin_has_a_closed_form() -> None:
    law = session_law(session(bankroll=1000, goal=2000, rounds=10**15))
    ratio = Fraction(19, 18)
    ruin = (ratio**20 - ratio**10) / (ratio**20 - 1)
    assert law.ruin == pytest.approx(float(ruin), rel=1e-11)
    assert law.goal == pytest.approx(float(1 - ruin), rel=1e-11)
    drift = Fraction(-1, 37)
    assert law.rounds_mean == pytest.approx(float((20 * (1 - ruin) - 10) / drift), rel=1e-10)


@pytest.mark.parametrize("system", COMPACT)
def test_no_system_changes_the_edge(system: System) -> None:
    """Wald: what is lost is the edge times what is staked; with half the bankroll in play, no more than that."""
    law = session_law(session(system=system, rounds=60))
    assert law.mean < 2000
    assert float(law.chances.sum()) == pytest.approx(1, rel=law.bound)
    assert law.playing[0] == 1
    assert all(one >= other * (1 - law.bound) for one, other in pairwise(law.playing))
    assert law.ruined[-1] == law.ruin


def test_james_bond_on_both_wheels() -> None:
    for rules in (croupier.rulebook("nj").table("european"), croupier.rulebook("nj").table("american")):
        played = session(rules, bond_portfolio(100), System.JAMES_BOND, 40_000, 60_000, rounds=12)
        law = session_law(played)
        truth, _ = reference.law(played)
        assert law.mean == pytest.approx(float(sum(played.cents(b) * c for b, c in truth.items())), rel=1e-12)


def test_quantiles_and_ahead() -> None:
    law = session_law(session(system=System.MARTINGALE, rounds=60))
    below = float(law.chances[law.bankrolls <= law.quantile(0.5)].sum())
    assert below >= 0.5
    assert law.ahead == pytest.approx(float(law.chances[law.bankrolls > 2000].sum()))
    assert math.sqrt(law.variance) > 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bankroll": 0}, "does not hold one unit"),
        ({"bankroll": 99}, "does not hold one unit"),
        ({"goal": 2000}, "reached before play"),
        ({"rounds": 0}, "out of range"),
        ({"rounds": 10**19}, "out of range"),
        ({"rules": HALF, "wagers": {"red": 101}, "system": System.MARTINGALE}, "whole cents"),
        ({"wagers": {"red": 200, "17": 100}, "system": System.OSCARS_GRIND}, "different amounts"),
        ({"wagers": {"red": 100, "black": 100}}, "never wins"),
        ({"rules": croupier.rulebook("nj").table("european"), "goal": 10**14, "bankroll": 101}, "may hold more"),
    ],
)
def test_impossible_sessions(changes: dict[str, object], words: str) -> None:
    with pytest.raises(croupier.Problems, match=words):
        session(**changes)  # type: ignore[arg-type]


def test_exactly_one_unit_and_exactly_one_below_the_goal() -> None:
    assert session(bankroll=100, goal=101).bankroll == 100
    assert session(bankroll=2000, goal=2001).goal == 2001


def test_systems_without_a_compact_state() -> None:
    for system in (System.LABOUCHERE, System.OSCARS_GRIND):
        with pytest.raises(croupier.Problems, match="too many states"):
            session_law(session(system=system))


def test_too_many_states() -> None:
    rules = croupier.rulebook("nj").table("european")
    wide = session_of(rules, {"17": 101}, System.DALEMBERT, bankroll=10**6, goal=10**7, rounds=10**6)
    with pytest.raises(croupier.Problems, match="too many"):
        session_law(wide)
