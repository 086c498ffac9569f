"""Somebody with a browser of their own: signed in, watched for errors, heard and measured."""

from __future__ import annotations

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

DESKTOP, LAPTOP, PHONE = (1920, 1080), (1280, 800), (390, 844)
WAIT_MS = 20_000
"""Enough for a busy machine; what is there is found at once."""
LISTEN = """(() => {
  // The state of sound as the page itself sees it: a look from outside would count as a gesture.
  const heard = { contexts: 0, states: [], announced: [] };
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor(...args) {
      super(...args);
      heard.contexts += 1;
      heard.states.push(this.state);
      this.addEventListener('statechange', () => heard.states.push(this.state));
    }
  };
  document.addEventListener('cr-announced', (event) => heard.announced.push(event.detail));
  window.heard = heard;
})()"""

LEFT = "WebSocket is closed before the connection is established"
"""Chromium's word for a connection that the page no longer wanted: nothing was lost."""

_axe = Axe()


class Visitor:
    """One context of the browser and its page. `errors` is whatever a clean page does not have."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str = "",
        *,
        size: tuple[int, int] = LAPTOP,
        state: Any = None,
        touch: bool = False,
        motion: bool = False,
    ) -> None:
        width, height = size
        self.name = name
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            storage_state=state,
            has_touch=touch,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.context.set_default_timeout(WAIT_MS)
        self.context.add_init_script(LISTEN)
        self.errors: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))
        self.page.on("requestfailed", self._on_failed)
        self.page.on("response", self._on_response)

    def expect(self, pattern: str) -> None:
        """From now on errors like this are what the test is about."""
        self.expected.append(re.compile(pattern))

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def heard(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("window.heard")
        return found

    def violations(self) -> str:
        """What axe-core finds on the page as it stands, in words; empty when it is clean."""
        results = _axe.run(self.page)
        return "" if not results.violations_count else results.generate_report()

    def close(self) -> None:
        """Closes the browser's context; a page that had errors fails its test."""
        self.context.close()
        left = [error for error in self.errors if not any(each.search(error) for each in self.expected)]
        assert not left, f"{self.name or 'visitor'}: {left}"

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and LEFT not in message.text:
            self.errors.append(f"console {message.type}: {message.text} ({message.location.get('url')})")

    def _on_failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that was left before it had loaded
            self.errors.append(f"request failed: {request.url}: {request.failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status} of {response.request.method} {response.url}")
