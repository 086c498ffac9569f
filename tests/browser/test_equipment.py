"""The equipment of a table, using only the pit's page: inspected, failed, repaired, opened, logged."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.console import PitConsole
from tests.browser.hand import SUPERVISOR, Hand, Hands


@pytest.mark.clause("CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(e)", duty="checked")
@pytest.mark.clause("CO 47.1-2212(4)", duty="director")
@pytest.mark.clause("CO 47.1-2212(5)", duty="log")
def test_a_table_opens_after_an_inspection_that_found_everything_in_order(
    visit: Visit, hands: Hands, fresh_table: FreshTable
) -> None:
    table = fresh_table("covered")
    Hand(hands, table).does("record-license", by=SUPERVISOR, name="Gus Guard", role="security", license="S-3")
    pit = PitConsole(visit("vera"))
    pit.choose(table)
    tile, chosen = pit.page.locator("cr-tile.chosen"), pit.page.locator("#chosen")
    expect(tile.locator(".hinders cite")).to_have_text("CO 47.1-2212(1)(a)")
    pit.inspect(wrong="level", note="It leans to the door.")
    expect(tile.locator(".hinders cite")).to_have_text("CO 47.1-2212(1)(b)")

    def work(kind: str) -> None:
        form = chosen.locator("form", has_text="Sign for the log")
        form.get_by_role("radio", name=kind).check()
        form.get_by_label("Part of the wheel").fill("leveling screw")
        form.get_by_label("In words").fill("Set right.")
        form.get_by_label("License number", exact=True).fill("P-12")
        form.get_by_label("Name of the person who did it").fill("Max Moss")
        if kind == "Adjustment":
            form.get_by_label("Security member present").fill("Gus Guard")
            form.get_by_label("License number of security").fill("S-3")
        form.get_by_role("button", name="Sign for the log").click()

    pit.record_license("Max Moss", "pit-supervisor", "P-12")
    work("Adjustment")
    expect(chosen.locator(".log tbody tr").first).to_contain_text("Adjustment")
    pit.inspect()
    expect(tile.locator(".hinders")).to_have_count(0)
    pit.open_table("dora", "20000")

    # Nothing is adjusted while the game is open; what was replaced waits for the Director.
    pit.part("Equipment")
    work("Adjustment")
    expect(chosen.locator("form .reply cite")).to_have_text("CO 47.1-2212(2)")
    work("Replacement")
    expect(chosen.locator(".hinders cite")).to_have_text(["CO 47.1-2212(1)(c)", "CO 47.1-2212(4)"])
    expect(chosen.locator(".log tbody tr")).to_have_count(4)
    director = PitConsole(visit("rae"))
    director.choose(table)
    director.part("Equipment")
    form = director.page.locator("#chosen form", has_text="Inspection by the Director")
    form.get_by_role("radio", name="In order", exact=True).check()
    form.get_by_role("button", name="Sign the inspection").click()
    expect(chosen.locator(".hinders cite")).to_have_text(["CO 47.1-2212(1)(c)"])
    pit.inspect()
    expect(chosen.locator(".hinders")).to_have_count(0)
