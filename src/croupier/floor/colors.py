"""Colors for players' own chips: none is used by a value chip, and each chip also shows its seat number."""

from __future__ import annotations

CHIP_COLORS = (
    "sky",
    "orange",
    "pink",
    "teal",
    "yellow",
    "navy",
    "brown",
    "lime",
    "lavender",
    "coral",
    "mint",
    "magenta",
    "slate",
    "gold",
    "aqua",
    "olive",
)
