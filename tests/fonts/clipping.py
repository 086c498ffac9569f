"""Texts on a page that cannot be read: cut off, outside their box, or overlapping."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

CLIPPED = Path(__file__).with_suffix(".js").read_text("utf-8")


def clipped(page: Page) -> list[str]:
    """One line for each of them; empty if everything can be read."""
    found: list[str] = page.evaluate(CLIPPED)
    return found
