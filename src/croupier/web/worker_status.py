"""What the metrics say about a process that runs tables."""

from __future__ import annotations

from msgspec import Struct


class WorkerStatus(Struct, frozen=True):
    """One process that runs tables, and which it runs now."""

    name: str
    node: str
    """Empty if there is only one node."""
    up: bool
    tables: tuple[str, ...] = ()
