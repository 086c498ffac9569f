"""Pages for people who read another language: nothing wraps that fits one line in English, and no English is left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from croupier.floor.tournaments import AUTOMATIC_DIRECTOR
from croupier.table.state import AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR
from tests.pages.catalogues import texts
from tests.pages.house import House, card_of, lobby, rules_of, tile
from tests.pages.sheets import Sheets
from tests.pages.site import site
from tests.pages.test_terminal import ANA, Table

LOCALES = {"es-ES": "es", "fr-FR": "fr", "de-DE": "de", "zh-CN": "zh-Hans"}
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)


@pytest.fixture(params=LOCALES, scope="module")
def room(request: pytest.FixtureRequest, sheets: Sheets) -> Iterator[tuple[str, House]]:
    """A player's browser that asks for a language, and the language that it gets."""
    page = sheets.page(locale=request.param)
    page.emulate_media(reduced_motion="reduce")
    made = House(page, {"GET /tables": lobby(tile("7"))})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": None}
    yield LOCALES[request.param], made
    made.close()


LINES = """(place) => [...document.querySelectorAll(place)].filter((each) => each.checkVisibility()).map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const rows = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.bottom / 6)));
  return [each.textContent, rows.size];
}).filter(([, rows]) => rows > 1)"""
"""The elements at a place whose words take more than one line."""


def test_figures_limits_phase_and_headings_take_one_line_each_at_a_desk(room: tuple[str, House]) -> None:
    language, house = room
    card = card_of(rules_of("7", "co-2014", "european", limits={"minimum": 500, "maximum": 10_000}))
    table = Table(house, card, seats=[ANA | {"value": 100}])
    expect(table.page.locator("html")).to_have_attribute("lang", language)
    table.page.set_viewport_size(DESK)
    expect(table.page.locator(".figures td").first).to_be_visible()
    for place in (".figures td", "#limits dd", ".phase-title", ".panel-head h2"):
        assert table.page.evaluate(LINES, place) == [], place


def test_the_head_of_a_phone_is_one_row_above_the_phase(room: tuple[str, House]) -> None:
    _, house = room
    card = card_of(rules_of("7", "co-2014", "european", limits={"minimum": 500, "maximum": 10_000})) | {
        "demonstration": True
    }
    table = Table(house, card, seats=[ANA | {"value": 100}])
    table.page.set_viewport_size(PHONE)
    brand, posted = (table.page.locator(place).bounding_box() for place in (".brand", ".posted"))
    assert brand is not None
    assert posted is not None
    assert posted["y"] < brand["y"] + brand["height"]
    table.page.set_viewport_size(DESK)


def test_called_bets_have_names(room: tuple[str, House]) -> None:
    """The names that a player of this language knows; none is the word of the rulebook's file."""
    language, house = room
    card = card_of(rules_of("7", "co-2014", "european", offers=["called-bets", "trio-0-2-3"]))
    table = Table(house, card, seats=[ANA | {"value": 100}])
    table.act("called").click()
    known = texts(language)
    for name in ("voisins", "tiers", "orphelins"):
        expect(table.page.locator(f'[data-called="{name}"]')).to_have_text(known[f"table.called.{name}"])
    final = known["table.called.final"].replace("{number}", "4")
    expect(table.page.locator('[data-called="final-4"]')).to_have_text(final)
    table.page.locator('.called-pocket[data-label="17"]').hover()
    words = known["table.called.neighbors"].replace("{number}", "17").replace("{reach}", "2")
    expect(table.page.locator(".called-words")).to_contain_text(words)


@pytest.mark.parametrize("language", LOCALES.values())
def test_the_programs_of_a_demonstration_have_names(language: str) -> None:
    for name in (AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR, AUTOMATIC_DIRECTOR.name):
        assert texts(language)[f"house.person.{name.replace(' ', '-')}"] != name


RANGES = {"es": "5 – 1250 $", "fr": "5 – 1 250 $", "de": "5 – 1.250 $", "zh-Hans": "$5 – $1,250"}


def test_a_sign_behind_the_digits_stands_once_in_a_range(room: tuple[str, House]) -> None:
    language, house = room
    page: Page = house.page
    page.goto(site().url)
    found = page.evaluate("async () => (await import('/static/core/money.js')).range(500, 125000)")
    assert found.replace("\u00a0", " ").replace("\u202f", " ") == RANGES[language]
