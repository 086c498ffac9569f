"""Big Six under New Jersey's text: stops, clapper and clauses."""

from __future__ import annotations

import pytest

from croupier import Problems, Wager, rulebook
from tests import oracle

EVERY = [Wager(1, symbol, 100) for symbol in oracle.BIG_SIX]


@pytest.mark.clause("NJ 19:47-5.6(c)", duty="passed")
@pytest.mark.parametrize("passed", sorted(oracle.BIG_SIX))
def test_clapper_between_two_stops_counts_the_one_just_passed(passed: str) -> None:
    rules = rulebook("nj").table("big-six", clapper="previous")
    settlement = rules.settle(passed, EVERY, between=True)
    assert settlement.wagers == rules.settle(passed, EVERY).wagers
    assert [str(wager.spot.id) for wager in settlement.wagers if wager.outcome == "win"] == [passed]


@pytest.mark.clause("NJ 19:47-5.6(c)", duty="void")
@pytest.mark.parametrize("passed", sorted(oracle.BIG_SIX))
def test_clapper_between_two_stops_voids_the_spin(passed: str) -> None:
    rules = rulebook("nj").table("big-six", clapper="void")
    for settled in rules.settle(passed, EVERY, between=True).wagers:
        assert (settled.outcome, settled.winnings, settled.returned) == ("void", 0, 100)
        assert settled.clause == "NJ 19:47-5.6(c)"
    assert {settled.outcome for settled in rules.settle(passed, EVERY).wagers} == {"win", "lose"}


@pytest.mark.clause("NJ 19:47-5.6(c)", duty="option")
def test_clapper_between_two_stops_needs_the_houses_choice() -> None:
    with pytest.raises(Problems) as caught:
        rulebook("nj").table("big-six").settle("$1", EVERY, between=True)
    (problem,) = caught.value.problems
    assert (problem.key, problem.clause) == ("clapper", "NJ 19:47-5.6(c)")


@pytest.mark.parametrize("wheel", ["american", "european", "double-as-single"])
def test_a_roulette_ball_rests_between_nothing(wheel: str) -> None:
    with pytest.raises(Problems, match="Big Six"):
        rulebook("nj").table(wheel).settle("17", [], between=True)


@pytest.mark.clause("NJ 19:47-5.5(a)", duty="odds")
def test_45_to_1_is_not_45_for_1() -> None:
    for symbol in ("joker", "flag"):
        (settled,) = rulebook("nj").table("big-six").settle(symbol, [Wager(1, symbol, 100)]).wagers
        assert (settled.winnings, settled.returned, settled.clause) == (4500, 100, "NJ 19:47-5.5(a)")


def test_joker_and_flag_are_different_wagers() -> None:
    rules = rulebook("nj").table("big-six")
    assert [settled.outcome for settled in rules.settle("flag", [Wager(1, "joker", 100)]).wagers] == ["lose"]


@pytest.mark.parametrize("result", sorted(oracle.BIG_SIX))
def test_no_big_six_outcome_cites_a_roulette_clause(result: str) -> None:
    """5.1 to 5.4 are headed Roulette and mention a ball; Big Six is 5.5 and 5.6."""
    cited = {settled.clause for settled in rulebook("nj").table("big-six").settle(result, EVERY).wagers}
    assert cited <= {"NJ 19:47-5.5(a)", "NJ 19:47-5.6(e)"}


@pytest.mark.parametrize("wager", [Wager(1, "17", 100), Wager(1, "$1", 0), Wager(1, "?", 100)], ids=lambda w: w.spot)
def test_no_big_six_refusal_cites_a_roulette_clause(wager: Wager) -> None:
    (refused,) = rulebook("nj").table("big-six").settle("$1", [wager]).refused
    assert refused.clause is None or refused.clause.startswith(("NJ 19:47-5.5", "NJ 19:47-5.6"))


def test_match_play_coupons_are_a_matter_of_roulette() -> None:
    """5.1 lets coupons be wagered at roulette; the Big Six clauses name none."""
    settlement = rulebook("nj").table("big-six").settle("$1", [Wager(1, "$1", 100, coupon=100)])
    assert [refused.code for refused in settlement.refused] == ["coupon-not-accepted"]
