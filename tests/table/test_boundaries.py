"""Duties that a text states in passing, each on its boundary: by whom, for whom, within which limits, on which area."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.equipment import command as p
from croupier.equipment.command import Check
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.state import Phase
from croupier.table.values import BallFate, NoSpinReason
from croupier.terms.citation import Basis
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from tests.table.playing import ANN, BOSS, CCW, CW, DEALER, FLOAT, SEATED, Play, setup
from tests.table.test_roles import sample

NOT_DEALERS = [role for role in Role if role is not Role.DEALER]
INSPECTORS = (Role.KEY_MANAGER, Role.SECURITY, Role.SUPERVISOR)


# By the dealer


@pytest.mark.clause("CO 47.1-2205(1)", "NJ 19:47-5.3(a)", "HS rotation (1)-(4)", duty="by-dealer")
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "house"])
@pytest.mark.parametrize("role", NOT_DEALERS)
def test_only_the_dealer_spins_the_ball(book: str, role: Role) -> None:
    play = Play(book)
    assert play.code(Actor("dora", role), c.SpinBall, wheel=CW, ball=CCW) == "role-not-allowed"
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CCW)
    assert play.table.phase is Phase.IN_TRACK


@pytest.mark.clause("NJ 19:47-5.6(b)", duty="by-dealer")
@pytest.mark.parametrize("role", NOT_DEALERS)
def test_only_the_dealer_spins_the_big_six_wheel(role: Role) -> None:
    play = Play("nj", wheel="big-six")
    play.does(DEALER, c.CallNoMoreBets)
    assert play.code(Actor("dora", role), c.SpinWheel, wheel=CW) == "role-not-allowed"
    play.does(DEALER, c.SpinWheel, wheel=CW)


@pytest.mark.clause("CO 47.1-2201(4)", duty=("wagers", "payouts", "spins"))
@pytest.mark.parametrize("role", NOT_DEALERS)
def test_only_the_dealer_takes_steps_of_a_round(role: Role) -> None:
    """The ball is spun, wagers are handled and payouts made by the person in charge of the game."""
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 100)
    steps: tuple[tuple[type[c.Command], dict[str, object]], ...] = (
        (c.SpinBall, {"wheel": CW, "ball": CCW}),
        (c.CallNoMoreBets, {}),
        (c.ReturnLateBet, {"seat": 1, "spot": "18", "stake": 100}),
        (c.AnnounceNumber, {"number": "17", "revolutions": 4}),
        (c.PlaceCrown, {}),
        (c.CollectLosers, {}),
        (c.PayWinners, {}),
        (c.LiftCrown, {}),
    )
    for kind, fields in steps:
        refusal = play.refused(Actor("dora", role), kind, **fields)
        assert (refusal.code, refusal.clause) == ("role-not-allowed", "CO 47.1-2201(4)")
        play.does(DEALER, kind, **fields)
    assert play.has(1) == 9900 + 3600


ROTATION: tuple[type[c.Command], ...] = (
    c.SpinBall,
    c.CallNoMoreBets,
    c.AnnounceNumber,
    c.PlaceCrown,
    c.CollectLosers,
    c.PayWinners,
)
WHOSE: dict[str, dict[type[c.Command], str]] = {
    "nj": {
        c.ConfirmVerbalWager: "NJ 19:47-5.1(a)",
        c.SpinBall: "NJ 19:47-5.3(a)",
        c.CallNoMoreBets: "NJ 19:47-5.3(b)",
        c.AnnounceNumber: "NJ 19:47-5.3(c)",
        c.PlaceCrown: "NJ 19:47-5.3(c)",
        c.MoveFifths: "NJ 19:47-5.3(d)",
        c.CollectLosers: "NJ 19:47-5.3(e)",
        c.PayWinners: "NJ 19:47-5.3(e)",
        c.CallNoSpin: "NJ 19:47-5.4(a)-(c)",
    },
    "house": dict.fromkeys(ROTATION, "HS rotation (1)-(4)") | {c.CallNoSpin: "HS irregularities (1)-(3)"},
    "sd": {c.BuyChips: "SD 20:18:34:03 chips"},
}
"""Where each text that has no clause on the dealer as such says that the dealer does it."""


@pytest.mark.clause("NJ 19:47-5.3(a)", "HS rotation (1)-(4)", duty="by-dealer")
@pytest.mark.clause("NJ 19:47-5.1(a)", duty="verbal")
@pytest.mark.clause("SD 20:18:34:03 chips", duty="issued")
@pytest.mark.parametrize(("book", "kind"), [(book, kind) for book, steps in WHOSE.items() for kind in steps])
def test_a_refusal_names_the_sentence_that_gives_the_step_to_the_dealer(book: str, kind: type[c.Command]) -> None:
    refusal = Play(book).ask(sample(kind, Actor("ann", Role.PLAYER)))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause, refusal.basis) == ("role-not-allowed", WHOSE[book][kind], Basis.TEXT)


@pytest.mark.clause("NJ 19:47-5.6(b)", duty="by-dealer")
@pytest.mark.parametrize(
    ("kind", "clause"),
    [(c.CallNoMoreBets, "(a)"), (c.SpinWheel, "(b)"), (c.CollectLosers, "(e)"), (c.PayWinners, "(e)")],
)
def test_so_does_one_at_big_six(kind: type[c.Command], clause: str) -> None:
    refusal = Play("nj", wheel="big-six").ask(sample(kind, Actor("ann", Role.PLAYER)))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("role-not-allowed", f"NJ 19:47-5.6{clause}")


@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "sd", "house"])
def test_no_clause_is_cited_for_what_no_text_says(book: str) -> None:
    """Seats, floats, fills, openings and closings: the texts do not say whose they are, nor when they come."""
    play = Play(book)
    play.sit(1)
    play.does(BOSS, m.RequestSlip, kind=m.SlipKind.FILL, chips={500: 1})
    silent = [
        play.ask(sample(kind, Actor("dora", Role.DEALER)))
        for kind in (c.OpenTable, c.CloseTable, c.ChangeShift, c.EndPlay, m.RequestSlip)
    ]
    silent += [
        play.refused(Actor("sue", Role.SUPERVISOR), c.TakeSeat, seat=2, player="sue"),
        play.refused(ANN, c.TakeSeat, seat=1, player="ann"),
        play.refused(ANN, c.TakeSeat, seat=999, player="ann"),
        play.refused(DEALER, c.LeaveSeat, seat=2),
        play.refused(BOSS, m.RequestSlip, kind=m.SlipKind.FILL, chips={500: 0}),
        play.refused(BOSS, m.VoidSlip, slip=1, why=""),
        play.refused(BOSS, c.CloseTable, float_count=FLOAT),
        play.refused(DEALER, c.BuyChips, seat=1, amount=0),
        play.refused(DEALER, c.CashOut, seat=1, amount=0, chips=Chips.VALUE),
    ]
    play.spin()
    silent += [
        play.refused(BOSS, c.EndPlay),
        play.refused(BOSS, c.ChangeShift, dealer="dan", supervisor="sue", float_count=FLOAT),
    ]
    for refusal in silent:
        assert isinstance(refusal, Refusal)
        assert (refusal.clause, refusal.basis) == (None, Basis.CUSTOMARY), refusal


@pytest.mark.clause("CO 47.1-2205(3)", "NJ 19:47-5.3(c)", "HS rotation (1)-(4)", duty=("announce", "crown"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "house"])
def test_the_crown_is_placed_once_and_on_a_number_that_was_announced(book: str) -> None:
    play = Play(book)
    assert play.code(DEALER, c.PlaceCrown) == "step-out-of-order"
    play.close_bets()
    assert play.code(DEALER, c.PlaceCrown) == "step-out-of-order", "the ball is not at rest"
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    play.does(DEALER, c.PlaceCrown)
    assert play.code(DEALER, c.PlaceCrown) == "step-out-of-order"


# For every player


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", "NJ 19:47-5.1(f)", duty="every-player")
@pytest.mark.parametrize(
    ("spot", "stake", "wins"),
    [("adjacent-17", 500, 36 * 100), ("seven-numbers", 100, 0)],
    ids=["five adjacent", "seven"],
)
def test_an_optional_wager_is_open_to_every_player_at_the_table(spot: str, stake: int, wins: int) -> None:
    play = Play("nj", offers=["five-adjacent", "seven-numbers"])
    for seat in SEATED:
        play.sit(seat)
        play.bet(seat, spot, stake)
    play.round("17")
    assert [play.has(seat) for seat in SEATED] == [10_000 - stake + wins] * 3


# Within the limits that the licensee has set


@pytest.mark.clause("CO 47.1-2207", duty="limits")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
@pytest.mark.parametrize(
    ("stake", "code"), [(400, "stake-below-minimum"), (500, ""), (2000, ""), (2100, "stake-above-maximum")]
)
def test_the_limits_that_the_licensee_set_are_kept(book: str, stake: int, code: str) -> None:
    play = Play(book, limits={"minimum": 500, "maximum": 2000})
    play.sit(1)
    answer = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="17", stake=stake))
    assert getattr(answer, "code", "") == code


# On an area of the layout


@pytest.mark.clause("CO 47.1-2203(1)", "NJ 19:47-5.1(a)", "SD 20:18:34:03 chips", "HS placement", duty="areas")
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "sd", "house"])
@pytest.mark.parametrize("spot", ["5-9", "3-4", "1-3", "2-3-4", "0-3", "17-18-19", "1-2-3-7-8-9"])
def test_a_wager_outside_every_area_is_refused(book: str, spot: str) -> None:
    play = Play(book)
    play.sit(1)
    play.bet(1, "17-20", 100)
    assert play.code(ANN, c.PlaceWager, seat=1, spot=spot, stake=100) == "spot-unknown"
    assert play.code(ANN, c.MoveWager, seat=1, spot="17-20", to=spot, stake=100) == "spot-unknown"
    assert play.stands(1) == {"17-20": 100}


# Layout and signs of a double-zero wheel that is used as a single-zero wheel


OPENING = {"dealer": "dora", "supervisor": "sue", "float_count": FLOAT}
KIM = Actor("kim", Role.KEY_MANAGER)


def covered(**more: Any) -> Play:
    """A closed table where security member Ivy is on record with a license."""
    play = Play("co-2014", wheel="double-as-single", opened=False, **more)
    play.does(KIM, p.RecordLicense, name="ivy", role=Role.SECURITY, license="S-9")
    return play


@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="who")
@pytest.mark.parametrize("role", [*Role])
def test_who_confirms_layout_and_signs(role: Role) -> None:
    play = covered()
    checks = dict.fromkeys(Check, True)
    if role in INSPECTORS:
        play.does(Actor("ivy", role), p.InspectTable, checks=checks)
        play.does(BOSS, c.OpenTable, **OPENING)
    else:
        assert play.code(Actor("ivy", role), p.InspectTable, checks=checks) == "role-not-allowed"


@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="licensed")
def test_a_member_of_security_without_a_license_confirms_nothing() -> None:
    play = covered()
    checks = dict.fromkeys(Check, True)
    assert play.code(Actor("ida", Role.SECURITY), p.InspectTable, checks=checks) == "license-not-recorded"
    play.does(Actor("ivy", Role.SECURITY), p.InspectTable, checks=checks)


@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="timely")
@pytest.mark.parametrize(("late", "code"), [(0, ""), (1, "table-not-inspected")])
def test_a_confirmation_is_no_older_than_the_house_states(late: int, code: str) -> None:
    play = covered(setup=setup(inspection_ms=3_600_000))
    play.inspect()
    play.at += 3_600_000 + late
    answer = play.run(play.order(BOSS, c.OpenTable, dealer="dora", supervisor="sue", float_count=FLOAT))
    assert getattr(answer, "code", "") == code


# The ball of a spin that is none


@pytest.mark.clause("CO 47.1-2206(1)", "NJ 19:47-5.4(a)-(c)", "HS irregularities (1)-(3)", duty="remove")
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "house"])
@pytest.mark.parametrize("fate", [BallFate.REMOVED, BallFate.AT_REST])
def test_a_ball_spun_with_the_wheel_is_to_be_removed(book: str, fate: BallFate) -> None:
    play = Play(book)
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CW)
    assert play.code(DEALER, c.CallNoSpin, reason=NoSpinReason.SAME_DIRECTION) == "text-missing"
    (called,) = play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.SAME_DIRECTION, ball=fate)
    assert isinstance(called, e.NoSpinCalled)
    assert called.ball is fate
