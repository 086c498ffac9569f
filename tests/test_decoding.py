"""No type is decoded for the first time by two threads at once: that ends the process (`croupier.terms.decoding`)."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT

SOURCES = ROOT / "src" / "croupier"
PLAIN = {"dict", "list", "str", "int", "float", "bool", "Any", "Frame"}
"""Names of types that need no preparation; `Frame` is a dict."""
PREPARED = {"kind"}
"""The types of endpoints and of tournament commands, which are prepared where they are listed."""
ALONE = {"web/socket/porter.py"}
"""A process that has one thread."""

RACE = """
import sys, threading
from msgspec import Struct, json
from croupier.terms.decoding import prepare_types

sys.setswitchinterval(1e-6)
for _ in range(300):
    class Inner(Struct):
        a: str
        b: int

    class Outer(Struct):
        name: str
        inner: tuple[Inner, ...]

    prepare_types(Outer)
    start = threading.Barrier(3)

    def decode() -> None:
        start.wait()
        json.decode(b'{"name":"x","inner":[{"a":"1","b":2}]}', type=Outer)

    threads = [threading.Thread(target=decode) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
"""


def names(node: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def unprepared(source: str) -> Iterator[str]:
    """The calls within functions that decode a type which the module has not prepared at import."""
    tree = ast.parse(source)
    inside = {
        id(call)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for call in ast.walk(function)
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    known = {
        name
        for call in calls
        if id(call) not in inside and ast.unparse(call.func).rpartition(".")[2] in ("Decoder", "prepare_types")
        for argument in call.args
        for name in names(argument)
    }
    for call in calls:
        called = ast.unparse(call.func).rpartition(".")[2]
        if id(call) not in inside or called not in ("decode", "convert"):
            continue
        given = [each.value for each in call.keywords if each.arg == "type"]
        given += call.args[1:2] if called == "convert" else []
        if any(names(each) - PLAIN - PREPARED - known for each in given):
            yield ast.unparse(call)


@pytest.mark.slow
def test_types_are_prepared_when_their_module_is_loaded() -> None:
    paths = {str(path.relative_to(SOURCES)): path for path in SOURCES.rglob("*.py")}
    found = {name: [*unprepared(path.read_text("utf-8"))] for name, path in paths.items() if name not in ALONE}
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_a_type_that_is_not_prepared_is_found() -> None:
    wrong = "def read(data):\n    return json.decode(data, type=list[Stake])\n"
    assert [*unprepared(wrong)] == ["json.decode(data, type=list[Stake])"]
    assert [*unprepared(f"{wrong}_decoder = json.Decoder(Stake)\n")] == []
    assert [*unprepared("def read(data):\n    return convert(data, Stake)\n")] == ["convert(data, Stake)"]


def test_prepared_types_are_decoded_by_threads_at_once() -> None:
    subprocess.run([sys.executable, "-c", RACE], check=True, timeout=60)
