"""The data files that come with the rules: packs, catalogue, trace."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def data_text(name: str) -> str:
    """The text of a data file, named from this package on."""
    return (_HERE / name).read_text("utf-8")
