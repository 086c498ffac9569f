"""Everything on a screen has enough space: adjacent winnings, many tables, other people."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.rules.library import rulebook
from tests.pages.house import House, felt, lobby, posted_of, rules_of, tile, watched
from tests.pages.test_elements import MOUNT, card_of

FINDING = "The posted maximum is too high (CO 47.1-2207). Lower it."
SETTLING = ("crowned", "collected", "paid")


def test_winnings_side_by_side_can_all_be_read(page: Page) -> None:
    card = card_of(rulebook("nj").table("american"))
    marks: list[dict[str, float]] = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          const won = ['17', '17-20', '20', '14-17', '16-17'].map((spot, at) => (
            {{ seat: 4, spot, amount: 100, winnings: 1700 * (at + 1), returned: 100, color: 'sky' }}));
          board.seat = 4;
          board.chips.pay(won);
          return [...board.querySelectorAll('.paid')].map((each) => each.getBoundingClientRect().toJSON());
        }}""",
        [card, "landscape"],
    )
    assert len(marks) == 5
    for at, one in enumerate(marks):
        for other in marks[:at]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across <= 0 or down <= 0.3 * one["height"], (one, other)  # a line is higher than its figures


@pytest.mark.parametrize(("phase", "first"), [("at-rest", "32"), *((phase, "17") for phase in SETTLING)])
def test_the_number_is_posted_from_the_crown_on(house: House, phase: str, first: str) -> None:
    """A number at rest may still be no spin."""
    felt(house, phase=phase, result="17")
    expect(house.page.locator("#results li").first).to_have_text(first)


def test_a_stop_without_a_number_is_told_by_its_insignia_and_its_name(page: Page) -> None:
    drawn = page.evaluate(
        """async () => {
          const { resultBox } = await import('/static/ui/result.js');
          const parts = (label) => [...resultBox(label, 'plain').childNodes].map((each) => each.textContent);
          return ['joker', 'flag', '$20'].map(parts);
        }"""
    )
    assert drawn == [["★", "Joker"], ["⚑", "Flag"], ["$20"]]


def test_following_live_moves_the_list_and_not_the_page(house: House) -> None:
    house.page.set_viewport_size({"width": 390, "height": 844})
    watched(house)
    expect(house.page.locator("cr-replay [data-chip]")).to_have_count(2)
    expect(house.page.locator("[data-version]")).to_have_count(3)
    house.page.locator("[data-version='1']").evaluate("(record) => { record.closest('cr-timeline').chosen = 1; }")
    assert house.page.evaluate("scrollY") == 0


def test_many_tables_stand_three_in_a_row_on_a_laptop(house: House) -> None:
    finding = {"message": FINDING, "clause": "CO 47.1-2207"}
    house.answers["GET /tables"] = lobby(
        *(tile(str(number)) for number in range(101, 124)), tile("124", findings=[finding], phase="closed")
    )
    house.answers |= {f"GET /tables/{number}": house.answers["GET /tables/7"] for number in range(101, 125)}
    house.open("/")
    tiles = house.page.locator(".tile")
    expect(tiles).to_have_count(24)
    tops = [box["y"] for box in (each.bounding_box() for each in tiles.all()[:4]) if box]
    assert tops[0] == tops[1] == tops[2] < tops[3]
    expect(tiles.last.locator(".findings li")).to_have_text("The posted maximum is too high. Lower it.CO 47.1-2207")
    assert house.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["/dealer/7", "/pit"])
def test_who_has_no_console_is_told_so_and_sees_nothing_of_it(house: House, path: str) -> None:
    house.signs_in("ana", "player")
    house.open(path)
    said: Any = house.page.get_by_role("alert")
    expect(said).to_contain_text("signed in as ana (Player), and your role cannot use this console")
    expect(said.get_by_role("link", name="All tables")).to_be_visible()
    expect(house.page.locator(".bar :is(.phase, .limits, .net)").filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("paper", ["Letter", "A4"])
@pytest.mark.parametrize(
    ("book", "wheel"), [("co-2014", "double-as-single"), ("nj", "american"), ("nj", "big-six"), ("sd", "american")]
)
def test_the_posted_rules_are_one_leaf(house: House, book: str, wheel: str, paper: str) -> None:
    """Printed on both sides of a leaf; no part of it is torn in two."""
    house.answers["GET /tables/7/rules"] = posted_of(rules_of("7", book, wheel))
    house.open("/rules/7")
    expect(house.page.locator(".sheet section")).not_to_have_count(0)
    printed = house.page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2


def test_a_message_stays_while_it_is_read(own_page: Page) -> None:
    page = own_page
    page.clock.install()
    page.evaluate(
        """async () => {
          await import('/static/ui/cr-toasts.js');
          const toasts = document.body.appendChild(document.createElement('cr-toasts'));
          for (const message of ['First', 'Second', 'Third']) toasts.show({ message });
          document.querySelector('.toast-close').focus();
        }"""
    )
    messages = page.locator(".toast-words")
    expect(messages).to_have_text(["Second", "Third"])  # more would lie over the layout
    page.clock.run_for(20_000)
    expect(messages).to_have_text(["Second"])
    page.evaluate("document.activeElement.blur()")
    page.clock.run_for(5_000)
    expect(messages).to_have_count(0)
