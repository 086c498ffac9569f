"""The examples in docstrings and in the README run as they stand."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).resolve().parent.parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
MODULES = [
    "croupier",
    *sorted(
        module.name
        for module in pkgutil.walk_packages(croupier.__path__, "croupier.")
        if not module.name.endswith("__main__")
    ),
]
FENCE = re.compile(r"^\s*```.*$", re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=FLAGS, verbose=False).failed == 0


def test_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fences become blank lines, so that a closing one is not taken for expected output."""
    monkeypatch.chdir(ROOT)
    text = FENCE.sub("", (ROOT / "README.md").read_text("utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, "README.md", "README.md", 0)
    assert test.examples, "README.md has no examples to run"
    report: list[str] = []
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append).failed == 0, "".join(report)
