"""Every refusal message reads as one sentence on what is wrong, with its authority, and one on what to do."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.command_refusals import COMMAND_REFUSAL_TEXT, CommandRefusalCode
from croupier.terms.refusal import PRECEDENCE, REFUSAL_TEXT, Refusal, RefusalCode

AUTHORITY = Authority(Basis.TEXT, ClauseId("X 1"))
FACTS: dict[str, str | int] = {
    "posted": "At most $5.00.",
    "remedy": "Level it",
    "length": 1001,
    "most": 1000,
    "parts": 5,
    **dict.fromkeys(("count", "revolutions", "seat", "round", "dispute", "at", "last", "seats", "owner"), 1),
    **dict.fromkeys(("stake", "minimum", "maximum", "chip", "unit", "coupon", "left", "amount", "has"), 101),
}
"""Values for the facts of any message: the smallest counts that occur, and words for all others."""


def message(code: RefusalCode | CommandRefusalCode) -> str:
    text = COMMAND_REFUSAL_TEXT[code] if isinstance(code, CommandRefusalCode) else REFUSAL_TEXT[code]
    names = {name for _, name, _, _ in Formatter().parse(text) if name} - {"clause"}
    facts = {name: FACTS.get(name, "word") for name in names}
    if text.endswith("{instead}"):  # a sentence of its own
        facts["instead"] = "Wait."
    return Refusal(code, AUTHORITY, facts).message


@pytest.mark.parametrize("code", PRECEDENCE)
def test_a_message_is_punctuated(code: RefusalCode | CommandRefusalCode) -> None:
    said = message(code)
    assert re.fullmatch(r"[^ ].*\(X 1\).*\. [A-Z].*\.", said)
    assert re.search(r"\.\.|  | [.,:]|[{}]|\(s\)", said) is None


@pytest.mark.parametrize("code", PRECEDENCE)
def test_a_count_of_one_is_not_followed_by_a_plural(code: RefusalCode | CommandRefusalCode) -> None:
    assert re.search(r"\b1 (?!has\b|is\b|does\b|belongs\b)[a-z]+s\b", message(code)) is None


def test_the_plural_is_found() -> None:
    assert re.search(r"\b1 (?!has\b|is\b|does\b|belongs\b)[a-z]+s\b", "1 wagers wait") is not None
