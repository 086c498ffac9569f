"""What a guest expects of a terminal: few touches, chips that can be dragged, bets typed as they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.pages.house import House, card_of, lobby, rules_of, tile, view, wager
from tests.pages.reach import outside
from tests.pages.sheets import Sheets
from tests.pages.test_terminal import ANA, YOU, Table, act, nj


@pytest.fixture(scope="module")
def room(sheets: Sheets) -> Iterator[House]:
    page = sheets.page(touch=True)
    page.emulate_media(reduced_motion="reduce")
    made = House(page, {"GET /tables": lobby(tile("7"))})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": None}
    yield made
    made.close()


def answered(room: House, table: Table, count: int) -> list[dict[str, Any]]:
    """The commands so far, each answered as done when it comes."""
    for index in range(count):
        while len(table.commands()) <= index:
            room.page.wait_for_timeout(10)
        frame = table.commands()[index]
        room.tell("7", {"type": "answer", "id": frame["id"], "version": 100, "outcome": "done"})
    return [frame["command"] for frame in table.commands()]


def test_the_first_bet_takes_three_touches_from_the_lobby(room: House) -> None:
    """The table, the seat with its chips, the spot: everything else has a default that can be changed."""
    room.answers["GET /tables/7"] = nj()
    taken = {"seat": 1, "color": "sky", "player": None, "value": None, "stacks": None}
    room.snapshots["7"] = view(seats=[taken], you=YOU | {"seat": None})
    room.said.clear()
    room.open("/")
    room.page.get_by_role("link", name="Play, table").first.click()  # one
    dialog = room.page.locator(".seat-dialog")
    expect(dialog.locator(".seat-summary")).to_contain_text("Seat 2, ")
    expect(dialog.locator('[data-act="join"]')).to_have_text("Sit down with $100")
    table = Table.__new__(Table)
    table.house, table.page, table.version = room, room.page, 100
    dialog.locator('[data-act="join"]').click()  # two
    sent = answered(room, table, 3)
    assert [each["type"] for each in sent] == ["take-seat", "set-chips", "buy-chips"]
    assert {each["seat"] for each in sent} == {2}
    assert (sent[1]["value"], sent[2]["amount"]) == (100, 10_000)
    assert sent[1]["color"] != "sky"
    table.news({"kind": "seat-taken"}, seats=[ANA | {"seat": 2, "color": sent[1]["color"]}], you=YOU | {"seat": 2})
    expect(dialog).to_be_hidden()
    room.page.locator('#board [data-spot="17"]').click()  # three
    assert answered(room, table, 4)[3] | {"color": ""} == {
        "type": "place-wager", "seat": 2, "spot": "17", "stake": 100, "chips": "electronic", "color": "",
    }  # fmt: skip


def test_a_refused_buy_in_stays_to_be_mended(room: House) -> None:
    table = Table(room, nj(), seats=[], you=YOU | {"seat": None})
    table.page.locator("#sit").click()
    table.page.locator('[data-act="join"]').click()
    while not table.commands():
        table.page.wait_for_timeout(10)
    refusal: dict[str, Any] = {"code": "seat-taken", "clause": None, "message": "Seat 1 is taken.", "facts": {}}
    answer = {"type": "answer", "id": table.commands()[0]["id"], "version": 101, "outcome": "refused"}
    room.tell("7", answer | {"refusal": refusal})
    expect(table.page.locator(".seat-dialog [role=alert]")).to_have_text("Seat 1 is taken.")
    expect(table.page.locator('[data-act="join"]')).to_be_enabled()
    assert len(table.commands()) == 1


def test_cash_out_and_leave_are_one_touch(room: House) -> None:
    table = Table(room, nj(), seats=[ANA])
    table.page.locator("#menu-open").click()
    table.page.locator('#dialog [data-act="leave"]').click()
    assert answered(room, table, 2) == [
        {"type": "cash-out", "seat": 1, "amount": 50_000, "chips": "electronic"},
        {"type": "leave-seat", "seat": 1},
    ]
    expect(table.toast("You have left the seat")).to_contain_text("$500 cashed out")


def test_a_dragged_chip_moves(room: House) -> None:
    table = Table(room, nj(), wagers=[wager(1, "17", 500, "sky")])
    table.page.locator('#board [data-spot="17"]').hover()
    table.page.mouse.down()
    table.page.locator('#board [data-spot="20"]').hover()
    table.page.mouse.up()
    assert table.asked() == {
        "type": "move-wager", "seat": 1, "spot": "17", "to": "20", "stake": 500, "chips": "electronic",
    }  # fmt: skip


def test_what_is_dragged_from_an_empty_spot_is_nothing(room: House) -> None:
    table = Table(room, nj(), wagers=[wager(2, "17", 500, "gold")])
    table.page.locator('#board [data-spot="17"]').hover()
    table.page.mouse.down()
    table.page.locator('#board [data-spot="20"]').hover()
    table.page.mouse.up()
    table.page.wait_for_timeout(100)
    assert table.commands() == []


def test_a_long_touch_takes_a_chip_back_and_a_short_one_places(room: House) -> None:
    table = Table(room, nj(), wagers=[wager(1, "17", 500, "sky")])
    touch = """([spot, ms]) => { const face = document.querySelector(`#board [data-spot="${spot}"]`);
      const { x, y, width, height } = face.getBoundingClientRect();
      const at = { pointerId: 5, pointerType: 'touch', bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
      const svg = face.ownerSVGElement; svg.setPointerCapture = () => {};
      face.dispatchEvent(new PointerEvent('pointerdown', at));
      setTimeout(() => face.dispatchEvent(new PointerEvent('pointerup', at)), ms); }"""
    table.page.evaluate(touch, ["17", 900])
    assert table.asked() == {"type": "take-down", "seat": 1, "spot": "17", "stake": 100, "chips": "electronic"}
    table.page.wait_for_timeout(500)
    assert len(table.commands()) == 1
    table.page.evaluate(touch, ["20", 50])
    while len(table.commands()) < 2:
        table.page.wait_for_timeout(10)
    assert table.commands()[1]["command"]["type"] == "place-wager"


@pytest.mark.parametrize(
    ("typed", "spot", "stake"),
    [
        ("1st 12", "1st 12", 500), ("1st 12 20", "1st 12", 2_000), ("1-18", "1-18", 500), ("17/20 5", "17/20", 500),
        ("17,20", "17,20", 100), ("split 17 20", "split 17 20", 100), ("split 17 20 5", "split 17 20", 500),
        ("red 10", "red", 1_000),
    ],
)  # fmt: skip
def test_bets_are_typed_as_they_are_printed(room: House, typed: str, spot: str, stake: int) -> None:
    """What is a spot and what an amount follows from what the card names; the service reads the spot."""
    table = Table(room, nj())
    table.page.locator(".slip-input").fill(typed)
    table.page.locator(".slip-input").press("Enter")
    asked = table.asked()
    assert (asked["spot"], asked["stake"]) == (spot, stake)


def test_a_typed_bet_that_is_refused_stays_to_be_mended(room: House) -> None:
    table = Table(room, nj())
    field = table.page.locator(".slip-input")
    field.fill("17-19 5")
    field.press("Enter")
    while not table.commands():
        table.page.wait_for_timeout(10)
    refusal = {"code": "spot-unknown", "clause": None, "message": "There is no such spot.", "facts": {"spot": "17-19"}}
    answer = {"type": "answer", "id": table.commands()[0]["id"], "version": 101, "outcome": "refused"}
    room.tell("7", answer | {"refusal": refusal})
    expect(field).to_have_value("17-19 5")


def test_cards_name_what_layouts_print() -> None:
    card = card_of(rules_of("7", "nj", "american"))
    assert card["printed"]["1st 12"] == "dozen-1"
    assert card["printed"]["19 to 36"] == "high"


def racetrack(room: House) -> Table:
    card = card_of(rules_of("7", "co-2014", "european", offers=["called-bets", "trio-0-2-3"]))
    table = Table(room, card, seats=[ANA | {"value": 100}])
    table.act("called").click()
    expect(table.page.locator("cr-called")).to_be_visible()
    return table


def test_the_racetrack_says_what_a_called_bet_costs_and_places_it_whole(room: House) -> None:
    """Voisins are nine parts on seven spots; every one of them has the edge of a single zero."""
    table = racetrack(room)
    voisins = table.page.locator('[data-called="voisins"]')
    voisins.hover()
    words = table.page.locator(".called-words")
    expect(words).to_have_text("Voisins: 9 × $1 = $9 on 7 spots. House edge 1/37 (2.703 %)")
    expect(table.page.locator(".called-pocket.is-lit")).to_have_count(17)
    voisins.click()
    assert table.asked() == {
        "type": "place-wager", "seat": 1, "spot": "voisins", "stake": 900, "chips": "electronic",
    }  # fmt: skip
    expect(table.page.locator("#dialog [role=status]")).to_contain_text("Placed. Voisins")


def test_the_racetrack_bets_on_neighbors_by_hand_and_by_keys(room: House) -> None:
    table = racetrack(room)
    table.page.get_by_role("button", name="One neighbor more").click()
    table.page.locator('.called-pocket[data-label="0"]').focus()
    table.page.keyboard.press("ArrowRight")
    expect(table.page.locator(".called-pocket.is-lit")).to_have_count(7)
    table.page.keyboard.press("Enter")
    asked = table.asked()
    assert (asked["spot"], asked["stake"]) == ("neighbors-32-3", 700)


def test_there_is_no_racetrack_where_the_house_offers_none(room: House) -> None:
    table = Table(room, nj())
    expect(table.act("undo")).to_be_visible()
    expect(table.act("called")).to_be_hidden()


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 38), (768, 1024, 33), (390, 844, 28)])
def test_the_racetrack_can_be_touched(room: House, width: int, height: int, least: int) -> None:
    """No pocket overlaps another, and each is as large as the perimeter allows."""
    room.page.set_viewport_size({"width": width, "height": height})
    table = racetrack(room)
    boxes = table.page.locator(".called-pocket circle").evaluate_all(
        "(all) => all.map((each) => { const { x, y, width } = each.getBoundingClientRect(); return [x, y, width]; })"
    )
    sizes = [box[2] for box in boxes]
    assert min(sizes) >= least
    for one, other in zip(boxes, [*boxes[1:], boxes[0]], strict=True):
        apart = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
        assert apart >= 0.95 * one[2]
    room.page.set_viewport_size({"width": 1280, "height": 800})


def test_every_act_is_in_reach_with_a_racetrack_too(room: House) -> None:
    """640 by 400 is a laptop at 200 % zoom: nothing is off the page, and every button can be reached."""
    card = card_of(rules_of("7", "co-2014", "european", offers=["called-bets", "trio-0-2-3"]))
    table = Table(room, card, wagers=[wager(1, "17", 500, "sky")])
    for width, height in ((1280, 800), (390, 844), (844, 390), (768, 1024), (640, 400), (1920, 1080)):
        room.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        names = ("undo", "clear", "double", "rebet", "layouts", "called", "tip")
        assert outside(table.page.locator("body"), map(act, names)) == []
    room.page.set_viewport_size({"width": 1280, "height": 800})
