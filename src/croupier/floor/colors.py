"""The colors of chips: those of players' own, each also told by its seat's number, and those of the value chips."""

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
"""None of them is a value chip's."""

VALUE_COLORS = ("white", "red", "green", "black", "purple")
"""The colors of the premises' value chips, as they lie in the rack from the least to the most."""
