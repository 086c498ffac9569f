"""Renders drawings and QR codes as SVG, for HTML and PDF."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape as escape_html
from typing import assert_never

from croupier.press.document import Code, Drawing, Label, Polygon
from croupier.terms.text import spelled

FONT = "Libertinus Serif"
QUIET = 4
"""The white border of a QR code, in modules."""
_WIDTH = 1000
_STROKE = 2


def of_drawing(drawing: Drawing) -> str:
    """The drawing as an SVG element."""
    return "".join(_drawing(drawing))


def _drawing(drawing: Drawing) -> Iterator[str]:
    height = drawing.ratio * _WIDTH
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.1f}" {_name(drawing.words)}>'
    for shape in drawing.shapes:
        match shape:
            case Polygon():
                points = " ".join(f"{x * _WIDTH:.1f},{y * _WIDTH:.1f}" for x, y in shape.corners)
                yield f'<polygon points="{points}" fill="{shape.fill}" stroke="{shape.line}" stroke-width="{_STROKE}"/>'
            case Label():
                yield _label(shape)
            case _:
                assert_never(shape)
    yield "</svg>"


def _label(label: Label) -> str:
    x, y = (value * _WIDTH for value in label.at)
    size = label.size * _WIDTH
    turn = f' transform="rotate({label.turn:g} {x:.1f} {y:.1f})"' if label.turn else ""
    words = escape_html(spelled(label.text))
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.34:.1f}" font-size="{size:.1f}" fill="{label.fill}" '
        f'text-anchor="middle" font-family="{FONT}, serif" font-weight="bold"{turn}>{words}</text>'
    )


def of_code(code: Code) -> str:
    """The QR code as an SVG element, with error correction."""
    rows = modules(code.text)
    side = len(rows) + 2 * QUIET
    dark = "".join(_runs(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" {_name(code.words)}>'
        f'<path d="M0 0h{side}v{side}h-{side}z" fill="#ffffff"/><path d="{dark}" fill="#000000"/></svg>'
    )


def code_side(code: Code) -> int:
    """The width of a code in modules, including its white border."""
    return len(modules(code.text)) + 2 * QUIET


def modules(text: str) -> list[bytearray]:
    """The modules of a text's QR code; dark ones are nonzero."""
    return [bytearray(row) for row in _matrix(text)]


@lru_cache(maxsize=64)
def _matrix(text: str) -> tuple[bytes, ...]:
    import segno

    return tuple(bytes(row) for row in segno.make(text, micro=False, error="m", boost_error=False).matrix)


def _runs(rows: list[bytearray]) -> Iterator[str]:
    for down, row in enumerate(rows, start=QUIET):
        across = 0
        while across < len(row):
            start = across
            while across < len(row) and row[across]:
                across += 1
            if across > start:
                yield f"M{start + QUIET} {down}h{across - start}v1h-{across - start}z"
            across += 1


def _name(words: str) -> str:
    return f'role="img" aria-label="{escape_html(spelled(words))}"'
