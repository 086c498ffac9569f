"""The dealer's console on a laptop or a landscape tablet: the number is announced without scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.pages.catalogues import LANGUAGES
from tests.pages.house import House, card_of, lobby, rules_of, tile
from tests.pages.sheets import Sheets
from tests.pages.test_pit import DEALING, table

TOUCH = 44
SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 1024, "height": 768})
ANNOUNCING = DEALING | {"step": "announce-number", "no_spin": ["outside-influence"], "wheel": "clockwise"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_and_the_revolutions_are_in_sight(sheets: Sheets, language: str) -> None:
    card = card_of(rules_of("7", "co-2014", "american"))
    house = House(sheets.page(locale=language), {"GET /tables": lobby(tile("7")), "GET /tables/7": card})
    house.signs_in("dora", "dealer")
    house.you = {"name": "dora", "role": "dealer", "seat": None}
    house.snapshots["7"] = table(number="7", phase="no-more-bets", dealing=ANNOUNCING)
    house.open("/dealer/7")
    body = house.page.locator(".step-body")
    expect(house.page.locator(".turns button").last).to_be_visible()
    for size in SIZES:
        house.page.set_viewport_size(size)
        assert body.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1"), size
        for key in (house.page.locator(".key").last, house.page.locator(".turns button").last):
            box = key.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= TOUCH - 0.5, size
    house.close()


def test_no_spin_looks_shut_where_it_is(house: House) -> None:
    """At a table that is closed it has no reasons, so it has neither the color of danger nor its key."""
    house.signs_in("dora", "dealer")
    house.you = {"name": "dora", "role": "dealer", "seat": None}
    house.snapshots["7"] = table(number="7", phase="closed", dealing=DEALING | {"step": "open-table"})
    house.open("/dealer/7")
    shut = house.page.locator(".no-spin")
    expect(shut).to_be_disabled()
    expect(shut.locator("kbd")).to_be_hidden()
    assert shut.evaluate("(each) => getComputedStyle(each).backgroundImage") == "none"
