"""The spin: directions and revolutions, the call in its window, the number, and everything that makes it no spin."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.table import command as c
from croupier.table import event as e
from croupier.table.state import Phase, Setup
from croupier.table.values import Action, BallFate, Direction, NoSpinReason
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.problem import Problems
from croupier.terms.refusal import Refusal
from croupier.wire.rules import table_rules
from tests.table.playing import BOSS, CCW, CW, DEALER, Play

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")

# What each text says about each irregularity, and None where it says nothing: then industry custom is shown as such.
NO_SPIN: dict[str, dict[NoSpinReason, str | None]] = {
    "co-2013": {
        NoSpinReason.SAME_DIRECTION: "CO 47.1-2206(1)",
        NoSpinReason.TOO_FEW_REVOLUTIONS: "CO 47.1-2206(2)",
        NoSpinReason.FOREIGN_OBJECT: "CO 47.1-2206(3)",
        NoSpinReason.BALL_LEFT_WHEEL: "CO 47.1-2206(4)",
    },
    "nj": {
        NoSpinReason.SAME_DIRECTION: "NJ 19:47-5.4(a)-(c)",
        NoSpinReason.TOO_FEW_REVOLUTIONS: "NJ 19:47-5.4(a)-(c)",
        NoSpinReason.FOREIGN_OBJECT: "NJ 19:47-5.4(a)-(c)",
        NoSpinReason.BALL_LEFT_WHEEL: None,
    },
    "house": {
        NoSpinReason.SAME_DIRECTION: "HS irregularities (1)-(3)",
        NoSpinReason.TOO_FEW_REVOLUTIONS: "HS irregularities (1)-(3)",
        NoSpinReason.FOREIGN_OBJECT: "HS irregularities (1)-(3)",
        NoSpinReason.BALL_LEFT_WHEEL: None,
    },
    "sd": dict.fromkeys(
        (
            NoSpinReason.SAME_DIRECTION,
            NoSpinReason.TOO_FEW_REVOLUTIONS,
            NoSpinReason.FOREIGN_OBJECT,
            NoSpinReason.BALL_LEFT_WHEEL,
        )
    ),
}
NO_SPIN["co-2014"] = NO_SPIN["co-2013"]
VALID = {
    "co-2013": "CO 47.1-2205(1)",
    "co-2014": "CO 47.1-2205(1)",
    "nj": "NJ 19:47-5.3(a)",
    "sd": None,
    "house": "HS rotation (1)-(4)",
}
CALL = {
    "co-2013": "CO 47.1-2205(2)",
    "co-2014": "CO 47.1-2205(2)",
    "nj": "NJ 19:47-5.3(b)",
    "sd": None,
    "house": "HS rotation (1)-(4)",
}
NEXT = {
    "co-2013": "CO 47.1-2205(3)",
    "co-2014": "CO 47.1-2205(3)",
    "nj": "NJ 19:47-5.3(c)",
    "sd": None,
    "house": "HS rotation (1)-(4)",
}


def by(clause: str | None) -> Authority:
    """The clause itself, or industry custom if no text covers it."""
    return Authority(Basis.TEXT, ClauseId(clause)) if clause else Authority(Basis.CUSTOMARY)


def bet(play: Play) -> None:
    play.sit(1)
    play.bet(1, "$5" if play.big_six else "17", 300)


def wagers_stand(play: Play) -> None:
    assert play.table.phase is Phase.BETTING
    assert sum(play.stands(1).values()) == 300
    assert play.has(1) == 9700


# A valid spin


@pytest.mark.clause("CO 47.1-2205(1)", "NJ 19:47-5.3(a)", "HS rotation (1)-(4)", duty="revolutions")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("revolutions", "valid"), [(-1, False), (0, False), (3, False), (4, True), (5, True)])
def test_four_revolutions_are_enough_and_three_are_not(book: str, revolutions: int, valid: bool) -> None:
    play = Play(book)
    bet(play)
    play.close_bets()
    answer = play.run(play.order(DEALER, c.AnnounceNumber, number="17", revolutions=revolutions))
    if valid:
        assert play.table.phase is Phase.AT_REST
    else:
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("revolutions-too-few", VALID[book])


@pytest.mark.clause("NJ 19:47-5.6(b)", duty=("either-way", "revolutions"))
@pytest.mark.parametrize("direction", [CW, CCW])
@pytest.mark.parametrize(("revolutions", "valid"), [(2, False), (3, True)])
def test_big_six_three_revolutions_either_way_round(direction: Direction, revolutions: int, valid: bool) -> None:
    play = Play("nj", wheel="big-six")
    bet(play)
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.SpinWheel, wheel=direction)
    answer = play.run(play.order(DEALER, c.AnnounceNumber, number="$5", revolutions=revolutions))
    if valid:
        assert play.table.phase is Phase.AT_REST
    else:
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("revolutions-too-few", "NJ 19:47-5.6(b)")
        (called,) = play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.TOO_FEW_REVOLUTIONS)
        assert isinstance(called, e.NoSpinCalled)
        assert called.authority == by("NJ 19:47-5.6(b)")
        wagers_stand(play)


@pytest.mark.clause("CO 47.1-2205(1)", "NJ 19:47-5.3(a)", "HS rotation (1)-(4)", duty="direction")
@pytest.mark.clause("CO 47.1-2206(1)", duty="no-spin")
@pytest.mark.clause("NJ 19:47-5.4(a)-(c)", "HS irregularities (1)-(3)", duty="same-direction")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("direction", [CW, CCW])
def test_a_ball_with_the_wheel_has_no_number_and_is_no_spin(book: str, direction: Direction) -> None:
    play = Play(book)
    bet(play)
    play.does(DEALER, c.SpinBall, wheel=direction, ball=direction)
    play.does(DEALER, c.CallNoMoreBets)
    refusal = play.refused(DEALER, c.AnnounceNumber, number="17", revolutions=9)
    assert (refusal.code, refusal.clause) == ("spin-not-valid", NO_SPIN[book][NoSpinReason.SAME_DIRECTION])
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.SAME_DIRECTION, ball=BallFate.AT_REST)
    wagers_stand(play)
    play.round("17")
    assert play.has(1) == 9700 + 36 * 300


@pytest.mark.clause("CO 47.1-2206(1)", duty="no-spin")
def test_opposite_directions_are_no_ground_for_the_reason_same_direction() -> None:
    play = Play("co-2014")
    play.spin()
    assert play.code(DEALER, c.CallNoSpin, reason=NoSpinReason.SAME_DIRECTION) == "reason-not-open"


# The call


@pytest.mark.clause("CO 47.1-2205(2)", "NJ 19:47-5.3(b)", "HS rotation (1)-(4)", duty="call")
@pytest.mark.parametrize("book", BOOKS)
def test_the_call_comes_while_the_ball_runs_before_it_rests(book: str) -> None:
    play = Play(book)
    bet(play)
    refusal = play.refused(DEALER, c.CallNoMoreBets)
    assert (refusal.code, refusal.clause) == ("step-out-of-order", CALL[book])
    play.spin()
    refusal = play.refused(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    assert (refusal.code, refusal.clause) == ("step-out-of-order", NEXT[book])
    play.does(DEALER, c.CallNoMoreBets)
    assert play.code(DEALER, c.CallNoMoreBets) == "step-out-of-order"


@pytest.mark.clause("NJ 19:47-5.6(a)", duty="call")
def test_big_six_the_call_comes_before_the_spin() -> None:
    play = Play("nj", wheel="big-six")
    bet(play)
    refusal = play.refused(DEALER, c.SpinWheel, wheel=CW)
    assert refusal.code == "step-out-of-order"
    assert play.code(DEALER, c.AnnounceNumber, number="$5", revolutions=3) == "step-out-of-order"
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.SpinWheel, wheel=CW)
    refusal = play.refused(DEALER, c.CallNoMoreBets)
    assert (refusal.code, refusal.clause) == ("step-out-of-order", "NJ 19:47-5.6(a)")


def test_each_game_has_its_own_way_to_spin() -> None:
    wheel, ball = Play("nj", wheel="big-six"), Play("nj")
    assert wheel.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "step-out-of-order"
    assert ball.code(DEALER, c.SpinWheel, wheel=CW) == "step-out-of-order"
    wheel.rest("$5")
    assert wheel.code(DEALER, c.PlaceCrown) == "step-out-of-order"
    assert wheel.code(DEALER, c.LiftCrown) in ("step-out-of-order", "nothing-to-do")


# The number


@pytest.mark.clause("CO 47.1-2205(3)", "NJ 19:47-5.3(c)", duty="announce")
@pytest.mark.parametrize("number", ["37", "", "017", "red", "-1", "000", "17 "])
def test_only_a_compartment_can_be_announced(number: str) -> None:
    play = Play("co-2014")
    play.close_bets()
    assert play.code(DEALER, c.AnnounceNumber, number=number, revolutions=4) == "number-unknown"


@pytest.mark.clause("CO 47.1-2201(5)", duty="compartments")
def test_a_european_wheel_has_no_double_zero() -> None:
    play = Play("co-2014", wheel="european")
    play.close_bets()
    assert play.code(DEALER, c.AnnounceNumber, number="00", revolutions=4) == "number-unknown"


@pytest.mark.clause("CO 47.1-2201(3)", duty="layout")
@pytest.mark.clause("CO 47.1-2205(3)", "NJ 19:47-5.3(c)", duty=("announce", "crown"))
@pytest.mark.clause("HS rotation (1)-(4)", duty=("announce", "crown", "after-crown"))
@pytest.mark.clause("CO 47.1-2205(4)", "NJ 19:47-5.3(e)", duty="after-crown")
@pytest.mark.parametrize("book", BOOKS)
def test_the_crown_marks_the_number_where_the_ball_rests(book: str) -> None:
    play = Play(book)
    bet(play)
    play.rest("00")
    assert play.code(DEALER, c.CollectLosers) == "step-out-of-order"
    assert play.code(DEALER, c.AnnounceNumber, number="17", revolutions=4) == "step-out-of-order"
    (crowned,) = play.does(DEALER, c.PlaceCrown)
    assert isinstance(crowned, e.CrownPlaced)
    assert crowned.number == "00"


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", "NJ 19:47-5.2(d)", duty="void")
@pytest.mark.parametrize(
    ("book", "clause"),
    [
        ("co-2013", "CO 47.1-2210(2)(c)(ii)(B)"),
        ("co-2014", "CO 47.1-2210(2)(c)(ii)(B)"),
        ("nj", "NJ 19:47-5.2(d)"),
    ],
)
def test_double_zero_on_a_wheel_used_as_single_zero_is_void_and_spun_again(book: str, clause: str) -> None:
    play = Play(book, wheel="double-as-single")
    bet(play)
    play.bet(1, "red", 100, coupon=100)
    play.close_bets()
    announced, called = play.does(DEALER, c.AnnounceNumber, number="00", revolutions=4)
    assert announced == e.NumberAnnounced("00", 4, between=False, choose_until=0)
    assert called == e.NoSpinCalled(NoSpinReason.COVERED_NUMBER, by(clause), BallFate.UNSTATED)
    assert play.table.phase is Phase.BETTING
    assert play.stands(1) == {"17": 300, "red": 100}
    assert [each.coupon for each in play.table.standing()] == [0, 100], "a void spin resolves nothing"
    assert play.table.results == []
    play.round("17")
    assert play.has(1) == 9600 + 36 * 300


@pytest.mark.clause("NJ 19:47-5.6(c)", duty=("passed", "void"))
@pytest.mark.parametrize("option", ["previous", "void"])
def test_the_clapper_between_two_stops(option: str) -> None:
    play = Play("nj", wheel="big-six", clapper=option)
    bet(play)
    play.rest("$5", between=True)
    if option == "previous":
        assert play.table.phase is Phase.AT_REST
        play.settle()
        assert play.has(1) == 9700 + 6 * 300
    else:
        called = e.NoSpinCalled(NoSpinReason.CLAPPER_BETWEEN, by("NJ 19:47-5.6(c)"), BallFate.UNSTATED)
        assert play.last(e.NoSpinCalled) == called
        wagers_stand(play)


@pytest.mark.clause("NJ 19:47-5.6(c)", duty="option")
def test_a_table_does_not_open_until_the_house_has_chosen_one_of_the_options() -> None:
    """The licensee does one of the two: a wheel without a choice has no answer to a clapper between two numbers."""
    with pytest.raises(Problems) as raised:
        table_rules("nj", {"wheel": "big-six"}, Setup("7"))
    (problem,) = raised.value.problems
    assert (problem.key, problem.clause) == ("clapper", "NJ 19:47-5.6(c)")
    for option in ("previous", "void"):
        assert table_rules("nj", {"wheel": "big-six", "clapper": option}, Setup("7")).betting.game.clapper == option
    assert table_rules("nj", {"wheel": "american"}, Setup("7")).betting.game.clapper is None, "a ball has no clapper"


def test_a_ball_never_rests_between() -> None:
    play = Play("nj")
    play.close_bets()
    assert play.code(DEALER, c.AnnounceNumber, number="17", revolutions=4, between=True) == "number-unknown"


# No spin


def irregular(play: Play, reason: NoSpinReason) -> None:
    same = reason is NoSpinReason.SAME_DIRECTION
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CW if same else CCW)


@pytest.mark.clause("CO 47.1-2201(8)", duty="called")
@pytest.mark.clause("CO 47.1-2206(1)", "CO 47.1-2206(2)", "CO 47.1-2206(3)", "CO 47.1-2206(4)", duty="no-spin")
@pytest.mark.clause(
    "NJ 19:47-5.4(a)-(c)", "HS irregularities (1)-(3)", duty=("same-direction", "revolutions", "foreign-object")
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("reason", [*NO_SPIN["sd"]])
@pytest.mark.parametrize("called", [False, True])
def test_each_no_spin_names_its_clause_and_wagers_stand(book: str, reason: NoSpinReason, called: bool) -> None:
    play = Play(book)
    bet(play)
    irregular(play, reason)
    if called:
        play.does(DEALER, c.CallNoMoreBets)
    (event,) = play.does(DEALER, c.CallNoSpin, reason=reason, ball=BallFate.REMOVED)
    assert event == e.NoSpinCalled(reason, by(NO_SPIN[book][reason]), BallFate.REMOVED)
    wagers_stand(play)


@pytest.mark.clause("CO 47.1-2201(8)", duty="called")
@pytest.mark.parametrize(
    "reason", [NoSpinReason.COVERED_NUMBER, NoSpinReason.CLAPPER_BETWEEN, NoSpinReason.SUPERVISOR_DECISION]
)
def test_what_is_not_the_dealers_to_call(reason: NoSpinReason) -> None:
    play = Play("co-2014")
    play.spin()
    assert play.code(DEALER, c.CallNoSpin, reason=reason) == "reason-not-open"


@pytest.mark.clause("CO 47.1-2206(3)", duty="no-spin")
@pytest.mark.parametrize("phase", ["betting", "at-rest", "crowned", "collected", "paid"])
def test_no_spin_comes_only_before_the_ball_rests(phase: str) -> None:
    play = Play("co-2014")
    bet(play)
    steps: list[tuple[str, type[c.Command]]] = [
        ("crowned", c.PlaceCrown),
        ("collected", c.CollectLosers),
        ("paid", c.PayWinners),
    ]
    if phase != "betting":
        play.rest("17")
        for name, step in steps:
            if play.table.phase == phase:
                break
            play.does(DEALER, step)
            assert play.table.phase == name
    assert play.table.phase == phase
    assert play.code(DEALER, c.CallNoSpin, reason=NoSpinReason.FOREIGN_OBJECT) == "step-out-of-order"


@pytest.mark.clause("CO 47.1-2206(4)", duty=("no-spin", "inspected", "by-supervisor"))
@pytest.mark.parametrize("book", BOOKS)
def test_a_ball_that_left_the_wheel_comes_back_only_after_the_supervisors_inspection(book: str) -> None:
    play = Play(book)
    bet(play)
    assert play.code(BOSS, c.InspectBall, fit=True) == "nothing-to-do"
    play.spin()
    assert play.code(BOSS, c.InspectBall, fit=True) == "nothing-to-do"
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    clause = "CO 47.1-2206(4)" if book.startswith("co") else None
    refusal = play.refused(DEALER, c.SpinBall, wheel=CW, ball=CCW)
    assert (refusal.code, refusal.clause) == ("ball-not-inspected", clause)
    refusal = play.refused(DEALER, c.InspectBall, fit=True)
    assert (refusal.code, refusal.clause) == ("role-not-allowed", clause)
    refusal = play.refused(BOSS, c.InspectBall, fit=False)
    assert (refusal.code, refusal.clause) == ("text-missing", clause), "damage or tampering is named"
    play.does(BOSS, c.InspectBall, fit=False, note="chipped")
    assert play.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "ball-not-inspected"
    play.does(BOSS, c.InspectBall, fit=True, note="a new ball")
    play.round("17")
    assert play.has(1) == 9700 + 36 * 300


@pytest.mark.clause("CO 47.1-2206(4)", duty="inspected")
def test_a_ball_out_stays_out_over_night() -> None:
    play = Play("co-2014")
    play.spin()
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    play.does(BOSS, c.CloseTable, float_count=1_000_000)
    play.open()
    assert play.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "ball-not-inspected"


# Any other irregularity


@pytest.mark.clause("CO 47.1-2206(5)", duty=("notify", "direct"))
@pytest.mark.parametrize("book", BOOKS)
def test_any_other_irregularity_is_the_supervisors_with_decision_and_reason(book: str) -> None:
    play = Play(book)
    bet(play)
    clause = "CO 47.1-2206(5)" if book == "co-2014" else None
    assert play.code(BOSS, c.DecideIrregularity, decision="go on", why="nothing") == "nothing-to-do"
    assert play.code(DEALER, c.ReportIrregularity, what=" ") == "text-missing"
    play.close_bets()
    play.does(DEALER, c.ReportIrregularity, what="the wheel stopped")
    refusal = play.refused(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    assert (refusal.code, refusal.clause) == ("decision-pending", clause)
    refusal = play.refused(DEALER, c.DecideIrregularity, decision="no spin", why="it stopped", action=Action.NO_SPIN)
    assert (refusal.code, refusal.clause) == ("role-not-allowed", clause)
    assert play.code(BOSS, c.DecideIrregularity, decision="no spin", why="") == "text-missing"
    assert play.code(BOSS, c.DecideIrregularity, decision="", why="it stopped") == "text-missing"
    (decided,) = play.does(BOSS, c.DecideIrregularity, decision="no spin", why="it stopped", action=Action.NO_SPIN)
    assert decided == e.IrregularityDecided("no spin", "it stopped", Action.NO_SPIN, "", done=False)
    _, called = play.does(DEALER, c.CarryOutDirection)
    assert isinstance(called, e.NoSpinCalled)
    assert called.reason is NoSpinReason.SUPERVISOR_DECISION
    wagers_stand(play)


@pytest.mark.parametrize("book", BOOKS)
def test_a_no_spin_by_the_supervisor_cites_only_a_text_that_speaks_of_it(book: str) -> None:
    play = Play(book)
    play.spin()
    play.does(DEALER, c.ReportIrregularity, what="a spilled drink")
    play.does(BOSS, c.DecideIrregularity, decision="no spin", why="wet", action=Action.NO_SPIN)
    _, called = play.does(DEALER, c.CarryOutDirection)
    assert isinstance(called, e.NoSpinCalled)
    # Colorado defines no spin for any irregularity; New Jersey and the house sheet name three, and this is none.
    allowed = {"co-2013": ("CO 47.1-2201(8)", None), "co-2014": ("CO 47.1-2206(5)",)}
    assert called.authority.clause in allowed.get(book, (None,))


@pytest.mark.clause("CO 47.1-2206(5)", duty=("notify", "payment", "collection"))
def test_while_an_irregularity_waits_no_step_of_the_round_is_taken() -> None:
    """The supervisor directs what is done, and decides payment and collection."""
    for steps in range(5):
        play = Play("co-2014")
        bet(play)
        orders: list[tuple[type[c.Command], dict[str, Any]]] = [
            (c.SpinBall, {"wheel": CW, "ball": CCW}),
            (c.AnnounceNumber, {"number": "17", "revolutions": 4}),
            (c.PlaceCrown, {}),
            (c.CollectLosers, {}),
            (c.PayWinners, {}),
        ]
        for kind, fields in orders[:steps]:
            if kind is c.AnnounceNumber:
                play.does(DEALER, c.CallNoMoreBets)
            play.does(DEALER, kind, **fields)
        if steps == 1:
            play.does(DEALER, c.CallNoMoreBets)
        play.does(DEALER, c.ReportIrregularity, what="a chip fell")
        kind, fields = orders[steps]
        assert play.code(DEALER, kind, **fields) == "decision-pending", kind
        play.does(BOSS, c.DecideIrregularity, decision="go on", why="it was on the floor")
        assert play.code(DEALER, kind, **fields) == "decision-pending", kind
        play.does(DEALER, c.CarryOutDirection)
        assert play.code(DEALER, kind, **fields) == "decision-pending", kind
        play.does(BOSS, c.ObserveAction)
        play.does(DEALER, kind, **fields)


@pytest.mark.clause("CO 47.1-2205(2)", duty="call")
@pytest.mark.clause("CO 47.1-2206(4)", duty="no-spin")
def test_neither_the_call_nor_no_spin_waits_for_the_supervisor() -> None:
    """The ball runs on: the call comes before it rests, and a ball that leaves the wheel is no spin at once."""
    play = Play("co-2014")
    bet(play)
    play.spin()
    play.does(DEALER, c.ReportIrregularity, what="a quarrel at the rail")
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    wagers_stand(play)
    assert play.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "decision-pending"
    play.does(BOSS, c.DecideIrregularity, decision="go on", why="they are calm")
    play.does(DEALER, c.CarryOutDirection)
    play.does(BOSS, c.ObserveAction)
    assert play.code(DEALER, c.SpinBall, wheel=CW, ball=CCW) == "ball-not-inspected"


@pytest.mark.clause("CO 47.1-2206(5)", duty="notify")
def test_one_irregularity_after_the_other() -> None:
    play = Play("co-2014")
    play.does(DEALER, c.ReportIrregularity, what="a chip fell")
    assert play.code(DEALER, c.ReportIrregularity, what="another") == "decision-pending"
    assert play.code(BOSS, c.DecideIrregularity, decision="x", why="y", action=Action.NO_SPIN) == "step-out-of-order"
    play.does(BOSS, c.DecideIrregularity, decision="picked up", why="it fell")


@pytest.mark.clause("NJ 19:47-5.6(b)", duty="revolutions")
@pytest.mark.parametrize("reason", [*NoSpinReason])
def test_big_six_the_dealers_only_reason_is_too_few_revolutions(reason: NoSpinReason) -> None:
    play = Play("nj", wheel="big-six")
    bet(play)
    play.does(DEALER, c.CallNoMoreBets)
    assert play.code(DEALER, c.CallNoSpin, reason=reason) == "step-out-of-order", "the wheel does not turn yet"
    play.does(DEALER, c.SpinWheel, wheel=CW)
    answer = play.run(play.order(DEALER, c.CallNoSpin, reason=reason))
    if reason is NoSpinReason.TOO_FEW_REVOLUTIONS:
        wagers_stand(play)
    else:
        assert isinstance(answer, Refusal)
        assert answer.code == "reason-not-open"
