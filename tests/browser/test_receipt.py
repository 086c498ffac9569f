"""A player keeps the receipt of a round, from the terminal to the file, over the real service."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from croupier.journal.policy import Demands, parse_policy
from croupier.records.receipt import verify_receipt
from tests.browser.conftest import FreshTable, Visit
from tests.browser.hand import Hands
from tests.browser.service import Service
from tests.browser.terminal import Terminal


def test_a_receipt_is_asked_for_checked_in_the_page_and_kept(
    visit: Visit, hands: Hands, fresh_table: FreshTable, service: Service
) -> None:
    hand = hands.at(fresh_table("american"))
    terminal = Terminal(visit("ana"), hand.table)
    terminal.sit(1, hand)
    terminal.type("17 5")
    terminal.has("17", "$5")
    hand.round("17")
    terminal.phase("betting")
    terminal.page.locator('[data-act="rounds"]').click()
    link = terminal.page.get_by_role("link", name="Receipt")
    with terminal.page.context.expect_page() as opened:
        link.click()
    page = opened.value
    expect(page.locator("#status")).to_contain_text("On record")
    found = re.search(r"round=(\d+)", page.url)
    assert found is not None
    watcher = visit("sid")
    watcher.open("/surveillance")
    sealed = watcher.page.request.get(f"{service.url}/api/v1/tables/{hand.table}/bundle?round={found[1]}")
    assert sealed.ok, "asking for a bundle seals the journal"
    expect(page.locator(".receipt .proved")).to_contain_text("Proved: it is in the journal of")
    expect(page.locator(".receipt li")).to_contain_text("wins $175, $5 back")
    assert int(page.locator("body").get_attribute("data-took-ms") or "9999") < 1_000
    with page.expect_download() as started:
        page.locator(".receipt a[download]").click()
    text = started.value.path().read_text("utf-8")
    assert len(text.encode()) <= 2_048
    policy = parse_policy(watcher.page.request.get(f"{service.url}/api/v1/policy").json()["policy"])
    report = verify_receipt(text, Demands(policy=policy))
    assert report.ok, report.finding
    page.close()
