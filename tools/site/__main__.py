"""Builds the site into build/site: ``make site``. Any warning, such as a link that leads nowhere, fails the build."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.scan import ROOT

_START = '<!doctype html><title>croupier</title><meta http-equiv="refresh" content="0; url=README.html">\n'
"""The start page, which redirects to the README."""


def build(target: Path) -> int:
    """Builds the site and returns the exit code of Sphinx."""
    cache = target.with_name(f"{target.name}-cache")
    strict = ["--fail-on-warning", "--keep-going", "--quiet"]
    conf = ["--conf-dir", str(ROOT / "tools" / "site"), "--doctree-dir", str(cache)]
    code: int = build_main(["--builder", "html", *strict, *conf, str(ROOT), str(target)])
    if code == 0:
        (target / "index.html").write_text(_START, "utf-8")
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the directory of the site")
    out: Path = parser.parse_args(arguments).out
    code = build(out)
    if code == 0:
        print(f"{out / 'index.html'} is the first page")
    return code


if __name__ == "__main__":
    sys.exit(main())
