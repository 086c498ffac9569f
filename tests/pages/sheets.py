"""Pages that one test leaves to the next: a browser context of its own costs a test more than the test."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tests.pages.site import EMPTY, site

DESK: ViewportSize = {"width": 1280, "height": 800}
WAIT_MS = 20_000
"""Enough for a busy machine; elements that exist are found at once. Chip animations take a few seconds of it."""
KEPT = 6
"""Maximum number of idle pages: each is a process."""
USES = 20
"""Maximum number of tests that use a page: on each navigation Playwright closes every routed socket that the page ever
had, and after 160 of them a page takes twice as long to load."""


class Kind(NamedTuple):
    """What of a browser cannot change from one test to the next."""

    locale: str
    touch: bool


class Sheets:
    """The pages of a package, one of each kind, in the order of their last use. A page that got a clock cannot get rid
    of it: a test that installs one takes a page of its own."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._pages: dict[Kind, tuple[Page, int]] = {}

    def page(self, *, locale: str = "", touch: bool = False) -> Page:
        """A page without anything of the previous test: document, storage, routes, size or media."""
        kind = Kind(locale, touch)
        page, uses = self._pages.pop(kind) if kind in self._pages else (self.own(locale=locale, touch=touch), 0)
        if uses == USES:
            worn, page, uses = page, page.context.new_page(), 0
            worn.close()
        self._pages[kind] = page, uses + 1
        for other in list(self._pages)[:-KEPT]:
            self._pages.pop(other)[0].context.close()
        clean(page)
        return page

    def own(self, *, locale: str = "", touch: bool = False) -> Page:
        """A page that is not shared."""
        context = self._chromium.new_context(viewport=DESK, has_touch=touch, locale=locale or None)
        context.set_default_timeout(WAIT_MS)
        return context.new_page()

    def close(self) -> None:
        for page, _ in self._pages.values():
            page.context.close()


def clean(page: Page) -> None:
    page.unroute_all()
    page.goto(f"{site().url}{EMPTY}")  # before the reset, so that late requests are not answered as new
    site().reset()
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); history.replaceState(null, '', '/'); }")
    page.context.clear_cookies()
    if page.viewport_size != DESK:
        page.set_viewport_size(DESK)
    page.emulate_media(media="null", reduced_motion="null", forced_colors="null")
