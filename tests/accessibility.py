"""What axe-core says of a page."""

from __future__ import annotations

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_SCRIPT = Axe().axe_script
_RUN = """async (colors) => {
  const rules = { 'color-contrast': { enabled: colors } };
  const { passes, ...found } = await axe.run({ resultTypes: ['violations'], rules });
  return found;
}"""


def violations(page: Page, *, colors: bool = True) -> str:
    """What it finds on the page as it stands, in words; empty when the page is clean. Contrast, which takes longest and
    is the same in every language, is left out without `colors`."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_SCRIPT)
    results = AxeResults(page.evaluate(_RUN, colors))
    return "" if not results.violations_count else str(results.generate_report())
