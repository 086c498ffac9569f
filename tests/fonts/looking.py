"""A scene at one size after the other: what cannot be read, and which actions cannot be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from playwright.sync_api import Page

from tests.fonts.clipping import CLIPPED
from tests.fonts.scenes import Scene

EACH_PART = """async ([selector, least]) => {
  const look = %s;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const seen = (part) => part.checkVisibility({ visibilityProperty: true });
  const parts = selector ? [...document.querySelectorAll(selector)].filter(seen) : [];
  const found = [];
  for (let at = 0; at < Math.max(parts.length, 1); at += 1) {
    parts[at]?.click();
    await drawn();
    found.push(...look(least));
  }
  parts[0]?.click();
  return found;
}"""
"""A look at each part of a page, once it is drawn; one call, since each costs as much as a look."""
Size = tuple[int, int]


class Look(Struct, frozen=True):
    """A script that returns lines, its argument, and which of its lines count."""

    script: str
    least: int = 0
    sift: Callable[[list[str]], list[str]] = list


READABLE = Look(CLIPPED)


def look(page: Page, scene: Scene, sizes: Iterable[Size], at: Look = READABLE) -> Iterator[str]:
    """One line for each finding, with the size; opens every part of the page."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found: list[str] = page.evaluate(EACH_PART % at.script.strip().rstrip(";"), [scene.parts, at.least])
        yield from (f"{width}x{height}: {each}" for each in at.sift(found))
