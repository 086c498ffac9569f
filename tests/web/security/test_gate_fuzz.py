"""Whatever a request contains, the gate answers it and never breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from croupier.terms.people import Role
from croupier.web.security.cookies import SESSION, TERMINAL
from croupier.web.security.settings import GateSettings, Rate
from tests.access.house import House, house
from tests.web.security.browser import HOST, Site

NAMES = [b"host", b"origin", b"cookie", b"x-csrf-token", b"sec-fetch-site", b"content-type", b"content-length"]
VALUES = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(
        [HOST.encode(), f"http://{HOST}".encode(), b"same-origin", b"null", b"[::1", b"http://[", b"\xff\xfe", b""]
    ),
    st.builds(lambda name, value: name.encode() + b"=" + value, st.sampled_from([SESSION, TERMINAL]), st.binary()),
)
PATHS = st.one_of(
    st.text(max_size=40).map(lambda text: "/" + text),
    st.sampled_from(["/api/v1/session", "/api/v1/accounts", "/api/v1/alerts/1/acknowledge", "/api/v1//", ""]),
)


@pytest.fixture(scope="module")
def busy_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, str]]:
    directory: Path = tmp_path_factory.mktemp("fuzz")
    many = Rate(1e6, 10**6)
    with house(directory, on_disk=False) as home:
        home.add("ana", Role.DEALER)
        site = Site(home, GateSettings(requests=many, own_requests=many, attempts=many, sockets=many))
        yield site, home.sign_in("ana").token
        site.close()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(["http", "websocket"]),
    method=st.sampled_from(["GET", "HEAD", "POST", "DELETE", "PUT", "OPTIONS", "BREW"]),
    path=PATHS,
    headers=st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=8),
    signed_in=st.booleans(),
    own_host=st.booleans(),
    client=st.sampled_from([None, ("192.0.2.1", 1), ("::1", 1), ("not an address", 0)]),
)
def test_every_request_is_answered(
    busy_site: tuple[Site, str],
    kind: str,
    method: str,
    path: str,
    headers: list[tuple[bytes, bytes]],
    signed_in: bool,
    own_host: bool,
    client: tuple[str, int] | None,
) -> None:
    site, token = busy_site
    own: list[tuple[bytes, bytes]] = [(b"host", HOST.encode())] if own_host else []
    own += [(b"cookie", f"{SESSION}={token}".encode())] if signed_in else []
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}"} if kind == "http" else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    scope: dict[str, Any] = {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "query_string": b"",
        "headers": [*headers, *own],
        "client": client,
    }
    if kind == "http":
        scope["method"] = method
    asyncio.run(site(scope, receive, send))
    assert sent
    if kind == "http":
        assert 200 <= sent[0]["status"] < 500
        assert b"content-security-policy" in {name for name, _ in sent[0]["headers"]}
    else:
        assert sent[0]["type"] == "websocket.close"


def test_the_person_is_still_signed_in(busy_site: tuple[Site, str]) -> None:
    site, token = busy_site
    home: House = site.home
    assert home.access.sessions.by_token(token) is not None
