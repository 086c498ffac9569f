"""Sphinx's settings for the site. The sources are the pages of this repository; nothing is downloaded."""

from __future__ import annotations

from functools import cache

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

from croupier import __version__

project = "croupier"
version = release = __version__
copyright = ""
html_show_copyright = False
html_show_sphinx = False

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "docs/adr/*.md"]
exclude_patterns = [".venv"]
source_suffix = {".md": "markdown"}

myst_heading_anchors = 4
myst_links_external_new_tab = False
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # a block may show a part of a file

html_theme = "furo"
html_title = "croupier"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"font-stack": "system-ui, sans-serif", "font-stack--monospace": "ui-monospace, monospace"},
}

CHAPTERS = {
    "For you": [
        "dealer",
        "pit-supervisor",
        "auditor",
        "regulator",
        "rulebooks",
        "mathematician",
        "operator",
        "developer",
    ],
    "Reference": [
        "glossary",
        "cli",
        "play",
        "house-file",
        "table",
        "refusals",
        "traceability",
        "protocol",
        "journal-format",
    ],
    "In depth": ["laboratory", "fairness", "operations", "security", "witnesses", "benchmarks"],
    "The project": ["/ARCHITECTURE", "/CONTRIBUTING", "/CHANGELOG", "adr/README"],
}
"""The contents of the site, in the order of its navigation; pages that are not listed come at the end of In depth."""


def setup(app: Sphinx) -> None:
    SearchEnglish.stem = cache(SearchEnglish.stem)  # once for each word, and not for each page that has it
    app.connect("source-read", _add_contents)


def _add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """Adds the navigation to the front page. Decisions are reached from their list: more than a hundred of them in the
    navigation of every page would hide the rest, and take longer to write than everything else."""
    if name == "README":
        known = {page for pages in CHAPTERS.values() for page in pages}
        others = sorted(set(_pages_of(app, "docs/")) - known)
        for chapter, pages in CHAPTERS.items():
            more = others if chapter == "In depth" else []
            paths = [page if page.startswith("/") else f"/docs/{page}" for page in pages + more]
            source[0] += _toctree(paths, chapter)
    elif name.startswith("docs/adr/") and name != "docs/adr/README":
        source[0] = f"---\norphan: true\n---\n{source[0]}"


def _pages_of(app: Sphinx, folder: str) -> list[str]:
    """The pages directly in a folder, sorted by name."""
    below = (page.removeprefix(folder) for page in app.env.found_docs if page.startswith(folder))
    return [page for page in below if "/" not in page]


def _toctree(paths: list[str], caption: str) -> str:
    return "\n\n```{toctree}\n:hidden:\n" + f":caption: {caption}\n\n" + "\n".join(paths) + "\n```\n"
