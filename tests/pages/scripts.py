"""The strings of a page script, found without running it: comments, patterns and the code around them are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_BEFORE_PATTERN = re.compile(r"(?:^|[=(,:;!&|?{}\[+\-*%<>~^]|\b(?:return|typeof|case|in|of|throw|await))\s*$")
_KEYWORDS_TAIL = 40


class Written(Struct, frozen=True):
    """A string of a script: its text, with `${}` for each place of a template, its line, and the code before it."""

    text: str
    line: int
    before: str
    template: bool


def strings(source: str) -> Iterator[Written]:
    """Every string and template of the script, those inside of templates too."""
    yield from _Scanner(source).scan()


class _Scanner:
    def __init__(self, source: str) -> None:
        self._source, self._at = source, 0

    def scan(self, until: str = "") -> Iterator[Written]:
        """Reads on to the brace that closes, or to the end."""
        source, depth = self._source, 0
        while self._at < len(source):
            letter, two = source[self._at], source[self._at : self._at + 2]
            if until and letter == "}" and depth == 0:
                return
            depth += {"{": 1, "}": -1}.get(letter, 0)
            if two == "//":
                self._to(source.find("\n", self._at))
            elif two == "/*":
                self._to(source.find("*/", self._at) + 2)
            elif letter in "'\"":
                yield self._string(letter)
            elif letter == "`":
                yield from self._template()
            elif letter == "/" and self._begins_pattern():
                self._pattern()
            else:
                self._at += 1

    def _to(self, place: int) -> None:
        self._at = place if place > self._at else len(self._source)

    def _line(self, at: int) -> int:
        return self._source.count("\n", 0, at) + 1

    def _before(self, at: int) -> str:
        return self._source[max(0, at - 60) : at]

    def _string(self, quote: str) -> Written:
        start = self._at
        self._at += 1
        while self._source[self._at] != quote:
            self._at += 2 if self._source[self._at] == "\\" else 1
        text = self._source[start + 1 : self._at]
        self._at += 1
        return Written(text, self._line(start), self._before(start), template=False)

    def _template(self) -> Iterator[Written]:
        start, text = self._at, ""
        self._at += 1
        inside: list[Written] = []
        while self._source[self._at] != "`":
            if self._source[self._at] == "\\":
                text += self._source[self._at : self._at + 2]
                self._at += 2
            elif self._source[self._at : self._at + 2] == "${":
                self._at += 2
                inside.extend(self.scan("}"))
                self._at += 1
                text += "${}"
            else:
                text += self._source[self._at]
                self._at += 1
        self._at += 1
        yield Written(text, self._line(start), self._before(start), template=True)
        yield from inside

    def _begins_pattern(self) -> bool:
        return bool(_BEFORE_PATTERN.search(self._source[max(0, self._at - _KEYWORDS_TAIL) : self._at]))

    def _pattern(self) -> None:
        self._at += 1
        listed = False
        while self._source[self._at] != "/" or listed:
            letter = self._source[self._at]
            if letter == "\\":
                self._at += 1
            listed = letter == "[" or (listed and letter != "]")
            self._at += 1
        self._at += 1
