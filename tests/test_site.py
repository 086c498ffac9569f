"""The site builds without a warning, every link in it leads somewhere, and it fetches nothing from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tools.scan import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.first]

FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """What a page refers to, what it loads, and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if anchor := found.get("id"):
            self.anchors.add(anchor)
        if tag == "a" and (href := found.get("href")):
            self.links.append(href)
        if loaded := found.get(FETCHED.get(tag, "")):
            self.loads.append(loaded)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "html"
    command = [sys.executable, "-m", "tools.site", "--out", str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path.resolve(): Page(path) for path in site.rglob("*.html")}


def test_every_page_of_the_repository_is_there(site: Path) -> None:
    for page in [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *(ROOT / "docs").rglob("*.md")]:
        assert (site / page.relative_to(ROOT)).with_suffix(".html").is_file()
    assert (site / "index.html").is_file()


def test_every_decision_is_in_their_list(site: Path, pages: dict[Path, Page]) -> None:
    """No page has them in its navigation."""
    listed = {urlsplit(link).path for link in pages[(site / "docs" / "adr" / "README.html").resolve()].links}
    assert listed >= {f"{path.stem}.html" for path in (ROOT / "docs" / "adr").glob("0*.md")}


def test_no_link_is_dead(pages: dict[Path, Page]) -> None:
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchored = target in pages and parts.fragment and unquote(parts.fragment) not in pages[target].anchors
            if not target.exists() or anchored:
                dead.append(f"{path.name}: {link}")
    assert len(pages) > 80
    assert dead == []


def test_nothing_comes_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    loads = {load for page in pages.values() for load in page.loads}
    assert loads
    assert {load for load in loads if urlsplit(load).netloc} == set()
    styles = [path.read_text("utf-8") for path in site.rglob("*.css")]
    assert styles
    assert not any("@import" in style or "url(http" in style or "url(//" in style for style in styles)
