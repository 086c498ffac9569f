"""Texts that cannot be read on a page as it stands: cut off, beside their box, or one upon another."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

CLIPPED = Path(__file__).with_suffix(".js").read_text("utf-8")


def clipped(page: Page) -> list[str]:
    """One line for each of them; empty where everything can be read."""
    found: list[str] = page.evaluate(CLIPPED)
    return found
