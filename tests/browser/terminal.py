"""The player's terminal as a person uses it."""

from __future__ import annotations

import re
from typing import Protocol

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor

ACTS = tuple(f'#acts [data-act="{act}"]' for act in ("undo", "clear", "double", "rebet"))
"""The controls that move chips."""

TOLD = """([pattern, clause]) => window.heard.told.some((each) => (
  new RegExp(pattern).test(each.words) && (clause === null || each.clause === clause)
))"""
QUIET = """() => {
  document.querySelectorAll('.toast-close').forEach((each) => each.click());
  window.heard.told.length = 0;
}"""


class Seller(Protocol):
    """Who sells chips at a table, and pays for them."""

    def sell(self, seat: int, dollars: str) -> None: ...

    def pay_out(self, seat: int) -> None: ...


class Terminal:
    """One player at one table."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.page, self.table = visitor, visitor.page, table
        self.seat = 0
        visitor.open(f"/play/{table}")
        self.connected()

    def connected(self) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-link", "open")
        expect(self.page.locator("body")).not_to_have_attribute("data-phase", "")

    def phase(self, phase: str) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-phase", phase)

    def sit(self, seat: int, seller: Seller | None, *, value: str = "$1", amount: str = "1000") -> None:
        """Takes the seat, sets chips and buys in; by the page's own dialog only, if nobody sells chips."""
        page, self.seat = self.page, seat
        page.locator("#sit").click()
        page.locator(f'.seat-place[data-seat="{seat}"]').click()
        page.locator(".seat-value", has_text=re.compile(rf"^{re.escape(value)}$")).click()
        if seller is None:
            page.locator('.seat-buy input[name="amount"]').fill(amount)
        else:
            expect(page.locator(".seat-dialog")).to_contain_text("sells you chips")
        page.locator('[data-act="join"]').click()
        expect(page.locator(".seat-dialog")).to_be_hidden()
        expect(page.locator("body")).to_have_class(re.compile("is-seated"))
        if seller is not None:
            seller.sell(seat, amount)
        self.balance(f"${int(amount):,}")

    def chip(self, dollars: int) -> None:
        """Chooses what one touch of the layout places."""
        self.page.locator(f'.rack-chip[data-amount="{dollars * 100}"]').click()

    def spot(self, spot: str) -> Locator:
        place = "cr-track" if spot.startswith("adjacent-") else "cr-board"
        return self.page.locator(f'#{place.removeprefix("cr-")} [data-spot="{spot}"]')

    def click(self, spot: str) -> None:
        self.spot(spot).click()

    def type(self, bet: str) -> None:
        """Types a bet, such as ``17-20 5``."""
        self.page.locator(".slip-input").fill(bet)
        self.page.locator(".slip-input").press("Enter")

    def bet(self, spot: str) -> Locator:
        """The line of a bet that the service has confirmed."""
        return self.page.locator(f'.slip-row[data-bet="{spot}"]:not([data-pending])')

    def has(self, spot: str, amount: str) -> None:
        expect(self.bet(spot).locator("b")).to_have_text(amount)

    def has_no(self, spot: str) -> None:
        expect(self.page.locator(f'.slip-row[data-bet="{spot}"]')).to_have_count(0)

    def take(self, spot: str) -> None:
        """Takes the whole bet back."""
        self.bet(spot).locator(".slip-take").click()

    def locked(self, why: str) -> None:
        """No chip can be moved, and every control for it says why to screen readers."""
        expect(self.page.locator("#acts-why")).to_have_text(why)
        for control in (*ACTS, *(["cr-slip .slip-take"] if self.page.locator("cr-slip .slip-take").count() else [])):
            button = self.page.locator(control).first
            expect(button).to_have_attribute("aria-disabled", "true")
            expect(button).to_have_accessible_description(why)

    def unlocked(self) -> None:
        """The actions for open bets are available again."""
        expect(self.page.locator('#acts [data-act="rebet"]')).to_have_attribute("aria-disabled", "false")
        expect(self.page.locator('#acts [data-act="rebet"]')).to_have_accessible_description("")

    def choose(self, spot: str, words: str) -> None:
        """Chooses in prison, in the time that the service gives."""
        self.page.locator(f'[data-choose="{spot}"]').get_by_role("button", name=words).click()
        expect(self.page.locator(f'[data-choose="{spot}"]')).to_have_count(0)

    def heard(self, call: str) -> int:
        """How often the page has announced something."""
        return sum(each["call"] == call for each in self.visitor.heard()["announced"])

    def balance(self, amount: str) -> None:
        expect(self.page.locator("#balance")).to_have_text(amount)

    def told(self, words: str | re.Pattern[str], clause: str | None = None) -> None:
        """A message of the table said so, with its clause; then closes every message."""
        pattern = words.pattern if isinstance(words, re.Pattern) else re.escape(words)
        self.page.wait_for_function(TOLD, arg=[pattern, clause])
        self.quiet()

    def quiet(self) -> None:
        """Closes all messages at once, since each of them may also disappear by itself at any moment."""
        self.page.evaluate(QUIET)

    def raise_dispute(self, words: str) -> None:
        self.page.locator("#menu-open").click()
        self.page.get_by_role("button", name="Raise a dispute").click()
        self.page.locator("#dialog textarea").fill(words)
        self.page.locator("#dialog").get_by_role("button", name="Raise the dispute").click()
        expect(self.page.locator("#dialog")).to_be_hidden()

    def go_home(self, payer: Seller | None) -> None:
        """Cashes everything out and leaves the seat."""
        self.page.locator("#menu-open").click()
        self.page.locator('#dialog [data-act="cash-out"]').click()
        if payer is None:
            self.page.locator("#dialog form").get_by_role("button", name="Cash out").click()
        else:
            expect(self.page.locator("#dialog")).to_contain_text("pays you")
            self.page.locator("#dialog").get_by_role("button", name="Close").click()
            payer.pay_out(self.seat)
        self.balance("$0")
        self.page.locator("#menu-open").click()
        self.page.locator('#dialog [data-act="leave"]').click()
        expect(self.page.locator("body")).not_to_have_class(re.compile("is-seated"))
