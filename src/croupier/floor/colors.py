"""The colors that players' own chips may have: none is a value chip's, and each is also told by its seat's number."""

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
