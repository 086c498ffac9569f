"""Which strings of a script or a page are words for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from tests.pages.scripts import Written, strings

_CODE_BEFORE = re.compile(
    r"""(?:\b(?:class|className|d|viewBox|points|transform|style|href|src|for|font|stroke\w*|fill|'aria-describedby'
    |'aria-labelledby'|'stroke-dasharray')\s*[:=]\s*(?:[^,;{}]*\?\s*[^,;{}]*(?::\s*)?)?
    |(?:import|from|new\ Error|querySelector(?:All)?|closest|matches|add|remove|toggle|contains|replace|setProperty
    |startsWith|addEventListener|removeEventListener
    |dispatchEvent|CustomEvent|key\ ===|key\ !==|\.key\ in|case|getAttribute
    |setAttribute|console\.error|console\.warn|has|matchMedia|createElementNS|fetch|Event|\.font\s*=|cssText\s*=
    |className\s*[+]?=)\s*\(?\s*
    |(?<![.\w])(?:given|one|all)\((?:[^();]|\([^()]*\))*,\s*)$""",
    re.VERBOSE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_CAPITAL = re.compile(r"^[^A-Za-z}]*[A-Z][a-z]+(?:[ ,.:;!?…’']|$)")
_TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,.:;]? [A-Za-z]{2,}|[A-Za-z]{2,} \$\{\}|\$\{\} [A-Za-z]{2,}")
KEYS = frozenset(
    {
        "Enter",
        "Escape",
        "Home",
        "End",
        "Tab",
        "Backspace",
        "Delete",
        "Space",
        "Shift",
        "Control",
        "Alt",
        "Accept",
        "Error",
        "English",
        "Deutsch",
    }
)
"""Names of keys, headers, types and languages."""


NOT_SHOWN = frozenset(
    {
        "cosignature/v1\\ntime ${}\\n${}",
        "${} was announced, and ${} is right. ${}",
        "between rounds",
        "figure place",
        "figure points",
        "croupier draw verify ${}",
    }
)
"""What a witness signs, what goes into the record, which is in English, stages, classes and a command."""


def is_prose(written: Written) -> bool:
    """Whether people read it, as far as the script shows."""
    text = written.text
    if not _WORD.search(text) or text in KEYS or text in NOT_SHOWN or _CODE_BEFORE.search(written.before):
        return False
    if text.startswith(("(max-", "(min-", "(prefers-", "(pointer", "(hover")):
        return False
    if re.fullmatch(r"(?:[\w$-]|\$\{\})+(?:\.(?:[\w-]|\$\{\})+)+", text):  # a key of a catalogue
        return False
    return bool(_CAPITAL.search(text) or _TWO_WORDS.search(text))


def prose(source: str) -> Iterator[Written]:
    return (each for each in strings(source) if is_prose(each))


_SHOWN = ("aria-label", "placeholder", "title", "alt", "content")
_SILENT = frozenset({"script", "style", "noscript"})
_TECHNICAL = frozenset({"viewport", "color-scheme", "theme-color"})
NAMES = frozenset({"croupier"})
"""Placeholder texts of a page until the service sends the name."""


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        given = dict(attrs)
        if tag == "meta" and given.get("name") in _TECHNICAL:
            return
        self.found += [value for name in _SHOWN if (value := given.get(name)) and _WORD.search(value)]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent and _WORD.search(data) and data.strip() not in NAMES:
            self.found.append(data.strip())


def page_prose(source: str) -> Iterator[str]:
    """The words of a page's markup; what it says without scripts is in every language and left out."""
    parser = _Page()
    parser.feed(source)
    yield from parser.found
