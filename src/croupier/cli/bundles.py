"""Reads a dispute bundle that a person names."""

from __future__ import annotations

from pathlib import Path

from croupier.cli.files import STDIN
from croupier.terms.problem import Problem, Problems

BUNDLE_MAX = 1 << 30
START = b'{"bundle":'
"""The first bytes of every bundle; no round file or journal starts with them."""


def bundle_of(path: str) -> bytes | None:
    """The bytes of a file that starts like a bundle; None for any other file."""
    if path == STDIN:
        return None
    try:
        with Path(path).open("rb") as file:
            start = file.read(len(START))
            if start != START:
                return None
            data = start + file.read(BUNDLE_MAX)
    except (OSError, ValueError):
        return None
    if len(data) > BUNDLE_MAX:
        raise Problems([Problem("", "it is larger than any bundle", "Name a bundle.", file=path)])
    return data
