"""Disputes, corrections and irregularities: raised at a terminal or by the dealer, decided in the pit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.console import DealerConsole, PitConsole
from tests.browser.hand import Hands
from tests.browser.terminal import Terminal


@pytest.mark.clause("CO 47.1-2206(5)", duty=("disputes", "payment"))
def test_a_dispute_is_raised_at_the_terminal_and_decided_in_the_pit(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    """A wrongly entered number is corrected, the difference is paid, and what was promised is paid besides."""
    hand = hands.at(fresh_table("prison"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(2, hand, value="$5")
    terminal.type("17 10")
    terminal.has("17", "$10")
    hand.round("16")
    terminal.balance("$990")
    terminal.raise_dispute("The ball lay in 17.")
    pit = PitConsole(visit("vera"))
    pit.choose(hand.table)
    pit.correct("17", "The camera shows 17.")
    terminal.balance("$1,350")
    expect(terminal.page.locator("#banner")).to_contain_text("the number was 17, not 16")
    pit.decide_dispute("Paid, and $5 for the trouble.", "The camera shows 17.", seat=2, award="5")
    terminal.told("dispute was decided")
    terminal.balance("$1,355")


@pytest.mark.clause("CO 47.1-2206(5)", duty=("notify", "direct"))
def test_an_irregularity_stops_the_round_until_the_pit_has_decided(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("prison"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(2, hand, value="$5")
    terminal.type("17 10")
    terminal.has("17", "$10")
    dealer = DealerConsole(visit("dora"), hand.table)
    dealer.step("spin-ball")
    dealer.step("call-no-more-bets")
    dealer.report("A glass fell into the wheel.")
    expect(dealer.page.locator("cr-next")).to_have_attribute("data-step", "wait")
    pit = PitConsole(visit("vera"))
    pit.choose(hand.table)
    expect(pit.page.locator("#chosen")).to_contain_text("A glass fell into the wheel.")
    pit.decide_irregularity("The spin is void.", "Glass in the wheel.", action="no-spin")
    dealer.step("carry-out-direction")
    pit.observe()
    terminal.phase("betting")
    terminal.told(re.compile("No spin"), "CO 47.1-2206(5)")
    terminal.has("17", "$10")
    dealer.round("17")
    terminal.balance("$1,350")
