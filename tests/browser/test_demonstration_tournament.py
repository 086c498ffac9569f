"""The tournament of the demonstration: a guest joins it, its director runs it, and everything is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.terms.people import Role
from tests.accessibility import violations
from tests.cli.test_cli_demo import running

WAIT_MS = 60_000
"""The demonstration has eight tables to open first."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("demo") / "data") as found:
        yield found


class Visit:
    """A browser of somebody's own; an error on its page fails the test."""

    def __init__(self, chromium: Browser, address: str, size: tuple[int, int] = (390, 844)) -> None:
        viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(base_url=address, viewport=viewport, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(WAIT_MS)
        self.errors: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))


def test_a_guest_joins_and_the_director_prints(chromium: Browser, address: str) -> None:
    guest = Visit(chromium, address)
    page = guest.page
    page.goto("/tournaments")
    expect(page.locator("[data-tournament=demo-1]")).to_be_visible(timeout=WAIT_MS)
    page.goto("/tournament/demo-1")
    page.get_by_role("button", name="Play as ana").click()
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#own-words")).to_contain_text("You are entered", timeout=WAIT_MS)
    expect(page.locator("#places tr.own th")).to_have_text("ana")
    assert violations(page, served=False) == ""

    desk = Visit(chromium, address, (1280, 800))
    at = desk.page
    at.goto("/")
    at.locator(f".login[data-role={Role.DIRECTOR}]").click()
    at.wait_for_url("**/tournaments")
    at.locator("[data-tournament=demo-1]").get_by_role("link", name="Direct").click()
    at.wait_for_url("**/director/demo-1")
    expect(at.locator("#act")).to_contain_text("Close registration", timeout=WAIT_MS)
    for name in ("ben", "cleo"):
        at.locator("#rooms").get_by_role("button", name="Entries").click()
        at.get_by_label("Find a person").fill(name)
        at.locator(".found-people button", has_text=name).first.click()
        form = at.locator("form.ask", has=at.locator("h3", has_text="New entry"))
        form.locator("[name=person]").fill(name)
        form.locator("[name=handed]").set_checked(True)
        form.get_by_role("button", name="Enter the player").click()
        expect(at.locator("#places th[scope=row]", has_text=name)).to_be_visible(timeout=WAIT_MS)
    at.locator("#act").click()

    expect(page.locator("#own-figures")).to_contain_text("Seat", timeout=WAIT_MS)
    expect(page.locator("#own-figures .seat dd")).to_have_text(re.compile(r"1-[1-6]"), timeout=WAIT_MS)
    spins = at.locator("#facts div", has=at.locator("dt", has_text="Spins left")).locator("dd")
    expect(spins).to_have_text(re.compile(r"\d"), timeout=WAIT_MS)
    prints(at)
    late = at.locator("form.ask", has=at.locator("h3", has_text="New entry"))
    at.locator("#rooms").get_by_role("button", name="Entries").click()
    at.locator("summary", has_text="Late entry").click()
    late.locator("[name=name]").fill("zoe")
    late.locator("[name=person]").fill("zoe")
    late.locator("[name=handed]").set_checked(True)
    late.get_by_role("button", name="Enter the player").click()
    expect(late.locator(".reply cite")).to_have_text("CO 47.1-2213.06", timeout=WAIT_MS)
    assert guest.errors == desk.errors == []


def prints(page: Page) -> None:
    """Every form and notice of the list is a PDF."""
    page.locator("#rooms").get_by_role("button", name="Rules").click()
    page.get_by_text("Forms and notices to print").click()
    links = page.locator("#room details a")
    expect(links.first).to_be_visible(timeout=WAIT_MS)
    titles = links.all_inner_texts()
    assert {"Tournament rules", "Entrants and how each paid", "Prize payouts", "All seat cards"} <= set(titles)
    for title in ("Tournament rules", "Entrants and how each paid", "Prize payouts", "All seat cards", "A seat card"):
        made = page.request.get(links.get_by_text(title, exact=True).get_attribute("href") or "")
        assert (made.status, made.body()[:5]) == (200, b"%PDF-"), title
