"""From the crown to its lifting: fifths, losers before winners, half on zero, and in prison with all its outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game.settlement import Verdict
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.decide import deciding
from croupier.table.questions import last_round
from croupier.table.stake import KeptBySeat, Share, Swept
from croupier.table.state import Phase
from croupier.table.values import BallFate, NoSpinReason
from croupier.terms.citation import Authority, Basis, ClauseId
from tests.pauses import with_pauses
from tests.table.playing import ANN, BOB, BOSS, CARL, DEALER, FLOAT, Play, frozen, setup

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
ORDER = {
    "co-2013": "CO 47.1-2205(4)",
    "co-2014": "CO 47.1-2205(4)",
    "nj": "NJ 19:47-5.3(e)",
    "sd": None,
    "house": "HS rotation (1)-(4)",
}


@pytest.mark.clause("CO 47.1-2205(4)", "NJ 19:47-5.3(e)", "HS rotation (1)-(4)", duty=("losers", "winners"))
@pytest.mark.parametrize("book", BOOKS)
def test_all_losers_are_collected_before_any_winner_is_paid(book: str) -> None:
    play = Play(book)
    play.sit(1)
    play.sit(2)
    play.bet(1, "17", 100)
    play.bet(1, "red", 200)
    play.bet(2, "black", 300)
    play.bet(2, "dozen-1", 400)
    play.crown("17")
    refusal = play.refused(DEALER, c.PayWinners)
    assert refusal.code == "step-out-of-order"
    assert refusal.clause == ("SD 20:18:34:03 take-down" if book == "sd" else ORDER[book])
    before = play.table.house_float
    play.does(DEALER, c.CollectLosers)
    assert (play.stands(1), play.stands(2)) == ({"17": 100}, {"black": 300})
    assert play.table.house_float == before + 600
    refusal = play.refused(DEALER, c.CollectLosers)
    assert (refusal.code, refusal.clause) == ("step-out-of-order", ORDER[book])
    assert play.code(DEALER, c.LiftCrown) == "step-out-of-order"
    play.does(DEALER, c.PayWinners)
    assert (play.stands(1), play.stands(2)) == ({}, {})
    assert (play.has(1), play.has(2)) == (9700 + 3600, 9300 + 600)
    assert play.code(DEALER, c.PayWinners) == "step-out-of-order"
    play.does(DEALER, c.LiftCrown)
    assert (play.table.phase, play.table.results) == (Phase.BETTING, ["17"])


@pytest.mark.clause("NJ 19:47-5.6(e)", duty=("losers", "winners"))
def test_big_six_losers_first_then_winners_and_the_next_round() -> None:
    play = Play("nj", wheel="big-six")
    play.sit(1)
    for spot in ("$1", "$2", "$5", "$10", "$20", "joker", "flag"):
        play.bet(1, spot, 100)
    play.rest("flag")
    refusal = play.refused(DEALER, c.PayWinners)
    assert (refusal.code, refusal.clause) == ("step-out-of-order", "NJ 19:47-5.6(e)")
    play.does(DEALER, c.CollectLosers)
    assert play.stands(1) == {"flag": 100}
    play.does(DEALER, c.PayWinners)
    assert play.has(1) == 9300 + 4600
    assert (play.table.phase, play.table.results) == (Phase.BETTING, ["flag"])


def test_a_round_without_wagers_goes_through_the_same_steps() -> None:
    play = Play("nj")
    play.round("0")
    assert play.table.results == ["0"]
    assert play.table.house_float == FLOAT


@pytest.mark.clause("CO 47.1-2205(4)", duty="losers")
@pytest.mark.clause("CO 47.1-2203(5)", duty="settled")
def test_the_record_of_losers_adds_up_by_spot_and_by_seat() -> None:
    """Only the wager with a coupon and the prisoner are listed one by one."""
    play = Play("co-2014", wheel="european", zero="in-prison")
    for seat in (1, 2, 3):
        play.sit(seat)
    play.bet(1, "even", 700)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="even", choice=Choice.LEAVE)
    play.settle()
    play.does(DEALER, c.BringChips, seat=2, amount=1000)
    play.bet(1, "red", 100)
    play.bet(1, "18", 200)
    play.bet(2, "red", 300)
    play.bet(2, "red", 400, chips=Chips.VALUE, color="green")
    play.bet(2, "even", 500, coupon=500)
    play.bet(3, "even", 600)
    play.bet(3, "17", 100)
    play.crown("17")
    (event,) = play.does(DEALER, c.CollectLosers)
    assert isinstance(event, e.LosersCollected)
    position = Authority(Basis.TEXT, ClauseId("CO 47.1-2203(5)"))
    prison = Authority(Basis.READING, ClauseId("CO 47.1-2204(2)"), 4)
    assert set(event.spots) == {
        Swept("18", 200, position),
        Swept("red", 100 + 300 + 400, position),
        Swept("even", 600, position),
    }
    assert set(event.seats) == {Share(1, 300), Share(2, 700), Share(3, 600)}
    assert [(each.stake.seat, each.stake.spot, each.taken, each.coupon, each.authority) for each in event.wagers] == [
        (1, "even", 700, 0, prison),
        (2, "even", 500, 500, position),
    ]
    assert [play.stands(seat) for seat in (1, 2, 3)] == [{}, {}, {"17": 100}]


@pytest.mark.clause("CO 47.1-2205(4)", duty=("losers", "winners"))
def test_a_long_round_is_settled_in_several_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats a sweep, three wagers told one by one, four corrected: 27 wagers, four of them with coupons."""
    monkeypatch.setattr("croupier.table.settling.CHUNK", 3)
    monkeypatch.setattr("croupier.table.settling.SEATS", 2)
    monkeypatch.setattr("croupier.table.supervising.KEPT_MAX", 4)
    play = Play("co-2014")
    for seat in (1, 2, 3):
        play.sit(seat)
        for spot in ("17", "18", "red", "black", "odd", "even", "low", "high", "column-2"):
            play.bet(seat, spot, 100, coupon=100 if spot == "red" or (seat, spot) == (1, "even") else 0)
    play.crown("17")
    monkeypatch.setattr("croupier.table.settling.PAUSE_SEATS", 2)
    before = frozen(play.table)
    pauses, paused = with_pauses(deciding(play.rules, play.table, play.order(DEALER, c.CollectLosers)))
    assert pauses == 2 + 1, "after each two sweeps, and after each two seats whose wagers are ruled on one by one"
    assert frozen(play.table) == before
    first, second = play.does(DEALER, c.CollectLosers)
    assert paused == (first, second)
    assert isinstance(first, e.LosersCollected)
    assert isinstance(second, e.LosersCollected)
    assert {each.spot: each.taken for each in first.spots} == {"18": 200, "even": 100, "high": 200}
    assert {each.spot: each.taken for each in second.spots} == {"18": 100, "even": 100, "high": 100}
    assert (first.seats, second.seats) == ((Share(1, 200), Share(2, 300)), (Share(3, 300),))
    assert [(each.stake.seat, each.stake.spot) for each in first.wagers] == [(1, "red"), (1, "even"), (2, "red")]
    assert [(each.stake.seat, each.stake.spot) for each in second.wagers] == [(3, "red")]
    assert (first.last, second.last) == (False, True)
    monkeypatch.setattr("croupier.table.settling.PAUSE_PAYMENTS", 7)
    pauses, paused = with_pauses(deciding(play.rules, play.table, play.order(DEALER, c.PayWinners)))
    assert pauses == 2 + 1, "after each seven of the fifteen payments, and before they are put into records"
    paid = play.does(DEALER, c.PayWinners)
    assert paused == paid
    payments = [event for event in paid if isinstance(event, e.WinnersPaid)]
    assert len(payments) == len(paid)
    assert [event.last for event in payments] == [False] * 4 + [True]
    play.does(DEALER, c.LiftCrown)
    assert play.has(1) == play.has(2) == play.has(3) == 9100 + 3600 + 3 * 200 + 300
    assert play.table.coupons == 400
    corrected = [
        event
        for event in play.does(BOSS, c.CorrectNumber, number="18", why="misread")
        if isinstance(event, e.NumberCorrected)
    ]
    assert [event.kept for event in corrected] == [
        (KeptBySeat(1, {"18": 3600, "red": 300, "even": 300, "low": 200}),),
        (KeptBySeat(2, {"18": 3600, "red": 300, "even": 200, "low": 200}),),
        (KeptBySeat(3, {"18": 3600, "red": 300, "even": 200, "low": 200}),),
    ]
    assert play.has(1) == 9100 + 3600 + 2 * 300 + 200
    assert play.has(2) == play.has(3) == 9100 + 3600 + 300 + 2 * 200


def test_a_correction_releases_prisoners_in_several_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.table.settling.CHUNK", 2)
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    spots = ("red", "black", "odd", "even", "low")
    for spot in spots:
        play.bet(1, spot, 100)
    play.crown("0")
    for spot in spots:
        play.does(ANN, c.ChooseInPrison, seat=1, spot=spot, choice=Choice.LEAVE)
    play.settle()
    events = play.does(BOSS, c.CorrectNumber, number="1", why="misread")
    parts = [event for event in events if isinstance(event, e.NumberCorrected)]
    assert [len(event.released) for event in parts] == [2, 2, 1]
    assert [event.kept for event in parts] == [(KeptBySeat(1, {"red": 200, "odd": 200, "low": 200}),), (), ()]
    assert (play.has(1), play.stands(1)) == (9500 + 3 * 200, {})


# Fifths


@pytest.mark.clause("NJ 19:47-5.3(d)", duty="fifths")
@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty=("straights", "center"))
def test_a_fifth_moves_to_the_winning_number_before_losers_are_collected() -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    play.sit(2)
    play.bet(1, "adjacent-17", 1000)  # 20 32 17 5 22
    play.bet(2, "adjacent-5", 500)  # 32 17 5 22 34
    play.bet(2, "adjacent-0", 500)
    play.crown("20")
    refusal = play.refused(DEALER, c.CollectLosers)
    assert (refusal.code, refusal.clause) == ("fifths-not-moved", "NJ 19:47-5.3(d)")
    (moved,) = play.does(DEALER, c.MoveFifths)
    assert isinstance(moved, e.FifthsMoved)
    assert [(each.seat, each.spot) for each in moved.wagers] == [(1, "adjacent-17")]
    assert play.code(DEALER, c.MoveFifths) == "nothing-to-do"
    play.settle()
    assert play.has(1) == 9000 + 36 * 200
    assert play.has(2) == 9000


@pytest.mark.clause("NJ 19:47-5.3(d)", duty="fifths")
def test_the_record_of_the_move_holds_the_fifth() -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    play.bet(1, "adjacent-17", 1000)
    play.crown("20")
    (moved,) = play.does(DEALER, c.MoveFifths)
    assert isinstance(moved, e.FifthsMoved)
    assert [each.amount for each in moved.wagers] == [200]


@pytest.mark.clause("NJ 19:47-5.3(d)", duty="fifths")
def test_without_a_winning_replica_wager_there_is_nothing_to_move() -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    play.bet(1, "adjacent-17", 500)
    assert play.code(DEALER, c.MoveFifths) == "step-out-of-order"
    play.crown("1")
    assert play.code(DEALER, c.MoveFifths) == "nothing-to-do"
    play.settle()
    assert play.has(1) == 9500


@pytest.mark.clause("NJ 19:47-5.3(d)", duty="fifths")
def test_many_fifths_are_moved_in_several_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.table.settling.CHUNK", 2)
    play = Play("nj", offers=["five-adjacent"])
    for seat in (1, 2, 3):
        play.sit(seat)
        play.bet(seat, "adjacent-17", 500)
    play.crown("20")
    first, second = play.does(DEALER, c.MoveFifths)
    assert isinstance(first, e.FifthsMoved)
    assert isinstance(second, e.FifthsMoved)
    assert [[each.seat for each in event.wagers] for event in (first, second)] == [[1, 2], [3]]
    play.settle()
    assert [play.has(seat) for seat in (1, 2, 3)] == [9500 + 36 * 100] * 3


# Half


@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "returned"))
@pytest.mark.parametrize("number", ["0", "00"])
@pytest.mark.parametrize("spot", ["red", "black", "odd", "even", "low", "high"])
def test_new_jerseys_half_option_takes_half_of_even_money_wagers_on_both_zeros(number: str, spot: str) -> None:
    play = Play("nj", zero="half")
    play.sit(1, value=1)
    play.bet(1, spot, 501)
    play.bet(1, "dozen-1", 300)
    play.crown(number)
    play.does(DEALER, c.CollectLosers)
    assert play.stands(1) == {spot: 251}, "the odd cent is the player's"
    (paid,) = play.does(DEALER, c.PayWinners)
    assert isinstance(paid, e.WinnersPaid)
    (payment,) = paid.wagers
    assert (payment.outcome, payment.returned, payment.authority.clause) == (Verdict.HALF, 251, "NJ 19:47-5.2(b)")
    assert play.has(1) == 10_000 - 801 + 251


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="all")
@pytest.mark.clause("NJ 19:47-5.2(c)", "NJ 19:47-5.2(d)", duty="lost")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="loses")
@pytest.mark.parametrize(
    ("book", "wheel"),
    [("nj", "american"), ("nj", "european"), ("nj", "double-as-single"), ("co-2014", "double-as-single")],
)
def test_otherwise_zero_takes_all_of_it(book: str, wheel: str) -> None:
    play = Play(book, wheel=wheel)
    play.sit(1)
    play.bet(1, "red", 500)
    play.round("0")
    assert play.has(1) == 9500


# In prison


def imprison(book: str = "co-2014", *, wheel: str = "european", **more: Any) -> Play:
    play = Play(book, wheel=wheel, zero="in-prison", **more)
    play.sit(1)
    play.sit(2)
    play.bet(1, "red", 500)
    play.bet(2, "even", 300)
    play.bet(2, "dozen-1", 100)
    return play


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave", "every-player", "even-money"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
@pytest.mark.parametrize("wheel", ["american", "european"])
def test_each_player_takes_half_back_or_leaves_it(book: str, wheel: str) -> None:
    play = imprison(book, wheel=wheel)
    play.crown("0")
    refusal = play.refused(DEALER, c.CollectLosers)
    assert (refusal.code, refusal.clause, refusal.facts) == ("choice-pending", "CO 47.1-2204(2)", {"count": 2})
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.HALF)
    assert play.code(DEALER, c.CollectLosers) == "choice-pending"
    play.does(BOB, c.ChooseInPrison, seat=2, spot="even", choice=Choice.LEAVE)
    play.does(DEALER, c.CollectLosers)
    play.does(DEALER, c.PayWinners)
    play.does(DEALER, c.LiftCrown)
    assert (play.has(1), play.stands(1)) == (9750, {})
    assert (play.has(2), play.stands(2)) == (9600, {"even": 300})


@pytest.mark.clause("CO 47.1-2204(2)", duty="zero")
def test_on_an_american_wheel_double_zero_is_not_zero() -> None:
    play = imprison(wheel="american")
    play.crown("00")
    play.does(DEALER, c.CollectLosers)
    assert play.stands(1) == {}


@pytest.mark.clause("CO 47.1-2204(2)", duty="zero")
@pytest.mark.parametrize("number", ["17", "1"])
def test_any_other_number_leaves_nothing_to_choose(number: str) -> None:
    play = imprison()
    play.crown(number)
    assert play.code(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE) == "choice-over"
    play.does(DEALER, c.CollectLosers)


@pytest.mark.clause("CO 47.1-2204(2)", duty="second-zero")
@pytest.mark.parametrize(("number", "kept"), [("0", 0), ("1", 500), ("2", 0)])
@pytest.mark.parametrize("tip", [False, True])
def test_the_next_spin_ends_it(number: str, kept: int, tip: bool) -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 500, tip=tip)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    play.round(number)
    assert play.stands(1) == {}
    assert (play.table.tips if tip else play.has(1) - 9500) == kept, "released: the stake and nothing more"


@pytest.mark.parametrize(("wait", "answer"), [(29_999, ""), (30_000, ""), (30_001, "choice-over")])
def test_the_time_to_choose_ends_on_the_millisecond(wait: int, answer: str) -> None:
    play = imprison()
    play.crown("0")
    play.at += wait
    choice = play.run(play.order(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE))
    assert getattr(choice, "code", "") == answer


@pytest.mark.parametrize(("wait", "answer"), [(29_999, "choice-pending"), (30_000, ""), (30_001, "")])
@pytest.mark.parametrize("posted", [None, *Choice])
def test_who_says_nothing_has_what_the_house_posted_or_leaves_the_bet(
    wait: int, answer: str, posted: Choice | None
) -> None:
    """Taking back is an act; otherwise the house posts what silence means."""
    play = imprison(setup=setup(silence=posted))
    play.crown("0")
    play.at += wait
    collected = play.run(play.order(DEALER, c.CollectLosers))
    assert getattr(collected, "code", "") == answer
    if not answer:
        play.does(DEALER, c.PayWinners)
        play.does(DEALER, c.LiftCrown)
        if posted is Choice.HALF:
            assert (play.has(1), play.has(2)) == (9750, 9600 + 150)
        else:
            assert (play.stands(1), play.has(1)) == ({"red": 500}, 9500)
            assert [each.imprisoned for each in play.table.standing()] == [True, True]


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave", "even-money"))
def test_a_choice_is_the_players_own_made_once_and_for_even_money() -> None:
    play = imprison()
    play.crown("0")
    fields = {"seat": 1, "spot": "red", "choice": Choice.LEAVE}
    assert play.code(BOB, c.ChooseInPrison, **fields) == "seat-not-yours"
    assert play.code(BOB, c.ChooseInPrison, seat=2, spot="dozen-1", choice=Choice.HALF) == "choice-over"
    assert play.code(BOB, c.ChooseInPrison, seat=2, spot="red", choice=Choice.HALF) == "choice-over"
    play.does(ANN, c.ChooseInPrison, **fields)
    assert play.code(ANN, c.ChooseInPrison, **(fields | {"choice": Choice.HALF})) == "choice-over"


@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
def test_an_imprisoned_wager_is_locked() -> None:
    play = imprison()
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    for kind, fields in (
        (c.TakeDown, {"spot": "red", "stake": 500}),
        (c.MoveWager, {"spot": "red", "to": "black", "stake": 500}),
    ):
        refusal = play.refused(ANN, kind, seat=1, **fields)
        assert (refusal.code, refusal.clause) == ("wager-imprisoned", "CO 47.1-2204(2)")
    play.does(DEALER, c.ColorUp, seat=1, amount=play.has(1))
    play.does(DEALER, c.CashOut, seat=1, amount=play.has(1), chips=Chips.VALUE)
    assert play.code(ANN, c.LeaveSeat, seat=1) == "seat-in-play"
    assert play.code(BOSS, c.CloseTable, float_count=0) == "seat-in-play"


def in_prison(**more: Any) -> Play:
    """Ann has $5 in prison on red and $95 in her stack."""
    play = imprison(**more)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    assert [(each.stake.amount, each.prison) for each in play.table.wagers[1].values()] == [(500, 1)]
    return play


@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
@pytest.mark.parametrize(
    ("number", "has"),
    [
        ("1", 10_000 + 300),  # red: the prisoner comes back, the new wager wins its $3
        ("2", 10_000 - 500 - 300),  # black: both are lost
    ],
)
def test_a_new_wager_stands_beside_a_prisoner_and_is_settled_apart(number: str, has: int) -> None:
    """The clause leaves the bet for another spin and closes the box to nobody."""
    play = in_prison()
    play.bet(1, "red", 300)
    assert play.stands(1) == {"red": 800}
    play.round(number)
    assert play.has(1) == has


@pytest.mark.clause("CO 47.1-2204(2)", duty="second-zero")
def test_on_a_second_zero_the_prisoner_is_lost_and_the_new_wager_has_its_choice() -> None:
    play = in_prison()
    play.bet(1, "red", 300)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    assert [(each.stake.amount, each.prison) for each in play.table.wagers[1].values()] == [(300, 1)]
    assert play.has(1) == 10_000 - 500 - 300
    play.round("1")
    assert play.has(1) == 10_000 - 500


def test_a_rebet_stands_beside_the_prisoner_that_it_repeats() -> None:
    play = in_prison()
    play.does(ANN, c.Rebet, seat=1)
    assert sorted((each.stake.amount, each.prison) for each in play.table.wagers[1].values()) == [(500, 0), (500, 1)]


@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
def test_the_new_wager_is_taken_down_and_moved_without_the_prisoner() -> None:
    play = in_prison()
    play.bet(1, "red", 300)
    assert play.code(ANN, c.TakeDown, seat=1, spot="red", stake=400) == "wager-not-standing"
    play.does(ANN, c.MoveWager, seat=1, spot="red", to="black", stake=100)
    play.does(ANN, c.MoveWager, seat=1, spot="black", to="red", stake=100)
    play.does(ANN, c.TakeDown, seat=1, spot="red", stake=300)
    assert play.stands(1) == {"red": 500}
    assert play.code(ANN, c.TakeDown, seat=1, spot="red", stake=500) == "wager-imprisoned"


@pytest.mark.clause("CO 47.1-2207", duty="limits")
@pytest.mark.parametrize(
    ("stake", "answer"), [(100, "stake-below-minimum"), (200, ""), (500, ""), (600, "stake-above-maximum")]
)
def test_limits_apply_only_to_the_new_wager(stake: int, answer: str) -> None:
    """The prisoner is a wager of the spin before: it was within the limits then, and wins nothing now."""
    play = Play("co-2014", wheel="european", zero="in-prison", limits={"minimum": 200, "maximum": 500})
    play.sit(1)
    play.bet(1, "red", 500)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    decision = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="red", stake=stake))
    assert getattr(decision, "code", "") == answer


@pytest.mark.clause("CO 47.1-2204(2)", duty="second-zero")
def test_prisoners_in_several_kinds_of_chips_and_for_the_dealers_stay_apart() -> None:
    """Twice the same; the first three lose to the second zero, and the others come back, the dealers' to their box."""
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.does(DEALER, c.ColorUp, seat=1, amount=1000)
    for _ in range(2):
        play.bet(1, "red", 300)
        play.bet(1, "red", 200, chips=Chips.VALUE, color="green")
        play.bet(1, "red", 100, tip=True)
        play.crown("0")
        play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
        play.settle()
        assert play.stands(1) == {"red": 600}
    play.bet(1, "red", 300)
    play.round("1")
    assert play.table.seats[1].stacks == {Chips.NON_VALUE: 9000 - (300 + 100) - 100 + 300, Chips.VALUE: 1000 - 200}
    assert play.table.tips == 100


# Half a chip


@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "returned"))
@pytest.mark.clause("CO 47.1-2204(2)", duty="half")
@pytest.mark.parametrize(("book", "zero"), [("nj", "half"), ("co-2014", "in-prison")])
def test_half_of_an_odd_number_of_chips_is_paid_in_value_chips(book: str, zero: str) -> None:
    """Of three $5 chips $7.50 comes back: one $5 chip, two $1 value chips and half a dollar in coin with them."""
    play = Play(book, zero=zero, setup=setup(silence=Choice.HALF))
    play.sit(1, value=500)
    play.bet(1, "red", 1500)
    play.crown("0")
    play.settle()
    assert play.table.seats[1].stacks == {Chips.NON_VALUE: 8500 + 500, Chips.VALUE: 250}
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=250, chips=Chips.VALUE) == "stake-not-whole-chips"
    play.bet(1, "17", 200, chips=Chips.VALUE, color="white")
    play.round("1")
    play.does(DEALER, c.ColorUp, seat=1, amount=9000)
    play.does(DEALER, c.CashOut, seat=1, amount=9050, chips=Chips.VALUE)
    play.does(ANN, c.LeaveSeat, seat=1)


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="returned")
def test_two_halves_of_one_payment_are_a_chip() -> None:
    play = Play("nj", zero="half")
    play.sit(1, value=500)
    play.bet(1, "red", 500)
    play.bet(1, "odd", 500)
    play.round("00")
    assert play.table.seats[1].stacks == {Chips.NON_VALUE: 9000 + 500}


@pytest.mark.clause("NJ 19:47-5.2(a)", duty="odds")
def test_odds_that_pay_half_a_chip() -> None:
    """A house may pay 7/2 to 1 on a 3 to 1 wager: of one $5 chip it is $17.50, three chips and $2.50."""
    play = Play("nj", offers=["eight-color"], withholds=["red", "black", "dozen"], pays={"eight-color": "7/2"})
    play.sit(1, value=500)
    (spot,) = [each.id for each in play.rules.betting.layout if each.wager == "eight-color"][:1]
    play.bet(1, spot, 500)
    play.round("0")
    assert play.table.seats[1].stacks == {Chips.NON_VALUE: 10_000 + 1500, Chips.VALUE: 250}


@pytest.mark.clause("CO 47.1-2204(2)", duty="half")
def test_half_an_electronic_chip_is_credit_and_is_cashed_out() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison", setup=setup(electronic=True, silence=Choice.HALF))
    play.sit(1, value=500)
    play.bet(1, "red", 500)
    play.round("0")
    assert play.table.seats[1].stacks == {Chips.ELECTRONIC: 9750}
    play.does(DEALER, c.CashOut, seat=1, amount=250, chips=Chips.ELECTRONIC)
    play.does(DEALER, c.CashOut, seat=1, amount=9500, chips=Chips.ELECTRONIC)
    play.does(ANN, c.LeaveSeat, seat=1)


@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
def test_a_no_spin_resolves_nothing_and_a_prisoner_stays_one() -> None:
    play = imprison()
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    play.spin()
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.FOREIGN_OBJECT, ball=BallFate.REMOVED)
    assert play.code(ANN, c.TakeDown, seat=1, spot="red", stake=500) == "wager-imprisoned"
    play.round("1")
    assert play.has(1) == 10_000


def test_a_coupon_is_collected_when_its_wager_goes_to_prison() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 500, coupon=500)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    assert (play.table.coupons, [each.coupon for each in play.table.standing()]) == (500, [0])
    play.round("1")
    assert play.has(1) == 10_000


def test_one_choice_for_all_that_a_player_has_on_the_box() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.does(DEALER, c.BringChips, seat=1, amount=1000)
    play.bet(1, "red", 500)
    play.bet(1, "red", 200, chips=Chips.VALUE, color="green")
    play.bet(1, "red", 100, tip=True)
    play.bet(1, "odd", 300)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.does(ANN, c.ChooseInPrison, seat=1, spot="odd", choice=Choice.HALF)
    play.settle()
    assert play.stands(1) == {"red": 800}
    play.round("3")
    assert play.table.tips == 100
    assert play.has(1) == 11_000 - 100 - 150


@pytest.mark.parametrize("where", ["nj", "sd", "house"])
def test_elsewhere_there_is_no_prison(where: str) -> None:
    play = Play(where)
    play.sit(1)
    play.bet(1, "red", 300)
    play.crown("0")
    assert play.code(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE) == "choice-over"


def test_a_bystander_has_no_choice() -> None:
    play = imprison()
    play.does(CARL, c.TakeSeat, seat=3, player="carl")
    play.crown("0")
    assert play.code(CARL, c.ChooseInPrison, seat=3, spot="red", choice=Choice.LEAVE) == "choice-over"


# The last round


def test_a_seat_can_ask_what_became_of_its_last_round() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.sit(2)
    assert last_round(play.table, 1) == ()
    play.bet(1, "17", 100)
    play.bet(1, "red", 200)
    play.bet(1, "odd", 300, tip=True)
    play.bet(2, "dozen-2", 400)
    play.round("17")
    mine = {(each.stake.spot, each.stake.tip): (each.stake.amount, each.kept) for each in last_round(play.table, 1)}
    assert mine == {("17", False): (100, 3600), ("red", False): (200, 0), ("odd", True): (300, 600)}
    assert [(each.stake.spot, each.kept) for each in last_round(play.table, 2)] == [("dozen-2", 1200)]
    play.does(BOSS, c.CorrectNumber, number="1", why="misread")
    kept = {each.stake.spot: each.kept for each in last_round(play.table, 1)}
    assert kept == {"17": 0, "red": 400, "odd": 600}, "a correction counts"
    play.bet(1, "18", 100)
    play.round("19")
    assert [(each.stake.spot, each.kept) for each in last_round(play.table, 1)] == [("18", 0)]
    assert last_round(play.table, 2) == (), "who sat it out had nothing in it"


def test_the_last_round_tells_of_prisoners() -> None:
    play = imprison()
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    assert [(each.stake.amount, each.imprisoned, each.kept) for each in last_round(play.table, 1)] == [
        (500, False, 500)
    ]
    play.round("1")
    assert [(each.stake.amount, each.imprisoned, each.kept) for each in last_round(play.table, 1)] == [(500, True, 500)]


def test_nobody_sees_the_last_round_of_the_player_before() -> None:
    play = Play("co-2014")
    play.sit(1, 100)
    play.bet(1, "17", 100)
    play.round("18")
    assert len(last_round(play.table, 1)) == 1
    play.does(ANN, c.LeaveSeat, seat=1)
    assert last_round(play.table, 1) == ()
    play.does(BOB, c.TakeSeat, seat=1, player="bob")
    assert last_round(play.table, 1) == ()
