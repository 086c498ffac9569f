"""One demonstration for each worker, and one browser for each font set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.conftest import cookies, hands, signing_in
from tests.browser.hand import Hands
from tests.browser.service import Service
from tests.browser.visitor import WAIT_MS
from tests.fonts.scenes import prepare
from tests.fonts.speaking import Speakers
from tools.browser import FRUGAL, browser
from tools.fonts import FontSet, environment

__all__ = ["cookies", "hands"]

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The worker's own demonstration, with nobody at its tables."""
    running = Service(tmp_path_factory.mktemp("demonstration"), "tests.fonts.serving")
    running.start()
    yield running
    running.close()


@pytest.fixture(scope="session")
def evening(service: Service, hands: Hands) -> Service:
    """The demonstration with people at every table."""
    prepare(hands)
    return service


class Fonts:
    """The browsers of the package, one for each font set that was asked for."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._running: dict[FontSet, Browser] = {}
        self._speakers: dict[FontSet, Speakers] = {}

    def browser(self, fonts: FontSet) -> Browser:
        if fonts not in self._running:
            launch = self._playwright.chromium.launch
            self._running[fonts] = launch(executable_path=browser(), args=list(FRUGAL), env=environment(fonts))
        return self._running[fonts]

    def speakers(self, fonts: FontSet, service: Service) -> Speakers:
        """The visitors of the package's one service with this font set."""
        if fonts not in self._speakers:
            self._speakers[fonts] = Speakers(self.browser(fonts), signing_in(service))
        return self._speakers[fonts]

    def close(self) -> None:
        for running in self._running.values():
            running.close()


@pytest.fixture(scope="package")
def installed_fonts() -> Iterator[Fonts]:
    with sync_playwright() as playwright:
        made = Fonts(playwright)
        yield made
        made.close()


@pytest.fixture(scope="module", params=FontSet, ids=lambda fonts: fonts.name.lower())
def fonts(request: pytest.FixtureRequest) -> FontSet:
    found: FontSet = request.param
    return found
