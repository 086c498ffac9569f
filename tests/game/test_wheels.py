"""The wheels: compartments, order and colors."""

from __future__ import annotations

from itertools import pairwise

import pytest

from croupier.game.wheel import Wheel, WheelId
from tests import oracle
from tests.vocabulary import big_six, roulette

ROULETTE = ["american", "european", "double-as-single"]
NUMBERS = {str(n) for n in range(1, 37)}


@pytest.mark.clause("CO 47.1-2201(1)", duty="compartments")
@pytest.mark.clause("CO 47.1-2209(1)", duty="offered")
@pytest.mark.clause("CO 47.1-2210(2)(b)", duty="marked")
def test_american_wheel_has_38_compartments_with_0_and_00() -> None:
    labels = [compartment.label for compartment in roulette("american").compartments]
    assert len(labels) == 38
    assert set(labels) == NUMBERS | {"0", "00"}


@pytest.mark.clause("CO 47.1-2201(5)", duty="compartments")
@pytest.mark.clause("CO 47.1-2209(2)", duty="offered")
@pytest.mark.clause("CO 47.1-2210(2)(a)", duty="marked")
def test_european_wheel_has_37_compartments_with_one_zero() -> None:
    labels = [compartment.label for compartment in roulette("european").compartments]
    assert len(labels) == 37
    assert set(labels) == NUMBERS | {"0"}


@pytest.mark.parametrize("wheel", ROULETTE)
def test_order_is_the_one_typed_separately(wheel: WheelId) -> None:
    labels = roulette(wheel).labels
    ring = oracle.RING[wheel]
    start = ring.index(labels[0])
    assert list(labels) == ring[start:] + ring[:start]


def test_on_the_american_wheel_each_odd_number_faces_the_next_even_one() -> None:
    labels = roulette("american").labels
    facing = {label: labels[(at + 19) % 38] for at, label in enumerate(labels)}
    assert facing["0"] == "00"
    assert all(facing[str(n)] == str(n + 1) for n in range(1, 37, 2))


@pytest.mark.clause("CO 47.1-2201(2)", duty="green")
@pytest.mark.clause("CO 47.1-2210(2)(a)", "CO 47.1-2210(2)(b)", duty="marked")
@pytest.mark.parametrize("wheel", ROULETTE)
def test_reds_are_18_blacks_18_and_every_zero_is_green(wheel: WheelId) -> None:
    color = roulette(wheel).color
    reds = {label for label in color if color[label] == "red"}
    blacks = {label for label in color if color[label] == "black"}
    greens = {label for label in color if color[label] == "green"}
    assert len(reds) == len(blacks) == 18
    assert reds == oracle.RED
    assert blacks == oracle.BLACK
    assert greens == {"0", "00"} & set(color)


def test_35_is_black() -> None:
    assert roulette("european").color["35"] == "black"
    assert roulette("american").color["35"] == "black"
    assert "35" in oracle.BLACK


@pytest.mark.clause("CO 47.1-2201(2)", duty="alternate")
@pytest.mark.clause("CO 47.1-2210(2)(a)", "CO 47.1-2210(2)(b)", duty="marked")
@pytest.mark.parametrize("wheel", ROULETTE)
def test_red_and_black_alternate_round_the_wheel(wheel: WheelId) -> None:
    ring = roulette(wheel).compartments
    pairs = list(pairwise((*ring, ring[0])))
    beside_zero = [(a, b) for a, b in pairs if "green" in (a.color, b.color)]
    between = [(a, b) for a, b in pairs if "green" not in (a.color, b.color)]
    assert len(beside_zero) == 2 * sum(compartment.color == "green" for compartment in ring)
    assert all({a.color, b.color} == {"red", "black"} for a, b in between)


@pytest.mark.clause("CO 47.1-2201(2)", duty="decides")
@pytest.mark.parametrize(("wheel", "size"), [("american", 38), ("european", 37)])
def test_every_compartment_decides(wheel: WheelId, size: int) -> None:
    assert roulette(wheel).size == size
    assert set(roulette(wheel).counts.values()) == {1}


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", "NJ 19:47-5.2(d)", duty="void")
def test_double_zero_wheel_used_as_single_keeps_00_but_it_decides_nothing() -> None:
    wheel = roulette("double-as-single")
    assert len(wheel.compartments) == 38
    assert wheel.void == {"00"}
    assert wheel.size == 37
    assert "00" not in wheel.counts


@pytest.mark.parametrize("wheel", ROULETTE)
@pytest.mark.parametrize("reach", [1, 2, 3, 8])
def test_neighbors_close_the_circle(wheel: WheelId, reach: int) -> None:
    ring = oracle.RING[wheel]
    for at, label in enumerate(ring):
        found = roulette(wheel).neighbors(label, reach)
        assert list(found) == [ring[(at + step) % len(ring)] for step in range(-reach, reach + 1)]


def counts_of(wheel: Wheel) -> dict[str, int]:
    return {label: sum(c.label == label for c in wheel.compartments) for label in wheel.labels}


def test_big_six_wheel_has_54_stops() -> None:
    wheel = big_six()
    assert len(wheel.compartments) == wheel.size == 54
    assert counts_of(wheel) == oracle.BIG_SIX
    assert dict(wheel.counts) == oracle.BIG_SIX


def test_big_six_stop_counts_are_configurable() -> None:
    stops = {"$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "joker": 1, "flag": 1}
    assert counts_of(big_six(stops)) == stops
