"""What is posted and printed under a book: signs as patterns over the rules, forms, and how odds are worded."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from enum import StrEnum
from typing import TypedDict

from msgspec import Struct

from croupier.rules.citation_reader import read_authority
from croupier.rules.folder import FolderChain
from croupier.terms.citation import Authority, Basis
from croupier.terms.document import DocumentTable
from croupier.terms.problem import Problem, Problems, listed, shown

SIGNS_FILE = "signs.toml"
PARTS = (
    "limits",
    "tips",
    "zero",
    "zero_loses",
    "clapper",
    "void",
    "even_money",
    "number",
    "heading",
    "house_rules",
    "jackpot_rules",
)
"""Placeholders in the text of a sign; a sign with an empty part is not posted."""
LANGUAGE = "en-US"
PAPERS = ("letter", "letter-wide", "half-letter", "ticket", "label")
_PART = re.compile(r"\{(\w*)\}")


class Readership(StrEnum):
    """Who reads it."""

    PLAYERS = "players"
    STAFF = "staff"
    REGULATOR = "regulator"


class SignSize(StrEnum):
    """How large it is."""

    SIGN = "sign"
    """Read from a distance; the paper follows the words."""
    SHEET = "sheet"
    """Read from close by, on Letter paper."""


class SignRule(Struct, frozen=True):
    """One sign: its text, when it is posted, and its authority."""

    id: str
    text: str
    authority: Authority
    wheels: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    where_chosen: bool = False
    """Only if the text gives the house a choice of zero rules."""
    title: str = ""
    audience: Readership = Readership.PLAYERS
    size: SignSize = SignSize.SIGN
    language: str = LANGUAGE
    approval: str = ""
    """The approval of a house file that covers the text and the place."""

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(_PART.findall(self.text))


def read_signs(chain: FolderChain, clauses: Container[str]) -> tuple[SignRule, ...]:
    """The signs of a book and those it builds on; a sign replaces one with the same id."""
    found: dict[str, SignRule] = {}
    for folder, document in chain.documents(SIGNS_FILE):
        problems: list[Problem] = []
        top = DocumentTable(document, problems)
        for section in top.sections("sign", required=True):
            sign = _read(section, clauses)
            found[sign.id] = sign
        dropped = top.texts("drops")
        top.known("form", "odds")
        top.finish()
        if problems:
            raise Problems(problems).within(f"{folder.name}/{SIGNS_FILE}")
        for each in dropped:
            found.pop(each, None)
    return tuple(found.values())


def _read(section: DocumentTable, clauses: Container[str]) -> SignRule:
    when = section.section("when")
    sign = SignRule(
        section.text("id", required=True) or "",
        section.text("text", required=True) or "",
        read_authority(section, clauses, Authority(Basis.HOUSE)),
        frozenset(when.texts("wheels")),
        frozenset(when.texts("games")),
        bool(when.flag("chosen")),
        **_worded(section),
        size=SignSize(section.text("size", allowed=[*SignSize]) or SignSize.SIGN),
        approval=section.text("approval") or "",
    )
    when.finish()
    strange = [part for part in sign.parts if part not in PARTS]
    if strange or "{" in _PART.sub("", sign.text):
        section.wrong(
            "text", f"{shown(sign.text)} is not a pattern", f"Use only {listed('{' + p + '}' for p in PARTS)}."
        )
    section.finish()
    return sign


class _Worded(TypedDict):
    title: str
    audience: Readership
    language: str


def _worded(section: DocumentTable) -> _Worded:
    """The fields of signs and forms."""
    id = section.raw("id") if "id" in section else ""
    return {
        "title": section.text("title") or str(id).replace("_", " ").replace("-", " ").capitalize(),
        "audience": Readership(section.text("audience", allowed=[*Readership]) or Readership.PLAYERS),
        "language": section.text("language") or LANGUAGE,
    }


class FormRule(Struct, frozen=True):
    """A form, slip or sheet that is printed from the rules or from the records."""

    id: str
    title: str
    authority: Authority
    audience: Readership
    paper: str
    language: str = LANGUAGE
    wheels: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()


class OddsWording(Struct, frozen=True):
    """The words with which printed odds may be stated, and those with which they may not; for some games or for all."""

    words: tuple[str, ...]
    never: tuple[str, ...]
    authority: Authority
    games: frozenset[str] = frozenset()


class Printing(Struct, frozen=True):
    """The forms of a book, and how its odds are worded.

    If a table has two forms with the same id, the later one applies.
    """

    forms: tuple[FormRule, ...]
    odds: OddsWording | None


def read_printing(chain: FolderChain, clauses: Container[str]) -> Printing:
    """The forms of a book and of those it builds on, the most specific last, and the most specific wording of odds."""
    forms: list[FormRule] = []
    odds: OddsWording | None = None
    for folder, document in chain.documents(SIGNS_FILE):
        problems: list[Problem] = []
        top = DocumentTable(document, problems)
        top.known("sign", "drops")
        forms += [_read_form(section, clauses) for section in top.sections("form")]
        if "odds" in top:
            odds = _read_odds(top.section("odds"), clauses)
        top.finish()
        if problems:
            raise Problems(problems).within(f"{folder.name}/{SIGNS_FILE}")
        dropped = top.texts("drops")
        forms = [form for form in forms if form.id not in dropped]
    return Printing(tuple(forms), odds)


def _read_form(section: DocumentTable, clauses: Container[str]) -> FormRule:
    when = section.section("when")
    form = FormRule(
        id=section.text("id", required=True) or "",
        authority=read_authority(section, clauses, Authority(Basis.HOUSE)),
        paper=section.text("paper", allowed=PAPERS) or PAPERS[0],
        wheels=frozenset(when.texts("wheels")),
        games=frozenset(when.texts("games")),
        **_worded(section),
    )
    when.finish()
    section.finish()
    return form


def _read_odds(section: DocumentTable, clauses: Container[str]) -> OddsWording:
    odds = OddsWording(
        section.texts("words"),
        section.texts("never"),
        read_authority(section, clauses, Authority(Basis.HOUSE)),
        frozenset(section.texts("games")),
    )
    section.finish()
    return odds


_AMOUNT = (
    r"(?:[$€£]?\d[\d.,/]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|forty|"
    r"forty-five|forty-six|even)"
)


def odds_worded(text: str, words: tuple[str, ...]) -> str | None:
    """The part of a text that states odds with one of the words, such as 45 for 1; None if there is none.

    >>> odds_worded("The Joker pays 46 for 1.", ("for",)), odds_worded("Open for 12 hours.", ("for",))
    ('46 for 1', None)
    """
    if not words:
        return None
    word = "|".join(map(re.escape, words))
    link = rf"[\s-]+(?:{word})[\s-]+(?:(?:each|every|a|an)\s+)?"
    found = re.search(rf"\b{_AMOUNT}{link}(?:{_AMOUNT}|unit|chip|dollar)\b", text, re.IGNORECASE)
    return found[0] if found else None


def render(sign: SignRule, parts: Mapping[str, str]) -> str | None:
    """The text of a sign; None if one of its parts is empty."""
    if any(not parts.get(part) for part in sign.parts):
        return None
    return sign.text.format(**parts)
