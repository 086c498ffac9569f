"""A document as a PDF on US Letter, with embedded fonts and headings repeated on every page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from io import BytesIO
from itertools import zip_longest
from typing import IO, Any, assert_never

from reportlab import rl_config
from reportlab.graphics import shapes
from reportlab.lib.colors import HexColor, white
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table

from croupier.press.document import Block, Bullets, Document, Drawing, Facts, Grid, Label, Polygon, Text

_PLAIN, _BOLD = "Vera", "VeraBd"  # in reportlab's own package, so that every reader shows the same page
_INK, _FAINT, _LINE, _BAND = (HexColor(code) for code in ("#1d2126", "#5f6873", "#c9d0d8", "#f3f5f8"))
_MARGIN = 16 * mm
_WIDTH = letter[0] - 2 * _MARGIN
_DRAWING = 92 * mm


@cache
def _fonts() -> None:
    for name in (_PLAIN, _BOLD):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))


def _style(size: float, font: str = _PLAIN, **more: Any) -> ParagraphStyle:
    settings: dict[str, Any] = {"fontName": font, "fontSize": size, "leading": size * 1.36, "textColor": _INK} | more
    return ParagraphStyle(f"{font}-{size}-{sorted(more)}", **settings)


_TITLE = _style(16, _BOLD)
_SUBTITLE = _style(10, textColor=_FAINT, spaceAfter=10)
_HEADING = _style(11.5, _BOLD, spaceBefore=14, spaceAfter=4, keepWithNext=1)
_BODY = _style(8.5, spaceBefore=4, spaceAfter=5)
_LEAD = _style(8.5, spaceBefore=4, spaceAfter=5, keepWithNext=1)
_BULLET = _style(8.5, spaceAfter=2, leftIndent=10, bulletIndent=0)
_CAPTION = _style(8.5, _BOLD, spaceBefore=7, spaceAfter=3, keepWithNext=1)
_CELL = _style(7)
_CELL_RIGHT = _style(7, alignment=TA_RIGHT)
_HEAD = _style(7, _BOLD)
_HEAD_RIGHT = _style(7, _BOLD, alignment=TA_RIGHT)
_NAME = _style(8, textColor=_FAINT)
_VALUE = _style(8)


class _Numbered(Canvas):
    """A canvas that knows how many pages there are when it writes a page's number."""

    footer = ""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._pages: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        for number, page in enumerate(self._pages, start=1):
            self.__dict__.update(page)
            self.setFont(_PLAIN, 6.5)
            self.setFillColor(_FAINT)
            self.drawString(_MARGIN, 9 * mm, self.footer)
            self.drawRightString(letter[0] - _MARGIN, 9 * mm, f"Page {number} of {len(self._pages)}")
            super().showPage()
        super().save()


def render(document: Document) -> bytes:
    """The whole PDF; the same document gives the same bytes."""
    _fonts()
    out = BytesIO()
    paper = SimpleDocTemplate(
        out,
        pagesize=letter,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=15 * mm,
        bottomMargin=17 * mm,
        title=document.title,
        subject=document.subtitle,
        author="croupier",
        lang="en-US",
        invariant=1,
    )
    story: list[Flowable] = [Paragraph(escape(document.title), _TITLE), Paragraph(escape(document.subtitle), _SUBTITLE)]
    for section in document.sections:
        story.append(Paragraph(escape(section.title), _HEADING))
        for block, after in zip_longest(section.blocks, section.blocks[1:]):
            story.extend(_block(block))
            if isinstance(block, Text) and isinstance(after, Grid):
                story[-1] = Paragraph(escape(block.text), _LEAD)

    def canvas(file: str | IO[bytes], /, **settings: Any) -> Canvas:
        page = _Numbered(file, **settings)
        page.footer = document.footer
        return page

    paper.build(story, canvasmaker=canvas)
    return out.getvalue()


def _block(block: Block) -> Iterator[Flowable]:
    match block:
        case Text():
            yield Paragraph(escape(block.text), _BODY)
        case Bullets():
            yield from (Paragraph(escape(item), _BULLET, bulletText="•") for item in block.items)
            yield Spacer(1, 4)
        case Facts():
            yield _facts(block)
        case Grid():
            yield Paragraph(escape(block.caption), _CAPTION)
            yield _grid(block)
        case Drawing():
            yield _drawing(block)
        case _:
            assert_never(block)


def _facts(facts: Facts) -> Table:
    rows = [[Paragraph(escape(name), _NAME), Paragraph(escape(value), _VALUE)] for name, value in facts.rows]
    table = Table(rows, colWidths=[_WIDTH * 0.25, _WIDTH * 0.75], hAlign="LEFT")
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_tight(1.2), ("LEFTPADDING", (0, 0), (0, -1), 0)])
    return table


def _grid(grid: Grid) -> Table:
    right = [column.align == "right" for column in grid.columns]
    head = [
        Paragraph(escape(column.name), _HEAD_RIGHT if far else _HEAD)
        for column, far in zip(grid.columns, right, strict=True)
    ]
    body = [
        [
            Paragraph(escape(cell), _CELL_RIGHT if far else _HEAD if at == 0 else _CELL)
            for at, (cell, far) in enumerate(zip(row, right, strict=True))
        ]
        for row in grid.rows
    ]
    total = sum(column.weight for column in grid.columns)
    widths = [_WIDTH * column.weight / total for column in grid.columns]
    table = Table([head, *body], colWidths=widths, repeatRows=1, hAlign="LEFT")
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, _INK),
            ("LINEBELOW", (0, 1), (-1, -1), 0.3, _LINE),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, _BAND]),
            *_tight(1.7),
        ]
    )
    return table


def _tight(points: float) -> list[tuple[str, tuple[int, int], tuple[int, int], float]]:
    return [
        ("TOPPADDING", (0, 0), (-1, -1), points),
        ("BOTTOMPADDING", (0, 0), (-1, -1), points),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]


def _drawing(drawing: Drawing) -> Flowable:
    side = _DRAWING
    paper = shapes.Drawing(side, side)
    paper.hAlign = "CENTER"
    for shape in drawing.shapes:
        match shape:
            case Polygon():
                points = [value for x, y in shape.corners for value in (x * side, (1 - y) * side)]
                paper.add(shapes.Polygon(points, fillColor=HexColor(shape.fill), strokeColor=white, strokeWidth=0.5))
            case Label():
                x, y = shape.at
                size = shape.size * side
                paper.add(
                    shapes.String(
                        x * side,
                        (1 - y) * side - size * 0.36,
                        shape.text,
                        fontName=_BOLD,
                        fontSize=size,
                        fillColor=HexColor(shape.fill),
                        textAnchor="middle",
                    )
                )
            case _:
                assert_never(shape)
    return paper


rl_config.warnOnMissingFontGlyphs = 1
