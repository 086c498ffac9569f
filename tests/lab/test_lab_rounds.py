"""Three derivations of every wager: enumeration, a closed form, and a simulation with a fixed key."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import croupier
from croupier.game.wager import WagerId
from croupier.lab.counts import spin_counts
from croupier.lab.rounds import RoundLaw, round_of
from croupier.rules.table import Rules
from tests.vocabulary import EVEN_MONEY

OPTIONAL = ("five-adjacent", "seven-numbers")
TABLES = [
    ("nj", "american", "lose-all", OPTIONAL),
    ("nj", "american", "half", OPTIONAL),
    ("nj", "american", "half", ("six-color", "eight-color")),
    ("nj", "european", "lose-all", ("six-color", "seven-color")),
    ("nj", "double-as-single", "lose-all", OPTIONAL),
    ("co-2014", "european", "in-prison-half", ()),
    ("co-2014", "european", "in-prison-leave", ()),
    ("co-2014", "american", "in-prison-best", ()),
    ("sd", "american", "lose-all", ()),
    ("nj", "big-six", "lose-all", ()),
]


def table(book: str, wheel: str, zero: str, offers: tuple[str, ...]) -> Rules:
    return croupier.rulebook(book).table(wheel, zero=zero, offers=list(offers))


def closed_form(rules: Rules, kind: WagerId) -> tuple[Fraction, Fraction]:
    """Edge and variance per unit from p = covered / size and the odds, zero rules by their published formulas."""
    odds = rules.odds[kind]
    size, pays = rules.game.wheel.size, rules.game.pays[kind]
    parts = 5 if kind == "five-adjacent" else 1
    win, p = (pays + 1) / parts - 1, Fraction(odds.covers, size)
    mean, square = p * win - (1 - p), p * win**2 + (1 - p)
    answers = len(rules.game.zero_answers) if kind in EVEN_MONEY else 0
    zero = Fraction(answers, size)
    if answers and rules.choices.zero.name in ("half", "in-prison-half", "in-prison-best"):
        mean, square = mean + zero / 2, square - zero * Fraction(3, 4)  # half of the stake comes back
    elif answers:
        mean, square = mean + zero * p, square - zero * p  # the prisoner is released with chance p
    return -mean, square - mean**2


@pytest.mark.parametrize("of", TABLES, ids=lambda of: "-".join(of[:3]))
def test_every_wager_by_three_derivations(of: tuple[str, str, str, tuple[str, ...]]) -> None:
    rules = table(*of)
    spins = 200_000
    counts = spin_counts(rules.game.wheel.size, spins, key=20, workers=1)
    labels = [label for label, count in rules.game.wheel.counts.items() for _ in range(count)]
    seen = dict.fromkeys(labels, 0)
    for label, count in zip(labels, counts.tolist(), strict=True):
        seen[label] += count
    kinds = {spot.wager: spot for spot in reversed(rules.layout.spots)}
    for kind, spot in kinds.items():
        each = round_of(rules, {spot.id: 1000})
        variance = each.variance / 1000**2
        assert (each.edge, variance) == (rules.odds[kind].edge, rules.odds[kind].variance), kind
        assert (each.edge, variance) == closed_form(rules, kind), kind
        won = sum(count for label, count in seen.items() if label in spot.numbers)
        chance = float(rules.odds[kind].covers / Fraction(rules.game.wheel.size))
        assert abs(won - spins * chance) < 3 * math.sqrt(spins * chance * (1 - chance)), kind


@pytest.mark.parametrize(
    ("of", "spot", "edge"),
    [
        (("nj", "european", "lose-all", ()), "red", Fraction(1, 37)),
        (("nj", "american", "lose-all", ()), "17", Fraction(1, 19)),
        (("nj", "american", "lose-all", ()), "0-00-1-2-3", Fraction(3, 38)),
        (("nj", "american", "half", ()), "red", Fraction(1, 38)),
        (("nj", "big-six", "lose-all", ()), "$1", Fraction(1, 9)),
        (("nj", "big-six", "lose-all", ()), "$2", Fraction(1, 6)),
        (("nj", "big-six", "lose-all", ()), "$5", Fraction(2, 9)),
        (("nj", "big-six", "lose-all", ()), "$10", Fraction(5, 27)),
        (("nj", "big-six", "lose-all", ()), "$20", Fraction(2, 9)),
        (("nj", "big-six", "lose-all", ()), "joker", Fraction(4, 27)),
        (("co-2014", "european", "in-prison-leave", ()), "red", Fraction(19, 1369)),
    ],
)
def test_published_edges(of: tuple[str, str, str, tuple[str, ...]], spot: str, edge: Fraction) -> None:
    assert round_of(table(*of), {spot: 1000}).edge == edge


def test_prisoners_of_one_portfolio_share_their_second_spin() -> None:
    rules = table("co-2014", "european", "in-prison-leave", ())
    each = round_of(rules, {"red": 100, "black": 100})
    # 36 colors: one wins, one loses. Zero, then a color: one is released, one loses. Zero twice: both lose.
    assert {outcome.net: Fraction(outcome.weight, each.total) for outcome in each.outcomes} == {
        0: Fraction(36, 37),
        -100: Fraction(36, 37**2),
        -200: Fraction(1, 37**2),
    }
    assert each.prison == Fraction(1, 37)


def test_odd_cents_round_in_the_players_favor_and_say_so() -> None:
    rules = table("nj", "american", "half", ())
    assert [outcome.net for outcome in round_of(rules, {"red": 101}).outcomes] == [101, -50, -101]
    assert not round_of(rules, {"red": 101}).exact
    assert round_of(rules, {"red": 100}).exact


@pytest.mark.parametrize(
    ("portfolio", "words"),
    [
        ({}, "there is none"),
        ({"1-36": 100}, "not a place on"),
        ({"red": 0}, "not a wager"),
        ({"red": 500, "37": 1}, "there is no number 37"),
        ({"adjacent-17": 500}, "not offered"),
    ],
)
def test_wagers_that_the_table_refuses(portfolio: dict[str, int], words: str) -> None:
    with pytest.raises(croupier.Problems, match=words):
        round_of(table("nj", "american", "lose-all", ()), portfolio)


def test_limits_bound_the_multiple() -> None:
    rules = croupier.rulebook("nj").table("american", limits={"minimum": 100, "maximum": 1000})
    assert round_of(rules, {"red": 100}).multiple_max == 10
    assert round_of(rules, {"red": 1000}).multiple_max == 1
    with pytest.raises(croupier.Problems, match="above"):
        round_of(rules, {"red": 1001})
    with pytest.raises(croupier.Problems, match="above"):
        round_of(rules, {"red": 600, " red": 600})


def test_results_stand_on_a_lattice() -> None:
    each: RoundLaw = round_of(table("nj", "big-six", "lose-all", ()), {"$1": 100, "joker": 200})
    assert sum(each.chances) == 1
    assert ([outcome.net for outcome in each.outcomes], each.step) == ([8900, -100, -300], 200)
