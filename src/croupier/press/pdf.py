"""Renders a document as PDF/UA-1 and PDF/A-2a: tagged, with embedded fonts, the same bytes on every machine.

Typst typesets it from one template. Texts are passed as JSON and are never part of the markup.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime
from functools import cache
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
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import spelled

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


def render(document: Document) -> bytes:
    """The PDF; the same document gives the same bytes. Raises a problem if a sign does not fit on any paper."""
    return _compiled(document, "pdf", None)


def picture(document: Document, ppi: float = 72) -> bytes:
    """The first page as a PNG."""
    return _compiled(document, "png", ppi)


def _compiled(document: Document, kind: Literal["pdf", "png"], ppi: float | None) -> bytes:
    day = document.day or UNDATED
    try:
        made = _compiler().compile(
            _template(),
            format=kind,
            ppi=ppi,
            sys_inputs={"document": msgspec.json.encode(_data(document)).decode()},
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
def _compiler() -> typst.Compiler:
    return typst.Compiler(font_paths=typst.Fonts(include_system_fonts=False))


@cache
def _template() -> bytes:
    return resources.files("croupier.press").joinpath("press.typ").read_bytes()


def printable(text: str) -> str:
    """The text with characters that the fonts have, and with break points in long runs."""
    shown = "".join(_shown(each) for each in unicodedata.normalize("NFC", spelled(text)))
    return " ".join(map(_breakable, shown.split(" ")))


def _shown(character: str) -> str:
    number = ord(character)
    if any(first <= number <= last for first, last in _RANGES):
        return character
    return " " if character.isspace() else f"[U+{number:04X}]"


def _breakable(word: str) -> str:
    if len(word) <= UNBROKEN_MAX:
        return word
    return BREAK.join(word[at : at + UNBROKEN_MAX // 2] for at in range(0, len(word), UNBROKEN_MAX // 2))


def _data(document: Document) -> dict[str, object]:
    width, height = document.paper.size_mm
    return {
        "title": printable(document.title),
        "subtitle": printable(document.subtitle),
        "footer": printable(document.footer),
        "mark": printable(document.mark),
        "lang": document.lang,
        "style": document.style,
        "width": width,
        "height": height,
        "papers": SIGN_PAPERS,
        "module": MODULE_MM,
        "capital": READ_FROM_MM / CAPITAL_SHARE,
        "sections": [
            {
                "title": printable(section.title),
                "lang": section.lang,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in document.sections
        ],
    }


def _block(block: Block) -> dict[str, object]:
    match block:
        case Text() | Notice():
            own: dict[str, object] = {"text": printable(block.text)}
        case Bullets():
            own = {"items": list(map(printable, block.items))}
        case Facts():
            own = {"rows": [(printable(name), printable(value)) for name, value in block.rows]}
        case Grid():
            own = {
                "caption": printable(block.caption),
                "columns": [
                    {"name": printable(each.name), "weight": each.weight, "align": each.align} for each in block.columns
                ],
                "rows": [list(map(printable, row)) for row in block.rows],
            }
        case Drawing():
            own = {
                "svg": svg.of_drawing(block),
                "words": printable(block.words),
                "ratio": block.ratio,
                "wide": block.wide,
            }
        case Code():
            own = {"svg": svg.of_code(block), "words": printable(block.words), "side": svg.code_side(block)}
        case Signatures():
            own = {"who": list(map(printable, block.who))}
        case _:
            assert_never(block)
    return {"type": type(block).__name__, **own}
