"""Renders a document as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill, wrap
from typing import assert_never

from croupier.press.document import (
    Align,
    Block,
    Bullets,
    Code,
    Document,
    Drawing,
    Facts,
    Grid,
    Notice,
    Signatures,
    Text,
)
from croupier.press.labels import Labels, labels_in
from croupier.terms.text import spelled

WIDTH = 78
_NAME_MAX = 26


def render(document: Document) -> str:
    """The document as text, at most `WIDTH` wide except for tables that need more."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    title = spelled(document.title) + (f"   [{spelled(document.mark)}]" if document.mark else "")
    yield from (title, "=" * min(len(title), WIDTH))
    if document.subtitle:
        yield _filled(document.subtitle)
    say = labels_in(document.lang)
    for section in document.sections:
        if section.title:
            yield from ("", spelled(section.title), "-" * min(len(section.title), WIDTH))
        for block in section.blocks:
            yield ""
            yield from _block(block, say)
    yield from ("", _filled(document.footer))


def _filled(text: str, indent: str = "", first: str | None = None) -> str:
    lead = indent if first is None else first
    return fill(spelled(text), WIDTH, initial_indent=lead, subsequent_indent=indent) or lead.rstrip()


def _block(block: Block, say: Labels) -> Iterator[str]:
    match block:
        case Text() | Notice():
            yield _filled(block.text)
        case Bullets():
            yield from (_filled(item, "  ", "- ") for item in block.items)
        case Facts():
            yield from _facts(block)
        case Grid():
            yield from _grid(block)
        case Drawing():
            yield _filled(f"[{say('Drawing: {what}', what=block.words)}]")
        case Code():
            yield _filled(f"[{block.words}]")
            yield from (f"    {spelled(line)}" for line in block.text.splitlines())
        case Signatures():
            for who in block.who:
                yield from ("", "_" * 40, spelled(who))
        case _:
            assert_never(block)


def _facts(facts: Facts) -> Iterator[str]:
    width = min(max((len(name) for name, _ in facts.rows), default=0), _NAME_MAX) + 2
    for name, value in facts.rows:
        yield _filled(value, " " * width, spelled(name).ljust(width))


def _grid(grid: Grid) -> Iterator[str]:
    if grid.caption:
        yield spelled(grid.caption)
    rows = [[spelled(column.name) for column in grid.columns], *([spelled(cell) for cell in row] for row in grid.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(grid.columns))]
    if sum(widths) + 2 * len(widths) > WIDTH:
        widths = _narrowed(widths)
    for number, row in enumerate(rows):
        cells = [wrap(cell, width, break_long_words=True) or [""] for cell, width in zip(row, widths, strict=True)]
        for deep in range(max(map(len, cells))):
            parts = [cell[deep] if deep < len(cell) else "" for cell in cells]
            sides = zip(parts, widths, grid.columns, strict=True)
            line = (p.rjust(w) if column.align is Align.RIGHT else p.ljust(w) for p, w, column in sides)
            yield "  ".join(line).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


def _narrowed(widths: list[int]) -> list[int]:
    """Narrows the widest columns until the table fits, as far as words allow."""
    found, room = list(widths), WIDTH - 2 * len(widths)
    while sum(found) > room and max(found) > 8:
        found[found.index(max(found))] -= 1
    return found
