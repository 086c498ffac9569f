"""What a text leaves to the house, and what it does not: wheels, zero rules, odds, limits, optional wagers."""

from __future__ import annotations

import pytest

from croupier import Problem, Problems, rulebook
from tests import oracle

PRISON = ("in-prison", "in-prison-half", "in-prison-leave", "in-prison-best")


def problems_of(book: str, wheel: str, **choices: object) -> tuple[Problem, ...]:
    with pytest.raises(Problems) as caught:
        rulebook(book).table(wheel, **choices)  # type: ignore[arg-type]
    return caught.value.problems


@pytest.mark.clause("CO 47.1-2209(1)", "CO 47.1-2209(2)", duty="offered")
@pytest.mark.parametrize("book", sorted(oracle.WHEELS))
@pytest.mark.parametrize("wheel", ["american", "european", "double-as-single", "big-six"])
def test_a_book_opens_its_own_wheels_only(book: str, wheel: str) -> None:
    if wheel in oracle.WHEELS[book]:
        assert rulebook(book).table(wheel).choices.wheel == wheel
    else:
        assert [problem.key for problem in problems_of(book, wheel)] == ["wheel"]


@pytest.mark.clause("NJ 19:47-5.2(c)", "NJ 19:47-5.2(d)", duty="lost")
@pytest.mark.parametrize("zero", ["half", *PRISON])
@pytest.mark.parametrize(
    ("wheel", "clause"), [("european", "NJ 19:47-5.2(c)"), ("double-as-single", "NJ 19:47-5.2(d)")]
)
def test_new_jersey_leaves_no_option_at_a_single_zero(wheel: str, clause: str, zero: str) -> None:
    (problem,) = problems_of("nj", wheel, zero=zero)
    assert (problem.key, problem.clause) == ("zero", clause)


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="all")
@pytest.mark.parametrize("zero", PRISON)
def test_new_jersey_knows_no_in_prison(zero: str) -> None:
    (problem,) = problems_of("nj", "american", zero=zero)
    assert (problem.key, problem.clause) == ("zero", "NJ 19:47-5.2(b)")


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="loses")
@pytest.mark.parametrize("zero", ["half", *PRISON])
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_colorado_zero_loses_where_a_double_zero_wheel_is_used_as_single(book: str, zero: str) -> None:
    (problem,) = problems_of(book, "double-as-single", zero=zero)
    assert (problem.key, problem.clause) == ("zero", "CO 47.1-2210(2)(c)(ii)(C)")


@pytest.mark.clause("CO 47.1-2204(2)", duty="option")
@pytest.mark.parametrize("wheel", ["american", "european"])
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_colorado_knows_no_plain_half_loss(book: str, wheel: str) -> None:
    (problem,) = problems_of(book, wheel, zero="half")
    assert (problem.key, problem.clause) == ("zero", "CO 47.1-2204(2)")


@pytest.mark.parametrize("book", ["sd", "house"])
@pytest.mark.parametrize("zero", ["half", *PRISON])
def test_where_the_text_names_no_option_there_is_none(book: str, zero: str) -> None:
    (problem,) = problems_of(book, "american", zero=zero)
    assert problem.key == "zero"


def test_a_wheel_without_zero_has_no_zero_rule() -> None:
    (problem,) = problems_of("nj", "big-six", zero="half")
    assert problem.key == "zero"


EVERY = [(book, wheel) for book, wheels in oracle.WHEELS.items() for wheel in wheels]


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "NJ 19:47-5.5(a)", duty="least")
@pytest.mark.clause("HS pay table", duty="exact")
@pytest.mark.parametrize(("book", "wheel"), EVERY, ids=str)
def test_no_wager_pays_less_than_its_odds(book: str, wheel: str) -> None:
    clause = "NJ 19:47-5.5(a)" if wheel == "big-six" else {**oracle.ODDS, "sd": None}[book]
    for kind, rule in rulebook(book).table(wheel).known.items():
        if kind == "five-adjacent":
            continue  # it has no separate odds: test_five_adjacent_pays_what_straights_pay
        for less in (rule.pays - 1, f"{2 * rule.pays - 1}/2"):
            value = less if isinstance(less, str) else int(less)
            (problem,) = problems_of(book, wheel, pays={str(kind): value})
            assert (problem.key, problem.clause) == (f"pays.{kind}", clause)


@pytest.mark.clause("HS pay table", duty="exact")
def test_the_house_sheet_pays_its_table_and_not_more() -> None:
    (problem,) = problems_of("house", "american", pays={"straight": 36})
    assert (problem.key, problem.clause) == ("pays.straight", "HS pay table")


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="straights")
def test_five_adjacent_has_no_odds_of_its_own() -> None:
    (problem,) = problems_of("nj", "american", offers=["five-adjacent"], pays={"five-adjacent": 36})
    assert (problem.key, problem.clause) == ("pays.five-adjacent", "NJ 19:47-5.1(e)1.i")


@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
@pytest.mark.parametrize(
    ("minimum", "maximum", "wrong"),
    [
        (100, 400, []),
        (200, 300, []),
        (400, 400, []),
        (99, 400, ["limits.minimum"]),
        (100, 401, ["limits.maximum"]),
        (1, 10_000, ["limits.minimum", "limits.maximum"]),
    ],
)
def test_a_house_posts_limits_within_the_sheets(minimum: int, maximum: int, wrong: list[str]) -> None:
    limits = {"minimum": minimum, "maximum": maximum}
    if wrong:
        problems = problems_of("house", "american", limits=limits)
        assert [problem.key for problem in problems] == wrong
        assert {problem.clause for problem in problems} == {"HS limits"}
    else:
        assert rulebook("house").table("american", limits=limits).choices.limits.every.minimum == minimum


@pytest.mark.clause("NJ 19:47-5.1(e)7", duty="single-zero")
@pytest.mark.clause("NJ 19:47-5.1(e)8", duty="double-zero")
@pytest.mark.parametrize(
    ("wheel", "offer", "clause"),
    [
        ("american", "seven-color", "NJ 19:47-5.1(e)7"),
        ("european", "eight-color", "NJ 19:47-5.1(e)8"),
        ("double-as-single", "eight-color", "NJ 19:47-5.1(e)8"),
    ],
)
def test_seven_color_is_for_a_single_zero_and_eight_color_for_a_double_zero(
    wheel: str, offer: str, clause: str
) -> None:
    (problem,) = problems_of("nj", wheel, offers=[offer])
    assert (problem.key, problem.clause) == ("offers", clause)


@pytest.mark.parametrize("book", ["co-2013", "co-2014", "sd", "house"])
@pytest.mark.parametrize("offer", ["five-adjacent", "six-color", "seven-color", "eight-color", "seven-numbers"])
def test_no_other_book_knows_new_jerseys_optional_wagers(book: str, offer: str) -> None:
    assert [problem.key for problem in problems_of(book, "american", offers=[offer])] == ["offers"]


@pytest.mark.parametrize("offer", ["trio-0-2-3", "first-four"])
def test_customary_extras_are_for_the_single_zero_layout(offer: str) -> None:
    assert [problem.key for problem in problems_of("nj", "american", offers=[offer])] == ["offers"]


@pytest.mark.clause("NJ 19:47-5.1(g)", duty="red-black")
@pytest.mark.parametrize("color", ["six-color", "eight-color"])
@pytest.mark.parametrize("beside", ["red", "black"])
def test_color_wagers_named_beside_red_or_black_are_a_problem(color: str, beside: str) -> None:
    (problem,) = problems_of("nj", "american", offers=[color, beside])
    assert (problem.key, problem.clause) == ("offers", "NJ 19:47-5.1(g)")


@pytest.mark.clause("NJ 19:47-5.1(g)", duty=("dozen", "six-dozen"))
@pytest.mark.parametrize(
    ("wheel", "offers", "allowed"),
    [
        ("american", ["six-color", "dozen"], True),
        ("american", ["eight-color", "dozen"], False),
        ("american", ["six-color", "eight-color", "dozen"], False),
        ("european", ["seven-color", "dozen"], False),
        ("european", ["six-color", "seven-color", "dozen"], False),
    ],
    ids=str,
)
def test_dozens_may_stand_beside_six_color_alone(wheel: str, offers: list[str], allowed: bool) -> None:
    if allowed:
        assert "dozen" in rulebook("nj").table(wheel, offers=offers).offered
    else:
        (problem,) = problems_of("nj", wheel, offers=offers)
        assert problem.clause == "NJ 19:47-5.1(g)"


def test_every_problem_of_a_tables_choices_comes_at_once() -> None:
    problems = problems_of(
        "nj", "european", zero="half", offers=["eight-color"], pays={"red": 0}, clapper="void", layout="double-zero"
    )
    assert {problem.key for problem in problems} == {"zero", "offers", "pays.red", "clapper", "layout"}
    misspelled = problems_of("nj", "europaen", zero="hlaf", offers=["six-colour"], payz={})
    assert {problem.key for problem in misspelled} == {"wheel", "zero", "offers", "payz"}
    assert all(problem.right for problem in misspelled)
