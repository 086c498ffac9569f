"""What a person does while a page still loads is kept."""

from __future__ import annotations

import threading
from typing import Any

from playwright.sync_api import Route, expect

from tests.pages.house import House, lobby, tile, watched
from tests.pages.site import site
from tests.pages.test_tournament import full_hall, seen
from tests.tournament.playing import DIRECTOR

SECONDS = 20


def test_a_tab_that_is_chosen_before_the_tables_are_known_stays_chosen(house: House) -> None:
    known = threading.Event()

    def late(_query: dict[str, str]) -> Any:
        assert known.wait(SECONDS)
        return lobby(tile("7"))

    streams = {"streams": [], "records": 0, "checkpoint": None, "verified": None, "verifying": False, "progress": None}
    house.answers |= {"GET /tables": late, "GET /chain": streams}
    watched(house)
    page = house.page
    tab = page.locator("#tab-chain")
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")
    known.set()
    expect(page.locator("#table option")).to_have_count(1)
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(page.locator("#chain")).to_be_visible()
    expect(page.locator("#replay")).to_be_hidden()


def test_a_room_that_is_chosen_before_the_tournament_is_known_stays_chosen(house: House) -> None:
    """In play the page would open the tables."""
    known, hall = threading.Event(), full_hall(2)

    def late(_query: dict[str, str]) -> Any:
        assert known.wait(SECONDS)
        return seen(hall, DIRECTOR)

    house.signs_in("dora", "tournament-director")
    house.answers |= {"GET /tournaments/x": late, "GET /tournaments/x/card": {}, "GET /tournaments/x/prints": []}
    house.open("/director/x")
    room = house.page.get_by_role("button", name="Money", exact=True)
    room.click()
    known.set()
    expect(house.page.locator("#places tbody tr")).to_have_count(2)
    expect(room).to_have_attribute("aria-pressed", "true")
    expect(house.page.get_by_role("button", name="Tables", exact=True)).to_have_attribute("aria-pressed", "false")


def test_nobody_signs_in_before_the_page_can_hear_it(house: House) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = house.page
    page.route("**/static/pages/sign-in.js", hold)
    page.goto(f"{site().url}/sign-in", wait_until="commit")
    sign_in = page.locator("#person button[type=submit]")
    expect(sign_in).to_be_disabled()
    held[0].continue_()
    expect(sign_in).to_be_enabled()
