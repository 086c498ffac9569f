"""A scene at one size after the other: what of it cannot be read, and which actions are out of reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from playwright.sync_api import Page

from tests.fonts.clipping import clipped
from tests.fonts.scenes import Scene

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
Size = tuple[int, int]
Look = Callable[[Page], list[str]]


def look(page: Page, scene: Scene, sizes: Iterable[Size], at: Look = clipped) -> Iterator[str]:
    """One line for each finding, with the size; every part of the page is turned to."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        parts = page.locator(scene.parts).filter(visible=True).all() if scene.parts else []
        for part in range(max(len(parts), 1)):
            if parts:
                parts[part].click()
            page.evaluate(DRAWN)
            yield from (f"{width}x{height}: {each}" for each in at(page))
        if parts:
            parts[0].click()
