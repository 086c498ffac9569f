"""The result of checking a store."""

from __future__ import annotations

from msgspec import Struct


class StoreCheck(Struct, frozen=True):
    """The result of one check."""

    what: str
    ok: bool
    found: str
    do: str = ""
