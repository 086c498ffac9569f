"""The modules of the pages, run in Chromium: a blank page of our own origin that may import them, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tools.browser import ARGUMENTS, browser

WEB = Path(__file__).resolve().parents[2] / "src" / "croupier" / "web"
BLANK = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>blank</title><link rel=icon href=/static/img/favicon.svg>"
)


class _Static(SimpleHTTPRequestHandler):
    """Our own files under /static, and a blank page for everything else."""

    def do_GET(self) -> None:
        if self.path.startswith("/static/"):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BLANK)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Static, directory=str(WEB)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser(), args=[*ARGUMENTS])
        yield running
        running.close()


@pytest.fixture
def page(chromium: Browser, origin: str) -> Iterator[Page]:
    """A blank page; an error in its console fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    errors: list[str] = []
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(origin)
    yield opened
    context.close()
    assert not errors
