"""Renders a document as PDF/UA-1 and PDF/A-2a: tagged, with embedded fonts, the same bytes on every machine.

Typst typesets it from one template. Texts are passed as JSON and are never part of the markup.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from functools import cache, partial
from importlib import resources
from typing import Literal, assert_never

import msgspec
import typst

from croupier.press import svg
from croupier.press.document import (
    CAPITAL_SHARE,
    READ_FROM_MM,
    SIGN_PAPERS,
    Block,
    Bullets,
    Code,
    Document,
    Drawing,
    Facts,
    Grid,
    Notice,
    Signatures,
    Style,
    Text,
)
from croupier.press.labels import labels_in
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import spelled
from croupier.terms.wording import LANGUAGES, UNPRINTED

UNDATED = date(2000, 1, 1)
"""The date in the metadata of a document without a date."""
MODULE_MM = 0.5
"""The least size of a QR code module that a phone camera reads."""
UNBROKEN_MAX = 24
"""Longer runs of characters without a space may be broken, so that text stays in its column."""
BREAK = "\u200b"

_RANGES = (
    (0x20, 0x7E),
    (0xA0, 0xAC),
    (0xAE, 0x377),
    (0x384, 0x38A),
    (0x38E, 0x3A1),
    (0x3A3, 0x482),
    (0x48A, 0x4FF),
    (0x1E00, 0x1EFF),
    (0x2010, 0x2027),
    (0x2030, 0x2040),
    (0x2044, 0x2052),
    (0x20A0, 0x20C0),
    (0x2190, 0x22FF),
    (0x2500, 0x25FF),
)
"""The characters of the fonts. Others, including direction marks, are shown by code point."""
_CHINESE = ((0x3000, 0x303F), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xFF00, 0xFFEF))
CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "PingFang SC",
    "Microsoft YaHei",
    "SimSun",
)
"""Fonts with Chinese characters that a machine may have; the wheel has none, and a repository has no fonts."""
Shown = Callable[[str], str]


@cache
def chinese_font() -> str:
    """The first of these fonts that is installed on this machine; empty if there is none."""
    here = {str(family) for family in typst.Fonts(include_system_fonts=True).families()}
    return next((family for family in CHINESE_FONTS if family in here), "")


def printed_languages() -> tuple[str, ...]:
    """The languages whose characters a PDF can have on this machine."""
    return tuple(each for each in LANGUAGES if each not in UNPRINTED or chinese_font())


def check_printed(language: str) -> None:
    """Raises a problem if this machine has no font with the characters of the language."""
    if language in UNPRINTED and not chinese_font():
        wrong = f"no font with the characters of {LANGUAGES[language]} is installed"
        right = f"Install one, such as {CHINESE_FONTS[0]}, or write an .html file and print it from the browser."
        raise Problems([Problem("--language", wrong, right)])


def render(document: Document) -> bytes:
    """The PDF; the same document gives the same bytes. Raises a problem if a sign does not fit on any paper."""
    return _compiled(document, "pdf", None)


def picture(document: Document, ppi: float = 72) -> bytes:
    """The first page as a PNG."""
    return _compiled(document, "png", ppi)


def _compiled(document: Document, kind: Literal["pdf", "png"], ppi: float | None) -> bytes:
    day = document.day or UNDATED
    foreign = next(
        (each for each in (document.lang, *(one.lang for one in document.sections)) if each in UNPRINTED), ""
    )
    check_printed(foreign)
    try:
        made = _compiler(system=bool(foreign)).compile(
            _template(),
            format=kind,
            ppi=ppi,
            sys_inputs={"document": msgspec.json.encode(_data(document, chinese=bool(foreign))).decode()},
            pdf_standards=["a-2a", "ua-1"] if kind == "pdf" else None,
            timestamp=datetime(day.year, day.month, day.day, tzinfo=UTC),
        )
    except typst.TypstError as error:
        if document.style is Style.SIGN and "do not fit" in error.message:
            right = "Use fewer words."
            raise Problems([Problem("sign", f"{document.title} does not fit on any paper", right)]) from error
        raise
    return made[0] if isinstance(made, list) else made or b""


@cache
def _compiler(*, system: bool) -> typst.Compiler:
    """Fonts of the system are only for languages that need them: with them, equal documents differ by machine."""
    return typst.Compiler(font_paths=typst.Fonts(include_system_fonts=system))


@cache
def _template() -> bytes:
    return resources.files("croupier.press").joinpath("press.typ").read_bytes()


def printable(text: str, *, chinese: bool = False) -> str:
    """The text with characters that the fonts have, and with break points in long runs."""
    ranges = (*_RANGES, *_CHINESE) if chinese else _RANGES
    shown = "".join(_shown(each, ranges) for each in unicodedata.normalize("NFC", spelled(text)))
    return " ".join(map(_breakable, shown.split(" ")))


def _shown(character: str, ranges: Iterable[tuple[int, int]]) -> str:
    number = ord(character)
    if any(first <= number <= last for first, last in ranges):
        return character
    return " " if character.isspace() else f"[U+{number:04X}]"


def _breakable(word: str) -> str:
    if len(word) <= UNBROKEN_MAX or any(ord(each) >= _CHINESE[0][0] for each in word):
        return word  # between Chinese characters a line may break anyway
    return BREAK.join(word[at : at + UNBROKEN_MAX // 2] for at in range(0, len(word), UNBROKEN_MAX // 2))


def _data(document: Document, *, chinese: bool) -> dict[str, object]:
    shown = partial(printable, chinese=chinese)
    width, height = document.paper.size_mm
    return {
        "title": shown(document.title),
        "subtitle": shown(document.subtitle),
        "footer": shown(document.footer),
        "mark": shown(document.mark),
        "lang": document.lang,
        "page": labels_in(document.lang)("Page {page} of {pages}", page="{page}", pages="{pages}"),  # Typst knows them
        "fonts": ("Libertinus Serif", "DejaVu Sans Mono", *filter(None, (chinese_font() if chinese else "",))),
        "style": document.style,
        "width": width,
        "height": height,
        "papers": SIGN_PAPERS,
        "module": MODULE_MM,
        "capital": READ_FROM_MM / CAPITAL_SHARE,
        "sections": [
            {
                "title": shown(section.title),
                "lang": section.lang,
                "blocks": [_block(block, shown) for block in section.blocks],
            }
            for section in document.sections
        ],
    }


def _block(block: Block, shown: Shown) -> dict[str, object]:
    match block:
        case Text() | Notice():
            own: dict[str, object] = {"text": shown(block.text)}
        case Bullets():
            own = {"items": list(map(shown, block.items))}
        case Facts():
            own = {"rows": [(shown(name), shown(value)) for name, value in block.rows]}
        case Grid():
            own = {
                "caption": shown(block.caption),
                "columns": [
                    {"name": shown(each.name), "weight": each.weight, "align": each.align} for each in block.columns
                ],
                "rows": [list(map(shown, row)) for row in block.rows],
            }
        case Drawing():
            own = {
                "svg": svg.of_drawing(block),
                "words": shown(block.words),
                "ratio": block.ratio,
                "wide": block.wide,
            }
        case Code():
            own = {"svg": svg.of_code(block), "words": shown(block.words), "side": svg.code_side(block)}
        case Signatures():
            own = {"who": list(map(shown, block.who))}
        case _:
            assert_never(block)
    return {"type": type(block).__name__, **own}
