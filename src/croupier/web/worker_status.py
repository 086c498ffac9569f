"""What the metrics say of a process that runs tables."""

from __future__ import annotations

from msgspec import Struct


class WorkerStatus(Struct, frozen=True):
    """One process that runs tables, and which it runs now."""

    name: str
    node: str
    """Empty where there is one node only."""
    up: bool
    tables: tuple[str, ...] = ()
