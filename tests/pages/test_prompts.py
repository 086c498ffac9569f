"""What a text requires the dealer to do by hand is prompted at the console in time, and recorded as it was done."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from croupier.table import command as c
from tests.pages.test_consoles import console, empty, press, show
from tests.table.playing import CW, DEALER, Play

__all__ = ["empty"]  # a fixture
WAVE = "With a wave of the hand over the layout"


@pytest.mark.clause("CO 47.1-2201(7)", "CO 47.1-2205(2)", duty="wave")
def test_the_call_asks_for_a_wave_of_the_hand(empty: Page) -> None:
    play = Play("co-2014")
    play.spin()
    console(empty, play)
    wave = empty.get_by_label(WAVE)
    expect(wave).to_be_checked()
    assert press(empty) == {"type": "call-no-more-bets", "waved": True}
    show(empty, play)
    wave.uncheck()
    assert press(empty) == {"type": "call-no-more-bets", "waved": False}


@pytest.mark.clause("HS rotation (1)-(4)", duty="slowing")
@pytest.mark.parametrize(("book", "told"), [("house", 1), ("nj", 0)])
def test_the_dealer_is_told_to_call_as_the_ball_slows_down(empty: Page, book: str, told: int) -> None:
    play = Play(book)
    play.spin()
    console(empty, play)
    expect(empty.locator("cr-next .step")).to_contain_text("No more bets")
    expect(empty.locator("cr-next").get_by_text("Call it as the ball is slowing down.")).to_have_count(told)


def test_no_wave_is_asked_for_where_the_text_knows_none(empty: Page) -> None:
    play = Play("nj")
    play.spin()
    console(empty, play)
    expect(empty.locator("cr-next .step")).to_contain_text("No more bets")
    expect(empty.get_by_label(WAVE)).to_have_count(0)


@pytest.mark.clause(
    "CO 47.1-2206(1)", "CO 47.1-2206(3)", "NJ 19:47-5.4(a)-(c)", "HS irregularities (1)-(3)", duty="remove"
)
@pytest.mark.parametrize("book", ["co-2014", "nj", "house"])
def test_no_spin_asks_what_came_of_the_attempt_to_remove_the_ball(empty: Page, book: str) -> None:
    play = Play(book)
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CW)
    console(empty, play)
    empty.get_by_role("button", name="No spin").click()
    for reason in ("same direction", "foreign object"):
        for fate in ("the ball was removed", "the ball came to rest first"):
            expect(empty.locator("cr-next .reasons button", has_text=fate).filter(has_text=reason)).to_have_count(1)
    empty.evaluate("asked.length = 0")
    chosen = empty.locator("cr-next .reasons button", has_text="the ball came to rest first")
    chosen.filter(has_text="foreign object").click()
    assert empty.evaluate("asked") == [{"type": "call-no-spin", "reason": "foreign-object", "ball": "came-to-rest"}]
