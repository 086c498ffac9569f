"""Serves the pages and their static files.

Every file has an ETag of its content and is revalidated on each use, so that a page is never older than the service.
Files are served as they are, except that a page names the house's time zone: `<html data-zone="America/Denver">`.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path, PurePosixPath

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from croupier.rules.house_zone import UTC
from croupier.web.dispatch import accepts_gzip

STATIC = Path(str(files("croupier.web") / "static"))
PAGES: Mapping[str, str] = {
    "/": "lobby.html",
    "/sign-in": "sign-in.html",
    "/account": "account.html",
    "/play/{table}": "terminal.html",
    "/several": "several.html",
    "/felt/{table}": "felt.html",
    "/dealer/{table}": "dealer.html",
    "/pit": "pit.html",
    "/cage": "cage.html",
    "/surveillance": "surveillance.html",
    "/odds": "odds.html",
    "/rules/{table}": "rules.html",
    "/receipt": "receipt.html",
    "/tournaments": "tournaments.html",
    "/tournament/{id}": "tournament.html",
    "/hall/{id}": "hall.html",
    "/director": "setup.html",
    "/director/{id}": "director.html",
}
"""Page paths and their files; a page reads its table from its URL."""

ICON = "img/favicon.svg"
MISSING = "missing.html"
"""The page shown for an unknown path."""

FILE_MAX = 4 << 20
"""Maximum size of a served file, in bytes."""
_GZIP_MIN = 1_000
_MEDIA = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


class _Kept(Struct, frozen=True):
    """A file as last read."""

    stamp: tuple[int, int]
    body: bytes
    zipped: bytes | None
    etag: str
    media: str


class Files:
    """The files under one directory, cached until they change."""

    def __init__(self, root: Path = STATIC, zone: str = UTC) -> None:
        self._root, self._zone = root, zone
        self._kept: dict[str, _Kept] = {}

    def response(self, request: Request, name: str) -> Response | None:
        """The file, or 304 if it has not changed; None if there is no such file."""
        kept = self.kept(name)
        if kept is None:
            return None
        zips = kept.zipped is not None and accepts_gzip(request)
        etag = f'"{kept.etag}{"-gz" if zips else ""}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
        if kept.zipped is not None:
            headers["Vary"] = "Accept-Encoding"
        if _same(request.headers.get("if-none-match", ""), etag):
            return Response(status_code=304, headers=headers)
        if zips:
            headers["Content-Encoding"] = "gzip"
        return Response(kept.zipped if zips else kept.body, headers=headers, media_type=kept.media)

    def kept(self, name: str) -> _Kept | None:
        """The current content of the file; None if there is no such file."""
        parts = PurePosixPath(name).parts
        if not parts or any(part in ("..", "/") or part.startswith(".") or "\\" in part for part in parts):
            return None
        path = self._root.joinpath(*parts)
        try:
            found = path.stat()
            if not path.is_file() or found.st_size > FILE_MAX or self._root.resolve() not in path.resolve().parents:
                return None
            stamp = found.st_mtime_ns, found.st_size
            kept = self._kept.get(name)
            if kept is None or kept.stamp != stamp:
                kept = self._kept[name] = _read(path, stamp, self._zone)
        except (OSError, ValueError):
            return None
        return kept


def _read(path: Path, stamp: tuple[int, int], zone: str) -> _Kept:
    body = path.read_bytes()
    if path.suffix == ".html":
        body = body.replace(b"<html ", f'<html data-zone="{zone}" '.encode(), 1)
    media = _MEDIA.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = media.startswith(_TEXT)
    zipped = gzip.compress(body, 6, mtime=0) if text and len(body) >= _GZIP_MIN else None
    etag = hashlib.sha256(body).hexdigest()[:32]
    return _Kept(stamp, body, zipped, etag, f"{media}; charset=utf-8" if media.startswith("text/") else media)


def _same(header: str, etag: str) -> bool:
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return "*" in tags or etag in tags


class _Page:
    """An ASGI application that answers GET and HEAD with files."""

    def __init__(self, found: Files, name: str | None) -> None:
        self._files, self._name = found, name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        name = self._name or str(request.path_params.get("name", ""))
        if request.method == "OPTIONS":
            response = Response(status_code=204, headers={"Allow": "GET, HEAD, OPTIONS"})
        elif request.method not in ("GET", "HEAD"):
            response = Response("Only GET and HEAD are allowed.", 405, {"Allow": "GET, HEAD, OPTIONS"}, "text/plain")
        else:
            response = self._files.response(request, name) or missing(request)
        await response(scope, receive, send)


_OWN = Files()


def missing(request: Request) -> Response:
    """The 404 response for pages: an HTML page with a link back for a browser, otherwise a line of text."""
    headers, words = {"Cache-Control": "no-store"}, "There is no such page."
    kept = _OWN.kept(MISSING) if "text/html" in request.headers.get("accept", "") else None
    if kept is None:
        return Response(words, 404, headers, "text/plain; charset=utf-8")
    return Response(kept.body, 404, headers, kept.media)


def page_routes(root: Path = STATIC, zone: str = UTC) -> list[Route]:
    """Routes of the pages and of everything under /static/."""
    found = Files(root, zone)
    pages = [Route(path, _Page(found, name)) for path, name in PAGES.items()]
    return [
        *pages,
        Route("/favicon.ico", _Page(found, ICON)),
        Route("/static/{name:path}", _Page(found, None)),
    ]
