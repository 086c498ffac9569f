"""The dealer's and the pit's consoles as people use them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

SETTLED = """(step) => {
  // A press that comes too soon after a step is taken for the same press: the console waits, and so do we.
  const next = document.querySelector('cr-next');
  if (next.dataset.step !== step) return false;
  const now = performance.now();
  if (window.stepSeen?.key !== step + next.textContent) window.stepSeen = { key: step + next.textContent, at: now };
  return now - window.stepSeen.at > 500;
}"""


class DealerConsole:
    """A dealer at one table, with nothing but the page."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.page, self.table = visitor, visitor.page, table
        visitor.open(f"/dealer/{table}")
        expect(self.page.locator("body")).to_have_attribute("data-phase", re.compile("."))

    def ready(self, step: str) -> None:
        """The one button is for this step, and takes a press."""
        self.page.wait_for_function(SETTLED, arg=step)

    def step(self, step: str) -> None:
        """Takes the next step, which must be this one."""
        self.ready(step)
        self.page.locator("cr-next button.step").click()
        expect(self.page.locator(f'cr-next[data-step="{step}"]')).to_have_count(0)

    def announce(self, number: str, turns: int = 5) -> None:
        self.ready("announce-number")
        self.page.locator("cr-numpad").get_by_role("button", name=re.compile(rf"^{re.escape(number)}\b")).first.click()
        self.page.get_by_role("button", name=f"{turns} revolutions").click()
        self.step("announce-number")

    def no_spin(self, reason: str) -> None:
        """Calls no spin for the reason that has this word in it."""
        self.page.locator("cr-next .no-spin").click()
        self.page.locator("cr-next .reasons button", has_text=reason).click()

    def settle(self, *steps: str) -> None:
        for step in steps or ("place-crown", "collect-losers", "pay-winners", "lift-crown"):
            self.step(step)

    def round(self, number: str) -> None:
        self.step("spin-ball")
        self.step("call-no-more-bets")
        self.announce(number)
        self.settle()
