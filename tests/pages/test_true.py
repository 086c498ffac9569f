"""A page always shows the current state of the table, not that of an animation still running."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.table.state import AUTOMATIC_DEALER
from croupier.web.files import STATIC
from tests.pages.house import House, card_of, felt, lobby, rules_of, tile, view, wager
from tests.pages.sheets import Sheets
from tests.pages.test_pit import DEALING, opened
from tests.pages.test_terminal import YOU, Table, nj

SAID_MS = 3_000
"""How soon a lost network is reported."""


@pytest.fixture(scope="module")
def room(sheets: Sheets) -> Iterator[House]:
    """A terminal with animations."""
    page = sheets.page()
    card = card_of(rules_of("7", "co-2014", "american"))
    made = House(page, {"GET /tables": lobby(tile("7")), "GET /tables/7": card})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": 1}
    yield made
    made.close()


def tips(spot: str, amount: int) -> dict[str, Any]:
    return wager(1, spot, amount, "sky") | {"tip": True}


def test_bets_are_open_on_the_page_the_moment_they_are_open(room: House) -> None:
    """Even while the ball lands: phase, countdown and layout follow the table, and running animations are cut short."""
    table = Table(room, nj(), phase="no-more-bets", wagers=[wager(1, "8", 500, "sky")])
    phase = table.page.locator("#phase")
    table.news({"kind": "number-announced", "number": "17"}, table={"phase": "at-rest", "result": "17"})
    expect(phase.locator("h1")).to_have_text("17 black", timeout=500)
    table.news({"kind": "losers-collected", "wagers": [wager(1, "8", 500, "sky")]}, table={"phase": "collected"})
    room.tell("7", {"type": "pace", "closes_at": table.page.evaluate("Date.now()") + 60_000})
    table.news({"kind": "crown-lifted"}, table={"phase": "betting", "result": ""}, wagers={"whole": True, "list": []})
    expect(phase.locator("h1")).to_have_text("Place your bets", timeout=500)
    expect(phase).to_have_attribute("data-timed", "", timeout=500)
    expect(table.page.locator("#board")).not_to_have_class("is-locked", timeout=500)
    expect(table.page.locator("#board [data-chip]")).to_have_count(0, timeout=500)
    expect(table.page.locator("#caption")).to_have_text("Place your bets", timeout=500)
    table.news(
        {"kind": "wager-placed", "seat": 1, "spot": "9", "amount": 500},
        wagers={"whole": False, "list": [wager(1, "9", 500, "sky")]},
    )
    expect(table.page.locator("#board [data-chip]")).to_have_count(1, timeout=500)
    table.page.wait_for_timeout(1_500)  # what was cut must not come back
    expect(table.page.locator("#board [data-chip]")).to_have_count(1)


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave"))
def test_a_choice_in_prison_is_there_while_its_clock_runs(room: House) -> None:
    card = card_of(rules_of("7", "co-2014", "european", zero="in-prison"))
    table = Table(room, card, phase="no-more-bets", wagers=[wager(1, "red", 1_000, "sky")])
    table.news({"kind": "number-announced", "number": "0"}, table={"phase": "at-rest", "result": "0"})
    due = {"phase": "crowned", "choose_until": table.page.evaluate("Date.now()") + 30_000}
    table.news({"kind": "crown-placed", "number": "0"}, table=due, you={"choose": ["red"]})
    expect(table.page.locator("#prison")).to_be_visible(timeout=500)
    expect(table.page.locator("#phase")).to_contain_text("Choose: half back, or in prison", timeout=500)


def test_the_felt_says_the_phase_the_moment_it_changes(room: House) -> None:
    felt(room, phase="no-more-bets")
    words = room.page.locator("#phase-words")
    expect(words).to_have_text("No more bets")
    frames = [
        ({"kind": "number-announced", "number": "17"}, {"phase": "at-rest", "result": "17"}),
        ({"kind": "crown-lifted"}, {"phase": "betting", "result": ""}),
    ]
    for version, (happened, changed) in enumerate(frames, start=100):
        frame = {"type": "news", "after": version, "version": version + 1, "now": 0}
        room.tell("7", frame | {"happened": [happened], "table": changed})
    expect(words).to_have_text("Place your bets", timeout=500)


def test_a_wager_for_the_dealers_that_wins_is_theirs(room: House) -> None:
    """No false win is announced to the player, and the last win does not change."""
    theirs = tips("17", 500)
    table = Table(room, nj(), phase="collected", result="17", wagers=[theirs])
    paid = theirs | {"outcome": "win", "winnings": 17_500, "returned": 500}
    result = {"spot": "17", "staked": 500, "kept": 18_000, "tip": True}
    last = {"round": 7, "number": "17", "staked": 500, "kept": 18_000, "wagers": [result]}
    table.news(
        {"kind": "winners-paid", "wagers": [paid]},
        table={"phase": "paid"},
        wagers={"whole": True, "list": []},
        you=YOU | {"last_round": last},
    )
    banner = table.page.locator("#banner")
    expect(banner).to_have_text("The dealers win $175")
    expect(table.page.locator("#last-win")).to_have_text("–")


@pytest.mark.parametrize("how", ["slip", "key", "undo"])
def test_a_wager_for_the_dealers_is_taken_back_by_its_name(room: House, how: str) -> None:
    """Both stand on the same spot; what was made for the dealers is what comes back."""
    table = Table(room, nj(), wagers=[wager(1, "17", 700, "sky"), tips("17", 300)])
    if how == "slip":
        row = table.page.locator('.slip-row[data-bet="17"]', has_text="for the dealers")
        row.locator(".slip-take").click()
    elif how == "key":
        table.act("tip").click()
        table.page.evaluate("document.querySelector('cr-board').focusSpot('17')")
        table.page.keyboard.press("Backspace")
    else:
        table.act("tip").click()
        table.page.evaluate("document.querySelector('cr-board').focusSpot('8')")
        table.page.keyboard.press("Enter")
        assert table.asked()["tip"] is True
        room.said.clear()
        table.news(
            {"kind": "wager-placed", "seat": 1, "spot": "8", "amount": 100, "tip": True},
            wagers={"whole": False, "list": [tips("8", 100)]},
        )
        table.act("undo").click()
    asked = table.asked()
    assert asked["tip"] is True
    assert asked["type"] == "take-down"


@pytest.mark.parametrize("page", ["/play/7", "/felt/7", "/dealer/7"])
def test_a_lost_network_is_shown_within_three_seconds(room: House, page: str) -> None:
    """The socket stays open and nothing comes: the page reports it, and reports when the connection is back."""
    if page == "/felt/7":
        felt(room)
    elif page == "/play/7":
        Table(room, nj())
    else:
        room.signs_in("dora", "dealer")
        room.snapshots["7"] = view(dealing=DEALING, next_step="spinning the ball", dealer="dora")
        room.open(page)
    said = {
        "/play/7": room.page.locator("#lost"),
        "/felt/7": room.page.locator("#trouble", has_text="The connection is lost"),
        "/dealer/7": room.page.locator("#net", has_text="no connection"),
    }[page]
    room.page.wait_for_timeout(1_500)
    expect(said).to_be_hidden()
    room.deaf = True
    try:
        expect(said).to_be_visible(timeout=SAID_MS)
    finally:
        room.deaf = False
    expect(said).to_be_hidden()
    room.signs_in("ana", "player")


def test_an_offline_device_shows_it_at_once(room: House) -> None:
    table = Table(room, nj())
    table.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(table.page.locator("#lost")).to_be_visible(timeout=500)
    expect(table.page.locator("#lost")).to_be_hidden()


def test_the_pit_names_who_really_deals(room: House) -> None:
    dealt = tile("7", automatic=True, dealer="dora", demonstration=True)
    room.answers |= {"GET /alerts": {"alerts": [], "acknowledged": []}, "GET /tables": lobby(dealt)}
    room.signs_in("vera", "pit-supervisor", license="P-1")
    chosen = opened(room)
    expect(room.page.locator("cr-tile .dealer")).to_have_text("Dealt by the automatic dealer, for dora")
    expect(chosen.locator(".table-head")).to_contain_text("Dealt by the automatic dealer, for dora")
    named = "([tile, name]) => import('/static/ui/cr-tile.js').then(({ dealtBy }) => dealtBy(tile, name))"
    assert room.page.evaluate(named, [dealt, AUTOMATIC_DEALER]) == "Dealt by the automatic dealer"
    room.signs_in("ana", "player")


def test_one_clock_with_its_zone(room: House) -> None:
    """That of the house, wherever the browser is; in one place, and nowhere else: a page has no format of its own.

    1,700,000,000 seconds are 22:13:20 on November 14, 2023 in UTC: 15:13:20 in Denver, the next day in Tokyo.
    """
    felt(room)
    found = room.page.evaluate(
        """async (zones) => {
        const told = [], at = 1700000000000;
        for (const zone of zones) {
          document.documentElement.dataset.zone = zone;
          const { clock, moment, day } = await import(`/static/core/clock.js?${zone}`);
          told.push([clock(at), moment(at), day(at)]);
        }
        return told; }""",
        ["", "America/Denver", "Asia/Tokyo"],
    )
    assert found == [
        ["22:13:20 UTC", "2023-11-14 22:13:20 UTC", "Nov 14, 2023"],
        ["15:13:20 MST", "2023-11-14 15:13:20 MST", "Nov 14, 2023"],
        ["07:13:20 GMT+9", "2023-11-15 07:13:20 GMT+9", "Nov 15, 2023"],
    ]
    own = re.compile("toLocaleTime|toLocaleDate|toISOString|DateTimeFormat")
    others = [path.name for path in STATIC.rglob("*.js") if own.search(path.read_text("utf-8"))]
    assert others == ["clock.js"]


def test_the_countdown_can_be_read_in_forced_colors(room: House) -> None:
    room.page.emulate_media(forced_colors="active")
    table = Table(room, nj())
    room.tell("7", {"type": "pace", "closes_at": table.page.evaluate("Date.now()") + 60_000})
    expect(table.page.locator(".phase-ring text")).not_to_be_empty()
    colors = table.page.evaluate(
        """() => { const probe = document.body.appendChild(document.createElement('p'));
        probe.style.color = 'CanvasText'; const canvas = getComputedStyle(probe).color; probe.remove();
        return [getComputedStyle(document.querySelector('.phase-ring text')).fill, canvas]; }"""
    )
    assert colors[0] == colors[1]
    room.page.emulate_media(forced_colors="none")
