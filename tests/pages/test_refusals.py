"""Refusals in every language: the page words them from code and facts, and no code is missing."""

from __future__ import annotations

import string
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from croupier.access.denial import Denial
from croupier.floor.order import UnansweredReason
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


def named(prefix: str) -> dict[str, str]:
    known = texts(SOURCE)
    return {key.removeprefix(prefix): text for key, text in known.items() if key.startswith(prefix)}


def test_english_refusals_are_those_of_the_service() -> None:
    own = {code: text for code, text in named("refusal.").items() if "." not in code}
    assert own == WORDED
    assert named("refusal.command.") == COMMAND_WORDS
    assert named("refusal.phase.") == PHASE_WORDS
    assert set(named("refusal.basis.")) == set(Basis)


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
    return {name: 1250 if name in NUMBERS else f"<{name}>" for name in names}


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
        assert all(f"<{name}>" in message for name in facts(WORDED[str(refusal["code"])]) if name not in NUMBERS), (
            message
        )
        assert "{" not in message
    assert language in LANGUAGES
