"""Money has a source: what players, supervisors and forgers tried, and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.ledger import stack
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.posting import DIFFERENCE, DROP_BOX
from croupier.table.preconditions import device_name
from croupier.table.state import Setup
from croupier.table.values import Funds
from croupier.terms.people import Actor, Role
from tests.table.playing import ANN, BOB, BOSS, CASHIER, DEALER, FLOAT, GUARD, Play

SECOND = Actor("wanda", Role.SUPERVISOR)
COUNTER = Actor("abe", Role.ACCOUNTANT)
DEVICE = Actor(device_name("7", 1), Role.DEVICE)
ELECTRONIC = Chips.ELECTRONIC


def terminals(**more: Any) -> Play:
    play = Play("co-2014", setup=Setup("7", electronic=True, **more))
    play.does(ANN, c.TakeSeat, seat=1, player="ann")
    play.does(ANN, c.SetChips, seat=1, color="pink", value=100)
    return play


@pytest.mark.parametrize("amount", [100, 10_000_000_000])
def test_a_player_cannot_create_money(amount: int) -> None:
    play = terminals()
    assert play.code(ANN, c.BuyChips, seat=1, amount=amount, chips=ELECTRONIC) == "role-not-allowed"
    for by in (DEALER, CASHIER, DEVICE):
        play.does(by, c.BuyChips, seat=1, amount=100, chips=ELECTRONIC, counter=1)
    assert play.code(ANN, c.CashOut, seat=1, amount=100, chips=ELECTRONIC) == "role-not-allowed"


def test_a_device_serves_its_own_seat_and_player() -> None:
    play = terminals()
    play.does(BOB, c.TakeSeat, seat=2, player="bob")
    play.does(BOB, c.SetChips, seat=2, color="blue", value=100)
    assert play.code(DEVICE, c.BuyChips, seat=2, amount=100, chips=ELECTRONIC, counter=1) == "seat-not-yours"
    of_bob: dict[str, Any] = {"seat": 1, "amount": 100, "chips": ELECTRONIC, "player": "bob"}
    assert play.code(DEVICE, c.BuyChips, **of_bob, counter=2) == "seat-not-yours"
    play.does(DEVICE, c.BuyChips, seat=1, amount=100, chips=ELECTRONIC, player="ann", counter=3)


def test_a_ticket_is_good_once() -> None:
    play = terminals()
    play.does(DEVICE, c.BuyChips, seat=1, amount=500, chips=ELECTRONIC, counter=4)
    assert play.code(DEVICE, c.CashOut, seat=1, amount=500, chips=ELECTRONIC, counter=5) == "text-missing"
    _, printed, _ = play.does(DEVICE, c.CashOut, seat=1, amount=500, chips=ELECTRONIC, validation="314159", counter=6)
    assert printed == e.TicketPrinted("7-1-314159", 1, 500)
    back: dict[str, Any] = {"seat": 1, "chips": ELECTRONIC, "funds": Funds.TICKET, "ticket": "7-1-314159"}
    assert play.code(DEVICE, c.BuyChips, amount=600, **back, counter=7) == "ticket-unknown"
    play.does(DEVICE, c.BuyChips, amount=500, **back, counter=8)
    assert play.code(DEVICE, c.BuyChips, amount=500, **back, counter=9) == "ticket-unknown"
    assert play.code(CASHIER, m.RedeemTicket, ticket="7-1-314159") == "ticket-unknown"
    play.does(DEVICE, c.CashOut, seat=1, amount=500, chips=ELECTRONIC, validation="271828", counter=10)
    play.does(CASHIER, m.RedeemTicket, ticket="7-2-271828")
    assert play.table.tickets == {}


@pytest.mark.parametrize("by", [DEALER, CASHIER, DEVICE])
@pytest.mark.parametrize(
    "validation", ["1", "12345", "12-456", "12345 ", "abcdef", "\u0661\u0662\u0663\u0664\u0665\u0666"]
)
def test_nobody_prints_a_ticket_that_can_be_guessed(by: Actor, validation: str) -> None:
    """The control: six digits are enough, whoever prints them."""
    play = terminals()
    play.does(DEALER, c.BuyChips, seat=1, amount=500, chips=ELECTRONIC)
    out: dict[str, Any] = {"seat": 1, "amount": 500, "chips": ELECTRONIC, "counter": 1}
    assert play.code(by, c.CashOut, **out, validation=validation) == "text-missing"
    assert play.table.tickets == {}
    play.does(by, c.CashOut, **out, validation="123456")
    assert play.table.tickets == {"7-1-123456": 500}


def test_a_coupon_that_was_not_issued_is_refused() -> None:
    play = terminals()
    play.does(DEALER, c.BuyChips, seat=1, amount=5_000, chips=ELECTRONIC)
    red: dict[str, Any] = {"seat": 1, "spot": "red", "stake": 500, "chips": ELECTRONIC, "coupon": 500}
    assert play.code(ANN, c.PlaceWager, **red, serial="A1") == "coupon-unknown"
    assert play.code(DEALER, c.PlaceWager, **red) == "coupon-unknown", "at terminals there is no paper"
    play.does(CASHIER, m.IssueCoupons, serials=("A1", "A2"), face=500)
    assert play.code(CASHIER, m.IssueCoupons, serials=("A2",), face=500) == "coupon-unknown", "a serial is used once"
    assert play.code(ANN, c.PlaceWager, **red | {"coupon": 400}, serial="A1") == "coupon-unknown"
    play.does(ANN, c.PlaceWager, **red, serial="A1")
    assert play.code(ANN, c.PlaceWager, **red | {"spot": "odd"}, serial="A1") == "coupon-unknown"
    play.does(ANN, c.TakeDown, seat=1, spot="red", stake=500, chips=ELECTRONIC)
    assert play.table.coupons_open == {"A1": 500, "A2": 500}
    play.does(ANN, c.PlaceWager, **red, serial="A1")
    play.round("2")
    assert play.table.coupons_open == {"A2": 500}
    assert play.code(ANN, c.PlaceWager, **red, serial="A1") == "coupon-unknown"


def test_the_float_cannot_pay_out_more_than_it_has() -> None:
    play = Play("co-2014")
    play.sit(1, 0)
    assert play.code(DEALER, c.BuyChips, seat=1, amount=FLOAT + 100) == "float-too-small"
    play.does(DEALER, c.BuyChips, seat=1, amount=FLOAT)
    credit = {500: 1}
    assert play.code(BOSS, m.RequestSlip, kind=SlipKind.CREDIT, chips=credit) == "float-too-small"
    play.bet(1, "17", 500)
    play.crown("17")
    play.does(DEALER, c.CollectLosers)
    assert play.code(DEALER, c.PayWinners) == "float-too-small"
    play.fill(35 * 500)
    play.does(DEALER, c.PayWinners)
    assert play.table.house_float == 0


def test_a_fill_takes_four_people() -> None:
    play = Play("co-2014")
    play.does(BOSS, m.RequestSlip, kind=SlipKind.FILL, chips={500: 10, 10_000: 2})
    for by, step in ((CASHIER, m.CarrySlip), (GUARD, m.CarrySlip), (DEALER, m.AcceptSlip)):
        assert play.code(by, step, slip=1) in ("role-not-allowed", "slip-unknown")
    assert play.code(Actor("sue", Role.CASHIER), m.PrepareSlip, slip=1) == "same-person"
    assert play.code(DEALER, m.PrepareSlip, slip=1) == "role-not-allowed"
    play.does(CASHIER, m.PrepareSlip, slip=1)
    assert play.code(Actor("CY ", Role.SECURITY), m.CarrySlip, slip=1) == "same-person"
    play.does(GUARD, m.CarrySlip, slip=1)
    assert play.table.house_float == FLOAT
    assert play.code(DEALER, m.AcceptSlip, slip=1, chips={500: 10, 10_000: 1}) == "slip-differs"
    play.does(DEALER, m.AcceptSlip, slip=1, chips={500: 10, 10_000: 2})
    assert play.table.house_float == FLOAT + 25_000
    assert play.code(DEALER, m.AcceptSlip, slip=1) == "slip-unknown"


def test_a_void_slip_moves_nothing_and_its_number_is_gone() -> None:
    play = Play("co-2014")
    play.does(BOSS, m.RequestSlip, kind=SlipKind.FILL, chips={500: 10})
    play.does(CASHIER, m.PrepareSlip, slip=1)
    play.does(CASHIER, m.VoidSlip, slip=1, why="miscounted")
    assert play.code(GUARD, m.CarrySlip, slip=1) == "slip-unknown"
    play.does(BOSS, m.RequestSlip, kind=SlipKind.CREDIT, chips={500: 10})
    assert list(play.table.slips) == [2]
    play.does(DEALER, m.PrepareSlip, slip=2)
    play.does(GUARD, m.CarrySlip, slip=2)
    assert play.table.house_float == FLOAT - 5_000
    assert play.code(BOSS, m.VoidSlip, slip=2, why="too late") == "slip-unknown"
    play.does(CASHIER, m.AcceptSlip, slip=2)
    assert play.table.house_float == FLOAT - 5_000


def disputed(above: int) -> Play:
    play = Play("co-2014", setup=Setup("7", second_person_above=above))
    play.sit(1)
    play.does(ANN, c.RaiseDispute, round=1, what="mine", seat=1)
    return play


@pytest.mark.parametrize(("award", "waits"), [(5_000, False), (5_001, True), (-5_001, True)])
def test_an_award_above_what_the_house_posts_needs_a_second_person(award: int, waits: bool) -> None:
    play = disputed(5_000)
    before = play.has(1)
    decision: dict[str, Any] = {"dispute": 1, "decision": "so", "why": "camera", "awards": {1: award}}
    events = play.does(BOSS, c.DecideDispute, **decision)
    assert isinstance(events[0], e.SecondAsked) == waits
    if not waits:
        assert play.has(1) == before + award
        return
    assert play.has(1) == before
    assert play.code(BOSS, m.GiveSecond, request=1) == "same-person"
    assert play.code(SECOND, m.GiveSecond, request=2) == "second-unknown"
    play.does(SECOND, m.GiveSecond, request=1)
    assert play.has(1) == before + award
    assert play.code(SECOND, m.GiveSecond, request=1) == "second-unknown"


def test_what_a_second_person_denies_is_not_done() -> None:
    play = disputed(0)
    play.does(BOSS, c.DecideDispute, dispute=1, decision="so", why="camera", awards={1: 1})
    play.does(SECOND, m.DenySecond, request=1, why="it was not so")
    assert play.code(SECOND, m.GiveSecond, request=1) == "second-unknown"
    assert not play.table.disputes[1].decided


def test_one_supervisor_does_not_award_ten_billion() -> None:
    play = Play("co-2014", setup=Setup("7", electronic=True))
    play.does(ANN, c.TakeSeat, seat=1, player="ann")
    play.does(ANN, c.RaiseDispute, round=1, what="mine", seat=1)
    awards = {1: 10**12}
    (asked,) = play.does(BOSS, c.DecideDispute, dispute=1, decision="so", why="so", awards=awards)
    assert isinstance(asked, e.SecondAsked)
    assert play.has(1) == 0


def test_a_claim_is_settled_at_the_seat_or_at_the_cage() -> None:
    play = disputed(10**9)
    play.does(BOSS, c.DecideDispute, dispute=1, decision="so", why="camera", awards={1: -15_000})
    assert play.table.claims == {"ann": 5_000}
    assert play.code(BOSS, m.SettleClaim, player="ann", amount=5_001, why="x") == "claim-unknown"
    short = play.refused(BOSS, m.SettleClaim, player="ann", amount=5_000, why="x", seat=1)
    assert (short.code, str(short.authority)) == ("stack-too-small", "customary"), "a claim is no wager"
    play.does(DEALER, c.BuyChips, seat=1, amount=2_000, chips=Chips.VALUE)
    play.does(BOSS, m.SettleClaim, player="ann", amount=2_000, why="paid at the table", seat=1)
    assert play.table.claims == {"ann": 3_000}
    assert play.books[stack(1)] == 0
    play.does(BOSS, m.SettleClaim, player="ann", amount=3_000, why="paid at the cage")
    assert play.table.claims == {}


def test_the_drop_that_was_counted_is_held_against_the_record() -> None:
    play = Play("co-2014")
    play.sit(1, 0)
    play.does(DEALER, c.BuyChips, seat=1, amount=5_000)
    assert play.code(BOSS, m.CountDrop, counted=4_900) == "role-not-allowed"
    assert play.does(COUNTER, m.CountDrop, counted=4_900) == (e.DropCounted(4_900, 5_000),)
    assert (play.table.drop, play.books[DROP_BOX], play.books[DIFFERENCE]) == (0, 0, 100)
