"""What is heard, seen and touched: calls, motion, loupe, signs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.hand import Hands
from tests.browser.houses import DEMONSTRATION
from tests.browser.terminal import Terminal
from tests.browser.visitor import PHONE, Visitor


def calls_heard(visitor: Visitor, count: int) -> list[tuple[bool, bool]]:
    """Whether each call of no more bets was audible and visual, once that many were made.

    A banner on the page may be left from the call before.
    """
    visitor.page.wait_for_function(
        "(count) => window.heard.announced.filter((each) => each.call === 'no-more-bets').length >= count", arg=count
    )
    said = [each for each in visitor.heard()["announced"] if each["call"] == "no-more-bets"]
    return [(each["audible"], each["visual"]) for each in said]


@pytest.mark.clause("CO 47.1-2201(7)", duty=("audible", "visual"))
def test_no_more_bets_is_heard_and_seen_and_reported(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    """Sound is locked until somebody sits down; then the call is audible and visual, and the dealer knows."""
    hand = hands.at(fresh_table("prison"))
    visitor = visit("ana")
    terminal = Terminal(visitor, hand.table)
    body = terminal.page.locator("body")
    expect(body).to_have_attribute("data-audio", "locked")
    terminal.sit(5, hand, value="$5")
    expect(body).to_have_attribute("data-audio", "ready")
    assert visitor.heard()["states"][-1] == "running"
    hand.wait(lambda: hand.presence(5).get("audio") is True)
    hand.spin()
    hand.call()
    banner = terminal.page.locator("#banner")
    expect(banner).to_have_text("No more bets")
    expect(terminal.page.locator("#live-assertive")).to_have_text("No more bets")
    assert calls_heard(visitor, 1) == [(True, True)]
    hand.wait(lambda: bool(hand.presence(5).get("announced")))
    terminal.page.locator("#sound").click()
    expect(body).to_have_attribute("data-audio", "muted")
    hand.announce("7")
    hand.does("place-crown")
    hand.settle()
    hand.spin()
    hand.call()
    assert calls_heard(visitor, 2) == [(True, True)] * 2, "a call is heard though muted"
    expect(banner).to_have_text("No more bets")


@pytest.mark.clause("CO 47.1-2201(7)", duty="audible")
def test_a_terminal_reloaded_is_heard_after_any_gesture(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(5, hand)
    terminal.page.reload()
    terminal.connected()
    body = terminal.page.locator("body")
    expect(body).to_have_attribute("data-audio", "locked")
    terminal.click("17")
    expect(body).to_have_attribute("data-audio", "ready")
    hand.wait(lambda: hand.presence(5).get("audio") is True)


def test_small_spots_on_a_phone_are_reached_through_the_loupe_and_by_typing(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    """Most spots of a layout are smaller than a fingertip: each has an equivalent that is large enough."""
    hand = hands.at(fresh_table("american"))
    visitor = visit("ana", size=PHONE, touch=True)
    terminal = Terminal(visitor, hand.table)
    terminal.sit(1, hand)
    page = terminal.page
    boxes = {
        spot.get_attribute("data-spot"): spot.bounding_box() for spot in page.locator("#board [data-spot]").all()[::7]
    }
    assert all(box and box["width"] * box["height"] > 0 for box in boxes.values())
    corner = terminal.spot("17-18-20-21").bounding_box()
    assert corner
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    touch = page.context.new_cdp_session(page)
    point = {"x": x, "y": y}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator(".loupe")).to_be_visible()
    expect(page.locator(".loupe")).to_contain_text("Corner 17, 18, 20 and 21")
    other = {"x": x, "y": y + 90}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point, other]})
    expect(page.locator(".loupe")).to_have_count(1)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".loupe")).to_be_hidden()
    expect(page.locator("#tab-bets")).to_have_text("1")
    page.locator('[data-show="info"]').click()
    terminal.has("17-18-20-21", "$1")
    terminal.type("20-23 5")
    terminal.has("20-23", "$5")
    for meter in ("#balance", "#total-bet", "#last-win", "#tip-restriction", "#limits"):
        expect(page.locator(meter)).to_be_visible()


def test_the_wheel_stops_on_the_announced_number_and_still_motion_is_respected(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    hand = hands.at(fresh_table("american"))
    moving, still = visit("ana", motion=True), visit("ben")
    felt, terminal = Terminal(moving, hand.table), Terminal(still, hand.table)
    hand.spin()
    felt.phase("in-track")
    terminal.phase("in-track")
    running = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    moving.page.wait_for_function(f"() => ({running})() > 0 || document.querySelector('cr-wheel').turning")
    assert still.page.evaluate(running) == 0
    hand.call()
    hand.announce("23")
    for visitor in (moving, still):
        expect(visitor.page.locator("cr-phase")).to_contain_text("23")
    hand.does("place-crown")
    for visitor in (moving, still):
        expect(visitor.page.locator("#board")).to_have_attribute("data-crown", "23")


@pytest.mark.clause("CO 47.1-2207", duty="limits-posted")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(A)", "CO 47.1-2210(2)(c)(ii)(B)", duty="posted")
def test_signs_and_limits_are_on_every_terminal(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("covered"))
    terminal = Terminal(visit("ana"), hand.table)
    expect(terminal.page.locator("#limits")).to_contain_text("$1")
    expect(terminal.page.locator("#limits")).to_contain_text("$100")
    for words in ("00", "void"):
        expect(terminal.page.locator("#sign-strip")).to_contain_text(words)


@pytest.mark.clause("NJ 19:47-5.2(b)", "NJ 19:47-5.6(d)", duty="posted")
@pytest.mark.parametrize(
    ("kind", "words"), [("american", "lose one half"), ("big-six", "the clapper"), ("prison", "in prison")]
)
def test_the_option_in_effect_is_in_view_on_a_phone_too(
    visit: Visit, hands: Hands, fresh_table: FreshTable, kind: str, words: str
) -> None:
    """Visible on the first view, not behind a menu."""
    terminal = Terminal(visit("ana", size=PHONE), hands.at(fresh_table(kind)).table)
    expect(terminal.page.locator("#sign-strip")).to_contain_text(words)
    expect(terminal.page.locator("#sign-strip")).to_be_in_viewport(ratio=1)


def test_taking_a_seat_by_keyboard_never_loses_the_focus(visit: Visit, hands: Hands) -> None:
    """At a demonstration, whose simulated devices sell chips to their players."""
    terminal = Terminal(visit("ana"), hands.at(DEMONSTRATION).table)
    page = terminal.page
    page.locator("#sit").press("Enter")
    expect(page.locator(".seat-dialog h2")).to_have_text("Take a seat")
    page.locator(".seat-place input:enabled").first.press("ArrowRight")
    page.locator(".seat-value input").first.press("ArrowRight")
    page.locator('.seat-buy input[name="amount"]').press("Enter")
    expect(page.locator(".seat-dialog")).to_be_hidden()
    page.wait_for_function("() => document.activeElement?.closest('cr-board')")
    terminal.go_home(None)


def test_a_player_buys_in_and_cashes_out_alone_at_a_demonstration(visit: Visit, hands: Hands) -> None:
    hand = hands.at(DEMONSTRATION)
    terminal = Terminal(visit("ben"), hand.table)
    terminal.sit(3, None, amount="250")
    terminal.balance("$250")
    terminal.go_home(None)
