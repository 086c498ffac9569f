"""Labels of drawings, fitted by measuring: in their boxes and clear of chips with any font, and cheap to draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.fonts.clipping import clipped
from tests.fonts.conftest import Fonts
from tests.pages.house import card_of, rules_of
from tests.pages.site import Reply, site
from tests.pages.test_elements import MOUNT
from tools.fonts import FOLDER, FontSet

COLORS = {"offers": ["six-color", "eight-color", "seven-numbers"], "withholds": ["red", "black", "dozen"]}
TABLES: dict[str, dict[str, Any]] = {
    "american": {"wheel": "american"},
    "european": {"wheel": "european"},
    "prison": {"wheel": "european", "book": "co-2014", "zero": "in-prison"},
    "covered": {"wheel": "double-as-single"},
    "colors": {"wheel": "american", **COLORS},
    "some colors": {"wheel": "american", "offers": ["six-color"], "withholds": ["dozen"]},
    "big six": {"wheel": "big-six", "clapper": "void"},
}
PROBE = "Place your bets: 19 to 36"
OVERLAP_MAX = 2.5
"""How many units the round edge of a chip may reach into the square around a label."""
COVERED = """
  const words = /^[0-9]+$/, found = {};
  const labels = [...board.querySelectorAll('.box text')].filter((each) => !words.test(each.textContent));
  const scale = board.querySelector('svg').getScreenCTM().a;
  // Lines are higher than their letters: of each, the middle counts.
  const inked = (text) => {
    const box = text.getBBox(), matrix = text.getScreenCTM(), ink = box.height * 0.2;
    const ends = [[box.x, box.y + ink], [box.x + box.width, box.y + box.height - ink]].map(([x, y]) => (
      [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f]));
    const [xs, ys] = [0, 1].map((axis) => ends.map((end) => end[axis]));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const places = labels.map(inked);
  for (const { id, rect } of card[orientation].spots) {
    const box = card[orientation].boxes.find((each) => each.rect.x === rect.x && each.rect.y === rect.y);
    if (!box || words.test(box.label)) continue;
    const bet = (seat) => ({ seat, spot: id, amount: 100, color: 'sky', chips: 'electronic' });
    board.seat = 4;
    board.show([bet(4), bet(1), bet(2), bet(3)]);
    for (const chip of board.querySelectorAll('[data-chip] .chip > g > circle:first-child')) {
      const at = chip.getBoundingClientRect();
      const into = places.map((label) => Math.min(
        at.right - label.left, label.right - at.left, at.bottom - label.top, label.bottom - at.top));
      found[id] = Math.max(found[id] ?? 0, ...into.map((each) => each / scale));
    }
  }
  return found;
"""


@pytest.fixture(scope="module")
def sheet(installed_fonts: Fonts, fonts: FontSet) -> Iterator[Page]:
    context = installed_fonts.browser(fonts).new_context(
        viewport={"width": 1000, "height": 600}, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def page(sheet: Page) -> Page:
    """A blank page of our own origin."""
    site().reset()
    sheet.goto(site().url)
    return sheet


def test_the_font_sets_differ(installed_fonts: Fonts) -> None:
    """Whatever a page asks for, it gets the family of its set, and no two sets are equally wide."""
    stacks = ["var(--ui)", "var(--num)", "var(--display)", "Arial", "serif", "monospace", "system-ui"]
    widths = {}
    for fonts in FontSet:
        page = installed_fonts.browser(fonts).new_page()
        page.goto(site().url)
        page.add_style_tag(url="/static/css/tokens.css")
        measured: list[float] = page.evaluate(
            """([stacks, words]) => stacks.map((stack) => {
              const span = document.body.appendChild(document.createElement('span'));
              Object.assign(span.style, { display: 'block', width: 'max-content', font: `40px ${stack}` });
              span.textContent = words;
              return span.getBoundingClientRect().width;
            })""",
            [[*stacks, f"'{fonts}'"], PROBE],
        )
        assert len(set(measured)) == 1, f"{fonts}: {dict(zip(stacks, measured, strict=False))}"
        widths[fonts] = measured[0]
        page.close()
    narrow, wide = min(widths.values()), max(widths.values())
    assert len({round(width) for width in widths.values()}) == len(FontSet) >= 3
    assert wide > 1.25 * narrow


@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
@pytest.mark.parametrize("table", TABLES)
def test_a_chip_leaves_the_label_of_its_box_in_sight(page: Page, table: str, orientation: str) -> None:
    """On a number chips stand where the number is, as on any felt; a box with words has a place for those of four
    players beside its label, which is all within the box."""
    card = card_of(rules_of("7", **({"book": "nj"} | TABLES[table])))
    covered: dict[str, float] = page.evaluate(
        f"async ([card, orientation]) => {{ {MOUNT} {COVERED} }}", [card, orientation]
    )
    assert covered
    assert {spot: by for spot, by in covered.items() if by > OVERLAP_MAX} == {}
    page.evaluate("() => document.querySelector('cr-board').show([])")
    assert clipped(page) == []


def test_a_hundred_chips_are_measured_a_handful_of_times(page: Page) -> None:
    card = card_of(rules_of("7", "nj", "american"))
    measured: list[int] = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          let count = 0;
          const text = SVGTextContentElement.prototype, measure = text.getComputedTextLength;
          text.getComputedTextLength = function () {{ count += 1; return measure.call(this); }};
          const spots = card.landscape.spots.slice(0, 100), amounts = [100, 500, 2500, 10_000];
          board.show(spots.map(({{ id }}, at) => (
            {{ seat: 1 + (at % 4), spot: id, amount: amounts[at % 4], color: 'sky', chips: 'electronic' }})));
          const first = count;
          board.card = card;
          return [board.querySelectorAll('[data-chip]').length, first, count - first];
        }}""",
        [card, "landscape"],
    )
    assert measured == [100, 8, 0]  # four faces and four seats; a layout that is drawn again is known


def test_labels_are_fitted_again_when_a_font_arrives(page: Page) -> None:
    """Here the first font that a layout asks for comes late, and is wider or narrower than what stood in for it."""
    files = {"wide": "DejaVuSans-Bold.ttf", "narrow": "STIXGeneralBol.ttf"}
    site().answer = lambda _method, path, _query: Reply((FOLDER / files[path.strip("/")]).read_bytes(), "font/ttf")
    card = card_of(rules_of("7", "nj", "american"))
    drawn: list[list[float]] = page.evaluate(
        f"""async ([card, orientation]) => {{ {MOUNT}
          const found = [];
          for (const name of ['narrow', 'wide']) {{
            const family = getComputedStyle(board.querySelector('.print')).fontFamily.split(',')[0].replaceAll('"', '');
            const face = new FontFace(family, `url(/${{name}})`, {{ weight: '700' }});
            const done = new Promise((then) => document.fonts.addEventListener('loadingdone', then, {{ once: true }}));
            document.fonts.add(face);
            await face.load();
            await done;
            const label = [...board.querySelectorAll('.box text')].find((each) => each.textContent === '19 to 36');
            found.push([Number(label.getAttribute('font-size')), label.getComputedTextLength()]);
            document.fonts.delete(face);
          }}
          return found;
        }}""",
        [card, "landscape"],
    )
    (narrow_size, narrow_wide), (wide_size, wide_wide) = drawn
    assert narrow_size > wide_size
    assert abs(narrow_wide - wide_wide) < 0.1 * wide_wide  # both fill the same room, or the narrow one its wanted size
