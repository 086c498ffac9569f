"""Jurisdiction is data of the rulebooks' folders: no book, family or clause is named in Python or JavaScript."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.scan import PACKAGE, RULES

CLAUSE = re.compile(r"(?:CO 47\.1-|NJ 19:47-|SD 20:|HS )[\w(]")

KNOWN: frozenset[tuple[str, str]] = frozenset()
"""Places that still name one. An entry that is no longer needed fails the test, and so does a new place."""

ANOTHER_MEANING = frozenset(
    {
        ("cli/check.py", "house"),
        ("cli/print/houses.py", "house"),
        ("rules/house.py", "house"),
        ("table/posted.py", "house"),
        ("terms/citation.py", "house"),
        ("terms/money.py", "house"),
        ("tournament/setup_reader.py", "house"),
        ("tournament/state.py", "house"),
        ("web/static/core/language.js", "house"),
        ("web/static/pages/rules.js", "house"),
        ("web/static/pages/setup-plan.js", "house"),
        ("web/static/ui/cr-masthead.js", "house"),
    }
)
"""Where the word means the house that runs the tables, and not the book of that id."""

EXAMPLES = frozenset(
    {
        "cli/books/__init__.py",
        "cli/books/comparison.py",
        "cli/books/tracing.py",
        "cli/explain.py",
        "cli/law.py",
        "cli/play.py",
        "cli/settle.py",
        "cli/simulate.py",
        "records/header.py",
    }
)
"""Help and advice that show a call with a book of the package, after "instance", "such as", a file or "croupier"."""
_EXAMPLE = re.compile(r"such as|For instance|Example:|A round file:|A script is|^croupier ")


def names() -> frozenset[str]:
    """The ids and families of the packaged rulebooks."""
    found: set[str] = set()
    for path in RULES.glob("*/book.toml"):
        book = tomllib.loads(path.read_text("utf-8"))
        found |= {str(book[key]) for key in ("id", "family") if key in book}
    return frozenset(found)


NAMES = names()
_LISTED = re.compile(
    rf"(?<![\w.-])(?:{'|'.join(sorted(name for name in NAMES if len(name) > 2 and '-' in name))})(?![\w-])"
)
_KEYS = re.compile(rf"^\s*({'|'.join(sorted(map(re.escape, NAMES)))})\s*:", re.MULTILINE)


def found_in(literal: str) -> Iterator[str]:
    """What a literal names: itself where it is a name, each clause, or the whole of a list of books."""
    if literal in NAMES:
        yield literal
    yield from re.findall(rf"{CLAUSE.pattern}[\w.-]*", literal)
    if literal not in NAMES and _LISTED.search(literal):
        yield literal


def python_literals(source: str) -> Iterator[str]:
    """Every string literal that is no docstring."""
    nodes = list(ast.walk(ast.parse(source)))
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(statement.value)
        for owner in nodes
        if isinstance(owner, owners)
        for statement in owner.body
        if isinstance(statement, ast.Expr)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def javascript_literals(source: str) -> Iterator[str]:
    """Every quoted text and every bare key that is a name, outside comments."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", source, flags=re.DOTALL)
    for quoted in re.findall(r"'([^'\n]*)'|\"([^\"\n]*)\"|`([^`]*)`", code):
        yield from filter(None, quoted)
    yield from _KEYS.findall(code)


@cache
def named() -> frozenset[tuple[str, str]]:
    """Each place below the package with what it names. The tree is read once."""
    found: set[tuple[str, str]] = set()
    for path in sorted(PACKAGE.rglob("*")):
        file = path.relative_to(PACKAGE).as_posix()
        if path.suffix not in (".py", ".js"):
            continue
        read = python_literals if path.suffix == ".py" else javascript_literals
        for literal in read(path.read_text("utf-8")):
            if file in EXAMPLES and _EXAMPLE.search(literal):
                continue
            found |= {(file, name) for name in found_in(literal)}
    return frozenset(found)


def test_no_book_family_or_clause_is_named_outside_the_rulebooks() -> None:
    found = named() - ANOTHER_MEANING
    assert sorted(found - KNOWN) == [], "a new place: make it data of the rulebook's folder"
    assert sorted(KNOWN - found) == [], "no longer needed: take it off the list"


PLACES = re.compile("Colorado|New Jersey|South Dakota|N\\.J\\.A\\.C|ARSD")
SPEAKING = frozenset({"terms/citation.py", *EXAMPLES})
"""Where an example shows the id of a clause."""


@pytest.mark.parametrize("ending", [".py", ".js", ".html", ".css", ".typ", ".json"])
def test_no_clause_and_no_state_is_named_even_in_a_comment_a_page_or_a_catalogue(ending: str) -> None:
    texts = {
        path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8")
        for path in PACKAGE.rglob(f"*{ending}")
        if RULES not in path.parents
    }
    assert texts
    assert [file for file, text in texts.items() if PLACES.search(text)] == []
    assert [file for file, text in texts.items() if CLAUSE.search(text) and file not in SPEAKING] == []


def test_a_word_with_another_meaning_is_still_there() -> None:
    assert named() >= ANOTHER_MEANING


@pytest.mark.parametrize("file", sorted(EXAMPLES))
def test_an_example_is_still_there(file: str) -> None:
    assert any(
        _EXAMPLE.search(literal) and re.search(rf"\b({'|'.join(NAMES)})\b|{CLAUSE.pattern}", literal)
        for literal in python_literals((PACKAGE / file).read_text("utf-8"))
    )


def test_what_is_looked_for_is_seen() -> None:
    source = '''"""co-2014 in a docstring."""
A = "co-2014"
B = {"nj": 1}
def f() -> str:
    """NJ 19:47-5.2(a) in another."""
    return f"by {A} under CO 47.1-2207 and HS limits"
'''
    assert [name for literal in python_literals(source) for name in found_in(literal)] == [
        "co-2014",
        "nj",
        "CO 47.1-2207",
        "HS limits",
    ]
    script = "/* nj */ const x = { 'co-2013': 1,\n  nj: 2 }; // 'sd'\nconst link = 'https://host/sd';\nf(`house`);"
    assert sorted(name for literal in javascript_literals(script) for name in found_in(literal)) == [
        "co-2013",
        "house",
        "nj",
    ]


def test_the_names_are_those_of_the_folders() -> None:
    assert {path.name for path in Path(RULES).iterdir() if (path / "clauses.tsv").is_file()} <= NAMES
