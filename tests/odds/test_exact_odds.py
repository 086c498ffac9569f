"""Exact edges and variances: the published figures, and closed forms for every wager of every book."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from croupier import Odds, Problems, rulebook
from tests import oracle

COLORADO = ("co-2013", "co-2014")

# Published


@pytest.mark.parametrize(
    ("book", "wheel", "zero", "wager", "edge"),
    [
        ("co-2014", "european", "lose-all", "straight", Fraction(1, 37)),
        ("nj", "double-as-single", "lose-all", "straight", Fraction(1, 37)),
        ("nj", "american", "lose-all", "straight", Fraction(1, 19)),
        ("nj", "american", "lose-all", "red", Fraction(1, 19)),
        ("nj", "american", "lose-all", "first-five", Fraction(3, 38)),
        ("nj", "american", "half", "red", Fraction(1, 38)),
        ("nj", "american", "half", "straight", Fraction(1, 19)),
        ("co-2014", "european", "in-prison-half", "red", Fraction(1, 74)),
        ("co-2014", "european", "in-prison-leave", "red", Fraction(19, 1369)),
        ("co-2014", "european", "in-prison-best", "red", Fraction(1, 74)),
        ("co-2014", "american", "in-prison-half", "red", Fraction(3, 76)),
        ("nj", "big-six", "lose-all", "$1", Fraction(1, 9)),
        ("nj", "big-six", "lose-all", "$2", Fraction(1, 6)),
        ("nj", "big-six", "lose-all", "$5", Fraction(2, 9)),
        ("nj", "big-six", "lose-all", "$10", Fraction(5, 27)),
        ("nj", "big-six", "lose-all", "$20", Fraction(2, 9)),
        ("nj", "big-six", "lose-all", "joker", Fraction(4, 27)),
        ("nj", "big-six", "lose-all", "flag", Fraction(4, 27)),
    ],
)
def test_published_edges(book: str, wheel: str, zero: str, wager: str, edge: Fraction) -> None:
    assert rulebook(book).table(wheel, zero=zero).odds[wager].edge == edge


def test_published_variance_of_a_straight() -> None:
    assert rulebook("nj").table("european").odds["straight"].variance == Fraction(46656, 1369)


# Closed forms: with chance p and k to 1, the edge is 1 - p(k + 1) and the variance (k + 1)^2 p (1 - p).

COVERS = {
    "straight": 1,
    "split": 2,
    "street": 3,
    "trio": 3,
    "trio-0-2-3": 3,
    "corner": 4,
    "first-four": 4,
    "first-five": 5,
    "line": 6,
    "column": 12,
    "dozen": 12,
    "five-adjacent": 5,
    "six-color": 6,
    "seven-color": 7,
    "eight-color": 8,
    "seven-numbers": 7,
    **dict.fromkeys(oracle.EVEN_MONEY, 18),
}


class Figures(NamedTuple):
    edge: Fraction
    variance: Fraction


def plain(chance: Fraction, pays: Fraction) -> Figures:
    return Figures(1 - chance * (pays + 1), (pays + 1) ** 2 * chance * (1 - chance))


def from_moments(first: Fraction, second: Fraction) -> Figures:
    return Figures(-first, second - first * first)


def even_money(size: int, halving: int, play: str) -> Figures:
    """`halving` zeros take half or imprison, the other zeros take all; 18 numbers win, 18 lose."""
    win, zero = Fraction(18, size), Fraction(halving, size)
    lose = 1 - win - zero
    if play == "half":
        return from_moments(win - lose - zero / 2, win + lose + zero / 4)
    lost_in_prison = zero * (1 - win)  # a prisoner that wins gets the stake back: nothing won, nothing lost
    return from_moments(win - lose - lost_in_prison, win + lose + lost_in_prison)


def expected(wheel: str, wager: str, zero: str, halving: int) -> Figures:
    size = 38 if wheel == "american" else 37
    if wager in oracle.EVEN_MONEY and zero != "lose-all":
        half, leave = (even_money(size, halving, play) for play in ("half", "leave"))
        if zero in ("half", "in-prison-half"):
            return half
        return leave if zero == "in-prison-leave" else min(half, leave)
    if wager == "five-adjacent":  # a fifth of the stake wins 35 to 1, so a unit comes back as 36/5
        return plain(Fraction(5, size), Fraction(36, 5) - 1)
    return plain(Fraction(COVERS[wager], size), Fraction(oracle.PAYS[wager]))


class Table(NamedTuple):
    book: str
    wheel: str
    zero: str = "lose-all"
    halving: int = 0
    layout: str | None = None

    def __str__(self) -> str:
        return " ".join(part for part in (self.book, self.wheel, self.zero, self.layout) if part)


PRISON = ("in-prison", "in-prison-half", "in-prison-leave", "in-prison-best")
TABLES = [
    *(Table(book, wheel) for book, wheels in oracle.WHEELS.items() for wheel in wheels if wheel != "big-six"),
    *(Table(book, "double-as-single", layout="single-zero") for book in (*COLORADO, "nj")),
    Table("nj", "american", "half", 2),
    *(Table(book, wheel, zero, 1) for book in COLORADO for wheel in ("american", "european") for zero in PRISON),
]


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "HS pay table", duty="odds")
@pytest.mark.clause("CO 47.1-2204(2)", duty=("even-money", "zero", "half", "leave", "second-zero"))
@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "all"))
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_wager_under_every_option_against_closed_forms(table: Table) -> None:
    choices: dict[str, Any] = {"layout": table.layout} if table.layout else {}
    odds = rulebook(table.book).table(table.wheel, zero=table.zero, **choices).odds
    found = {wager: Figures(figures.edge, figures.variance) for wager, figures in odds.items()}
    assert found == {wager: expected(table.wheel, wager, table.zero, table.halving) for wager in odds}
    assert {wager: figures.covers for wager, figures in odds.items()} == {wager: COVERS[wager] for wager in odds}


ORDER = (
    "straight split street trio corner first-five line column dozen red black odd even low high "
    "five-adjacent six-color seven-color eight-color seven-numbers"
).split()


@pytest.mark.parametrize(
    ("wheel", "gone"),
    [
        ("american", {"seven-color"}),
        ("european", {"first-five", "eight-color"}),
        ("double-as-single", {"first-five", "eight-color"}),
    ],
)
def test_new_jersey_gives_figures_for_optional_wagers_too_in_the_public_order(wheel: str, gone: set[str]) -> None:
    assert list(rulebook("nj").table(wheel).odds) == [wager for wager in ORDER if wager not in gone]


def test_the_customary_extras_have_figures_where_they_are_offered() -> None:
    offers = ["trio-0-2-3", "first-four"]
    for book in (*COLORADO, "nj"):
        odds = rulebook(book).table("european", offers=offers).odds
        assert all(
            Figures(odds[name].edge, odds[name].variance) == expected("european", name, "", 0) for name in offers
        )
        assert not set(offers) & set(rulebook(book).table("european").odds)


# In prison


@pytest.mark.parametrize("wheel", ["american", "european"])
def test_half_back_is_the_better_choice_in_prison(wheel: str) -> None:
    best = rulebook("co-2014").table(wheel, zero="in-prison-best").odds["red"]
    leave = rulebook("co-2014").table(wheel, zero="in-prison-leave").odds["red"]
    assert best.choice == "half"
    assert best.edge < leave.edge


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_law_is_a_law(table: Table) -> None:
    choices: dict[str, Any] = {"layout": table.layout} if table.layout else {}
    for figures in rulebook(table.book).table(table.wheel, zero=table.zero, **choices).odds.values():
        assert sum(chance for _, chance in figures.law) == 1
        assert all(chance > 0 for _, chance in figures.law)
        assert all(isinstance(value, Fraction) for pair in figures.law for value in pair)
        assert figures.chance == Fraction(figures.covers, 38 if table.wheel == "american" else 37)


# Big Six

STOPS = [
    pytest.param(oracle.BIG_SIX, id="54 stops"),
    pytest.param({"$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "joker": 1, "flag": 1}, id="23-15-8-4-2-1-1"),
    pytest.param({"$1": 22, "$2": 14, "$5": 7, "$10": 3, "$20": 2, "joker": 1, "flag": 1}, id="50 stops"),
    pytest.param(dict.fromkeys(oracle.BIG_SIX, 1), id="7 stops"),
    pytest.param({**oracle.BIG_SIX, "joker": 2}, id="two jokers"),
]


@pytest.mark.clause("NJ 19:47-5.5(a)", duty="odds")
@pytest.mark.parametrize("stops", STOPS)
@pytest.mark.parametrize("clapper", ["previous", "void"])
def test_big_six_with_any_stop_counts(stops: dict[str, int], clapper: str) -> None:
    odds = rulebook("nj").table("big-six", stops=stops, clapper=clapper).odds
    total = sum(stops.values())
    assert list(odds) == list(oracle.BIG_SIX)
    for symbol, figures in odds.items():
        closed = plain(Fraction(stops[symbol], total), Fraction(oracle.PAYS[symbol]))
        assert (figures.edge, figures.variance, figures.covers) == (*closed, stops[symbol])


def test_a_big_six_wheel_lacks_no_insignia() -> None:
    with pytest.raises(Problems):
        rulebook("nj").table("big-six", stops={**oracle.BIG_SIX, "flag": 0})


# A house that pays more


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "NJ 19:47-5.5(a)", duty="odds")
@pytest.mark.parametrize(
    ("book", "wheel", "wager", "pays"),
    [
        ("co-2014", "european", "straight", 36),
        ("co-2014", "european", "straight", 37),
        ("nj", "american", "first-five", "6 1/2"),
        ("nj", "american", "red", "21/20"),
        ("sd", "american", "column", "9/4"),
        ("nj", "double-as-single", "seven-numbers", 5),
        ("nj", "big-six", "flag", 47),
    ],
)
def test_a_house_that_pays_more_gets_its_own_figures(book: str, wheel: str, wager: str, pays: int | str) -> None:
    rules = rulebook(book).table(wheel, pays={wager: pays})
    value = Fraction(13, 2) if pays == "6 1/2" else Fraction(pays)
    size, covers = (54, 1) if wheel == "big-six" else (38 if wheel == "american" else 37, COVERS[wager])
    figures = rules.odds[wager]
    assert figures.pays == value
    assert Figures(figures.edge, figures.variance) == plain(Fraction(covers, size), value)
    others: dict[str, Odds] = {name: odds for name, odds in rules.odds.items() if name != wager}
    usual = rulebook(book).table(wheel).odds
    assert {name: odds.edge for name, odds in others.items() if name != "five-adjacent"} == {
        name: odds.edge for name, odds in usual.items() if name not in (wager, "five-adjacent")
    }


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="straights")
def test_five_adjacent_follows_the_straights_of_the_house() -> None:
    odds = rulebook("nj").table("european", pays={"straight": 36}).odds
    assert odds["five-adjacent"].edge == odds["straight"].edge == 0


def test_fair_and_losing_odds_have_a_zero_and_a_negative_edge() -> None:
    odds = {pays: rulebook("nj").table("european", pays={"straight": pays}).odds["straight"] for pays in (36, 37)}
    assert odds[36].edge == 0
    assert odds[37].edge == Fraction(-1, 37)
