"""The check itself: it finds and names unreadable text, and only that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.fonts.clipping import clipped
from tests.fonts.conftest import Fonts
from tools.fonts import FontSet

CLIPPED = {
    "words that are cut off": (
        "<p style='width:60px;overflow:hidden;white-space:nowrap'>Place your bets</p>",
        '"Place your bets" is cut across',
    ),
    "words with an ellipsis": (
        "<p style='width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'>Place your bets</p>",
        '"Place your bets" is cut across',
    ),
    "a line below the edge": (
        "<p style='height:20px;line-height:20px;width:60px;overflow:hidden'>Place your bets</p>",
        '"Place your bets" is cut down',
    ),
    "words wider than their button": (
        "<button style='width:60px;white-space:nowrap;border:1px solid'>Place your bets</button>",
        '"Place your bets" is wider than its box',
    ),
    "words higher than their pill": (
        "<p style='width:60px;height:20px;background:#333'>Place your bets</p>",
        '"Place your bets" is higher than its box',
    ),
    "words beside the page": (
        "<p style='position:absolute;left:560px;white-space:nowrap'>Place your bets</p>",
        '"Place your bets" leaves the page',
    ),
    "one word upon another": (
        "<span style='position:absolute;left:10px;top:10px'>Round 7</span>"
        "<span style='position:absolute;left:30px;top:12px'>Limits</span>",
        '"Round 7" lies on span "Limits"',
    ),
    "a word under a box": (
        "<p>DEMONSTRATION</p>"
        "<div style='position:absolute;left:0;top:0;width:300px;height:80px;background:#000'></div>",
        '"DEMONSTRATION" lies under div',
    ),
    "a label beside its box": (
        "<svg width='200' height='50'><g class='box'><rect width='50' height='30'/>"
        "<text x='2' y='20' font-size='16'>19 to 36</text></g></svg>",
        '"19 to 36" leaves its box',
    ),
    "turned labels that meet": (
        "<svg width='200' height='200'><text transform='rotate(30 100 100)' x='90' y='100'>$20</text>"
        "<text transform='rotate(36 100 100)' x='92' y='102'>$10</text></svg>",
        '"$20" lies on svg > text "$10"',
    ),
    "a choice wider than its field": (
        "<select style='width:80px'><option>Zero takes even-money wagers</option></select>",
        '"Zero takes even-money wagers" is wider than its field',
    ),
    "a hint wider than its field": (
        "<input style='width:60px' placeholder='Type a bet: 17-20 5'>",
        '"Type a bet: 17-20 5" is wider than its field',
    ),
}
READABLE = {
    "words in lines": "<p style='width:60px'>Place your bets</p>",
    "words that scroll": "<div style='width:60px;overflow:auto;white-space:nowrap'>Place your bets</div>",
    "words for ears alone": (
        "<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'>Place your bets</p>"
    ),
    "what is not there": "<p hidden style='width:6px'>Place your bets</p>",
    "a row of what fits": (
        "<p style='display:flex;flex-wrap:wrap;width:60px;height:20px;line-height:20px;overflow:hidden'>"
        "<b>36</b>&nbsp;<b>17</b>&nbsp;<b>32</b>&nbsp;<b>11</b></p>"
    ),
    "turned labels side by side": (
        "<svg width='200' height='200'><text transform='rotate(30 100 100)' x='100' y='60' font-size='12'>$20</text>"
        "<text transform='rotate(70 100 100)' x='100' y='60' font-size='12'>$10</text></svg>"
    ),
    "a choice in its field": "<select><option>Zero takes even-money wagers</option></select>",
}


@pytest.fixture(scope="module")
def page(installed_fonts: Fonts) -> Iterator[Page]:
    context = installed_fonts.browser(FontSet.WIDE).new_context(viewport={"width": 600, "height": 400})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("kind", CLIPPED)
def test_what_cannot_be_read_is_found(page: Page, kind: str) -> None:
    body, said = CLIPPED[kind]
    page.set_content(f"<!doctype html><body style='margin:8px;color:#fff'>{body}")
    found = clipped(page)
    assert any(said in each for each in found), found


@pytest.mark.parametrize("kind", READABLE)
def test_what_can_be_read_is_not_found(page: Page, kind: str) -> None:
    page.set_content(f"<!doctype html><body style='margin:8px;color:#fff'>{READABLE[kind]}")
    assert clipped(page) == []
