"""Every page in every language, on a phone and on a desk: nothing is cut off, axe finds nothing, and no text comes
from elsewhere than a catalogue.

One browser shows a page in one language after the other: a new one would cost more than the look at it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.accessibility import violations
from tests.browser.conftest import signing_in
from tests.browser.service import Service
from tests.browser.visitor import Kind, Visitor
from tests.fonts.conftest import Fonts
from tests.fonts.foreign import words_left
from tests.fonts.looking import look
from tests.fonts.scenes import ALIKE, SCENES
from tests.fonts.speaking import PSEUDO, Speakers
from tests.pages.catalogues import LANGUAGES, SOURCE
from tools.fonts import FontSet

SIZES = ((390, 844), (1280, 800))
SPOKEN = (*(each for each in LANGUAGES if each != SOURCE), PSEUDO)


@pytest.fixture(scope="module")
def speakers(shelf: Fonts, service: Service) -> Speakers:
    return Speakers(shelf.browser(FontSet.WIDE), signing_in(service))


@pytest.mark.parametrize("name", [name for name in SCENES if name not in ALIKE])
def test_a_page_can_be_read_in_every_language(speakers: Speakers, evening: Service, name: str) -> None:
    scene = SCENES[name]
    visitor = Visitor(speakers, Kind(evening.url, scene.person, touch=False, motion=False))
    visitor.expect("nowhere")  # the page that there is not
    found = []
    for language in SPOKEN:
        speakers.choose(visitor.page, evening.url, language)
        page = visitor.open(scene.path)
        scene.ready(page)
        expect(page.locator("html")).to_have_attribute("lang", language)
        found += [f"{language} {each}" for each in look(page, scene, SIZES)]
        if language == PSEUDO:
            found += sorted(set(look(page, scene, SIZES[-1:], words_left)))
        found += [f"{language} {each}" for each in [violations(page, colors=False)] if each]
    visitor.close()
    assert found == []
