"""Every page at every size with fonts that are narrow, even and wide, and in every language: nothing is cut off,
nothing lies on another, axe finds nothing, no text comes from elsewhere than a catalogue, and every action is in reach.

Each page is seen at every size and with every font set, and in English, the marked language and by day two of the other
four: `views` says which of these together, by day and at night. It is loaded once for a font set and a language, also
where it has several scenes.

Of axe's rules, those about words are asked in one more language of a page by day, in turn, and in every language at
night; all others, whose answer is the same in each, in the marked one. Actions are tried with the widest fonts on a
touch screen, at 200 % zoom and on a tablet held upright, where they are as large as a fingertip too. Contrast, controls
of 24 px and the width of the page are measured with even fonts, where the pointer is a mouse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.accessibility import WORDS, violations
from tests.browser.conftest import signing_in
from tests.browser.service import Service
from tests.browser.visitor import DESKTOP, LAPTOP, PHONE, Kind, Visitor
from tests.fonts.conftest import Fonts
from tests.fonts.foreign import WORDS_LEFT
from tests.fonts.looking import Look, Size, look
from tests.fonts.marked import PSEUDO
from tests.fonts.scenes import ALIKE, CLEAN, SCENES, VIEWS
from tests.fonts.speaking import Speakers
from tests.nightly import extent
from tests.pages.catalogues import LANGUAGES, SOURCE
from tools.fonts import FontSet

SMALLEST: Size = (320, 568)
SIZES: tuple[Size, ...] = (SMALLEST, PHONE, (844, 390), (768, 1024), LAPTOP, DESKTOP)
BOTH: tuple[Size, ...] = (SMALLEST, LAPTOP)
TRANSLATED = tuple(each for each in LANGUAGES if each != SOURCE)
ZOOMED = (640, 400)
"""A desk of 1280 x 800 at 200 %: what a page has is half as wide and half as high."""
TABLET = (768, 1024)
FINGERTIP = 44
HERE = Path(__file__)
REACH = HERE.with_name("reach.js").read_text("utf-8")
SMALL = Look(HERE.with_name("small.js").read_text("utf-8"))
MEASURED: tuple[Size, ...] = (DESKTOP, LAPTOP, PHONE)
T = TypeVar("T")


class View(Struct, frozen=True):
    """A language and sizes in which a page is seen; scenes like others only where it is `plain`."""

    language: str
    sizes: tuple[Size, ...]
    plain: bool = False
    axe: bool = True
    """Whether axe is asked about it."""


def views(fonts: FontSet, place: int) -> Iterator[View]:
    """How a page is seen with a font set, by its place among the pages."""
    yield from extent(by_day, nightly=at_night)(fonts, place)


def by_day(fonts: FontSet, place: int) -> Iterator[View]:
    """The sizes of a page are divided among the font sets; the widest fonts are seen on the smallest phone too. So are
    English and two other languages, of which axe is asked about the first. The widest fonts show the marked language
    as well. Languages, sizes and font sets change places from page to page."""
    turn = list(FontSet).index(fonts)
    languages = (SOURCE, *_turned(TRANSLATED, place)[:2])
    language = languages[(turn + place) % len(FontSet)]
    sizes = _turned(SIZES, place)[2 * turn : 2 * turn + 2]
    if fonts is FontSet.WIDE:
        sizes = tuple(dict.fromkeys((SMALLEST, *sizes)))
        yield View(PSEUDO, BOTH)
    yield View(language, sizes, plain=True, axe=language == languages[1])


def at_night(fonts: FontSet, place: int) -> Iterator[View]:
    """In English at every size with every set, and in every language with the widest fonts on the smallest phone and on
    a laptop; with each of the other sets in one language at two sizes."""
    yield View(SOURCE, SIZES, plain=True)
    if fonts is FontSet.WIDE:
        yield from (View(language, BOTH) for language in (*TRANSLATED, PSEUDO))
    else:
        turn = list(FontSet).index(fonts)
        yield View(_turned(TRANSLATED, place)[turn], _turned(SIZES, place)[2 * turn : 2 * turn + 2])


def _turned(things: tuple[T, ...], by: int) -> tuple[T, ...]:
    first = by % len(things)
    return things[first:] + things[:first]


@pytest.fixture(scope="module")
def speakers(installed_fonts: Fonts, fonts: FontSet, service: Service) -> Speakers:
    return Speakers(installed_fonts.browser(fonts), signing_in(service))


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_can_be_read_and_used(speakers: Speakers, fonts: FontSet, evening: Service, name: str) -> None:
    names, place = VIEWS[name], list(VIEWS).index(name)
    visitor = Visitor(speakers, Kind(evening.url, SCENES[name].person, touch=fonts is FontSet.WIDE, motion=False))
    visitor.expect("nowhere")  # the page that there is not
    found = []
    for view in views(fonts, place):
        shown = [each for each in names if view.plain or each not in ALIKE]
        if not shown:
            continue
        speakers.choose(visitor.page, evening.url, view.language)
        page = visitor.open(SCENES[name].path)
        for each in shown:
            page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})  # where every part can be opened
            SCENES[each].ready(page)
            expect(page.locator("html")).to_have_attribute("lang", view.language)
            found += [f"{each}, {view.language} {said}" for said in faults(page, each, view)]
            if each in CLEAN and fonts is FontSet.MONO:
                found += [f"{each}, {view.language} {said}" for said in unclean(page, each, place)]
    visitor.close()
    assert "\n".join(found) == ""


def faults(page: Page, name: str, view: View) -> Iterator[str]:
    """What is wrong with a scene as somebody sees it."""
    scene = SCENES[name]
    yield from look(page, scene, view.sizes)
    if name in ALIKE:
        return
    marked = view.language == PSEUDO
    if marked:
        yield from sorted(set(look(page, scene, [view.sizes[-1]], WORDS_LEFT)))
    if view.axe and (said := violations(page, colors=False, only=() if marked else WORDS)):
        yield said
    if marked:
        yield from look(page, scene, [ZOOMED], Look(REACH))
        yield from look(page, scene, [TABLET], Look(REACH, FINGERTIP))


def unclean(page: Page, name: str, place: int) -> Iterator[str]:
    """Controls and the width of the page at three sizes; contrast at one of them, in turn, and at night at each."""
    yield from look(page, SCENES[name], MEASURED, SMALL)
    for width, height in extent((MEASURED[place % len(MEASURED)],), nightly=MEASURED):
        page.set_viewport_size({"width": width, "height": height})
        if said := violations(page, only=("color-contrast",)):
            yield f"{width}x{height}: {said}"


@pytest.mark.parametrize(("choice", "others"), [(by_day, 2), (at_night, len(TRANSLATED))])
def test_every_page_meets_every_size_font_and_enough_languages(
    choice: Callable[[FontSet, int], Iterator[View]], others: int
) -> None:
    """A page is seen in English, in the marked language and by day in two others; every font set meets every size and
    every language on some page, and so does axe."""
    seen = {(place, fonts): list(choice(fonts, place)) for place in range(len(VIEWS)) for fonts in FontSet}
    for place in range(len(VIEWS)):
        sets = [seen[place, fonts] for fonts in FontSet]
        assert all(sets)
        languages = {view.language for each in sets for view in each}
        assert languages >= {SOURCE, PSEUDO}
        assert len(languages & {*TRANSLATED}) == others
        assert {size for each in sets for view in each if view.plain for size in view.sizes} == {*SIZES}
        assert PSEUDO in {view.language for each in sets for view in each if view.axe}
    assert {view.language for found in seen.values() for view in found if view.axe} >= {*TRANSLATED}
    for fonts in FontSet:
        each = [view for (_, other), found in seen.items() if other is fonts for view in found]
        assert {size for view in each for size in view.sizes} == {*SIZES}
        assert {view.language for view in each} >= {*TRANSLATED}
        assert SOURCE in {view.language for view in each}
