"""Generates the table of layers in ARCHITECTURE.md: the order from the import contract, the imports from the source."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator

from tools.scan import PACKAGE, ROOT

_BEGIN = "| layer | holds | imports |\n| --- | --- | --- |\n"
_ROW = re.compile(r"\| `(\w+)` \| (.*?) \| .* \|")


def architecture_page() -> str:
    """The page with its table updated; the texts about the layers are kept."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    head, begin, rest = text.partition(_BEGIN)
    table, _, tail = rest.partition("\n\n")
    holds = {row[1]: row[2] for row in map(_ROW.fullmatch, table.splitlines()) if row}
    rows = [f"| `{layer}` | {holds[layer]} | {_imports(layer)} |" for layer in layers()]
    return head + begin + "\n".join(rows) + "\n\n" + tail


def layers() -> list[str]:
    """The layers from the top, in the order of the import contract."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    lines = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    return [layer.strip() for line in lines for layer in line.split("|")]


def _imports(layer: str) -> str:
    """The layers below that it imports, in their order, and the libraries."""
    found = {module for path in (PACKAGE / layer).rglob("*.py") for module in _imported(path.read_text("utf-8"))}
    own = [name for name in layers() if f"croupier.{name}" in found and name != layer]
    libraries = {module.partition(".")[0] for module in found} - sys.stdlib_module_names - {"croupier", "__future__"}
    return "; ".join(part for part in (", ".join(own), ", ".join(sorted(libraries))) if part)


def _imported(source: str) -> Iterator[str]:
    """Every module that a file imports; modules of the package as their layer."""
    for node in _statements(ast.parse(source).body):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
            if node.module == "croupier":
                names = [f"croupier.{alias.name}" for alias in node.names]
        yield from (".".join(name.split(".")[:2]) if name.startswith("croupier.") else name for name in names)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every statement, however deep; expressions import nothing."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, part, ()))
