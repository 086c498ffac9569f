"""Axe, and scripts, styles and texts that a browser caches: no file changes while the service of these tests runs, and
requesting eighty of them again takes longer than most checks of a page. `tests.web.api.test_files` tests that the
service itself has them requested each time."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from croupier.web import files
from croupier.web.files import Files
from tests import axe


class LastingFiles(Files):
    """Files that a browser requests once."""

    def response(self, request: Request, name: str) -> Response | None:
        if name == axe.NAME:
            return lasting(axe.script(), "text/javascript")
        found = super().response(request, name)
        if found is not None and request.url.path.startswith("/static/"):
            found.headers["Cache-Control"] = "max-age=3600"
        return found


def lasting(body: bytes, media: str) -> Response:
    return Response(body, headers={"Cache-Control": "max-age=3600"}, media_type=media)


def serve(kind: type[Files] = LastingFiles) -> None:
    """From now on this process serves files that browsers cache."""
    vars(files)["Files"] = kind
