"""The script of axe-core, which the services of the tests have for their pages: a browser reads it once."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

NAME = "axe.js"
"""Its name among the static files."""


@cache
def script() -> bytes:
    """Its text, without loading the package that has it."""
    found = find_spec("axe_playwright_python")
    assert found is not None
    assert found.submodule_search_locations
    return (Path(next(iter(found.submodule_search_locations))) / "axe.min.js").read_bytes()
