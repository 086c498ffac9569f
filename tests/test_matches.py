"""Matches are closed: what is new among events, commands and enumerations is an error of the type checker.

mypy rejects a match that leaves out a case (`exhaustive-match`). A wildcard would hide the same omission, so it may
only call `assert_never`, except where the matched value is open data.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "croupier"
OPEN = {
    ("client/connection.py", "frame['type']"): "a newer service may send other frames",
    ("journal/policy.py", "word"): "words of a file that people write",
    ("press/record_catalog.py", "thing"): "a name from the command line",
    ("press/tournament_catalog.py", "id"): "names of documents, checked against the catalog before",
    ("rules/procedure_reader.py", "reason"): "raises for the many steps that are no reason",
    ("terms/toml.py", "given"): "any object",
}
"""Matches over open data whose wildcard does something else, and why."""


def matches(source: str) -> Iterator[ast.Match]:
    found = re.search(r"^\s*match\b", source, re.MULTILINE)
    return (node for node in (ast.walk(ast.parse(source)) if found else ()) if isinstance(node, ast.Match))


def is_open(match: ast.Match) -> bool:
    """Whether a wildcard of the match does anything but call `assert_never`."""
    return any(
        isinstance(case.pattern, ast.MatchAs)
        and case.pattern.pattern is None
        and case.guard is None
        and not ast.unparse(case.body[0]).startswith("assert_never(")
        for case in match.cases
    )


@pytest.mark.parametrize(
    ("wildcard", "expected"),
    [("case _: pass", True), ("case other: print(other)", True), ("case _: assert_never(it)", False), ("", False)],
)
def test_a_wildcard_is_found(wildcard: str, expected: bool) -> None:
    (found,) = matches(f"match it:\n    case 1: pass\n    {wildcard}")
    assert is_open(found) is expected


def test_a_wildcard_hides_no_omission() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), ast.unparse(match.subject))
        for path in PACKAGE.rglob("*.py")
        for match in matches(path.read_text("utf-8"))
        if is_open(match)
    }
    assert found == OPEN.keys()


def test_mypy_rejects_a_match_that_is_not_exhaustive() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert "exhaustive-match" in settings["enable_error_code"]
