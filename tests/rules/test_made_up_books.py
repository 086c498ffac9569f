"""Texts that nobody wrote, as files alone: whatever other roulette regulations say can be expressed, and is exact.

Figures are worked out here by arithmetic of their own, from what the files say.
"""

from __future__ import annotations

import datetime
from fractions import Fraction
from math import comb
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from croupier import Choice, Problems, Rules, Wager
from croupier.game.drawing import Orientation, draw
from croupier.game.settlement import Verdict
from croupier.press.par import par_sheet
from croupier.rules.book import Rulebook
from croupier.rules.explain import explain
from croupier.rules.library import Library
from croupier.rules.zero_words import zero_sentences
from croupier.table.state import Setup
from croupier.terms.money import Cents
from croupier.wire.rules import table_rules

BOOKS = Path(__file__).parent.parent / "rulebooks"
LIBRARY = Library([BOOKS])
TRIPLE = LIBRARY.book("zz-2040").table("dreifach", limits={"minimum": 500})
FORTUNE = LIBRARY.book("zz-2040").table("fortuna")
DUNGEON = LIBRARY.book("zz-2041").table("klein", zero="kerker")
LIGHTER = LIBRARY.book("zz-2041").table("klein", zero="leichter-leave")


def settled(rules: Rules, result: str, *wagers: Wager) -> list[tuple[str, int, int]]:
    answer = rules.settle(result, wagers)
    assert answer.refused == ()
    return [(each.outcome, each.winnings, each.returned) for each in answer.wagers]


def codes(rules: Rules, *wagers: Wager) -> list[str]:
    return [each.code for each in rules.settle(next(iter(rules.game.wheel.counts)), wagers).refused]


# Wheels, layouts and sets


def test_a_wheel_in_an_order_that_breaks_the_alternation() -> None:
    wheel = TRIPLE.game.wheel
    assert (wheel.size, len(wheel.labels), wheel.zeros) == (39, 39, ("0", "00", "000"))
    assert [wheel.color[label] for label in ("1", "2", "10", "11", "19", "27", "000")] == [
        *("red", "red", "red", "black", "red", "black", "green"),
    ]
    assert sum(color == "red" for color in wheel.color.values()) == 18


def test_zeros_in_two_rows_have_lines_of_their_own() -> None:
    splits = {spot.id for spot in TRIPLE.layout if spot.wager == "split"}
    assert {"0-00", "0-000", "00-000", "0-1", "0-2", "00-2", "00-3"} <= splits
    assert not {"1-000", "2-000", "3-000"} & splits
    # 12 rows with 2 lines across and 3 x 11 along, 2 zeros and 000 above them
    assert len(splits) == 12 * 2 + 3 * 11 + 4 + 3


def test_a_grid_of_four_columns_and_three_zeros_abreast() -> None:
    layout = DUNGEON.layout
    columns = {str(spot.id): spot.numbers for spot in layout if spot.wager == "column"}
    assert columns["column-1"] == ("1", "5", "9", "13", "17", "21")
    assert len(columns) == 4
    assert "0-K" in layout
    assert "0-X" not in layout
    # six rows of four: 3 lines across each, 4 x 5 along; the zeros share two lines and meet the first row in 6
    assert sum(spot.wager == "split" for spot in layout) == 6 * 3 + 4 * 5 + 2 + 6


@pytest.mark.parametrize("rules", [TRIPLE, FORTUNE, DUNGEON], ids=lambda rules: rules.choices.wheel)
@pytest.mark.parametrize("orientation", [*Orientation])
def test_every_spot_is_drawn_inside_the_felt(rules: Rules, orientation: Orientation) -> None:
    drawing = draw(rules.layout, orientation)
    assert {spot.id for spot in drawing.spots} == {spot.id for spot in rules.layout if spot.area is not None}
    for spot in drawing.spots:
        assert 0 < spot.rect.x < drawing.width
        assert 0 < spot.rect.y < drawing.height


# Odds


@pytest.mark.parametrize(
    ("wager", "edge"),
    [
        ("straight", 1 - Fraction(36, 39)),
        ("split", 1 - Fraction(2 * 18, 39)),
        ("column", 1 - Fraction(12 * 3, 39)),
        ("red", 1 - Fraction(18 * 2, 39) - Fraction(3, 39) / 2),
        ("schlange", 1 - (10 * Fraction(3) + Fraction(4) + Fraction(7, 2)) / 39),
        ("zwoelf", 1 - Fraction(12 * 3, 39)),
    ],
)
def test_edges_on_three_zeros(wager: str, edge: Fraction) -> None:
    assert TRIPLE.odds[wager].edge == edge


def test_edges_on_a_wheel_of_52_segments() -> None:
    assert FORTUNE.odds["segment"].edge == 1 - Fraction(13 * 4, 52)
    assert FORTUNE.odds["rot"].edge == 1 - Fraction(26, 52) * Fraction(19, 10)
    (crown,) = FORTUNE.settle("Krone", [Wager(1, "Krone", 100)]).wagers
    assert (crown.winnings, crown.clause) == (2_400, "ZZ 7")


def test_odds_may_differ_by_the_number_that_wins() -> None:
    stake = Wager(1, "schlange", 1_000)
    assert settled(TRIPLE, "5", stake) == [("win", 2_000, 1_000)]
    assert settled(TRIPLE, "1", stake) == [("win", 3_000, 1_000)]
    assert settled(TRIPLE, "34", stake) == [("win", 2_500, 1_000)]
    assert settled(TRIPLE, "2", stake) == [("lose", 0, 0)]


def test_any_twelve_numbers_that_a_player_names() -> None:
    named = "36-1-2-3-4-5-6-7-8-9-10-0"
    assert TRIPLE.find(named).id == "0-1-2-3-4-5-6-7-8-9-10-36"  # type: ignore[union-attr]
    assert settled(TRIPLE, "0", Wager(1, named, 500)) == [("win", 1_000, 500)]
    assert settled(TRIPLE, "11", Wager(1, named, 500)) == [("lose", 0, 0)]
    assert codes(TRIPLE, Wager(1, "1-2-3-4-5-6-7-8-9-10-11", 500)) == ["spot-unknown"]
    assert codes(TRIPLE, Wager(1, "1-1-2-3-4-5-6-7-8-9-10-11", 500)) == ["spot-unreadable"]
    assert len(TRIPLE.layout) < comb(39, 12)


# The zero rule as a state machine


def prison_edge(levels: int) -> Fraction:
    """Of red on the wheel of 27: 12 red, zeros 0 and X imprison half of what is left, K loses like any number.

    A free unit wins with 12/27 and goes to prison as a half with 2/27; a prisoner comes back with 12/27, and with
    2/27 half of it stays, until it has been imprisoned `levels` times.
    """
    win, zero = Fraction(12, 27), Fraction(2, 27)

    def prisoner(amount: Fraction, level: int) -> Fraction:
        again = zero * prisoner(amount / 2, level + 1) if level < levels else Fraction(0)
        return win * amount + again

    return 1 - (2 * win + zero * prisoner(Fraction(1, 2), 1))


def test_a_prison_that_halves_and_ends() -> None:
    assert DUNGEON.odds["red"].edge == prison_edge(3)
    assert prison_edge(3) != prison_edge(2)
    assert zero_sentences(DUNGEON)[0].startswith("On 0 or X, wagers on red")


def test_each_imprisonment_takes_half_and_the_floor_ends_it() -> None:
    assert settled(DUNGEON, "0", Wager(1, "red", 1_600)) == [("imprisoned", 0, 800)]
    assert settled(DUNGEON, "X", Wager(1, "red", 800, imprisoned=1)) == [("imprisoned", 0, 400)]
    assert settled(DUNGEON, "0", Wager(1, "red", 400, imprisoned=2)) == [("imprisoned", 0, 200)]
    assert settled(DUNGEON, "0", Wager(1, "red", 398, imprisoned=2)) == [("lose", 0, 0)]  # 1.95 is below the floor
    assert settled(DUNGEON, "0", Wager(1, "red", 800, imprisoned=3)) == [("lose", 0, 0)]  # three times is the most
    assert settled(DUNGEON, "K", Wager(1, "red", 800, imprisoned=1)) == [("lose", 0, 0)]
    assert settled(DUNGEON, "1", Wager(1, "red", 800, imprisoned=1)) == [("released", 0, 800)]
    assert DUNGEON.game.close(800).returned == 800


def test_a_first_zero_below_the_floor_is_not_told_as_prison() -> None:
    """Half of 3.98 rounds to 1.95, below the least of 2.00; half of 4.00 is that least, and stays."""
    low, enough = DUNGEON.settle("0", [Wager(1, "red", 398), Wager(2, "red", 400)]).wagers
    told = explain(DUNGEON, "0", low)[-1].text
    assert told == "On 0, less than 2.00 € would stay in prison: the wager loses, 3.98 €."
    assert "2.00 € stays on the layout for one more spin" in explain(DUNGEON, "0", enough)[-1].text
    back = replace(low, outcome=Verdict.RELEASED, returned=Cents(195))  # as a text may say
    told = explain(DUNGEON, "0", back)[-1].text
    assert told == "On 0, less than 2.00 € would stay in prison: 1.95 € goes back."


def lighter_edge() -> Fraction:
    """Two levels: a win lightens by one, a zero adds one, a third imprisonment loses; of a column, 6 in 27.

    From level 1: back with 6/27, to level 2 with 2/27. From level 2: to level 1 with 6/27, lost otherwise.
    """
    win, zero = Fraction(6, 27), Fraction(2, 27)
    # a = win + zero b, b = win a
    one = win / (1 - zero * win)
    return 1 - (3 * win + zero * one)


def test_a_prison_that_can_continue_and_covers_columns() -> None:
    assert LIGHTER.odds["column"].edge == lighter_edge()
    assert settled(LIGHTER, "0", Wager(1, "column-2", 500, Choice.LEAVE)) == [("imprisoned", 0, 500)]
    assert settled(LIGHTER, "2", Wager(1, "column-2", 500, imprisoned=2)) == [("imprisoned", 0, 500)]
    assert settled(LIGHTER, "2", Wager(1, "column-2", 500, imprisoned=1)) == [("released", 0, 500)]
    assert settled(LIGHTER, "0", Wager(1, "column-2", 500, Choice.HALF)) == [("half", 0, 250)]


# Limits and money


def test_limits_are_multiples_of_the_minimum_and_totals_of_a_player() -> None:
    assert codes(TRIPLE, Wager(1, "red", 20_000)) == []
    assert codes(TRIPLE, Wager(1, "red", 20_005)) == ["stake-above-maximum"]
    assert codes(TRIPLE, Wager(1, "17", 5_000)) == []
    assert codes(TRIPLE, Wager(1, "17", 5_005)) == ["stake-above-maximum"]
    outside = [Wager(1, spot, 20_000) for spot in ("red", "black")]
    assert codes(TRIPLE, *outside, Wager(1, "column-1", 10_000)) == []
    assert codes(TRIPLE, *outside, Wager(1, "column-1", 10_005)) == ["total-above-maximum"]
    assert codes(TRIPLE, *outside, Wager(2, "column-1", 20_000)) == []


BANDS = """
[limits]
bands = [{ minimum = 2500, maximum = 100000 }, { minimum = 500, maximum = 20000 }]
clause = "ZZ 5"
basis = "text"
"""


@pytest.fixture(scope="module")
def banded(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """The text with bands: up to a minimum of 5 euros at most 200, up to 25 at most 1,000, and no others."""
    folder = tmp_path_factory.mktemp("books")
    copytree(BOOKS / "zz-2040", folder / "zz-2040")
    file = folder / "zz-2040" / "book.toml"
    text = file.read_text("utf-8")
    head, tail = text.split("[limits]", 1)
    file.write_text(head + BANDS + tail[tail.index("[coupons]") :], "utf-8")
    return Library([folder]).book("zz-2040")


@pytest.mark.parametrize(
    ("minimum", "most"), [(500, 20_000), (505, 100_000), (2_500, 100_000)], ids=["first", "above the first", "last"]
)
def test_a_band_of_the_minimum_has_its_maximum(banded: Rulebook, minimum: int, most: int) -> None:
    rules = banded.table("dreifach", limits={"minimum": minimum})
    assert codes(rules, Wager(1, "red", most)) == []
    assert codes(rules, Wager(1, "red", most + 5)) == ["stake-above-maximum"]
    assert rules.unchosen == ()


@pytest.mark.parametrize(("limits", "says"), [({}, "none is posted"), ({"minimum": 2_505}, "is above 25.00 €")])
def test_a_table_that_the_text_has_no_maximum_for_does_not_open(
    banded: Rulebook, limits: dict[str, int], says: str
) -> None:
    """A minimum outside every band is not a table without a maximum: the text has no such table."""
    choices = {"wheel": "dreifach", "limits": limits}
    with pytest.raises(Problems, match=says) as raised:
        table_rules(banded, choices, Setup("7"))
    assert [(each.key, each.clause) for each in raised.value.problems] == [("limits.minimum", "ZZ 5")]
    table_rules(banded, {"wheel": "dreifach", "limits": {"minimum": 2_500}}, Setup("7"))


def test_amounts_are_rounded_to_five_cents_in_favor_of_the_house() -> None:
    assert settled(TRIPLE, "0", Wager(1, "red", 505)) == [("half", 0, 250)]
    assert settled(FORTUNE, "Herz", Wager(1, "rot", 105)) == [("win", 90, 105)]  # 94.5 cents
    refused = TRIPLE.settle("0", [Wager(1, "red", 20_005)]).refused[0]
    assert "200.05 €" in refused.message
    assert "ZZ 5" in refused.message


# The rest of the product takes them as they are


def test_inheritance_and_days() -> None:
    first, second = LIBRARY.book("zz-2040"), LIBRARY.book("zz-2041")
    assert LIBRARY.find("zz", datetime.date(2040, 12, 31)) is first
    assert LIBRARY.find("zz", datetime.date(2041, 1, 1)) is second
    assert set(second.wheels) == {*first.wheels, "klein"}
    assert second.digest != first.digest
    assert "ZZ 10" in second.clauses
    assert "ZZ 10" not in first.clauses


def test_a_called_bet_of_the_text() -> None:
    rules = LIBRARY.book("zz-2040").table("dreifach", offers=["called-bets"])
    won = rules.settle("13", [Wager(1, "serie", 1_500)])
    assert [(each.spot.id, each.winnings) for each in won.wagers] == [("13", 17_500), ("13-14", 8_500), ("17", 0)]
    assert LIBRARY.book("zz-2040").called["serie"].clause == "ZZ 9"


def test_names_of_the_text_can_be_typed() -> None:
    assert TRIPLE.find("Schlange").id == "schlange"  # type: ignore[union-attr]
    assert FORTUNE.find("rote farben").id == "rot"  # type: ignore[union-attr]
    assert FORTUNE.find("krone").id == "Krone"  # type: ignore[union-attr]


@pytest.mark.parametrize("rules", [TRIPLE, FORTUNE, DUNGEON, LIGHTER], ids=lambda rules: str(rules.choices.zero))
def test_every_outcome_is_explained_and_every_sheet_printed(rules: Rules) -> None:
    assert par_sheet(rules).sections
    for spot in rules.layout:
        least = rules.bounds(spot.wager).minimum or 500
        for result in rules.game.wheel.counts:
            (each,) = rules.settle(result, [Wager(1, spot.id, least)]).wagers
            steps = explain(rules, result, each)
            assert len(steps) >= 3


def test_a_wager_that_the_text_does_not_know_is_no_choice_of_a_house() -> None:
    with pytest.raises(Problems, match="has no five-adjacent wager"):
        LIBRARY.book("zz-2040").table("dreifach", offers=["five-adjacent"])
    with pytest.raises(Problems, match="lose-all is not allowed"):
        LIBRARY.book("zz-2040").table("dreifach", zero="lose-all")
