"""The monitor: a martingale by exact enumeration, Ville's bound by experiment, replay equal to single steps."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

import croupier
from croupier.game.wheel import Wheel
from croupier.lab.fairness import Monitor, Ring, ring_of
from croupier.lab.fairness import monitor as module
from croupier.lab.fairness.alternatives import alternatives, favored, leaning, weights
from tests.vocabulary import big_six, roulette

TINY = Ring("tiny", ("a", "b", "c"), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), 3, (0, 1, 2))
WHEELS = [
    ring_of(roulette("american")),
    ring_of(roulette("european")),
    ring_of(roulette("double-as-single")),
    ring_of(big_six()),
    ring_of(big_six(), stops=True),
]


@pytest.mark.parametrize("ring", [*WHEELS, TINY], ids=lambda ring: f"{ring.name}-{len(ring.outcomes)}")
def test_every_alternative_is_a_law_and_the_shares_sum_to_one(ring: Ring) -> None:
    found = alternatives(ring)
    laws = np.array([each.law for each in found])
    assert (laws > 0).all()
    assert laws.sum(axis=1) == pytest.approx(1)
    assert weights(found).sum() == pytest.approx(1)
    assert ring.p.sum() == pytest.approx(1)


def test_a_roulette_wheel_has_about_four_hundred_alternatives() -> None:
    assert 380 <= len(alternatives(WHEELS[0])) <= 440


def test_evidence_is_a_martingale_by_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over every record of 1, 2 and 5 spins of a tiny wheel, releases included, the mean evidence is one."""
    monkeypatch.setattr(module, "RELEASE_EVERY", 2)
    for length in (1, 2, 5):
        mean = 0.0
        for record in itertools.product(TINY.outcomes, repeat=length):
            monitor = Monitor(TINY)
            for label in record:
                monitor.observe(label)
            mean += float(np.prod([TINY.p[TINY.index[label]] for label in record])) * monitor.evidence
        assert mean == pytest.approx(1, abs=1e-12)


def test_one_spin_by_hand() -> None:
    """One result of x: half waits, the other half grows by the mean of q(x)/p(x)."""
    ring = WHEELS[1]
    monitor = Monitor(ring)
    monitor.observe("17")
    found = alternatives(ring)
    at = ring.outcomes.index("17")
    shares = dict(zip(("compartment", "sector", "harmonic"), [0.0] * 3, strict=True))
    for family in shares:
        members = [each.law[at] * 37 for each in found if each.family == family]
        shares[family] = sum(members) / len(members)
    assert monitor.evidence == pytest.approx(0.5 + 0.5 * sum(shares.values()) / 3)


@pytest.mark.parametrize("ring", WHEELS, ids=lambda ring: f"{ring.name}-{len(ring.outcomes)}")
def test_replay_is_the_same_as_one_at_a_time(ring: Ring) -> None:
    labels = [ring.outcomes[at] for at in np.random.default_rng(5).choice(len(ring.outcomes), 2300, p=ring.p)]
    slow, fast, parts = Monitor(ring), Monitor(ring), Monitor(ring)
    seen = []
    for label in labels:
        slow.observe(label)
        seen.append(slow.evidence)
    assert fast.replay(labels) == pytest.approx(np.array(seen), rel=1e-9)
    assert np.concatenate([parts.replay(labels[:777]), parts.replay(labels[777:])]) == pytest.approx(np.array(seen))
    assert (slow.spins, fast.spins, parts.spins) == (2300, 2300, 2300)
    assert fast.peak == pytest.approx(slow.peak)


def test_void_compartments_are_not_evidence() -> None:
    monitor = Monitor(WHEELS[2])
    for label in ("17", "00", "00", "5"):
        monitor.observe(label)
    other = Monitor(WHEELS[2])
    assert other.replay(["17", "5"])[-1] == pytest.approx(monitor.evidence)
    assert (monitor.spins, monitor.voids) == (2, 2)


@pytest.mark.slow
def test_ville_on_fair_wheels() -> None:
    """200 fair wheels checked after each of 2,000 spins at level 0.1: at most 20 alarms are expected."""
    ring, alarms = WHEELS[1], 0
    rng = np.random.default_rng(20260101)
    for _ in range(200):
        monitor = Monitor(ring, alpha=0.1)
        monitor.replay(rng.integers(0, 37, 2000))
        alarms += monitor.alarm is not None
    assert alarms <= 20


@pytest.mark.parametrize(
    ("law", "family"),
    [
        (favored(WHEELS[0], WHEELS[0].sector(7, 5), 1.4), "sector"),
        (favored(WHEELS[0], np.arange(38) == 9, 2.0), "compartment"),
        (leaning(WHEELS[0], 1, 1.0, 0.3), "harmonic"),
    ],
)
def test_a_biased_wheel_raises_the_alarm_and_the_right_suspect(law: np.ndarray, family: str) -> None:
    monitor = Monitor(WHEELS[0])
    monitor.replay(np.random.default_rng(3).choice(38, 6000, p=law))
    assert monitor.alarm is not None
    assert monitor.suspects()[0].family == family
    assert monitor.p_value <= 0.01


def test_a_defect_that_comes_late_is_found() -> None:
    ring = WHEELS[0]
    rng = np.random.default_rng(4)
    monitor = Monitor(ring)
    monitor.replay(rng.integers(0, 38, 30_000))
    before = monitor.alarm
    monitor.replay(rng.choice(38, 8000, p=favored(ring, ring.sector(7, 5), 1.4)))
    assert before is None
    assert (monitor.alarm or 0) > 30_000


def test_an_alarm_stays_and_names_its_first_spin() -> None:
    monitor = Monitor(WHEELS[1], alpha=0.01)
    path = monitor.replay(["17"] * 40)
    first = int(np.argmax(path >= 100)) + 1
    assert monitor.alarm == first
    assert path[first - 2] < 100 <= path[first - 1]
    step = Monitor(WHEELS[1])
    answers = [step.observe("17") for _ in range(40)]
    assert answers.index(True) + 1 == first
    monitor.replay([label for label in WHEELS[1].outcomes if label != "17"] * 30)
    assert monitor.alarm == first


def test_overwhelming_evidence_stays_finite() -> None:
    monitor = Monitor(WHEELS[1])
    assert np.isfinite(monitor.replay(["17"] * 3000)).all()
    assert np.isfinite(monitor.peak)


def test_impossible_compartments_and_levels_are_problems() -> None:
    monitor = Monitor(WHEELS[1])
    with pytest.raises(croupier.Problems, match="'00' is not a compartment of the european wheel"):
        monitor.observe("00")
    with pytest.raises(croupier.Problems, match="outside the wheel"):
        monitor.replay(np.array([37]))
    for alpha in (0.0, 1.0, -0.1, float("nan")):
        with pytest.raises(croupier.Problems, match="not a level"):
            Monitor(WHEELS[1], alpha=alpha)
    assert monitor.spins == 0


def test_an_empty_replay_changes_nothing() -> None:
    monitor = Monitor(WHEELS[1])
    assert monitor.replay([]).size == 0
    assert monitor.evidence == 1


def test_rings_follow_the_wheel() -> None:
    wheel: Wheel = croupier.rulebook("nj").table("double-as-single").game.wheel
    ring = ring_of(wheel)
    assert (len(ring.outcomes), ring.size, set(ring.void)) == (37, 38, {"00"})
    assert ring.chances[0] == Fraction(1, 37)
    assert [ring.outcomes[at] for at in np.flatnonzero(ring.sector(18, 3))] == ["1", "27"]  # 00 is between them
    six = ring_of(big_six())
    assert dict(zip(six.outcomes, six.chances, strict=True))["$1"] == Fraction(24, 54)
    with pytest.raises(ValueError, match="no single place"):
        _ = six.place
