"""Browsers that show the pages in one language, or in one that no person speaks: its texts are marked and long, and
run from right to left."""

from __future__ import annotations

import json
import re
from functools import cache

from playwright.sync_api import Page, Route

from croupier.web.files import STATIC
from tests.browser.visitor import Browsers, Kind
from tests.pages.catalogues import LANG, SOURCE

PSEUDO = "ar"
"""Numbers, plurals and the direction are those of a language that runs from right to left."""
OPENS, CLOSES = "⟦", "⟧"
_ADDED = f"  {PSEUDO}: {{ name: '{OPENS}{CLOSES}', dir: 'rtl', voice: 'ar' }},\n}};"
_PLURAL = re.compile(r"\{\w+, (?:plural|select),")


@cache
def pseudo(name: str) -> bytes:
    """A catalogue with a mark around every text."""
    texts: dict[str, str] = json.loads((LANG / SOURCE / f"{name}.json").read_text("utf-8"))
    return json.dumps({key: _marked(text) for key, text in texts.items()}).encode()


def _marked(text: str) -> str:
    return "|".join(f"{OPENS}{part}{CLOSES}" for part in text.split("|"))


def _languages(route: Route) -> None:
    source = (STATIC / "core" / "languages.js").read_text("utf-8")
    route.fulfill(body=source.replace("};", _ADDED, 1), content_type="text/javascript")


def _catalogue(route: Route) -> None:
    route.fulfill(
        body=pseudo(route.request.url.rsplit("/", 1)[1].removesuffix(".json")), content_type="application/json"
    )


class Speakers(Browsers):
    """Browsers in which somebody chooses one language after the other."""

    def _make(self, kind: Kind) -> Page:
        page = super()._make(kind)
        page.context.add_init_script(
            "localStorage.setItem('croupier-language', /spoken=([\\w-]+)/.exec(document.cookie)?.[1] ?? 'en')"
        )
        page.context.route("**/static/core/languages.js", _languages)
        page.context.route(f"**/static/lang/{PSEUDO}/*.json", _catalogue)
        return page

    @staticmethod
    def choose(page: Page, url: str, language: str) -> None:
        """Afterwards pages are in that language: a cookie tells them before any script runs."""
        page.context.add_cookies([{"name": "spoken", "value": language, "url": url}])
