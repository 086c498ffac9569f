"""The OpenAPI 3.1 document of the service, generated from the same list as its routes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_args

from msgspec import NODEFAULT, Struct, json
from msgspec.structs import fields

from croupier import __version__
from croupier.web.dispatch import JSON, PREFIX, ErrorAnswer
from croupier.web.endpoint import EVERYBODY, Call, Endpoint
from croupier.web.security.cookies import SESSION, cookie_name
from croupier.wire.frames import Incoming, Outgoing
from croupier.wire.news import NewsFrame

_VARIABLE = re.compile(r"\{(\w+)\}")
_NO = {
    400: "The request is malformed.",
    401: "Not signed in.",
    403: "The role may not do this, or the CSRF token is wrong.",
    404: "Not found.",
    409: "Conflicts with the current state.",
    413: "The body is too large.",
    422: "The request is well-formed but refused.",
    423: "The console is locked.",
    429: "Too many requests; retry after Retry-After seconds.",
    503: "The service is stopping or not ready.",
}
_SCHEMAS = "#/components/schemas/{name}"


def document(endpoints: Iterable[Endpoint], title: str = "croupier") -> dict[str, Any]:
    listed = tuple(endpoints)
    types = {each for endpoint in listed for each in (endpoint.body, endpoint.answer) if each is not None}
    outgoing = (*get_args(Outgoing), NewsFrame)
    ordered = [ErrorAnswer, Incoming, *outgoing, *sorted(types, key=repr)]
    schemas, components = json.schema_components(ordered, ref_template=_SCHEMAS)
    schema_of = dict(zip(ordered, schemas, strict=True))
    for body in {endpoint.body for endpoint in listed if endpoint.body is not None}:
        components[schema_of[body]["$ref"].rpartition("/")[2]]["additionalProperties"] = False
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in listed:
        paths.setdefault(PREFIX + endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": __version__,
            "description": "Amounts are whole cents, times milliseconds since the epoch. See docs/protocol.md.",
        },
        "x-frames": {
            "description": f"Frames of the sockets at {PREFIX}/tables/{{number}}/socket.",
            "incoming": schema_of[Incoming],
            "outgoing": {"anyOf": [schema_of[each] for each in outgoing]},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": SESSION,
                    "description": f"Its name is {cookie_name(SESSION, secure=True)} under TLS.",
                },
                "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
            },
        },
    }


def _operation(endpoint: Endpoint, schema_of: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _name(endpoint),
        "summary": endpoint.words,
        "responses": _responses(endpoint, schema_of),
    }
    parameters = [*_path_parameters(endpoint), *(_query_parameters(endpoint.query) if endpoint.query else ())]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[endpoint.body]}}}
    if endpoint.roles is not EVERYBODY:
        operation["security"] = [{"session": []} if endpoint.method == "GET" else {"session": [], "csrf": []}]
        operation["x-roles"] = sorted(role.value for role in endpoint.roles or ())
    return operation


def _name(endpoint: Endpoint) -> str:
    words = re.findall(r"\w+", endpoint.path)
    return "-".join([endpoint.method.lower(), *words])


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in _VARIABLE.findall(endpoint.path)
    ]


def _query_parameters(kind: type[Struct]) -> list[dict[str, Any]]:
    """One parameter per field. Schemas are inlined, because a query has no nested types."""
    (schema,), components = json.schema_components([kind], ref_template=_SCHEMAS)
    described = components[schema["$ref"].rpartition("/")[2]]["properties"]
    found = []
    for each in fields(kind):
        own = dict(described[each.encode_name])
        reference = own.pop("$ref", None) or next((part["$ref"] for part in own.pop("allOf", ())), None)
        if reference:
            own = {**components[reference.rpartition("/")[2]], **own}
        required = each.default is NODEFAULT and each.default_factory is NODEFAULT
        found.append({"name": each.encode_name, "in": "query", "required": required, "schema": own})
    return found


def _responses(endpoint: Endpoint, schema_of: Mapping[Any, dict[str, Any]]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    if endpoint.answer is None:
        responses[str(204 if endpoint.status == 200 else endpoint.status)] = {"description": "Done."}
    else:
        content = {endpoint.media: {"schema": schema_of[endpoint.answer]}}
        responses[str(endpoint.status)] = {"description": endpoint.words, "content": content}
    refused = {JSON: {"schema": schema_of[ErrorAnswer]}}
    for status, words in _NO.items():
        responses[str(status)] = {"description": words, "content": refused}
    return responses


def endpoint(endpoints: Iterable[Endpoint]) -> Endpoint:
    """The endpoint that serves the document; the document includes it."""
    listed = list(endpoints)

    @cache
    def made() -> dict[str, Any]:  # built on first request, because it takes as long as the rest of a takeover
        return document([*listed, own])

    async def give(_call: Call) -> dict[str, Any]:
        return await asyncio.to_thread(made)

    own = Endpoint("GET", "/openapi.json", give, "This document.", EVERYBODY, answer=dict[str, Any], when_locked=True)
    return own
