"""What a command prints: JSON, or blocks that read well as plain text and, in a terminal, in color.

Plain text is written here, without rich; `croupier.cli.terminal` draws the same blocks in a terminal.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

from msgspec import Struct

from croupier.terms.citation import Authority

Line = tuple[tuple[str, str], ...]
"""Runs of text, each with a style in rich's words; the empty style is plain."""


class Heading(Struct, frozen=True):
    text: str


class Drawing(Struct, frozen=True):
    """Lines whose columns matter: they are never wrapped."""

    lines: tuple[Line, ...]


class Grid(Struct, frozen=True):
    """Rows under column names; the columns named in `right` are figures and stand to the right."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: frozenset[str] = frozenset()


class Derivation(Struct, frozen=True):
    """Numbered steps, each with its source."""

    steps: tuple[tuple[str, str], ...]


Block = str | Heading | Drawing | Grid | Derivation


def print_json(value: object) -> None:
    """One line of JSON; keys in the order they were given."""
    sys.stdout.write(json.dumps(value) + "\n")


def show(*blocks: Block) -> None:
    """Prints blocks for a person."""
    if in_terminal():
        from croupier.cli.terminal import draw

        draw(blocks)
        return
    for block in blocks:
        sys.stdout.write(plain(block))


def in_terminal() -> bool:
    return sys.stdout.isatty()


def in_color() -> bool:
    """Whether colors reach the reader; where they do not, a drawing marks red and black in letters."""
    return in_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def plain(block: Block) -> str:
    """The block as text that needs no terminal."""
    match block:
        case str():
            return block + "\n"
        case Heading():
            return f"\n{block.text}\n{'-' * len(block.text)}\n"
        case Drawing():
            return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in block.lines)
        case Grid():
            return _plain_grid(block)
        case Derivation():
            return "".join(
                f"  {rank}. {text}" + (f" [{source}]" if source else "") + "\n"
                for rank, (text, source) in enumerate(block.steps, start=1)
            )


def _plain_grid(grid: Grid) -> str:
    rows = [grid.columns, *grid.rows]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if name in grid.right else cell.ljust(width)
            for name, cell, width in zip(grid.columns, row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


# How values are written


def number(value: Fraction) -> int | str:
    """A whole number as such, another one as a text such as ``7/2``: how JSON carries odds."""
    return value.numerator if value.denominator == 1 else str(value)


def percent(value: Fraction) -> str:
    """A share in percent, for reading only."""
    return f"{float(value) * 100:.3f}%"


OPTIONAL_NOTE = "* optional: on a layout only where the house offers it"


def marked_name(name: str, *, optional: bool) -> str:
    """The name of a wager, starred when the house may leave it out."""
    return f"{name} *" if optional else name


def authority_json(authority: Authority) -> dict[str, object]:
    return {"clause": authority.clause, "basis": authority.basis.value, "adr": authority.adr}


def source(authority: Authority | None) -> str:
    """Clause, basis and ADR as a reader sees them."""
    return str(authority) if authority else ""
