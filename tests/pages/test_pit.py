"""The pit console against a house that speaks docs/protocol.md: many tables, equipment, texts of other people."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from tests.pages.house import NOW, House, card_of, lobby, rules_of, tile, view

LIVE_MAX = 24
TABLES = [str(number) for number in range(1, LIVE_MAX + 7)]
LAST = TABLES[-1]
DEALING = {
    "step": "spin-ball", "irregularity": "", "ball_out": False, "wheel": "", "ball": "", "verbal": [], "choosing": [],
    "due": [], "settled_round": 0, "settled_number": "", "waits_until": 0, "no_spin": [], "directions": ["go-on"],
}  # fmt: skip
CHECKS = {
    "magnet": ("No magnet or contrivance on table and wheel", "CO 47.1-2212(1)(a)"),
    "level": ("Wheel level, rotating freely and evenly", "CO 47.1-2212(1)(b)"),
    "parts": ("All parts of the wheel secure", "CO 47.1-2212(1)(c)"),
    "ball": ("Ball passed over a magnet or compass", "CO 47.1-2212(1)(d)"),
}
OBSTACLE = {
    "code": "not-inspected", "clause": "CO 47.1-2212(1)",
    "message": "The table was not inspected (CO 47.1-2212(1)). Inspect it.",
}  # fmt: skip


def equipment(**facts: object) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "checks": [{"check": check, "words": words, "clause": clause} for check, (words, clause) in CHECKS.items()],
        "obstacles": [], "inspection": None, "awaiting": [], "external_parts": False, "secure_place": "",
        "log_clause": "CO 47.1-2212(5)", "log": [],
    }  # fmt: skip
    return plain | facts


def entry(kind: str, **facts: object) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "at": NOW, "kind": kind, "part": "", "external": False, "what": "", "name": "Tess Toll", "role": "maintenance",
        "license": "M-77", "witness": "", "witness_license": "", "place": "", "passed": True, "failed": [], "note": "",
        "signed": "maintenance:tess",
    }  # fmt: skip
    return plain | facts


def table(**facts: object) -> dict[str, Any]:
    return view(dealing=DEALING, next_step="spinning the ball", dealer="dora", supervisor="vera") | facts


@pytest.fixture
def house(house: House) -> House:
    house.answers["GET /alerts"] = {"alerts": [], "acknowledged": []}
    house.signs_in("vera", "pit-supervisor", license="P-1")
    return house


def tiles(house: House) -> Locator:
    return house.page.locator("cr-tile:visible")


def many(house: House) -> None:
    """A pit with more tables than are watched live; at the last one a dispute waits."""
    card = house.answers["GET /tables/7"]
    house.answers |= {f"GET /tables/{number}": card for number in TABLES}
    house.snapshots |= {number: table(number=number) for number in TABLES[:-1]}
    dispute = {"dispute": 1, "round": 6, "what": "It was 17.", "decided": False}
    house.snapshots[LAST] = table(number=LAST, dealer="otto", disputes=[dispute])
    waiting = tile(LAST, step="spin-ball", disputes=1, dealer="otto")
    house.answers["GET /tables"] = lobby(*map(tile, TABLES[:-1]), waiting)
    house.open("/pit")
    expect(tiles(house)).to_have_count(len(TABLES))


def test_every_table_can_be_chosen_and_is_live_then(house: House) -> None:
    many(house)
    page = house.page
    expect(page.locator("cr-tile", has_text="1 dispute to decide")).to_have_count(1)  # it is the first to be chosen
    expect(page.locator("#chosen h2")).to_have_text(f"Table {LAST}")
    expect(page.locator("cr-tile .dot.open")).to_have_count(LIVE_MAX)
    page.locator("cr-tile button").nth(LIVE_MAX).click()
    expect(page.locator("#chosen h2")).to_have_text(f"Table {TABLES[LIVE_MAX]}")
    expect(page.locator("cr-tile.chosen .dot.open")).to_have_count(1)
    expect(page.locator("cr-tile .dot.open")).to_have_count(LIVE_MAX)


def test_a_tile_that_changes_while_it_is_pressed_is_chosen_all_the_same(house: House) -> None:
    many(house)
    page, pressed = house.page, tiles(house).nth(1)
    pressed.locator(".name").hover()
    page.mouse.down()
    page.evaluate(
        """([element, changed]) => { element.show(changed, null, 'polled', false); }""",
        [pressed.element_handle(), tile(TABLES[1], title="Another game")],
    )
    page.mouse.up()
    expect(page.locator("#chosen h2")).to_have_text(f"Table {TABLES[1]}")


def test_tables_are_found_by_number_dealer_and_what_waits(house: House) -> None:
    many(house)
    page = house.page
    page.keyboard.press("/")
    page.keyboard.type("otto")
    expect(tiles(house)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(tiles(house)).to_have_count(len(TABLES))
    page.keyboard.type("28")
    page.keyboard.press("Enter")
    expect(page.locator("#chosen h2")).to_have_text("Table 28")
    page.get_by_label("Find a table").fill("no such")
    expect(page.get_by_text("No table matches.")).to_be_visible()
    page.get_by_label("Find a table").fill("")
    page.get_by_role("button", name="Waiting1").click()
    expect(tiles(house)).to_have_count(1)


def opened(house: House, number: str = "7", **facts: object) -> Locator:
    """The pit with one table, its equipment shown."""
    house.snapshots[number] = table(**facts)
    house.open("/pit")
    expect(house.page.locator("#chosen h2")).to_have_text(f"Table {number}")
    return house.page.locator("#chosen")


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="checked"
)
def test_an_inspection_answers_for_each_check_by_itself(house: House) -> None:
    chosen = opened(house, phase="closed", equipment=equipment(obstacles=[OBSTACLE]))
    expect(house.page.locator("cr-tile .hinders")).to_contain_text("The table was not inspected CO 47.1-2212(1)")
    expect(chosen.get_by_role("button", name="Table", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(chosen.locator(".hinders cite")).to_have_text("CO 47.1-2212(1)")
    chosen.get_by_role("button", name="Fix this").click()
    form = chosen.locator("form", has_text="Sign the inspection")
    assert form.locator("legend cite").all_text_contents() == [clause for _, clause in CHECKS.values()]
    sign = form.get_by_role("button", name="Sign the inspection")
    sign.click()
    expect(form.get_by_role("status")).to_contain_text(f"Not sent {CHECKS['magnet'][0]} is missing.")
    for check, (words, _) in CHECKS.items():
        verdict = "Not in order" if check == "level" else "In order"
        form.get_by_role("radiogroup", name=words).get_by_role("radio", name=verdict, exact=True).check()
    form.get_by_label("Note").fill("It wobbles.")
    sign.click()
    (sent,) = (frame["command"] for _, frame in house.said if frame["type"] == "command")
    assert sent["type"] == "inspect-table"
    assert sent["checks"] == {"magnet": True, "level": False, "parts": True, "ball": True}
    assert sent["note"] == "It wobbles."


@pytest.mark.clause("CO 47.1-2212(5)", duty="log")
def test_the_log_has_date_table_work_name_license_and_signature(house: House) -> None:
    work = entry("replacement", part="turret", external=True, what="Worn out.")
    opened(house, equipment=equipment(log=[entry("inspection", role="security", license="S-9"), work]))
    page = house.page
    page.get_by_role("button", name="Equipment").click()
    row = page.locator(".log tbody tr").first
    for words in (
        "2023-11-14",
        "7",
        "Replacement",
        "turret",
        "external part",
        "Worn out.",
        "Tess Toll",
        "M-77",
        "tess",
    ):
        expect(row).to_contain_text(words)
    house.answers["GET /tables/7/log"] = {"clause": "CO 47.1-2212(5)", "earlier": 3, "log": [work] * 60}
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print the log").click()
    page.wait_for_function("window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".sheet tbody tr")).to_have_count(60)
    expect(page.locator(".sheet")).to_contain_text("CO 47.1-2212(5)")
    expect(page.locator(".sheet")).to_contain_text("60 entries, after 3 earlier ones")
    assert page.locator("body > :visible").count() == 1
    page.emulate_media(media="screen")


@pytest.mark.parametrize(
    ("role", "forms"),
    [
        ("pit-supervisor", ["Inspection", "Adjustment or replacement", "License on record"]),
        ("security", ["Inspection"]),
        ("maintenance", ["Adjustment or replacement"]),
        ("regulator", ["Inspection by the Director or a designee"]),
        ("surveillance", []),
    ],
)
def test_each_role_has_the_forms_of_its_own_acts(house: House, role: str, forms: list[str]) -> None:
    house.signs_in("rae", role)
    chosen = opened(house, phase="closed", equipment=equipment(awaiting=["turret"], obstacles=[OBSTACLE]))
    chosen.get_by_role("button", name="Equipment").click()
    expect(chosen.locator(".log")).to_be_visible()
    assert chosen.locator("form h3").all_text_contents() == forms


PRINTS = [
    {"thing": "limits", "title": "Table limits", "clause": "CO 47.1-2207", "records": False, "sign": True,
     "state": "replace", "code": "2d758225fe630ae7", "place": "on the game", "name": "sue"},
    {"thing": "layout", "title": "Layout", "clause": None, "records": False, "sign": False,
     "state": None, "code": "", "place": "", "name": ""},
    {"thing": "fill-slip", "title": "Fill slip", "clause": None, "records": True, "sign": False, "counted": True,
     "state": None, "code": "", "place": "", "name": ""},
]  # fmt: skip


@pytest.mark.parametrize(("role", "forms"), [("pit-supervisor", 2), ("surveillance", 0)])
def test_signs_and_papers_are_listed_printed_and_put_on_record(house: House, role: str, forms: int) -> None:
    house.signs_in("rae", role)
    house.answers["GET /tables/7/prints"] = {"table": "7", "prints": PRINTS, "languages": ["en"]}
    chosen = opened(house, phase="closed", equipment=equipment())
    chosen.get_by_role("button", name="Equipment").click()
    papers = chosen.locator("details.papers")
    papers.locator("summary").click()
    expect(papers.get_by_role("link", name="Table limits")).to_have_attribute("href", "/api/v1/tables/7/prints/limits")
    expect(papers).to_contain_text("Print again and replace")
    expect(papers).to_contain_text("2d75-8225-fe63-0ae7")
    expect(papers).to_contain_text("on the game, sue")
    expect(papers.locator("form")).to_have_count(forms)
    slip = papers.locator("tr", has_text="Fill slip")
    expect(slip.get_by_role("button", name="Print")).to_have_count(1 if forms else 0)  # who watches reads the preview
    expect(slip.get_by_role("link")).to_have_attribute("href", "/api/v1/tables/7/prints/fill-slip")


def test_each_print_of_a_slip_says_which_copy_it_is(house: House) -> None:
    house.signs_in("rae", "pit-supervisor")
    house.answers["GET /tables/7/prints"] = {"table": "7", "prints": PRINTS, "languages": ["en"]}
    house.answers["POST /tables/7/prints/fill-slip"] = {"copy": 2, "pdf": "JVBERi0="}
    chosen = opened(house, phase="closed", equipment=equipment())
    chosen.get_by_role("button", name="Equipment").click()
    chosen.locator("details.papers summary").click()
    slip = chosen.locator("details.papers tr", has_text="Fill slip")
    slip.get_by_role("button", name="Print").click()
    expect(slip.get_by_role("status")).to_have_text("Printed again: a copy, paper 2.")


def test_a_decision_being_written_is_there_after_a_look_elsewhere(house: House) -> None:
    dispute = {"dispute": 1, "round": 6, "what": "It was 17.", "decided": False}
    chosen = opened(house, disputes=[dispute])
    chosen.get_by_label("Decision").fill("Pay seat 4")
    chosen.get_by_role("button", name="Table", exact=True).click()
    expect(chosen.get_by_label("Decision")).to_have_count(0)
    chosen.get_by_role("button", name="Decide1").click()
    expect(chosen.get_by_label("Decision")).to_have_value("Pay seat 4")


def test_words_of_others_are_harmless_in_the_pit(house: House) -> None:
    dispute = {"dispute": 1, "round": 6, "what": "17\u202eevil", "decided": False}
    chosen = opened(
        house, disputes=[dispute], dealing=DEALING | {"step": "decide-irregularity", "irregularity": "\u0007"}
    )
    expect(chosen.locator("form q")).to_have_text(["⟨U+0007⟩", "17⟨U+202E⟩evil"])


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_equipment_is_accessible_and_fits(house: House, size: tuple[int, int]) -> None:
    house.page.set_viewport_size({"width": size[0], "height": size[1]})
    log = [entry("adjustment", part="ball track", witness="Sam Safe", witness_license="S-9")]
    chosen = opened(house, phase="closed", equipment=equipment(obstacles=[OBSTACLE], external_parts=True, log=log))
    chosen.get_by_role("button", name="Equipment").click()
    chosen.get_by_role("radio", name="Adjustment").check()
    expect(chosen.get_by_label("Security member present")).to_be_visible()
    found = Axe().run(house.page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    assert house.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    house.page.set_viewport_size({"width": 1280, "height": 800})


def spun(span: str, counts: dict[str, int], monitor: dict[str, Any] | None = None) -> dict[str, Any]:
    """The figures of the wheel of table 7."""
    compartments = card_of(rules_of("7", "co-2014", "american"))["compartments"]
    labels = [each["label"] for each in compartments]
    spins = sum(counts.values())
    listed = [{"label": label, "count": counts.get(label, 0), "expected": spins / len(labels)} for label in labels]
    return {"span": span, "spins": spins, "since": NOW, "until": NOW, "counts": listed, "monitor": monitor}


CALM = {
    "spins": 1_234, "evidence": 0.81, "peak": 2.5, "threshold": 100.0, "level": 0.01, "alarm": None,
    "words": "No alarm in 1,234 spins: it may be looked at after every spin.",
}  # fmt: skip
ALARM = CALM | {"alarm": {"spin": 40, "points_to": "17 favored"}, "words": "Alarm at spin 40. Inspect the wheel."}


def test_the_figures_of_the_wheel_are_those_of_the_span_that_was_chosen(house: House) -> None:
    spans = {"all": {"17": 40, "0": 31}, "opening": {"17": 2}, "last": {"0": 1}}
    house.answers["GET /tables/7/wheel"] = lambda query: spun(query["span"], spans[query["span"]], CALM)
    house.answers["GET /tables/7/report"] = {"by": "day", "rows": []}
    chosen = opened(house, equipment=equipment())
    chosen.get_by_role("button", name="Figures").click()
    wheel = chosen.get_by_role("region", name="Wheel")
    expect(wheel).to_contain_text("71 spins")
    expect(wheel.get_by_role("img", name="0: 31, 17: 40")).to_be_visible()
    expect(wheel).to_contain_text("it may be looked at after every spin")
    wheel.get_by_label("Numbers counted").select_option("since the opening")
    expect(wheel).to_contain_text("2 spins")
    expect(wheel).to_contain_text("Monitor of the whole record")
    frame = {"type": "news", "after": 100, "version": 101, "now": NOW, "table": {"round": 8}}
    wheel.get_by_label("Numbers counted").focus()
    house.tell("7", frame)
    expect(wheel.get_by_label("Numbers counted")).to_be_focused()
    expect(wheel.get_by_label("Numbers counted")).to_have_value("opening")
    assert Axe().run(house.page).response["violations"] == []


def test_an_alarm_of_the_monitor_is_plain_to_see(house: House) -> None:
    house.answers["GET /tables/7/wheel"] = lambda query: spun(query["span"], {"17": 40}, ALARM)
    house.answers["GET /tables/7/report"] = {"by": "day", "rows": []}
    chosen = opened(house, equipment=equipment())
    chosen.get_by_role("button", name="Figures").click()
    expect(chosen.locator(".wheel-alarm")).to_contain_text("Alarm at spin 40. Inspect the wheel.")
