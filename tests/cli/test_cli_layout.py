"""`croupier layout`: the spots as JSON and as a drawing."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.cli.running import Croupier

# Counted on the felt: 3 × 12 numbers; 24 lines across rows and 33 along them; 22 inner corners; 12 rows, 11 pairs.
DOUBLE_ZERO = {
    "straight": 36 + 2,
    "split": 24 + 33 + len(("0-00", "0-1", "0-2", "00-2", "00-3", "0-00@courtesy")),
    "street": 12,
    "trio": len(("0-1-2", "0-00-2", "00-2-3")),
    "corner": 22,
    "first-five": 1,
    "line": 11,
    "column": 3,
    "dozen": 3,
    **dict.fromkeys(("red", "black", "odd", "even", "low", "high"), 1),
}
SINGLE_ZERO = DOUBLE_ZERO | {"straight": 37, "split": 24 + 33 + len(("0-1", "0-2", "0-3"))}


def counted(answer: dict[str, list[dict[str, str]]]) -> dict[str, int]:
    return dict(Counter(spot["wager"] for spot in answer["spots"]))


@pytest.mark.clause("CO 47.1-2203(6)(b)", duty=("covers", "courtesy"))
def test_spots_of_a_colorado_double_zero_layout(croupier: Croupier) -> None:
    answer = croupier("layout", "co-2014", "--json").json
    assert list(answer) == ["book", "wheel", "spots"]
    assert (answer["book"], answer["wheel"]) == ("co-2014", "american")
    assert counted(answer) == DOUBLE_ZERO
    assert all(list(spot) == ["id", "wager", "numbers", "pays", "clause"] for spot in answer["spots"])
    spots = {spot["id"]: spot for spot in answer["spots"]}
    assert len(spots) == len(answer["spots"])
    assert spots["17-20"] == {
        "id": "17-20",
        "wager": "split",
        "numbers": ["17", "20"],
        "pays": 17,
        "clause": "CO 47.1-2203(6)(b)",
    }
    assert spots["0-00@courtesy"]["numbers"] == ["0", "00"]
    assert "5-9" not in spots


def test_first_five_needs_00(croupier: Croupier) -> None:
    assert "first-five" not in counted(croupier("layout", "co-2014", "--wheel", "european", "--json").json)


def test_single_zero_layout_and_its_customary_extras(croupier: Croupier) -> None:
    usual = counted(croupier("layout", "co-2014", "--wheel", "european", "--json").json)
    assert usual == {wager: count for wager, count in SINGLE_ZERO.items() if wager != "first-five"} | {"trio": 1}
    extra = croupier("layout", "co-2014", "--wheel", "european", "--customary", "--json").json
    assert counted(extra) == usual | {"trio-0-2-3": 1, "first-four": 1}
    assert [spot["clause"] for spot in extra["spots"] if spot["wager"] == "first-four"] == [None]


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty=("no-wager", "drawn"))
@pytest.mark.parametrize("book", ["co-2014", "nj"])
def test_places_over_the_covered_00_are_not_spots(croupier: Croupier, book: str) -> None:
    answer = croupier("layout", book, "--wheel", "double-as-single", "--json").json
    assert not [spot for spot in answer["spots"] if "00" in spot["numbers"]]
    assert counted(answer)["straight"] == 37
    assert "×00×" in croupier("layout", book, "--wheel", "double-as-single").out


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", "NJ 19:47-5.1(e)6.ii", "NJ 19:47-5.1(f)", duty="option")
def test_optional_wagers_are_listed_unless_a_table_is_named(croupier: Croupier) -> None:
    every = counted(croupier("layout", "nj", "--json").json)
    options = {"five-adjacent": 38, "six-color": 6, "eight-color": 6, "seven-numbers": 1}
    assert every == DOUBLE_ZERO | options
    assert counted(croupier("layout", "nj", "--offers", "", "--json").json) == DOUBLE_ZERO
    offered = croupier("layout", "nj", "--offers", "five-adjacent, seven-numbers", "--json").json
    assert counted(offered) == DOUBLE_ZERO | {"five-adjacent": 38, "seven-numbers": 1}


@pytest.mark.clause("NJ 19:47-5.1(g)", duty=("red-black", "dozen", "six-dozen"))
def test_a_table_with_color_wagers_has_no_red_and_black(croupier: Croupier) -> None:
    six = counted(croupier("layout", "nj", "--offers", "six-color", "--json").json)
    eight = counted(croupier("layout", "nj", "--offers", "eight-color", "--json").json)
    assert not {"red", "black"} & six.keys()
    assert six["dozen"] == 3
    assert not {"red", "black", "dozen"} & eight.keys()


def test_big_six_layout(croupier: Croupier) -> None:
    answer = croupier("layout", "nj", "--wheel", "big-six", "--json").json
    assert [(spot["id"], spot["pays"]) for spot in answer["spots"]] == [
        ("$1", 1),
        ("$2", 2),
        ("$5", 5),
        ("$10", 10),
        ("$20", 20),
        ("joker", 45),
        ("flag", 45),
    ]


@pytest.mark.parametrize("turn", [[], ["--portrait"]])
@pytest.mark.parametrize(
    ("book", "wheel"), [("nj", "american"), ("nj", "european"), ("nj", "double-as-single"), ("nj", "big-six")]
)
def test_the_drawing_shows_every_number_and_fits_80_columns(
    croupier: Croupier, book: str, wheel: str, turn: list[str]
) -> None:
    ran = croupier("layout", book, "--wheel", wheel, *turn)
    drawn = [line for line in ran.out.splitlines() if set(line) & set("│┌└├")]
    assert ran.code == 0
    assert max(map(len, drawn)) <= 80
    words = " ".join(drawn).replace("│", " ").split()
    if wheel == "big-six":
        assert {"$1", "$20", "joker", "flag"} <= set(words)
    else:
        reds = {word[:-1] for word in words if word.endswith("r") and word[:-1].isdigit()}
        blacks = {word[:-1] for word in words if word.endswith("b") and word[:-1].isdigit()}
        assert (len(reds), len(blacks)) == (18, 18)
        assert reds | blacks == {str(number) for number in range(1, 37)}


def test_numbers_stand_in_three_rows_with_zeros_at_the_head(croupier: Croupier) -> None:
    lines = croupier("layout", "co-2014").out.splitlines()
    rows = [line for line in lines if "2 to 1" in line and "│" in line]
    assert [row.replace("┤", "│").split("│")[-14].strip() for row in rows] == ["3r", "2b", "1r"]
    assert [row.split("│")[-3].strip() for row in rows] == ["36r", "35b", "34r"]
