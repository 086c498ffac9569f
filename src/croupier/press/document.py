"""A printed document as data: sections of paragraphs, tables and drawings, which HTML and PDF show alike."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Column(Struct, frozen=True):
    """A column of a table; `weight` is its share of the width on paper."""

    name: str
    weight: float = 1.0
    align: Align = Align.LEFT


class Text(Struct, frozen=True, tag=True):
    text: str


class Bullets(Struct, frozen=True, tag=True):
    items: tuple[str, ...]


class Facts(Struct, frozen=True, tag=True):
    """Names and values, one to a line."""

    rows: tuple[tuple[str, str], ...]


class Grid(Struct, frozen=True, tag=True):
    """A table whose heading comes again on every page; the first column names the row."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


class Polygon(Struct, frozen=True, tag=True):
    """Corners in a square of side 1, from its upper left."""

    corners: tuple[tuple[float, float], ...]
    fill: str


class Label(Struct, frozen=True, tag=True):
    """A text centered at a point; `size` is a share of the square's side."""

    at: tuple[float, float]
    text: str
    size: float
    fill: str


class Drawing(Struct, frozen=True, tag=True):
    """A square drawing; `words` say it to those who do not see it."""

    words: str
    shapes: tuple[Polygon | Label, ...]


Block = Text | Bullets | Facts | Grid | Drawing


class Section(Struct, frozen=True):
    title: str
    blocks: tuple[Block, ...]


class Document(Struct, frozen=True):
    """`footer` stands on every page."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str
