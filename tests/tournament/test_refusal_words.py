"""Every refusal of a tournament reads as one sentence on what is wrong, with its authority, and one on what to do."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TOURNAMENT_REFUSAL_TEXT, TournamentCode

AUTHORITY = Authority(Basis.TEXT, ClauseId("X 1"))


@pytest.mark.parametrize("code", TournamentCode)
def test_a_message_is_punctuated(code: TournamentCode) -> None:
    text = TOURNAMENT_REFUSAL_TEXT[code]
    names = {name for _, name, _, _ in Formatter().parse(text) if name} - {"clause"}
    facts: dict[str, str | int] = dict.fromkeys(names, "Word")
    if text.endswith("{instead}"):  # a sentence of its own
        facts["instead"] = "Wait."
    said = Refusal(code, AUTHORITY, facts).message
    assert re.fullmatch(r"[^ ].*\(X 1\).*\. [A-Z].*\.", said)
    assert re.search(r"\.\.|  | [.,:]|[{}]|\(s\)", said) is None
