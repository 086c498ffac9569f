"""Called bets at a table: units, requirements, and all or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Wager, rulebook
from tests import oracle

EUROPEAN = rulebook("nj").table("european", offers=["called-bets", "trio-0-2-3"])
BOOKS = ("co-2013", "co-2014", "nj")


@pytest.mark.parametrize(
    ("spot", "units", "result", "wins"),
    [
        ("voisins", 9, "0", {"0-2-3": 2}),
        ("voisins", 9, "26", {"25-26-28-29": 2}),
        ("voisins", 9, "7", {"4-7": 1}),
        ("voisins", 9, "17", {}),
        ("tiers", 6, "36", {"33-36": 1}),
        ("tiers", 6, "0", {}),
        ("orphelins", 5, "17", {"14-17": 1, "17-20": 1}),
        ("orphelins", 5, "1", {"1": 1}),
        ("neighbors-0-2", 5, "32", {"32": 1}),
        ("neighbors-17-8", 17, "17", {"17": 1}),
        ("final-7", 3, "27", {"27": 1}),
        ("final-0", 4, "0", {"0": 1}),
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_called_bet_settles_as_its_components(
    book: str, spot: str, units: int, result: str, wins: dict[str, int]
) -> None:
    rules = rulebook(book).table("european", offers=["called-bets", "trio-0-2-3"])
    settlement = rules.settle(result, [Wager(7, spot, 100 * units)])
    assert settlement.refused == ()
    assert settlement.staked == 100 * units
    assert {settled.seat for settled in settlement.wagers} == {7}
    won = {str(settled.spot.id): settled.stake // 100 for settled in settlement.wagers if settled.outcome == "win"}
    assert won == wins
    places = oracle.places("european", "single-zero", frozenset({"trio-0-2-3"}))
    pays = {spot: oracle.PAYS[kind] for spot, (kind, _) in places.items()}
    assert settlement.winnings == sum(100 * share * pays[part] for part, share in wins.items())


@given(st.sampled_from(["voisins", "tiers", "orphelins", "final-3", "neighbors-5-3"]), st.integers(1, 10**6))
def test_components_add_up_to_the_stake_or_nothing_is_placed(spot: str, stake: int) -> None:
    units = {"voisins": 9, "tiers": 6, "orphelins": 5, "final-3": 4, "neighbors-5-3": 7}[spot]
    settlement = EUROPEAN.settle("0", [Wager(1, spot, stake)])
    if stake % units == 0:
        assert settlement.staked == stake
        assert settlement.refused == ()
    else:
        assert settlement.wagers == ()
        assert [refused.code for refused in settlement.refused] == ["stake-not-equal-parts"]


@pytest.mark.parametrize("spot", ["voisins", "tiers", "orphelins", "neighbors-17-2", "final-4"])
@pytest.mark.parametrize("book", BOOKS)
def test_called_bets_exist_only_where_the_house_turns_them_on(book: str, spot: str) -> None:
    settlement = rulebook(book).table("european").settle("17", [Wager(1, spot, 9 * 6 * 5 * 4)])
    assert settlement.wagers == ()
    assert [refused.code for refused in settlement.refused] == ["wager-not-offered"]


def test_voisins_needs_the_0_2_3_trio() -> None:
    rules = rulebook("nj").table("european", offers=["called-bets"])
    settlement = rules.settle("0", [Wager(1, "voisins", 900), Wager(2, "tiers", 600)])
    assert [(refused.seat, refused.code) for refused in settlement.refused] == [(1, "wager-not-offered")]
    assert {settled.seat for settled in settlement.wagers} == {2}


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="no-wager")
def test_neighbors_that_reach_a_covered_00_are_refused_whole() -> None:
    rules = rulebook("co-2014").table("double-as-single", offers=["called-bets"])
    settlement = rules.settle("1", [Wager(1, "neighbors-1-1", 300), Wager(2, "neighbors-17-2", 500)])
    assert [(refused.seat, refused.code, refused.spot) for refused in settlement.refused] == [
        (1, "spot-covered", "neighbors-1-1")
    ]
    assert {settled.seat for settled in settlement.wagers} == {2}


def test_a_called_bet_obeys_the_limits_of_its_components() -> None:
    limits = {"split": {"minimum": 100, "maximum": 200}}
    rules = rulebook("nj").table("european", offers=["called-bets"], limits=limits)
    codes = []
    for stake in (594, 600, 1200, 1206):
        settlement = rules.settle("5", [Wager(1, "tiers", stake)])
        codes.append([refused.code for refused in settlement.refused])
    assert codes == [["stake-below-minimum"], [], [], ["stake-above-maximum"]]


@pytest.mark.parametrize(
    ("wager", "code"),
    [
        (Wager(1, "tiers", 0), "stake-not-positive"),
        (Wager(1, "tiers", -6), "stake-not-positive"),
        (Wager(1, "tiers", 10**14 + 1), "stake-too-large"),
        (Wager(1, "tiers", 650, chip=100), "stake-not-whole-chips"),
        (Wager(1, "tiers", 700, chip=100), "stake-not-equal-parts"),
    ],
    ids=["zero", "negative", "huge", "broken chip", "unequal"],
)
def test_refusals_of_a_called_bet_keep_the_public_order(wager: Wager, code: str) -> None:
    assert [refused.code for refused in EUROPEAN.settle("5", [wager]).refused] == [code]


def test_the_first_reason_counts_over_all_components() -> None:
    """The trio's stake is too high and the splits are withheld: not being offered takes precedence."""
    rules = rulebook("nj").table(
        "european",
        offers=["called-bets", "trio-0-2-3"],
        withholds=["split"],
        limits={"trio-0-2-3": {"maximum": 100}},
    )
    (refused,) = rules.settle("5", [Wager(1, "voisins", 900)]).refused
    assert refused.code == "wager-not-offered"


@pytest.mark.parametrize("spot", ["final-\u0664", "final-\uff14", "neighbors-17-\u00b2"])
def test_digits_of_other_scripts_are_refused_not_divided_by(spot: str) -> None:
    settlement = EUROPEAN.settle("4", [Wager(1, spot, 400)])
    assert settlement.wagers == ()
    assert len(settlement.refused) == 1
