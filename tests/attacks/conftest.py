from __future__ import annotations

from tests.cli.conftest import croupier

__all__ = ["croupier"]
