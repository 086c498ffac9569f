"""The catalogues of texts, and the messages in them, read without the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from croupier.web.files import STATIC

LANG = STATIC / "lang"
LANGUAGES = tuple(sorted(folder.name for folder in LANG.iterdir()))
SOURCE = "en"
CATALOGUES = tuple(sorted(file.stem for file in (LANG / SOURCE).glob("*.json")))
PLURALS: Mapping[str, frozenset[str]] = {
    "en": frozenset({"one", "other"}),
    "de": frozenset({"one", "other"}),
    "es": frozenset({"one", "other"}),
    "fr": frozenset({"one", "other"}),
    "zh-Hans": frozenset({"other"}),
}
"""The categories of whole numbers below a million, by the Unicode plural rules."""


@cache
def texts(language: str) -> Mapping[str, str]:
    """Every text of a language by its key."""
    found: dict[str, str] = {}
    for file in sorted((LANG / language).glob("*.json")):
        for key, text in json.loads(file.read_text("utf-8"), object_pairs_hook=_once).items():
            found[f"{file.stem}.{key}"] = text
    return found


def _once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found = dict(pairs)
    assert len(found) == len(pairs), "a key stands there twice"
    return found


class Choice(Struct, frozen=True):
    """A plural or a select of a message and the names of its options."""

    name: str
    kind: str
    options: frozenset[str]


class Message(Struct, frozen=True):
    """The values that a message needs."""

    places: frozenset[str]
    choices: tuple[Choice, ...]


_HEAD = re.compile(r"\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?")
_OPTION = re.compile(r"\s*([=\w-]+)\s*\{")


def message(text: str) -> Message:
    """The places and choices of a text; raises ValueError where it cannot be read."""
    places: set[str] = set()
    choices: list[Choice] = []
    end = _sequence(text, 0, places, choices, nested=False)
    if end != len(text):
        raise ValueError(text)
    return Message(frozenset(places), tuple(choices))


def _sequence(text: str, at: int, places: set[str], choices: list[Choice], *, nested: bool) -> int:
    while at < len(text):
        if text[at] == "}":
            if nested:
                return at
            raise ValueError(f"a brace closes nothing: {text}")
        at = _place(text, at + 1, places, choices) + 1 if text[at] == "{" else at + 1
    if nested:
        raise ValueError(f"a choice has no end: {text}")
    return at


def _place(text: str, at: int, places: set[str], choices: list[Choice]) -> int:
    head = _HEAD.match(text, at)
    if head is None:
        raise ValueError(f"a place has no name: {text}")
    name, kind = head.groups()
    places.add(name)
    at = head.end()
    if kind:
        options = set()
        while option := _OPTION.match(text, at):
            options.add(option[1])
            at = _sequence(text, option.end(), places, choices, nested=True) + 1
        choices.append(Choice(name, kind, frozenset(options)))
        while text[at : at + 1].isspace():
            at += 1
    if text[at : at + 1] != "}":
        raise ValueError(f"the place {name} is not closed: {text}")
    return at


def everything() -> Iterator[tuple[str, str, str]]:
    """Language, key and text of every text."""
    for language in LANGUAGES:
        for key, text in texts(language).items():
            yield language, key, text
