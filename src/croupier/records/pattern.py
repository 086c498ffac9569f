"""Play script sentences as readable templates, compiled to regular expressions.

``bets {stake:amount} on {spot:word}[ for seat {seat:number}]`` matches literally, except for fields in braces; brackets
enclose optional parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.terms.money import DOLLAR, Currency

_SIGN = r"[^\w\s,.\"-]{1,3}"
_DIGITS = r"[0-9][0-9,]*(?:\.[0-9]+)?"
_KINDS: Mapping[str, str] = {
    "amount": rf"(?:{_SIGN}{_DIGITS}|{_DIGITS} ?{_SIGN})",
    "number": r"[0-9]+",
    "word": r"[^\s,\"]+",
    "name": r"[A-Za-z][A-Za-z0-9]*",
    "text": r'"[^"]*"',
    "words": r"[^\"]+?",
    "minus": "-",
}
_SHOWN: Mapping[str, str] = {
    "amount": "$5",
    "number": "N",
    "word": "WORD",
    "name": "NAME",
    "text": '"..."',
    "words": "...",
    "minus": "-",
}
_FIELD = re.compile(r"\{([a-z_]+):([a-z]+)\}")


class Found(dict[str, str | None]):
    """The text of each field of a sentence, None if an optional part is absent; and the currency of its amounts."""

    def __init__(self, places: Mapping[str, str | None], money: Currency) -> None:
        super().__init__(places)
        self.money = money


class Pattern:
    """A template and the sentences that match it."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.verb = re.split(r"[ ,\[]", template, maxsplit=1)[0]
        self._expression = re.compile(_expression(template))

    def match(self, sentence: str, money: Currency = DOLLAR) -> Found | None:
        found = self._expression.fullmatch(sentence)
        return Found(found.groupdict(), money) if found else None

    @property
    def shown(self) -> str:
        """The template as messages show it.

        >>> Pattern("fills {amount:amount}, slip {slip:word}").shown
        'fills $5, slip SLIP'
        """
        return _FIELD.sub(_show, self.template)


def _show(field: re.Match[str]) -> str:
    shown = _SHOWN[field[2]]
    return field[1].upper().replace("_", "-") if shown.isupper() and shown != "N" else shown


def _expression(template: str) -> str:
    parts: list[str] = []
    at = 0
    for field in _FIELD.finditer(template):
        parts += [_literal(template[at : field.start()]), f"(?P<{field[1]}>{_KINDS[field[2]]})"]
        at = field.end()
    return "".join([*parts, _literal(template[at:])])


def _literal(text: str) -> str:
    return re.escape(text).replace(r"\[", "(?:").replace(r"\]", ")?")
