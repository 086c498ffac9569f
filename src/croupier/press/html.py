"""A document as one HTML page: no script, nothing loaded, fit for paper as for a screen."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import assert_never

from croupier.press.document import Block, Bullets, Document, Drawing, Facts, Grid, Label, Polygon, Text

_STYLE = """
:root { color-scheme: light; --ink: #1d2126; --faint: #5f6873; --line: #c9d0d8; --band: #f3f5f8; }
body { margin: 2rem auto; max-width: 56rem; padding: 0 1.25rem; color: var(--ink); background: #fff;
  font: 15px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
header { border-bottom: 3px solid var(--ink); margin-bottom: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; }
header p { margin: .2rem 0 .8rem; color: var(--faint); font-size: 1.05rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; break-after: avoid; }
p, ul, dl { max-width: 48rem; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: .15rem 1rem; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .86rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .35rem; }
thead th { border-bottom: 1.5px solid var(--ink); vertical-align: bottom; }
th, td { padding: .22rem .5rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:nth-child(even) { background: var(--band); }
tbody th { font-weight: 600; }
.right { text-align: right; }
svg { display: block; width: min(24rem, 100%); margin: 1rem auto; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .5rem; color: var(--faint);
  font-size: .8rem; overflow-wrap: anywhere; }
@page { size: letter; margin: 16mm 14mm; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 9.5pt; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr, svg { break-inside: avoid; }
}
""".strip()

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(document: Document) -> str:
    """The whole page."""
    return "\n".join(_page(document)) + "\n"


def _page(document: Document) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en-US">'
    yield '<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(document.title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>"
    yield f"<header>\n<h1>{escape(document.title)}</h1>\n<p>{escape(document.subtitle)}</p>\n</header>\n<main>"
    for section in document.sections:
        yield f"<section>\n<h2>{escape(section.title)}</h2>"
        for block in section.blocks:
            yield from _block(block)
        yield "</section>"
    yield f"</main>\n<footer>{escape(document.footer)}</footer>\n</body>\n</html>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Text():
            yield f"<p>{escape(block.text)}</p>"
        case Bullets():
            yield "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in block.items) + "</ul>"
        case Facts():
            yield "<dl>"
            yield from (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in block.rows)
            yield "</dl>"
        case Grid():
            yield from _grid(block)
        case Drawing():
            yield from _drawing(block)
        case _:
            assert_never(block)


def _grid(grid: Grid) -> Iterator[str]:
    sides = [' class="right"' if column.align == "right" else "" for column in grid.columns]
    yield f'<div class="scroll">\n<table>\n<caption>{escape(grid.caption)}</caption>\n<thead><tr>'
    for column, side in zip(grid.columns, sides, strict=True):
        yield f'<th scope="col"{side}>{escape(column.name)}</th>'
    yield "</tr></thead>\n<tbody>"
    for row in grid.rows:
        cells = [f'<th scope="row"{sides[0]}>{escape(row[0])}</th>']
        cells += [f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row[1:], sides[1:], strict=True)]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table>\n</div>"


def _drawing(drawing: Drawing) -> Iterator[str]:
    yield f'<svg viewBox="0 0 1000 1000" role="img" aria-label="{escape(drawing.words)}">'
    for shape in drawing.shapes:
        match shape:
            case Polygon():
                points = " ".join(f"{x * 1000:.1f},{y * 1000:.1f}" for x, y in shape.corners)
                yield f'<polygon points="{points}" fill="{shape.fill}" stroke="#fff" stroke-width="2"/>'
            case Label():
                x, y = shape.at
                yield (
                    f'<text x="{x * 1000:.1f}" y="{y * 1000:.1f}" font-size="{shape.size * 1000:.0f}" '
                    f'fill="{shape.fill}" text-anchor="middle" dominant-baseline="central" '
                    f'font-family="Helvetica, Arial, sans-serif" font-weight="bold">{escape(shape.text)}</text>'
                )
            case _:
                assert_never(shape)
    yield "</svg>"
