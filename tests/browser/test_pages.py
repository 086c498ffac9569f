"""Pages in states that the scenes of `tests.fonts` do not have: no errors, nothing that axe-core objects to, controls
large enough to touch."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests import fonts
from tests.accessibility import violations
from tests.browser.conftest import FreshTable, Visit
from tests.browser.hand import Hands
from tests.browser.service import Service
from tests.browser.terminal import Terminal
from tests.browser.visitor import DESKTOP, LAPTOP, PHONE, Visitor
from tests.nightly import extent

TABLE = "101"
SMALL = Path(fonts.__file__).with_name("small.js").read_text("utf-8")


def check(visitor: Visitor, *sizes: tuple[int, int]) -> None:
    """The page as it stands, at every size or at these; by day axe runs at one of them, chosen by the page."""
    every = sizes or (DESKTOP, LAPTOP, PHONE)
    asked = extent((every[len(urlsplit(visitor.page.url).path) % len(every)],), nightly=every)
    for width, height in every:
        visitor.page.set_viewport_size({"width": width, "height": height})
        if (width, height) in asked:
            assert violations(visitor.page) == "", f"{visitor.page.url} at {width}x{height}"
        assert visitor.page.evaluate(SMALL) == [], f"{visitor.page.url} at {width}x{height}"


def test_a_terminal_is_clean_in_every_part_of_a_round(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    hand = hands.at(fresh_table("american"))
    visitor = visit("ana")
    terminal = Terminal(visitor, hand.table)
    terminal.sit(1, hand)
    for bet in ("17 5", "17-20 5", "red 10", "adjacent-17 5"):
        terminal.type(bet)
        terminal.has(bet.split()[0], f"${bet.split()[1]}")
    check(visitor)
    hand.crown("17")
    terminal.phase("crowned")
    check(visitor, LAPTOP)


def test_the_key_managers_room_is_clean(visit: Visit, service: Service) -> None:
    visitor = visit("kim")
    page = visitor.open("/pit")
    page.locator("#rooms").get_by_role("button", name="People").click()
    expect(page.locator("#people")).to_contain_text("vera")
    check(visitor)


@pytest.mark.parametrize("path", [f"/dealer/{TABLE}", "/pit"])
def test_a_console_tells_a_player_that_it_is_not_for_them(visit: Visit, hands: Hands, path: str) -> None:
    hands.at(TABLE)
    visitor = visit("ana")
    visitor.open(path)
    expect(visitor.page.get_by_role("alert")).to_contain_text("your role cannot use this console")
    expect(visitor.page.locator("cr-next, cr-tile")).to_have_count(0)


def test_a_terminal_without_a_table_says_why(visit: Visit, service: Service) -> None:
    visitor = visit("ana")
    visitor.expect(r"404")
    visitor.open("/play/nowhere")
    expect(visitor.page.locator("#lost")).to_contain_text("There is no table 'nowhere'")
    expect(visitor.page.locator("#lost").get_by_role("link", name="All tables")).to_be_visible()


def test_whatever_a_page_does_not_get_is_an_error(visit: Visit) -> None:
    """A visitor reads only the console, which reports files, requests and pages alike."""
    visitor = visit()
    page = visitor.open("/")
    page.route("**/lost", lambda route: route.abort())
    page.evaluate(
        """async () => {
          const loaded = (tag, path) => new Promise((done) => {
            const made = Object.assign(document.createElement(tag), { src: path, onerror: done });
            document.head.append(made);
          });
          await Promise.all([loaded('script', '/static/none.js'), loaded('img', '/static/none.png')]);
          await Promise.allSettled([fetch('/api/v1/none'), fetch('/lost')]);
        }"""
    )
    visitor.open("/no-such-page")
    page.unroute("**/lost")
    paths = ("/static/none.js", "/static/none.png", "/api/v1/none", "/lost", "/no-such-page")
    for path in paths:
        assert any(path in error for error in visitor.errors), (path, visitor.errors)
    visitor.expect("|".join(paths))
