"""`croupier odds --json` against arithmetic done by hand from the texts' pay tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.running import Croupier

EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")

# wager: (numbers covered, odds to 1), as CO 47.1-2204(1), NJ 19:47-5.2(a) and the house sheet's pay table print them
FOURTEEN = {
    "straight": (1, 35),
    "split": (2, 17),
    "street": (3, 11),
    "trio": (3, 11),
    "corner": (4, 8),
    "first-five": (5, 6),
    "line": (6, 5),
    "column": (12, 2),
    "dozen": (12, 2),
    **dict.fromkeys(EVEN_MONEY, (18, 1)),
}
SINGLE_ZERO = {wager: terms for wager, terms in FOURTEEN.items() if wager != "first-five"}
NEW_JERSEY_OPTIONS = {"five-adjacent": (5, 35), "six-color": (6, 5)}
PUBLIC_ORDER = [
    *("straight split street trio corner first-five line column dozen red black odd even low high").split(),
    *("five-adjacent six-color seven-color eight-color seven-numbers").split(),
]

TABLES = [
    ("co-2013", "american", 38, FOURTEEN),
    ("co-2014", "american", 38, FOURTEEN),
    ("co-2014", "european", 37, SINGLE_ZERO),
    ("co-2014", "double-as-single", 37, SINGLE_ZERO),
    ("nj", "american", 38, FOURTEEN | NEW_JERSEY_OPTIONS | {"eight-color": (8, 3), "seven-numbers": (7, 4)}),
    ("nj", "european", 37, SINGLE_ZERO | NEW_JERSEY_OPTIONS | {"seven-color": (7, 4), "seven-numbers": (7, 4)}),
    ("sd", "american", 38, FOURTEEN),
    ("house", "american", 38, FOURTEEN),
]


def figures(covers: int, pays: int, compartments: int) -> tuple[Fraction, Fraction]:
    """Edge and variance of a wager that wins `pays` on `covers` compartments and loses one unit on the others."""
    chance = Fraction(covers, compartments)
    mean = chance * pays - (1 - chance)
    return -mean, chance * pays**2 + (1 - chance) - mean**2


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "HS pay table", duty="odds")
@pytest.mark.parametrize(("book", "wheel", "compartments", "terms"), TABLES)
def test_figures_of_every_wager(
    croupier: Croupier, book: str, wheel: str, compartments: int, terms: dict[str, tuple[int, int]]
) -> None:
    answer = croupier("odds", book, "--wheel", wheel, "--json").json
    assert list(answer) == ["book", "wheel", "zero", "wagers"]
    assert (answer["book"], answer["wheel"], answer["zero"]) == (book, wheel, "lose-all")
    assert [wager["wager"] for wager in answer["wagers"]] == [name for name in PUBLIC_ORDER if name in terms]
    for wager in answer["wagers"]:
        assert list(wager) == ["wager", "covers", "pays", "edge", "variance", "optional", "clause", "basis"]
        covers, pays = terms[wager["wager"]]
        assert (wager["covers"], wager["pays"]) == (covers, pays)
        assert wager["optional"] is (wager["wager"] in PUBLIC_ORDER[15:])
        if wager["wager"] != "five-adjacent":
            assert (Fraction(wager["edge"]), Fraction(wager["variance"])) == figures(covers, pays, compartments)


def test_the_sample_of_the_design(croupier: Croupier) -> None:
    straight = croupier("odds", "nj", "--wheel", "european", "--json").json["wagers"][0]
    assert straight == {
        "wager": "straight",
        "covers": 1,
        "pays": 35,
        "edge": "1/37",
        "variance": "46656/1369",
        "optional": False,
        "clause": "NJ 19:47-5.2(a)",
        "basis": "text",
    }


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="straights")
def test_five_adjacent_is_five_straights_of_a_fifth(croupier: Croupier) -> None:
    wagers = croupier("odds", "nj", "--json").json["wagers"]
    found = next(wager for wager in wagers if wager["wager"] == "five-adjacent")
    chance, win = Fraction(5, 38), Fraction(35, 5) - Fraction(4, 5)
    mean = chance * win - (1 - chance)
    assert Fraction(found["edge"]) == -mean == Fraction(1, 19)
    assert Fraction(found["variance"]) == chance * win**2 + (1 - chance) - mean**2


# By hand, per unit staked: what a zero takes, times the chance that it comes.
ZERO_PLAYS = [
    ("nj", "american", "half", Fraction(2, 38) / 2),
    ("nj", "american", "lose-all", Fraction(2, 38)),
    ("co-2014", "european", "in-prison-half", Fraction(1, 37) / 2),
    ("co-2014", "european", "in-prison-leave", Fraction(1, 37) * Fraction(19, 37)),
    ("co-2014", "european", "in-prison-best", Fraction(1, 37) / 2),
    ("co-2014", "american", "in-prison-half", Fraction(1, 38) + Fraction(1, 38) / 2),
    ("co-2014", "american", "in-prison-leave", Fraction(1, 38) + Fraction(1, 38) * Fraction(20, 38)),
]


@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "all"))
@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave", "second-zero"))
@pytest.mark.parametrize(("book", "wheel", "zero", "edge"), ZERO_PLAYS)
def test_even_money_edge_under_each_zero_rule(
    croupier: Croupier, book: str, wheel: str, zero: str, edge: Fraction
) -> None:
    answer = croupier("odds", book, "--wheel", wheel, "--zero", zero, "--json").json
    assert answer["zero"] == zero
    edges = {wager["wager"]: Fraction(wager["edge"]) for wager in answer["wagers"]}
    assert {edges[wager] for wager in EVEN_MONEY} == {edge}
    assert edges["straight"] == (Fraction(1, 37) if wheel == "european" else Fraction(1, 19))


@pytest.mark.clause("NJ 19:47-5.5(a)", duty="odds")
def test_big_six_figures(croupier: Croupier) -> None:
    stops = {
        "$1": (24, 1),
        "$2": (15, 2),
        "$5": (7, 5),
        "$10": (4, 10),
        "$20": (2, 20),
        "joker": (1, 45),
        "flag": (1, 45),
    }
    wagers = croupier("odds", "nj", "--wheel", "big-six", "--json").json["wagers"]
    assert [wager["wager"] for wager in wagers] == list(stops)
    for wager in wagers:
        covers, pays = stops[wager["wager"]]
        assert (Fraction(wager["edge"]), Fraction(wager["variance"])) == figures(covers, pays, 54)


def test_customary_odds_cite_no_clause(croupier: Croupier) -> None:
    plain = croupier("odds", "co-2014", "--wheel", "european", "--json").json["wagers"]
    extra = croupier("odds", "co-2014", "--wheel", "european", "--customary", "--json").json["wagers"]
    added = [wager for wager in extra if wager not in plain]
    assert [(wager["wager"], wager["covers"], wager["pays"]) for wager in added] == [
        ("trio-0-2-3", 3, 11),
        ("first-four", 4, 8),
    ]
    assert {(wager["clause"], wager["basis"]) for wager in added} == {(None, "customary")}
    south_dakota = croupier("odds", "sd", "--json").json["wagers"]
    assert {(wager["clause"], wager["basis"]) for wager in south_dakota} == {(None, "customary")}


def test_the_readable_table_says_what_the_player_chooses(croupier: Croupier) -> None:
    half = croupier("odds", "co-2014", "--zero", "in-prison-best")
    leave = croupier("odds", "co-2014", "--zero", "in-prison-leave")
    assert "the player takes half back" in half.out
    assert "the player leaves the wager in prison" in leave.out
    assert "On 00, they lose entirely" in half.out
    assert "3.947%" in half.out


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="top-line-name")
@pytest.mark.parametrize("command", ["layout", "odds"])
def test_south_dakotas_own_words_are_in_the_lists(croupier: Croupier, command: str) -> None:
    lines = croupier(command, "sd").out.splitlines()
    (line,) = (line for line in lines if line.startswith("first-five"))
    assert line.split("  ")[1].strip() == "Top Line (first five numbers)"


def test_a_wheel_without_a_zero_has_no_zero_rule_in_its_heading(croupier: Croupier) -> None:
    heading = croupier("odds", "nj", "--wheel", "big-six").out.splitlines()[1]
    assert heading == "New Jersey N.J.A.C. 19:47-5, big-six wheel"
    assert croupier("odds", "nj").out.splitlines()[1].endswith("american wheel, zero lose-all")
    settled = croupier("settle", "examples/rounds/new-jersey-big-six.toml").out.splitlines()[0]
    assert settled == "New Jersey N.J.A.C. 19:47-5, big-six wheel. Result: joker."
