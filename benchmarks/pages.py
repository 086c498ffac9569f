"""Time for one order of a hundred wagers at a player's terminal, from the touch to the confirmed layout.

Uses a real service, a real browser and the terminal page of a guest; needs an otherwise idle machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.report import Row, Unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.hand import Hands
    from tests.browser.service import Service

WAGERS = 100
RUNS = 5
UNIT = 100
"""Cents per wager."""
GOAL_MS = 100.0
_ACTS = ("double", "undo", "clear", "rebet", "saved")

_DRAWN = """([act, count, total]) => new Promise((done) => {
  const drawn = () => document.querySelectorAll('.slip-row:not([data-pending])').length === count
    && document.getElementById('total-bet').textContent === total;
  const began = performance.now();
  const look = () => (drawn() ? done(performance.now() - began) : requestAnimationFrame(look));
  const button = act === 'saved' ? '#dialog [data-place]' : `#acts [data-act="${act}"]`;
  document.querySelector(button).click();
  look();
})"""
"""True when every wager has its line, none is pending, and the total is right; checked with every frame."""


def rows() -> Iterable[Row]:
    try:
        from playwright.sync_api import sync_playwright

        from tools.browser import ARGUMENTS, browser
    except ModuleNotFoundError as error:
        raise Unavailable(f"it needs {error.name}; run `make setup`.") from None
    from tests.browser.hand import Hands
    from tests.browser.service import Service

    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder))
        service.start()
        cookies = cache(partial(_cookies, service.url))
        try:
            with Hands(service, cookies) as hands, sync_playwright() as playwright:
                chromium = playwright.chromium.launch(executable_path=browser(), args=list(ARGUMENTS))
                took = _played(chromium, service, hands, cookies)
                chromium.close()
        finally:
            service.close()
    return [
        Row(f"{act} {WAGERS} wagers, touch to display", min(took[act]), None, "ms", "", GOAL_MS, lower_is_better=True)
        for act in _ACTS
    ]


def _cookies(url: str, name: str) -> Any:
    """The cookies of a signed-in player, for a browser."""
    import httpx

    from tests.browser.serving import PASSWORD

    body = {"name": name, "password": PASSWORD}
    answer = httpx.post(f"{url}/api/v1/session", json=body, headers={"Origin": url}, timeout=30)
    answer.raise_for_status()
    plain = {"domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True, "secure": False, "sameSite": "Strict"}
    return {"cookies": [{"name": each.name, "value": each.value} | plain for each in answer.cookies.jar], "origins": []}


def _played(chromium: Browser, service: Service, hands: Hands, cookies: Callable[[str], Any]) -> dict[str, list[float]]:
    """The times of each act in milliseconds."""
    from tests.browser.houses import numbers
    from tests.browser.terminal import Terminal
    from tests.browser.visitor import Browsers, Kind, Visitor

    hand = hands.at(numbers("american")[0])
    visitor = Visitor(Browsers(chromium, cookies), Kind(service.url, "ana", touch=False, motion=False))
    terminal = Terminal(visitor, hand.table)
    terminal.sit(1, hand, amount="5000")
    page = terminal.page
    card: Any = page.request.get(f"/api/v1/tables/{hand.table}").json()
    spots = [
        spot
        for spot, each in card["spots"].items()
        if each["parts"] == 1 and not each["same_as"] and each["minimum"] == UNIT
    ][:WAGERS]
    changes = [{"spot": spot, "amount": UNIT, "chips": "electronic"} for spot in spots]
    hand.does("change-wagers", seat=1, changes=changes)
    _stands(page, WAGERS)
    _save(page)
    took: dict[str, list[float]] = {act: [] for act in _ACTS}
    for _ in range(RUNS):
        took["double"].append(_act(page, "double", WAGERS, 2))
        took["undo"].append(_act(page, "undo", WAGERS, 1))
        took["clear"].append(_act(page, "clear", 0, 0))
        page.locator('#acts [data-act="layouts"]').click()
        page.locator("#dialog [data-place]").wait_for()
        took["saved"].append(_act(page, "saved", WAGERS, 1))
        hand.round("0")
        terminal.unlocked()
        _stands(page, 0)
        took["rebet"].append(_act(page, "rebet", WAGERS, 1))
    return took


def _act(page: Page, act: str, count: int, times: int) -> float:
    took: float = page.evaluate(_DRAWN, [act, count, f"${count * times * UNIT // 100}"])
    return took


def _save(page: Page) -> None:
    page.locator('#acts [data-act="layouts"]').click()
    page.locator("#dialog form button").click()
    page.locator("#dialog [data-place]").wait_for()
    page.keyboard.press("Escape")


def _stands(page: Page, count: int) -> None:
    page.wait_for_function(f"document.querySelectorAll('.slip-row:not([data-pending])').length === {count}")
