"""A made-up language: its texts are marked and long, and run from right to left."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from croupier.web.files import STATIC
from tests.browser.keeping import LastingFiles, lasting
from tests.pages.catalogues import LANG, SOURCE

PSEUDO = "ar"
"""Numbers, plurals and the direction are those of a language that runs from right to left."""
OPENS, CLOSES = "⟦", "⟧"
SPOKEN = "spoken"
"""The cookie that names the language of a page."""
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀćďéƒǵĥíĵķĺɱńóƥɋŕšťúṽŵẋýžÁƁĆĎÉƑǴĤÍĴĶĹṀŃÓƤɊŔŠŤÚṼŴẊÝŽ"
)
"""Every letter is replaced by another, so plain letters on a page do not come from a catalogue."""
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


class MarkedFiles(LastingFiles):
    """The files of the pages, with the marked language for whoever has chosen a language."""

    def response(self, request: Request, name: str) -> Response | None:
        if name == "core/languages.js" and SPOKEN in request.cookies:
            return lasting((STATIC / name).read_bytes().replace(b"};", _ADDED.encode(), 1), "text/javascript")
        if name.startswith(f"lang/{PSEUDO}/"):
            return lasting(pseudo(name.rsplit("/", 1)[1].removesuffix(".json")), "application/json")
        return super().response(request, name)
