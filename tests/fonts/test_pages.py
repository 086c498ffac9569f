"""Every page at every size with fonts that are narrow, even and wide, and in every language: nothing is cut off,
nothing lies on another, axe finds nothing, no text comes from elsewhere than a catalogue, and every action is in reach.

A page is loaded once for each language, and every font set has its share of them: each page is seen at every size with
every font set, and in each language with one font set, on a phone and on a desk among others. `make nightly` looks at
it in English with every font set at every size, and in each other language with the widest.

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
from tests.fonts.marked import PSEUDO
from tests.fonts.scenes import ALIKE, SCENES
from tests.fonts.speaking import Speakers
from tests.nightly import NIGHTLY
from tests.pages.catalogues import LANGUAGES, SOURCE
from tools.fonts import FontSet

SIZES: tuple[Size, ...] = ((320, 568), PHONE, (844, 390), (768, 1024), LAPTOP, DESKTOP)
SPOKEN = (*LANGUAGES, PSEUDO)
SHARES = {FontSet.NARROW: ("de", "fr"), FontSet.MONO: ("zh-Hans", "es"), FontSet.WIDE: (SOURCE, PSEUDO)}
"""The languages of each font set; the first has every other size from the smallest, the second those between."""
ZOOMED = (640, 400)
"""A desk of 1280 x 800 at 200 %: what a page has is half as wide and half as high."""
TABLET = (768, 1024)
FINGERTIP = 44
REACH = Path(__file__).with_name("reach.js").read_text("utf-8")


def shares(fonts: FontSet) -> Iterator[tuple[str, tuple[Size, ...]]]:
    """The languages of a font set, and the sizes at which a page is looked at in each."""
    if not NIGHTLY:
        own = SHARES[fonts]
        yield from ((language, SIZES[at :: len(own)]) for at, language in enumerate(own))
        return
    yield SOURCE, SIZES
    if fonts is FontSet.WIDE:
        yield from ((language, (PHONE, LAPTOP)) for language in SPOKEN if language != SOURCE)


def test_every_size_is_looked_at_with_every_font_set_and_every_language_on_phone_and_desk() -> None:
    plan = {fonts: dict(shares(fonts)) for fonts in FontSet}
    for shared in plan.values():
        assert {size for sizes in shared.values() for size in sizes} == {*SIZES}
        assert all(min(sizes)[0] < 400 and max(sizes)[0] >= 1280 for sizes in shared.values())
    assert {language for shared in plan.values() for language in shared} == {*SPOKEN}


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
    for language, sizes in [(SOURCE, SIZES)] if name in ALIKE else shares(fonts):
        speakers.choose(visitor.page, evening.url, language)
        page = visitor.open(scene.path)
        scene.ready(page)
        expect(page.locator("html")).to_have_attribute("lang", language)
        found += [f"{language} {each}" for each in look(page, scene, sizes)]
        if name in ALIKE:
            continue
        if language == PSEUDO:
            found += sorted(set(look(page, scene, [sizes[-1]], WORDS_LEFT)))
        said = violations(page, colors=False) if language == PSEUDO else violations(page, only=WORDS)
        found += [f"{language} {said}"] if said else []
    if touch and name not in ALIKE:
        found += [*look(page, scene, [ZOOMED], Look(REACH)), *look(page, scene, [TABLET], Look(REACH, FINGERTIP))]
    visitor.close()
    assert "\n".join(found) == ""
