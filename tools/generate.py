"""Writes the pages generated from the code and the catalogue; with `--check`, lists the stale ones instead."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.commands import cli_page
from tools.examples import example_pages
from tools.layers import architecture_page
from tools.page_types import type_pages
from tools.refusals import refusals_page
from tools.scan import ROOT, traced_tree
from tools.table_pages import table_page
from tools.traceability import trace_table, traceability_page


def pages() -> Mapping[Path, str]:
    """Every generated file and its content."""
    trace = traced_tree()
    return {
        Path("src/croupier/rules/trace.tsv"): trace_table(trace),
        Path("docs/traceability.md"): traceability_page(trace),
        Path("docs/refusals.md"): refusals_page(),
        Path("docs/table.md"): table_page(),
        Path("docs/cli.md"): cli_page(),
        Path("ARCHITECTURE.md"): architecture_page(),
        **example_pages(),
        **type_pages(ROOT),
    }


def stale(root: Path) -> list[Path]:
    """The generated files that are missing or stale."""
    return [path for path, text in pages().items() if not _holds(root / path, text)]


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and exit 1 if a page is stale")
    if parser.parse_args(arguments).check:
        found = stale(root)
        for path in found:
            print(f"{path.as_posix()} is stale: run make docs", file=sys.stderr)
        return 1 if found else 0
    for path, text in pages().items():
        target = root / path
        if not _holds(target, text):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
            print(f"wrote {path.as_posix()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
