"""Where a value comes from: a clause, and the kind of authority behind it."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from msgspec import Struct

ClauseId = NewType("ClauseId", str)
"""An id of the clause catalogue, such as ``NJ 19:47-5.2(a)``."""


class Basis(StrEnum):
    """The kind of authority behind a value."""

    TEXT = "text"
    """The clause says it."""
    READING = "reading"
    """Our interpretation of an unclear text, explained in an ADR."""
    CUSTOMARY = "customary"
    """Industry custom where the text is silent."""
    HOUSE = "house"
    """Left to the operator."""
    VARIATION = "variation"
    """The regulator varied the text for this house; the clause names the variation."""


class Authority(Struct, frozen=True, array_like=True, gc=False):
    """The basis of a value, with its clause and, for a reading, its ADR."""

    basis: Basis
    clause: ClauseId | None = None
    adr: int | None = None

    def __str__(self) -> str:
        parts = [str(self.clause)] if self.clause else []
        if self.basis is not Basis.TEXT or not parts:
            parts.append(str(self.basis))
        if self.adr:
            parts.append(f"ADR {self.adr}")
        return ", ".join(parts)
