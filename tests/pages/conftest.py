"""The modules of the pages, run in Chromium: a page of our own origin that may import them, and nothing else.

A renderer of its own costs a test more than the test: a module has one page, and each test finds it as if it were new.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.conftest import launched
from tests.pages.house import House, card_of, lobby, rules_of, tile
from tests.pages.site import EMPTY, site

DESK: ViewportSize = {"width": 1280, "height": 800}
WAIT_MS = 20_000
"""Enough for a busy machine; what is there is found at once. Chips that fly take some seconds of it."""

expect.set_options(timeout=WAIT_MS)

package_browser = pytest.fixture(launched, scope="package", name="package_browser")


@pytest.fixture(scope="module")
def sheet(chromium: Browser) -> Iterator[Page]:
    """The module's page, as the test before left it."""
    context = chromium.new_context(viewport=DESK)
    context.set_default_timeout(WAIT_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def window(sheet: Page) -> Page:
    """The module's page with nothing of the test before: neither document nor storage, routes, size or media."""
    sheet.unroute_all()
    sheet.goto(f"{site().url}{EMPTY}")  # before the reset: what the page before still asks is not answered as if new
    site().reset()
    sheet.evaluate("() => { localStorage.clear(); sessionStorage.clear(); history.replaceState(null, '', '/'); }")
    sheet.context.clear_cookies()
    if sheet.viewport_size != DESK:
        sheet.set_viewport_size(DESK)
    sheet.emulate_media(media="null", reduced_motion="null")
    return sheet


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """A blank page; an error in its console fails the test."""
    errors: list[str] = []
    window.on("console", hear := lambda message: errors.append(message.text) if message.type == "error" else None)
    window.on("pageerror", fail := lambda error: errors.append(str(error)))
    yield window
    window.remove_listener("console", hear)
    window.remove_listener("pageerror", fail)
    assert not errors, errors


@pytest.fixture
def house(window: Page) -> Iterator[House]:
    """Nobody is signed in; a page that had errors fails its test."""
    window.emulate_media(reduced_motion="reduce")
    table = card_of(rules_of("7", "co-2014", "american"))
    made = House(window, {"GET /tables": lobby(tile("7")), "GET /tables/7": table})
    yield made
    made.close()
