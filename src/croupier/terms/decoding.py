"""Prepares types at import, before threads decode them.

msgspec reads the fields of a `Struct` at its first use and exposes the half-read type to other threads, which then
follow a null pointer: two threads that decode the same type for the first time can crash the process. A module-level
`Decoder` prepares its type at import; `prepare_types` does the same for types passed to `convert`.
"""

from __future__ import annotations

from typing import Any

from msgspec import json


def prepare_types(*types: Any) -> None:
    """Makes each type, and every type within it, safe to decode from any thread."""
    for each in types:
        json.Decoder(each)
