"""Sentences of a play script as patterns that a reader can read: one template, one regular expression.

``bets {stake:amount} on {spot:word}[ for seat {seat:number}]`` is matched as it is written; what stands in
brackets may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.terms.money import Cents

_KINDS: Mapping[str, str] = {
    "amount": r"\$[0-9][0-9,]*(?:\.[0-9]+)?",
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
_AMOUNT = re.compile(r"\$([0-9]{1,13}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]{2}))?")

Found = Mapping[str, str | None]
"""What a sentence has in each place of its template; None where it was left out."""


class Pattern:
    """A template and the sentences that follow it."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.verb = re.split(r"[ ,\[]", template, maxsplit=1)[0]
        self._expression = re.compile(_expression(template))

    def match(self, sentence: str) -> Found | None:
        found = self._expression.fullmatch(sentence)
        return found.groupdict() if found else None

    @property
    def shown(self) -> str:
        """The template as a message gives it.

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


def read_amount(text: str) -> Cents | None:
    """The cents of an amount as a script writes it; None when it is not one.

    >>> read_amount("$50,000"), read_amount("$2.50"), read_amount("$5,00")
    (5000000, 250, None)
    """
    found = _AMOUNT.fullmatch(text)
    return Cents(int(found[1].replace(",", "")) * 100 + int(found[2] or 0)) if found else None
