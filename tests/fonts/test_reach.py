"""Every action is in reach at 200 % zoom and on a tablet held upright, where it is as large as a fingertip too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, StorageState

from tests.browser.service import Service
from tests.browser.visitor import Browsers, Kind, Visitor
from tests.fonts.conftest import Fonts
from tests.fonts.looking import look
from tests.fonts.scenes import ALIKE, SCENES
from tools.fonts import FontSet

ZOOMED = (640, 400)
"""A desk of 1280 x 800 at 200 %: what a page has is half as wide and half as high."""
TABLET = (768, 1024)
FINGERTIP = 44
REACH = Path(__file__).with_name("reach.js").read_text("utf-8")


@pytest.fixture(scope="module")
def browsers(shelf: Fonts, cookies: Callable[[str], StorageState]) -> Browsers:
    return Browsers(shelf.browser(FontSet.WIDE), cookies)


def out_of_reach(least: int) -> Callable[[Page], list[str]]:
    def found(page: Page) -> list[str]:
        lines: list[str] = page.evaluate(REACH, least)
        return lines

    return found


@pytest.mark.parametrize("name", [name for name in SCENES if name not in ALIKE])
def test_every_action_is_in_reach(browsers: Browsers, evening: Service, name: str) -> None:
    scene = SCENES[name]
    visitor = Visitor(browsers, Kind(evening.url, scene.person, touch=True, motion=False))
    visitor.expect("nowhere")  # the page that there is not
    page = visitor.open(scene.path)
    scene.ready(page)
    found = [*look(page, scene, [ZOOMED], out_of_reach(0)), *look(page, scene, [TABLET], out_of_reach(FINGERTIP))]
    visitor.close()
    assert "\n".join(found) == ""
