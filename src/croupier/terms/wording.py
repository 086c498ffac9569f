"""Sentences from codes and facts, in any language of the house.

The texts are those of the pages: one catalogue per language, with placeholders for values, plurals and choices. See
ADR 103.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.money import DOLLAR, Currency

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "de": "Deutsch",
    "zh-Hans": "简体中文",
}
"""Every language with its own name."""
ODDS = frozenset({"odds", "whole_odds"})
"""Facts that are odds, such as 17 or 7/2."""
AMOUNTS = frozenset({"amount", "minimum", "maximum", "unit", "value", "price", "fee", "carried", "held", "recorded"})
"""Facts that are money."""
LISTS: Mapping[str, tuple[str, str]] = {
    "zeros": ("or", ""),
    "void": ("or", ""),
    "pays": ("or", ""),
    "wagers": ("and", "posted.on."),
    "fates": ("or", "posted.chosen."),
    "groups": ("and", "posted.group."),
    "order": ("comma", "posted.on."),
    "before": ("and", "tournament.before."),
}
"""Facts that are lists of names, how these are joined, and the texts that name them."""
NAMES: Mapping[str, str] = {
    "again": "posted.next.",
    "win": "posted.next.",
    "lose": "posted.next.",
    "close": "posted.next.",
    "group": "posted.group.",
}
"""Facts that are names, and the texts for them."""
_GROUPS = {"en": ",", "es": ".", "fr": "\u202f", "de": ".", "zh-Hans": ","}
_POINTS = {"en": ".", "es": ",", "fr": ",", "de": ",", "zh-Hans": "."}
_JOINED = {
    "en": (", ", " and ", " or "),
    "es": (", ", " y ", " o "),
    "fr": (", ", " et ", " ou "),
    "de": (", ", " und ", " oder "),
    "zh-Hans": ("、", "和", "或"),
}
UNPRINTED = frozenset({"zh-Hans"})
"""Languages whose characters the fonts of the press do not have; a machine may have such a font."""
_SIGN_LAST = frozenset({"es", "fr", "de"})
_NO_SPACES = frozenset({"zh-Hans"})

_HEAD = re.compile(r"\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?")
_OPTION = re.compile(r"\s*([=\w-]+)\s*\{")


class _Place(Struct, frozen=True):
    name: str
    kind: str
    options: Mapping[str, tuple[_Part, ...]]


_Part = str | _Place
_COUNT = _Place("#", "count", {})


@cache
def _catalogue(language: str, name: str) -> Mapping[str, str]:
    file = files("croupier") / "web" / "static" / "lang" / language / f"{name}.json"
    found: Mapping[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def has_text(key: str, language: str = ENGLISH) -> bool:
    """Whether the language has a text for the key."""
    catalogue, _, rest = key.partition(".")
    return rest in _catalogue(language, catalogue)


@cache
def _parsed(language: str, key: str) -> tuple[_Part, ...]:
    catalogue, _, rest = key.partition(".")
    parts, _ = _sequence(_catalogue(language, catalogue)[rest], 0, counts=False)
    return parts


def _sequence(text: str, at: int, *, counts: bool) -> tuple[tuple[_Part, ...], int]:
    parts: list[_Part] = []
    words = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            place, at = _place(text, at + 1, counts=counts)
            parts += [words, place]
            words = ""
        elif text[at] == "#" and counts:
            parts += [words, _COUNT]
            words = ""
        else:
            words += text[at]
        at += 1
    return (*parts, words), at


def _place(text: str, at: int, *, counts: bool) -> tuple[_Place, int]:
    """A placeholder after its opening brace, and the index of its closing brace."""
    head = _HEAD.match(text, at)
    if head is None:
        raise ValueError(f"a place has no name: {text}")
    name, kind = head[1], head[2] or ""
    at = head.end()
    options: dict[str, tuple[_Part, ...]] = {}
    while kind and (option := _OPTION.match(text, at)):
        options[option[1]], at = _sequence(text, option.end(), counts=counts or kind == "plural")
        at += 1
    return _Place(name, kind, options), text.index("}", at)


class Wording(Struct, frozen=True):
    """The language and the currency of sentences.

    >>> Wording().say("posted", CodedMessage("prison-seconds", {"count": 30}))
    'A player has 30 seconds to choose in prison.'
    >>> Wording("de").money(123456), Wording("fr").listed(["0", "00"], "or"), Wording("zh-Hans").money(500)
    ('1.234,56\\xa0$', '0 ou 00', '$5.00')
    """

    language: str = ENGLISH
    currency: Currency = DOLLAR

    def say(self, catalogue: str, message: CodedMessage) -> str:
        """The sentence of a message."""
        return self.text(f"{catalogue}.{message.code}", self._values(message.facts))

    def all(self, catalogue: str, said: Iterable[CodedMessage]) -> str:
        """Several sentences one after the other."""
        return ("" if self.language in _NO_SPACES else " ").join(self.say(catalogue, each) for each in said)

    def text(self, key: str, values: Mapping[str, str | int]) -> str:
        """The text of a key with its values."""
        return "".join(self._spelled(_parsed(self.language, key), values, 0))

    def name(self, key: str, word: str) -> str:
        """The text of a key, or the word itself if there is none."""
        return self.text(key, {}) if has_text(key, self.language) else word

    def money(self, amount: int) -> str:
        """An amount as the language writes it; in English as the currency does."""
        if self.language == ENGLISH:
            return self.currency.write(amount)
        whole, part = divmod(abs(amount), self.currency.unit)
        decimals = self.currency.decimals
        digits = self.number(whole) + (f"{_POINTS[self.language]}{part:0{decimals}d}" if decimals else "")
        sign = self.currency.sign
        written = f"{digits}\u00a0{sign}" if self.language in _SIGN_LAST else f"{sign}{digits}"
        return f"−{written}" if amount < 0 else written

    def number(self, value: int) -> str:
        """A whole number with its groups; Spanish writes none in four digits."""
        if self.language == "es" and abs(value) < 10_000:
            return str(value)
        return f"{value:,}".replace(",", _GROUPS[self.language])

    def figure(self, written: str) -> str:
        """A figure in English digits, such as −1,234.5 or 5.26%, as the language writes it.

        >>> Wording("de").figure("−1,234.5"), Wording("fr").figure("5.26%"), Wording("zh-Hans").figure("5.26%")
        ('−1.234,5', '5,26\\xa0%', '5.26%')
        """
        signs = {",": _GROUPS[self.language], ".": _POINTS[self.language]}
        if self.language in _SIGN_LAST:
            signs["%"] = "\u00a0%"
        return "".join(signs.get(each, each) for each in written)

    def share(self, value: float) -> str:
        """A share in percent, with two decimals."""
        return f"{value * 100:.2f}".replace(".", _POINTS[self.language]).replace("-", "−") + "\u00a0%"

    def odds(self, pays: str) -> str:
        """Odds as the language says them: 17 to 1."""
        over, _, under = pays.partition("/")
        return self.text("house.odds.to", {"over": over, "under": under or "1"})

    def listed(self, things: Iterable[str], how: str = "and") -> str:
        """Joins things for a sentence; `how` is and, or, or comma."""
        comma, both, either = _JOINED[self.language]
        told = list(things)
        if how == "comma" or len(told) < 2:
            return comma.join(told)
        return f"{comma.join(told[:-1])}{both if how == 'and' else either}{told[-1]}"

    def _values(self, facts: Facts) -> Mapping[str, str | int]:
        made: dict[str, str | int] = {}
        for name, value in facts.items():
            made[name] = value
            made[f"has_{name}"] = "no" if value in ("", 0) else "yes"
            if isinstance(value, int):
                if name in AMOUNTS:
                    made[name] = self.money(value)
            elif name in LISTS:
                how, texts = LISTS[name]
                made[name] = self.listed(
                    (self.name(texts + each, each) if texts else each for each in value.split(", ")), how
                )
            elif name in ODDS:
                made[f"{name}_name"] = self.odds(value)
            elif name == "wager":
                made["wager_name"] = self.name(f"table.wager.{value}", self.name(f"house.stop.{value}", value))
            elif name in NAMES:
                made[f"{name}_name"] = self.name(NAMES[name] + value, value)
        return made

    def _spelled(self, parts: Iterable[_Part], values: Mapping[str, str | int], count: int) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif part is _COUNT:
                yield self.number(count)
            elif not part.kind:
                yield str(values[part.name])
            elif part.kind == "select":
                chosen = part.options.get(str(values[part.name]), part.options["other"])
                yield from self._spelled(chosen, values, count)
            else:
                many = int(values[part.name])
                yield from self._spelled(self._plural(part.options, many), values, many)

    def _plural(self, options: Mapping[str, tuple[_Part, ...]], count: int) -> tuple[_Part, ...]:
        if f"={count}" in options:
            return options[f"={count}"]
        one = self.language not in _NO_SPACES and (count == 1 or (self.language == "fr" and count == 0))
        return options["one"] if one and "one" in options else options["other"]


IN_ENGLISH = Wording()


def codes(things: Iterable[object]) -> str:
    """Codes as one fact, from which a sentence makes a list."""
    return ", ".join(map(str, things))
