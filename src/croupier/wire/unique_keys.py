"""Rejects JSON with duplicate keys, because parsers differ in which value they keep."""

from __future__ import annotations

import json
from typing import Any


def check_unique_keys(message: bytes | bytearray) -> None:
    """Raises ValueError, with a readable message, if an object has a duplicate key."""
    json.loads(message, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("A key is given twice.")
    return found
