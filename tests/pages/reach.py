"""Whether controls can be brought into view, checked for all of them in one call, because each call is slow."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Locator

RATIO = 0.98
FRAMES = 120
"""How long a page may take to settle."""
_OUTSIDE = """async (body, [selectors, ratio, frames]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const shown = (element) => new Promise((done) => {
    const watch = new IntersectionObserver(([seen]) => { watch.disconnect(); done(seen.intersectionRatio); });
    watch.observe(element);
  });
  const outside = [];
  for (const selector of selectors) {
    let most = -1;
    for (let left = frames; left > 0 && most < ratio; left -= 1) {
      await frame();
      const element = body.querySelector(selector);
      if (!element) continue;
      element.scrollIntoViewIfNeeded();
      most = await shown(element);
    }
    if (most < ratio) outside.push(`${selector}: ${most}`);
  }
  return outside;
}"""


def outside(body: Locator, selectors: Iterable[str]) -> list[str]:
    """Controls that are not completely visible after scrolling to them, each with the visible share."""
    found: list[str] = body.evaluate(_OUTSIDE, [list(selectors), RATIO, FRAMES])
    return found
