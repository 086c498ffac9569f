"""Several tables on one screen: each plays independently, and the one whose bets are closing alerts the player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.accessibility import violations
from tests.pages.house import NOW, House, card_of, lobby, rules_of, session, sitting, tile, view, wager
from tests.pages.reach import outside
from tests.pages.test_terminal import ANA, YOU

NUMBERS = ("1", "2", "3", "4")
HEAP_MAX = 96 << 20
"""What four tables may take of a browser's memory for scripts."""


def settled(page: Page) -> House:
    """Ana sits at tables 1 to 4; table 5 is open, table 6 is a felt and table 8 does not open."""
    others = (tile("5"), tile("6", electronic=False), tile("8", findings=[{"message": "No.", "clause": None}]))
    made = House(page, {"GET /tables": lobby(*map(tile, NUMBERS), *others)})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": 1}
    for number in (*NUMBERS, "5"):
        made.answers[f"GET /tables/{number}"] = card_of(rules_of(number, "nj", "american"))
        made.answers[f"GET /tables/{number}/play"] = session(sitting(number))
        made.snapshots[number] = view(number=number, seats=[ANA], you=YOU)
    return made


@pytest.fixture
def room(window: Page) -> Iterator[House]:
    window.emulate_media(reduced_motion="reduce")
    made = settled(window)
    yield made
    made.close()


@pytest.fixture
def timed(own_window: Page) -> Iterator[House]:
    """The same in a browser of its own, with a clock."""
    own_window.emulate_media(reduced_motion="reduce")
    made = settled(own_window)
    yield made
    made.close()


def several(room: House, *numbers: str) -> None:
    room.open(f"/several?tables={','.join(numbers)}")
    for number in numbers:
        expect(inside(room, number).locator("body")).to_have_attribute("data-link", "open")


def inside(room: House, number: str) -> FrameLocator:
    return room.page.frame_locator(f'iframe[title="Table {number}"]')


def news(room: House, number: str, version: int = 101, **facts: object) -> None:
    frame: dict[str, Any] = {"type": "news", "after": version - 1, "version": version, "now": 0, "happened": []}
    room.tell(number, frame | facts)


def commands(room: House) -> list[tuple[str, dict[str, Any]]]:
    return [(table, frame["command"]) for table, frame in room.said if frame["type"] == "command"]


def test_each_table_has_its_own_bets_and_slip(room: House) -> None:
    several(room, "1", "3")
    inside(room, "3").locator('#board [data-spot="17"]').click()
    while not commands(room):
        room.page.wait_for_timeout(10)
    ((table, command),) = commands(room)
    assert (table, command["type"], command["spot"]) == ("3", "place-wager", "17")
    news(room, "1", wagers={"whole": False, "list": [wager(1, "red", 500, "sky")]})
    expect(inside(room, "1").locator("#total-bet")).to_have_text("$5")
    expect(inside(room, "3").locator("#total-bet")).not_to_contain_text("$5")


def test_the_table_whose_bets_close_calls_to_its_player(timed: House) -> None:
    several(timed, "1", "2")
    tabs = timed.page.locator(".several-tab")
    expect(tabs.nth(0)).to_contain_text("Place your bets")
    timed.page.clock.install()
    now = timed.page.evaluate("Date.now()")
    skew = NOW - now
    timed.tell("2", {"type": "pace", "closes_at": now + skew + 20_000})
    expect(tabs.nth(1)).to_contain_text("Bets close in")
    expect(tabs.nth(1)).not_to_have_attribute("data-call", "closing")
    timed.tell("2", {"type": "pace", "closes_at": now + skew + 5_000})
    expect(tabs.nth(1)).to_have_attribute("data-call", "closing")
    expect(timed.page.locator("#live")).to_have_text("Table 2: bets close")
    expect(tabs.nth(0)).not_to_have_attribute("data-call", "closing")
    expect(timed.page.locator('.several-pane[data-call="closing"]')).to_have_count(1)
    news(timed, "2", table={"phase": "no-more-bets"})
    expect(tabs.nth(1)).to_contain_text("No more bets")
    expect(tabs.nth(1)).not_to_have_attribute("data-call", "closing")


def test_a_ball_in_the_track_is_the_last_call_and_a_choice_in_prison_comes_first(room: House) -> None:
    several(room, "1", "2")
    tabs = room.page.locator(".several-tab")
    news(room, "1", table={"phase": "in-track"})
    expect(tabs.nth(0)).to_have_attribute("data-call", "closing")
    news(room, "2", table={"phase": "crowned", "choose_until": NOW + 30_000}, you=YOU | {"choose": ["red"]})
    expect(tabs.nth(1)).to_have_attribute("data-call", "choose")
    expect(tabs.nth(1)).to_contain_text("Your choice")


def test_who_only_watches_is_not_called(room: House) -> None:
    room.snapshots["2"] = view(number="2", seats=[], you=YOU | {"seat": None})
    several(room, "2")
    news(room, "2", table={"phase": "in-track"})
    tab = room.page.locator(".several-tab")
    expect(tab).to_contain_text("Ball in the track")
    expect(tab).not_to_have_attribute("data-call", "closing")


def test_tables_are_added_up_to_four_and_closed_and_a_reload_shows_them_again(room: House) -> None:
    several(room, "1", "2", "3")
    more = room.page.locator("#more option")
    expect(more).to_have_text(["Table 4: American roulette", "Table 5: American roulette"])
    room.page.get_by_role("button", name="Add").click()
    expect(inside(room, "4").locator("body")).to_have_attribute("data-link", "open")
    expect(room.page.locator("#add")).to_be_hidden()
    assert room.page.evaluate("location.search") == "?tables=1,2,3,4"
    room.page.get_by_role("button", name="Close table 2").click()
    expect(room.page.locator("iframe")).to_have_count(3)
    expect(room.page.locator("#add")).to_be_visible()
    room.page.reload()
    expect(room.page.locator(".several-tab")).to_have_count(3)
    assert [each for _, each in commands(room)] == []  # the seat stays


def test_more_than_four_and_the_same_twice_are_not_opened(room: House) -> None:
    several(room, "1", "2")
    room.open("/several?tables=1,1,2,3,4,5")
    expect(room.page.locator("iframe")).to_have_count(4)


def test_a_page_without_tables_says_what_to_do(room: House) -> None:
    room.open("/several")
    expect(room.page.locator("#note")).to_have_text("No table yet: add one above, up to four.")
    assert violations(room.page) == ""


def test_the_result_at_one_table_reaches_the_clocks_of_the_others(room: House) -> None:
    several(room, "1", "2")
    expect(inside(room, "2").locator("#session-net")).to_have_text("−$35")
    room.answers["GET /tables/2/play"] = session(sitting("2"), sitting("1", result=-6_500))
    news(room, "1", seats=[ANA | {"stacks": {"electronic": 47_000}}])
    expect(inside(room, "2").locator("#session-net")).to_have_text("−$100")


def test_calls_name_their_table(room: House) -> None:
    several(room, "2")
    news(room, "2", table={"phase": "no-more-bets"}, happened=[{"kind": "no-more-bets-called"}])
    expect(inside(room, "2").locator("#live-assertive")).to_contain_text("Table 2: ")


def test_a_message_that_no_pane_sent_is_ignored(room: House) -> None:
    several(room, "1")
    room.page.evaluate("window.postMessage({ type: 'pane', phase: 'closed', choose: true }, location.origin)")
    room.page.wait_for_timeout(700)
    expect(room.page.locator(".several-tab")).to_contain_text("Place your bets")


def test_links_of_a_held_terminal_lead_the_whole_window(room: House) -> None:
    several(room, "1")
    inside(room, "1").locator("#menu-open").click()
    dialog = inside(room, "1").locator("#dialog")
    expect(dialog.get_by_role("link", name="Several tables")).to_have_count(0)
    dialog.get_by_role("link", name="All tables").click()
    expect(room.page.locator("#house-name")).to_have_text("The Silver Dollar")


def test_a_terminal_and_the_lobby_lead_to_several_tables(room: House) -> None:
    room.open("/")
    room.page.get_by_role("link", name="Several tables").click()
    expect(room.page.locator("#note")).to_be_visible()
    room.open("/play/3")
    room.page.locator("#menu-open").click()
    room.page.locator("#dialog").get_by_role("link", name="Several tables").click()
    expect(inside(room, "3").locator("body")).to_have_attribute("data-link", "open")


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(4, [(1280, 800), (1920, 1080)]), (3, [(1024, 768)]), (2, [(768, 1024), (390, 844), (640, 400)])],
)
def test_everything_is_in_reach_at_every_size(room: House, count: int, sizes: list[tuple[int, int]]) -> None:
    """A pane is never narrower than the smallest phone; the tabs lead to panes that do not fit."""
    several(room, *NUMBERS[:count])
    for width, height in sizes:
        room.page.set_viewport_size({"width": width, "height": height})
        assert room.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        for number in NUMBERS[:count]:
            room.page.locator(".several-tab", has_text=f"Table {number}").get_by_role("button").first.click()
            pane = room.page.locator("iframe", has_not_text="-").nth(int(number) - 1)
            box = pane.bounding_box()
            assert box is not None
            assert box["width"] >= 310
            assert -1 <= box["x"] <= width - 310
            acts = [f'[data-act="{act}"]' for act in ("clear", "rebet", "tip")]
            assert outside(inside(room, number).locator("body"), acts) == []
        assert violations(room.page) == ""


def test_four_tables_stay_within_their_memory(room: House) -> None:
    several(room, *NUMBERS)
    client = room.page.context.new_cdp_session(room.page)
    client.send("HeapProfiler.collectGarbage")
    used = client.send("Runtime.getHeapUsage")["usedSize"]
    assert used < HEAP_MAX
