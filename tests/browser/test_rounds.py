"""Rounds as people at the table see them: halves, prison, no spin, fifths, Big Six, the cover."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.console import DealerConsole
from tests.browser.hand import Hands
from tests.browser.terminal import Terminal


@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "returned"))
@pytest.mark.clause("NJ 19:47-5.3(d)", duty="fifths")
def test_half_back_on_zero_and_a_fifth_on_the_number(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    """Half of an even-money wager goes on 0; a fifth of five adjacent numbers wins as a straight."""
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.type("red 10")
    terminal.type("17 5")
    terminal.has("red", "$10")
    terminal.has("17", "$5")
    terminal.balance("$985")
    hand.round("0")
    terminal.balance("$990")
    terminal.unlocked()
    terminal.type("adjacent-17 5")
    terminal.has("adjacent-17", "$5")
    hand.crown("17")
    assert hand.view()["dealing"]["step"] == "move-fifths"
    hand.settle()
    terminal.phase("betting")
    terminal.balance("$1,021")
    expect(terminal.page.locator("#last-win")).to_have_text("$31")


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave", "every-player"))
def test_in_prison_by_both_choices_and_by_none(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    """One takes half back, another leaves the wager, and it is released or lost by the next spin."""
    hand = hands.at(fresh_table("prison"))
    ana, ben = (Terminal(visit(name), hand.table) for name in ("ana", "ben"))
    ana.sit(1, hand, value="$5")
    ben.sit(2, hand, value="$5")
    ana.type("red 20")
    ben.type("red 20")
    ana.has("red", "$20")
    ben.has("red", "$20")
    hand.crown("0")
    ana.choose("red", "Half back")
    ben.choose("red", "Leave in prison")
    hand.settle()
    ana.phase("betting")
    ana.balance("$990")
    ana.has_no("red")
    ben.balance("$980")
    expect(ben.bet("red")).to_contain_text("in prison")
    ben.take("red")
    ben.told("prison", "CO 47.1-2204(2)")
    hand.round("1")
    ben.has_no("red")
    ben.balance("$1,000")


@pytest.mark.clause("CO 47.1-2206(1)", "CO 47.1-2206(3)", duty="no-spin")
def test_no_spin_keeps_every_wager(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    """The dealer calls it at the console with its reason; the terminal says why, and the wager stands."""
    hand = hands.at(fresh_table("prison"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand, value="$5")
    dealer = DealerConsole(visit("dora"), hand.table)
    terminal.type("17 10")
    terminal.has("17", "$10")
    dealer.step("spin-ball")
    dealer.step("call-no-more-bets")
    dealer.no_spin("object.*was removed")
    terminal.phase("betting")
    terminal.told("No spin", "CO 47.1-2206(3)")
    terminal.has("17", "$10")
    dealer.ready("spin-ball")
    dealer.page.locator(".direction.ball").get_by_role("radio", checked=False).click()
    dealer.step("spin-ball")
    dealer.step("call-no-more-bets")
    dealer.step("call-no-spin")
    terminal.told("No spin", "CO 47.1-2206(1)")
    terminal.has("17", "$10")
    assert terminal.heard("no-more-bets") == 2


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="void")
def test_the_covered_number_is_spun_again(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("covered"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.type("17 5")
    terminal.has("17", "$5")
    hand.spin()
    hand.call()
    hand.announce("00")
    terminal.phase("betting")
    terminal.told("No spin", "CO 47.1-2210(2)(c)(ii)(B)")
    terminal.has("17", "$5")
    hand.round("17")
    terminal.balance("$1,175")


@pytest.mark.clause("NJ 19:47-5.6(a)", duty="call")
def test_a_round_of_big_six(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("big-six"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.chip(5)
    terminal.click("$10")
    terminal.click("joker")
    terminal.has("$10", "$5")
    terminal.has("joker", "$5")
    dealer = DealerConsole(visit("dora"), hand.table)
    dealer.step("call-no-more-bets")
    terminal.phase("no-more-bets")
    terminal.click("$1")
    terminal.told("No more bets", "NJ 19:47-5.6(a)")
    dealer.step("spin-wheel")
    dealer.announce("$10")
    dealer.settle("collect-losers", "pay-winners")
    terminal.phase("betting")
    terminal.balance("$1,045")
