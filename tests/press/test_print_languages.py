"""Signs and house rules that say the same in a guest's language, below the words of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

import croupier
from croupier.cli import main
from croupier.press import html, text
from croupier.press.catalog import document_of
from croupier.press.table_documents import code_words
from croupier.table.signs import due_signs
from croupier.table.state import Setup, TableRules
from croupier.terms.problem import Problems

HOUSE = str(Path(__file__).parents[2] / "examples" / "house.toml")
TABLE = TableRules(
    croupier.rulebook("co-2014").table("double-as-single", limits={"minimum": 500, "maximum": 10_000}),
    Setup("7", tip_wager_max=500, jackpot_rules=("The jackpot is shared.",)),
)
SIGNS = {
    "limits": {"de": "Tischlimits: 5,00\u00a0$ bis 100,00\u00a0$.", "zh-Hans": "本桌限额\uff1a$5.00 至 $100.00。"},
    "tip_restriction": {"es": "Cada jugador puede apostar como máximo 5,00\u00a0$ por tirada para los crupieres."},
    "double_zero_void": {
        "fr": "Si la bille s’arrête sur le 00, le coup est nul et le cylindre est relancé.",
        "de": "Fällt die Kugel auf 00, ist der Coup ungültig, und der Kessel wird erneut gedreht.",
    },
}


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_keeps_its_words_and_its_code_and_says_the_same_below(sign: str) -> None:
    due = due_signs(TABLE)[sign]
    for language, words in SIGNS[sign].items():
        page = html.render(document_of(TABLE, sign, "H", language))
        assert all(line in page for line in due.lines)
        assert page.index(due.lines[0]) < page.index(words)
        assert f'<section lang="{language}">' in page
        assert code_words(due.code) in page
    assert "<section lang=" not in html.render(document_of(TABLE, sign, "H"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("Einsätze und was sie zahlen", "Plein, 1 Zahl: zahlt 35 zu 1. Hausvorteil 2,70\u00a0%.")),
        (
            "fr",
            ("Les mises et ce qu’elles paient", "Plein, 1 numéro : paie 35 à 1. Avantage de la maison 2,70\u00a0%."),
        ),
        ("zh-Hans", ("投注与赔付", "直注\uff0c1 个号码\uff1a35 赔 1。庄家优势 2.70\u00a0%。")),
    ],
)
def test_the_house_rules_have_every_section_in_both_languages(language: str, said: tuple[str, ...]) -> None:
    """On a wheel whose 00 does not count, 36 of 37 numbers lose: 1/37 is 2.70 percent."""
    document = document_of(TABLE, "house_rules", "H", language)
    own = [section for section in document.sections if section.title and not section.lang][:-1]
    other = [section for section in document.sections if section.lang]
    assert [len(each.blocks[0].items) for each in own] == [len(each.blocks[0].items) for each in other]  # type: ignore[union-attr]
    page = html.render(document)
    assert all(each in page for each in said)


def test_words_of_the_house_have_no_other_language() -> None:
    with pytest.raises(Problems, match="jackpot_rules is in words of the house"):
        document_of(TABLE, "jackpot_rules", "H", "de")


def test_a_pdf_needs_a_chinese_font_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.press.pdf.chinese_font", lambda: "")
    asked = ["print", "make", "limits", HOUSE, "--table", "7", "--language", "zh-Hans", "--out"]
    assert main([*asked, str(tmp_path / "limits.pdf")]) != 0
    assert "or write an .html file" in capsys.readouterr().err
    assert main([*asked, str(tmp_path / "limits.html")]) == 0
    assert "本桌限额" in (tmp_path / "limits.html").read_text("utf-8")


def test_a_pdf_in_another_language_is_made(tmp_path: Path) -> None:
    out = tmp_path / "limits.pdf"
    assert main(["print", "make", "limits", HOUSE, "--table", "7", "--language", "de", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_plain_text_has_both() -> None:
    page = text.render(document_of(TABLE, "limits", "H", "fr"))
    assert "Table limits: $5.00 to $100.00." in page
    assert "Limites de la table" in page
