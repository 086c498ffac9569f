"""Draws blocks in a terminal with rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.output import Block, ColumnBlock, Derivation, Heading, Preformatted


class Screen(Console):
    """A console that leaves a closed pipe to `guarded`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def draw(blocks: Sequence[Block]) -> None:
    screen = Screen(markup=False, highlight=False, emoji=False)
    for block in blocks:
        match block:
            case str():
                screen.print(block)
            case Heading():
                screen.print()
                screen.print(Text(block.text, "bold"))
            case Preformatted():
                for line in block.lines:
                    screen.print(Text.assemble(*line), no_wrap=True, crop=False, overflow="ignore")
            case ColumnBlock():
                screen.print(_table(block))
            case Derivation():
                screen.print(_steps(block))


def _table(grid: ColumnBlock) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold", show_edge=False)
    for column in grid.columns:
        right = column in grid.right
        table.add_column(column, justify="right" if right else "left", no_wrap=right)
    for row in grid.rows:
        table.add_row(*row)
    return table


def _steps(derivation: Derivation) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", width=4)
    table.add_column(ratio=1)
    table.add_column(style="dim")
    for rank, (text, source) in enumerate(derivation.steps, start=1):
        table.add_row(f"{rank}.", text, source)
    return table
