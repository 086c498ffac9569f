"""What is posted at a table: pages and prints agree in every language, and in English with the sign."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

import croupier
from croupier.rules.signs import SignSize
from croupier.rules.zero_words import CATALOGUE
from croupier.table.posted import posted_rules
from croupier.table.signs import sign_messages, slug
from croupier.table.state import Setup, TableRules
from croupier.terms.coded_message import CodedMessage
from croupier.terms.problem import Problems
from croupier.terms.wording import LANGUAGES, Wording, has_text
from tests.pages.catalogues import LANGUAGES as FOLDERS
from tests.pages.catalogues import SOURCE, texts

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
CHOICES: tuple[dict[str, object], ...] = (
    {},
    {"limits": {"minimum": 500, "maximum": 10_000, "outside": {"minimum": 1_000}}},
    {"clapper": "previous"},
    {"clapper": "void"},
)
SETUPS = (
    Setup("7", demonstration=True, tip_wagers=False),
    Setup("7", electronic=True, tip_wager_max=500, tip_wagers_on=("outside",)),
    Setup("7", tip_wagers_on=("inside", "red")),
)
SAID = """async ({ said }) => {
  const { posted } = await import('/static/ui/posted-text.js');
  return said.map(posted);
}"""


def tables() -> Iterator[TableRules]:
    for name in BOOKS:
        book = croupier.rulebook(name)
        for wheel in book.wheels:
            zeros = [{"zero": zero} for zero in book.zero[wheel].options] if wheel in book.zero else [{}]
            for zero in zeros:
                for choices in CHOICES:
                    try:
                        rules = book.table(wheel, **zero, **choices)  # type: ignore[arg-type]
                    except Problems:
                        continue  # this wheel has no clapper, or the book sets the limits
                    yield from (TableRules(rules, setup) for setup in SETUPS)


@cache
def everything_posted() -> tuple[CodedMessage, ...]:
    """Each different thing that is posted at some table, and what no book of ours has."""
    found: dict[str, CodedMessage] = {}
    for table in tables():
        for section in posted_rules(table, "H").sections:
            for line in section.lines:
                for said in line.said:
                    found[repr(said)] = said
    made = (
        CodedMessage("past-day", {"day": "2014-08-01", "book": "Colorado Rule 22"}),
        CodedMessage("succeeded", {"book": "Rule 22", "until": "2014-08-01", "successor": "Rule 30"}),
        CodedMessage("limits-player", {"amount": 123_456}),
        CodedMessage("limits", {"minimum": 0, "maximum": 1_000_000}),
        CodedMessage("rounding", {"favor": "house", "unit": 50}),
        CodedMessage("pay-order", {"order": "red, black, low"}),
        CodedMessage("zero-free", {"zeros": "0, 00", "wagers": "red, black", "fate": "halve"}),
        CodedMessage("zero-others", {"zeros": "00"}),
        CodedMessage("prison-again", {"zeros": "0", "again": "halve", "most": 3}),
        CodedMessage("prison-next", {"win": "lighten", "lose": "prison"}),
        CodedMessage("wager-parts", {"parts": 5, "odds": "35", "whole_odds": "31/5"}),
        CodedMessage("bets-until-spin", {"part": "ball"}),
        CodedMessage("call-before", {"part": "wheel"}),
        CodedMessage("call-during", {"part": "ball"}),
        CodedMessage("direction-alternating", {"part": "ball"}),
        CodedMessage("direction-either", {"part": "wheel"}),
        CodedMessage("no-spin-not-alternated", {"least": 3}),
        CodedMessage("wager-on", {"number": "0", "odds": "8"}),
    )
    return (*found.values(), *made)


def sent(things: object) -> Any:
    return json.loads(msgspec.json.encode(things))


@pytest.mark.parametrize("language", [each for each in FOLDERS if each != SOURCE])
def test_pages_and_prints_say_it_alike(page: Page, language: str) -> None:
    page.evaluate("(language) => localStorage.setItem('croupier-language', language)", language)
    page.reload()
    said = everything_posted()
    found = page.evaluate(SAID, {"said": sent(said)})
    for message, line in zip(said, found, strict=True):
        assert line == Wording(language).say(CATALOGUE, message), message


def test_every_text_of_the_posted_rules_has_been_said() -> None:
    """A text that no table and no sample has would not be compared."""
    codes = {said.code for said in everything_posted()}
    names = re.compile(r"(?:on|group|chosen|next|section|paper)\.|priced$")
    left = {key.removeprefix("posted.") for key in texts(SOURCE) if key.startswith("posted.")} - codes
    assert sorted(key for key in left if not names.match(key)) == []


def test_every_language_of_the_service_is_one_of_the_pages() -> None:
    assert set(LANGUAGES) == set(FOLDERS)


def test_every_sentence_of_a_sign_has_a_text_and_every_paper_a_name() -> None:
    for table in tables():
        for rule in table.betting.book.signs:
            assert has_text(f"posted.paper.{slug(rule.title)}"), rule.title
            if rule.size is SignSize.SIGN:
                assert all(has_text(f"posted.{said.code}") for said in sign_messages(table, rule)), rule.text
        for form in table.betting.book.printing.forms:
            assert has_text(f"posted.paper.{slug(form.title)}"), form.title
