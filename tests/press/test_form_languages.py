"""Forms and slips in every language: each word of a form has a text, and figures are written as the language does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import croupier
from croupier.press import html, pdf, text
from croupier.press.catalog import FROM_RULES, document_of, forms_of
from croupier.press.labels import Labels
from croupier.press.record_documents import FloatSlip, float_slip
from croupier.press.voucher import voucher_document
from croupier.records.voucher import Voucher
from croupier.rules.diff import WIN_WORDS
from croupier.table.signs import slug
from croupier.table.state import TableRules
from croupier.terms.problem import Problems
from croupier.terms.wording import ENGLISH, LANGUAGES, UNPRINTED, has_text
from tests.pages.catalogues import texts
from tests.press.structure import check_structure
from tests.press.test_print_languages import TABLE
from tests.press.test_printed_things import tables
from tests.press.test_renderings import squeezed

FOREIGN = [each for each in LANGUAGES if each != ENGLISH]
PRESS = Path(croupier.__file__).parent / "press"
SLIP = FloatSlip("7", "F-1", 1_234_56, 0, "cass", 12, "ab" * 32)


def words() -> set[str]:
    """Everything that is said by `say(…)`."""
    found = {*WIN_WORDS.values()}
    for file in PRESS.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) in ("say", "labels_in(self.lang)")
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
    return found


@pytest.mark.parametrize("language", FOREIGN)
def test_every_word_of_a_form_has_a_text(language: str) -> None:
    assert len(words()) > 300
    assert sorted(each for each in words() if not has_text(f"paper.{slug(each)}", language)) == []


def test_the_english_catalogue_has_the_words_themselves() -> None:
    """Translators read the English catalogue, and the press says the words in its own code."""
    catalogue = texts(ENGLISH)
    assert [each for each in words() if catalogue[f"paper.{slug(each)}"].lower() != each.lower()] == []


def test_a_slip_is_in_the_language_of_its_reader() -> None:
    page = text.render(float_slip(SLIP, Labels("de")))
    for said in ("Auffüllbeleg", "Tisch 7, Beleg F-1", "1.234,56\xa0$", "Kasse", "Aufsicht"):
        assert said in page
    assert "Supervisor" not in page
    assert 'lang="de"' in html.render(float_slip(SLIP, Labels("de")))
    assert "Fill slip" in text.render(float_slip(SLIP))


@pytest.mark.slow
@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("thing", FROM_RULES)
def test_a_form_from_the_rules_is_printed_in_every_language(thing: str, language: str) -> None:
    if thing not in forms_of(TABLE):
        with pytest.raises(Problems):
            document_of(TABLE, thing, "H", language)
        return
    assert document_of(TABLE, thing, "H", language).lang == language
    assert document_of(TABLE, thing, "H").lang == "en-US"


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


def foreign_words(rules: TableRules, house: str, thing: str) -> set[str]:
    """Words in plain letters of a Chinese form that are no names, clauses, codes, hashes or labels on the felt."""
    book = rules.betting.book
    names = [
        house,
        book.title,
        book.id,
        rules.betting.game.layout.id,
        *rules.betting.book.wheels,
        *(box.label for box in rules.betting.layout.boxes),
    ]
    names += [part for clause in book.clauses.values() for part in (clause.id, clause.owes)]
    names += ["croupier PAR SHA ADR", thing.replace("-", " "), *(book.clapper.options if book.clapper else ())]
    known = set(re.findall(r"[a-z]{3,}", " ".join(names).lower()))
    page = re.sub(r"\b[0-9a-f]{16,}\b", "", text.render(document_of(rules, thing, house, "zh-Hans")))
    return set(re.findall(r"[a-z]{3,}", page.lower())) - known


@pytest.mark.slow
@pytest.mark.parametrize("table", tables())
def test_no_word_of_a_form_is_left_in_english(table: str) -> None:
    house, rules = tables()[table]
    left = {thing: foreign_words(rules, house, thing) for thing in FROM_RULES if thing in forms_of(rules)}
    assert {thing: words for thing, words in left.items() if words} == {}


@pytest.mark.parametrize(
    ("language", "copy", "preview"),
    [("es", "COPIA 2", "VISTA PREVIA"), ("fr", "COPIE 2", "APERÇU"), ("de", "KOPIE 2", "VORSCHAU")],
)
def test_a_copy_and_a_preview_are_marked_in_the_language_of_the_paper(language: str, copy: str, preview: str) -> None:
    slip = float_slip(SLIP, Labels(language))
    assert slip.as_copy(1).mark == ""
    assert slip.as_copy(2).mark == copy
    assert slip.as_preview().mark == preview
    assert float_slip(SLIP).as_copy(2).mark == "COPY 2"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "one thousand two hundred thirty-four and 56/100 dollars"),
        ("es", "mil doscientos treinta y cuatro con 56/100 dólares"),
        ("fr", "mille deux cent trente-quatre et 56/100 dollars"),
        ("de", "eintausendzweihundertvierunddreißig und 56/100 Dollar"),
        ("zh-Hans", "美元壹仟贰佰叁拾肆元伍角陆分"),
    ],
)
def test_an_amount_on_a_slip_is_in_words_of_its_language(language: str, words: str) -> None:
    assert words in html.render(float_slip(SLIP, Labels(language)))


VOUCHER = Voucher("123456789012345675", "Voucher", 20_50, "ana", None, 0, "cas", copies=2)


def test_a_voucher_is_in_the_language_of_its_holder() -> None:
    page = html.render(voucher_document(VOUCHER, "H", Labels("fr")))
    for said in ("bon", "20,50\xa0$", "vingt et 50/100 dollars", "Encaissé une fois", "COPIE 2"):
        assert said in page, said
    assert "Redeemed" not in page


@pytest.mark.slow
@pytest.mark.parametrize("language", [each for each in FOREIGN if each not in UNPRINTED])
def test_a_form_is_a_pdf_in_every_language_with_numbered_pages(language: str) -> None:
    """A PAR sheet has several pages, and accents in every language."""
    document = document_of(TABLE, "par-sheet", "H", language)
    found = check_structure(pdf.render(document))
    page = texts(language)["paper.page-page-of-pages"]
    pages = len(found.pages)
    assert pages > 2
    numbered = [page.replace("{page}", str(at)).replace("{pages}", str(pages)) for at in range(1, pages + 1)]
    plain = [squeezed(each.text) for each in found.pages]
    assert [each for each, text in zip(numbered, plain, strict=True) if squeezed(each) not in text] == []
    assert "[U+" not in found.text
