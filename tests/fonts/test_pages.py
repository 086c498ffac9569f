"""Every page at every size, with fonts that are narrow, even and wide: nothing is cut off, nothing lies on another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import StorageState

from tests.browser.service import Service
from tests.browser.visitor import Browsers, Kind, Visitor
from tests.fonts.conftest import Fonts
from tests.fonts.looking import look
from tests.fonts.scenes import SCENES
from tools.fonts import FontSet

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))


@pytest.fixture(scope="module")
def browsers(shelf: Fonts, fonts: FontSet, cookies: Callable[[str], StorageState]) -> Browsers:
    return Browsers(shelf.browser(fonts), cookies)


@pytest.mark.parametrize("name", SCENES)
def test_everything_on_a_page_can_be_read(browsers: Browsers, evening: Service, name: str) -> None:
    scene = SCENES[name]
    visitor = Visitor(browsers, Kind(evening.url, scene.person, touch=False, motion=False))
    visitor.expect("nowhere")  # the page that there is not
    page = visitor.open(scene.path)
    scene.ready(page)
    found = list(look(page, scene, SIZES))
    visitor.close()
    assert found == []
