"""The examples in docstrings and on pages run as they stand."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "croupier"
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
MODULES = [
    "croupier",
    *sorted(
        module.name
        for module in pkgutil.walk_packages(croupier.__path__, "croupier.")
        if not module.name.endswith("__main__")
    ),
]
EXAMPLES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)
"""The modules with a prompt: to look for examples in the others takes longer than to run these."""
FENCE = re.compile(r"^\s*```.*$", re.MULTILINE)


def test_every_module_is_imported() -> None:
    assert all(importlib.import_module(name).__name__ == name for name in MODULES)
    assert set(EXAMPLES) < set(MODULES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=FLAGS, verbose=False)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/developer.md", "docs/mathematician.md", "docs/regulator.md"])
def test_pages(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    """Fences become blank lines, so that a closing one is not taken for expected output."""
    monkeypatch.chdir(ROOT)
    text = FENCE.sub("", (ROOT / page).read_text("utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page, page, 0)
    assert len(test.examples) > 3
    report: list[str] = []
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append).failed == 0, "".join(report)


def test_every_page_with_examples_is_run() -> None:
    """Pages in docs with a prompt are run here, or by the laboratory's own test."""
    run = {"developer.md", "mathematician.md", "regulator.md", "laboratory.md"}
    assert {
        page.name for page in (ROOT / "docs").glob("*.md") if re.search(r"^>>> ", page.read_text("utf-8"), re.M)
    } == run
