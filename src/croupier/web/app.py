"""Builds the ASGI application from endpoints, pages and extra routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from croupier.rules.house_zone import UTC
from croupier.web.dispatch import PREFIX, Admit, Identify, not_found, routes
from croupier.web.endpoint import Endpoint
from croupier.web.files import STATIC, missing, page_routes


def make_app(
    endpoints: Iterable[Endpoint],
    identify: Identify,
    admit: Admit,
    *,
    extra: Sequence[BaseRoute] = (),
    static: Path = STATIC,
    zone: str = UTC,
) -> Starlette:
    """`extra` routes match first; no path under the prefix is a page. Pages show times in the zone."""
    return Starlette(
        routes=[
            *extra,
            *routes(endpoints, identify, admit),
            Route(PREFIX, _NotFound()),
            Mount(PREFIX, app=_NotFound()),
            *page_routes(static, zone),
        ],
        exception_handlers={404: _missing_page},
    )


class _NotFound:
    """Answers requests under the prefix that match no route."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await not_found(Request(scope, receive))
        await response(scope, receive, send)


async def _missing_page(request: Request, _error: Exception) -> Response:
    return missing(request)
