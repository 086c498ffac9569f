"""Workers compile the test files in shares, as pytest compiles them."""

from __future__ import annotations

import importlib.util
import marshal
import sys
from pathlib import Path

import pytest

from tests.compiling import compile_share, compiled, files, is_stale


def test_shares_are_everything_and_what_is_no_python_is_left_to_pytest(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytestconfig, "args", [str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "inner").mkdir()
    right = [tmp_path / "conftest.py", tmp_path / "inner" / "test_two.py", tmp_path / "test_one.py"]
    for file in right:
        file.write_text("def test_it():\n    assert 1 + 1 == 2\n", "utf-8")
    broken = tmp_path / "test_broken.py"
    broken.write_text("def test_it(:\n", "utf-8")
    (tmp_path / "helper.py").write_text("assert True\n", "utf-8")
    assert {*filter(is_stale, files(pytestconfig))} == {*right, broken}
    for number in range(3):
        compile_share(pytestconfig, number, 3)
    assert list(filter(is_stale, files(pytestconfig))) == [broken]
    for file in right:
        data = compiled(file).read_bytes()
        assert data[:4] == importlib.util.MAGIC_NUMBER
        assert data[8:16] == importlib.util.source_hash(file.read_bytes())
        assert "@pytest_ar" in marshal.loads(data[16:]).co_names, "assertions are rewritten"


def test_nothing_is_compiled_where_that_is_forbidden(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytestconfig, "args", [str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "test_one.py").write_text("", "utf-8")
    assert files(pytestconfig) == []
