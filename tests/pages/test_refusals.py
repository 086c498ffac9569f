"""Refusals in every language: the page words them from code and facts, and no code is missing."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import croupier
from croupier.access.denial import Denial
from croupier.equipment.questions import WORDS as CHECKED
from croupier.floor.order import UnansweredReason
from croupier.table.signs import slug
from croupier.terms.citation import Basis
from croupier.terms.command_refusals import COMMAND_REFUSAL_TEXT, COMMAND_WORDS, PHASE_WORDS
from croupier.terms.refusal import REFUSAL_TEXT
from croupier.terms.tournament_codes import TOURNAMENT_REFUSAL_TEXT
from tests.pages.catalogues import LANGUAGES, SOURCE, texts
from tests.pages.conftest import DESK, WAIT_MS
from tests.pages.site import site

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


def test_what_people_are_denied_has_words() -> None:
    assert set(Denial) - set(named("house.declined.")) == set()
    assert set(UnansweredReason) - set(named("house.unanswered.")) == set()


@pytest.fixture(scope="module", params=[each for each in LANGUAGES if each != SOURCE])
def reader(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[str, Page]]:
    context = chromium.new_context(viewport=DESK, locale=request.param)
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    site().reset()
    page.goto(site().url)
    yield request.param, page
    context.close()


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
    for refusal, message in zip(asked, found, strict=True):
        assert message != "in English", refusal["code"]
        assert f" ({CLAUSE})" in message, refusal["code"]
        assert all(f"<{name} 7>" in message for name in facts(WORDED[str(refusal["code"])]) if name not in NUMBERS), (
            message
        )
        assert "{" not in message
    assert language in LANGUAGES
