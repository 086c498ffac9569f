"""Somebody with their own browser: signed in, monitored for errors, and measured."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    StorageState,
)

DESKTOP, LAPTOP, PHONE = (1920, 1080), (1280, 800), (390, 844)
WAIT_MS = 20_000
"""Enough for a busy machine; elements that exist are found at once."""
LISTEN = """(() => {
  // The state of sound as the page itself sees it: a look from outside would count as a gesture.
  // A message disappears after some seconds; this records that it was shown.
  const heard = { contexts: 0, states: [], announced: [], told: [] };
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
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((each) => [...each.addedNodes])) {
      if (!(node instanceof HTMLElement) || !node.matches('cr-toasts .toast') || !node.checkVisibility()) continue;
      heard.told.push({ words: node.textContent, clause: node.querySelector('.clause')?.textContent ?? null });
    }
  }).observe(document, { childList: true, subtree: true });
  window.heard = heard;
})()"""

NOWHERE = "/static/img/favicon.svg"
"""A page of the service that does nothing."""
LEFT = "WebSocket is closed before the connection is established"
"""Chromium's word for a connection that the page no longer wanted: nothing was lost."""


class Kind(NamedTuple):
    """Whose browser it is, and what cannot change from one visit to the next."""

    url: str
    name: str
    touch: bool
    motion: bool


Left = dict[Kind, list[Page]]
"""Pages that are free for a visitor."""


class Browsers:
    """The browsers of a package's visitors. A visitor gets one that another has left, cleared of everything but cached
    files and the visitor's own cookies: starting one takes longer than most tests.
    """

    def __init__(self, chromium: Browser, cookies: Callable[[str], StorageState], left: Left | None = None) -> None:
        self._chromium, self._cookies = chromium, cookies
        self._free: Left = {} if left is None else left

    def take(self, kind: Kind) -> Page:
        free = self._free.get(kind._replace(name=""))
        page = free.pop() if free else self._make(kind)
        if kind.name:
            page.context.add_cookies(cast("Any", self._cookies(kind.name)["cookies"]))
        return page

    def _make(self, kind: Kind) -> Page:
        context = self._chromium.new_context(
            base_url=kind.url,
            viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
            has_touch=kind.touch,
            reduced_motion="no-preference" if kind.motion else "reduce",
        )
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(LISTEN)
        return context.new_page()

    def give_back(self, kind: Kind, page: Page) -> None:
        """Afterwards no page is open at any table, and nothing is kept; where that fails, nobody gets it again."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        try:
            page.goto(NOWHERE)
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            page.context.clear_cookies()
        except Error:
            page.context.close()
        else:
            self._free.setdefault(kind._replace(name=""), []).append(page)


class Visitor:
    """Somebody's browser and its page. `errors` has everything that a clean page does not log: the console reports
    every answer above 399 and every request that failed, so requests need not be followed one by one."""

    def __init__(self, browsers: Browsers, kind: Kind, size: tuple[int, int] = LAPTOP) -> None:
        self._browsers, self._kind = browsers, kind
        self.name = kind.name
        self.page: Page = browsers.take(kind)
        self.context: BrowserContext = self.page.context
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.errors: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        self.page.on("console", self._on_console)
        self.page.on("pageerror", self._on_error)

    def expect(self, pattern: str) -> None:
        """From now on errors like this are what the test is about."""
        self.expected.append(re.compile(pattern))

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def heard(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("window.heard")
        return found

    def close(self) -> None:
        """Returns the browser; a page that had errors fails its test."""
        self.page.remove_listener("console", self._on_console)
        self.page.remove_listener("pageerror", self._on_error)
        self._browsers.give_back(self._kind, self.page)
        left = [error for error in self.errors if not any(each.search(error) for each in self.expected)]
        assert not left, f"{self.name or 'visitor'}: {left}"

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and LEFT not in message.text:
            self.errors.append(f"console {message.type}: {message.text} ({message.location.get('url')})")

    def _on_error(self, error: Error) -> None:
        self.errors.append(f"page error: {error}")
