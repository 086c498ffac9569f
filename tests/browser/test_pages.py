"""Every page, at every size: no errors, nothing that axe-core objects to, controls large enough to touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.accessibility import violations
from tests.browser.conftest import FreshTable, Visit
from tests.browser.hand import Hands
from tests.browser.service import Service
from tests.browser.terminal import Terminal
from tests.browser.visitor import DESKTOP, LAPTOP, PHONE, Visitor

TABLE = "101"
PAGES = {
    "lobby": ("", "/", "cr-tile, .tile, [data-table], a[href^='/felt/'], a[href^='/play/']"),
    "sign-in": ("", "/sign-in", "input[type='password']"),
    "account": ("vera", "/account", "#keys-part h2"),
    "odds": ("", "/odds", "table td"),
    "receipt": ("", "/receipt", "#check button"),
    "rules": ("", f"/rules/{TABLE}", "article h2"),
    "felt": ("", f"/felt/{TABLE}", "cr-board svg .frame"),
    "dealer": ("dora", f"/dealer/{TABLE}", "cr-next h2"),
    "pit": ("vera", "/pit", "#chosen h2"),
    "cage": ("cass", "/cage", "#forms h3"),
    "surveillance": ("sid", "/surveillance", "cr-timeline *"),
}
SMALL = """() => {
  // Every control that a finger can meet and that is smaller than 24 px, but the spots of a layout.
  const controls = document.querySelectorAll("a[href], button, input, select, textarea, [role='button'], [role='tab']");
  const found = [];
  for (const each of controls) {
    if (each.matches('[data-spot]') || each.closest('[hidden], [inert], dialog:not([open])')) continue;
    const label = each.closest('label');
    const box = (each.matches('input') && label ? label : each).getBoundingClientRect();
    if (!box.width || each.matches('.sr-only, .skip') || getComputedStyle(each).visibility === 'hidden') continue;
    const inText = each.matches('a') && getComputedStyle(each).display === 'inline';
    if (!inText && (box.width < 23.5 || box.height < 23.5)) {
      found.push(`${each.outerHTML.slice(0, 90)}: ${box.width.toFixed()} x ${box.height.toFixed()}`);
    }
  }
  return found;
}"""


def check(visitor: Visitor, *sizes: tuple[int, int]) -> None:
    """The page as it stands, at every size or at these."""
    for width, height in sizes or (DESKTOP, LAPTOP, PHONE):
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert violations(visitor.page) == "", f"{visitor.page.url} at {width}x{height}"
        assert visitor.page.evaluate(SMALL) == [], f"{visitor.page.url} at {width}x{height}"
        wide = visitor.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"{visitor.page.url} at {width}x{height} is {wide} px too wide"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_clean_at_every_size(visit: Visit, hands: Hands, page: str) -> None:
    hands.at(TABLE)
    name, path, ready = PAGES[page]
    visitor = visit(name)
    visitor.open(path)
    expect(visitor.page.locator(ready).first).to_be_visible()
    check(visitor)


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


def test_the_rooms_of_surveillance_are_clean(visit: Visit, hands: Hands, fresh_table: FreshTable) -> None:
    """Replay of a round, wall, chain, alerts, premises."""
    hand = hands.at(fresh_table("colors"))
    hand.does("take-seat", seat=1, player="guest")
    hand.does("set-chips", seat=1, color="pink", value=100)
    hand.does("buy-chips", seat=1, amount=10_000, chips="electronic")
    hand.does("place-wager", seat=1, spot="17", stake=500, chips="electronic")
    hand.round("17")
    visitor = visit("sid")
    page = visitor.open("/surveillance")
    page.locator("#table").select_option(hand.table)
    expect(page.locator("#records")).to_contain_text("17")
    for room in ("replay", "wall", "chain", "alerts", "premises"):
        page.locator(f"#tab-{room}").click()
        expect(page.locator(f"#{room}")).to_be_visible()
        expect(page.locator(f"#{room} *").first).to_be_visible()
        assert violations(visitor.page) == "", room


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
    expect(visitor.page.get_by_role("alert")).to_contain_text("this console is not for you")
    expect(visitor.page.locator("cr-next, cr-tile")).to_have_count(0)


def test_a_terminal_without_a_table_says_why(visit: Visit, service: Service) -> None:
    visitor = visit("ana")
    visitor.expect(r"404")
    visitor.open("/play/nowhere")
    expect(visitor.page.locator("#lost")).to_contain_text("There is no table 'nowhere'")
    expect(visitor.page.locator("#lost").get_by_role("link", name="All tables")).to_be_visible()


def test_whatever_a_page_does_not_get_is_an_error(visit: Visit) -> None:
    """The console is all that a visitor listens to: it tells of files, requests and pages alike."""
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
