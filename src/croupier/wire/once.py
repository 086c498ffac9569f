"""JSON in which every key is given once: of two values under one key, readers differ on which one counts."""

from __future__ import annotations

import json
from typing import Any


def check_once(message: bytes | bytearray) -> None:
    """Raises ValueError, with words for people, when a key is given twice in one object."""
    json.loads(message, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("A key is given twice.")
    return found
