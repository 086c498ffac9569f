"""Known mistakes of other programs about rules and settlement, by name."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Choice, Problems, Rules, Wager, WagerOutcome, rulebook
from croupier.game.settlement import Game
from croupier.terms.money import half, pay
from tests import oracle

BOOKS = sorted(oracle.WHEELS)


def one(rules: Rules, result: str, spot: str, stake: int = 200, choice: Choice | None = None) -> WagerOutcome:
    (settled,) = rules.settle(result, [Wager(1, spot, stake, choice)]).wagers
    return settled


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("zero", ["0", "00"])
@pytest.mark.parametrize("spot", ["even", "odd", "low", "high", "red", "black"])
def test_zero_is_neither_even_nor_odd_low_nor_high_red_nor_black(book: str, zero: str, spot: str) -> None:
    settled = one(rulebook(book).table("american"), zero, spot)
    assert (settled.outcome, settled.winnings, settled.returned) == ("lose", 0, 0)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("spot", ["0", "00", "36", "1"])
def test_straight_zero_and_straight_36_can_be_bet_and_are_paid(book: str, spot: str) -> None:
    settled = one(rulebook(book).table("american"), spot, spot)
    assert (settled.outcome, settled.winnings, settled.returned) == ("win", 7000, 200)


@pytest.mark.parametrize(("result", "winner"), [("1", "low"), ("18", "low"), ("19", "high"), ("36", "high")])
def test_high_and_low_are_not_swapped(result: str, winner: str) -> None:
    rules = rulebook("nj").table("european")
    assert one(rules, result, winner).outcome == "win"
    assert one(rules, result, "high" if winner == "low" else "low").outcome == "lose"


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "HS pay table", duty="odds")
@pytest.mark.parametrize("book", BOOKS)
def test_35_to_1_is_not_35_for_1(book: str) -> None:
    """A winner has the stake and 35 times the stake: 36 in hand."""
    settled = one(rulebook(book).table("american"), "17", "17", 100)
    assert settled.winnings == 3500
    assert settled.winnings + settled.returned == 3600


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="half")
def test_half_back_is_for_a_zero_and_not_for_every_loss() -> None:
    rules = rulebook("nj").table("american", zero="half")
    for result in oracle.AMERICAN:
        settled = one(rules, result, "red")
        expected = "win" if result in oracle.RED else "half" if result in ("0", "00") else "lose"
        assert settled.outcome == expected, result


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="half")
@pytest.mark.parametrize("spot", ["17", "17-20", "1-2-3", "1-2-4-5", "1-2-3-4-5-6", "column-1", "dozen-1"])
@pytest.mark.parametrize("zero", ["0", "00"])
def test_half_back_is_for_even_money_only(spot: str, zero: str) -> None:
    settled = one(rulebook("nj").table("american", zero="half"), zero, spot)
    assert (settled.outcome, settled.returned) == ("lose", 0)


@pytest.mark.clause("CO 47.1-2204(2)", duty=("zero", "leave"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_colorados_in_prison_answers_only_to_0(book: str) -> None:
    rules = rulebook(book).table("american", zero="in-prison")
    assert one(rules, "0", "red", choice=Choice.LEAVE).outcome == "imprisoned"
    assert one(rules, "00", "red", choice=Choice.LEAVE).outcome == "lose"
    assert one(rules, "00", "red", choice=Choice.HALF).outcome == "lose"


@pytest.mark.parametrize(("stake", "back"), [(1, 1), (2, 1), (3, 2), (99, 50), (100, 50), (10**13, 5 * 10**12)])
def test_half_of_an_odd_cent_goes_to_the_player(stake: int, back: int) -> None:
    assert half(stake) == back
    assert one(rulebook("nj").table("american", zero="half"), "00", "odd", stake).returned == back
    assert one(rulebook("co-2014").table("european", zero="in-prison"), "0", "odd", stake).returned == back


@given(st.integers(1, 10**13), st.fractions(min_value=0, max_value=100, max_denominator=1000))
def test_a_broken_cent_of_winnings_goes_to_the_player(stake: int, odds: Fraction) -> None:
    exact = stake * odds
    assert exact <= pay(stake, odds) < exact + 1
    assert isinstance(pay(stake, odds), int)


def test_35_is_black_and_the_colors_are_18_and_18() -> None:
    for book in BOOKS:
        for wheel in oracle.WHEELS[book]:
            if wheel == "big-six":
                continue
            layout = rulebook(book).table(wheel).layout
            assert len(layout["red"].numbers) == len(layout["black"].numbers) == 18
            assert "35" in layout["black"].numbers


@pytest.mark.parametrize("called", ["voisins", "tiers", "orphelins"])
@pytest.mark.parametrize("wheel", ["american", "double-as-single"])
def test_called_bets_do_not_leak_onto_the_double_zero_wheel(called: str, wheel: str) -> None:
    rules = rulebook("nj").table(wheel, offers=["called-bets"])
    settlement = rules.settle("17", [Wager(1, called, 9 * 6 * 5 * 100)])
    assert settlement.wagers == ()
    assert [refused.code for refused in settlement.refused] == ["spot-unknown"]


def test_invalid_bets_are_not_ignored_in_silence() -> None:
    """Every wager comes back exactly once, settled or refused, and a bad one affects no other."""
    wagers = [
        *(Wager(1, "17", 200), Wager(2, "5-9", 200), Wager(3, "37", 200), Wager(4, "red", 0), Wager(5, "red", -1)),
        *(Wager(6, "", 200), Wager(7, "black", 200), Wager(8, "voisins", 900), Wager(9, "joker", 200)),
    ]
    settlement = rulebook("house").table("american").settle("17", wagers)
    assert [settled.seat for settled in settlement.wagers] == [1, 7]
    assert [refused.seat for refused in settlement.refused] == [2, 3, 4, 5, 6, 8, 9]
    assert [refused.spot for refused in settlement.refused] == ["5-9", "37", "red", "red", "", "voisins", "joker"]


@pytest.mark.clause("HS limits", duty="maximum")
@pytest.mark.parametrize("stake", [401, 500, 10**12])
def test_stakes_are_not_clamped_to_the_maximum(stake: int) -> None:
    settlement = rulebook("house").table("american").settle("17", [Wager(1, "17", stake)])
    assert settlement.wagers == ()
    assert [(refused.code, refused.stake) for refused in settlement.refused] == [("stake-above-maximum", stake)]


def test_the_same_wagers_settle_alike_round_after_round() -> None:
    """Nothing carries over into the next round, and no previous selection is settled."""
    rules = rulebook("co-2014").table("american", zero="in-prison")
    wagers = [Wager(1, "red", 300, Choice.LEAVE), Wager(2, "17", 100)]
    first = rules.settle("0", wagers)
    rules.settle("17", [Wager(1, "black", 700)])
    assert rules.settle("0", wagers) == first
    assert [settled.outcome for settled in rules.settle("1", wagers).wagers] == ["win", "lose"]


@pytest.mark.parametrize(
    ("book", "wheel", "result"),
    [
        ("nj", "european", "00"),
        ("nj", "american", "37"),
        ("nj", "american", ""),
        ("nj", "american", "red"),
        ("nj", "big-six", "17"),
        ("co-2014", "american", "000"),
        ("house", "american", "joker"),
    ],
)
def test_a_result_that_is_not_a_compartment_settles_nothing(book: str, wheel: str, result: str) -> None:
    with pytest.raises(Problems) as caught:
        rulebook(book).table(wheel).settle(result, [Wager(1, "17", 200)])
    (problem,) = caught.value.problems
    assert problem.key == "result"


@pytest.mark.parametrize("stake", [2.5, "200", None, 100.0], ids=repr)
def test_a_stake_that_is_not_whole_cents_never_settles(stake: object) -> None:
    """A float exists only where a report is printed; a stake of 2.5 cents must not be paid 87.5."""
    wager = Wager(1, "17", stake)  # type: ignore[arg-type]
    try:
        settlement = rulebook("nj").table("american").settle("17", [wager])
    except (Problems, TypeError):
        return
    assert settlement.wagers == ()


# No switch forces a winning number.

CORE = ("croupier.terms", "croupier.game", "croupier.odds", "croupier.rules")
CHANCE = {"random", "secrets", "uuid", "time", "numpy.random", "os"}
SUSPECT = re.compile(
    r"(^|_)(forced|force_(result|number|win\w*)|rig|rigged|cheat|seed|rng|random\w*|shuffle|sample|predict\w*)(_|$)"
)


def core_modules() -> Iterator[str]:
    for package in CORE:
        yield package
        path = importlib.import_module(package).__path__
        yield from (module.name for module in pkgutil.walk_packages(path, f"{package}."))


MODULES = sorted(core_modules())


@pytest.mark.parametrize("name", MODULES)
def test_the_core_imports_no_chance(name: str) -> None:
    source = Path(str(importlib.import_module(name).__file__)).read_text("utf-8")
    imported: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module)
    assert not imported & CHANCE


@pytest.mark.parametrize("name", ["croupier", *MODULES])
def test_no_public_callable_draws_or_forces_a_result(name: str) -> None:
    module = importlib.import_module(name)
    found: list[str] = []
    for public, value in vars(module).items():
        if public.startswith("_") or not callable(value):
            continue
        names = [public]
        members = [value, *(vars(value).values() if inspect.isclass(value) else ())]
        for member in members:
            if inspect.isfunction(member):
                names += [member.__name__, *inspect.signature(member).parameters]
        found += [each for each in names if SUSPECT.search(each.lower())]
    assert found == []


def test_the_result_is_only_ever_given_never_found() -> None:
    """Without a result there is no settlement: it is a required argument of the only two calls that settle."""
    for call in (Rules.settle, Game.settle):
        result = inspect.signature(call).parameters["result"]
        assert result.default is inspect.Parameter.empty
