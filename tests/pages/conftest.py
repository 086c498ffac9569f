"""The modules of the pages, run in Chromium: a page of our own origin that may import them, and nothing else.

A renderer of its own costs a test more than the test: a package has one page of each kind, and each test finds it as if
it were new.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import launched
from tests.pages.house import House, card_of, lobby, rules_of, tile
from tests.pages.sheets import WAIT_MS, Sheets, clean

expect.set_options(timeout=WAIT_MS)

package_browser = pytest.fixture(launched, scope="package", name="package_browser")


@pytest.fixture(scope="package")
def sheets(package_browser: Browser) -> Iterator[Sheets]:
    """The pages of the package, as the tests before left them."""
    made = Sheets(package_browser)
    yield made
    made.close()


@pytest.fixture
def window(sheets: Sheets) -> Page:
    """The package's page without anything of the previous test."""
    return sheets.page()


@pytest.fixture
def own_window(sheets: Sheets) -> Iterator[Page]:
    """A page for this test only, because a clock that is installed in a page stays there."""
    page = sheets.own()
    clean(page)
    yield page
    page.context.close()


def without_errors(page: Page) -> Iterator[Page]:
    errors: list[str] = []
    page.on("console", hear := lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", fail := lambda error: errors.append(str(error)))
    yield page
    page.remove_listener("console", hear)
    page.remove_listener("pageerror", fail)
    assert not errors, errors


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """A blank page; an error in its console fails the test."""
    yield from without_errors(window)


@pytest.fixture
def own_page(own_window: Page) -> Iterator[Page]:
    """The same, of the test's own."""
    yield from without_errors(own_window)


@pytest.fixture
def house(window: Page) -> Iterator[House]:
    """Nobody is signed in; a page that had errors fails its test."""
    window.emulate_media(reduced_motion="reduce")
    table = card_of(rules_of("7", "co-2014", "american"))
    made = House(window, {"GET /tables": lobby(tile("7")), "GET /tables/7": table})
    yield made
    made.close()
