"""A whole tournament played by people in browsers: from the filing to the last prize, with the hall screen running."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.floor.premises import JOURNAL_FILE
from croupier.floor.tournament_writer import replay_tournament
from croupier.journal.sqlite import SqliteJournal
from croupier.ledger import AccountKind
from croupier.terms.people import Role
from croupier.tournament.draw import read_draw
from croupier.tournament.event import GameSettled
from croupier.tournament.state import TournamentStage
from croupier.wire.tournaments import tournament_event
from tests.browser import tournament_day as day
from tests.browser.service import Service
from tests.browser.tournament_day import DESKTOP, LAPTOP, PHONE, WAIT_MS, DirectorPage, PlayerPage, open_page
from tests.browser.tournament_serving import DAYS
from tests.conftest import ROOT
from tests.web.api.world import NAMES

ID = "spring-series-2015"
DIRECTOR, ACCOUNTANT = NAMES[Role.DIRECTOR], NAMES[Role.ACCOUNTANT]
AHEAD = 6
Fields = dict[str, str | bool]
WATCH = """() => {
  window.changed = 0;
  const watch = new MutationObserver(() => { window.changed = Date.now(); });
  watch.observe(document.querySelector('#places'), { childList: true, subtree: true });
}"""


def file_of_today() -> str:
    """A heat with a voucher for the final, both on the days that come after the rules have lain five days."""
    first = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=AHEAD)
    text = (ROOT / "examples" / "series-2014.toml").read_text("utf-8")
    text = text.replace("2015-04-11", str(first)).replace("2015-05-02", str(first + datetime.timedelta(days=1)))
    heat, final = text.split('[[event]]\nid = "final"')
    heat = heat.replace("[[event.round]]\ngames = 1\ncap = 300", "[[event.round]]\ngames = 2\ncap = 1000")
    rebuys = "[event.purchase]\nprice = 10_00\npoints = 100\nmost = 5\nbroke_only = false\n"
    heat = heat.replace("seats = 6\n[[event.round]]", f"seats = 6\n{rebuys}[[event.round]]")
    bought = "[event.purchase]\nprice = 20_00\npoints = 500\nmost = 1\n"
    final = final.replace(bought, "").replace("tables = 1", "tables = 2\nlate_round = 1")
    return heat.replace("split = true", "split = true\nre_entries = 1") + '[[event]]\nid = "final"' + final


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    (tmp_path / "data").mkdir(mode=0o700)
    made = Service(tmp_path / "data", "tests.browser.tournament_serving")
    made.start()
    day.ERRORS.clear()
    yield made
    made.close()
    assert day.ERRORS == []


def draft(page: Page, tmp_path: Path) -> None:
    """An upload with findings, all of them shown with their clauses; then one without, which is drafted."""
    whole = file_of_today()
    bad = tmp_path / "bad.toml"
    bad.write_text(whole.replace('tie = "play-off"\n', "").replace("most = 5", "unlimited = true"), "utf-8")
    day.upload(page, bad)
    findings = page.locator("#findings li")
    expect(findings.locator("cite", has_text="CO 47.1-2213.08(3)")).to_be_visible()
    expect(findings.locator("cite", has_text="CO 47.1-2213.05 limit").first).to_be_visible()
    day.is_sound(page, "setup-findings")
    good = tmp_path / "good.toml"
    good.write_text(whole, "utf-8")
    day.upload(page, good)
    expect(findings).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("no findings")
    day.is_sound(page, "setup-good")
    page.click("#draft")
    page.wait_for_url(f"**/director/{ID}")


def settled_at(data: Path) -> int:
    """When the last game was settled, by the record."""
    with SqliteJournal(str(data / JOURNAL_FILE), read_only=True) as journal:
        records = list(journal.read(f"tournament/{ID}"))
    return next(each.time_ms for each in reversed(records) if isinstance(tournament_event(each).event, GameSettled))


@pytest.mark.first
@pytest.mark.clause("CO 47.1-2213.06", "CO 47.1-2213(2)(c)", "CO 47.1-2213.05 voucher", "CO 47.1-2213.07(1)")
def test_a_whole_tournament_is_played_by_people(chromium: Browser, service: Service, tmp_path: Path) -> None:
    page = open_page(chromium, service, "/director", DIRECTOR)
    draft(page, tmp_path)
    director = DirectorPage(page)
    day.is_sound(page, "director-drafted")
    director.press("The office has the rules")
    (service.directory / DAYS).write_text(str(AHEAD), "utf-8")
    director.press("Open registration for Heat")
    hall = open_page(chromium, service, f"/hall/{ID}", size=DESKTOP)
    ann, bob = (PlayerPage(open_page(chromium, service, f"/tournament/{ID}", name)) for name in ("ann", "bob"))
    register(director, hall)
    heat(director, ann, bob, hall, service)
    final(director, ann, bob, hall)
    money(chromium, service, director)
    with SqliteJournal(str(service.directory / JOURNAL_FILE), read_only=True) as journal:
        found = replay_tournament(journal, f"tournament/{ID}").tournament
    assert found.stage is TournamentStage.CLOSED
    amounts = {number: award.amount for number, award in found.awards.items()}
    assert amounts == {1: 50_00, 2: 50_00, 3: 125_00, 4: 100_00, 5: 45_00}
    held = (AccountKind.POOL, AccountKind.PRIZES, AccountKind.VOUCHERS, AccountKind.FEES)
    assert not [account for account in found.balances.held() if account.kind in held]


def register(director: DirectorPage, hall: Page) -> None:
    """Both are found by name. Nobody enters without the rules, twice or late."""
    page = director.page
    director.refused("CO 47.1-2213.06", "New entry in Heat", "Enter the player", name="ann", person="passport ann")
    day.is_sound(page, "director-refused")
    director.enter("Heat", "ann", "passport ann")
    director.enter("Heat", "bob", "passport bob", fee="complimentary")
    again: Fields = {"name": "annie", "person": "passport ann", "handed": True}
    director.refused("CO 47.1-2213(2)(c)", "New entry in Heat", "Enter the player", **again)
    day.is_sound(page, "director-entries")
    expect(hall.locator("#places tbody tr")).to_have_count(2, timeout=WAIT_MS)
    day.is_sound(hall, "hall-registration", DESKTOP, PHONE)
    director.press("Close registration for Heat")
    director.room("Entries")
    late: Fields = {"name": "cat", "person": "passport cat", "handed": True}
    director.refused("CO 47.1-2213.06", "New entry in Heat", "Enter the player", **late)
    expect(director.form("New entry in Heat").locator("[name=name]")).to_have_value("cat")


def draw_heat(director: DirectorPage, ann: PlayerPage, hall: Page) -> None:
    """Committed, joined by a player's word, revealed, and checked from the file alone."""
    page = director.page
    director.room("Draw")
    director.press("Commit the draw of seats for round 1")
    ann.page.get_by_label("Any word or number").fill("clover")
    day.is_sound(ann.page, "player-nonce")
    ann.page.get_by_role("button", name="Add it to the draw").click()
    expect(page.locator("#room")).to_contain_text("1 of 2: ann", timeout=WAIT_MS)
    day.is_sound(page, "director-sealed")
    page.reload()
    director.press("Reveal the draw of seats for round 1")
    director.room("Draw")
    with page.expect_download() as started:
        page.get_by_role("link", name="heat-1.draw.json").click()
    drawn = read_draw(Path(started.value.path()).read_bytes())
    assert [each.nonce for each in drawn.entrants] == ["clover", ""]
    expect(hall.locator("#stage")).to_contain_text("Find your seat", timeout=WAIT_MS)
    day.is_sound(hall, "hall-drawn", DESKTOP)
    day.is_sound(ann.page, "player-drawn")


def heat(director: DirectorPage, ann: PlayerPage, bob: PlayerPage, hall: Page, service: Service) -> None:
    """ann: 1000 + 35 x 100 = 4500, then loses 3100; bob: 900, buys 5 x 100. Both have 1400, and the tie is decided."""
    page = director.page
    draw_heat(director, ann, hall)
    director.press("Start round 1 of Heat")
    director.press("sits at table 1")
    unseated = page.locator("#act").text_content() or ""
    entry = "1" if "ann" in unseated else "2"
    substitute = {"entry": entry, "person": "passport eve"}
    director.refused("CO 47.1-2213.07(4)", "A player sits down", "Seat the player", **substitute)
    director.press("sits at table 1")
    director.press("Open game 1 of 2")
    ann.wager("17", 100)
    refusal = bob.try_wager("red", 1001)
    expect(refusal.locator("cite")).to_have_text("CO 47.1-2213.07(5)", timeout=WAIT_MS)
    bob.wager("red", 100)
    day.is_sound(ann.page, "player-wagers")
    expect(page.locator("#room")).to_contain_text("2 wagers", timeout=WAIT_MS)
    day.is_sound(page, "director-announce")
    hall.evaluate(WATCH)
    director.announce("17")
    expect(hall.locator("#places tr[data-entry='1']")).to_contain_text("4,500", timeout=WAIT_MS)
    late_ms = hall.evaluate("() => window.changed") + AHEAD * 86_400_000 - settled_at(service.directory)
    assert late_ms <= 1_000
    ann.has("Points", "4,500")
    ann.has("Place", "1st of 2")
    bob.has("Spins left", "1")
    day.is_sound(hall, "hall-playing", DESKTOP, PHONE)
    rebuy(director, bob)
    director.press("Open game 2 of 2")
    for points in (1000, 1000, 1000, 100):
        ann.wager("red", points)
    director.room("Tables")
    director.announce("17")
    ann.has("Points", "1,400")
    director.press("End round 1")
    expect(page.locator("#waits")).to_contain_text("the tie is decided first", timeout=WAIT_MS)
    page.get_by_role("button", name="Go there").click()
    day.is_sound(page, "director-tie")
    director.done("ann and bob have equal points", "Decide the tie", how="play-off: 8 fell")
    director.press("Conclude Heat")


def rebuy(director: DirectorPage, bob: PlayerPage) -> None:
    """Five purchases as the rules allow, and no sixth; a wrong count is corrected twice, and both are on record."""
    director.room("Entries")
    for bought in range(1, 6):
        director.done("A player purchases chips", "Sell the chips", entry="2")
        bob.has("Points", f"{900 + 100 * bought:,}")
    director.refused("CO 47.1-2213.07(1)", "A player purchases chips", "Sell the chips", entry="2")
    day.is_sound(director.page, "director-sixth")
    director.room("Correct")
    wrong, right = (
        {"entry": "2", "points": "1500", "why": "miscounted"},
        {"entry": "2", "points": "1400", "why": "recount"},
    )
    for fields, shown in ((wrong, "1,500"), (right, "1,400")):
        director.done("A wrong count of points", "Correct the points", **fields)
        bob.has("Points", shown)
    day.is_sound(director.page, "director-correct")


def final(director: DirectorPage, ann: PlayerPage, bob: PlayerPage, hall: Page) -> None:
    """A forged voucher, another's and a used one are refused; the seats are drawn with cards; prizes are split."""
    page = director.page
    for _ in range(2):
        director.press("Pay award")
    director.press("Open registration for Final")
    director.room("Entries")
    entry = "New entry in Final"
    by_voucher: Fields = {"name": "bob", "person": "passport bob", "fee": "voucher", "handed": True}
    for voucher in ("99", "2"):
        director.refused("CO 47.1-2213.05 voucher", entry, "Enter the player", **by_voucher, voucher=voucher)
    day.is_sound(page, "director-forged")
    director.enter("Final", "bob", "passport bob", fee="cash", buy_in="cash")
    director.enter("Final", "ann", "passport ann", fee="voucher", voucher="2")
    director.press("Close registration for Final")
    director.room("Draw")
    director.done("Seats as drawn with the cards", "Record the draw", seat__3="1-1", seat__4="2-1", witness="Mr. Hale")
    director.press("Start round 1 of Final")
    director.press("sits at table")
    director.press("sits at table")
    day.is_sound(hall, "hall-two-tables", DESKTOP, LAPTOP)
    director.room("Tables")
    director.done("Break a table", "Break the table", table="2")
    expect(hall.locator(".tablecard")).to_have_count(1, timeout=WAIT_MS)
    director.press("Open game 1 of 2")
    ann.wager("red", 1000)
    director.announce("17")
    ann.has("Points", "0")
    day.is_sound(ann.page, "player-out")
    director.room("Entries")
    used: Fields = {"name": "ann", "person": "passport ann", "fee": "voucher", "voucher": "2", "handed": True}
    director.refused("CO 47.1-2213.05 voucher", entry, "Enter the player", **used)
    expect(director.form(entry).locator(".reply")).to_contain_text("lapsed")
    director.done(entry, "Enter the player", name="ann", person="passport ann", fee="cash", buy_in="cash", handed=True)
    director.press("sits at table")
    split(director, ann, bob)
    director.press("Conclude Final")


def split(director: DirectorPage, ann: PlayerPage, bob: PlayerPage) -> None:
    """bob proposes, each agrees for themselves, and the director states what the text asks for.

    The heat leaves 250 - 50 (voucher) - 50 (a quarter of the rest) = $150, and three buy-ins of $40 come to it: of $270
    a half and a third are the prizes of two places, $225.
    """
    page = director.page
    bob.page.locator("summary", has_text="Propose to split").click()
    form = bob.page.locator("#questions form")
    expect(form.locator(".about")).to_contain_text("$225.00", timeout=WAIT_MS)
    form.get_by_label("bob").fill("125")
    form.get_by_label("ann").fill("100")
    day.is_sound(bob.page, "player-propose")
    form.get_by_role("button", name="Propose it").click()
    agree = {each: each.page.get_by_role("button", name="I agree", exact=True) for each in (ann, bob)}
    expect(agree[ann]).to_be_visible(timeout=WAIT_MS)
    day.is_sound(ann.page, "player-consent")
    agree[bob].click()
    director.room("Decide")
    expect(page.locator(".shares li[data-agreed]")).to_have_count(1, timeout=WAIT_MS)
    statement = {"understood": True, "voluntary": True}
    director.refused("CO 47.1-2213.07(3)", "The director’s statement", "Permit the split", **statement)
    day.is_sound(page, "director-split")
    agree[ann].click()
    expect(page.locator(".shares li[data-agreed]")).to_have_count(2, timeout=WAIT_MS)
    director.done("The director’s statement", "Permit the split", **statement)


def money(chromium: Browser, service: Service, director: DirectorPage) -> None:
    """Every prize is paid to its winner; an accountant counts the fees; then it is closed."""
    page = director.page
    for _ in range(3):
        director.press("Pay award")
    director.room("Money")
    day.is_sound(page, "director-money")
    accountant = DirectorPage(open_page(chromium, service, f"/director/{ID}", ACCOUNTANT))
    accountant.room("Money")
    accountant.done("Count the cash of a month", "Record the count", counted="45")
    day.is_sound(accountant.page, "accountant")
    director.press("Close the tournament")
    day.is_sound(page, "director-closed")
    hall = open_page(chromium, service, f"/hall/{ID}", size=DESKTOP)
    expect(hall.locator("#stage")).to_contain_text("The winners", timeout=WAIT_MS)
    day.is_sound(hall, "hall-winners", DESKTOP)
    listed = open_page(chromium, service, "/tournaments", "ann")
    expect(listed.locator(f"[data-tournament='{ID}']")).to_contain_text("closed", timeout=WAIT_MS)
    day.is_sound(listed, "tournaments")
