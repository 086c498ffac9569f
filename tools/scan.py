"""Finds citations in the source tree: where a clause is kept, and which tests carry its marker."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from croupier.rules.catalogue import catalogue
from croupier.rules.trace import Traced, traced
from croupier.terms.citation import ClauseId

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "croupier"
RULES = PACKAGE / "rulebooks"
TESTS = ROOT / "tests"

_BEGINNING = r"(?:CO 47\.1-|NJ 19:47-|SD 20:|HS )"
CITATION_FORM = re.compile(rf"{_BEGINNING}[^\n]*")
"""The form of a text that is meant as a clause id."""

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Citation(Struct, frozen=True, order=True):
    """A clause id, valid or not, and where it is."""

    place: str
    id: str


def python_citations(path: Path, name: str) -> Iterator[Citation]:
    """Every string literal in the form of a clause id; clauses are cited in full, so that a search finds them."""
    source = path.read_text("utf-8")
    if not re.search(rf"[\"']{_BEGINNING}", source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITATION_FORM.fullmatch(node.value):
            yield Citation(name, node.value)


def toml_citations(path: Path, name: str) -> Iterator[Citation]:
    """Every text value in the form of a clause id, with the name of its table; dropped values are skipped."""
    document = tomllib.loads(path.read_text("utf-8"))
    document.pop("drops", None)
    for key, value in _texts(document, ""):
        if CITATION_FORM.fullmatch(value):
            yield Citation(f"{name}: {key}" if key else name, value)


def _texts(value: object, key: str) -> Iterator[tuple[str, str]]:
    """Each text of a document with the name of its table."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            below = key if isinstance(inner, str | list) and not _holds_tables(inner) else _joined(key, name)
            yield from _texts(inner, below)
    elif isinstance(value, list):
        for index, inner in enumerate(value, start=1):
            yield from _texts(inner, f"{key}[{inner.get('key', index)}]" if isinstance(inner, Mapping) else key)


def _holds_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(inner, Mapping) for inner in value)


def _joined(key: str, name: str) -> str:
    part = name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'
    return f"{key}.{part}" if key else part


@cache
def cited() -> tuple[Citation, ...]:
    """Every citation of the package: rulebooks and other rule data first, then the code. The tree is read once."""
    found: list[Citation] = []
    for path in sorted(RULES.rglob("*.toml")):
        found += toml_citations(path, path.relative_to(RULES).as_posix())
    for path in sorted(PACKAGE.rglob("*.py")):
        found += python_citations(path, path.relative_to(PACKAGE).as_posix())
    return tuple(dict.fromkeys(found))


class Marked(Struct, frozen=True, order=True):
    """A test with a clause marker; `id` is None if clause and duty are not literals."""

    test: str
    id: str | None
    duty: str = ""
    """The duty that the marker names, or empty."""


@cache
def marked() -> tuple[Marked, ...]:
    """Every clause marker in the tests, which are read once."""
    found: list[Marked] = []
    for path in sorted(TESTS.rglob("*.py")):
        found += marked_in(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    return tuple(dict.fromkeys(found))


def marked_in(source: str, name: str) -> Iterator[Marked]:
    """The clause markers of one test module: on functions, classes, parameters and the module itself."""
    if "mark.clause" not in source:
        return
    module = ast.parse(source)
    values = _module_values(module)
    own = values.get("pytestmark")
    yield from _marked_body(module.body, name, list(_names([own] if own else [], values)), values)


def _marked_body(
    body: Iterable[ast.stmt], name: str, outer: list[tuple[str | None, str]], values: Mapping[str, ast.expr]
) -> Iterator[Marked]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [*node.decorator_list, *_class_marks(node)]
            yield from _marked_body(node.body, f"{name}::{node.name}", [*outer, *_names(own, values)], values)
        elif isinstance(node, _DEFINITIONS) and node.name.startswith("test"):
            for id, duty in [*outer, *_names(node.decorator_list, values)]:
                yield Marked(f"{name}::{node.name}", id, duty)


def _module_values(module: ast.Module) -> dict[str, ast.expr]:
    """The module's own assignments, so that a list of parameters may have a name."""
    values: dict[str, ast.expr] = {}
    for node in module.body:
        if isinstance(node, ast.Assign):
            values |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            values[node.target.id] = node.value
    return values


def _class_marks(node: ast.ClassDef) -> Iterator[ast.expr]:
    for inner in node.body:
        if isinstance(inner, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in inner.targets
        ):
            yield inner.value


def _names(expressions: Iterable[ast.expr], values: Mapping[str, ast.expr]) -> Iterator[tuple[str | None, str]]:
    """Clause and duty of every clause marker in the expressions; names of the module are resolved once each."""
    queue, followed = list(expressions), set[str]()
    while queue:
        for node in ast.walk(queue.pop(0)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.clause"):
                yield from _named(node)
            elif isinstance(node, ast.Name) and node.id in values and node.id not in followed:
                followed.add(node.id)
                queue.append(values[node.id])


def _named(call: ast.Call) -> Iterator[tuple[str | None, str]]:
    """Each clause of a marker with each of its duties; a clause alone if it names none."""
    duties: list[str | None] = [""]
    for keyword in call.keywords:
        inner = keyword.value.elts if isinstance(keyword.value, ast.Tuple) else [keyword.value]
        duties = [_literal(each) if keyword.arg == "duty" else None for each in inner]
    for argument in call.args:
        for duty in duties:
            yield (_literal(argument), duty) if duty is not None else (None, "")


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def traced_tree() -> tuple[Traced, ...]:
    """Every clause with its places, and its duties with their tests, as found in the tree."""
    rules: defaultdict[str, list[str]] = defaultdict(list)
    tests: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for citation in cited():
        rules[citation.id].append(citation.place)
    for mark in marked():
        if mark.id is not None:
            tests[mark.id, mark.duty or _only_duty(mark.id)].append(mark.test)
    proved = {duty: tuple(names) for duty, names in tests.items()}
    return tuple(traced(clause, tuple(rules[id]), proved) for id, clause in catalogue().items())


def _only_duty(id: str) -> str:
    """The duty that a marker without a duty proves: the only one of its clause, otherwise none."""
    clause = catalogue().get(ClauseId(id))
    return clause.duties[0].id if clause is not None and len(clause.duties) == 1 else ""
