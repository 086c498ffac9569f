"""The simulator: the same sessions as the reference on every worker and executor, in agreement with the exact law."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

import croupier
from croupier.lab import counts
from croupier.lab import simulate as simulator
from croupier.lab.counts import COUNT_BLOCK, spin_counts
from croupier.lab.law import flat_law
from croupier.lab.progression import has_law, session_law
from croupier.lab.report import estimates, flat_estimates
from croupier.lab.rounds import round_of
from croupier.lab.sessions import SessionPlan, bond_portfolio, session_of
from croupier.lab.simulate import Block, Simulation, play_block, simulate
from croupier.lab.strategies import System, read_system
from croupier.lab.streams import BLOCK, draw_below, expansion, stream
from tests.lab import kernels_numpy, reference

LIMITS = {"minimum": 100, "maximum": 1500}
EUROPEAN = croupier.rulebook("nj").table("european", limits=LIMITS)
HALF = croupier.rulebook("nj").table("american", zero="half", limits=LIMITS)
PRISON = croupier.rulebook("co-2014").table("european", zero="in-prison-leave", limits=LIMITS)


def session(system: System, rules: croupier.Rules = EUROPEAN, rounds: int = 40, goal: int | None = 6000) -> SessionPlan:
    wagers = bond_portfolio(100) if system is System.JAMES_BOND else {"red": 100}
    return session_of(rules, wagers, system, bankroll=3000, goal=goal, rounds=rounds)


def same(one: Block, other: Block) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Block.__struct_fields__)


@pytest.mark.parametrize("rules", [EUROPEAN, HALF, PRISON], ids=["lose-all", "half", "in-prison"])
@pytest.mark.parametrize("system", System)
def test_the_kernels_agree_with_the_reference_bit_for_bit(
    system: System, rules: croupier.Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = session(system, rules)
    one = play_block(played, 7, 3, BLOCK)
    assert not same(one, play_block(played, 8, 3, BLOCK))
    with monkeypatch.context() as patched:
        patched.setattr(simulator, "kernels", lambda: kernels_numpy)
        assert same(one, play_block(played, 7, 3, BLOCK))


@pytest.mark.parametrize("rules", [EUROPEAN, PRISON], ids=["lose-all", "in-prison"])
def test_kernels_play_what_a_player_would(rules: croupier.Rules) -> None:
    chosen = range(0, BLOCK, 131)
    met = reference.outcomes(session(System.FLAT, rules), 5, 0, 40, chosen)
    for system in System:
        if system is System.JAMES_BOND:
            continue
        played = session(system, rules)
        fan = play_block(played, 5, 0, BLOCK).fan[-1]
        assert [reference.play(played, nets)[0] for nets in met] == fan[list(chosen)].tolist(), system


def test_a_column_and_a_portfolio_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for wagers in ({"column-1": 150}, {"17": 100, "red": 300}):
        played = session_of(EUROPEAN, wagers, System.DALEMBERT, bankroll=5000, goal=20_000, rounds=30)
        block = play_block(played, 2, 1, BLOCK)
        with monkeypatch.context() as patched:
            patched.setattr(simulator, "kernels", lambda: kernels_numpy)
            assert same(block, play_block(played, 2, 1, BLOCK))
        met = reference.outcomes(played, 2, 1, 30, range(50))
        assert [reference.play(played, nets)[0] for nets in met] == block.fan[-1][:50].tolist()


def open_table(minimum: int = 100) -> croupier.Rules:
    """A table that posts no maximum."""
    return croupier.rulebook("nj").table("european", limits={"minimum": minimum})


LINES = {
    "a single number, over several words of rounds": (EUROPEAN, {"red": 100}, (3,), 100_000, 200_000, 250),
    "two numbers, struck out by one win": (EUROPEAN, {"black": 100}, (1, 1), 50_000, None, 90),
    "a number above the maximum": (EUROPEAN, {"red": 100}, (1, 900, 2), 90_000, 400_000, 70),
    "half a loss, and a cost above one": (HALF, {"red": 200}, (1, 2, 3, 4), 150_000, 300_000, 120),
    "wins, losses and neither": (EUROPEAN, {"red": 100, "low": 100}, (2, 1, 3), 80_000, 160_000, 100),
    "lines that only grow": (EUROPEAN, {"17": 100}, (1, 2), 900_000, None, 330),
    "stakes beyond 16 bits": (open_table(1), {"red": 1}, (40_000, 1, 30_000), 20_000_000, 40_000_000, 60),
}
"""Rules, wagers, line, bankroll, goal and rounds."""


@pytest.mark.slow
@pytest.mark.parametrize("room", [128, 60], ids=["as served", "little room"])
@pytest.mark.parametrize("case", LINES.values(), ids=LINES)
def test_lines_of_every_kind_are_what_a_player_would_write(
    case: tuple[croupier.Rules, dict[str, int], tuple[int, ...], int, int | None, int],
    room: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With little room, lines move to the front often, and outgrow it."""
    monkeypatch.setattr("croupier.lab.kernels_lines.ROOM", room)
    rules, wagers, line, bankroll, goal, rounds = case
    played = session_of(rules, wagers, System.LABOUCHERE, bankroll=bankroll, goal=goal, rounds=rounds, line=line)
    sessions = BLOCK - 700  # the last slots stay empty
    for number in (0, 9):  # the first is sampled at marks, the other plays all rounds in one call
        block = play_block(played, 6, number, sessions)
        with monkeypatch.context() as patched:
            patched.setattr(simulator, "kernels", lambda: kernels_numpy)
            other = play_block(played, 6, number, sessions)
        assert same(replace(block, staked_squared=0.0), replace(other, staked_squared=0.0))
        assert block.staked_squared == pytest.approx(other.staked_squared, rel=1e-12)  # it may exceed 2^53
    chosen = range(0, sessions, 997)
    met = reference.outcomes(played, 6, 0, rounds, chosen)
    fan = play_block(played, 6, 0, sessions).fan[-1]
    assert [reference.play(played, nets)[0] for nets in met] == fan[list(chosen)].tolist()


@pytest.mark.parametrize("system", [System.MARTINGALE, System.LABOUCHERE, System.OSCARS_GRIND])
def test_any_number_of_workers(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "TASK_STEPS", BLOCK * 100)
    played = session(system)
    count = 5 * BLOCK + 17
    alone = simulate(played, count, key=3, workers=1)
    assert alone.sessions == count == int(alone.block.histogram.sum())
    for workers in (2, 4):
        assert same(alone.block, simulate(played, count, key=3, workers=workers).block)
    with ThreadPoolExecutor(3) as own:
        assert same(alone.block, simulate(played, count, key=3, executor=own).block)


@pytest.mark.slow
def test_a_dask_cluster_plays_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    played = session(System.MARTINGALE)
    count = 3 * BLOCK
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with distributed.Client(**options) as client, client.get_executor() as executor:
        there = simulate(played, count, key=11, executor=executor)
        spun = spin_counts(37, 10_000, key=11, executor=executor)
    assert same(there.block, simulate(played, count, key=11).block)
    assert np.array_equal(spun, spin_counts(37, 10_000, key=11))


@pytest.mark.parametrize("rules", [EUROPEAN, HALF, PRISON], ids=["lose-all", "half", "in-prison"])
@pytest.mark.parametrize("system", System)
def test_within_three_deviations_of_the_exact_law(system: System, rules: croupier.Rules) -> None:
    played = session(system, rules, rounds=100)
    law = session_law(played) if has_law(played) else None
    for estimate in estimates(simulate(played, 200_000, key=1), law):
        assert estimate.z is None or abs(estimate.z) < 3, estimate
        if estimate.figure in ("mean bankroll at the end", "ruined") and law:
            assert estimate.exact is not None


def test_flat_play_without_a_bankroll() -> None:
    each = round_of(PRISON, {"red": 100})
    played = session_of(PRISON, {"red": 100}, System.FLAT, bankroll=each.cost * 200, rounds=200)
    found = flat_estimates(simulate(played, 100_000, key=5), flat_law(each, 200))
    assert [estimate.figure for estimate in found] == ["mean net result", "ahead at the end"]
    assert all(estimate.z is not None and abs(estimate.z) < 3 for estimate in found)


def test_progress_counts_every_round_and_session() -> None:
    seen: list[tuple[int, int]] = []
    result = simulate(session(System.PAROLI), 3 * BLOCK, progress=lambda *told: seen.append(told))
    assert sum(rounds for rounds, _ in seen) == result.block.rounds
    assert sum(sessions for _, sessions in seen) == 3 * BLOCK


def test_without_numba_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "find_spec", lambda name: None)
    for work in (lambda: simulate(session(System.FLAT), 10), lambda: spin_counts(37, 10)):
        with pytest.raises(croupier.Problems, match=r"numba: it is not installed\. Run: pip install 'croupier\[lab\]'"):
            work()


@pytest.mark.parametrize(
    ("system", "rounds", "sessions", "words"),
    [
        (System.MARTINGALE, 40, 0, "out of range"),
        (System.MARTINGALE, 40, 10**15, "out of range"),
        (System.MARTINGALE, 10**15, 10, "too many to play"),
        (System.MARTINGALE, 10**7, 10**9, "a day or more"),
        (System.LABOUCHERE, 8001, 10, "too long to hold"),
    ],
)
def test_more_than_can_be_played(system: System, rounds: int, sessions: int, words: str) -> None:
    with pytest.raises(croupier.Problems, match=words):
        simulate(session(system, rounds=rounds), sessions)


def test_unknown_names() -> None:
    with pytest.raises(croupier.Problems, match="Did you mean martingale"):
        read_system("martingal")


def test_a_chance_is_made_from_its_digits() -> None:
    """The share of set bits is the chance, here within four standard deviations over ten million."""
    chances = [Fraction(1, 37), Fraction(18, 37), Fraction(36, 37)]
    state, digits = stream(9, 0), expansion(chances)
    shares = np.zeros(3)
    draws = 1000
    for _ in range(draws):
        shares += np.bitwise_count(kernels_numpy.draw(state, digits)).sum(axis=1)
    n = draws * BLOCK
    for count, chance in zip(shares, chances, strict=True):
        p = float(chance)
        assert abs(count - n * p) < 4 * math.sqrt(n * p * (1 - p))


def test_counts_are_those_of_the_reference_on_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    spins = 2 * COUNT_BLOCK + 4099
    one = spin_counts(38, spins, key=4, workers=2)
    assert int(one.sum()) == spins
    with monkeypatch.context() as patched:
        patched.setattr(counts, "compiled_counts", lambda: kernels_numpy)
        assert np.array_equal(one, spin_counts(38, spins, key=4, workers=1))
    chi = float(((one - spins / 38) ** 2 / (spins / 38)).sum())
    assert 15 < chi < 70
    for size, count in ((1, 10), (37, 0), (1000, 10)):
        with pytest.raises(croupier.Problems, match="out of range"):
            spin_counts(size, count)


def test_numbers_below_a_bound_are_unbiased() -> None:
    drawn = draw_below(stream(1, 0), 54, 200_000)
    counts = np.bincount(drawn, minlength=54)
    assert len(counts) == 54
    assert float(((counts - 200_000 / 54) ** 2 / (200_000 / 54)).sum()) < 110


def test_a_simulation_is_its_sums() -> None:
    result: Simulation = simulate(session(System.FLAT, goal=None), BLOCK)
    finals = result.block.fan[-1].astype(float) * result.session.measure
    assert result.mean == pytest.approx(finals.mean())
    assert result.variance == pytest.approx(finals.var())
    assert result.rounds_mean == 40
    assert result.rounds_variance == 0
    assert sum(count for _, _, count in result.bins()) == BLOCK
