"""The browser is found where it should be, and its absence is reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import browser


@pytest.fixture(autouse=True)
def _nothing_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No browser on the path, and none of Playwright's."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setattr(browser, "playwrights_build", lambda: str(tmp_path / "none"))
    browser.browser.cache_clear()
    yield
    browser.browser.cache_clear()


def put(place: Path, words: str = "Chromium 140", code: int = 0) -> Path:
    place.write_text(f"#!/bin/sh\necho '{words}'\nexit {code}\n")
    place.chmod(0o755)
    return place


def test_a_missing_browser_is_reported_with_the_remedy() -> None:
    with pytest.raises(browser.NoBrowser, match="Install it"):
        browser.browser()


@pytest.mark.parametrize("name", browser.NAMES)
def test_the_systems_own_is_found(name: str, tmp_path: Path) -> None:
    own = put(tmp_path / name)
    assert browser.browser() == own


def test_the_headless_shell_comes_first(tmp_path: Path) -> None:
    put(tmp_path / "chromium")
    shell = put(tmp_path / "chromium-headless-shell")
    assert browser.browser() == shell


def test_a_stub_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path / "chromium", "install the snap", 1)
    other = put(tmp_path / "google-chrome", "Google Chrome 140")
    assert browser.browser() == other


def test_playwrights_own_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = put(tmp_path / "headless")
    monkeypatch.setattr(browser, "playwrights_build", lambda: str(own))
    assert browser.browser() == own


def test_one_that_is_named_is_taken_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "chromium")
    monkeypatch.setenv(browser.VARIABLE, str(tmp_path / "missing"))
    with pytest.raises(browser.NoBrowser, match="missing"):
        browser.browser()
    monkeypatch.setenv(browser.VARIABLE, str(put(tmp_path / "other")))
    assert browser.browser() == tmp_path / "other"


def test_what_is_missing_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = tmp_path / "make"
    maker.write_text(
        f"#!/bin/sh\nprintf '#!/bin/sh\\necho Chromium\\n' > {tmp_path}/chromium\n/bin/chmod 755 {tmp_path}/chromium\n"
    )
    maker.chmod(0o755)
    monkeypatch.setattr(browser, "installers", lambda: iter([["/bin/false"], [str(maker)]]))
    assert browser.obtain() == tmp_path / "chromium"
