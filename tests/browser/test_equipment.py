"""The equipment of a table by nothing but the pit's page: inspected, found wanting, worked on, opened, logged."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FreshTable, Visit
from tests.browser.console import PitConsole


@pytest.mark.clause("CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(e)", "CO 47.1-2212(2)", "CO 47.1-2212(4)", "CO 47.1-2212(5)")
def test_a_table_opens_after_an_inspection_that_found_everything_in_order(
    visit: Visit, fresh_table: FreshTable
) -> None:
    table = fresh_table("covered")
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
        if kind == "Replacement":
            form.get_by_label("The part is an external one").check()
        form.get_by_role("button", name="Sign for the log").click()

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
    expect(chosen.locator(".hinders cite")).to_have_text(["CO 47.1-2212(3)", "CO 47.1-2212(4)"])
    expect(chosen.locator(".log tbody tr")).to_have_count(4)
    director = PitConsole(visit("rae"))
    director.choose(table)
    director.part("Equipment")
    form = director.page.locator("#chosen form", has_text="Inspection by the Director")
    form.get_by_role("radio", name="In order", exact=True).check()
    form.get_by_role("button", name="Sign the inspection").click()
    expect(chosen.locator(".hinders cite")).to_have_text(["CO 47.1-2212(3)"])
    pit.inspect()
    expect(chosen.locator(".hinders")).to_have_count(0)
