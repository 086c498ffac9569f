"""Refusals in every language: the page words them from code and facts, and no code is missing."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import croupier
from croupier.access.denial import Denial
from croupier.equipment.questions import WORDS as CHECKED
from croupier.floor.order import UnansweredReason
from croupier.table.signs import slug
from croupier.terms import refusal
from croupier.terms.citation import Basis
from croupier.terms.command_refusals import COMMAND_REFUSAL_TEXT, COMMAND_WORDS, PHASE_WORDS
from croupier.terms.refusal import REFUSAL_TEXT
from croupier.terms.tournament_codes import TOURNAMENT_REFUSAL_TEXT
from tests.pages.catalogues import LANGUAGES, SOURCE, texts
from tests.pages.sheets import Sheets

WORDED = {
    str(code): words
    for table in (REFUSAL_TEXT, COMMAND_REFUSAL_TEXT, TOURNAMENT_REFUSAL_TEXT)
    for code, words in table.items()
}
NUMBERS = frozenset(
    {
        "stake",
        "minimum",
        "maximum",
        "chip",
        "unit",
        "coupon",
        "left",
        "amount",
        "has",
        "count",
        "length",
        "revolutions",
        "at",
        "last",
    }
)
CLAUSE = "CO 47.1-2203(1)"
SOURCES = Path(croupier.__file__).parent


def named(prefix: str) -> dict[str, str]:
    known = texts(SOURCE)
    return {key.removeprefix(prefix): text for key, text in known.items() if key.startswith(prefix)}


def test_english_refusals_are_those_of_the_service() -> None:
    own = {code: text for code, text in named("refusal.").items() if "." not in code}
    assert own == WORDED
    assert named("refusal.command.") == COMMAND_WORDS
    assert named("refusal.phase.") == PHASE_WORDS
    assert set(named("refusal.basis.")) == set(Basis)


REFUSING = frozenset({"refuse", "deny", "_refuse", "out_of_order", "Refusal", "_refused"})
"""Functions that make a refusal."""
WHERE = ("table", "equipment", "tournament")
NOT_SAID = frozenset(
    {"Print it, post it, and record where it hangs.", "Take it down, and record it.", "Have it approved."}
)
"""Words of findings, which are those of the house file."""


def phrases() -> Iterator[str]:
    """The words that functions with refusals put into facts."""
    for file in (file for folder in WHERE for file in (SOURCES / folder).glob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            inside = list(ast.walk(function))
            called = {ast.unparse(node.func) for node in inside if isinstance(node, ast.Call)}
            if not called & REFUSING:
                continue
            put_together = {id(part) for node in inside if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
            for node in inside:
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in put_together:
                    words = node.value
                    if re.search(r"[a-z] [a-z]", words) and words != ast.get_docstring(function, clean=False):
                        yield words


def test_words_inside_a_refusal_have_texts() -> None:
    """A fact such as "for this opening" is looked up by its words."""
    known = set(named("refusal.word."))
    said = {*phrases(), *CHECKED.values()} - NOT_SAID
    assert sorted(words for words in said if slug(words) not in known) == []
    assert all(slug(text) == key for key, text in named("refusal.word.").items())


def put_together() -> Iterator[str]:
    """Words that functions with refusals join with values, which no language could look up."""
    for file in (file for folder in WHERE for file in (SOURCES / folder).glob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            inside = list(ast.walk(function))
            if {ast.unparse(node.func) for node in inside if isinstance(node, ast.Call)} & REFUSING:
                for node in inside:
                    words = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
                    if isinstance(node, ast.JoinedStr) and re.search("[a-z]{2}", " ".join(map(str, words))):
                        yield f"{file.name}: {ast.unparse(node)}"


def test_facts_are_not_put_together_in_english() -> None:
    """A fact with values has places for them, and the values are facts of their own."""
    assert [each for each in put_together() if "next_" not in each] == []


COMPOSED: list[tuple[str, dict[str, str | int], str]] = [
    ("color-taken", {"color": "red", "owner": "those of seat {seat}", "seat": 3}, "Platz 3"),
    ("spot-unreadable", {"spot": "99", "reason": "there is no number {label}", "label": "99"}, "keine Zahl 99"),
    ("nothing-to-do", {"what": "check here: {check}", "check": "all wheel parts secure, none moving"}, "hier prüfen: "),
    ("tournament-step-out-of-order", {"phase": "{event} is {stage}", "event": "open", "stage": "playing",
     "next": "next.games", "next_event": "open", "next_round": 2}, "im Spiel"),
    ("tip-wager-restricted", {"stake": 900, "posted": "tips-most", "amount": 500, "groups": "outside"}, "5,00\xa0$"),
    ("coupon-unknown", {"serial": "A-1", "face": 500}, "5,00\xa0$"),
    ("role-not-allowed", {"who": "player", "what": "spin ball", "allowed": "dealer or nobody"}, "niemand"),
    ("role-not-allowed", {"who": "player", "what": "count drop", "allowed": "accountant"}, "dieser Schritt"),
]  # fmt: skip
ENGLISH = re.compile(r"\b(seat|number|check|playing|games|outside|wager|spin|count|nobody|those|there|may)\b")


def test_a_fact_with_values_is_said_in_the_language_of_the_page(sheets: Sheets) -> None:
    asked = [
        {"code": code, "clause": CLAUSE, "basis": "text", "message": "in English", "facts": facts}
        for code, facts, _ in COMPOSED
    ]
    found = sheets.page(locale="de").evaluate(
        """async (asked) => {
          const { refusalWords } = await import('/static/core/refusal.js');
          await import('/static/ui/posted-text.js');
          return asked.map((each) => refusalWords(each).message);
        }""",
        asked,
    )
    for message, (code, _, words) in zip(found, COMPOSED, strict=True):
        assert words in message, (code, message)
        assert ENGLISH.search(message) is None, message
        assert "{" not in message


def test_amounts_and_words_of_refusals_are_the_same_on_the_page() -> None:
    script = (SOURCES / "web" / "static" / "core" / "refusal.js").read_text("utf-8")
    amounts, words = (re.search(rf"const {name} = new Set\(\[([^\]]*)\]", script) for name in ("AMOUNTS", "WORDS"))
    assert amounts is not None
    assert words is not None
    assert set(re.findall(r"'([\w-]+)'", amounts[1])) == refusal.AMOUNTS
    assert refusal.WORDED - {"allowed", "posted"} <= set(re.findall(r"'([\w-]+)'", words[1]))


def test_what_people_are_denied_has_words() -> None:
    assert set(Denial) - set(named("house.declined.")) == set()
    assert set(UnansweredReason) - set(named("house.unanswered.")) == set()


@pytest.fixture(params=[each for each in LANGUAGES if each != SOURCE])
def reader(request: pytest.FixtureRequest, sheets: Sheets) -> tuple[str, Page]:
    return request.param, sheets.page(locale=request.param)


def facts(words: str) -> dict[str, str | int]:
    names = {name for _, name, _, _ in string.Formatter().parse(words) if name} - {"clause"}
    return {name: 1250 if name in NUMBERS else f"<{name} 7>" for name in names}


def test_every_refusal_is_worded_with_its_facts_and_its_clause(reader: tuple[str, Page]) -> None:
    language, page = reader
    asked = [
        {"code": code, "clause": CLAUSE, "basis": "text", "message": "in English", "facts": facts(words)}
        for code, words in WORDED.items()
    ]
    found = page.evaluate(
        """async (asked) => {
          const { refusalWords } = await import('/static/core/refusal.js');
          return asked.map((each) => refusalWords(each).message);
        }""",
        asked,
    )
    for each, message in zip(asked, found, strict=True):
        assert message != "in English", each["code"]
        assert f" ({CLAUSE})" in message, each["code"]
        assert all(f"<{name} 7>" in message for name in facts(WORDED[str(each["code"])]) if name not in NUMBERS), (
            message
        )
        assert "{" not in message
    assert language in LANGUAGES
