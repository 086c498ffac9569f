"""PDF, HTML and text show one document: its words, in its order, and nothing that a text smuggled in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import unicodedata
from html import unescape

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.press import html, pdf, svg, text
from croupier.press.document import (
    CAPITAL_SHARE,
    READ_FROM_MM,
    SIGN_PAPERS,
    Align,
    Bullets,
    Code,
    Column,
    Document,
    Drawing,
    Facts,
    Grid,
    Label,
    Notice,
    Paper,
    Polygon,
    Section,
    Signatures,
    Style,
    Text,
)
from croupier.terms.problem import Problems
from tests.press.structure import check_structure

pytestmark = pytest.mark.slow

SQUARE = Polygon(((0, 0), (1, 0), (1, 1), (0, 1)), "#1f7a4a")


def document(said: str = "Zoë O’Neill", style: Style = Style.PAGE, paper: Paper = Paper.LETTER) -> Document:
    """A document with every kind of block, each with the text."""
    grid = Grid(
        f"caption {said}", (Column("name"), Column(f"column {said}", 1, Align.RIGHT)), (("row", f"cell {said}"),)
    )
    blocks = (
        Text(f"text {said}"),
        Notice(f"notice {said}"),
        Bullets((f"bullet {said}",)),
        Facts(((f"name {said}", f"value {said}"),)),
        grid,
        Drawing(f"drawing {said}", (SQUARE, Label((0.5, 0.5), "17", 0.2, "#ffffff"))),
        Code(f"code {said}", f"holds {said}"),
        Signatures((f"signed {said}",)),
    )
    return Document(
        f"title {said}", f"subtitle {said}", (Section(f"section {said}", blocks),), f"footer {said}", style, paper
    )


def squeezed(words: str) -> str:
    """Without spaces and break points, since paper and page break lines differently."""
    return re.sub(r"[\s\u200b\ufffe\u00ad\x02-]", "", unicodedata.normalize("NFKC", words))


def words_of(shown: Document) -> list[str]:
    found = [shown.title, shown.subtitle, shown.footer]
    for section in shown.sections:
        found.append(section.title)
        for block in section.blocks:
            match block:
                case Text() | Notice():
                    found.append(block.text)
                case Bullets():
                    found += block.items
                case Facts():
                    found += [each for row in block.rows for each in row]
                case Grid():
                    found += [block.caption, *(column.name for column in block.columns)]
                    found += [cell for row in block.rows for cell in row]
                case Signatures():
                    found += block.who
                case Drawing() | Code():
                    pass
    return found


@pytest.mark.parametrize(
    ("style", "paper"), [(Style.PAGE, Paper.LETTER), (Style.SLIP, Paper.HALF_LETTER), (Style.PAGE, Paper.LETTER_WIDE)]
)
def test_the_three_renderings_have_the_same_words(style: Style, paper: Paper) -> None:
    made = document(style=style, paper=paper)
    structure = check_structure(pdf.render(made))
    on_paper = squeezed(structure.text)
    on_screen = squeezed(unescape(re.sub(r"<[^>]+>", "", html.render(made))))
    in_terminal = squeezed(text.render(made))
    for words in words_of(made):
        for where in (on_paper, on_screen, in_terminal):
            assert squeezed(words) in where, words
    assert structure.title == made.title
    assert structure.language == "en-US"
    assert structure.alternatives == ["drawing Zoë O’Neill", "holds Zoë O’Neill"]
    assert (round(structure.pages[0].width_mm, 1), round(structure.pages[0].height_mm, 1)) == paper.size_mm


HOSTILE = [
    '#read("/etc/passwd")',
    '#import "@preview/x:1.0.0": *',
    "#panic()",
    "*bold* _it_ $x$ <label> @ref = heading",
    '"); #sys.inputs',
    "\\u{41} // comment /* x",
    "<script>alert(1)</script>&amp;",
    "{{7*7}} ${7} `raw`",
    "]]>--><svg onload=x>",
    "\u202eevil\u202c",
    "中文 😀 \x00\x1b[31m",
]


@pytest.mark.parametrize("said", HOSTILE)
def test_a_text_is_shown_and_never_carried_out(said: str) -> None:
    made = document(said)
    structure = check_structure(pdf.render(made))
    assert squeezed(pdf.printable(said)) in squeezed(structure.text)
    page = html.render(made)
    assert "<script" not in page
    assert "onload=x>" not in page
    assert "\u202e" not in page
    shown = text.render(made)
    assert "\x1b" not in shown
    assert "\x00" not in shown


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.sampled_from([Style.PAGE, Style.SLIP]))
def test_any_text_at_all_is_set(said: str, style: Style) -> None:
    made = document(said, style)
    assert (
        squeezed(pdf.printable(f"text {said}")) in squeezed(check_structure(pdf.render(made)).text)
        or not said.isascii()
    )
    html.render(made)
    text.render(made)


@pytest.mark.parametrize("first", range(0, 0x2600, 0x200))
def test_the_fonts_hold_every_character_that_is_not_spelled_out(first: int) -> None:
    kept = [chr(at) for at in range(first, first + 0x200) if pdf.printable(chr(at)) == chr(at)]
    for bold in (False, True):
        said = " ".join(kept)
        block = Notice(said) if bold else Text(said)
        assert pdf.render(Document("t", "", (Section("", (block,)),), "f")).startswith(b"%PDF")


def test_two_processes_make_the_same_bytes_wherever_they_run() -> None:
    code = (
        "import hashlib\nfrom croupier.press import pdf\nfrom tests.press.test_renderings import document\n"
        "print(hashlib.sha256(pdf.render(document())).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "TZ": zone, "LANG": lang, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": seed},
        ).stdout
        for zone, lang, epoch, seed in (("UTC", "C", "0", "1"), ("Asia/Tokyo", "de_DE.UTF-8", "1700000000", "2"))
    }
    assert len(found) == 1


def sign(words: str) -> Document:
    return Document("Table 7", "Roulette", (Section("", (Notice(words), Code("x", "QR code"))),), "f", Style.SIGN)


def test_a_sign_is_read_from_three_meters() -> None:
    """The paper grows until a capital is 15 mm high: the height of the letters is measured in the PDF."""
    capital = READ_FROM_MM / CAPITAL_SHARE
    assert capital == 15
    for words in ("NO TIP WAGERS", "If the ball comes to rest in 0, wagers on red, black, odd and even lose. " * 3):
        data = pdf.render(sign(words))
        page = check_structure(data).pages[0]
        assert any(abs(page.width_mm - width) < 0.1 for width, _ in SIGN_PAPERS)
        assert largest_capital_mm(data) >= capital


def largest_capital_mm(data: bytes) -> float:
    """The height of the largest capital letter on the first page, as another program draws it."""
    paper = pypdfium2.PdfDocument(data)
    letters = paper[0].get_textpage()
    boxes = [
        letters.get_charbox(at)
        for at in range(letters.count_chars())
        if letters.get_text_range(at, 1) in "ABDEFHIKLMNOPRTVX"
    ]
    return float(max(top - bottom for _, bottom, _, top in boxes)) / 72 * 25.4


def test_a_sign_that_fits_on_no_paper_is_a_problem() -> None:
    with pytest.raises(Problems, match="does not fit on any paper"):
        pdf.render(sign("words " * 1_000))


@pytest.mark.parametrize("length", [40, 1_000, 2_048])
def test_the_modules_of_a_code_are_large_enough_for_a_camera(length: int) -> None:
    """The dark part of the code is measured in the PDF, as another program draws it, at 8 pixels to a millimeter."""
    code = Code("x" * length, "code")
    slip = Document("t", "", (Section("", (code,)),), "", Style.SLIP, Paper.HALF_LETTER)
    picture = pypdfium2.PdfDocument(pdf.render(slip))[0].render(scale=8 * 25.4 / 72).to_numpy()[..., 0]
    below_the_title = picture[20 * 8 : -20 * 8]
    inked = (below_the_title < 128).any(axis=0).nonzero()[0]
    dark = svg.code_side(code) - 2 * svg.QUIET
    assert (inked.max() - inked.min()) / 8 / dark >= pdf.MODULE_MM * 0.98
    assert svg.code_side(code) * pdf.MODULE_MM <= Paper.HALF_LETTER.size_mm[0] - 16


def test_a_hundred_slips_take_less_than_two_seconds() -> None:
    """In processor time, since other programs may be running."""
    pdf.render(document("warm", Style.SLIP))
    began = time.process_time()
    for number in range(100):
        pdf.render(document(f"slip {number}", Style.SLIP, Paper.HALF_LETTER))
    assert time.process_time() - began < 2
