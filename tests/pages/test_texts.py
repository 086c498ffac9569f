"""The texts of the pages: complete in every language, all of them used, and none written into a script or a page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from croupier.table.state import Phase
from croupier.terms.people import Role
from croupier.web.files import MISSING, PAGES, STATIC
from tests.pages.catalogues import CATALOGUES, LANGUAGES, PLURALS, SOURCE, message, texts
from tests.pages.prose import page_prose, prose
from tests.pages.scripts import strings
from tests.pages.test_weight import loads

PRINTED = "paper"
"""The catalogue of forms, which no page loads; tests/press looks after it."""

HTML = sorted({*PAGES.values(), MISSING})
SCRIPTS = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js"))
KEY = re.compile(rf"(?:{'|'.join(CATALOGUES)})\.[a-z0-9][\w.-]*")
BEGUN = re.compile(rf"((?:{'|'.join(CATALOGUES)})\.(?:[\w-]+\.)*(?:[\w-]*))\$\{{\}}.*")
"""A key whose end the script computes."""
MARKED = re.compile(r'data-t(?:-[a-z-]+)?="([^"]+)"')

NOT_YET: frozenset[str] = frozenset()
"""Files with texts of their own; the list may only shrink."""


NUMBERED = frozenset({"tournament.such-as-1-2", "table.spot.trio-0-2-3", "table.wager.trio-0-2-3"})
"""Keys that end in a number of their text."""


@cache
def source(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


@cache
def uses(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that a script or a page names, and the beginnings of those that it puts together."""
    if name.endswith(".html"):
        return frozenset(MARKED.findall(source(name))), frozenset()
    written = list(strings(source(name)))
    whole = {each.text for each in written if KEY.fullmatch(each.text)}
    begun = {found[1] for each in written if each.template and (found := BEGUN.fullmatch(each.text))}
    return frozenset(whole), frozenset(begun)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text(language: str) -> None:
    assert set(texts(language)) == set(texts(SOURCE))
    assert all(text.strip() == text and text for text in texts(language).values())


def test_every_language_of_the_menu_has_a_folder() -> None:
    listed = re.findall(r"^  '?([\w-]+)'?: \{ name: ", source("core/languages.js"), re.MULTILINE)
    assert set(listed) == set(LANGUAGES)
    assert set(PLURALS) == set(LANGUAGES)


def test_every_catalogue_is_known_to_pages_that_name_none() -> None:
    listed = re.search(r"const CATALOGUES = \[(.*?)\];", source("core/language.js"), re.DOTALL)
    assert listed is not None
    assert sorted(re.findall(r"'([\w-]+)'", listed[1])) == sorted(set(CATALOGUES) - {PRINTED})


@pytest.mark.parametrize("name", [*SCRIPTS, *HTML])
def test_a_text_that_is_used_is_there(name: str) -> None:
    whole, begun = uses(name)
    known = texts(SOURCE)
    assert sorted(whole - set(known)) == []
    assert [each for each in begun if not any(key.startswith(each) for key in known)] == []


def test_every_text_is_used() -> None:
    whole: set[str] = set()
    begun: set[str] = set()
    for name in [*SCRIPTS, *HTML]:
        named, started = uses(name)
        whole |= named
        begun |= started
    begun.add(f"{PRINTED}.")
    assert sorted(key for key in texts(SOURCE) if key not in whole and not key.startswith(tuple(begun))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_asks_for_the_same_values_in_every_language(language: str) -> None:
    for key, text in texts(language).items():
        own, right = message(text), message(texts(SOURCE)[key])
        assert own.places == right.places, key
        assert {(each.name, each.kind) for each in own.choices} == {(each.name, each.kind) for each in right.choices}, (
            key
        )
        selects = {each.name: each.options for each in right.choices if each.kind == "select"}
        for choice in own.choices:
            if choice.kind == "plural":
                assert {each for each in choice.options if not each.startswith("=")} == PLURALS[language], key
            else:
                assert choice.options == selects[choice.name], key


@pytest.mark.parametrize("page", HTML)
def test_a_page_names_the_catalogues_of_its_scripts(page: str) -> None:
    declared = re.search(r'<html lang="en" data-texts="([^"]*)">', source(page))
    if page in NOT_YET and declared is None:
        return
    assert declared is not None
    loaded = {"house", *declared[1].split()}
    needed: set[str] = set()
    for name in loads(page, set()):
        if name.endswith((".js", ".html")):
            whole, begun = uses(name)
            needed |= {key.split(".")[0] for key in (*whole, *begun)}
    assert needed <= loaded
    assert declared[1].split() == sorted(set(declared[1].split()))


@pytest.mark.parametrize("name", [*SCRIPTS, *HTML])
def test_words_for_people_stand_in_catalogues(name: str) -> None:
    found = (
        list(page_prose(source(name)))
        if name.endswith(".html")
        else [f"{each.line}: {each.text}" for each in prose(source(name))]
    )
    if name in NOT_YET:
        assert found, "take it off the list"
    else:
        assert found == []


@pytest.mark.parametrize("page", HTML)
def test_a_page_without_scripts_says_so_in_every_language(page: str) -> None:
    said = re.search(r"<noscript>(.*?)</noscript>", source(page), re.DOTALL)
    assert said is not None
    assert sorted(re.findall(r'lang="([\w-]+)"', said[1])) == sorted(LANGUAGES)


def test_the_list_of_files_names_files() -> None:
    assert {name for name in NOT_YET if not Path(STATIC / name).is_file()} == set()


def test_roles_and_phases_have_names() -> None:
    known = texts(SOURCE)
    assert {key.removeprefix("house.role.") for key in known if key.startswith("house.role.")} == set(Role)
    assert {key.removeprefix("house.phase.") for key in known if key.startswith("house.phase.")} == set(Phase)
    assert {key.removeprefix("house.staff-phase.") for key in known if key.startswith("house.staff-phase.")} == set(
        Phase
    )


def test_a_key_says_what_is_meant() -> None:
    """No key is a number behind another, or the words of a plural put into one name."""
    assert [
        key for key in texts(SOURCE) if re.search(r"-[2-9]$|plural-one|-select-", key) and key not in NUMBERED
    ] == []
