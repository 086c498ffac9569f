"""A click on a control that news redraws while it is pressed: press, change, release."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.web.files import PAGES, STATIC
from tests.pages.house import House, card_of, lobby, rules_of, tile, view, wager
from tests.pages.test_pit import table
from tests.pages.test_terminal import ANA, YOU

LIST = """() => {
  const clicked = window.clicked = [];
  window.list = document.body.appendChild(document.createElement('ul'));
  window.button = (name, words = name, facts = {}) => {
    const made = Object.assign(document.createElement('button'), { onclick: () => clicked.push(name), ...facts });
    made.append(Object.assign(document.createElement('b'), { textContent: words }));
    made.style.cssText = 'display: block; width: 200px; height: 40px';
    return made;
  };
  window.draw = (...rows) => list.replaceChildren(...rows.map(([row, ...made]) => {
    const item = document.createElement('li');
    item.append(row, button(...made));
    return item;
  }));
  return import('/static/core/clicks.js');
}"""
"""A list of rows with a button each, which can be drawn again; `clicked` has the names of the clicked ones."""


@pytest.fixture
def rows(page: Page) -> Page:
    page.evaluate(LIST)
    return page


def clicked(page: Page) -> list[str]:
    page.evaluate("() => new Promise((done) => setTimeout(done, 20))")  # everything after the release has happened
    made: list[str] = page.evaluate("clicked")
    return made


def press(page: Page, target: Locator, change: Callable[[], object]) -> None:
    """Presses, lets something happen, and releases without moving."""
    target.hover()
    page.mouse.down()
    change()
    page.mouse.up()


SAME = {
    "nothing": "",
    "all of it": "draw(['', 'deal'])",
    "what is under the pointer": "list.querySelector('button').replaceChildren('deal')",
    "its place, which another one takes": "draw(['', 'other'], ['', 'deal'])",
    "its place, by what is inserted": "list.before(Object.assign(document.createElement('p'), {textContent: 'news'}))",
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_a_control_that_changes_while_it_is_pressed_is_clicked_once(rows: Page, change: str) -> None:
    rows.evaluate("draw(['', 'deal'])")
    press(rows, rows.get_by_text("deal"), lambda: rows.evaluate(f"() => {{ {change} }}"))
    assert clicked(rows) == ["deal"]


OTHER = {
    "another step": "draw(['', 'pay'])",
    "another text in the same button": "list.querySelector('button').replaceChildren('pay')",
    "a disabled one": "draw(['', 'deal', 'deal', {disabled: true}])",
    "none": "draw()",
}


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_a_control_that_has_become_another_one_is_not_clicked(rows: Page, change: str) -> None:
    rows.evaluate("draw(['', 'deal'])")
    press(rows, rows.get_by_text("deal"), lambda: rows.evaluate(f"() => {{ {change} }}"))
    assert clicked(rows) == []


def test_of_controls_that_read_the_same_that_of_the_pressed_row_is_clicked(rows: Page) -> None:
    rows.evaluate("draw(['Alert A', 'a', 'Acknowledge'], ['Alert B', 'b', 'Acknowledge'])")
    first = rows.get_by_text("Acknowledge").first
    press(rows, first, lambda: rows.evaluate("draw(['Alert B', 'b', 'Acknowledge'], ['Alert A', 'a', 'Acknowledge'])"))
    assert clicked(rows) == ["a"]
    rows.evaluate("clicked.length = 0")
    press(rows, first, lambda: rows.evaluate("draw(['Alert C', 'c', 'Acknowledge'], ['Alert A', 'a', 'Acknowledge'])"))
    assert clicked(rows) == []


def test_a_pointer_that_leaves_a_control_does_not_click_it(rows: Page) -> None:
    rows.evaluate("draw(['', 'deal'])")
    rows.get_by_text("deal").hover()
    rows.mouse.down()
    rows.evaluate("draw(['', 'deal'])")
    rows.mouse.move(600, 600)
    rows.mouse.up()
    assert clicked(rows) == []


@pytest.mark.parametrize("name", sorted(set(PAGES.values())))
def test_every_page_keeps_clicks(name: str) -> None:
    scripts = re.findall(r'<script type="module" src="([^"]+)"', (STATIC / name).read_text("utf-8"))
    assert scripts[0] == "/static/core/clicks.js"


def news(house: House, version: int = 101, **facts: object) -> None:
    frame: dict[str, Any] = {"type": "news", "after": version - 1, "version": version, "now": 0, "happened": []}
    house.tell("7", frame | facts)


def test_a_table_of_the_lobby_that_changes(house: House) -> None:
    house.snapshots["7"] = view()
    house.open("/")
    watch = house.page.get_by_role("link", name="Watch")
    expect(watch).to_be_visible()

    def change() -> None:
        house.answers["GET /tables"] = lobby(tile("7", taken=8, results=["17"]))
        house.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(house.page.locator("#tables .result")).to_have_text("17")

    press(house.page, watch, change)
    house.page.wait_for_url("**/felt/7")


@pytest.fixture
def prison(house: House) -> House:
    """Ana has two wagers in prison to choose for."""
    house.answers["GET /tables/7"] = card_of(rules_of("7", "co-2014", "european", zero="in-prison"))
    house.signs_in("ana", "player")
    house.you = {"name": "ana", "role": "player", "seat": 1}
    wagers = [wager(1, spot, 500, "sky") for spot in ("red", "odd")]
    house.snapshots["7"] = view(
        phase="crowned", result="0", seats=[ANA], wagers=wagers, choose_until=2_000_000_000_000,
        you=YOU | {"choose": ["red", "odd"]},
    )  # fmt: skip
    house.open("/play/7")
    return house


def test_a_choice_in_prison_that_moves_up(prison: House) -> None:
    """The other wager is chosen for elsewhere meanwhile; the choice is for the pressed one."""
    page = prison.page
    odd = page.locator('[data-choose="odd"] button', has_text="Half back")

    def change() -> None:
        news(prison, you={"choose": ["odd"]})
        expect(page.locator("[data-choose]")).to_have_count(1)

    press(page, odd, change)
    expect(odd).to_be_disabled()
    made = [frame["command"] for _, frame in prison.said if frame["type"] == "command"]
    assert [(each["spot"], each["choice"]) for each in made] == [("odd", "half")]


def test_a_seat_of_the_dealer_whose_chips_change(house: House) -> None:
    house.signs_in("dora", "dealer")
    house.you = {"name": "dora", "role": "dealer", "seat": None}
    house.snapshots["7"] = table(number="7", seats=[ANA])
    house.open("/dealer/7")
    page = house.page
    seat = page.locator("cr-seats .seat").first
    expect(seat).to_contain_text("$500")

    def change() -> None:
        news(
            house,
            seats=[ANA | {"stacks": {"electronic": 40_000}}],
            wagers={"whole": False, "list": [wager(1, "red", 10_000, "sky")]},
        )
        expect(seat).to_contain_text("$400")

    press(page, seat.locator("*").first, change)
    expect(seat).to_have_attribute("aria-pressed", "true")


def test_a_part_of_the_pit_whose_count_changes(house: House) -> None:
    house.answers["GET /alerts"] = {"alerts": [], "acknowledged": []}
    house.signs_in("vera", "pit-supervisor", license="P-1")
    house.snapshots["7"] = table(number="7")
    house.open("/pit")
    page = house.page
    expect(page.locator("#chosen h2")).to_have_text("Table 7")
    page.locator('[data-tab="run"]').click()
    decide = page.locator('[data-tab="decide"]')

    def change() -> None:
        dispute = {"dispute": 1, "round": 6, "what": "It was 17.", "decided": False}
        news(house, table={"disputes": [dispute]})
        expect(decide).to_contain_text("1")

    press(page, decide, change)
    expect(decide).to_have_attribute("aria-pressed", "true")
