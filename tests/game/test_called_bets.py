"""Called bets: what they expand to, and where they do not exist."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.game.wheel import Wheel, rearranged
from tests import oracle
from tests.vocabulary import big_six, is_called, read_called, roulette

EUROPEAN = roulette("european")
AMERICAN = roulette("american")
SECTIONS = ("voisins", "tiers", "orphelins")


def parts(text: str, wheel: Wheel) -> Counter[str]:
    called = read_called(text, wheel)
    assert called is not None
    return Counter(map(str, called.parts))


def arc(first: str, last: str) -> set[str]:
    ring = oracle.EUROPEAN
    start = ring.index(first)
    turned = ring[start:] + ring[:start]
    return set(turned[: turned.index(last) + 1])


def test_voisins_is_nine_units() -> None:
    expected = {"0-2-3": 2, "25-26-28-29": 2, "4-7": 1, "12-15": 1, "18-21": 1, "19-22": 1, "32-35": 1}
    assert parts("voisins", EUROPEAN) == expected
    assert parts("voisins", EUROPEAN).total() == 9


def test_tiers_is_six_splits() -> None:
    assert parts("tiers", EUROPEAN) == dict.fromkeys(("5-8", "10-11", "13-16", "23-24", "27-30", "33-36"), 1)


def test_orphelins_is_a_straight_and_four_splits() -> None:
    assert parts("orphelins", EUROPEAN) == dict.fromkeys(("1", "6-9", "14-17", "17-20", "31-34"), 1)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("voisins", arc("22", "25")),
        ("tiers", arc("27", "33")),
        ("orphelins", arc("17", "6") | arc("1", "9")),
    ],
)
def test_sections_cover_their_arcs_of_the_wheel(name: str, numbers: set[str]) -> None:
    covered = {label for spot in parts(name, EUROPEAN) for label in spot.split("-")}
    assert covered == numbers


def test_the_three_sections_share_out_the_whole_wheel() -> None:
    sizes = [{label for spot in parts(name, EUROPEAN) for label in spot.split("-")} for name in SECTIONS]
    assert [len(size) for size in sizes] == [17, 12, 8]
    assert set().union(*sizes) == set(oracle.EUROPEAN)


@pytest.mark.parametrize("name", SECTIONS)
@pytest.mark.parametrize("wheel", [AMERICAN, roulette("double-as-single"), big_six()], ids=lambda w: w.id)
def test_wheel_dependent_called_bets_do_not_leak_onto_other_wheels(name: str, wheel: Wheel) -> None:
    assert read_called(name, wheel) is None


@pytest.mark.parametrize(("name", "swap"), [("voisins", "32 5"), ("tiers", "32 5"), ("orphelins", "17 8")])
def test_wheel_dependent_called_bets_do_not_leak_onto_another_arrangement(name: str, swap: str) -> None:
    """Two numbers of one color swap places, so that the section's numbers are no longer adjacent."""
    order = list(oracle.EUROPEAN)
    one, other = map(order.index, swap.split())
    order[one], order[other] = order[other], order[one]
    assert read_called(name, rearranged(EUROPEAN, order)) is None


@given(st.sampled_from(oracle.EUROPEAN), st.integers(1, 18))
def test_neighbors_of_any_size_on_the_single_zero_wheel(center: str, reach: int) -> None:
    at = oracle.EUROPEAN.index(center)
    window = [oracle.EUROPEAN[(at + step) % 37] for step in range(-reach, reach + 1)]
    assert parts(f"neighbors-{center}-{reach}", EUROPEAN) == Counter(window)


@given(st.sampled_from(oracle.AMERICAN), st.integers(1, 18))
def test_neighbors_of_any_size_on_the_double_zero_wheel(center: str, reach: int) -> None:
    at = oracle.AMERICAN.index(center)
    window = [oracle.AMERICAN[(at + step) % 38] for step in range(-reach, reach + 1)]
    assert parts(f"neighbors-{center}-{reach}", AMERICAN) == Counter(window)


@pytest.mark.parametrize("text", ["neighbors-17-0", "neighbors-17-19", "neighbors-37-2", "neighbors-00-2"])
def test_neighbors_that_do_not_exist(text: str) -> None:
    assert read_called(text, EUROPEAN) is None


@pytest.mark.parametrize(
    ("digit", "numbers"),
    [
        (0, "0 10 20 30"),
        (1, "1 11 21 31"),
        (2, "2 12 22 32"),
        (3, "3 13 23 33"),
        (4, "4 14 24 34"),
        (5, "5 15 25 35"),
        (6, "6 16 26 36"),
        (7, "7 17 27"),
        (8, "8 18 28"),
        (9, "9 19 29"),
    ],
)
@pytest.mark.parametrize("wheel", [EUROPEAN, AMERICAN], ids=lambda w: w.id)
def test_finals(wheel: Wheel, digit: int, numbers: str) -> None:
    assert parts(f"final-{digit}", wheel) == Counter(numbers.split())


@given(st.text(max_size=40) | st.from_regex(r"(neighbors|final)-\d{1,3}(-\d{1,3})?", fullmatch=True))
def test_a_called_bet_always_has_components(text: str) -> None:
    for wheel in (EUROPEAN, AMERICAN, big_six()):
        called = read_called(text, wheel)
        if called is not None:
            assert is_called(text)
            assert called.parts


def test_a_final_digit_that_is_not_ascii_has_no_empty_expansion() -> None:
    called = read_called("final-\u0664", EUROPEAN)
    assert called is None or called.parts
