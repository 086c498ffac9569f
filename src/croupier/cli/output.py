"""Output of a command: JSON, or blocks as plain text or, in a terminal, in color.

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
"""Runs of text, each with a rich style; the empty style is plain."""


class Heading(Struct, frozen=True):
    text: str


class Preformatted(Struct, frozen=True):
    """Lines that are never wrapped."""

    lines: tuple[Line, ...]


class ColumnBlock(Struct, frozen=True):
    """Rows under column names; the columns in `right` hold figures and are right-aligned."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: frozenset[str] = frozenset()


class Derivation(Struct, frozen=True):
    """Numbered steps, each with its source."""

    steps: tuple[tuple[str, str], ...]


Block = str | Heading | Preformatted | ColumnBlock | Derivation


def aligned(rows: Sequence[tuple[str, str]]) -> Preformatted:
    """Names and values in two columns, without column names."""
    width = max(len(name) for name, _ in rows)
    return Preformatted(tuple(((f"  {name:<{width}}  {value}", ""),) for name, value in rows))


def print_text(text: str) -> None:
    """Prints a document unchanged, such as a round file, a page or a note."""
    sys.stdout.write(text)


def flush() -> None:
    """Flushes the output, before a service waits."""
    sys.stdout.flush()


def print_note(text: str) -> None:
    """Prints a line about the run on standard error, apart from its output."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def print_json(value: object) -> None:
    """Prints one line of JSON, with keys in the given order."""
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
    """Whether output is in color; otherwise a drawing marks red and black with letters."""
    return in_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def plain(block: Block) -> str:
    """The block as plain text."""
    match block:
        case str():
            return block + "\n"
        case Heading():
            return f"\n{block.text}\n{'-' * len(block.text)}\n"
        case Preformatted():
            return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in block.lines)
        case ColumnBlock():
            return _plain_grid(block)
        case Derivation():
            return "".join(
                f"  {rank}. {text}" + (f" [{source}]" if source else "") + "\n"
                for rank, (text, source) in enumerate(block.steps, start=1)
            )


def _plain_grid(grid: ColumnBlock) -> str:
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
    """Odds for JSON: an integer, or a text such as ``7/2``."""
    return value.numerator if value.denominator == 1 else str(value)


def percent(value: Fraction) -> str:
    """A share in percent, for reading only."""
    return f"{float(value) * 100:.3f}%"


OPTIONAL_NOTE = "* optional: on a layout only if the house offers it"


def marked_name(name: str, *, optional: bool) -> str:
    """The name of a wager, starred if it is optional."""
    return f"{name} *" if optional else name


def authority_json(authority: Authority) -> dict[str, object]:
    return {"clause": authority.clause, "basis": authority.basis.value, "adr": authority.adr}


def source(authority: Authority | None) -> str:
    """Clause, basis and ADR in words."""
    return str(authority) if authority else ""
