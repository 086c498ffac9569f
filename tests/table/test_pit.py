"""The pit: opening and closing, shifts, fills, disputes decided by a supervisor, and a number put right."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.game.zero import Choice
from croupier.ledger import Account, AccountKind
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.state import Phase, Table
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from tests.table.playing import ANN, BOB, BOSS, CASHIER, DEALER, FLOAT, GUARD, Play, setup

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
DIFFERENCE = Account(AccountKind.DIFFERENCE)
OPENING = {"dealer": "dora", "supervisor": "sue", "float_count": FLOAT}


# Opening, closing, shifts, fills


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_opens_once_with_its_rules_on_record(book: str) -> None:
    play = Play(book, opened=False)
    assert play.code(DEALER, c.CallNoMoreBets) == "table-closed"
    assert play.code(BOSS, c.OpenTable, **(OPENING | {"dealer": " "})) == "text-missing"
    assert play.code(BOSS, c.OpenTable, **(OPENING | {"supervisor": ""})) == "text-missing"
    play.inspect()
    assert play.code(BOSS, c.OpenTable, **(OPENING | {"float_count": -1})) == "amount-not-positive"
    (opened,) = play.open()
    assert isinstance(opened, e.TableOpened)
    assert (opened.book, opened.rules, opened.rules_hash) == (book, play.rules.document, play.rules.digest)
    assert play.code(BOSS, c.OpenTable, **OPENING) == "table-open"


@pytest.mark.clause("CO 47.1-2206(5)", duty="disputes")
def test_nobody_deals_and_supervises_at_once() -> None:
    """The pit supervisor, and not the dealer, decides: so they are two people."""
    play = Play("co-2014", opened=False)
    play.refused(BOSS, c.OpenTable, dealer="sue", supervisor="sue", float_count=FLOAT)
    play.open()
    play.refused(BOSS, c.ChangeShift, dealer="sue", supervisor="sue", float_count=FLOAT)


def test_other_rules_need_another_opening() -> None:
    play, other = Play("co-2014"), Play("co-2014", zero="in-prison", wheel="european")
    play.rules = other.rules
    assert play.code(DEALER, c.CallNoMoreBets) == "rules-changed"
    assert play.code(ANN, c.TakeSeat, seat=1, player="ann") == "rules-changed"


@pytest.mark.parametrize(("count", "difference"), [(FLOAT - 10_300, 0), (FLOAT - 10_200, 100), (FLOAT - 10_500, -200)])
def test_a_count_that_differs_is_recorded_and_never_smoothed(count: int, difference: int) -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 300)
    play.round("1")
    play.does(BOSS, c.ChangeShift, dealer="dan", supervisor="sid", float_count=count)
    assert play.last(e.ShiftChanged) == e.ShiftChanged("dan", "sid", count, FLOAT - 10_300)
    assert (play.table.dealer, play.table.supervisor, play.table.house_float) == ("dan", "sid", count)
    assert play.books[DIFFERENCE] == -difference
    play.does(Actor("dan", Role.DEALER), c.ColorUp, seat=1, amount=10_300)
    play.does(Actor("dan", Role.DEALER), c.CashOut, seat=1, amount=10_300, chips=Chips.VALUE)
    play.does(Actor("sid", Role.SUPERVISOR), c.CloseTable, float_count=count + 50)
    assert play.books[DIFFERENCE] == -difference - 50
    assert play.last(e.TableClosed) == e.TableClosed(count + 50, count)
    assert play.table.phase is Phase.CLOSED


@pytest.mark.parametrize("kind", [c.CloseTable, c.ChangeShift])
def test_a_count_is_not_below_nothing(kind: type[c.Command]) -> None:
    play = Play("co-2014")
    more = {} if kind is c.CloseTable else {"dealer": "dan", "supervisor": "sid"}
    assert play.code(BOSS, kind, float_count=-1, **more) == "amount-not-positive"


def test_a_table_closes_between_rounds_with_nothing_of_a_players_left() -> None:
    play = Play("co-2014")
    play.sit(1)
    assert play.code(BOSS, c.CloseTable, float_count=0) == "seat-in-play"
    play.bet(1, "red", 10_000)
    assert play.code(BOSS, c.CloseTable, float_count=0) == "seat-in-play"
    play.spin()
    assert play.code(BOSS, c.ChangeShift, float_count=0, dealer="dan", supervisor="sid") == "step-out-of-order"
    empty = Play("co-2014")
    empty.spin()
    assert empty.code(BOSS, c.CloseTable, float_count=0) == "step-out-of-order"


@pytest.mark.clause("CO 47.1-2206(5)", duty="notify")
def test_an_irregularity_is_decided_before_the_table_closes() -> None:
    play = Play("co-2014")
    play.does(DEALER, c.ReportIrregularity, what="a chip fell")
    assert play.code(BOSS, c.CloseTable, float_count=FLOAT) == "decision-pending"


def test_fills_and_credits_have_a_slip() -> None:
    play = Play("co-2014")
    play.does(BOSS, m.RequestSlip, kind=SlipKind.FILL, chips={500: 10})
    for by, step in ((CASHIER, m.PrepareSlip), (GUARD, m.CarrySlip), (DEALER, m.AcceptSlip)):
        play.does(by, step, slip=1)
    play.does(BOSS, m.RequestSlip, kind=SlipKind.CREDIT, chips={500: 4})
    for by, step in ((DEALER, m.PrepareSlip), (GUARD, m.CarrySlip), (CASHIER, m.AcceptSlip)):
        play.does(by, step, slip=2)
    assert play.table.house_float == FLOAT + 3000
    assert play.code(BOSS, m.RequestSlip, kind=SlipKind.FILL, chips={}) == "amount-not-positive"


def test_time_never_runs_back() -> None:
    play = Play("co-2014")
    play.at += 4_000
    play.sit(1)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100, at=play.at - 1) == "clock-went-back"
    play.bet(1, "17", 100, at=play.at)


# Disputes


@pytest.mark.clause("CO 47.1-2206(5)", duty=("disputes", "payment"))
@pytest.mark.parametrize("book", BOOKS)
def test_a_dispute_is_raised_by_player_or_dealer_and_decided_only_by_the_supervisor(book: str) -> None:
    play = Play(book)
    play.sit(1)
    clause = "CO 47.1-2206(5)" if book == "co-2014" else None
    (raised,) = play.does(ANN, c.RaiseDispute, round=1, what="my chip was on 17", seat=1)
    assert raised == e.DisputeRaised(1, 1, "my chip was on 17", "ann")
    play.does(DEALER, c.RaiseDispute, round=1, what="a chip between two boxes")
    fields = {"dispute": 1, "decision": "pay", "why": "camera", "awards": {1: 3500}}
    for by in (ANN, DEALER):
        refusal = play.refused(by, c.DecideDispute, **fields)
        assert (refusal.code, refusal.clause) == ("role-not-allowed", clause)
    assert play.code(BOSS, c.DecideDispute, **(fields | {"why": " "})) == "text-missing"
    assert play.code(BOSS, c.DecideDispute, **(fields | {"decision": ""})) == "text-missing"
    assert play.code(BOSS, c.DecideDispute, **(fields | {"awards": {2: 100}})) == "seat-empty"
    held = play.table.house_float
    decided, paid = play.does(BOSS, c.DecideDispute, **fields)
    assert decided == e.DisputeDecided(1, "pay", "camera")
    assert isinstance(paid, e.BalanceCorrected)
    assert (paid.player, paid.paid, paid.claimed, paid.why) == ("ann", 3500, 0, "camera")
    assert (play.has(1), play.table.house_float) == (13_500, held - 3500)
    refusal = play.refused(BOSS, c.DecideDispute, **fields)
    assert (refusal.code, refusal.clause) == ("dispute-unknown", clause)
    assert play.code(BOSS, c.DecideDispute, **(fields | {"dispute": 9})) == "dispute-unknown"
    play.does(BOSS, c.DecideDispute, dispute=2, decision="no wager", why="it touched neither")
    assert play.has(1) == 13_500


@pytest.mark.parametrize("round_", [0, -1, 2])
def test_a_dispute_concerns_a_round_that_was(round_: int) -> None:
    play = Play("co-2014")
    play.sit(1)
    assert play.code(ANN, c.RaiseDispute, round=round_, what="x", seat=1) == "round-unknown"
    assert play.code(ANN, c.RaiseDispute, round=1, what=" ", seat=1) == "text-missing"


@pytest.mark.clause("CO 47.1-2206(5)", duty="collection")
def test_what_was_paid_wrongly_is_taken_back_as_far_as_it_goes_and_claimed_beyond() -> None:
    play = Play("co-2014")
    play.sit(1, 0)
    play.does(DEALER, c.BringChips, seat=1, amount=200)
    play.does(DEALER, c.RaiseDispute, round=1, what="paid twice", seat=1)
    held = play.table.house_float
    play.does(BOSS, c.DecideDispute, dispute=1, decision="back", why="camera", awards={1: -500})
    assert (play.has(1), play.table.house_float, play.table.claims) == (0, held + 200, {"ann": 300})


@pytest.mark.clause("CO 47.1-2206(5)", duty="collection")
def test_what_was_paid_in_the_players_own_chips_can_be_taken_back_from_them() -> None:
    """Ann was paid too much in blue chips and has them in front of her: nothing is left to claim."""
    play = Play("co-2014")
    play.sit(1, 10_000)
    play.does(DEALER, c.RaiseDispute, round=1, what="paid twice", seat=1)
    play.does(BOSS, c.DecideDispute, dispute=1, decision="back", why="camera", awards={1: -500})
    assert (play.has(1), play.table.claims) == (9500, {})


# A number put right


def outcome(book: str, number: str, bets: dict[str, int], **choices: Any) -> int:
    """What Ann has after one round with that number."""
    play = Play(book, **choices)
    play.sit(1, 100_000)
    for spot, stake in bets.items():
        play.bet(1, spot, stake)
    play.round(number)
    return play.has(1)


BETS = {"17": 100, "red": 500, "even": 300, "dozen-2": 200, "17-20": 100, "column-2": 400}


@pytest.mark.clause("CO 47.1-2206(5)", duty=("payment", "collection"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "sd"])
@pytest.mark.parametrize(("wrong", "right"), [("17", "20"), ("20", "17"), ("0", "17"), ("17", "00"), ("1", "2")])
def test_a_wrong_number_is_put_right_and_every_balance_with_it(book: str, wrong: str, right: str) -> None:
    play = Play(book)
    play.sit(1, 100_000)
    for spot, stake in BETS.items():
        play.bet(1, spot, stake)
    play.round(wrong)
    play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    assert play.has(1) == outcome(book, right, BETS)
    assert play.table.house_float == FLOAT - play.has(1)
    assert (play.table.results, play.table.claims) == ([right], {})


@pytest.mark.parametrize("right", ["20", "1"])
def test_a_wrong_number_with_replica_wagers_and_half(right: str) -> None:
    more: dict[str, Any] = {"offers": ["five-adjacent"], "zero": "half"}
    bets = {"adjacent-17": 500, "red": 100}
    play = Play("nj", **more)
    play.sit(1, 100_000)
    for spot, stake in bets.items():
        play.bet(1, spot, stake)
    play.round("0")
    play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    assert play.has(1) == outcome("nj", right, bets, **more)


def test_a_wrong_number_at_big_six() -> None:
    play = Play("nj", wheel="big-six")
    play.sit(1, 100_000)
    play.bet(1, "$5", 100)
    play.bet(1, "joker", 100)
    play.round("joker")
    play.does(BOSS, c.CorrectNumber, number="$5", why="misread")
    assert play.has(1) == 100_000 - 200 + 600


@pytest.mark.clause("CO 47.1-2206(5)", duty="collection")
def test_a_wrong_number_when_the_player_has_too_few_chips_left() -> None:
    play = Play("co-2014")
    play.sit(1, 1000)
    play.bet(1, "17", 100)
    play.round("17")
    assert play.has(1) == 4500
    play.bet(1, "red", 4000)
    held = play.table.house_float
    play.does(BOSS, c.CorrectNumber, number="18", why="misread")
    assert (play.has(1), play.table.house_float) == (0, held + 500)
    assert play.table.claims == {"ann": 3100}
    assert play.stands(1) == {"red": 4000}, "wagers of the new round stand"


@pytest.mark.clause("CO 47.1-2206(5)", duty="collection")
@pytest.mark.parametrize("successor", [None, "bob"])
@pytest.mark.parametrize(("wrong", "right", "claim"), [("17", "18", 3600), ("18", "17", -3600)])
def test_a_wrong_number_when_the_player_has_left(successor: str | None, wrong: str, right: str, claim: int) -> None:
    play = Play("co-2014")
    play.sit(1, 1000)
    play.bet(1, "17", 100)
    play.round(wrong)
    all_of_it = play.has(1)
    play.does(DEALER, c.ColorUp, seat=1, amount=all_of_it)
    play.does(DEALER, c.CashOut, seat=1, amount=all_of_it, chips=Chips.VALUE)
    play.does(ANN, c.LeaveSeat, seat=1)
    if successor:
        play.does(BOB, c.TakeSeat, seat=1, player=successor)
        play.does(DEALER, c.BringChips, seat=1, amount=5000)
    held = play.table.house_float
    play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    assert (play.table.claims, play.table.house_float) == ({"ann": claim}, held)
    if successor:
        assert play.has(1) == 5000, "another player neither pays nor gains"


@pytest.mark.clause("CO 47.1-2206(5)", duty="payment")
@pytest.mark.parametrize(("right", "keeps"), [("1", 1000), ("2", 0)])
@pytest.mark.parametrize("tip", [False, True])
def test_a_wrong_zero_that_put_wagers_in_prison(right: str, keeps: int, tip: bool) -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.sit(2)
    play.bet(1, "red", 500, tip=tip)
    play.bet(2, "red", 500)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.does(BOB, c.ChooseInPrison, seat=2, spot="red", choice=Choice.HALF)
    play.settle()
    play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    assert play.stands(1) == {}
    assert (play.table.tips if tip else play.has(1) - 9500) == keeps
    assert play.has(2) - 9500 == keeps


@pytest.mark.clause("CO 47.1-2206(5)", duty="payment")
@pytest.mark.parametrize(("wrong", "right", "keeps"), [("2", "1", 500), ("0", "1", 500), ("1", "0", 0), ("1", "2", 0)])
def test_a_wrong_number_on_the_spin_that_ended_a_prison(wrong: str, right: str, keeps: int) -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 500)
    play.crown("0")
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.settle()
    play.round(wrong)
    play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    assert (play.has(1) - 9500, play.stands(1)) == (keeps, {})


@pytest.mark.clause("CO 47.1-2206(5)", duty="collection")
def test_a_wrong_number_that_a_tip_wager_won() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 100, tip=True)
    play.round("17")
    assert play.table.tips == 3600
    play.does(BOSS, c.CorrectNumber, number="18", why="misread")
    assert (play.table.tips, play.has(1), play.table.house_float) == (0, 9900, FLOAT - 9900)


@pytest.mark.clause("CO 47.1-2206(5)", duty=("payment", "collection"))
def test_a_correction_is_the_supervisors_with_a_reason_between_rounds() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 100)
    assert play.code(BOSS, c.CorrectNumber, number="17", why="misread") == "round-unknown"
    play.round("18")
    refusal = play.refused(DEALER, c.CorrectNumber, number="17", why="misread")
    assert (refusal.code, refusal.clause) == ("role-not-allowed", "CO 47.1-2206(5)")
    assert play.code(BOSS, c.CorrectNumber, number="17", why=" ") == "text-missing"
    assert play.code(BOSS, c.CorrectNumber, number="37", why="misread") == "number-unknown"
    assert play.code(BOSS, c.CorrectNumber, number="18", why="misread") == "nothing-to-do"
    play.spin()
    assert play.code(BOSS, c.CorrectNumber, number="17", why="misread") == "step-out-of-order"


@pytest.mark.clause("CO 47.1-2206(5)", duty="payment")
def test_a_wrong_correction_can_be_put_right_too() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "17", 100)
    play.round("18")
    play.does(BOSS, c.CorrectNumber, number="19", why="misread")
    play.does(BOSS, c.CorrectNumber, number="17", why="the camera shows 17")
    assert (play.has(1), play.table.results) == (9900 + 3600, ["17"])


def test_a_number_that_should_have_been_the_covered_zero() -> None:
    """The spin was void, so that every wager of it goes back; or the correction is refused and nothing happens."""
    play = Play("co-2014", wheel="double-as-single")
    play.sit(1)
    play.bet(1, "17", 100)
    play.round("18")
    answer = play.run(play.order(BOSS, c.CorrectNumber, number="00", why="misread"))
    assert play.has(1) == (9900 if isinstance(answer, Refusal) else 10_000)


@pytest.mark.clause("CO 47.1-2206(5)", duty="payment")
def test_a_wager_with_a_coupon_is_put_right_with_its_coupon() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 500, coupon=500)
    play.round("2")
    play.does(BOSS, c.CorrectNumber, number="1", why="misread")
    assert (play.has(1), play.table.coupons) == (9500 + 500 + 1000, 500)


def test_a_new_day_forgets_nothing_that_is_owed() -> None:
    play = Play("co-2014")
    play.sit(1, 0)
    play.does(DEALER, c.RaiseDispute, round=1, what="paid twice", seat=1)
    play.does(BOSS, c.DecideDispute, dispute=1, decision="back", why="camera", awards={1: -500})
    play.does(BOSS, c.CloseTable, float_count=FLOAT)
    play.open()
    assert play.table.claims == {"ann": 500}
    assert play.code(BOSS, c.CorrectNumber, number="1", why="x") == "round-unknown"


def test_a_table_that_never_opened_is_nothing() -> None:
    assert Table() == Play("co-2014", opened=False, setup=setup()).table
