"""Colors have names: a raw one stands in tokens.css, and nowhere else, and a name says what the color is for."""

from __future__ import annotations

import re

from croupier.web.files import STATIC

RAW = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(")
DECLARED = re.compile(r":([^;{}]*)[;}]")
QUOTED = re.compile(r"""['"`]#[0-9a-fA-F]{3,8}['"`]|['"`](?:rgb|hsl)a?\(""")
TOKENS = (STATIC / "css" / "tokens.css").read_text("utf-8")
NAMED = frozenset(re.findall(r"(--[\w-]+):\s*(?:#|rgb|hsl)", TOKENS))
FILES = [*STATIC.rglob("*.css"), *STATIC.rglob("*.js"), *STATIC.glob("*.html")]
CHIP = re.compile(r"--chip-(\w+)-(?:face|side|ink|spot)")
"""Paints of a chip's color; the script puts their names together."""


def test_styles_use_named_colors() -> None:
    found = [
        f"{sheet.name}: {value.strip()}"
        for sheet in sorted((STATIC / "css").glob("*.css"))
        if sheet.name != "tokens.css"
        for value in DECLARED.findall(re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL))
        if RAW.search(value)
    ]
    assert found == []


def test_scripts_use_named_colors() -> None:
    scripts = {str(path.relative_to(STATIC)): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    assert {name for name, text in scripts.items() if QUOTED.search(text)} == set()


def test_every_named_color_is_used() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", "".join(path.read_text("utf-8") for path in FILES)))
    chips = {name for name in NAMED if CHIP.fullmatch(name)}
    assert NAMED - used - chips == set()
    drawn = (STATIC / "ui" / "chip.js").read_text("utf-8")
    colors = {found[1] for name in chips if (found := CHIP.fullmatch(name))} - {"plain"}
    unknown = {color for color in colors if not re.search(rf"\b{color}: '", drawn)}
    assert unknown == {f"other{number}" for number in range(1, 9)}


def test_a_color_is_named_for_its_use_and_not_for_its_shade() -> None:
    """A number tells the steps of one gradient, never a lightness: `--rail-2`, and no `--wine-36b`."""
    shades = re.compile(r"--\w+-(?:\d{2,}\w*|\d\w+|a\d+)(?:-a\d+)?")
    assert {name for name in NAMED if shades.fullmatch(name)} - {"--stop-10", "--stop-20"} == set()
