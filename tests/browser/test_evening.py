"""An evening at one table, using only its pages: two players, a dealer, a supervisor."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_journal
from tests.browser.conftest import FreshTable, Visit
from tests.browser.console import DealerConsole, PitConsole
from tests.browser.service import Service
from tests.browser.terminal import Terminal


@pytest.mark.first
@pytest.mark.clause("CO 47.1-2205(2)", duty="call")
@pytest.mark.clause("CO 47.1-2205(3)", duty=("announce", "crown"))
@pytest.mark.clause("CO 47.1-2205(4)", duty=("losers", "winners"))
@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave"))
def test_an_evening(visit: Visit, fresh_table: FreshTable, service: Service) -> None:
    table = fresh_table("prison")
    pit = PitConsole(visit("vera"))
    pit.choose(table)
    pit.inspect()
    pit.open_table("dora", "20000")

    ana, ben = Terminal(visit("ana"), table), Terminal(visit("ben"), table)
    dealer = DealerConsole(visit("dora"), table)
    ana.sit(1, dealer, value="$5")
    ben.sit(2, dealer, value="$5")

    # A round with a winner and a loser; chips come on until the call.
    ana.type("17 10")
    ben.chip(25)
    ben.click("red")
    dealer.step("spin-ball")
    ana.type("17-20 10")
    ana.has("17-20", "$10")
    ben.has("red", "$25")
    dealer.step("call-no-more-bets")
    ben.click("black")
    ben.told("No more bets", "CO 47.1-2201(7)")
    dealer.return_late_bet(2, "black", "25")
    ben.told("Late bet returned")
    dealer.announce("17")
    dealer.step("place-crown")
    expect(ana.page.locator("#board")).to_have_attribute("data-crown", "17")
    ana.spot("17").press("Backspace")
    ana.told("until winners are paid and the crown is lifted (customary)")
    dealer.settle("collect-losers", "pay-winners", "lift-crown")
    ana.balance("$1,520")
    ben.balance("$975")

    # A no spin, then a zero: one takes half, the other stays in prison and is released.
    ana.type("red 20")
    ben.type("red 20")
    ana.has("red", "$20")
    ben.has("red", "$20")
    dealer.step("spin-ball")
    dealer.no_spin("object.*was removed")
    for each in (ana, ben):
        each.told("No spin", "CO 47.1-2206(3)")
    dealer.step("spin-ball")
    dealer.step("call-no-more-bets")
    dealer.announce("0")
    dealer.step("place-crown")
    ana.choose("red", "Half back")
    ben.choose("red", "Leave in prison")
    dealer.settle("collect-losers", "pay-winners", "lift-crown")
    ana.balance("$1,510")
    expect(ben.bet("red")).to_contain_text("in prison")
    dealer.round("1")
    ben.balance("$975")
    ana.phase("betting")
    ben.phase("betting")

    # The table closes. The count agrees with the books, and the chain is intact.
    ana.go_home(dealer)
    ben.go_home(dealer)
    pit.choose(table)
    pit.close_table("17515")
    ana.phase("closed")
    with SqliteJournal(service.directory / "journal.sqlite", read_only=True) as journal:
        assert verify_journal(journal).ok
