"""The examples on the laboratory's page run as printed."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"


def test_the_page() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 15
    assert result.failed == 0


@pytest.mark.parametrize("name", ["counts", "powers", "streams"])
def test_modules(name: str) -> None:
    result = doctest.testmod(import_module(f"croupier.lab.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
