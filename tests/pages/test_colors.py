"""Colors have names: a raw one stands in tokens.css, and nowhere else."""

from __future__ import annotations

import re

from croupier.web.files import STATIC

RAW = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(")
DECLARED = re.compile(r":([^;{}]*)[;}]")
DRAWN = frozenset({"ui/board-drawing.js", "ui/chip.js", "ui/wheel-drawing.js"})
"""Scripts that draw with colors of their own; the list only becomes shorter."""
QUOTED = re.compile(r"""['"`]#[0-9a-fA-F]{3,8}['"`]|['"`](?:rgb|hsl)a?\(""")


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
    assert {name for name, text in scripts.items() if QUOTED.search(text)} == DRAWN


def test_every_named_color_is_used() -> None:
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    files = [*STATIC.rglob("*.css"), *STATIC.rglob("*.js"), *STATIC.glob("*.html")]
    used = set(re.findall(r"var\((--[\w-]+)", "".join(path.read_text("utf-8") for path in files)))
    declared = set(re.findall(r"(--[\w-]+):\s*(?:#|rgb)", tokens))
    assert declared - used == set()
