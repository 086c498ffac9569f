"""Wagers on the layout: position and who is responsible for it, limits, late bets, verbal wagers, tips, the lock."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rules.chip_set import ValueChip
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.signs import signs
from croupier.table.state import Phase
from croupier.table.view import view
from croupier.terms.citation import Basis
from croupier.terms.people import Actor
from croupier.terms.refusal import Refusal
from tests.table.playing import ANN, BOB, BOSS, CCW, CW, DEALER, Play, setup

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
POSITION = {
    "co-2013": "CO 47.1-2203(4)",
    "co-2014": "CO 47.1-2203(4)",
    "nj": "NJ 19:47-5.1(c)",
    "sd": "SD 20:18:34:03 position",
    "house": "HS placement",
}
LATE = {
    "co-2013": "CO 47.1-2201(7)",
    "co-2014": "CO 47.1-2201(7)",
    "nj": "NJ 19:47-5.3(b)",
    "sd": None,
    "house": "HS irregularities (4)",
}


# The player is responsible for the position


@pytest.mark.clause(
    "CO 47.1-2203(4)", "NJ 19:47-5.1(c)", "SD 20:18:34:03 position", "HS placement", duty="instructions"
)
@pytest.mark.parametrize("book", BOOKS)
def test_what_was_placed_by_whom_for_whom_is_on_record(book: str) -> None:
    play = Play(book)
    play.sit(1)
    (own,) = play.does(ANN, c.PlaceWager, seat=1, spot="17", stake=100)
    (helped,) = play.does(DEALER, c.PlaceWager, seat=1, spot="20", stake=100)
    assert isinstance(own, e.WagerPlaced)
    assert isinstance(helped, e.WagerPlaced)
    assert (own.instructed, helped.instructed) == (False, True)
    assert (helped.stake.seat, helped.stake.spot, helped.stake.amount) == (1, "20", 100)
    (moved,) = play.does(DEALER, c.MoveWager, seat=1, spot="20", to="21", stake=100)
    (down,) = play.does(DEALER, c.TakeDown, seat=1, spot="21", stake=100)
    assert isinstance(moved, e.WagerMoved)
    assert isinstance(down, e.WagerTakenDown)
    assert moved.instructed
    assert down.instructed


@pytest.mark.clause("CO 47.1-2203(4)", "NJ 19:47-5.1(c)", "SD 20:18:34:03 position", "HS placement", duty="position")
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_places_moves_or_takes_down_for_another_player(book: str) -> None:
    play = Play(book)
    play.sit(1)
    play.sit(2)
    play.bet(1, "17", 100)
    for kind, fields in (
        (c.PlaceWager, {"spot": "17", "stake": 100}),
        (c.MoveWager, {"spot": "17", "to": "20", "stake": 100}),
        (c.TakeDown, {"spot": "17", "stake": 100}),
        (c.Rebet, {}),
        (c.ChangeWagers, {"changes": (c.WagerChange("17", 100), c.WagerChange("20", 100))}),
    ):
        refusal = play.refused(BOB, kind, seat=1, **fields)
        assert (refusal.code, refusal.clause) == ("seat-not-yours", POSITION[book])


def test_only_what_stands_can_be_moved_or_taken_down() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 300)
    for stake, spot in ((400, "17"), (100, "18")):
        refusal = play.refused(ANN, c.TakeDown, seat=1, spot=spot, stake=stake)
        assert (refusal.code, refusal.clause) == ("wager-not-standing", "CO 47.1-2203(4)")
    assert play.code(ANN, c.MoveWager, seat=1, spot="17", to="17", stake=300) == "nothing-to-do"
    play.does(ANN, c.MoveWager, seat=1, spot="17", to="18", stake=100)
    play.does(ANN, c.TakeDown, seat=1, spot="17", stake=200)
    assert play.stands(1) == {"18": 100}
    assert play.has(1) == 9900


def test_a_spot_may_be_typed_in_any_order() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "20-17", 100)
    play.does(ANN, c.MoveWager, seat=1, spot="20-17", to="21-20", stake=100)
    play.does(ANN, c.TakeDown, seat=1, spot="21-20", stake=100)
    assert play.has(1) == 10_000


# Limits


@pytest.mark.clause("HS limits", duty="maximum")
@pytest.mark.parametrize(("stakes", "answer"), [((400,), ""), ((500,), "max"), ((300, 100), ""), ((300, 200), "max")])
def test_the_house_maximum_holds_for_all_that_a_player_has_on_a_spot(stakes: tuple[int, ...], answer: str) -> None:
    play = Play("house")
    play.sit(1)
    for stake in stakes[:-1]:
        play.bet(1, "17", stake)
    last = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="17", stake=stakes[-1]))
    assert ("stake-above-maximum" if answer else "") == getattr(last, "code", "")


@pytest.mark.clause("HS limits", duty="maximum")
def test_the_courtesy_line_is_another_place_of_the_same_wager_and_no_second_maximum() -> None:
    play = Play("house")
    play.sit(1)
    play.bet(1, "0-00", 400)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="0-00@courtesy", stake=100) == "stake-above-maximum"


@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
def test_neither_moving_nor_taking_down_breaks_the_limits() -> None:
    play = Play("house")
    play.sit(1, value=50)
    play.bet(1, "17", 400)
    play.bet(1, "18", 300)
    assert play.code(ANN, c.MoveWager, seat=1, spot="17", to="18", stake=150) == "stake-above-maximum"
    assert play.code(ANN, c.MoveWager, seat=1, spot="17", to="20", stake=50) == "stake-below-minimum"
    assert play.code(ANN, c.TakeDown, seat=1, spot="17", stake=350) == "stake-below-minimum"
    play.does(ANN, c.TakeDown, seat=1, spot="17", stake=300)


def test_a_rebet_keeps_to_the_limits_together_with_what_stands() -> None:
    """Twice 200 in different chips was allowed; on top of 100 it is 500, though each alone would pass."""
    play = Play("nj", limits={"minimum": 100, "maximum": 400})
    play.sit(1)
    play.does(DEALER, c.BuyChips, seat=1, amount=10_000, chips=Chips.VALUE)
    play.bet(1, "17", 200)
    play.bet(1, "17", 200, chips=Chips.VALUE, color="green")
    play.round("1")
    play.bet(1, "17", 100)
    answer = play.run(play.order(ANN, c.Rebet, seat=1))
    assert isinstance(answer, Refusal), play.stands(1)
    assert answer.code == "stake-above-maximum"


def two_kinds(**more: Any) -> Play:
    """Ann has non-value and value chips, down to half a dollar, at a New Jersey table with limits."""
    halves = setup(value_chips=(ValueChip(50, "green"), ValueChip(100, "black")))
    play = Play("nj", limits={"minimum": 100, "maximum": 400}, **({"setup": halves} | more))
    play.sit(1, value=50)
    play.does(DEALER, c.BuyChips, seat=1, amount=10_000, chips=Chips.VALUE)
    return play


GREEN: dict[str, Any] = {"chips": Chips.VALUE, "color": "green"}


@pytest.mark.parametrize("kind", [c.TakeDown, c.MoveWager])
def test_what_other_chips_leave_behind_is_not_below_the_minimum(kind: type[c.Command]) -> None:
    """Fifty in value chips were allowed on top of a hundred; alone they are too little."""
    play = two_kinds()
    play.bet(1, "17", 100)
    play.bet(1, "17", 50, **GREEN)
    more = {"to": "18"} if kind is c.MoveWager else {}
    assert play.code(ANN, kind, seat=1, spot="17", stake=100, **more) == "stake-below-minimum"


def test_a_rebet_of_parts_that_are_lawful_together_is_lawful() -> None:
    play = two_kinds()
    play.bet(1, "17", 100)
    play.bet(1, "17", 50, **GREEN)
    play.does(ANN, c.TakeDown, seat=1, spot="17", stake=50)
    assert play.stands(1) == {"17": 100}
    play.round("1")
    play.does(ANN, c.Rebet, seat=1)
    assert play.stands(1) == {"17": 100}


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="five-chips")
@pytest.mark.parametrize(("stake", "answer"), [(400, "not-equal"), (500, ""), (600, "not-equal"), (1000, "")])
def test_five_chips_or_a_multiple_on_the_replica(stake: int, answer: str) -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    decision = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="adjacent-17", stake=stake))
    assert getattr(decision, "code", "") == ("stake-not-equal-parts" if answer else "")


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="five-chips")
@pytest.mark.parametrize("kind", [c.TakeDown, c.MoveWager])
def test_what_stays_on_the_replica_is_still_five_chips_or_a_multiple(kind: type[c.Command]) -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    play.bet(1, "adjacent-17", 1000)
    more = {"to": "17"} if kind is c.MoveWager else {}
    assert play.code(ANN, kind, seat=1, spot="adjacent-17", stake=300, **more) == "stake-not-equal-parts"
    play.does(ANN, kind, seat=1, spot="adjacent-17", stake=500, **more)


def test_a_called_bet_stands_whole_or_not_at_all() -> None:
    play = Play("nj", wheel="european", offers=["called-bets"])
    play.sit(1, 500)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="tiers", stake=600) == "stack-too-small"
    play.does(DEALER, c.BuyChips, seat=1, amount=100)
    play.bet(1, "tiers", 600)
    assert (len(play.stands(1)), play.has(1)) == (6, 0)


# Rebet


def test_a_rebet_is_all_of_the_last_round_or_nothing() -> None:
    play = Play("co-2014")
    play.sit(1, 1000)
    assert play.code(ANN, c.Rebet, seat=1) == "nothing-to-do"
    play.bet(1, "17", 300)
    play.bet(1, "red", 300)
    play.round("2")
    assert play.has(1) == 400
    assert play.code(ANN, c.Rebet, seat=1) == "stack-too-small"
    assert play.stands(1) == {}
    play.does(DEALER, c.BuyChips, seat=1, amount=200)
    play.does(ANN, c.Rebet, seat=1)
    assert play.stands(1) == {"17": 300, "red": 300}


def test_a_rebet_brings_no_coupon_back() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 300, coupon=300)
    play.round("1")
    play.does(ANN, c.Rebet, seat=1)
    assert [(each.stake.amount, each.coupon) for each in play.table.standing()] == [(300, 0)]


# The window


@pytest.mark.clause("CO 47.1-2205(2)", "NJ 19:47-5.3(b)", "HS rotation (1)-(4)", duty="call")
@pytest.mark.clause("CO 47.1-2201(7)", duty="closed")
@pytest.mark.clause("HS irregularities (4)", duty=("late", "stands"))
@pytest.mark.parametrize("book", BOOKS)
def test_bets_are_taken_while_the_ball_is_in_the_track_and_not_after_the_call(book: str) -> None:
    play = Play(book)
    play.sit(1)
    play.bet(1, "17", 100)
    play.spin()
    play.bet(1, "17", 100)
    play.does(DEALER, c.CallNoMoreBets)
    for kind, fields in (
        (c.PlaceWager, {"spot": "17", "stake": 100}),
        (c.MoveWager, {"spot": "17", "to": "20", "stake": 100}),
        (c.Rebet, {}),
        (c.ChangeWagers, {"changes": (c.WagerChange("17", 100), c.WagerChange("20", 100))}),
    ):
        for by in (ANN, DEALER):
            refusal = play.refused(by, kind, seat=1, **fields)
            assert (refusal.code, refusal.clause) == ("bets-closed", LATE[book])
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    play.does(DEALER, c.PlaceCrown)
    play.settle()
    assert play.has(1) == 9800 + 36 * 200, "the spin stands for those in time"


@pytest.mark.clause("SD 20:18:34:03 take-down", duty="take-down")
@pytest.mark.parametrize("book", BOOKS)
def test_a_wager_stays_after_the_call_though_most_texts_close_bets_alone(book: str) -> None:
    """No more bets are accepted, and a late one is returned: neither speaks of a wager that a player takes down."""
    play = Play(book)
    play.sit(1)
    play.bet(1, "17", 100)
    play.close_bets()
    for by in (ANN, DEALER):
        refusal = play.refused(by, c.TakeDown, seat=1, spot="17", stake=100)
        said = "SD 20:18:34:03 take-down" if book == "sd" else None
        assert (refusal.code, refusal.clause) == ("layout-locked", said)
        assert refusal.basis is (Basis.TEXT if said else Basis.CUSTOMARY)


@pytest.mark.clause("HS irregularities (4)", duty=("returned", "stands"))
@pytest.mark.parametrize("book", BOOKS)
def test_a_late_bet_goes_back_at_once_and_changes_nothing_else(book: str) -> None:
    play = Play(book)
    play.sit(1)
    play.bet(1, "17", 100)
    assert play.code(DEALER, c.ReturnLateBet, seat=1, spot="20", stake=100) == "nothing-to-do"
    play.spin()
    assert play.code(DEALER, c.ReturnLateBet, seat=1, spot="20", stake=100) == "nothing-to-do"
    play.does(DEALER, c.CallNoMoreBets)
    (back,) = play.does(DEALER, c.ReturnLateBet, seat=1, spot="20", stake=300)
    assert back == e.LateBetReturned(1, "20", 300)
    assert (play.stands(1), play.has(1), play.table.phase) == ({"17": 100}, 9900, Phase.NO_MORE_BETS)


@pytest.mark.parametrize("stake", [0, -100])
def test_a_late_bet_must_be_positive(stake: int) -> None:
    play = Play("house")
    play.sit(1)
    play.close_bets()
    assert play.code(DEALER, c.ReturnLateBet, seat=1, spot="20", stake=stake).endswith("not-positive")


@pytest.mark.clause("NJ 19:47-5.6(a)", duty="call")
def test_big_six_bets_close_before_the_wheel_turns() -> None:
    play = Play("nj", wheel="big-six")
    play.sit(1)
    play.bet(1, "$5", 100)
    assert play.code(DEALER, c.SpinWheel, wheel=CW) == "step-out-of-order"
    play.does(DEALER, c.CallNoMoreBets)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="$5", stake=100)
    assert (refusal.code, refusal.clause) == ("bets-closed", "NJ 19:47-5.6(a)")
    play.does(DEALER, c.SpinWheel, wheel=CCW)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="$5", stake=100) == "bets-closed"


# The lock


def fields_of_lock() -> list[tuple[type[c.Command], dict[str, Any]]]:
    return [
        (c.PlaceWager, {"spot": "20", "stake": 100}),
        (c.MoveWager, {"spot": "17", "to": "20", "stake": 100}),
        (c.TakeDown, {"spot": "17", "stake": 100}),
        (c.Rebet, {}),
    ]


@pytest.mark.clause("SD 20:18:34:03 take-down", duty=("take-down", "new-wager"))
@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_touched_until_winners_are_paid_and_the_crown_is_lifted(book: str) -> None:
    """South Dakota's sentence; elsewhere it is the order of the field."""
    play = Play(book)
    play.sit(1)
    play.bet(1, "17", 100)
    play.close_bets()
    steps: list[tuple[type[c.Command], dict[str, Any]]] = [
        (c.AnnounceNumber, {"number": "17", "revolutions": 4}),
        (c.PlaceCrown, {}),
        (c.CollectLosers, {}),
        (c.PayWinners, {}),
    ]
    for step, more in steps:
        play.does(DEALER, step, **more)
        for kind, fields in fields_of_lock():
            refusal = play.refused(DEALER, kind, seat=1, **fields)
            assert refusal.code == "layout-locked", (play.table.phase, kind)
            assert refusal.clause == ("SD 20:18:34:03 take-down" if book == "sd" else None)
    play.does(DEALER, c.LiftCrown)
    play.bet(1, "20", 100)


@pytest.mark.clause("SD 20:18:34:03 take-down", duty="take-down")
@pytest.mark.parametrize("book", BOOKS)
def test_what_lies_in_the_rack_is_free_at_every_step(book: str) -> None:
    """The sentence bars wagers and winnings: a tip, a cash-out and coloring up from the rack are neither."""
    play = Play(book)
    play.sit(1)
    play.does(DEALER, c.ColorUp, seat=1, amount=1000)
    play.bet(1, "17", 100)
    play.close_bets()
    for step, more in (
        (c.AnnounceNumber, {"number": "17", "revolutions": 4}),
        (c.PlaceCrown, {}),
        (c.CollectLosers, {}),
        (c.PayWinners, {}),
    ):
        play.does(DEALER, step, **more)
        play.does(DEALER, c.ColorUp, seat=1, amount=100)
        play.does(ANN, c.GiveTip, seat=1, amount=100, chips=Chips.NON_VALUE)
        play.does(DEALER, c.CashOut, seat=1, amount=100, chips=Chips.VALUE)
    assert (play.table.tips, play.has(1)) == (400, 10_000 - 100 + 3600 - 400 - 400)


@pytest.mark.clause("SD 20:18:34:03 take-down", duty="take-down")
@pytest.mark.parametrize("kind", [c.ColorUp, c.GiveTip])
@pytest.mark.parametrize("book", BOOKS)
def test_winnings_are_not_taken_up_before_the_crown_is_lifted(book: str, kind: type[c.Command]) -> None:
    """Ann has $1 in the rack and is paid $36: until the crown is lifted, a dollar is hers to give and not $2."""
    play = Play(book)
    play.sit(1, 200)
    play.bet(1, "17", 100)
    play.crown("17")
    play.does(DEALER, c.CollectLosers)
    play.does(DEALER, c.PayWinners)
    fields = {"seat": 1, "chips": Chips.NON_VALUE}
    refusal = play.refused(DEALER, kind, amount=101, **fields)
    assert (refusal.code, refusal.clause) == ("layout-locked", "SD 20:18:34:03 take-down" if book == "sd" else None)
    play.does(DEALER, kind, amount=100, **fields)
    play.does(DEALER, c.LiftCrown)
    play.does(DEALER, kind, amount=3600, **fields)


# Verbal wagers


@pytest.mark.clause("NJ 19:47-5.1(a)", duty=("verbal", "converted"))
@pytest.mark.parametrize("wheel", ["american", "european", "double-as-single"])
def test_new_jersey_a_verbal_wager_with_cash_is_confirmed_and_converted(wheel: str) -> None:
    play = Play("nj", wheel=wheel)
    play.sit(1, 0)
    held, drop = play.table.house_float, play.table.drop
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000)
    assert play.stands(1) == {}, "not a wager before the dealer confirms it"
    assert play.code(ANN, c.ConfirmVerbalWager, seat=1) == "role-not-allowed"
    play.does(DEALER, c.ConfirmVerbalWager, seat=1)
    assert play.stands(1) == {"17": 5000}
    assert (play.table.drop - drop, held - play.table.house_float) == (5000, 5000), "the cash became chips at once"
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1) == "nothing-to-do"
    play.round("17")
    assert play.table.seats[1].stacks == {Chips.VALUE: 36 * 5000}


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="verbal")
def test_new_jersey_a_verbal_wager_not_confirmed_before_the_call_is_none() -> None:
    play = Play("nj")
    play.sit(1, 0)
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000)
    play.close_bets()
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1) in ("bets-closed", "nothing-to-do")
    assert play.code(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000) == "bets-closed"


def test_new_jersey_a_verbal_wager_keeps_to_the_limits_when_it_is_confirmed() -> None:
    play = Play("nj", limits={"minimum": 100, "maximum": 500})
    play.sit(1)
    assert play.code(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=600) == "stake-above-maximum"
    assert play.code(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=0) == "stake-not-positive"
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=500)
    play.bet(1, "17", 100)
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1) == "stake-above-maximum"


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="verbal")
def test_spoken_wagers_on_several_spots_wait_side_by_side() -> None:
    """The text takes verbal wagers, each with its cash, and nowhere says that the second takes back the first."""
    play = Play("nj")
    play.sit(1, 0)
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000)
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="red", cash=2000)
    play.does(DEALER, c.ConfirmVerbalWager, seat=1, spot="red")
    assert play.stands(1) == {"red": 2000}
    play.does(DEALER, c.ConfirmVerbalWager, seat=1, spot="17")
    assert play.stands(1) == {"red": 2000, "17": 5000}
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1, spot="17") == "nothing-to-do"


def test_without_a_spot_the_dealer_confirms_what_was_spoken_first() -> None:
    play = Play("nj")
    play.sit(1, 0)
    for spot, cash in (("17", 5000), ("red", 2000), ("17", 4000)):
        play.does(ANN, c.OfferVerbalWager, seat=1, spot=spot, cash=cash)
    play.does(DEALER, c.ConfirmVerbalWager, seat=1)
    assert play.stands(1) == {"red": 2000}, "the word about 17 was taken back, and the new one came later"
    play.does(DEALER, c.ConfirmVerbalWager, seat=1)
    assert play.stands(1) == {"red": 2000, "17": 4000}, "another word about the same spot stands in place of the first"


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="verbal")
@pytest.mark.parametrize("cash", [4999, 5001])
def test_a_dealer_confirms_exactly_what_was_offered(cash: int) -> None:
    """An offer that the player changed while the dealer confirmed it was not confirmed."""
    play = Play("nj")
    play.sit(1, 0)
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000)
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1, spot="18", cash=5000) == "nothing-to-do"
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1, spot="17", cash=cash) == "nothing-to-do"
    play.does(DEALER, c.ConfirmVerbalWager, seat=1, spot="17", cash=5000)


def test_a_player_sees_the_spoken_wagers_that_wait_and_nobody_elses() -> None:
    play = Play("nj")
    play.sit(1, 0)
    play.does(BOB, c.TakeSeat, seat=2, player="bob")
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000)

    def waits(who: Actor) -> list[tuple[str, int]]:
        you = view(play.rules, play.table, who).you
        return [(each.spot, each.cash) for each in you.spoken] if you else []

    assert (waits(ANN), waits(BOB)) == ([("17", 5000)], [])
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="red", cash=2000)
    play.does(DEALER, c.ConfirmVerbalWager, seat=1, spot="17", cash=5000)
    assert waits(ANN) == [("red", 2000)]
    play.close_bets()
    assert waits(ANN) == []


def test_a_spoken_wager_is_its_speakers_and_nobody_elses() -> None:
    """What Ann offered before the table closed is not Bob's, who has her seat the next day."""
    play = Play("nj")
    play.does(ANN, c.TakeSeat, seat=1, player="ann")
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=5000)
    play.does(BOSS, c.CloseTable, float_count=1_000_000)
    play.open()
    play.does(BOB, c.TakeSeat, seat=1, player="bob")
    assert play.code(DEALER, c.ConfirmVerbalWager, seat=1) == "nothing-to-do"


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty=("verbal", "cash"))
@pytest.mark.clause("HS placement", duty="chips")
@pytest.mark.parametrize(
    ("book", "clause"),
    [
        ("co-2013", "CO 47.1-2203(1)"),
        ("co-2014", "CO 47.1-2203(1)"),
        ("sd", "SD 20:18:34:03 chips"),
        ("house", "HS placement"),
    ],
)
def test_elsewhere_no_verbal_wager(book: str, clause: str) -> None:
    play = Play(book)
    play.sit(1)
    for by in (ANN, DEALER):
        refusal = play.refused(by, c.OfferVerbalWager, seat=1, spot="17", cash=300)
        assert (refusal.code, refusal.clause) == ("verbal-not-accepted", clause)


def test_big_six_has_no_clause_for_verbal_wagers() -> None:
    """5.1 is headed roulette; as with coupons, what it permits it permits there."""
    play = Play("nj", wheel="big-six")
    play.sit(1)
    refusal = play.refused(ANN, c.OfferVerbalWager, seat=1, spot="$5", cash=300)
    assert refusal.code == "verbal-not-accepted"


def test_big_six_refusals_never_cite_a_clause_about_roulette() -> None:
    play = Play("nj", wheel="big-six")
    play.sit(1)
    for by, kind, fields in (
        (BOB, c.LeaveSeat, {}),
        (ANN, c.TakeDown, {"spot": "$5", "stake": 100}),
        (ANN, c.PlaceWager, {"spot": "$5", "stake": 100, "chips": Chips.ELECTRONIC}),
        (ANN, c.PlaceWager, {"spot": "$5", "stake": 99_900}),
    ):
        refusal = play.refused(by, kind, seat=1, **fields)
        assert refusal.clause is None or refusal.clause.startswith(("NJ 19:47-5.5", "NJ 19:47-5.6")), refusal


# Tips


@pytest.mark.clause("CO 47.1-2207", duty="tips")
@pytest.mark.parametrize(("stake", "answer"), [(100, ""), (200, ""), (300, "tip-wager-restricted")])
def test_a_tip_wager_keeps_to_the_posted_restriction(stake: int, answer: str) -> None:
    play = Play("co-2014", setup=setup(tip_wager_max=200))
    play.sit(1)
    decision = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="17", stake=stake, tip=True))
    assert getattr(decision, "code", "") == answer
    if isinstance(decision, Refusal):
        assert decision.clause == "CO 47.1-2207"


@pytest.mark.clause("CO 47.1-2207", duty="tips")
def test_no_way_round_the_posted_restriction_in_small_steps() -> None:
    play = Play("co-2014", setup=setup(tip_wager_max=200))
    play.sit(1)
    play.bet(1, "17", 200, tip=True)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100, tip=True) == "tip-wager-restricted"


@pytest.mark.clause("CO 47.1-2207", duty="tips")
def test_the_posted_restriction_binds_a_called_bet_as_a_whole() -> None:
    play = Play("co-2014", wheel="european", offers=["called-bets"], setup=setup(tip_wager_max=200))
    play.sit(1)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="tiers", stake=600, tip=True) == "tip-wager-restricted"


@pytest.mark.clause("CO 47.1-2207", duty="tips")
def test_the_posted_restriction_binds_a_rebet_as_a_whole() -> None:
    play = Play("co-2014", setup=setup(tip_wager_max=200))
    play.sit(1)
    play.bet(1, "17", 100, tip=True)
    play.bet(1, "18", 100, tip=True)
    play.round("1")
    play.bet(1, "20", 100, tip=True)
    assert play.code(ANN, c.Rebet, seat=1) == "tip-wager-restricted"


@pytest.mark.clause("CO 47.1-2207", duty="tips")
def test_the_posted_restriction_does_not_count_the_players_own_wagers() -> None:
    play = Play("co-2014", setup=setup(tip_wager_max=200))
    play.sit(1)
    play.bet(1, "17", 500)
    play.bet(1, "17", 200, tip=True)
    play.round("1")
    play.does(ANN, c.Rebet, seat=1)
    assert play.stands(1) == {"17": 700}


@pytest.mark.clause("CO 47.1-2207", duty="tips")
def test_where_the_sign_says_no_tip_wagers_there_are_none() -> None:
    play = Play("co-2014", setup=setup(tip_wagers=False))
    play.sit(1)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100, tip=True) == "tip-wager-restricted"
    play.does(ANN, c.GiveTip, seat=1, amount=100, chips=Chips.NON_VALUE)
    assert play.table.tips == 100


def test_what_a_tip_wager_wins_goes_into_the_tip_box_and_what_it_loses_to_the_house() -> None:
    play = Play("co-2014")
    play.sit(1)
    held = play.table.house_float
    play.bet(1, "17", 100, tip=True)
    play.bet(1, "18", 200, tip=True)
    play.bet(1, "17", 100)
    play.round("17")
    assert play.table.tips == 3600
    assert play.has(1) == 10_000 - 400 + 3600
    assert play.table.house_float == held + 200 - 7000


def test_a_tip_is_not_more_than_the_player_has() -> None:
    play = Play("co-2014")
    play.sit(1)
    assert play.code(ANN, c.GiveTip, seat=1, amount=10_001, chips=Chips.NON_VALUE) == "stack-too-small"


# Several pockets


@pytest.mark.clause("CO 47.1-2203(1)", duty="issued")
def test_a_wager_is_paid_for_with_chips_that_are_there() -> None:
    play = Play("co-2014")
    play.sit(1, 500)
    play.bet(1, "17", 500)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="18", stake=100)
    assert (refusal.code, refusal.facts["has"], refusal.facts["amount"]) == ("stack-too-small", 0, 100)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="18", stake=100, chips=Chips.VALUE) == "stack-too-small"


def test_a_wager_for_the_dealers_is_taken_down_and_moved_as_such() -> None:
    """Ann has $3 of her own and $2 for the dealers on 17: each is named, and neither is taken for the other."""
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 300)
    play.bet(1, "17", 200, tip=True)
    assert play.code(ANN, c.TakeDown, seat=1, spot="17", stake=300, tip=True) == "wager-not-standing"
    play.does(ANN, c.TakeDown, seat=1, spot="17", stake=100, tip=True)
    play.does(ANN, c.MoveWager, seat=1, spot="17", to="20", stake=100, tip=True)
    play.does(ANN, c.TakeDown, seat=1, spot="17", stake=300)
    assert play.code(ANN, c.TakeDown, seat=1, spot="20", stake=100) == "wager-not-standing"
    assert [(each.stake.spot, each.stake.tip, each.stake.amount) for each in play.table.standing()] == [
        ("20", True, 100)
    ]


@pytest.mark.clause("CO 47.1-2207", duty=("tips", "tips-posted"))
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tip_wagers": False}, "Wagers for the dealers are not accepted."),
        ({"tip_wager_max": 200}, "Each player may wager at most $2.00 a spin for the dealers."),
        ({"tip_wagers_on": ("outside",)}, "Wagers for the dealers are taken on outside wagers only."),
        (
            {"tip_wager_max": 200, "tip_wagers_on": ("straight", "outside")},
            "Each player may wager at most $2.00 a spin for the dealers, on straight and outside wagers only.",
        ),
    ],
)
def test_the_sign_the_card_and_the_refusal_say_one_sentence(fields: dict[str, Any], sentence: str) -> None:
    play = Play("co-2014", setup=setup(**fields))
    play.sit(1)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="17-20", stake=300, tip=True)
    assert (refusal.code, refusal.clause) == ("tip-wager-restricted", "CO 47.1-2207")
    assert refusal.message.endswith(f". {sentence}")
    assert play.rules.tip_restriction == sentence
    assert sentence in [sign.text for sign in signs(play.rules)]


@pytest.mark.clause("CO 47.1-2207", duty="tips")
def test_a_restriction_to_some_wagers_binds_places_and_moves() -> None:
    play = Play("co-2014", setup=setup(tip_wagers_on=("outside", "straight")))
    play.sit(1)
    play.bet(1, "17", 100, tip=True)
    play.bet(1, "red", 100, tip=True)
    assert play.code(ANN, c.MoveWager, seat=1, spot="red", to="17-20", stake=100, tip=True) == "tip-wager-restricted"
    play.does(ANN, c.MoveWager, seat=1, spot="red", to="dozen-1", stake=100, tip=True)
    play.bet(1, "17-20", 100)  # the player's own
