"""Renders a document as one HTML page for screen and paper, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape as escape_html
from typing import assert_never

from croupier.press import svg
from croupier.press.document import (
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
from croupier.terms.text import spelled

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
.wide svg { width: 100%; }
.code svg { width: 11rem; }
.mark { float: right; border: 2px solid var(--ink); padding: .2rem .6rem; font-weight: 700; }
.notice { font-weight: 700; font-size: 1.4rem; line-height: 1.2; }
.sign .notice { font-size: clamp(1.6rem, 6.2vw, 5rem); line-height: 1.15; max-width: none; margin: .6em 0; }
.sign { max-width: 80rem; }
.sheet { font-size: 20px; }
.slip { max-width: 34rem; font-size: 14px; }
.sign-here { list-style: none; padding: 0; }
.sign-here li { margin-top: 2.6rem; border-top: 1px solid var(--ink); color: var(--faint); font-size: .8rem; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .5rem; color: var(--faint);
  font-size: .8rem; overflow-wrap: anywhere; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 9.5pt; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr, svg { break-inside: avoid; }
}
""".strip()

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(document: Document) -> str:
    """The HTML page."""
    return "\n".join(_page(document)) + "\n"


def escape(text: str) -> str:
    return escape_html(spelled(text))


def _page(document: Document) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="{escape(document.lang)}">'
    yield '<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(document.title)}</title>\n<style>\n{_STYLE}\n{_paper(document)}\n</style>\n</head>"
    yield f'<body class="{document.style}">\n<header>'
    if document.mark:
        yield f'<p class="mark">{escape(document.mark)}</p>'
    yield f"<h1>{escape(document.title)}</h1>\n<p>{escape(document.subtitle)}</p>\n</header>\n<main>"
    for section in document.sections:
        opening = f'<section lang="{escape(section.lang)}">' if section.lang else "<section>"
        yield f"{opening}\n<h2>{escape(section.title)}</h2>" if section.title else opening
        for block in section.blocks:
            yield from _block(block)
        yield "</section>"
    yield f"</main>\n<footer>{escape(document.footer)}</footer>\n</body>\n</html>"


def _paper(document: Document) -> str:
    """The paper size for a browser; a sign uses its smallest paper."""
    width, height = SIGN_PAPERS[0] if document.style is Style.SIGN else document.paper.size_mm
    margin = "8mm" if document.style is Style.SLIP else "16mm 14mm"
    return f"@page {{ size: {width:g}mm {height:g}mm; margin: {margin}; }}"


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
            yield f'<div class="{"wide" if block.wide else "drawing"}">{svg.of_drawing(block)}</div>'
        case Code():
            yield f'<div class="code">{svg.of_code(block)}</div>'
        case Notice():
            yield f'<p class="notice">{escape(block.text)}</p>'
        case Signatures():
            yield '<ul class="sign-here">' + "".join(f"<li>{escape(who)}</li>" for who in block.who) + "</ul>"
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
