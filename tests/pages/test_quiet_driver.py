"""Playwright's driver is not told of requests: one that asked in other words would only make the tests slower."""

from __future__ import annotations

from playwright.sync_api import Page, Request

from tests.interception import Intercepted, intercepted
from tests.pages.site import EMPTY


def test_the_driver_hears_of_no_request(page: Page) -> None:
    heard: list[Request] = []
    page.on("request", hear := lambda request: heard.append(request))  # noqa: PLW0108  # Playwright takes no built-in
    asked: list[Intercepted] = []

    def pass_on(request: Intercepted) -> None:
        asked.append(request)
        request.go_on()

    with intercepted(page, f"*{EMPTY}", pass_on):
        page.evaluate("(path) => fetch(path).then((answer) => answer.text())", EMPTY)
    page.remove_listener("request", hear)
    assert len(asked) == 1
    assert heard == []
