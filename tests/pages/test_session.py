"""The session clock and the charts of results: what the service counted, and what it says about it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from croupier.web.api.results import count_results
from tests.accessibility import violations
from tests.pages.house import NOW, House, card_of, lobby, rules_of, session, sitting, tile, wager
from tests.pages.sheets import Sheets
from tests.pages.test_terminal import ANA, YOU, Table, nj

SIZES = [(1280, 800), (1920, 1080), (1024, 768), (768, 1024), (390, 844), (844, 390), (640, 400)]


@pytest.fixture(scope="module")
def room(sheets: Sheets) -> Iterator[House]:
    page = sheets.page()
    page.emulate_media(reduced_motion="reduce")
    made = House(page, {"GET /tables": lobby(tile("7"))})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": 1}
    yield made
    made.close()


def asks(room: House) -> int:
    return room.asked.count("GET /tables/7/play")


def test_the_clock_shows_time_and_result_from_the_service_and_again_after_a_reload(room: House) -> None:
    room.answers["GET /tables/7/play"] = session(sitting())
    table = Table(room, nj())
    expect(table.page.locator("#session-time")).to_have_text("0:42")
    expect(table.page.locator("#session-net")).to_have_text("−$35")
    table.page.evaluate("localStorage.clear()")
    table.page.reload()
    expect(table.page.locator("#session-time")).to_have_text("0:42")
    expect(table.page.locator("#session-net")).to_have_text("−$35")


@pytest.mark.parametrize(("result", "words"), [(0, "$0"), (1, "+$0.01"), (-1, "−$0.01"), (250_000, "+$2,500")])
def test_a_result_is_written_with_its_sign(room: House, result: int, words: str) -> None:
    room.answers["GET /tables/7/play"] = session(sitting(result=result, since=NOW - 3_600_000))
    table = Table(room, nj())
    expect(table.page.locator("#session-net")).to_have_text(words)
    expect(table.page.locator("#session-time")).to_have_text("1:00")


def test_who_has_not_played_has_no_clock(room: House) -> None:
    room.answers["GET /tables/7/play"] = session()
    before = asks(room)
    table = Table(room, nj(), seats=[], you=YOU | {"seat": None})
    while asks(room) == before:
        table.page.wait_for_timeout(10)
    expect(table.page.locator("#session-meter")).to_be_hidden()
    table.page.locator("#menu-open").click()
    table.page.locator('[data-act="session"]').click()
    expect(table.page.locator("#dialog")).to_contain_text("Your session begins when you take a seat.")


def test_the_result_follows_what_the_player_holds_and_no_chip_that_is_only_laid(room: House) -> None:
    """A wager changes nothing: the session is requested when the sum of rack and layout changes."""
    room.answers["GET /tables/7/play"] = session(sitting(result=0))
    table = Table(room, nj())
    expect(table.page.locator("#session-net")).to_have_text("$0")
    before = asks(room)
    laid = {"whole": False, "list": [wager(1, "17", 500, "sky")]}
    table.news(
        {"kind": "wager-placed", "seat": 1, "spot": "17", "amount": 500},
        wagers=laid, seats=[ANA | {"stacks": {"electronic": 49_500}}],
    )  # fmt: skip
    expect(table.page.locator('.slip-row[data-bet="17"]')).to_be_visible()
    room.answers["GET /tables/7/play"] = session(sitting(result=-500))
    table.page.wait_for_timeout(400)
    assert asks(room) == before
    gone = {"whole": False, "list": [wager(1, "17", 0, "sky")]}
    table.news({"kind": "losers-collected", "wagers": []}, table={"phase": "collected", "result": "5"}, wagers=gone)
    expect(table.page.locator("#session-net")).to_have_text("−$5")


def test_the_clock_says_what_it_counts(room: House) -> None:
    room.answers["GET /tables/7/play"] = session(
        sitting(), sitting("3", until=NOW - 60_000, bought=10_000, cashed=9_000, held=0, result=-1_000)
    )
    table = Table(room, nj())
    expect(table.page.locator("#session-net")).to_have_text("−$45")
    table.page.locator("#menu-open").click()
    table.page.locator('[data-act="session"]').click()
    dialog = table.page.locator("#dialog")
    expect(dialog.locator(".session-sums")).to_contain_text("42 minutes")
    for name, value in (("Bought in", "$600"), ("Cashed out", "$90"), ("on the layout", "$465"), ("Net", "−$45")):
        expect(dialog.locator(".session-sums div", has_text=name).locator("dd")).to_have_text(value)
    expect(dialog.locator(".session-tables li")).to_have_count(2)
    expect(dialog).to_contain_text("A break of 30 minutes or more begins a new session.")
    expect(dialog).to_contain_text("Tips and bets for the dealers count as spent.")
    assert violations(table.page) == ""


def test_guests_who_share_a_terminal_are_told_so(room: House) -> None:
    room.answers["GET /tables/7/play"] = session(sitting(), shared=True)
    table = Table(room, nj())
    expect(table.page.locator("#session-meter")).to_be_visible()
    table.page.locator("#menu-open").click()
    table.page.locator('[data-act="session"]').click()
    expect(table.page.locator("#dialog")).to_contain_text("only the seat that is held now counts")


def test_the_clock_is_in_sight_at_every_size(room: House) -> None:
    room.answers["GET /tables/7/play"] = session(sitting(result=-123_456, since=NOW - 36_000_000))
    table = Table(room, nj(tip_wager_max=500), seats=[ANA | {"stacks": {"electronic": 1_234_500}}])
    meter = table.page.locator("#session-meter")
    expect(meter).to_contain_text("−$1,234.56")
    for width, height in SIZES:
        room.page.set_viewport_size({"width": width, "height": height})
        meter.scroll_into_view_if_needed()
        expect(meter).to_be_in_viewport(ratio=0.98)
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    room.page.set_viewport_size({"width": 1280, "height": 800})


def drawn(count: int, wheel: str = "american") -> dict[str, Any]:
    """Results of a fair wheel, counted as the service counts them."""
    rules = rules_of("7", "nj", wheel).betting
    labels = [label for label, many in rules.game.wheel.counts.items() for _ in range(many)]
    made: dict[str, Any] = msgspec.to_builtins(count_results(rules, random.Random(3).choices(labels, k=count)))
    return made


def charts(room: House, found: dict[str, Any], wheel: str = "american") -> Table:
    room.answers |= {"GET /tables/7/results": found, "GET /tables/7/play": session()}
    table = Table(room, card_of(rules_of("7", "nj", wheel)))
    open_charts(table)
    return table


def open_charts(table: Table) -> None:
    table.page.locator("#menu-open").click()
    table.page.locator('[data-act="counts-menu"]').click()
    expect(table.page.locator("#dialog")).not_to_contain_text("Looking them up")


def test_charts_show_every_count_with_its_band_and_what_they_cannot_tell(room: House) -> None:
    found = drawn(500)
    table = charts(room, found)
    page = table.page
    expect(page.locator(".counts-results li")).to_have_count(500)
    expect(page.locator(".counts-results li").first).to_have_text(found["results"][-1])
    rows = page.locator(".counts tr", has=page.locator(".result"))
    expect(rows).to_have_count(38)
    expect(rows.locator(".result").nth(20)).to_have_text("19")  # 0, 00, 1 to 36
    by_name = {each["name"]: each for each in found["labels"]}
    row = page.locator(".counts tr", has=page.locator("th", has_text="19")).last
    told = by_name["19"]
    expect(row.locator(".counts-count")).to_have_text(str(told["count"]))
    expect(row.locator(".sr-only")).to_contain_text(f"{told['low']} to {told['high']}, average 13.2")
    expect(page.locator("cr-counts")).to_contain_text(
        f"{found['outside']} of 38 counts are outside the band. Chance alone leaves 1.4 outside on average."
    )
    expect(page.locator(".counts-note")).to_contain_text("No number is due and none is hot")
    assert violations(page) == ""


def test_a_bar_is_as_long_as_its_count_and_a_count_outside_is_marked(room: House) -> None:
    found = drawn(100)
    first = found["labels"][0]
    first |= {"count": first["high"] + 5}
    found["outside"] = 1
    table = charts(room, found)
    row = table.page.locator(".counts tr", has=table.page.locator("th", has_text="0")).filter(
        has=table.page.locator("b.result")
    ).first  # fmt: skip
    expect(row).to_have_class("is-out")
    expect(row.locator(".sr-only")).to_contain_text("outside the band")
    chart, bar = row.locator(".counts-chart").bounding_box(), row.locator(".counts-bar").bounding_box()
    assert chart is not None
    assert bar is not None
    assert bar["width"] == pytest.approx(chart["width"], abs=1)  # it is the longest


def test_a_table_without_results_says_so(room: House) -> None:
    table = charts(room, drawn(0))
    expect(table.page.locator("cr-counts")).to_have_text("No round has been finished yet.")


def test_charts_of_a_big_six_wheel_have_its_stops(room: House) -> None:
    table = charts(room, drawn(200, "big-six"), "big-six")
    expect(table.page.locator(".counts tr", has=table.page.locator(".result"))).to_have_count(7)
    expect(table.page.locator("cr-counts")).to_contain_text("all that this wheel has on record")
    assert violations(table.page) == ""


def test_charts_fit_every_size(room: House) -> None:
    """Opened at each."""
    table = charts(room, drawn(500))
    dialog = table.page.locator("#dialog")
    close = dialog.get_by_role("button", name="Close")
    for width, height in SIZES:
        close.click()
        expect(dialog).to_be_hidden()
        room.page.set_viewport_size({"width": width, "height": height})
        open_charts(table)
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (width, height)
        assert dialog.evaluate("(each) => each.scrollWidth - each.clientWidth") <= 0, (width, height)
        close.scroll_into_view_if_needed()
        expect(close).to_be_in_viewport(ratio=0.98)
    room.page.set_viewport_size({"width": 1280, "height": 800})
