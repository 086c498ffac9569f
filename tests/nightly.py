"""The size of a search: `make test` runs a part of each long one, and `make nightly` all of it."""

from __future__ import annotations

import os
from typing import TypeVar

NIGHTLY = os.environ.get("CROUPIER_NIGHTLY") == "1"

T = TypeVar("T")


def extent(test: T, nightly: T) -> T:
    """What `make test` does, and what `make nightly` does."""
    return nightly if NIGHTLY else test
