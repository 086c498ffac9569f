"""Our own files over HTTP, and other answers from the test: one server for all pages of a worker."""

from __future__ import annotations

import atexit
import mimetypes
import threading
from collections.abc import Callable, Mapping
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from croupier.web.files import STATIC
from tests import axe

KEPT = {"Cache-Control": "max-age=3600"}
"""No file changes while a test looks at it."""


class Reply(NamedTuple):
    body: bytes
    media: str = "text/html"
    status: int = HTTPStatus.OK
    headers: Mapping[str, str] = MappingProxyType({})


Answer = Callable[[str, str, str], Reply]
"""The answer to a method, a path and a query that are not for a file."""

EMPTY = "/empty"
"""The path of a blank page that no test answers for."""
BLANK = Reply(
    b"<!doctype html><html lang=en><meta charset=utf-8><title>blank</title><link rel=icon href=/static/img/favicon.svg>"
)


@cache
def file(name: str) -> Reply:
    """A file of the pages, or axe, as often as it is asked for."""
    if name == axe.NAME:
        return Reply(axe.script(), "text/javascript", headers=KEPT)
    path = STATIC / name
    if not path.is_file():
        return Reply(b"", status=HTTPStatus.NOT_FOUND)
    media = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0] or "text/plain"
    return Reply(path.read_bytes(), media, headers=KEPT)


class Site:
    """A server at a port of its own; a blank page is its answer until somebody gives it another."""

    def __init__(self) -> None:
        self.answer: Answer = blank
        self.headers: dict[str, str] = {}
        """What every answer carries besides its own."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"site": self}))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="site", daemon=True)
        self._thread.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def reply(self, method: str, target: str) -> Reply:
        url = urlsplit(target)
        if url.path == EMPTY:
            return BLANK
        if url.path.startswith("/static/"):
            return file(url.path.removeprefix("/static/"))
        return self.answer(method, url.path, url.query)

    def reset(self) -> None:
        """Removes everything of the previous test."""
        self.answer, self.headers = blank, {}

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@cache
def site() -> Site:
    """The worker's own, from the first page to the end."""
    made = Site()
    atexit.register(made.close)
    return made


def blank(_method: str, _path: str, _query: str) -> Reply:
    return BLANK


class _Handler(BaseHTTPRequestHandler):
    """Keeps connections open, as browsers expect."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    site: Site

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        reply = self.site.reply(self.command, self.path)
        self.send_response_only(reply.status)
        headers = {} if self.path == EMPTY else self.site.headers
        for name, value in {**headers, **reply.headers}.items():
            self.send_header(name, value)
        if reply.status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", reply.media)
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    do_POST = do_GET  # noqa: N815  # the names that the server looks for

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""
