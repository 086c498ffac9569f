"""Test files, compiled as pytest compiles them, with their assertions rewritten; pytest finds and takes the result.

Every worker reads every test file. Where nothing is compiled yet, each of them would compile everything.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import (
    PYC_TAIL,
    _rewrite_test,
    _write_pyc,
    assertstate_key,
    get_cache_dir,
    try_makedirs,
)


def compile_share(config: pytest.Config, number: int, shares: int) -> None:
    """Afterwards every file of this share is compiled; of a file that is not Python, pytest tells."""
    for file in filter(is_stale, files(config)[number::shares]):
        into = compiled(file)
        if try_makedirs(into.parent):
            try:
                digest, code = _rewrite_test(file, config)
            except (SyntaxError, ValueError):
                continue
            _write_pyc(config.stash[assertstate_key], code, digest, into)


def files(config: pytest.Config) -> list[Path]:
    """The test files of the folders that are asked for, the same for every worker; none if nothing may be compiled."""
    if sys.dont_write_bytecode or config.getoption("assertmode") != "rewrite":
        return []
    folders = dict.fromkeys(map(Path, config.args))
    return sorted({file for each in folders for name in ("test_*.py", "conftest.py") for file in each.rglob(name)})


def is_stale(file: Path) -> bool:
    """Whether it is not compiled, or has changed since."""
    done = compiled(file)
    return not done.exists() or done.stat().st_mtime_ns <= file.stat().st_mtime_ns


def compiled(file: Path) -> Path:
    """Where pytest looks for it."""
    return get_cache_dir(file) / f"{file.stem}{PYC_TAIL}"
