"""What a supervisor directs: carried out by the dealer, observed afterwards, with the round on hold until then."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.sequence import next_command
from croupier.table.state import Phase
from croupier.table.values import Action, BallFate, NoSpinReason
from croupier.terms.citation import Basis
from croupier.terms.people import Actor, Role
from tests.table.playing import ANN, BOSS, CCW, CW, DEALER, FLOAT, Play

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
STEPS: dict[str, type[c.Command]] = {"crowned": c.PlaceCrown, "collected": c.CollectLosers, "paid": c.PayWinners}


def at(phase: str, book: str = "co-2014", **choices: Any) -> Play:
    """A table with wagers that win and lose with 17, at that phase of the round."""
    play = Play(book, **choices)
    play.sit(1)
    play.sit(2)
    play.bet(1, "17", 100)
    play.bet(1, "red", 400)
    play.bet(2, "black", 300)
    if phase == "betting":
        return play
    play.spin()
    if phase == "in-track":
        return play
    play.does(DEALER, c.CallNoMoreBets)
    if phase == "no-more-bets":
        return play
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    for name, step in STEPS.items():
        if play.table.phase == phase:
            break
        play.does(DEALER, step)
        assert play.table.phase == name
    assert play.table.phase == phase
    return play


def direct(play: Play, action: Action, number: str = "") -> None:
    play.does(DEALER, c.ReportIrregularity, what="something happened")
    play.does(BOSS, c.DecideIrregularity, decision="do it", why="it is fair", action=action, number=number)


def carried_out(play: Play) -> None:
    play.does(DEALER, c.CarryOutDirection)
    play.does(BOSS, c.ObserveAction)


@pytest.mark.clause("CO 47.1-2206(5)", duty=("direct", "carried-out", "observed"))
@pytest.mark.parametrize("book", BOOKS)
def test_a_direction_is_given_carried_out_and_then_observed(book: str) -> None:
    play = at("crowned", book)
    clause = "CO 47.1-2206(5)" if book == "co-2014" else None
    basis = Basis.TEXT if clause else Basis.CUSTOMARY
    play.does(DEALER, c.ReportIrregularity, what="a chip fell")
    assert next_command(play.rules, play.table) is c.DecideIrregularity
    for kind in (c.CarryOutDirection, c.CollectLosers):
        refusal = play.refused(DEALER, kind)
        assert (refusal.clause, refusal.basis) == (clause, basis)
    assert play.code(BOSS, c.ObserveAction) == "nothing-to-do", "what was not done cannot have been observed"
    play.does(BOSS, c.DecideIrregularity, decision="pick it up", why="it is Ann's")
    assert next_command(play.rules, play.table) is c.CarryOutDirection
    assert play.code(DEALER, c.CollectLosers) == "decision-pending"
    assert play.code(BOSS, c.ObserveAction) == "nothing-to-do"
    assert play.code(BOSS, c.CarryOutDirection) == "role-not-allowed"
    (done,) = play.does(DEALER, c.CarryOutDirection)
    assert done == e.DirectionCarriedOut(Action.GO_ON, "")
    assert next_command(play.rules, play.table) is c.ObserveAction
    assert play.code(DEALER, c.CollectLosers) == "decision-pending", "it was not observed yet"
    assert play.code(DEALER, c.CarryOutDirection) == "nothing-to-do"
    assert play.code(DEALER, c.ObserveAction) == "role-not-allowed", "the supervisor observes, not the dealer"
    play.does(BOSS, c.ObserveAction, note="she has it")
    play.does(DEALER, c.CollectLosers)


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
@pytest.mark.parametrize("phase", ["in-track", "no-more-bets", "at-rest", "crowned", "collected"])
def test_no_spin_is_directed_until_something_is_paid_also_after_the_crown(phase: str) -> None:
    play = at(phase)
    direct(play, Action.NO_SPIN)
    *_, called = play.does(DEALER, c.CarryOutDirection)
    assert isinstance(called, e.NoSpinCalled)
    assert (called.reason, called.authority.clause) == (NoSpinReason.SUPERVISOR_DECISION, "CO 47.1-2206(5)")
    play.does(BOSS, c.ObserveAction)
    assert play.table.phase is Phase.BETTING
    assert (play.stands(1), play.stands(2)) == ({"17": 100, "red": 400}, {"black": 300})
    assert play.table.house_float == FLOAT - 20_000
    play.round("17")
    assert (play.has(1), play.has(2)) == (9_500 + 3_600, 9_700 + 600)


@pytest.mark.parametrize("action", [Action.NO_SPIN, Action.VOID_ROUND, Action.NUMBER])
@pytest.mark.parametrize("phase", ["betting", "paid"])
def test_before_a_spin_and_after_the_payment_there_is_nothing_to_call_off(phase: str, action: Action) -> None:
    play = at(phase)
    play.does(DEALER, c.ReportIrregularity, what="something happened")
    fields = {"decision": "x", "why": "y", "action": action, "number": "18" if action is Action.NUMBER else ""}
    assert play.code(BOSS, c.DecideIrregularity, **fields) == "step-out-of-order"


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
@pytest.mark.parametrize("phase", ["in-track", "no-more-bets", "at-rest", "crowned", "collected"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_void_round_gives_every_wager_back_to_its_player(book: str, phase: str) -> None:
    play = at(phase, book)
    direct(play, Action.VOID_ROUND)
    play.does(DEALER, c.CarryOutDirection)
    voided = play.last(e.RoundVoided)
    assert voided.authority.clause == ("CO 47.1-2206(5)" if book == "co-2014" else None)
    play.does(BOSS, c.ObserveAction)
    assert (play.table.phase, list(play.table.standing())) == (Phase.BETTING, [])
    assert (play.has(1), play.has(2)) == (10_000, 10_000)
    assert play.table.house_float == FLOAT - 20_000
    play.bet(1, "17", 100)
    play.round("17")
    assert play.has(1) == 10_000 - 100 + 3_600


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
@pytest.mark.parametrize("phase", ["crowned", "collected"])
def test_coupons_and_tips_of_a_void_round_go_back_too(phase: str) -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 200, coupon=200)
    play.bet(1, "black", 300, tip=True)
    play.crown("17")
    if phase == "collected":
        play.does(DEALER, c.CollectLosers)
        assert play.table.coupons == 200
    direct(play, Action.VOID_ROUND)
    carried_out(play)
    assert (play.has(1), play.table.tips, play.table.coupons) == (10_000, 0, 0)


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
def test_a_prisoner_of_a_void_round_stays_one_because_it_has_met_no_spin() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 500)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    play.bet(1, "17", 100)
    play.crown("17")
    direct(play, Action.VOID_ROUND)
    carried_out(play)
    assert (play.stands(1), play.has(1)) == ({"red": 500}, 9_500)
    play.round("1")
    assert play.has(1) == 10_000


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("phase", ["at-rest", "crowned", "collected"])
def test_a_wrongly_announced_number_is_set_right_before_payment(book: str, phase: str) -> None:
    play = at(phase, book)
    direct(play, Action.NUMBER, "18")  # red
    play.does(DEALER, c.CarryOutDirection)
    assert play.last(e.NumberSetRight) == e.NumberSetRight("17", "18")
    play.does(BOSS, c.ObserveAction)
    assert (play.table.phase, play.table.spin.number) == (Phase.AT_REST, "18")
    assert (play.stands(1), play.stands(2)) == ({"17": 100, "red": 400}, {"black": 300})
    play.does(DEALER, c.PlaceCrown)
    play.settle()
    assert (play.has(1), play.has(2)) == (9_500 + 800, 9_700)
    assert play.table.results == ["18"]


@pytest.mark.parametrize(
    ("number", "code"), [("17", "nothing-to-do"), ("37", "number-unknown"), ("", "number-unknown")]
)
def test_another_number_is_another_compartment_of_the_wheel(number: str, code: str) -> None:
    play = at("crowned")
    play.does(DEALER, c.ReportIrregularity, what="misread")
    fields = {"decision": "x", "why": "y", "action": Action.NUMBER, "number": number}
    assert play.code(BOSS, c.DecideIrregularity, **fields) == code


@pytest.mark.clause("CO 47.1-2204(2)", duty="corrected")
@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
@pytest.mark.parametrize("choice", [*Choice])
def test_set_right_to_zero_players_choose_in_prison(choice: Choice) -> None:
    play = at("collected", wheel="european", zero="in-prison")
    direct(play, Action.NUMBER, "0")
    carried_out(play)
    play.does(DEALER, c.PlaceCrown)
    assert play.code(DEALER, c.CollectLosers) == "choice-pending"
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=choice)
    play.settle()
    assert play.stands(1) == ({} if choice is Choice.HALF else {"red": 400})
    assert play.has(1) == 9_500 + (200 if choice is Choice.HALF else 0)


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
def test_set_right_from_zero_no_choice_is_remembered() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 400)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.HALF)
    direct(play, Action.NUMBER, "1")
    carried_out(play)
    assert [each.choice for each in play.table.standing()] == [None]
    play.does(DEALER, c.PlaceCrown)
    play.settle()
    assert play.has(1) == 10_400


@pytest.mark.clause("CO 47.1-2206(5)", duty="direct")
def test_nobody_leaves_while_what_was_collected_may_yet_be_put_back() -> None:
    play = Play("co-2014")
    play.sit(1, 500)
    play.bet(1, "red", 500)
    play.crown("17")
    play.does(DEALER, c.CollectLosers)
    assert play.has(1) == 0
    assert play.code(ANN, c.LeaveSeat, seat=1) == "layout-locked"
    direct(play, Action.VOID_ROUND)
    carried_out(play)
    assert play.has(1) == 500


@pytest.mark.clause("CO 47.1-2206(5)", duty=("direct", "observed"))
def test_a_direction_that_was_not_carried_out_as_meant_is_given_again() -> None:
    play = at("crowned")
    direct(play, Action.NUMBER, "18")
    play.does(BOSS, c.DecideIrregularity, decision="no, 19", why="camera", action=Action.NUMBER, number="19")
    play.does(DEALER, c.CarryOutDirection)
    play.does(BOSS, c.DecideIrregularity, decision="18 after all", why="camera", action=Action.NUMBER, number="18")
    assert play.code(BOSS, c.ObserveAction) == "nothing-to-do"
    carried_out(play)
    assert play.table.spin.number == "18"


@pytest.mark.clause("CO 47.1-2206(5)", duty="carried-out")
def test_a_spin_that_was_called_off_meanwhile_is_not_called_off_twice() -> None:
    play = at("in-track")
    direct(play, Action.NO_SPIN)
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    (done,) = play.does(DEALER, c.CarryOutDirection)
    assert done == e.DirectionCarriedOut(Action.NO_SPIN, "")
    play.does(BOSS, c.ObserveAction)


def test_no_text_here_lets_the_dealer_void_a_round() -> None:
    play = at("crowned")
    for by in (DEALER, BOSS):
        assert play.refused(by, c.VoidRound, why="it seems fair").facts["allowed"] == "pit-supervisor by a direction"
    refusal = play.refused(DEALER, c.VoidRound, why="it seems fair")
    assert (refusal.code, refusal.basis) == ("role-not-allowed", Basis.CUSTOMARY)


# The number of a settled round


def corrected(choice: Choice | None, *, wrong: str, leaves: bool = False) -> Play:
    """Ann has 400 on red and Bob 300 on black; the wrong number was paid, and 0 was right."""
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.sit(2)
    play.bet(1, "red", 400)
    play.bet(2, "black", 300)
    play.round(wrong)
    if leaves:
        amount = play.has(1)
        play.does(DEALER, c.ColorUp, seat=1, amount=amount)
        play.does(DEALER, c.CashOut, seat=1, amount=amount, chips=Chips.VALUE)
        play.does(DEALER, c.LeaveSeat, seat=1)
    play.does(BOSS, c.CorrectNumber, number="0", why="misread")
    if choice is not None:
        play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=choice)
    return play


@pytest.mark.clause("CO 47.1-2204(2)", duty="corrected")
@pytest.mark.clause("CO 47.1-2206(5)", duty=("payment", "collection"))
@pytest.mark.parametrize("wrong", ["1", "2"], ids=["red had won", "red had lost"])
@pytest.mark.parametrize("choice", [None, *Choice])
def test_a_correction_to_zero_offers_the_choice_again(wrong: str, choice: Choice | None) -> None:
    play = corrected(choice, wrong=wrong)
    assert play.code(BOSS, c.CorrectNumber, number="0", why="misread") == "choice-pending"
    assert play.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "correction-pending"
    assert next_command(play.rules, play.table) is c.CorrectNumber
    play.at = play.table.correction.choose_until if play.table.correction else 0
    play.does(BOSS, c.CorrectNumber, number="0", why="misread")
    assert play.table.correction is None
    assert play.has(1) == (9_800 if choice is Choice.HALF else 9_600), "half back, or nothing while it is in prison"
    assert play.stands(1) == ({} if choice is Choice.HALF else {"red": 400})
    assert (play.stands(2), play.has(2)) == ({"black": 300}, 9_700), "silence leaves the bet"
    assert play.table.claims == {}
    assert play.table.results == ["0"]
    play.round("1")
    assert play.has(1) == (9_800 if choice is Choice.HALF else 10_000)
    assert play.has(2) == 9_700


@pytest.mark.parametrize(("late", "code"), [(0, None), (1, "choice-over")])
def test_the_choice_ends_with_its_time_also_in_a_correction(late: int, code: str | None) -> None:
    play = corrected(None, wrong="1")
    assert play.table.correction is not None
    play.at = play.table.correction.choose_until + late
    answer = play.ask(play.order(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.HALF))
    assert getattr(answer, "code", None) == code


def test_who_has_left_the_table_gets_half_back_as_a_claim() -> None:
    play = corrected(None, wrong="2", leaves=True)
    play.at = play.table.correction.choose_until if play.table.correction else play.at
    play.does(BOSS, c.CorrectNumber, number="0", why="misread")
    assert play.table.claims == {"ann": -200}


@pytest.mark.clause("CO 47.1-2206(5)", duty="payment")
def test_a_correction_can_still_be_changed_before_it_is_made() -> None:
    play = corrected(Choice.LEAVE, wrong="1")
    play.does(BOSS, c.CorrectNumber, number="2", why="it was 2 after all")
    assert play.table.correction is None
    assert (play.has(1), play.has(2)) == (9_600, 10_300)


# The last spin of a day


def test_a_table_closes_also_with_a_wager_in_prison() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 500)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    play.bet(1, "17", 100)
    assert play.code(BOSS, c.CloseTable, float_count=0) == "seat-in-play"
    play.does(BOSS, c.EndPlay)
    ended = play.last(e.PlayEnded)
    assert [(each.taken, each.returned, str(each.authority)) for each in ended.freed] == [(250, 250, "customary")]
    assert (play.has(1), list(play.table.standing())) == (9_750, [])
    assert play.code(BOSS, c.EndPlay) == "nothing-to-do"
    assert play.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "play-ended"
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100) == "play-ended"
    assert next_command(play.rules, play.table) is c.CloseTable
    play.does(DEALER, c.ColorUp, seat=1, amount=9_750)
    play.does(DEALER, c.CashOut, seat=1, amount=9_750, chips=Chips.VALUE)
    play.does(BOSS, c.CloseTable, float_count=play.table.house_float)
    play.open()
    play.sit(1)
    play.bet(1, "17", 100)


def test_play_ends_only_between_rounds() -> None:
    play = at("crowned")
    assert play.code(BOSS, c.EndPlay) == "step-out-of-order"


# One dealer in charge


@pytest.mark.clause("CO 47.1-2201(4)", duty="in-charge")
def test_only_the_dealer_named_for_the_table_deals() -> None:
    dan = Actor("dan", Role.DEALER)
    play = Play("co-2014")
    refusal = play.refused(dan, c.SpinBall, wheel=CW, ball=CCW)
    assert (refusal.code, refusal.clause, refusal.basis) == ("dealer-not-in-charge", "CO 47.1-2201(4)", Basis.TEXT)
    play.does(BOSS, c.ChangeShift, dealer="dan", supervisor="sue", float_count=play.table.house_float)
    assert play.code(DEALER, c.CallNoMoreBets) == "dealer-not-in-charge"
    play.does(dan, c.SpinBall, wheel=CW, ball=CCW)


@pytest.mark.clause("CO 47.1-2201(4)", duty="in-charge")
@pytest.mark.parametrize("name", ["dora", "Dora", " DORA "])
def test_who_deals_neither_sits_nor_bets_there(name: str) -> None:
    play = Play("co-2014")
    refusal = play.refused(DEALER, c.TakeSeat, seat=1, player=name)
    assert (refusal.code, refusal.clause, refusal.basis) == ("dealer-may-not-play", "CO 47.1-2201(4)", Basis.READING)
    play.sit(1)
    fields = {"dealer": "ann", "supervisor": "sue", "float_count": 0}
    assert play.code(BOSS, c.ChangeShift, **fields) == "dealer-may-not-play", "Ann sits at seat 1"


# The call, and the ball after no spin


@pytest.mark.clause("CO 47.1-2201(7)", "CO 47.1-2205(2)", duty="wave")
@pytest.mark.parametrize("waved", [True, False])
def test_the_wave_is_recorded_with_the_call_as_it_was(waved: bool) -> None:
    play = at("in-track")
    (called,) = play.does(DEALER, c.CallNoMoreBets, waved=waved)
    assert called == e.NoMoreBetsCalled(waved)


@pytest.mark.clause(
    "CO 47.1-2206(2)", "CO 47.1-2206(3)", "NJ 19:47-5.4(a)-(c)", "HS irregularities (1)-(3)", duty="remove"
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("reason", [NoSpinReason.TOO_FEW_REVOLUTIONS, NoSpinReason.FOREIGN_OBJECT])
def test_what_came_of_the_attempt_to_remove_the_ball_is_on_record(book: str, reason: NoSpinReason) -> None:
    play = at("in-track", book)
    if book != "sd":
        refusal = play.refused(DEALER, c.CallNoSpin, reason=reason)
        assert (refusal.code, refusal.basis) == ("text-missing", Basis.TEXT)
    (called,) = play.does(DEALER, c.CallNoSpin, reason=reason, ball=BallFate.AT_REST)
    assert isinstance(called, e.NoSpinCalled)
    assert called.ball is BallFate.AT_REST


@pytest.mark.clause("CO 47.1-2206(4)", duty="no-spin")
def test_a_ball_that_left_the_wheel_is_not_to_be_removed() -> None:
    play = at("in-track")
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)


# Authority


@pytest.mark.clause("SD 20:18:34:03 take-down", duty="new-wager")
@pytest.mark.parametrize("book", BOOKS)
def test_only_south_dakota_says_that_the_layout_is_locked(book: str) -> None:
    """The other texts order collecting and paying, and say nothing of players."""
    play = at("crowned", book)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="17", stake=100)
    wanted = ("SD 20:18:34:03 take-down", Basis.TEXT) if book == "sd" else (None, Basis.CUSTOMARY)
    assert (refusal.code, refusal.clause, refusal.basis) == ("layout-locked", *wanted)
    assert ("customary" in refusal.message) is (book != "sd")


@pytest.mark.clause("CO 47.1-2201(7)", duty="closed")
@pytest.mark.clause("HS irregularities (4)", duty="late")
@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("co-2014", "(CO 47.1-2201(7))"),
        ("nj", "(NJ 19:47-5.3(b), reading, ADR 46)"),
        ("house", "(HS irregularities (4))"),
        ("sd", "(customary)"),
    ],
)
def test_a_bet_after_the_call_is_refused_with_its_authority(book: str, words: str) -> None:
    refusal = at("no-more-bets", book).refused(ANN, c.PlaceWager, seat=1, spot="17", stake=100)
    assert refusal.code == "bets-closed"
    assert words in refusal.message


@pytest.mark.clause("NJ 19:47-5.1(d)", duty="settled")
def test_the_four_lost_fifths_are_lost_by_position_and_not_by_odds() -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    play.bet(1, "adjacent-17", 500)
    play.crown("17")
    play.settle()
    (taken,) = play.last(e.LosersCollected).wagers
    assert (taken.taken, taken.authority.clause) == (400, "NJ 19:47-5.1(d)")
    assert play.last(e.WinnersPaid).wagers[0].authority.clause == "NJ 19:47-5.2(a)"
