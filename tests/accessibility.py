"""What axe-core reports about a page."""

from __future__ import annotations

from axe_playwright_python.base import AxeResults
from playwright.sync_api import Page

from tests.axe import NAME, script

_FETCH = """(path) => 'axe' in window || new Promise((done, failed) => {
  const script = Object.assign(document.createElement('script'), { src: path, onerror: failed });
  script.onload = () => { script.remove(); done(true); };
  document.head.append(script);
})"""
_RUN = """async ([colors, only]) => {
  const kind = only.length ? { runOnly: only } : { rules: { 'color-contrast': { enabled: colors } } };
  const { violations } = await axe.run({ resultTypes: ['violations'], iframes: false, ...kind });
  return { violations };
}"""
WORDS = (
    *("html-has-lang", "html-lang-valid", "html-xml-lang-mismatch", "valid-lang"),
    *("document-title", "frame-title", "frame-title-unique", "landmark-unique", "accesskeys"),
    *(
        "button-name",
        "link-name",
        "summary-name",
        "input-button-name",
        "input-image-alt",
        "image-alt",
        "image-redundant-alt",
    ),
    *("label", "label-title-only", "form-field-multiple-labels", "select-name", "empty-heading", "empty-table-header"),
    *("area-alt", "object-alt", "role-img-alt", "svg-img-alt", "table-duplicate-name", "td-headers-attr"),
    *("aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name"),
    *("aria-toggle-field-name", "aria-tooltip-name", "aria-treeitem-name", "aria-tab-name", "aria-text"),
    *("aria-valid-attr-value", "scrollable-region-focusable"),
)
"""The rules whose answer may differ between languages: about names, labels, titles, languages and what overflows."""


def violations(page: Page, *, colors: bool = True, only: tuple[str, ...] = (), served: bool = True) -> str:
    """What it finds on the page as it stands, in words; empty when the page is clean. Contrast, which takes longest and
    is the same in every language, is left out without `colors`; `only` names the rules, if not all are checked. Frames
    are pages of their own, without axe. A real service, which has no axe, is not `served`."""
    if served:
        page.evaluate(_FETCH, f"/static/{NAME}")
    elif not page.evaluate("() => 'axe' in window"):
        page.evaluate(script().decode())
    results = AxeResults(page.evaluate(_RUN, [colors, list(only)]))
    return "" if not results.violations_count else str(results.generate_report())
