"""The elements of the pages: layouts of every kind, chips that are told apart, calls that are seen and heard."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from croupier.floor.colors import CHIP_COLORS
from croupier.game.drawing import Orientation, draw
from croupier.rules.library import rulebook
from croupier.rules.table import Rules
from croupier.web.api.card import spots_on_card
from croupier.web.files import STATIC

LAYOUTS = [
    pytest.param("nj", "american", id="american"),
    pytest.param("nj", "european", id="european"),
    pytest.param("nj", "double-as-single", id="double as single"),
    pytest.param("nj", "big-six", id="big six"),
]
MOUNT = """
await import('/static/ui/cr-board.js');
const board = document.createElement('cr-board');
await Promise.all(['tokens', 'elements'].map((name) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet'; sheet.href = `/static/css/${name}.css`;
  document.head.append(sheet);
  return new Promise((done) => { sheet.onload = done; });
}));
document.body.append(board);
board.orientation = orientation;
board.card = card;
"""


def card_of(rules: Rules) -> dict[str, Any]:
    """As much of a card as a layout needs."""
    found: dict[str, Any] = msgspec.to_builtins(
        {
            "number": "7",
            "wheel": rules.choices.wheel,
            "landscape": draw(rules.layout, Orientation.LANDSCAPE),
            "portrait": draw(rules.layout, Orientation.PORTRAIT),
            "spots": spots_on_card(rules),
        }
    )
    return found


@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
@pytest.mark.parametrize(("book", "wheel"), LAYOUTS)
def test_every_spot_can_be_reached_with_the_arrow_keys(page: Page, book: str, wheel: str, orientation: str) -> None:
    """One tab stop, a name for every spot, and a way from the first spot to each other one by arrows alone."""
    card = card_of(rulebook(book).table(wheel))
    stops, names, reached = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          const spots = [...board.querySelectorAll('[data-spot]')];
          const stops = spots.filter((spot) => spot.tabIndex === 0).length;
          const names = spots.filter((spot) => spot.ariaLabel).length;
          const seen = new Set(), queue = [spots.find((spot) => spot.tabIndex === 0).dataset.spot];
          while (queue.length) {{
            const id = queue.pop();
            if (seen.has(id)) continue;
            seen.add(id);
            for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {{
              board.focusSpot(id);
              document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
              queue.push(document.activeElement.dataset.spot);
            }}
          }}
          return [stops, names, [...seen]];
        }}""",
        [card, orientation],
    )
    drawn = [spot["id"] for spot in card[orientation]["spots"]]
    assert stops == 1
    assert names == len(drawn)
    assert sorted(reached) == sorted(drawn)


@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
@pytest.mark.parametrize(("book", "wheel"), LAYOUTS)
def test_the_first_chip_stands_on_its_spot(page: Page, book: str, wheel: str, orientation: str) -> None:
    """Position decides the wager: exactly on a line, a corner or a number; within a larger box."""
    card = card_of(rulebook(book).table(wheel))
    places: dict[str, list[float]] = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          const found = {{}};
          for (const {{ id }} of card[orientation].spots) {{
            board.show([{{ seat: 4, spot: id, amount: 100, color: 'sky', chips: 'electronic' }}]);
            const chip = board.querySelector('[data-chip]');
            found[id] = chip.getAttribute('transform').match(/-?[0-9.]+/g).map(Number);
          }}
          return found;
        }}""",
        [card, orientation],
    )
    numbers = {box["label"]: box for box in card[orientation]["boxes"] if box["label"].isdigit()}
    for spot in card[orientation]["spots"]:
        x, y = places[spot["id"]]
        rect = spot["rect"]
        inside = spot["id"] in numbers or min(rect["width"], rect["height"]) <= 20
        assert abs(x - rect["x"]) <= (0.1 if inside else rect["width"] / 2), spot
        assert abs(y - rect["y"]) <= (0.1 if inside else rect["height"] / 2), spot


def test_a_click_asks_for_a_chip_and_the_other_button_asks_it_back(page: Page) -> None:
    card = card_of(rulebook("nj").table("american"))
    page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          board.style.width = '900px'; window.asked = [];
          board.addEventListener('cr-bet', (event) => window.asked.push([event.detail.spot, event.detail.take])); }}""",
        [card, "landscape"],
    )
    page.locator('[data-spot="17-20"]').click()
    page.locator('[data-spot="17-20"]').click(button="right")
    page.locator('[data-spot="1-2-3-4-5-6"]').click()
    page.keyboard.press("3")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    assert page.evaluate("window.asked") == [
        ["17-20", False],
        ["17-20", True],
        ["1-2-3-4-5-6", False],
        ["32", False],
        ["32", True],
    ]


def test_aiming_lights_the_numbers_that_the_service_names(page: Page) -> None:
    card = card_of(rulebook("nj").table("american"))
    lit = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          board.focusSpot('0-00-1-2-3');
          return [board.querySelectorAll('.light.is-lit').length, board.querySelector('.board-tip').textContent]; }}""",
        [card, "landscape"],
    )
    assert lit[0] == 5
    for words in ("First five", "6 to 1", "5/38", "NJ 19:47-5.2(a)"):
        assert words in lit[1]


@pytest.mark.clause("CO 47.1-2201(3)", duty="terminal")
def test_the_crown_stands_on_the_winning_number(page: Page) -> None:
    card = card_of(rulebook("co-2014").table("american"))
    place = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          board.crown = '17';
          const place = board.querySelector('.crown-place').getAttribute('transform').match(/-?[0-9.]+/g).map(Number);
          const there = board.querySelectorAll('.crown').length;
          board.crown = '';
          return [place, there, board.querySelectorAll('.crown').length]; }}""",
        [card, "landscape"],
    )
    box = next(box["rect"] for box in card["landscape"]["boxes"] if box["label"] == "17")
    assert abs(place[0][0] - box["x"]) < box["width"] / 2
    assert abs(place[0][1] - box["y"]) < box["height"] / 2
    assert place[1:] == [1, 0]


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _styles(page: Page, colors: tuple[str, ...]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = page.evaluate(
        """async (colors) => {
          const { styleOf } = await import('/static/ui/chip.js');
          return Object.fromEntries(colors.map((color) => [color, styleOf(color)]));
        }""",
        list(colors),
    )
    tokens = dict(re.findall(r"(--[\w-]+):\s*(#\w+);", (STATIC / "css" / "tokens.css").read_text("utf-8")))
    painted = ("face", "side", "ink", "spot")
    return {
        color: style | {part: tokens[style[part].removeprefix("var(").removesuffix(")")] for part in painted}
        for color, style in found.items()
    }


def test_chips_can_be_read(page: Page) -> None:
    """The ink of every chip has a contrast of at least 4.5:1 on its face."""
    for color, style in _styles(page, (*CHIP_COLORS, "white", "red", "green", "black", "purple")).items():
        light, dark = sorted((_luminance(style["face"]), _luminance(style["ink"])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, color


def test_no_two_players_chips_look_alike(page: Page) -> None:
    """Color and edge pattern differ together from every other's: the pattern alone tells most, the seat number all."""
    styles = _styles(page, CHIP_COLORS)
    assert len({style["dash"] for style in styles.values()}) >= 12
    for (one, first), (other, second) in combinations(styles.items(), 2):
        alike = first["dash"] == second["dash"] and abs(_luminance(first["face"]) - _luminance(second["face"])) < 0.1
        assert not alike, (one, other)


@pytest.mark.clause("CO 47.1-2201(7)", duty=("audible", "visual"))
def test_a_call_is_seen_heard_and_read_from_one_function(page: Page) -> None:
    """The announcement is reported as it was: not audible before the sound is unlocked, audible after."""
    page.set_content("<button>x</button>")
    page.evaluate(
        """async () => {
          const { Announcer } = await import('/static/core/announce.js');
          const { audio } = await import('/static/core/audio.js');
          const place = () => document.body.appendChild(document.createElement('div'));
          const parts = { banner: place(), caption: place(), polite: place(), assertive: place() };
          window.said = []; window.parts = parts; window.audio = audio;
          const announcer = new Announcer({ ...parts, report: (frame) => window.said.push(frame) });
          const said = { call: 'no-more-bets', round: 12, words: 'No more bets' };
          const call = { ...said, banner: true, sound: 'call', urgent: true };
          window.call = () => announcer.announce(call);
          document.querySelector('button').addEventListener('click', () => audio.unlock());
          window.call();
        }"""
    )
    assert page.evaluate("window.audio.state") == "locked"
    page.locator("button").click()
    page.wait_for_function("window.audio.state === 'ready'")
    page.evaluate("window.call()")
    page.wait_for_function("window.parts.assertive.textContent === 'No more bets'")
    said = page.evaluate("window.said")
    report = {"type": "announced", "call": "no-more-bets", "round": 12, "visual": True}
    assert said == [report | {"audible": False}, report | {"audible": True}]
    shown = page.evaluate(
        "[parts.banner.textContent, parts.caption.textContent, parts.banner.classList.contains('is-shown')]"
    )
    assert shown == ["No more bets", "No more bets", True]


def test_amounts_are_written_in_the_currency_of_the_card(page: Page) -> None:
    """As `Currency.write` has them, without cents where there are none."""
    written: list[str] = page.evaluate(
        """async () => {
          const { countIn, dollars } = await import('/static/core/money.js');
          const said = () => [dollars(125000), dollars(50), dollars(-505, true)];
          const before = said();
          countIn({ sign: '€', decimals: 2, sign_last: true });
          const euros = said();
          countIn({ sign: '¥', decimals: 0, sign_last: false });
          return [...before, ...euros, ...said()];
        }"""
    )
    assert written == [
        *("$1,250", "$0.50", "−$5.05"),
        *("1,250\u00a0€", "0.50\u00a0€", "−5.05\u00a0€"),
        *("¥125,000", "¥50", "−¥505"),
    ]
