"""The dealer's and the pit's consoles as people use them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

READY = "(step) => document.querySelector(`cr-next[data-step='${step}']:not([data-fresh])`) !== null"


class DealerConsole:
    """A dealer at one table, with nothing but the page."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.page, self.table = visitor, visitor.page, table
        visitor.open(f"/dealer/{table}")
        expect(self.page.locator("body")).to_have_attribute("data-phase", re.compile("."))

    def ready(self, step: str) -> None:
        """The button is for this step and accepts a press; right after a change it does not yet."""
        self.page.wait_for_function(READY, arg=step)  # at each frame, because `expect` polls only every half second

    def step(self, step: str) -> None:
        """Takes the next step, which must be this one."""
        self.ready(step)
        self._press(step)

    def _press(self, step: str) -> None:
        self.page.locator("cr-next button.step").click()
        expect(self.page.locator(f'cr-next[data-step="{step}"]')).to_have_count(0)

    def announce(self, number: str, turns: int = 5) -> None:
        self.ready("announce-number")
        self.page.locator("cr-numpad").get_by_role("button", name=re.compile(rf"^{re.escape(number)}\b")).first.click()
        self.page.get_by_role("button", name=f"{turns} revolutions").click()
        self._press("announce-number")

    def no_spin(self, reason: str) -> None:
        """Calls no spin for the reason whose text matches the pattern."""
        self.page.locator("cr-next .no-spin").click()
        self.page.locator("cr-next .reasons button", has_text=re.compile(reason)).click()

    def sell(self, seat: int, dollars: str) -> None:
        """Sells chips for cash at a seat."""
        self._at_seat(seat, "Sell")
        form = self.page.locator("#task form")
        form.get_by_label("Amount", exact=True).fill(dollars)
        form.get_by_role("button", name="Sell chips").click()
        expect(form.locator(".reply")).to_contain_text("Sold")
        self.page.get_by_role("button", name="Close this task").click()

    def pay_out(self, seat: int) -> None:
        """Pays for every chip of a seat."""
        self._at_seat(seat, "Cash out")
        form = self.page.locator("#task form")
        form.get_by_role("button", name="Cash out").click()
        expect(form.locator(".reply")).to_contain_text("Cashed out")
        self.page.get_by_role("button", name="Close this task").click()

    def _at_seat(self, seat: int, task: str) -> None:
        self.page.locator("cr-seats button.seat").nth(seat - 1).click()
        self.page.locator("#task .tabs").get_by_role("button", name=task, exact=True).click()

    def return_late_bet(self, seat: int, spot: str, dollars: str) -> None:
        """Returns a chip that was placed after the call."""
        self.page.locator("cr-next .aside").get_by_role("button", name="Late bet").click()
        form = self.page.locator("#task form")
        form.get_by_label("Seat").select_option(str(seat))
        form.get_by_label("Spot").fill(spot)
        form.get_by_label("Amount", exact=True).fill(dollars)
        form.get_by_role("button", name="Return the late bet").click()
        expect(form.locator(".reply")).to_contain_text("Returned")

    def report(self, words: str) -> None:
        """Reports an irregularity to the pit."""
        self.page.locator("cr-next .aside").get_by_role("button", name="Irregularity").click()
        self.page.get_by_label("What happened").fill(words)
        self.page.get_by_role("button", name="Call the supervisor").click()

    def settle(self, *steps: str) -> None:
        for step in steps or ("place-crown", "collect-losers", "pay-winners", "lift-crown"):
            self.step(step)

    def round(self, number: str) -> None:
        self.step("spin-ball")
        self.step("call-no-more-bets")
        self.announce(number)
        self.settle()


class PitConsole:
    """A supervisor with the whole pit in view."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        visitor.open("/pit")

    def choose(self, table: str) -> None:
        expect(self.page.locator("#chosen .table-body")).to_be_visible()  # the page has chosen one by itself
        self.page.locator("cr-tile", has=self.page.get_by_text(re.compile(rf"^(Table )?{table}$"))).first.click()
        expect(self.page.locator("#chosen h2")).to_have_text(f"Table {table}")

    def part(self, name: str) -> None:
        self.page.locator("#chosen .tabs").get_by_role("button", name=name).click()

    def inspect(self, *, wrong: str = "", note: str = "") -> None:
        """Signs an inspection in which everything is in order but the check that has this word in it."""
        self.part("Equipment")
        form = self.page.locator("#chosen form", has_text="Sign the inspection")
        for check in form.get_by_role("radiogroup").all():
            verdict = "Not in order" if wrong and wrong in check.inner_text() else "In order"
            check.get_by_role("radio", name=verdict, exact=True).check()
        form.get_by_label("Note").fill(note)
        form.get_by_role("button", name="Sign the inspection").click()
        expect(self.page.locator("#chosen > .reply")).to_have_text("Signed and recorded.")

    def record_license(self, name: str, role: str, number: str) -> None:
        """Puts a person of the house on record."""
        form = self.page.locator("#chosen form", has_text="Record the license")
        form.get_by_label("Name", exact=True).fill(name)
        form.get_by_label("Role").select_option(role)
        form.get_by_label("License number").fill(number)
        form.get_by_role("button", name="Record the license").click()
        expect(self.page.locator("#chosen > .reply")).to_have_text("Recorded.")

    def open_table(self, dealer: str, dollars: str) -> None:
        self.part("Table")
        form = self.page.locator("#chosen form", has_text="Open the table")
        form.get_by_label("Dealer").fill(dealer)
        form.get_by_label("Float, counted").fill(dollars)
        form.get_by_role("button", name="Open").click()
        expect(form).to_have_count(0)

    def close_table(self, dollars: str) -> None:
        """Closes it with a count that must agree with the books."""
        form = self.page.locator("#chosen form", has_text="Close the table")
        form.get_by_label("Float, counted").fill(dollars)
        expect(form.locator(".preview")).to_contain_text("The books say the same")
        form.get_by_role("button", name="Close").click()
        expect(form).to_have_count(0)

    def decide_irregularity(self, decision: str, why: str, *, action: str) -> None:
        form = self.page.locator("#chosen form", has_text="Irregularity")
        form.get_by_label("Decision").fill(decision)
        form.get_by_label("Why").fill(why)
        form.get_by_label("Direct the dealer to").select_option(action)
        form.get_by_role("button", name="Direct", exact=True).click()
        expect(form).to_have_count(0)

    def observe(self) -> None:
        """Records that the dealer has carried out the direction."""
        form = self.page.locator("#chosen form", has_text="Observe the action")
        form.get_by_role("button", name="It was done").click()
        expect(form).to_have_count(0)

    def decide_dispute(self, decision: str, why: str, *, seat: int, award: str) -> None:
        form = self.page.locator("#chosen form.dispute")
        form.get_by_label("Decision").fill(decision)
        form.get_by_label("Why").fill(why)
        form.get_by_label(f"Seat {seat}").fill(award)
        form.get_by_role("button", name="Decide the dispute").click()
        expect(form).to_have_count(0)

    def correct(self, number: str, why: str) -> None:
        """Corrects the number of the last round, after the service's preview."""
        self.page.get_by_text("Correct a number").click()
        place = self.page.locator("#chosen details")
        place.locator("cr-numpad").get_by_role("button", name=re.compile(rf"^{number}\b")).first.click()
        expect(place.locator(".preview")).to_contain_text(f"becomes {number}")
        place.get_by_label("Why").fill(why)
        place.get_by_role("button", name="Correct the number").click()
        expect(place.locator(".reply")).to_contain_text("Corrected")
