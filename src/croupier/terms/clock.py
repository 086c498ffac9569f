"""The clock port: every recorded time comes from one clock."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""
        ...
