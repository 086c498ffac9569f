"""Every page at every size with fonts that are narrow, even and wide, and in every language: nothing is cut off,
nothing overlaps, axe finds nothing, every text comes from a catalogue, and every action is within reach.

At night each page is seen at every size with every font set, and in every language. By day its sizes are divided
between the widest set, in the marked language, and one of the others, in English or one of the four translations.
`views` chooses the combinations. It is loaded once for a font set and a language, even if it has several scenes.

Of axe's rules, those about words are checked in one more language of a page by day, in turn, and in every language at
night; all others, whose result is the same in each, in the marked one. Actions are tried with the widest fonts on a
touch screen, at 200 % zoom and on a tablet held upright, where they are as large as a fingertip too. Contrast, controls
of 24 px and the width of the page are measured with other fonts, where the pointer is a mouse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.accessibility import WORDS, violations
from tests.browser.service import Service
from tests.browser.visitor import DESKTOP, LAPTOP, PHONE, Kind, Visitor
from tests.fonts.conftest import Fonts
from tests.fonts.foreign import WORDS_LEFT
from tests.fonts.looking import Look, Size, look
from tests.fonts.marked import PSEUDO
from tests.fonts.scenes import ALIKE, CLEAN, SCENES, VIEWS
from tests.nightly import extent
from tests.pages.catalogues import LANGUAGES, SOURCE
from tools.fonts import FontSet

SMALLEST: Size = (320, 568)
SIZES: tuple[Size, ...] = (SMALLEST, PHONE, (844, 390), (768, 1024), LAPTOP, DESKTOP)
BOTH: tuple[Size, ...] = (SMALLEST, LAPTOP)
HALF = len(SIZES) // 2
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
    """Whether axe checks it."""


def views(fonts: FontSet, place: int) -> Iterator[View]:
    """How a page is seen with a font set, by its place among the pages."""
    yield from extent(by_day, nightly=at_night)(fonts, place)


def by_day(fonts: FontSet, place: int) -> Iterator[View]:
    """Half of the sizes with the widest fonts, in the marked language, whose texts are longer than in English, and
    always the smallest phone; the other half with one other set, in English or one translation, which axe checks.
    Languages, sizes and font sets change places from page to page."""
    turned = _turned(SIZES, place)
    if fonts is FontSet.WIDE:
        yield View(PSEUDO, tuple(dict.fromkeys((SMALLEST, *turned[:HALF]))))
    elif fonts is other_set(place):
        translated = bool(place // 2 % 2)
        language = _turned(TRANSLATED, place // len(TRANSLATED))[0] if translated else SOURCE
        yield View(language, turned[HALF:], plain=True, axe=translated)


def at_night(fonts: FontSet, place: int) -> Iterator[View]:
    """In English at every size with every set, and in every language with the widest fonts on the smallest phone and on
    a laptop; with each of the other sets in one language at two sizes."""
    yield View(SOURCE, SIZES, plain=True)
    if fonts is FontSet.WIDE:
        yield from (View(language, BOTH) for language in (*TRANSLATED, PSEUDO))
    else:
        turn = list(FontSet).index(fonts)
        yield View(_turned(TRANSLATED, place)[turn], _turned(SIZES, place)[2 * turn : 2 * turn + 2])


def other_set(place: int) -> FontSet:
    """The set besides the widest one with which a page is seen by day."""
    others = [each for each in FontSet if each is not FontSet.WIDE]
    return others[place % len(others)]


def _turned(things: tuple[T, ...], by: int) -> tuple[T, ...]:
    first = by % len(things)
    return things[first:] + things[:first]


SEEN = [(fonts, name) for fonts in FontSet for place, name in enumerate(VIEWS) if any(views(fonts, place))]


@pytest.mark.parametrize(
    ("fonts", "name"),
    [pytest.param(fonts, name, id=f"{fonts.name.lower()}-{name}") for fonts, name in SEEN],
)
def test_a_page_can_be_read_and_used(installed_fonts: Fonts, fonts: FontSet, evening: Service, name: str) -> None:
    speakers = installed_fonts.speakers(fonts, evening)
    names, place = VIEWS[name], list(VIEWS).index(name)
    visitor = Visitor(speakers, Kind(evening.url, SCENES[name].person, touch=fonts is FontSet.WIDE, motion=False))
    visitor.expect("nowhere")  # a page that does not exist
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
            if each in CLEAN and fonts is extent(other_set(place), nightly=FontSet.MONO):
                found += [f"{each}, {view.language} {said}" for said in unclean(page, each, place)]
    visitor.close()
    assert "\n".join(found) == ""


def faults(page: Page, name: str, view: View) -> Iterator[str]:
    """What is wrong with a scene as somebody sees it."""
    scene, marked = SCENES[name], view.language == PSEUDO
    first, *more = sorted(view.sizes, key=lambda size: size != LAPTOP)  # which it has already
    yield from look(page, scene, [first])
    if marked:
        yield from sorted(set(look(page, scene, [first], WORDS_LEFT)))
    if view.axe and name not in ALIKE and (said := violations(page, colors=False, only=() if marked else WORDS)):
        yield said
    yield from look(page, scene, more)
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


@pytest.mark.parametrize("choice", [by_day, at_night])
def test_every_page_meets_every_size_and_every_font_set_meets_every_size(
    choice: Callable[[FontSet, int], Iterator[View]],
) -> None:
    """A page is seen at every size, with the widest fonts, and in the marked language, which axe checks; every font set
    meets every size on some page, and every language is seen and checked by axe somewhere."""
    seen = {(place, fonts): list(choice(fonts, place)) for place in range(len(VIEWS)) for fonts in FontSet}
    for place in range(len(VIEWS)):
        found = [view for fonts in FontSet for view in seen[place, fonts]]
        assert seen[place, FontSet.WIDE]
        assert {size for view in found for size in view.sizes} == {*SIZES}
        assert PSEUDO in {view.language for view in found if view.axe}
    every = [view for each in seen.values() for view in each]
    assert {view.language for view in every} == {*LANGUAGES, PSEUDO}
    assert {view.language for view in every if view.axe} >= {*TRANSLATED}
    for fonts in FontSet:
        each = [view for (_, other), shown in seen.items() if other is fonts for view in shown]
        assert {size for view in each for size in view.sizes} == {*SIZES}


def test_at_night_every_page_meets_every_font_set_and_every_language() -> None:
    for place in range(len(VIEWS)):
        seen = [[*at_night(fonts, place)] for fonts in FontSet]
        assert all(seen)
        assert {view.language for each in seen for view in each} == {*LANGUAGES, PSEUDO}
