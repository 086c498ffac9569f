"""From a request to the handler of its endpoint and back: reading, admitting, answering, saying no."""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, convert, json
from msgspec.structs import fields
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from croupier.access.person import Person
from croupier.terms.problem import Problems, nearest, shown
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.wire.once import check_once

PREFIX = "/api/v1"
BODY_MAX = 64 << 10
"""The most bytes that a body may have."""
JSON = "application/json"

Identify = Callable[[Scope], Person | None]
"""Who asks, as the gate in front of the application found out."""
Admit = Callable[[Endpoint, Person | None, Request], None]
"""Raises `Declined` where the person may not ask this."""

_log = logging.getLogger(__name__)


class ErrorBody(Struct, frozen=True):
    code: str
    message: str
    clause: str | None = None


class ErrorAnswer(Struct, frozen=True):
    """How every no is worded."""

    error: ErrorBody


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON that no cache keeps."""
    return Response(json.encode(value), status, {"Cache-Control": "no-store", **(headers or {})}, JSON)


def accepts_gzip(request: Request) -> bool:
    """Whether whoever asks can unpack."""
    for each in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Packed:
    """A large public value that does not change, written and packed once."""

    def __init__(self, value: Any) -> None:
        self._body = json.encode(value)
        self._packed = gzip.compress(self._body, 6, mtime=0)

    def response(self, request: Request) -> Response:
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if not accepts_gzip(request):
            return Response(self._body, headers=headers, media_type=JSON)
        return Response(self._packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=JSON)


def decline(status: int, code: str, message: str, clause: str | None = None) -> Response:
    """A no in the contract's form."""
    return answer(ErrorAnswer(ErrorBody(code, message, clause)), status)


def routes(endpoints: Iterable[Endpoint], identify: Identify, admit: Admit) -> list[Route]:
    """One route for each path, which knows all its methods."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(PREFIX + path, _Path(methods, identify, admit)) for path, methods in paths.items()]


class _Path:
    """Everything that stands behind one path."""

    def __init__(self, methods: Mapping[str, Endpoint], identify: Identify, admit: Admit) -> None:
        self._methods = dict(methods)
        if "GET" in methods:
            self._methods["HEAD"] = methods["GET"]
        self._allow = ", ".join(sorted({*self._methods, "OPTIONS"}))
        self._identify, self._admit = identify, admit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self._respond(request)
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": self._allow})
        endpoint = self._methods.get(request.method)
        if endpoint is None:
            no = decline(405, "method-not-allowed", f"{request.method} is not open here. Allowed: {self._allow}.")
            no.headers["Allow"] = self._allow
            return no
        try:
            return await _heard(endpoint, request, self._identify(request.scope), self._admit)
        except Declined as no:
            response = decline(no.status, no.code, no.message, no.clause)
            retry_after = getattr(no, "retry_after", None)
            if retry_after is not None:
                response.headers["Retry-After"] = str(retry_after)
            return response
        except Problems as problems:
            first = problems.problems[0]
            return decline(422, "refused", str(first), first.clause)
        except ClientDisconnect:
            raise
        except Exception:
            _log.exception("%s %s failed", endpoint.method, endpoint.path)
            return decline(500, "fault", "The service failed to answer. What was recorded stays recorded.")


async def _heard(endpoint: Endpoint, request: Request, person: Person | None, admit: Admit) -> Response:
    admit(endpoint, person, request)
    query = read_query(endpoint.query or _Nothing, request)
    body = await read_body(endpoint.body, request) if endpoint.body else None
    call = Call(request, person, request.path_params, query, body)
    given = await endpoint.handler(call)
    if isinstance(given, Response):
        return given
    if given is None:
        return Response(status_code=204 if endpoint.status == 200 else endpoint.status)
    return answer(given, endpoint.status)


class _Nothing(Struct, frozen=True):
    """A query without parameters."""


def read_query(kind: type[Struct], request: Request) -> Struct:
    """The query as its type; whole numbers and flags are written as texts there."""
    known = {field.encode_name for field in fields(kind)}
    found: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name not in known:
            raise _unasked(name, known)
        if name in found:
            raise Declined(400, "malformed", f"{name} is given twice. Give it once.")
        found[name] = value
    try:
        return convert(found, kind, strict=False)
    except ValidationError as error:
        raise Declined(400, "malformed", readable(error)) from None


async def read_body(kind: type[Struct], request: Request) -> Struct:
    """The body as its type, read no further than its bound."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        raise Declined(400, "malformed", f"The body is {shown(media)}. Send {JSON}.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_MAX:
            raise Declined(413, "too-large", f"The body has more than {BODY_MAX:,} bytes.")
    known = {field.encode_name for field in fields(kind)}
    try:
        raw = json.decode(data)
        for name in raw if isinstance(raw, dict) else ():
            if name not in known:
                raise _unasked(name, known)
        check_once(data)
        return convert(raw, kind)
    except RecursionError:
        raise Declined(400, "malformed", "The body is nested too deeply.") from None
    except (ValidationError, DecodeError, ValueError) as error:
        raise Declined(400, "malformed", readable(error)) from None


def _unasked(name: str, known: Collection[str]) -> Declined:
    right = nearest(name, sorted(known)) if known else "Leave it out."
    return Declined(400, "malformed", f"{shown(name)} is not asked for here. {right}")


_PLACE = re.compile(r"^(?P<what>.*?) - at `\$?\.?(?P<place>.*)`$", re.DOTALL)


def readable(error: Exception) -> str:
    """What is wrong with a body or a query, its key first.

    >>> readable(ValidationError("Expected `int`, got `str` - at `$.seat`"))
    'seat: Expected int, got str.'
    """
    match = _PLACE.match(str(error))
    what, place = (match["what"], match["place"]) if match else (str(error), "")
    words = f"{place}: {what}" if place else what
    return words.replace("`", "").rstrip(".") + "."


async def not_found(request: Request) -> Response:
    """The answer under the prefix where nothing is."""
    return decline(404, "not-found", f"There is nothing at {shown(request.url.path, 200)}.")
