"""Every page at every size with fonts that are narrow, even and wide, and in every language: nothing is cut off,
nothing lies on another, axe finds nothing, no text comes from elsewhere than a catalogue, and every action is in reach.

Each page is seen in English at every size with every font set, and in each other language with the widest one on the
smallest phone or on a laptop: by day on one of the two, in the marked language and at night on both. It is loaded once
for a font set and a language.

Of axe's rules, those about words are asked in every language; all others, whose answer is the same in each, in the
marked one. Actions are tried with the widest fonts on a touch screen, at 200 % zoom and on a tablet held upright, where
they are as large as a fingertip too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.accessibility import WORDS, violations
from tests.browser.conftest import signing_in
from tests.browser.service import Service
from tests.browser.visitor import DESKTOP, LAPTOP, PHONE, Kind, Visitor
from tests.fonts.conftest import Fonts
from tests.fonts.foreign import WORDS_LEFT
from tests.fonts.looking import Look, Size, look
from tests.fonts.marked import AXE, PSEUDO
from tests.fonts.scenes import ALIKE, SCENES
from tests.fonts.speaking import Speakers
from tests.nightly import extent
from tests.pages.catalogues import LANGUAGES, SOURCE
from tools.fonts import FontSet

SMALLEST: Size = (320, 568)
SIZES: tuple[Size, ...] = (SMALLEST, PHONE, (844, 390), (768, 1024), LAPTOP, DESKTOP)
SPOKEN = (*LANGUAGES, PSEUDO)
ZOOMED = (640, 400)
"""A desk of 1280 x 800 at 200 %: what a page has is half as wide and half as high."""
TABLET = (768, 1024)
FINGERTIP = 44
REACH = Path(__file__).with_name("reach.js").read_text("utf-8")


def seen(fonts: FontSet, place: int) -> Iterator[tuple[str, tuple[Size, ...]]]:
    """The languages in which a page is seen with a font set, and the sizes for each; the marked one comes last. By its
    place among the scenes, a page is seen on a phone in every other language, and on a laptop in those between."""
    yield SOURCE, SIZES
    both = (SMALLEST, LAPTOP)
    if fonts is FontSet.WIDE:
        for turn, language in enumerate((each for each in SPOKEN if each != SOURCE), start=place):
            yield language, extent(both if language == PSEUDO else (both[turn % 2],), nightly=both)


@pytest.fixture(scope="module")
def speakers(shelf: Fonts, fonts: FontSet, service: Service) -> Speakers:
    return Speakers(shelf.browser(fonts), signing_in(service))


@pytest.mark.parametrize("name", SCENES)
def test_a_page_can_be_read_and_used(speakers: Speakers, fonts: FontSet, evening: Service, name: str) -> None:
    scene = SCENES[name]
    touch = fonts is FontSet.WIDE
    visitor = Visitor(speakers, Kind(evening.url, scene.person, touch=touch, motion=False))
    visitor.expect("nowhere")  # the page that there is not
    found = []
    for language, sizes in [(SOURCE, SIZES)] if name in ALIKE else seen(fonts, list(SCENES).index(name)):
        speakers.choose(visitor.page, evening.url, language)
        visitor.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})  # where every part can be opened
        page = visitor.open(scene.path)
        scene.ready(page)
        expect(page.locator("html")).to_have_attribute("lang", language)
        found += [f"{language} {each}" for each in look(page, scene, sizes)]
        if name in ALIKE:
            continue
        if language == PSEUDO:
            found += sorted(set(look(page, scene, [sizes[-1]], WORDS_LEFT)))
        said = violations(page, colors=False, only=() if language == PSEUDO else WORDS, served=f"/static/{AXE}")
        found += [f"{language} {said}"] if said else []
    if touch and name not in ALIKE:
        found += [*look(page, scene, [ZOOMED], Look(REACH)), *look(page, scene, [TABLET], Look(REACH, FINGERTIP))]
    visitor.close()
    assert "\n".join(found) == ""
