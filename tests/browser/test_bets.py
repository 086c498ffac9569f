"""Every kind of wager, placed by touch and by typing, and what the table refuses."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.hand import DEALER, SUPERVISOR, Hands
from tests.browser.houses import DEMONSTRATION
from tests.browser.terminal import Terminal


def kinds_of(terminal: Terminal) -> dict[str, str]:
    """One spot of every kind of wager that the table offers."""
    card: Any = terminal.page.request.get(f"/api/v1/tables/{terminal.table}").json()
    found: dict[str, str] = {}
    for spot, figures in card["spots"].items():
        if not figures["same_as"]:
            found.setdefault(figures["wager"], spot)
    return found


TOUCHES = """addEventListener('pointerdown', (event) => {
  if (event.isTrusted) sessionStorage.setItem('touches', String(Number(sessionStorage.getItem('touches')) + 1));
}, true)"""
"""Counts touches in the browser's own storage, from page to page."""


def touch(kind: str) -> int:
    """What a touch places with $25 chosen: on the wheel replica that much on each of its five numbers."""
    return 125 if kind == "five-adjacent" else 25


@pytest.mark.parametrize(
    ("kind", "value", "least"),
    [("american", "$1", 16), ("colors", "$1", 13), ("big-six", "$1", 7), ("covered", "$1", 14), ("prison", "$5", 14)],
)
def test_every_kind_of_wager_by_touch_and_by_typing(
    visit: Visit, hands: Hands, fresh_table: FreshTable, kind: str, value: str, least: int
) -> None:
    hand = hands.at(fresh_table(kind))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(2, hand, value=value, amount="2000")
    terminal.chip(25)
    spots = kinds_of(terminal)
    assert len(spots) >= least, spots
    for spot in spots.values():
        terminal.click(spot)
    for kind_of_wager, spot in spots.items():
        terminal.has(spot, f"${touch(kind_of_wager)}")
        terminal.type(f"{spot} 25")
    for kind_of_wager, spot in spots.items():
        terminal.has(spot, f"${touch(kind_of_wager) + 25}")
    amounts = {spot: 100 * (touch(kind_of_wager) + 25) for kind_of_wager, spot in spots.items()}
    hand.wait(lambda: {each["spot"]: each["amount"] for each in hand.view()["wagers"]} == amounts, SUPERVISOR)
    terminal.balance(f"${2000 - sum(touch(each) + 25 for each in spots):,}")


def test_the_first_bet_takes_three_touches_from_the_lobby(visit: Visit, hands: Hands) -> None:
    """Counted by the pages themselves: the table, the seat with its chips, the spot."""
    hand = hands.at(DEMONSTRATION)
    guest = visit("cleo", touch=True)
    guest.context.add_init_script(TOUCHES)
    page = guest.open("/")
    page.evaluate("sessionStorage.removeItem('touches')")
    page.locator(f'[data-table="{DEMONSTRATION}"] a[href^="/play/"]').tap()
    page.locator('.seat-dialog [data-act="join"]').tap()
    expect(page.locator(".seat-dialog")).to_be_hidden()
    page.locator('#board [data-spot="17"]').tap()
    expect(page.locator('.slip-row[data-bet="17"]:not([data-pending])')).to_have_count(1)
    hand.wait(lambda: bool(hand.view(DEALER)["wagers"]))  # the page may know of it before the dealer does
    stands = [(wager["spot"], wager["amount"]) for wager in hand.view(DEALER)["wagers"]]
    assert stands == [("17", 100)]
    assert page.evaluate("sessionStorage.getItem('touches')") == "3"
    terminal = Terminal(guest, hand.table)
    terminal.take("17")
    terminal.go_home(None)


def test_a_first_touch_places_the_least_that_is_lawful_there(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    """One chip inside, five where the posted minimum outside is five dollars, a chip on each of five neighbors."""
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    for spot, stake in (("17", "$1"), ("17-20", "$1"), ("red", "$5"), ("dozen-2", "$5"), ("adjacent-17", "$5")):
        terminal.click(spot)
        terminal.has(spot, stake)
    terminal.balance("$983")
    terminal.spot("red").click(button="right")
    terminal.has_no("red")


def test_a_stake_below_the_minimum_comes_back_with_a_lawful_one_at_hand(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    """Also when what would stay behind is too little: then all of it may be taken."""
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.type("red 2")
    remedy = terminal.page.locator(".toast-remedy")
    expect(remedy).to_have_text("Place $5")
    remedy.click()
    terminal.has("red", "$5")
    terminal.type("red 2")
    terminal.has("red", "$7")
    terminal.spot("red").click(button="right")
    expect(remedy).to_have_text("Take all $7")
    remedy.click()
    terminal.has_no("red")
    terminal.balance("$1,000")


@pytest.mark.clause("HS limits", duty="maximum")
def test_a_stake_beyond_the_limit_comes_back_with_its_clause(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("house"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand, amount="100")
    terminal.type("17 4")
    terminal.has("17", "$4")
    terminal.type("17 1")
    terminal.told("above", "HS limits")
    terminal.type("18 5")
    terminal.told("Stake $5.00 is above $4.00", "HS limits")
    terminal.has_no("18")
    terminal.has("17", "$4")
    terminal.balance("$96")


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="areas")
def test_an_unknown_spot_is_refused_with_its_clause(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.type("5-9 1")
    terminal.told("5-9", "NJ 19:47-5.1(a)")
    terminal.type("nonsense 1")
    terminal.told("nonsense")
    terminal.balance("$1,000")


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="no-wager")
def test_a_covered_number_takes_no_wager(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("covered"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    assert terminal.spot("00").count() == 0
    terminal.type("00 5")
    terminal.told("00", "CO 47.1-2210(2)(c)(i)")
    terminal.balance("$1,000")


@pytest.mark.clause("CO 47.1-2201(7)", duty="closed")
def test_bets_are_taken_until_the_call_and_a_late_one_comes_back(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("prison"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(3, hand, value="$5")
    hand.spin()
    terminal.phase("in-track")
    terminal.type("17 10")
    terminal.has("17", "$10")
    hand.call()
    terminal.phase("no-more-bets")
    terminal.click("18")
    terminal.told("No more bets", "CO 47.1-2201(7)")
    terminal.has_no("18")
    hand.does("return-late-bet", seat=3, spot="18", stake=500)
    terminal.told("Late bet returned")
    terminal.balance("$990")


def test_nothing_is_touched_from_the_number_until_the_crown_is_lifted(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.type("red 20")
    terminal.type("17 5")
    terminal.has("red", "$20")
    terminal.has("17", "$5")
    hand.spin()
    hand.call()
    terminal.locked("No more bets. Every bet stays until winners are paid and the crown is lifted.")
    hand.announce("5")
    hand.does("place-crown")
    terminal.phase("crowned")
    terminal.locked("The layout is locked until winners are paid and the crown is lifted.")
    terminal.bet("red").locator(".slip-take").click(force=True)
    terminal.told("The layout is locked until winners are paid and the crown is lifted.")
    terminal.spot("red").press("Backspace")
    terminal.told("until winners are paid and the crown is lifted (customary)")
    terminal.has("red", "$20")
    hand.does("collect-losers")
    terminal.has_no("17")
    terminal.type("17 5")
    terminal.told("until winners are paid and the crown is lifted (customary)")
    hand.does("pay-winners")
    hand.does("lift-crown")
    terminal.phase("betting")
    terminal.unlocked()
    terminal.balance("$1,015")
    terminal.type("17 5")
    terminal.has("17", "$5")
    terminal.take("17")
    terminal.has_no("17")
    terminal.balance("$1,015")


def test_a_whole_round_by_keyboard(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    page = terminal.page
    terminal.spot("17").focus()
    page.keyboard.press("Enter")
    terminal.has("17", "$1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    terminal.has("17-20", "$1")
    page.keyboard.type("32")
    page.keyboard.press("+")
    page.keyboard.press(" ")
    terminal.has("32", "$5")
    page.keyboard.press("Backspace")
    terminal.has_no("32")
    page.keyboard.press("d")
    terminal.has("17", "$2")
    terminal.has("17-20", "$2")
    page.keyboard.press("u")
    terminal.has("17", "$1")
    terminal.has("17-20", "$1")
    page.keyboard.press("c")
    terminal.has_no("17")
    terminal.has_no("17-20")
    page.keyboard.press("u")
    terminal.has("17", "$1")
    terminal.has("17-20", "$1")
    page.keyboard.press("c")
    terminal.has_no("17")
    terminal.has_no("17-20")
    page.keyboard.press("/")
    page.keyboard.type("dozen-2 50")
    page.keyboard.press("Enter")
    terminal.has("dozen-2", "$50")
    hand.round("17")
    terminal.balance("$1,100")
    terminal.unlocked()
    terminal.spot("17").focus()
    page.keyboard.press("r")
    terminal.has("dozen-2", "$50")
    terminal.balance("$1,050")


ORDER = """(act) => new Promise((done) => {
  const list = document.querySelector('.slip-list'), began = performance.now();
  const settled = () => !list.querySelector('[data-pending]');
  const look = new MutationObserver(() => {
    if (!settled()) return;
    look.disconnect();
    done(performance.now() - began);
  });
  document.querySelector(`#acts [data-act="${act}"]`).click();
  look.observe(list, { subtree: true, childList: true, attributes: true });
})"""
"""Presses a button; the milliseconds until nothing is pending."""
BUSY_MS = 1_000
"""On a machine that does nothing else it is less than a tenth of this; tests share theirs."""


def test_a_hundred_bets_are_doubled_cleared_and_brought_back_by_one_order_each(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    """All or none, one record, one answer, and drawn at once."""
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand, amount="5000")
    spots = [spot for spot, each in kinds_and_spots(terminal).items() if each["parts"] == 1 and not each["same_as"]]
    changes = [{"spot": spot, "amount": 500, "chips": "electronic"} for spot in spots[:100]]
    assert len(changes) == 100
    hand.does("change-wagers", seat=1, changes=changes)
    expect(terminal.page.locator(".slip-row")).to_have_count(100)
    before = hand.version()
    took: dict[str, list[float]] = {}
    for act, count in [("double", 100), ("undo", 100), ("clear", 0), ("undo", 100)] * 2:
        took.setdefault(act, []).append(terminal.page.evaluate(ORDER, act))
        expect(terminal.page.locator(".slip-row:not([data-pending])")).to_have_count(count)
    hand.wait(lambda: hand.version() >= before + 8)
    assert hand.version() == before + 8
    assert {act: min(times) < BUSY_MS for act, times in took.items()} == dict.fromkeys(took, True), took


def kinds_and_spots(terminal: Terminal) -> dict[str, Any]:
    card: Any = terminal.page.request.get(f"/api/v1/tables/{terminal.table}").json()
    spots: dict[str, Any] = card["spots"]
    return spots
