"""The reach of one player in the initial rounds, against a search over every way to place a small stack."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from croupier.rules.library import rulebook
from croupier.tournament.structure import best_gain, largest, payouts, reaches
from tests.tournament.playing import document, event_document, setup_of

TABLE = rulebook("co-2014").table("american")


def exhaustive_gain(stack: int, cap: int | None, number: str) -> int:
    """The most that a stack wins on one number, over all ways to divide it among the wagers that hold it."""
    odds = sorted((int(TABLE.pays(spot.wager)) for spot in TABLE.layout if number in spot.numbers), reverse=True)[:4]
    most = stack if cap is None else cap
    best = 0
    for stakes in product(range(min(stack, most) + 1), repeat=len(odds)):
        if sum(stakes) <= stack:
            best = max(best, sum(stake * pays for stake, pays in zip(stakes, odds, strict=True)))
    return best


def test_the_gain_is_the_best_of_all_ways() -> None:
    odds = payouts(TABLE)
    for stack, cap in product((1, 2, 5, 8), (None, 2, 3, 100)):
        expected = max(exhaustive_gain(stack, cap, label) for label in TABLE.game.wheel.labels)
        assert best_gain(stack, cap, odds) == expected, (stack, cap)


def test_an_uncapped_stack_grows_36_times_a_game() -> None:
    event = setup_of(document(events=[event_document(round=[{"games": 4}])])).events[0]
    found = reaches(TABLE, event, 1)
    assert [reach.stack.count for reach in found] == [1000, 36_000, 1_296_000, 46_656_000]
    top = largest(found)
    assert top is not None
    assert top.value == 46_656_000 * Fraction(100_00, 1000)


def test_purchases_count_where_money_makes_the_stack_larger() -> None:
    """Two re-buys of 500 before the first game make 2,000 points; at ten cents a point all of it is $200.00."""
    purchase = {"price": 50_00, "points": 500, "most": 2, "broke_only": False}
    event = setup_of(document(events=[event_document(purchase=purchase, round=[{"games": 1}])])).events[0]
    top = largest(reaches(TABLE, event, 1))
    assert top is not None
    assert (top.stack.count, top.value) == (2000, Fraction(200_00))


def test_fresh_chips_start_again_and_carried_ones_continue() -> None:
    rounds = [{"games": 1, "best": 2}, {"games": 1, "chips": "fresh", "best": 2}, {"games": 1, "chips": "carried"}]
    event = setup_of(document(events=[event_document(round=rounds)], initial_rounds=3)).events[0]
    assert [reach.stack.count for reach in reaches(TABLE, event, 3)] == [1000, 1000, 36_000]
