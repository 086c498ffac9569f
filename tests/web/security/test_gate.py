"""The checks before every request: hosts, origins, tokens, cookies, rates, headers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.access.event import AccessDenied
from croupier.terms.people import Role
from croupier.web.security.cookies import read_cookie
from croupier.web.security.gate import identify
from croupier.web.security.headers import framing_of, security_headers
from croupier.web.security.origin import host_allowed, origin_allowed
from croupier.web.security.rates import Buckets, rate_key
from croupier.web.security.settings import GateSettings, Rate
from tests.access.house import PASSWORD, House
from tests.web.security.browser import HOST, Browser, Site, error_code


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost", True),
        ("localhost:20300", True),
        ("LocalHost:1", True),
        ("127.0.0.1:65535", True),
        ("[::1]:80", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("localhost:0", False),
        ("localhost:65536", False),
        ("localhost:80:80", False),
        ("localhost, evil.example", False),
        ("", False),
        (None, False),
        ("local host", False),
        ("localhost/", False),
    ],
)
def test_hosts(host: str | None, allowed: bool) -> None:
    assert host_allowed(host, ("localhost", "127.0.0.1", "[::1]")) is allowed


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://localhost:20300", "localhost:20300", True),
        ("HTTP://LOCALHOST:20300", "localhost:20300", True),
        ("https://casino.example", "casino.example", True),
        ("https://casino.example:443", "casino.example", True),
        ("http://casino.example", "casino.example:80", True),
        ("http://[::1]:20300", "[::1]:20300", True),
        ("http://localhost:20301", "localhost:20300", False),
        ("http://localhost", "localhost:20300", False),
        ("http://evil.example", "localhost:20300", False),
        ("http://evil.example#localhost:20300", "localhost:20300", False),
        ("http://localhost:20300@evil.example", "localhost:20300", False),
        ("http://localhost:20300/", "localhost:20300", False),
        ("ws://localhost:20300", "localhost:20300", False),
        ("file://", "localhost:20300", False),
        ("null", "localhost:20300", False),
        ("", "localhost:20300", False),
        (None, "localhost:20300", False),
        ("http://localhost:20300", None, False),
        ("http://[::1", "[::1]", False),
    ],
)
def test_origins(origin: str | None, host: str | None, allowed: bool) -> None:
    assert origin_allowed(origin, host) is allowed


def test_origins_under_tls_and_on_other_ports() -> None:
    assert not origin_allowed("http://casino.example", "casino.example", secure=True)
    assert origin_allowed("https://casino.example", "casino.example", secure=True)
    assert origin_allowed("http://localhost:20300", "localhost:20301", any_port=True)
    assert not origin_allowed("http://evil.example:20300", "localhost:20301", any_port=True)


def test_requests_for_a_foreign_host_are_refused(home: House, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    response = browser.ask("GET", "/session", headers={"host": "evil.example"})
    assert (response.status_code, error_code(response)) == (400, "wrong-host")
    assert "evil" not in str(response.headers)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "", "sec-fetch-site": "cross-site"},
    ],
)
def test_a_page_of_another_service_changes_nothing(home: House, browser: Browser, headers: dict[str, str]) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    response = browser.ask("DELETE", "/session", headers=headers)
    assert (response.status_code, error_code(response)) == (403, "wrong-origin")
    signing_in = browser.ask("POST", "/session", {"name": "ana", "password": PASSWORD}, headers=headers)
    assert (signing_in.status_code, error_code(signing_in)) == (403, "wrong-origin")
    assert browser.get("/session").json()["name"] == "ana"
    denied = [event for event in home.events() if isinstance(event, AccessDenied)]
    assert [(event.person, event.what, event.code) for event in denied] == [
        ("dealer:ana", "DELETE /api/v1/session", "wrong-origin"),
        ("dealer:ana", "POST /api/v1/session", "wrong-origin"),
    ]


@pytest.mark.parametrize("fetch_site", ["same-origin", "none"])
def test_requests_of_own_pages_are_accepted(home: House, browser: Browser, fetch_site: str) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    assert browser.ask("POST", "/session/active", {}, headers={"sec-fetch-site": fetch_site}).status_code == 204


@pytest.mark.parametrize("token", ["", "wrong", "A" * 43])
def test_without_the_token_nothing_is_changed(home: House, browser: Browser, token: str) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    response = browser.ask("DELETE", "/session", headers={"x-csrf-token": token})
    assert (response.status_code, error_code(response)) == (403, "wrong-token")
    assert browser.ask("DELETE", "/session").status_code == 204


def test_the_token_is_that_of_the_session(home: House, site: Site, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    other = Browser(site)
    other.sign_in("ana")
    assert other.csrf != browser.csrf
    other.csrf = browser.csrf
    assert error_code(other.ask("DELETE", "/session")) == "wrong-token"


def test_a_program_that_is_not_a_browser_needs_the_token_alone(home: House, browser: Browser) -> None:
    home.add("bo", Role.PLAYER)
    browser.sign_in("bo")
    assert browser.ask("POST", "/tickets", {}, headers={"origin": ""}).status_code == 200
    assert error_code(browser.ask("POST", "/tickets", {}, headers={"origin": "", "x-csrf-token": ""})) == "wrong-token"


@pytest.mark.parametrize("secure", [False, True])
def test_cookie_flags(tmp_path: Path, secure: bool) -> None:
    home = House(tmp_path)
    home.add("ana", Role.DEALER)
    site = Site(home, GateSettings(secure=secure))
    browser = Browser(site, base=f"http{'s' * secure}://{HOST}")
    cookie = browser.post("/session", {"name": "ana", "password": PASSWORD}).headers["set-cookie"]
    name, *flags = cookie.split("; ")
    assert name.startswith("__Host-croupier_session=" if secure else "croupier_session=")
    assert len(name.partition("=")[2]) == 43
    expected = {"Path=/", "Max-Age=43200", "HttpOnly", "SameSite=Strict"} | ({"Secure"} if secure else set())
    assert set(flags) == expected
    site.close()
    home.access.close()


@pytest.mark.parametrize(
    ("cookies", "value"),
    [
        ([b"croupier_session=abc"], "abc"),
        ([b"a=1; croupier_session=abc; b=2"], "abc"),
        ([b"a=1", b"croupier_session=abc"], "abc"),
        ([b"croupier_session=abc; croupier_session=def"], None),
        ([b"croupier_session=abc", b"croupier_session=def"], None),
        ([b"croupier_session="], None),
        ([b"croupier_session=" + b"x" * 128], "x" * 128),
        ([b"croupier_session=" + b"x" * 129], None),
        ([b"xcroupier_session=abc"], None),
        ([b"\xff\xfe"], None),
        ([], None),
    ],
)
def test_cookies_are_read_when_there_is_one(cookies: list[bytes], value: str | None) -> None:
    assert read_cookie([(b"cookie", each) for each in cookies], "croupier_session") == value


def test_a_forged_cookie_identifies_nobody(home: House, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    browser.cookies.set("croupier_session", "A" * 43)
    assert browser.get("/session").status_code == 204


@pytest.mark.parametrize(
    ("path", "holds", "held", "old"),
    [
        ("/", "'none'", "'none'", "DENY"),
        ("/several", "'self'", "'none'", "DENY"),
        ("/play/7", "'none'", "'self'", "SAMEORIGIN"),
        ("/dealer/7", "'none'", "'none'", "DENY"),
        ("/several/x", "'none'", "'none'", "DENY"),
        ("/api/v1/session", "'none'", "'none'", "DENY"),
    ],
)
def test_only_terminals_are_held_in_frames_and_only_by_the_page_of_several_tables(
    path: str, holds: str, held: str, old: str
) -> None:
    headers = dict(security_headers("localhost", secure=True, socket_port=None, framing=framing_of(path)))
    policy = headers[b"content-security-policy"].decode()
    assert f"frame-src {holds};" in policy
    assert f"frame-ancestors {held};" in policy
    assert headers[b"x-frame-options"].decode() == old


POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' {sockets}; object-src 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)


def test_every_answer_carries_the_headers(browser: Browser) -> None:
    for response in (
        browser.get("/session"),
        browser.get("/nothing-here"),
        browser.ask("GET", "/session", headers={"host": "evil.example"}),
        browser.ask("POST", "/session", {}, headers={"origin": "null"}),
    ):
        headers = response.headers
        assert headers["content-security-policy"].startswith("default-src 'self'; script-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert headers["cache-control"] == "no-store"
        assert "strict-transport-security" not in headers
    policy = browser.get("/session").headers["content-security-policy"]
    assert policy == POLICY.format(sockets="ws://localhost:20300")


def test_headers_under_tls_with_a_port_for_sockets(home: House) -> None:
    site = Site(home, GateSettings(hosts=("casino.example",), secure=True, socket_port=20301))
    response = Browser(site, base="https://casino.example").get("/session")
    assert response.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    sockets = "wss://casino.example wss://casino.example:20301"
    assert response.headers["content-security-policy"] == POLICY.format(sockets=sockets)
    site.close()


# Rates


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    now = [100.0]
    buckets = Buckets(Rate(2, 3), 10, lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    now[0] += 0.49
    assert buckets.take("a") == pytest.approx(0.01)
    now[0] += 0.01
    assert buckets.take("a") == 0
    assert buckets.take("a") == 0.5
    now[0] += 1_000
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_buckets_are_bounded_and_the_quietest_is_forgotten() -> None:
    buckets = Buckets(Rate(1, 1), 3, lambda: 0.0)
    for key in "abcad":
        buckets.take(key)
    assert len(buckets) == 3
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0


def test_an_ipv6_network_is_one_address() -> None:
    assert rate_key("2001:db8::1") == rate_key("2001:db8::ffff:1") != rate_key("2001:db8:0:1::1")
    assert rate_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert rate_key("testclient") == "testclient"


def test_passwords_of_one_address_are_tried_at_a_rate(home: House) -> None:
    site = Site(home, GateSettings(attempts=Rate(0.5, 4)))
    browser = Browser(site)
    statuses = [browser.post("/session", {"name": f"x{n}", "password": "wrong one"}).status_code for n in range(5)]
    assert statuses == [401, 401, 401, 401, 429]
    response = browser.post("/session", {"name": "y", "password": "wrong one"})
    assert (error_code(response), response.headers["retry-after"]) == ("too-often", "2")
    assert Browser(site, "192.0.2.2").post("/session", {"name": "z", "password": "wrong one"}).status_code == 401
    assert browser.get("/session").status_code == 204
    site.seconds += 2
    assert browser.post("/session", {"name": "y", "password": "wrong one"}).status_code == 401
    site.close()


def test_requests_of_one_person_and_of_one_address_have_a_rate(home: House) -> None:
    home.add("bo", Role.PLAYER)
    home.add("cy", Role.PLAYER)
    site = Site(home, GateSettings(requests=Rate(1, 8), own_requests=Rate(1, 3)))
    browser, other = Browser(site), Browser(site, "192.0.2.2")
    browser.sign_in("bo")
    other.cookies.update(browser.cookies)
    assert [browser.get("/session").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert other.get("/session").status_code == 429
    stranger = Browser(site)
    assert [stranger.get("/session").status_code for _ in range(4)] == [204, 204, 204, 429]
    site.close()


# Sockets


def connect(site: Site, headers: dict[str, str]) -> list[dict[str, Any]]:
    """The answer to a socket's handshake; otherwise the application behind the gate would be asked to accept it."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    scope = {
        "type": "websocket",
        "path": "/api/v1/tables/7/socket",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.1", 50_000),
        "query_string": b"",
    }
    asyncio.run(site(scope, receive, send))
    return sent


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", f"https://{HOST}x"])
def test_a_socket_of_another_page_is_not_opened(site: Site, home: House, origin: str) -> None:
    headers = {"host": HOST} | ({"origin": origin} if origin else {})
    assert connect(site, headers) == [{"type": "websocket.close", "code": 4403, "reason": "wrong-origin"}]
    assert "access-denied/1" in home.kinds()


def test_sockets_of_one_address_are_opened_at_a_rate(home: House) -> None:
    site = Site(home, GateSettings(sockets=Rate(1, 2)))

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        pass

    site.gate.app = inner
    heard = [connect(site, {"host": HOST, "origin": f"http://{HOST}"}) for _ in range(3)]
    assert heard == [[], [], [{"type": "websocket.close", "code": 4429, "reason": "too-often"}]]
    site.close()


def test_a_socket_of_a_foreign_host_is_not_opened(site: Site) -> None:
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    assert connect(site, headers) == [{"type": "websocket.close", "code": 4403, "reason": "wrong-host"}]


def test_a_socket_of_an_own_page_reaches_the_application(site: Site) -> None:
    reached: list[object] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        reached.append(identify(scope))

    site.home.add("bo", Role.PLAYER)
    opened = site.home.sign_in("bo")
    site.gate.app = inner
    cookie = {"cookie": f"croupier_session={opened.token}"}
    assert connect(site, {"host": HOST, "origin": f"http://{HOST}", **cookie}) == []
    assert connect(site, {"host": HOST, "origin": f"http://{HOST}"}) == []
    assert reached == [opened.person, None]


def test_what_is_neither_request_nor_socket_passes(home: House) -> None:
    site = Site(home)
    heard: list[str] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        heard.append(scope["type"])

    site.gate.app = inner
    asyncio.run(site({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert heard == ["lifespan"]
