"""Browsers that show the pages in one language, or in one that no person speaks: its texts are marked and long, and
run from right to left."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

from playwright.sync_api import Page, Route

from croupier.web.files import STATIC
from tests.browser.visitor import Browsers, Kind
from tests.pages.catalogues import LANG, SOURCE

PSEUDO = "ar"
"""Numbers, plurals and the direction are those of a language that runs from right to left."""
OPENS, CLOSES = "⟦", "⟧"
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀćďéƒǵĥíĵķĺɱńóƥɋŕšťúṽŵẋýžÁƁĆĎÉƑǴĤÍĴĶĹṀŃÓƤɊŔŠŤÚṼŴẊÝŽ"
)
"""Every letter of a text is another one: plain letters on a page come from elsewhere."""
_ADDED = f"  {PSEUDO}: {{ name: '{OPENS}{CLOSES}', dir: 'rtl', voice: 'ar' }},\n}};"
_PLACE = re.compile(r"\{\w+\s*(?:\}|(,\s*(?:plural|select)\s*,))")
_OPTION = re.compile(r"\s*[=\w-]+\s*\{")
_END = re.compile(r"\s*\}")


@cache
def pseudo(name: str) -> bytes:
    """A catalogue with a mark around every text."""
    texts: dict[str, str] = json.loads((LANG / SOURCE / f"{name}.json").read_text("utf-8"))
    return json.dumps({key: _marked(text) for key, text in texts.items()}).encode()


def _marked(text: str) -> str:
    return "|".join(f"{OPENS}{part}{CLOSES}" for part in "".join(_foreign(text)).split("|"))


def _foreign(text: str) -> Iterator[str]:
    """The text with other letters; places, and the heads and names of choices, stay as they are."""
    at, between = 0, False  # two options of a choice
    while at < len(text):
        found = _OPTION.match(text, at) or _END.match(text, at) if between else _PLACE.match(text, at)
        if found is not None:
            yield found[0]
            between = bool(found.lastindex) if not between else False
            at = found.end()
        else:
            yield text[at].translate(_LETTERS)
            between = text[at] == "}"
            at += 1


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
