"""Browsers that show the pages in one language after the other."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.visitor import Browsers, Kind
from tests.fonts.marked import SPOKEN


class Speakers(Browsers):
    """Browsers in which somebody chooses one language after the other."""

    def _make(self, kind: Kind) -> Page:
        page = super()._make(kind)
        page.context.add_init_script(
            f"localStorage.setItem('croupier-language', /{SPOKEN}=([\\w-]+)/.exec(document.cookie)?.[1] ?? 'en')"
        )
        return page

    @staticmethod
    def choose(page: Page, url: str, language: str) -> None:
        """Afterwards pages are in that language: a cookie tells them before any script runs."""
        page.context.add_cookies([{"name": SPOKEN, "value": language, "url": url}])
