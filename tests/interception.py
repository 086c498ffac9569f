"""Requests of a page that a test answers, holds or lets fail: Playwright's own routes need news of every request, which
its driver does not get here (`tests.conftest.driver`)."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page


class Intercepted:
    """A request that waits for the test."""

    def __init__(self, session: CDPSession, request: str) -> None:
        self._session, self._request = session, request

    def _send(self, method: str, **fields: object) -> dict[str, Any]:
        answer: dict[str, Any] = self._session.send(f"Fetch.{method}", {"requestId": self._request, **fields})
        return answer

    def go_on(self) -> None:
        self._send("continueRequest")

    def fail(self) -> None:
        self._send("failRequest", errorReason="Failed")

    def body(self) -> bytes:
        """What the service has answered."""
        found = self._send("getResponseBody")
        return base64.b64decode(found["body"]) if found["base64Encoded"] else found["body"].encode()

    def answer(self, body: bytes, media: str) -> None:
        headers = [{"name": "Content-Type", "value": media}]
        self._send("fulfillRequest", responseCode=200, responseHeaders=headers, body=base64.b64encode(body).decode())


@contextmanager
def intercepted(
    page: Page, pattern: str, meet: Callable[[Intercepted], None], *, answered: bool = False
) -> Iterator[None]:
    """Each request whose address is like the pattern waits until the test has decided about it, before it is sent or,
    if `answered`, once the service has answered it."""
    session = page.context.new_cdp_session(page)
    session.on("Fetch.requestPaused", lambda event: meet(Intercepted(session, event["requestId"])))
    stage = "Response" if answered else "Request"
    session.send("Fetch.enable", {"patterns": [{"urlPattern": pattern, "requestStage": stage}]})
    try:
        yield
    finally:
        session.send("Fetch.disable")  # a session that is detached would silence the page's virtual security key
