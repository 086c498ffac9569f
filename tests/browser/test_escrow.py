"""A tournament of 2013 on the pages: forty days need escrow, and without it nothing starts and nothing is lost."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.terms.people import Role
from tests.browser import tournament_day as day
from tests.browser.service import Service
from tests.browser.tournament_day import WAIT_MS, DirectorPage, open_page
from tests.browser.tournament_serving import DAYS
from tests.conftest import ROOT
from tests.web.api.world import NAMES

FILE = ROOT / "tests" / "tournament" / "golden" / "escrow-2013.toml"
FIRST = datetime.date(2013, 8, 1)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service whose tournaments are played on the first day of the one in the file."""
    (tmp_path / "data").mkdir(mode=0o700)
    made = Service(tmp_path / "data", "tests.browser.tournament_serving")
    today = datetime.datetime.now(datetime.UTC).date()
    (made.directory / DAYS).write_text(str((FIRST - today).days), "utf-8")
    made.start()
    day.ERRORS.clear()
    yield made
    made.close()
    assert day.ERRORS == []


@pytest.mark.clause("CO 47.1-2213(1) 2013", duty="escrow")
@pytest.mark.clause("CO 47.1-2214(1)", duty="exchanged")
def test_forty_days_start_when_all_prizes_are_in_escrow(chromium: Browser, service: Service) -> None:
    """Two buy-ins of $50 and a watch of $80: $180, and a cent less is not enough."""
    page = open_page(chromium, service, "/director", NAMES[Role.DIRECTOR])
    day.upload(page, FILE)
    expect(page.locator("#said")).to_contain_text("no findings", timeout=WAIT_MS)
    page.click("#draft")
    page.wait_for_url("**/director/gold-rush-2013")
    director = DirectorPage(page)
    director.press("Open registration for Gold Rush")
    director.room("Entries")
    director.enter("Gold Rush", "ann", "passport ann")
    director.enter("Gold Rush", "bob", "passport bob")
    director.press("Close registration for Gold Rush")
    director.room("Entries")
    late: dict[str, str | bool] = {"name": "zoe", "person": "passport zoe", "handed": True}
    director.refused("CO 47.1-2214(1)", "New entry in Gold Rush", "Enter the player", **late)
    director.room("Draw")
    director.done("Seats as drawn with the cards", "Record the draw", seat__1="1-1", seat__2="1-2", witness="sue")
    start, answer = page.locator("#act"), page.locator("#answer .reply")
    for deposit, missing in ((None, "$180.00"), ("179.99", "$179.99")):
        if deposit:
            director.room("Money")
            director.done("A deposit into escrow", "Record the deposit", amount=deposit, agent="First Bank")
        expect(start).to_contain_text("Start round 1", timeout=WAIT_MS)
        start.click()
        expect(answer.locator("cite")).to_have_text("CO 47.1-2213(1) 2013", timeout=WAIT_MS)
        expect(answer).to_contain_text(missing)
        expect(page.locator("#places th[scope=row]")).to_have_count(2)
    day.is_sound(page, "director-escrow")
    director.room("Money")
    director.done("A deposit into escrow", "Record the deposit", amount="0.01", agent="First Bank")
    director.press("Start round 1")
    director.press("sits at table 1")
