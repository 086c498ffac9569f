"""Each wager of each book: the clause that defines it, its minimum odds, and its spots on the boundary."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import Basis, Wager, rulebook, rulebooks
from croupier.game.wager import WagerId
from tests import oracle

COLORADO = ("co-2013", "co-2014")
OTHERS = {"sd": "SD 20:18:34:03 (1)-(14)", "house": "HS wagers 1-14"}


def check(kind: str, colorado: str, jersey: str, spot: str, wins: str, loses: str) -> None:
    """In all five books: defined by its clause, paid as in the tables, won and lost by position."""
    defined = dict.fromkeys(COLORADO, colorado) | {"nj": jersey} | OTHERS
    for book in rulebooks():
        rule = book.wagers[WagerId(kind)]
        assert rule.defined == defined[book.id]
        assert rule.pays == oracle.PAYS[kind]
        assert not rule.optional
        rules = book.table("american")
        for result in wins.split():
            (settled,) = rules.settle(result, [Wager(1, spot, 200)]).wagers
            assert (settled.outcome, settled.winnings) == ("win", 200 * oracle.PAYS[kind])
        for result in loses.split():
            (settled,) = rules.settle(result, [Wager(1, spot, 200)]).wagers
            assert (settled.outcome, settled.winnings, settled.returned) == ("lose", 0, 0)


@pytest.mark.clause("CO 47.1-2203(6)(a)", "NJ 19:47-5.1(e)1", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="straight")
@pytest.mark.parametrize(("spot", "loses"), [("17", "20 16 0 00"), ("0", "00 1 36"), ("00", "0 3"), ("36", "35 0 00")])
def test_straight(spot: str, loses: str) -> None:
    check("straight", "CO 47.1-2203(6)(a)", "NJ 19:47-5.1(e)1", spot, spot, loses)


@pytest.mark.clause("CO 47.1-2203(6)(b)", "NJ 19:47-5.1(e)2", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="split")
@pytest.mark.parametrize(
    ("spot", "wins", "loses"),
    [
        ("17-20", "17 20", "14 18 23"),
        ("20-17", "17 20", "14 18 23"),
        ("0-00", "0 00", "1 2 3"),
        ("0-00@courtesy", "0 00", "24 25"),
        ("0-2", "0 2", "00 1"),
        ("00-2", "00 2", "0 3"),
    ],
)
def test_split(spot: str, wins: str, loses: str) -> None:
    check("split", "CO 47.1-2203(6)(b)", "NJ 19:47-5.1(e)2", spot, wins, loses)


@pytest.mark.clause("CO 47.1-2203(6)(c)", "NJ 19:47-5.1(e)3", duty=("covers", "trios"))
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty=("street", "trios"))
@pytest.mark.parametrize(
    ("kind", "spot", "wins", "loses"),
    [
        ("street", "13-14-15", "13 14 15", "12 16"),
        ("street", "34-35-36", "34 35 36", "33 0"),
        ("trio", "0-1-2", "0 1 2", "3 00"),
        ("trio", "0-2-00", "0 2 00", "1 3"),
        ("trio", "00-2-3", "00 2 3", "0 1"),
    ],
)
def test_three_numbers(kind: str, spot: str, wins: str, loses: str) -> None:
    check(kind, "CO 47.1-2203(6)(c)", "NJ 19:47-5.1(e)3", spot, wins, loses)


@pytest.mark.clause("CO 47.1-2203(6)(d)", "NJ 19:47-5.1(e)4", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="corner")
@pytest.mark.parametrize(
    ("spot", "wins", "loses"), [("17-18-20-21", "17 18 20 21", "16 19 22 24"), ("1-2-4-5", "1 2 4 5", "3 6 0 00")]
)
def test_four_numbers(spot: str, wins: str, loses: str) -> None:
    check("corner", "CO 47.1-2203(6)(d)", "NJ 19:47-5.1(e)4", spot, wins, loses)


@pytest.mark.clause("CO 47.1-2203(6)(e)", "NJ 19:47-5.1(e)5", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="top-line")
@pytest.mark.clause("HS wagers 1-14", duty="first-five")
def test_first_five_numbers() -> None:
    check("first-five", "CO 47.1-2203(6)(e)", "NJ 19:47-5.1(e)5", "0-00-1-2-3", "0 00 1 2 3", "4 5 6 36")


@pytest.mark.clause("CO 47.1-2203(6)(f)", "NJ 19:47-5.1(e)6.i", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="line")
def test_six_numbers() -> None:
    spot, wins = "13-14-15-16-17-18", "13 14 15 16 17 18"
    check("line", "CO 47.1-2203(6)(f)", "NJ 19:47-5.1(e)6.i", spot, wins, "12 19 0 00")


@pytest.mark.clause("CO 47.1-2203(6)(g)", "NJ 19:47-5.1(e)9", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="column")
@pytest.mark.parametrize("column", [1, 2, 3])
def test_column(column: int) -> None:
    spot, wins = f"column-{column}", " ".join(str(n) for n in range(column, 37, 3))
    loses = f"{column % 3 + 1} 0 00"
    check("column", "CO 47.1-2203(6)(g)", "NJ 19:47-5.1(e)9", spot, wins, loses)


@pytest.mark.clause("CO 47.1-2203(6)(h)", "NJ 19:47-5.1(e)10", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="dozen")
@pytest.mark.parametrize(
    ("spot", "wins", "loses"),
    [("dozen-1", "1 12", "0 00 13"), ("dozen-2", "13 24", "12 25"), ("dozen-3", "25 36", "24 0 00")],
)
def test_dozen(spot: str, wins: str, loses: str) -> None:
    check("dozen", "CO 47.1-2203(6)(h)", "NJ 19:47-5.1(e)10", spot, wins, loses)


@pytest.mark.clause("CO 47.1-2203(6)(i)", "NJ 19:47-5.1(e)11", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="red")
def test_red() -> None:
    check("red", "CO 47.1-2203(6)(i)", "NJ 19:47-5.1(e)11", "red", "1 9 12 18 19 27 30 36", "2 10 11 28 29 35 0 00")


@pytest.mark.clause("CO 47.1-2203(6)(j)", "NJ 19:47-5.1(e)12", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="black")
def test_black_has_35() -> None:
    check("black", "CO 47.1-2203(6)(j)", "NJ 19:47-5.1(e)12", "black", "2 10 11 17 20 28 29 35", "1 18 19 36 0 00")


@pytest.mark.clause("CO 47.1-2203(6)(k)", "NJ 19:47-5.1(e)13", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="odd")
def test_odd() -> None:
    check("odd", "CO 47.1-2203(6)(k)", "NJ 19:47-5.1(e)13", "odd", "1 17 35", "2 36 0 00")


@pytest.mark.clause("CO 47.1-2203(6)(l)", "NJ 19:47-5.1(e)14", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="even")
def test_even_does_not_count_zero() -> None:
    check("even", "CO 47.1-2203(6)(l)", "NJ 19:47-5.1(e)14", "even", "2 18 36", "1 35 0 00")


@pytest.mark.clause("CO 47.1-2203(6)(m)", "NJ 19:47-5.1(e)15", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="low")
def test_low_is_1_to_18() -> None:
    check("low", "CO 47.1-2203(6)(m)", "NJ 19:47-5.1(e)15", "low", "1 18", "19 36 0 00")


@pytest.mark.clause("CO 47.1-2203(6)(n)", "NJ 19:47-5.1(e)16", duty="covers")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty="high")
def test_high_is_19_to_36() -> None:
    check("high", "CO 47.1-2203(6)(n)", "NJ 19:47-5.1(e)16", "high", "19 36", "1 18 0 00")


# Odds and groups

PAY_TABLE = {
    kind: oracle.PAYS[kind]
    for kind in ("straight", "split", "street", "trio", "corner", "first-five", "line", "column", "dozen")
} | dict.fromkeys(oracle.EVEN_MONEY, 1)
JERSEY = PAY_TABLE | {
    kind: oracle.PAYS[kind]
    for kind in ("five-adjacent", "six-color", "seven-color", "eight-color", "seven-numbers", *oracle.BIG_SIX)
}


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "NJ 19:47-5.5(a)", "HS pay table", duty="odds")
@pytest.mark.parametrize(
    ("book", "table"),
    [("co-2013", PAY_TABLE), ("co-2014", PAY_TABLE), ("nj", JERSEY), ("sd", PAY_TABLE), ("house", PAY_TABLE)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_wagers_of_a_book_are_its_pay_table(book: str, table: dict[str, int]) -> None:
    assert {str(kind): rule.pays for kind, rule in rulebook(book).wagers.items()} == table


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", "NJ 19:47-5.1(e)6.ii", "NJ 19:47-5.1(f)", duty="option")
def test_new_jerseys_optional_wagers_and_no_other() -> None:
    optional = {str(kind): rule.defined for kind, rule in rulebook("nj").wagers.items() if rule.optional}
    assert optional == {
        "five-adjacent": "NJ 19:47-5.1(e)1.i",
        "six-color": "NJ 19:47-5.1(e)6.ii",
        "seven-color": "NJ 19:47-5.1(e)7",
        "eight-color": "NJ 19:47-5.1(e)8",
        "seven-numbers": "NJ 19:47-5.1(f)",
    }
    assert not optional.keys() & {str(spot.wager) for spot in rulebook("nj").table("american").layout}


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="customary")
def test_south_dakota_states_no_odds_so_none_cites_it() -> None:
    for rule in rulebook("sd").wagers.values():
        assert rule.authority.basis is Basis.CUSTOMARY
        assert rule.authority.clause is None


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="customary")
@pytest.mark.clause("SD 20:18:34:03 position", duty="settled")
def test_a_win_in_south_dakota_cites_its_position_and_the_odds_only_custom() -> None:
    rules = rulebook("sd").table("american")
    (settled,) = rules.settle("17", [Wager(1, "17", 100)]).wagers
    assert (settled.winnings, settled.clause) == (3500, "SD 20:18:34:03 position")
    assert rules.authority(settled.spot.wager).basis is Basis.CUSTOMARY


@pytest.mark.parametrize("spot", ["0-2-3", "0-1-2-3"])
def test_a_win_on_a_customary_extra_cites_its_position_and_the_odds_only_custom(spot: str) -> None:
    rules = rulebook("co-2014").table("european", offers=["trio-0-2-3", "first-four"])
    (settled,) = rules.settle("0", [Wager(1, spot, 100)]).wagers
    assert (settled.outcome, settled.clause) == ("win", "CO 47.1-2203(5)")
    assert rules.authority(settled.spot.wager).basis is Basis.CUSTOMARY
    assert rules.authority(settled.spot.wager).clause is None


INSIDE = {"straight", "split", "street", "trio", "corner", "first-five", "line"}
OUTSIDE = {"column", "dozen", *oracle.EVEN_MONEY}


@pytest.mark.clause("CO 47.1-2201(6)", duty="inside")
@pytest.mark.clause("CO 47.1-2201(10)", duty="outside")
@pytest.mark.parametrize("book", COLORADO)
def test_inside_and_outside_bets_are_those_of_the_definitions(book: str) -> None:
    limits = {"inside": {"minimum": 100, "maximum": 200}, "outside": {"minimum": 300, "maximum": 400}}
    rules = rulebook(book).table("american", limits=limits)
    bounds = {str(kind): (rules.bounds(kind).minimum, rules.bounds(kind).maximum) for kind in rules.known}
    assert bounds == dict.fromkeys(INSIDE, (100, 200)) | dict.fromkeys(OUTSIDE, (300, 400))


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "NJ 19:47-5.5(a)", duty="odds")
@pytest.mark.parametrize(
    ("book", "wheel", "spot", "kind", "pays", "winnings"),
    [
        ("nj", "american", "17", "straight", 36, 36),
        ("co-2013", "european", "17", "straight", 37, 37),
        ("co-2014", "american", "0-00-1-2-3", "first-five", 7, 7),
        ("sd", "american", "red", "red", "6/5", 2),  # a fraction of a cent rounds up, in the player's favor
        ("nj", "big-six", "joker", "joker", "45 1/2", 46),
    ],
)
def test_a_house_may_pay_more(book: str, wheel: str, spot: str, kind: str, pays: int | str, winnings: int) -> None:
    rules = rulebook(book).table(wheel, pays={kind: pays})
    result = {"red": "1", "0-00-1-2-3": "3"}.get(spot, spot)
    (settled,) = rules.settle(result, [Wager(1, spot, 1)]).wagers
    assert (settled.outcome, settled.winnings, settled.returned) == ("win", winnings, 1)


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="straights")
def test_five_adjacent_pays_what_straights_pay() -> None:
    rules = rulebook("nj").table("american", offers=["five-adjacent"], pays={"straight": 36})
    assert rules.pays(WagerId("five-adjacent")) == Fraction(36)
    (settled,) = rules.settle("5", [Wager(1, "adjacent-17", 500)]).wagers
    assert (settled.winnings, settled.returned) == (3600, 100)
