"""Tests use what is public, so that the inside of a module may change without them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
ALLOWED = {
    ("compiling.py", "_rewrite_test"): "pytest has no public way to compile a file without importing it",
    ("compiling.py", "_write_pyc"): "pytest has no public way to compile a file without importing it",
    ("floor/simulation/controls.py", "_Outcome"): "controls override one step of the committer",
    ("floor/simulation/controls.py", "_Part"): "controls override one step of the committer",
    ("floor/simulation/world.py", "_Outcome"): "overrides one step of the committer to count what it saw",
    ("floor/simulation/world.py", "_Part"): "overrides one step of the committer to count what it saw",
    ("floor/simulation/world.py", "_task"): "a process that ends in a task of its desk leaves nothing else to see",
    ("floor/simulation/world.py", "_turn"): "the public way ends the loop, and turns of several desks overlap here",
    ("journal/test_postgres.py", "_connection"): "kills the server process behind the connection",
    ("journal/test_postgres_standby.py", "_connection"): "cancels the statement of the connection",
    ("journal/test_powerloss.py", "_abandon"): "closing in the public way would write to the lost disk",
    ("journal/test_sqlite.py", "_open"): "how a connection syncs can be read from that connection alone",
}
"""The names that a test file uses although they are private, and why."""
PATCHED = re.compile(r"(?:^|\.)(_[a-zA-Z]\w*)$")
MENTIONED = re.compile(r"(?:(?<!\bself)(?<!\bcls)(?<!super\(\))\.|import |, |[(\"']|^\s+)_[a-zA-Z]", re.MULTILINE)
"""What the text of a module holds that reaches into a private."""
PUBLIC = {"_replace"}
"""Public in spite of its name: of a named tuple."""


def privates(source: str) -> Iterator[str]:
    """The private names that a module imports, patches, or reads from anything but itself."""
    if not MENTIONED.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (each.name for each in node.names if is_private(each.name))
        elif isinstance(node, ast.Attribute) and is_private(node.attr):
            if ast.unparse(node.value) not in ("self", "cls", "super()"):
                yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
            for given in node.args[:2]:
                if isinstance(given, ast.Constant) and (found := PATCHED.search(str(given.value))):
                    yield found[1]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from croupier.x import _y", ["_y"]),
        ("thing._part", ["_part"]),
        ("thing()._part.other", ["_part"]),
        ("self._part + super()._part", []),
        ("patch.setattr(thing, '_part', 1)", ["_part"]),
        ("patch.setattr('croupier.x._part', 1)", ["_part"]),
        ("thing.__class__._replace", []),
    ],
)
def test_privates_are_found(source: str, found: list[str]) -> None:
    assert list(privates(source)) == found


def test_tests_reach_into_no_more_privates_than_they_must() -> None:
    found = {
        (path.relative_to(TESTS).as_posix(), name)
        for path in TESTS.rglob("*.py")
        for name in privates(path.read_text("utf-8"))
    }
    assert found == ALLOWED.keys()
