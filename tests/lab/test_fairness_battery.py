"""The audit battery compared with sums by hand, scipy's own functions, and fixed-seed experiments."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy  # loads scipy.stats when a test asks for it

import croupier
from croupier.game.wheel import Wheel
from croupier.lab.fairness import Allegation, Ring, Spins, battery, read_allegation, read_spins, ring_of, spins_of, sprt
from croupier.lab.fairness.alternatives import favored
from croupier.lab.fairness.audit import judge
from croupier.lab.fairness.battery import (
    Test,
    chi_square,
    displacements,
    hottest,
    rayleigh,
    sector_scan,
    serial,
    void_rate,
)
from croupier.lab.fairness.power import detectable, power_of, spins_needed
from croupier.lab.fairness.sprt import Decision
from tests.vocabulary import big_six, roulette

QUARTERS = Ring("quarters", ("n", "e", "s", "w"), (Fraction(1, 4),) * 4, 4, (0, 1, 2, 3))
AMERICAN = roulette("american")
EUROPEAN = roulette("european")
DOUBLE = roulette("double-as-single")


def test_chi_square_by_hand() -> None:
    """10, 20, 30, 40 where 25 each are expected: (225 + 25 + 25 + 225) / 25 = 20 on 3 degrees of freedom."""
    test = chi_square(QUARTERS, np.array([10, 20, 30, 40]))
    assert (test.statistic, test.freedom) == (20, 3)
    assert test.p == pytest.approx(1.6974e-4, rel=1e-4)


@pytest.mark.parametrize(("spins", "made"), [(19, False), (20, True)])
def test_chi_square_needs_five_expected(spins: int, made: bool) -> None:
    test = chi_square(QUARTERS, np.array([spins, 0, 0, 0]))
    assert (test.p is not None) is made
    assert made or "20 spins" in test.found


def test_largest_count_by_hand() -> None:
    """Four heads in a row of a four-sided wheel: 4 x (1/4)^4."""
    assert hottest(QUARTERS, np.array([0, 4, 0, 0])).p == pytest.approx(4 / 4**4)
    ring = ring_of(AMERICAN)
    counts = np.full(38, 100)
    counts[9] = 150
    expected = 38 * scipy.stats.binom.sf(149, counts.sum(), 1 / 38)
    test = hottest(ring, counts)
    assert test.p == pytest.approx(expected)
    assert test.found.startswith("17 came up 150 times")


def test_rayleigh_by_hand() -> None:
    """On four quarters the vector sum is (n - s, e - w); twice its square over the spins is chi-square with two."""
    counts = np.array([40, 25, 20, 15])
    test = rayleigh(QUARTERS, counts)
    statistic = 2 * (20**2 + 10**2) / 100
    assert test.statistic == pytest.approx(statistic)
    assert test.p == pytest.approx(math.exp(-statistic / 2))


def test_sector_scan_finds_the_sector_and_is_deterministic() -> None:
    ring = ring_of(AMERICAN)
    counts = np.random.default_rng(9).multinomial(8000, favored(ring, ring.sector(7, 5), 1.5))
    test = sector_scan(ring, counts)
    assert test == sector_scan(ring, counts)
    assert "20-32-17-5-22" in test.found
    assert test.p is not None
    assert test.p < 1e-6  # the bound applies when every simulated wheel is beaten


def test_sector_scan_is_level_on_fair_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battery, "SCAN_DRAWS", 999)
    ring = ring_of(DOUBLE)
    rng = np.random.default_rng(11)
    ps = [sector_scan(ring, rng.multinomial(2000, ring.p)).p or 0 for _ in range(60)]
    assert scipy.stats.kstest(ps, "uniform").pvalue > 0.01


def test_serial_pairs_by_hand() -> None:
    """n, e, n, e, ... : from n always to e and back, where a quarter each is expected."""
    results = np.array([0, 1] * 60)
    spins = Spins(QUARTERS, results, np.array([False] + [True] * 119))
    test = serial(spins)
    # 60 pairs n-e (15 expected of 60) and 59 pairs e-n, rows s and w empty; three other cells of each row are 0
    by_hand = (60 - 15) ** 2 / 15 + 3 * 15 + (59 - 14.75) ** 2 / 14.75 + 3 * 14.75
    assert test.statistic == pytest.approx(by_hand)
    assert test.freedom == 6  # three for each visited row


@pytest.mark.parametrize("wheel", [AMERICAN, DOUBLE, big_six()], ids=lambda wheel: wheel.id)
def test_serial_and_displacement_are_level_on_fair_wheels(wheel: Wheel) -> None:
    rng = np.random.default_rng(12)
    labels = [compartment.label for compartment in wheel.compartments]
    serials, distances = [], []
    for _ in range(150):
        spins = spins_of([labels[at] for at in rng.integers(0, len(labels), 400)], wheel)
        serials.append(serial(spins).p or 0.0)
        if spins.ring.places is not None:
            distances.append(next(displacements(spins)).p or 0.0)
    assert scipy.stats.kstest(serials, "uniform").pvalue > 0.01
    assert not distances or scipy.stats.kstest(distances, "uniform").pvalue > 0.01


def test_a_dealers_steady_hand_is_found_and_named() -> None:
    """Dealer B's ball travels 12 to 16 places from the last result when it goes clockwise; the rest is random."""
    rng = np.random.default_rng(13)
    place, rows = 0, ["number,dealer,direction"]
    for spin in range(2400):
        dealer, direction = "AB"[spin // 300 % 2], ("cw", "ccw")[spin // 30 % 2]
        steady = dealer == "B" and direction == "cw" and rng.random() < 0.5
        place = (place + int(rng.integers(12, 17))) % 38 if steady else int(rng.integers(0, 38))
        rows.append(f"{AMERICAN.labels[place]},{dealer},{direction}")
    found = judge(list(displacements(read_spins("\n".join(rows), AMERICAN))), 0.01)
    assert [each.test.id for each in found if each.stands_out] == ["displacement:B:cw"]
    assert "toward 14 places on" in next(each.test.found for each in found if each.stands_out)
    assert len(found) == 4


def test_void_spins_are_counted_against_their_share() -> None:
    labels = list(DOUBLE.labels) * 20
    test = void_rate(spins_of(labels, DOUBLE))
    assert test.found == "20 of 760 spins, where 20.0 are expected"
    assert test.p == pytest.approx(1.0, abs=0.2)
    assert void_rate(spins_of(["17"] * 50, DOUBLE)).p is None


def test_pairs_across_a_void_spin_are_not_pairs() -> None:
    spins = spins_of(["17", "00", "5", "22"], DOUBLE)
    assert spins.follows.tolist() == [False, False, True]
    assert spins.voids == 1


def test_holm_by_hand() -> None:
    """p 0.01, 0.04, 0.03, 0.005 give 0.03, 0.06, 0.06, 0.02; a test that was not made does not count."""
    tests = [Test(str(p), "", "", p=p) for p in (0.01, 0.04, 0.03, 0.005)] + [Test("none", "", "")]
    found = judge(tests, 0.03)
    assert [each.holm for each in found[:4]] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert [each.stands_out for each in found] == [True, False, False, True, False]


def test_power_is_scipys_noncentral_chi_square_and_holds_in_an_experiment() -> None:
    ring = ring_of(AMERICAN)
    law = favored(ring, ring.sector(3, 5), 1.2)
    critical = scipy.stats.chi2.ppf(0.99, 37)
    shift = 5000 * float(((law - 1 / 38) ** 2 * 38).sum())
    power = power_of(ring, law, 5000, 0.01)
    assert power == pytest.approx(scipy.stats.ncx2.sf(critical, 37, shift))
    counts = np.random.default_rng(14).multinomial(5000, law, size=4000)
    seen = float((((counts - 5000 / 38) ** 2 * 38 / 5000).sum(axis=1) > critical).mean())
    assert seen == pytest.approx(power, abs=0.03)


def test_spins_needed_stands_on_its_boundary() -> None:
    ring = ring_of(EUROPEAN)
    law = favored(ring, ring.sector(3, 5), 1.2)
    needed = spins_needed(ring, law, 0.01)
    assert power_of(ring, law, needed, 0.01) >= 0.8 > power_of(ring, law, needed - 1, 0.01)


def test_detectable_bias_has_power_80() -> None:
    ring = ring_of(EUROPEAN)
    ratio = detectable(ring, 5000, 0.01)
    assert ratio is not None
    assert power_of(ring, favored(ring, ring.sector(1, 5), ratio), 5000, 0.01) == pytest.approx(0.8, abs=1e-6)
    assert detectable(ring, 5, 0.01) is None


def test_sprt_by_hand() -> None:
    """Straight hits of one European number alleged at twice its odds: each multiplies the ratio by 2 x 37/38."""
    ring_spins = spins_of(["17"] * 10, EUROPEAN)
    step = 2 * 37 / 38
    found = sprt(ring_spins, Allegation(("17",), 2.0), 0.01)
    assert found.at == math.ceil(math.log(90) / math.log(step))
    assert found.decision is Decision.BIASED
    assert found.evidence == pytest.approx(step**10)
    misses = sprt(spins_of(["5"] * 200, EUROPEAN), Allegation(("17",), 2.0), 0.01)
    assert misses.at == math.ceil(math.log(0.99 / 0.1) / math.log(38 / 37))
    assert misses.decision is Decision.FAIR
    assert sprt(spins_of(["5"] * 3, EUROPEAN), Allegation(("17",), 2.0), 0.01).decision is Decision.OPEN


@pytest.mark.parametrize("text", ["17", "17=1", "17=0", "17=-2", "17=x", "17=nan", "17=1000", "", "=2", "99=2"])
def test_allegations_that_allege_nothing_are_problems(text: str) -> None:
    with pytest.raises(croupier.Problems):
        read_allegation(text, ring_of(EUROPEAN))
    assert read_allegation(" 17, 20=1.2 ", ring_of(EUROPEAN)).outcomes == ("17", "20")
