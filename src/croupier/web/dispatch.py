"""Request dispatch: authorizes and parses a request, calls its endpoint's handler and sends the answer."""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec import UNSET, DecodeError, Struct, UnsetType, ValidationError, convert, json
from msgspec.structs import fields
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from croupier.access.person import Person
from croupier.terms.decoding import prepare_types
from croupier.terms.problem import Problems, nearest, shown
from croupier.terms.refusal import Facts
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.wire.unique_keys import check_unique_keys

PREFIX = "/api/v1"
BODY_MAX = 64 << 10
"""Maximum size of a request body, in bytes."""
JSON = "application/json"

Identify = Callable[[Scope], Person | None]
"""Returns the person that the gate identified."""
Admit = Callable[[Endpoint, Person | None, Request], Person | None]
"""Returns the person to act as; raises `Declined` if they may not call the endpoint."""

_log = logging.getLogger(__name__)


class ErrorBody(Struct, frozen=True):
    code: str
    message: str
    clause: str | None = None
    facts: Facts | UnsetType = UNSET
    """The facts of a refusal by the rules, for clients that word it in another language."""


class ErrorAnswer(Struct, frozen=True):
    """The body of every error response."""

    error: ErrorBody


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response that must not be cached."""
    return Response(json.encode(value), status, {"Cache-Control": "no-store", **(headers or {})}, JSON)


def accepts_gzip(request: Request) -> bool:
    """Whether the client accepts gzip."""
    for each in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


_PACKED_MIN = 1_400
"""Smaller bodies fit one packet and are not compressed."""


class Packed:
    """A large public value that does not change, encoded and compressed once."""

    def __init__(self, value: Any) -> None:
        self._body = json.encode(value)
        self._packed = gzip.compress(self._body, 6, mtime=0)

    def response(self, request: Request) -> Response:
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if not accepts_gzip(request):
            return Response(self._body, headers=headers, media_type=JSON)
        return Response(self._packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=JSON)


def packed(request: Request, response: Response) -> Response:
    """Compresses a large JSON response if the client accepts gzip.

    Only GET responses are compressed: others may echo request data, and their size would then leak the rest.
    """
    body = bytes(response.body) if type(response) is Response else b""
    plain = response.media_type == JSON and "content-encoding" not in response.headers
    if request.method != "GET" or len(body) < _PACKED_MIN or not plain:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if accepts_gzip(request):
        response.body = gzip.compress(body, 5, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def decline(status: int, code: str, message: str, clause: str | None = None, facts: Facts | None = None) -> Response:
    """An error response."""
    return answer(ErrorAnswer(ErrorBody(code, message, clause, UNSET if facts is None else facts)), status)


def routes(endpoints: Iterable[Endpoint], identify: Identify, admit: Admit) -> list[Route]:
    """One route per path, with all its methods."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        prepare_types(*filter(None, (endpoint.query, endpoint.body)))
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(PREFIX + path, _Path(methods, identify, admit)) for path, methods in paths.items()]


class _Path:
    """All endpoints of one path."""

    def __init__(self, methods: Mapping[str, Endpoint], identify: Identify, admit: Admit) -> None:
        self._methods = dict(methods)
        if "GET" in methods:
            self._methods["HEAD"] = methods["GET"]
        self._allow = ", ".join(sorted({*self._methods, "OPTIONS"}))
        self._identify, self._admit = identify, admit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = packed(request, await self._respond(request))
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": self._allow})
        endpoint = self._methods.get(request.method)
        if endpoint is None:
            no = decline(405, "method-not-allowed", f"{request.method} is not allowed here. Allowed: {self._allow}.")
            no.headers["Allow"] = self._allow
            return no
        try:
            return await _respond(endpoint, request, self._identify(request.scope), self._admit)
        except Declined as no:
            response = decline(no.status, no.code, no.message, no.clause, no.facts)
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
            return decline(500, "fault", "The service failed to answer. No recorded data is lost.")


async def _respond(endpoint: Endpoint, request: Request, person: Person | None, admit: Admit) -> Response:
    person = admit(endpoint, person, request)
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
    """The query as its type; numbers and flags arrive as text."""
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
    """The body as its type; reads no more than `BODY_MAX` bytes."""
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
        check_unique_keys(data)
        return convert(raw, kind)
    except RecursionError:
        raise Declined(400, "malformed", "The body is nested too deeply.") from None
    except UnicodeDecodeError:
        raise Declined(400, "malformed", "The body is not UTF-8.") from None
    except (ValidationError, DecodeError, ValueError) as error:
        raise Declined(400, "malformed", readable(error)) from None


def _unasked(name: str, known: Collection[str]) -> Declined:
    right = nearest(name, sorted(known)) if known else "Leave it out."
    return Declined(400, "malformed", f"{shown(name)} is not expected here. {right}")


_PLACE = re.compile(r"^(?P<what>.*?) - at `\$?\.?(?P<place>.*)`$", re.DOTALL)


def readable(error: Exception) -> str:
    """A validation error as one sentence, with its key first.

    >>> readable(ValidationError("Expected `int`, got `str` - at `$.seat`"))
    'seat: Expected int, got str.'
    """
    match = _PLACE.match(str(error))
    what, place = (match["what"], match["place"]) if match else (str(error), "")
    words = f"{place}: {what}" if place else what
    return words.replace("`", "").rstrip(".") + "."


async def not_found(request: Request) -> Response:
    """The 404 response under the prefix."""
    return decline(404, "not-found", f"There is nothing at {shown(request.url.path, 200)}.")
