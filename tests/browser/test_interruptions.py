"""Reloads, a lost network, a killed service: no chip is lost or doubled."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.hand import SUPERVISOR, Hand, Hands
from tests.browser.service import Service
from tests.browser.terminal import Terminal
from tests.browser.wire import Wire

LOST = r"WebSocket|net::ERR_|Failed to load resource"
"""What Chromium says when there is no network; it has many words for it."""


@pytest.fixture
def wire(service: Service) -> Iterator[Wire]:
    wire = Wire(service)
    yield wire
    wire.close()


def stands(hand: Hand, seat: int) -> dict[str, int]:
    """What the service has on record for a seat."""
    found: dict[str, int] = {}
    for wager in hand.view()["wagers"]:
        if wager["seat"] == seat:
            found[wager["spot"]] = found.get(wager["spot"], 0) + wager["amount"]
    return found


def test_a_reload_finds_everything_again(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    """In the middle of the betting, and in the middle of the spin."""
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(4, hand)
    terminal.type("17 5")
    terminal.has("17", "$5")
    terminal.page.reload()
    terminal.connected()
    terminal.has("17", "$5")
    terminal.balance("$995")
    terminal.type("red 10")
    terminal.has("red", "$10")
    hand.spin()
    hand.call()
    terminal.phase("no-more-bets")
    terminal.page.reload()
    terminal.connected()
    terminal.phase("no-more-bets")
    terminal.has("17", "$5")
    terminal.has("red", "$10")
    hand.announce("17")
    hand.does("place-crown")
    expect(terminal.page.locator("#board")).to_have_attribute("data-crown", "17")
    terminal.page.reload()
    terminal.connected()
    expect(terminal.page.locator("#board")).to_have_attribute("data-crown", "17")
    hand.settle()
    terminal.balance("$1,165")


@pytest.mark.parametrize("when", ["betting", "spin"])
def test_a_lost_network_loses_no_chip(
    visit: Visit, hands: Hands, fresh_table: FreshTable, wire: Wire, when: str
) -> None:
    """Bets made without a network are pending, and are placed or returned once it is there again."""
    hand = hands.at(fresh_table("american"))
    visitor = visit("ana", url=wire.url)
    visitor.expect(LOST)
    terminal = Terminal(visitor, hand.table)
    terminal.sit(4, hand)
    terminal.type("17 5")
    terminal.has("17", "$5")
    if when == "spin":
        hand.spin()
        terminal.phase("in-track")
    wire.cut()
    expect(terminal.page.locator("body")).not_to_have_attribute("data-link", "open")
    terminal.type("18 5")
    terminal.type("19 5")
    expect(terminal.page.locator('.slip-row[data-pending="placing"]')).to_have_count(2)
    if when == "spin":
        hand.call()
    wire.mend()
    terminal.connected()
    expect(terminal.page.locator(".slip-row[data-pending]")).to_have_count(0)
    terminal.has("17", "$5")
    if when == "betting":
        terminal.has("18", "$5")
        terminal.has("19", "$5")
        terminal.balance("$985")
        hand.wait(lambda: stands(hand, 4) == {"17": 500, "18": 500, "19": 500}, SUPERVISOR)
    else:
        terminal.phase("no-more-bets")
        terminal.told("No more bets", "NJ 19:47-5.3(b)")
        terminal.has_no("18")
        terminal.has_no("19")
        terminal.balance("$995")
        hand.wait(lambda: stands(hand, 4) == {"17": 500}, SUPERVISOR)


@pytest.mark.parametrize("frozen", [True, False], ids=["pending", "under way"])
def test_a_killed_service_keeps_every_acknowledged_chip_and_resolves_every_pending_one(
    visit: Visit, hands: Hands, fresh_table: FreshTable, service: Service, frozen: bool
) -> None:
    """Frozen, it takes what is sent and answers nothing; then it is killed as a power cut would, and started again."""
    hand = hands.at(fresh_table("american"))
    visitor = visit("ana")
    visitor.expect(LOST)
    terminal = Terminal(visitor, hand.table)
    terminal.sit(4, hand)
    for spot in ("1", "2", "3"):
        terminal.type(f"{spot} 5")
        terminal.has(spot, "$5")
    if frozen:
        service.signal(signal.SIGSTOP)
    for spot in ("4", "5", "6", "7"):
        terminal.type(f"{spot} 5")
    if frozen:
        expect(terminal.page.locator('.slip-row[data-pending="placing"]')).to_have_count(4)
    service.kill()
    service.start()
    terminal.connected()
    expect(terminal.page.locator(".slip-row[data-pending]")).to_have_count(0)
    for spot in ("1", "2", "3", "4", "5", "6", "7"):
        terminal.has(spot, "$5")
    terminal.balance("$965")
    hand.does("spin-ball", wheel="clockwise", ball="counterclockwise")
    assert stands(hand, 4) == dict.fromkeys("1234567", 500)
    hand.call()
    hand.announce("7")
    hand.does("place-crown")
    hand.settle()
    terminal.balance("$1,145")


def test_an_orderly_stop_keeps_the_round(visit: Visit, hands: Hands, fresh_table: FreshTable, service: Service) -> None:
    """Betting is closed where the round allows it, and the round goes on after the start."""
    hand = hands.at(fresh_table("american"))
    visitor = visit("ana")
    visitor.expect(LOST)
    terminal = Terminal(visitor, hand.table)
    terminal.sit(4, hand)
    terminal.type("17 5")
    terminal.has("17", "$5")
    hand.spin()
    terminal.phase("in-track")
    service.end()
    service.start()
    terminal.connected()
    terminal.phase("no-more-bets")
    terminal.has("17", "$5")
    hand.announce("17")
    hand.does("place-crown")
    hand.settle()
    terminal.balance("$1,175")


def test_a_second_window_takes_over_and_the_first_says_so_until_it_is_asked_back(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    """A terminal that is no longer live never looks as if it were."""
    hand = hands.at(fresh_table("american"))
    visitor = visit("ana")
    first = Terminal(visitor, hand.table)
    first.sit(6, hand)
    other = visitor.context.new_page()
    other.goto(f"/play/{hand.table}")
    expect(other.locator("body")).to_have_attribute("data-link", "open")
    lost = first.page.locator("#lost")
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("no longer live")
    first.page.get_by_role("button", name="Play here").click()
    first.connected()
    expect(lost).to_be_hidden()
    expect(other.locator("#lost")).to_be_visible()
    first.type("17 5")
    first.has("17", "$5")
