"""Forms and slips in every language: each word of a form has a text, and figures are written as the language does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import croupier
from croupier.press import html, pdf, text
from croupier.press.catalog import FROM_RULES, UNTRANSLATED, document_of, forms_of
from croupier.press.labels import Labels
from croupier.press.record_documents import FloatSlip, float_slip
from croupier.table.signs import slug
from croupier.terms.problem import Problems
from croupier.terms.wording import ENGLISH, LANGUAGES, has_text
from tests.press.test_print_languages import TABLE

FOREIGN = [each for each in LANGUAGES if each != ENGLISH]
PRESS = Path(croupier.__file__).parent / "press"
SLIP = FloatSlip("7", "F-1", 1_234_56, 0, "cass", 12, "ab" * 32)


def words() -> set[str]:
    """Everything that is said by `say(…)`."""
    found = set()
    for file in PRESS.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) == "say"
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
    return found


@pytest.mark.parametrize("language", FOREIGN)
def test_every_word_of_a_form_has_a_text(language: str) -> None:
    assert len(words()) > 100
    assert sorted(each for each in words() if not has_text(f"paper.{slug(each)}", language)) == []


def test_a_slip_is_in_the_language_of_its_reader() -> None:
    page = text.render(float_slip(SLIP, Labels("de")))
    for said in ("Auffüllbeleg", "Tisch 7, Beleg F-1", "1.234,56\xa0$", "Kasse", "Aufsicht"):
        assert said in page
    assert "Supervisor" not in page
    assert 'lang="de"' in html.render(float_slip(SLIP, Labels("de")))
    assert "Fill slip" in text.render(float_slip(SLIP))


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("thing", [each for each in FROM_RULES if each not in UNTRANSLATED])
def test_a_form_from_the_rules_is_printed_in_every_language(thing: str, language: str) -> None:
    if thing not in forms_of(TABLE):
        with pytest.raises(Problems):
            document_of(TABLE, thing, "H", language)
        return
    assert document_of(TABLE, thing, "H", language).lang == language
    assert document_of(TABLE, thing, "H").lang == "en-US"


def test_a_par_sheet_is_filed_in_the_words_of_the_rulebook() -> None:
    with pytest.raises(Problems, match="in the language of the rulebook alone"):
        document_of(TABLE, "par-sheet", "H", "de")


@pytest.fixture
def fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The families that this machine seems to have."""
    here: list[str] = []
    monkeypatch.setattr("typst.Fonts", lambda **_kind: SimpleNamespace(families=lambda: here))
    pdf.chinese_font.cache_clear()
    yield here
    pdf.chinese_font.cache_clear()


def test_chinese_needs_a_font_of_the_machine(fonts: list[str]) -> None:
    assert pdf.printed_languages() == tuple(each for each in LANGUAGES if each != "zh-Hans")
    with pytest.raises(Problems, match="no font with the characters of 简体中文 is installed"):
        pdf.render(float_slip(SLIP, Labels("zh-Hans")))
    assert "补码单" in html.render(float_slip(SLIP, Labels("zh-Hans")))
    fonts += ["DejaVu Sans", pdf.CHINESE_FONTS[4]]
    pdf.chinese_font.cache_clear()
    assert pdf.chinese_font() == pdf.CHINESE_FONTS[4]
    assert pdf.printed_languages() == tuple(LANGUAGES)


def test_chinese_characters_are_shown_where_a_font_has_them() -> None:
    assert pdf.printable("补码单 7", chinese=True) == "补码单 7"
    assert pdf.printable("补") == "[U+8865]"
    assert pdf.printable("补" * 30, chinese=True) == "补" * 30
