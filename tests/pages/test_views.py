"""Lobby, sign-in, felt, surveillance, odds and posted rules, against a house that speaks docs/protocol.md."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, cast, get_args

import pytest
from playwright.sync_api import expect

from croupier.equipment.command import PitCommand
from croupier.rules.library import rulebook
from croupier.table.view import HOUSE, STAFF
from croupier.terms.people import Role
from croupier.web.files import STATIC
from tests.pages.house import House, card_of, felt, lobby, posted_of, record, rules_of, tile, wager, watched

EQUIPMENT_ROLES: frozenset[Role] = frozenset().union(*(kind.given_by for kind in get_args(PitCommand)))
OWN = ("lobby", "sign-in", "felt", "surveillance", "odds", "rules", "receipt", "missing")
SIZES = {"wall": (1920, 1080), "desk": (1280, 800), "phone": (390, 844)}
CHEAPEST = "/static/css/tokens.css"
"""The page of this origin that does least."""


def call(house: House, module: str, name: str, *arguments: object) -> Any:
    """What a function of a page's module gives."""
    if not house.page.url.endswith(CHEAPEST):
        house.open(CHEAPEST)
    script = "async ([module, name, given]) => (await import(`/static/ui/${module}.js`))[name](...given)"
    return house.page.evaluate(script, [module, name, list(arguments)])


@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("seesRecords", HOUSE),
        ("isStaff", STAFF),
        ("worksInPit", frozenset().union(*(kind.given_by for kind in get_args(PitCommand)))),
    ],
)
def test_pages_mean_the_roles_that_the_service_means(house: House, name: str, roles: frozenset[Role]) -> None:
    assert {role for role in Role if call(house, "display-format", name, role.value)} == roles


# The pages as written


@pytest.mark.parametrize("name", OWN)
def test_a_page_has_no_script_and_no_style_of_its_own(name: str) -> None:
    text = (STATIC / f"{name}.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", text)
    assert {*re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)} == {""}


# Words and figures


@pytest.mark.parametrize(
    ("exact", "words"),
    [("1/19", "1/19 (5.263 %)"), ("3/38", "3/38 (7.895 %)"), ("0", "0 (0.000 %)"), ("-1/36", "-1/36 (−2.778 %)")],
)
def test_a_share_is_given_exactly_and_rounded(house: House, exact: str, words: str) -> None:
    assert call(house, "display-format", "exactly", {"exact": exact, "decimal": float(Fraction(exact))}) == words


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ("/play/7", "/play/7"),
        ("/surveillance?table=7", "/surveillance?table=7"),
        ("//elsewhere.test/x", None),
        ("/\\elsewhere.test", None),
        ("/.//elsewhere.test", None),
        ("/play/..//elsewhere.test", None),
        ("https://elsewhere.test", None),
        ("javascript:alert(1)", None),
        ("", None),
    ],
)
def test_signing_in_leads_to_no_other_site(house: House, asked: str, path: str | None) -> None:
    house.open("/static/css/tokens.css")
    script = """async (next) => (await import('/static/ui/workplace.js')).wayBack('?' + new URLSearchParams({next}))"""
    assert house.page.evaluate(script, asked) == path


def test_records_are_joined_once_each_and_sifted(house: House) -> None:
    refusal = {"code": "stake-above-maximum", "clause": "HS limits", "message": "Too much."}
    known = [record(1, "seat-taken", "Ana sits."), record(3, "command-refused", "Refused.", refused=refusal)]
    told = [record(3, "command-refused", "Refused.", refused=refusal), record(2, "ball-spun", "Spun.", actor="dora")]
    joined = call(house, "records", "joined", known, told)
    assert [each["version"] for each in joined] == [1, 2, 3]

    def found(**filter: object) -> list[int]:
        whole = {"kind": "", "round": None, "actor": "", "refused": False} | filter
        script = """async ([filter, records]) => {
            const { passes } = await import('/static/ui/records.js');
            return records.filter((record) => passes(filter, record)).map((record) => record.version);
        }"""
        return cast("list[int]", house.page.evaluate(script, [whole, joined]))

    assert found() == [1, 2, 3]
    assert found(refused=True) == [3]
    assert found(kind="ball-spun") == [2]
    assert found(actor="DORA") == [2]
    assert found(round=8) == []


# Lobby and sign-in


def test_a_table_with_findings_says_why_and_offers_no_seat(house: House) -> None:
    findings = [{"message": "limits.maximum: nothing is posted.", "clause": "CO 47.1-2207"}]
    house.answers["GET /tables"] = lobby(tile("7"), tile("8", findings=findings, phase="closed"))
    house.open("/")
    shut, fit = house.page.locator("[data-table='8']"), house.page.locator("[data-table='7']")
    expect(shut).to_contain_text("nothing is posted.")
    expect(shut.locator(".clause")).to_have_text("CO 47.1-2207")
    expect(shut.get_by_role("link", name="Play")).to_have_count(0)
    expect(fit.get_by_role("link", name="Play, table 7")).to_have_attribute("href", "/sign-in?next=%2Fplay%2F7%23sit")


@pytest.mark.parametrize(
    ("role", "way", "path"),
    [
        ("player", "Play, table 7", "/play/7#sit"),
        ("dealer", "Deal, table 7", "/dealer/7"),
        ("surveillance", "Records, table 7", "/surveillance?table=7"),
        ("regulator", "Records, table 7", "/surveillance?table=7"),
        ("pit-supervisor", "Go to the pit", "/pit"),
    ],
)
def test_the_lobby_shows_each_role_its_way(house: House, role: str, way: str, path: str) -> None:
    house.signs_in("ana", role)
    house.open("/")
    expect(house.page.get_by_role("link", name=way)).to_have_attribute("href", path)


def test_one_tap_signs_in_at_a_demonstration(house: House) -> None:
    login = {"name": "dora", "role": "dealer", "password": "demonstration", "words": "deals"}
    house.answers["GET /tables"] = lobby(tile("7", demonstration=True, automatic=True), logins=(login,))
    house.answers["POST /session"] = {"name": "dora", "role": "dealer", "csrf": "c", "tables": []}
    house.open("/")
    expect(house.page.locator("[data-table='7'] .demonstration")).to_be_visible()
    house.page.route("**/dealer/7", lambda route: route.fulfill(status=200, body="dealt", content_type="text/plain"))
    house.page.get_by_role("button", name="dora Dealer").click()
    house.page.wait_for_url("**/dealer/7")


def test_a_refused_sign_in_keeps_the_name_and_says_why(house: House) -> None:
    no = {"error": {"code": "wrong-credentials", "message": "Name or password is wrong.", "clause": None}}
    house.answers["POST /session"] = (401, no)
    house.open("/sign-in")
    house.page.get_by_label("Name").fill("ana")
    house.page.get_by_label("Password").fill("guess")
    house.page.keyboard.press("Enter")
    expect(house.page.get_by_role("alert")).to_have_text("Name or password is wrong.")
    expect(house.page.get_by_label("Name")).to_have_value("ana")
    house.errors.clear()  # the browser reports the 401 itself


def test_a_terminal_is_enrolled_by_its_code(house: House) -> None:
    house.answers["POST /terminals/enroll"] = {
        "name": "terminal-7-4",
        "display": "",
        "role": "player",
        "csrf": "token",
        "locks_after_ms": None,
        "locked": False,
        "tables": ["7"],
        "seat": 4,
        "license": "",
    }
    house.page.route("**/play/7", lambda route: route.fulfill(status=200, body="seat 4", content_type="text/plain"))
    house.open("/sign-in")
    house.page.get_by_role("tab", name="This terminal").press("Enter")
    house.page.get_by_label("Code", exact=True).fill("abcd-1234")
    house.page.keyboard.press("Enter")
    house.page.wait_for_url("**/play/7")


# Odds


def test_every_wager_is_listed_with_its_exact_figures(house: House) -> None:
    house.open("/odds?book=co-2014&wheel=american&zero=lose-all")
    for name, odds in rulebook("co-2014").table("american").odds.items():
        row = house.page.locator(f"tr[data-wager='{name}']")
        expect(row).to_contain_text(f"{odds.pays} to 1")
        expect(row).to_contain_text(f"{odds.edge}({float(odds.edge):.3%}".replace("%", " %"))
        expect(row).to_contain_text(str(odds.variance))
        expect(row).to_contain_text("CO 47.1-2204(1)")


def test_a_spot_under_the_focus_tells_its_figures(house: House) -> None:
    house.open("/odds?book=co-2014&wheel=american&zero=lose-all")
    expect(house.page.locator("#wagers tbody tr")).not_to_have_count(0)
    house.page.locator("cr-board [tabindex='0']").focus()
    house.page.keyboard.press("1")
    house.page.keyboard.press("7")
    house.page.keyboard.press("ArrowRight")
    figures = house.page.locator("#figures")
    expect(figures.locator("h3")).to_have_text("Split 17 and 20")
    expect(figures).to_contain_text("17 to 1")
    expect(figures).to_contain_text("1/19 (5.263 %)")
    expect(figures).to_contain_text("CO 47.1-2203(6)(b)")


def test_zero_rules_stand_side_by_side(house: House) -> None:
    house.open("/odds?book=co-2014&wheel=european&zero=lose-all")
    rows = house.page.locator("#compare li")
    edges = [rulebook("co-2014").table("european", zero=zero).odds["red"].edge for zero in _PLAYS]
    expect(rows).to_have_count(len(_PLAYS))
    for index, edge in enumerate(edges):
        expect(rows.nth(index).locator(".exact b")).to_have_text(str(edge))


_PLAYS = ("lose-all", "in-prison-half", "in-prison-leave", "in-prison-best")


def test_the_list_sorts_by_any_column(house: House) -> None:
    house.open("/odds?book=co-2014&wheel=american&zero=lose-all")
    first = house.page.locator("#wagers tbody th").first
    house.page.get_by_role("button", name="House edge").click()
    house.page.get_by_role("button", name="House edge").click()
    expect(first).to_have_text("First five")
    expect(house.page.locator("#wagers [aria-sort]")).to_have_attribute("aria-sort", "descending")


# Posted rules


@pytest.mark.parametrize(
    ("book", "wheel"), [("co-2014", "double-as-single"), ("nj", "big-six"), ("sd", "american"), ("house", "american")]
)
def test_the_sheet_holds_every_posted_line_with_its_clause(house: House, book: str, wheel: str) -> None:
    limits: dict[str, Any] = {"limits": {"minimum": 100, "maximum": 400}} if book == "house" else {}
    rules = rules_of(
        "7", book, wheel, tip_wager_max=500, **limits, **({"clapper": "previous"} if wheel == "big-six" else {})
    )
    posted = posted_of(rules)
    house.answers |= {"GET /tables/7": card_of(rules), "GET /tables/7/rules": posted}
    house.open("/rules/7")
    rows = house.page.locator("#sections tbody tr")
    lines = [line for section in posted["sections"] for line in section["lines"]]
    expect(rows).to_have_count(len(lines))
    for index, line in enumerate(lines):
        row = rows.nth(index)
        expect(row.locator(".cite")).to_have_text(line["clause"] or "–")
        expect(row.locator(".basis")).to_have_text(line["basis"])
        words = row.text_content() or ""
        assert all(part in words for part in re.findall(r"\d+ to 1\b|\$[\d,.]+\d", line["text"]))
    assert " for 1" not in (house.page.text_content("#sections") or "")


def test_a_table_that_is_not_there_has_no_sheet(house: House) -> None:
    house.open("/rules/99")
    expect(house.page.get_by_role("alert")).to_have_text("There is no table 99 in this house.")
    house.errors.clear()  # the browser reports the 404 itself


# Felt


@pytest.mark.clause(
    "CO 47.1-2210(2)(c)(ii)(A)", "CO 47.1-2210(2)(c)(ii)(B)", "CO 47.1-2210(2)(c)(ii)(C)", duty="posted"
)
@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="drawn")
def test_the_felt_shows_number_signs_cover_and_every_seat(house: House) -> None:
    felt(house)
    page = house.page
    expect(page.locator("h1")).to_contain_text("7")
    expect(page.locator("#demonstration")).to_be_visible()
    signs = card_of(rules_of("7", "co-2014", "double-as-single", tip_wager_max=500))["signs"]
    for sign in signs:
        line = page.locator("#signs li", has_text=sign["text"])
        expect(line).to_be_visible()
        expect(line.locator(".clause")).to_have_text(sign["clause"])
    assert {sign["clause"] for sign in signs} >= {f"CO 47.1-2210(2)(c)(ii)({part})" for part in "ABC"}
    expect(page.locator("cr-board .board-felt")).to_contain_text("NOT IN")
    expect(page.locator("[data-chip='17'] .chip-seat")).to_have_text("1")
    expect(page.locator("[data-chip='red'] .chip-seat")).to_have_text("4")
    expect(page.locator("#seats li")).to_have_count(2)


def test_losers_go_before_winners_are_paid(house: House) -> None:
    felt(house, phase="crowned", result="17")
    page = house.page
    expect(page.locator("cr-board")).to_have_attribute("data-crown", "17")
    won, lost = wager(1, "17", 500, "sky"), wager(4, "red", 1000, "orange")
    house.tell(
        "7",
        {
            "type": "news", "after": 100, "version": 101, "now": 0, "table": {"phase": "collected"},
            "wagers": {"whole": False, "list": [lost | {"amount": 0}]},
            "happened": [{"kind": "losers-collected", "wagers": [lost]}],
        },
    )  # fmt: skip
    expect(page.locator("#phase-more")).to_have_text("Losing wagers are collected")
    expect(page.locator("[data-chip='red']")).to_have_count(0)
    expect(page.locator("[data-chip='17']")).to_have_count(1)
    expect(page.locator(".paid")).to_have_count(0)
    paid = won | {"winnings": 17_500, "returned": 500, "outcome": "win"}
    happened = [{"kind": "winners-paid", "wagers": [paid]}]
    news = {"type": "news", "after": 101, "version": 102, "now": 0, "table": {"phase": "paid"}, "happened": happened}
    house.tell("7", news | {"wagers": {"whole": True, "list": []}})
    expect(page.locator("#phase-more")).to_have_text("Winning wagers are paid")
    expect(page.locator(".paid")).to_have_text("+$175")
    expect(page.locator("[data-chip='17']")).to_have_count(1)  # it lies there until the crown is lifted
    lifted = {"type": "news", "after": 102, "version": 103, "now": 0, "table": {"phase": "betting", "result": ""}}
    house.tell("7", lifted | {"happened": [{"kind": "crown-lifted", "round": 7}]})
    expect(page.locator("[data-chip='17']")).to_have_count(0)
    expect(page.locator("cr-board")).to_have_attribute("data-crown", "")


def test_the_felt_only_watches(house: House) -> None:
    felt(house)
    assert house.page.locator("button, input, select, [tabindex='0']").count() == 0
    assert house.said[0] == ("7", {"type": "hello", "protocol": 1, "watch": True})
    assert {frame["type"] for _, frame in house.said} <= {"hello", "ping"}


# Surveillance


def test_replay_shows_the_chips_as_they_stood_after_a_record(house: House) -> None:
    watched(house)
    page = house.page
    expect(page.locator("cr-replay [data-chip]")).to_have_count(2)
    page.locator("[data-version='1']").click()
    expect(page.locator("cr-replay .replay-where")).to_have_text("Record 1 of 100")
    expect(page.locator("cr-replay [data-chip]")).to_have_count(1)
    expect(page.locator("cr-replay [data-chip='17']")).to_have_attribute("data-seat", "1")
    expect(page.locator("#replay").get_by_label("Follow live")).not_to_be_checked()
    bundle = page.get_by_role("link", name="Dispute bundle of round")
    expect(bundle).to_have_attribute("href", "/api/v1/tables/7/bundle?round=6")  # round 7 is not over
    page.locator("#replay").get_by_label("One record forward").click()
    expect(page.locator("cr-replay .replay-line")).to_have_text("Refused: too much.")
    expect(page.locator("cr-replay .replay-words")).to_contain_text("HS limits")


def test_a_long_record_makes_no_screen_wider(house: House) -> None:
    watched(house)
    page = house.page
    long = record(1, "table-opened", f"Table 7 opened under co-2014: {', '.join(['dealer dora'] * 20)}.")
    house.answers["GET /tables/7/records"] = lambda query: [long] if query["from"] == "0" else []
    house.open("/surveillance")
    page.locator("[data-version='1']").click()
    expect(page.locator("cr-replay .replay-line")).to_contain_text("Table 7 opened")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_bundle_of_a_round_is_offered_once_it_is_over(house: House) -> None:
    watched(house)
    page = house.page
    expect(page.locator("cr-replay [data-chip]")).to_have_count(2)
    house.tell("7", {"type": "news", "after": 100, "version": 101, "now": 0, "table": {"round": 8}})
    expect(page.get_by_role("link", name="Dispute bundle of round 7")).to_be_visible()
    page.locator("[data-version='1']").click()
    expect(page.locator("cr-replay .replay-where")).to_have_text("Record 1 of 101")
    expect(page.get_by_role("link", name="Dispute bundle of round 7")).to_have_attribute(
        "href", "/api/v1/tables/7/bundle?round=7"
    )


def test_news_take_neither_focus_nor_place_in_the_list(house: House) -> None:
    watched(house)
    later = [record(number, "wager-placed", f"Wager {number}.") for number in range(4, 40)]
    page = house.page
    expect(page.locator("#records .record")).to_have_count(3)
    page.locator("[data-version='2']").focus()
    house.answers["GET /tables/7/records"] = lambda query: later if query["from"] == "4" else []
    expect(page.locator("#records .record")).to_have_count(39)
    expect(page.locator("[data-version='2']")).to_be_focused()
    expect(page.locator("#records .record").first).to_contain_text("Wager 39.")


def test_only_refusals_when_asked(house: House) -> None:
    watched(house)
    expect(house.page.locator("#records .record")).to_have_count(3)
    house.page.locator("#records").get_by_label("Refused only").check()
    expect(house.page.locator("#records .record")).to_have_count(1)
    expect(house.page.locator("#records .record")).to_contain_text("Refused: too much.")


def test_records_are_not_for_players(house: House) -> None:
    watched(house, role="player")
    expect(house.page.get_by_role("alert")).to_contain_text("Records are not shown to a player.")
    assert "GET /tables/7/records" not in house.asked


def test_a_console_left_idle_shows_nothing_until_it_is_unlocked(house: House) -> None:
    watched(house, locked=True)
    page = house.page
    expect(page.get_by_role("dialog")).to_contain_text("Console locked")
    assert "GET /tables/7/records" not in house.asked
    house.signs_in("sid", "surveillance")
    house.answers["POST /session/unlock"] = house.answers["GET /session"]
    page.get_by_label("Password").fill("demonstration")
    page.keyboard.press("Enter")
    expect(page.locator("#records .record")).to_have_count(3)


def test_following_live_does_not_keep_a_console_awake(house: House) -> None:
    """The service counts a look at a record as work; what follows by itself must not ask for one."""
    watched(house)
    expect(house.page.locator("cr-replay [data-chip]")).to_have_count(2)
    assert not [each for each in house.asked if "/at/" in each or each == "POST /session/active"]


def test_the_wall_has_twelve_tables_and_no_id_twice(house: House) -> None:
    numbers = [str(number) for number in range(1, 14)]
    watched(house)
    house.answers["GET /tables"] = lobby(*map(tile, numbers))
    house.answers |= {f"GET /tables/{number}": house.answers["GET /tables/7"] for number in numbers}
    house.answers["GET /tables/1/records"] = []
    house.snapshots |= dict.fromkeys(numbers, house.snapshots["7"])
    house.open("/surveillance?view=wall")
    expect(house.page.locator(".wall-screen [data-chip='17']")).to_have_count(12)
    ids = house.page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
    assert len(ids) == len(set(ids))
    house.page.get_by_role("button", name="Table 13").click()
    expect(house.page.locator(".wall-screen h2")).to_have_text(["Table 13"])
    expect(house.page.locator(".wall-screen [data-chip='17']")).to_have_count(1)
