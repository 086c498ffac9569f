"""A printed document as data, rendered as PDF, HTML or plain text."""

from __future__ import annotations

import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from croupier.press.labels import labels_in


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Paper(StrEnum):
    """Paper sizes and orientations."""

    LETTER = "letter"
    LETTER_WIDE = "letter-wide"
    HALF_LETTER = "half-letter"
    TICKET = "ticket"
    LABEL = "label"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return _SIZES[self]


_SIZES = {
    Paper.LETTER: (215.9, 279.4),
    Paper.LETTER_WIDE: (279.4, 215.9),
    Paper.HALF_LETTER: (139.7, 215.9),
    Paper.TICKET: (156.0, 90.0),
    Paper.LABEL: (152.4, 101.6),
}
SIGN_PAPERS = ((279.4, 215.9), (431.8, 279.4), (558.8, 431.8), (863.6, 558.8))
"""Sizes in millimeters; a sign uses the first on which its words are large enough."""


class Style(StrEnum):
    """The typography of a document."""

    PAGE = "page"
    """A sheet to read at a desk."""
    SHEET = "sheet"
    """A sheet posted or kept at a table, in large type."""
    SIGN = "sign"
    """A sign that is read from `READ_FROM_MM`; the paper grows until the words fit."""
    SLIP = "slip"
    """A small slip."""


READ_FROM_MM = 3_000
CAPITAL_SHARE = 200
"""The least cap height relative to the reading distance: 15 mm at three meters, 17 minutes of arc."""


class Column(Struct, frozen=True):
    """A column of a table; `weight` is its share of the width on paper."""

    name: str
    weight: float = 1.0
    align: Align = Align.LEFT


class Text(Struct, frozen=True, tag=True):
    text: str


class Notice(Struct, frozen=True, tag=True):
    """Words that are read from a distance."""

    text: str


class Bullets(Struct, frozen=True, tag=True):
    items: tuple[str, ...]


class Facts(Struct, frozen=True, tag=True):
    """Names and values, one per line."""

    rows: tuple[tuple[str, str], ...]


class Grid(Struct, frozen=True, tag=True):
    """A table whose heading repeats on every page; the first column names the row."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


class Polygon(Struct, frozen=True, tag=True):
    """Corners relative to the upper left of the drawing, in units of its width."""

    corners: tuple[tuple[float, float], ...]
    fill: str
    line: str = "#ffffff"


class Label(Struct, frozen=True, tag=True):
    """A text centered at a point; `size` is a share of the drawing's width, `turn` is in degrees, clockwise."""

    at: tuple[float, float]
    text: str
    size: float
    fill: str
    turn: float = 0


class Drawing(Struct, frozen=True, tag=True):
    """A drawing of width 1 and height `ratio`; `words` is its text alternative."""

    words: str
    shapes: tuple[Polygon | Label, ...]
    ratio: float = 1.0
    wide: bool = False
    """It uses the full width of the page."""


class Code(Struct, frozen=True, tag=True):
    """A text as a QR code; `words` describes it."""

    text: str
    words: str


class Signatures(Struct, frozen=True, tag=True):
    """A signature line for each of these people."""

    who: tuple[str, ...]


Block = Text | Notice | Bullets | Facts | Grid | Drawing | Code | Signatures


class Section(Struct, frozen=True):
    title: str
    blocks: tuple[Block, ...]
    lang: str = ""
    """The language, if it is not the document's."""


class Document(Struct, frozen=True):
    """`footer` is on every page; `mark` is next to the title, for example on a copy.

    `day` is the date of the document; with a clock, equal documents would differ.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str
    style: Style = Style.PAGE
    paper: Paper = Paper.LETTER
    lang: str = "en-US"
    mark: str = ""
    day: datetime.date | None = None
    counted: str = ""
    """The name under which the journal counts its prints; empty if all prints are alike."""

    def as_copy(self, copy: int) -> Document:
        """The given print of a counted paper; every one after the first is marked."""
        return self if copy == 1 else self._marked(labels_in(self.lang)("Copy {copy}", copy=copy).upper())

    def as_preview(self) -> Document:
        """The document for reading: a counted paper is marked, since this print is not recorded."""
        return self._marked(labels_in(self.lang)("Preview").upper()) if self.counted else self

    def _marked(self, mark: str) -> Document:
        return replace(self, mark=", ".join(filter(None, (mark, self.mark))))
