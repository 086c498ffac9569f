"""The OpenAPI document, and everything that can be generated from it, against the service; more of it at night."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings

from croupier.table.command import AnyCommand
from croupier.table.event import AnyEvent
from croupier.terms.people import Role
from tests.conftest import ROOT
from tests.nightly import extent
from tests.web.api.world import ANN, Browser, World, bet, opening, spin


@pytest.fixture(scope="module")
def document(shared: World) -> dict[str, Any]:
    found: dict[str, Any] = shared.nobody.get("/api/v1/openapi.json").json()
    return found


def test_every_path_of_the_service_is_in_the_document(shared: World, document: dict[str, Any]) -> None:
    listed = {(each.method.lower(), f"/api/v1{each.path}") for each in shared.service.endpoints}
    assert {(method, path) for path, methods in document["paths"].items() for method in methods} == listed
    assert document["openapi"] == "3.1.0"


def test_every_path_of_the_contract_is_there(document: dict[str, Any]) -> None:
    """Read from docs/protocol.md, so that neither can leave the other behind."""
    text = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`[A-Z]+ /[^`]*`(?:, )?)+)", text, re.MULTILINE)
    named = [each for row in rows for each in re.findall(r"`([A-Z]+) (/[^`?…]*)", row)]
    assert len(named) > 10
    paths = {re.sub(r"\{\w+\}", "{}", path): set(methods) for path, methods in document["paths"].items()}
    for method, path in named:
        found = re.sub(r"\{\w+\}", "{}", f"/api/v1{path}").rstrip("/")
        matches = [methods for known, methods in paths.items() if known == found or known.startswith(f"{found}/")]
        assert any(method.lower() in methods for methods in matches), (method, path)


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for each in value.values():
                yield from references(each)
        elif isinstance(value, list):
            for each in value:
                yield from references(each)

    for reference in set(references(document)):
        assert reference.rpartition("/")[2] in document["components"]["schemas"], reference


ROLES: tuple[Role | None, ...] = (None, Role.PLAYER, Role.SUPERVISOR, Role.KEY_MANAGER)
KEPT_OUT = re.compile(r"/(?:session|backup)")
"""Signing out and in would change who asks, and a copy of the journal for each request takes too long."""
KNOWN = {"number": "1", "version": "3"}
"""What can be found is found too rarely by chance."""


@pytest.mark.first
def test_whatever_follows_from_the_document_is_answered_as_it_says(tmp_path: Path, document: dict[str, Any]) -> None:
    """No server errors; statuses, media and bodies as promised; also for what the document forbids to send.

    Everybody sends the same, each to a service of their own; making it up is most of the work.
    """
    import schemathesis
    from schemathesis.core.result import Ok

    with ExitStack() as open_worlds:
        browsers = {role: _played(tmp_path / (role or "nobody"), role, open_worlds) for role in ROLES}
        statuses: dict[Role | None, Counter[int]] = {role: Counter() for role in ROLES}
        for result in schemathesis.openapi.from_dict(document).get_all_operations():
            assert isinstance(result, Ok), result
            operation = result.ok()
            if KEPT_OUT.search(operation.path):
                continue
            path = {name: value for name, value in KNOWN.items() if f"{{{name}}}" in operation.path}
            strategies = [operation.as_strategy(mode) for mode in schemathesis.GenerationMode if _fits(mode, operation)]
            strategies += [operation.as_strategy(path_parameters=path)] if path else []
            for strategy in strategies:

                @STEADY
                @given(case=strategy)
                def ask(case: Any) -> None:
                    for role, browser in browsers.items():
                        note(f"as {role or 'nobody'}")
                        statuses[role][_ask(browser, case)] += 1

                ask()
    for role, counted in statuses.items():
        assert counted.total() > 250
        assert role is None or min(counted[200], counted[400]) > 20, (role, counted)


ANY_TEXT = {"type": "string", "minLength": 1}


def _fits(mode: Any, operation: Any) -> bool:
    """Whether the operation has such requests: none is wrong whose only parts are texts of its path."""
    parts = [each.definition for each in operation.iter_parameters()]
    texts = all(each["in"] == "path" and each["schema"] == ANY_TEXT for each in parts)
    return mode.is_positive or bool(operation.body) or not texts


def _played(directory: Path, role: Role | None, open_worlds: ExitStack) -> Browser:
    """A browser of somebody with that role, at a house where a round was played."""
    world = World(directory)
    open_worlds.callback(world.close)
    world.do("1", *opening(ANN), bet(ANN, 1, "17", 500), *spin("17"))
    return world.nobody if role is None else world.signed_in(role)


STEADY = settings(
    max_examples=extent(3, 10),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _ask(browser: Browser, case: Any) -> int:
    """Sends a case as the person who has signed in, and holds the answer against the document."""
    import schemathesis  # here, because it takes long, and every worker reads every test file
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    sent = case.as_transport_kwargs(base_url="http://localhost")
    headers = {name: value for name, value in (sent.get("headers") or {}).items() if name.lower() not in OWN}
    response = browser.request(
        sent["method"],
        sent["url"],
        headers=headers,
        content=sent.get("data"),
        json=sent.get("json"),
        params=sent.get("params"),
    )
    conform = (checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance)
    case.validate_response(
        schemathesis.Response.from_httpx(response, verify=False), checks=[not_a_server_error, *conform]
    )
    return response.status_code


OWN = ("x-csrf-token", "cookie", "user-agent")
"""The headers that a browser sends."""


def test_the_frames_of_sockets_are_in_the_document(document: dict[str, Any]) -> None:
    """A stranger reads there what every command holds."""
    schemas = document["components"]["schemas"]

    def named(schema: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = schemas[schema["$ref"].rpartition("/")[2]]
        return found

    frames = document["x-frames"]
    incoming = [named(each) for each in frames["incoming"]["anyOf"]]
    assert {each["properties"]["type"]["enum"][0] for each in incoming} >= {"hello", "command", "resync", "ping"}
    (command,) = (each for each in incoming if each["properties"]["type"]["enum"] == ["command"])
    kinds = {named(each)["properties"]["type"]["enum"][0] for each in command["properties"]["command"]["anyOf"]}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(AnyCommand)}
    outgoing = {named(each)["properties"]["type"]["enum"][0]: named(each) for each in frames["outgoing"]["anyOf"]}
    said = {"welcome", "snapshot", "news", "answer", "pong", "presence", "pace", "locked", "error", "bye"}
    assert outgoing.keys() >= said
    happened = [named(each) for each in outgoing["news"]["properties"]["happened"]["items"]["anyOf"]]
    told = {kind.__struct_config__.tag.partition("/")[0] for kind in get_args(AnyEvent)}
    assert {each["properties"]["kind"]["enum"][0] for each in happened} == told
