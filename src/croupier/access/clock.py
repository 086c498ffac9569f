"""The clock that people, sessions and terminals go by: the same one that stamps the tables' records."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""
        ...
