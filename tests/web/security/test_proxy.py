"""Behind a proxy of the house: who the client is, and what a stranger who imitates a proxy gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import httpx
import pytest
from msgspec.structs import replace

from croupier.access.event import STREAM, SignedIn, SignInFailed, from_record
from croupier.terms.people import Role
from croupier.web.security.headers import content_policy
from croupier.web.security.origin import origin_allowed
from croupier.web.security.proxy import client_behind, is_proxy, networks
from croupier.web.security.settings import GateSettings, Rate
from tests.access.house import PASSWORD, House
from tests.web.security.browser import Browser, Site, error_code

OUTSIDE = "https://tables.example"
PROXY, STRANGER = "10.0.0.1", "192.0.2.66"
SETTINGS = GateSettings(
    hosts=("localhost", "tables.example"), secure=True, origin=OUTSIDE, proxies=("10.0.0.0/30",), attempts=Rate(0.5, 4)
)


@pytest.fixture
def proxied(home: House) -> Iterator[Site]:
    site = Site(home, SETTINGS)
    yield site
    site.close()


class Passed(Browser):
    """A browser whose requests a proxy passes on."""

    def __init__(self, site: Site, client: str, proxy: str, scheme: str) -> None:
        super().__init__(site, proxy, OUTSIDE)
        self._passed = {"x-forwarded-for": client, "x-forwarded-proto": scheme}

    def ask(
        self, method: str, path: str, body: object = None, *, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        return super().ask(method, path, body, headers={**self._passed, **(headers or {})})


def through(site: Site, client: str, *, proxy: str = PROXY, scheme: str = "https") -> Browser:
    return Passed(site, client, proxy, scheme)


def addresses(home: House) -> list[str]:
    events = map(from_record, home.access.book.journal.read(STREAM))
    return [event.address for event in events if isinstance(event, SignedIn | SignInFailed)]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "198.51.100.7:4711", "198.51.100.7"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
        ("::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"),
        # everything to the left of the first untrusted address was written by that client
        ("10.0.0.1", "127.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "127.0.0.1, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        # nobody is named: the proxy itself
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.7, for=nobody", "10.0.0.1"),
        # other proxies than the house's are not trusted
        ("10.0.0.4", "198.51.100.7", "10.0.0.4"),
        ("192.0.2.66", "10.0.0.1", "192.0.2.66"),
        ("2001:db8::1", "198.51.100.7", "2001:db8::1"),
        ("", "198.51.100.7", ""),
    ],
)
def test_the_client_is_the_first_from_the_right_who_is_not_a_proxy(
    peer: str, forwarded: str | None, client: str
) -> None:
    assert client_behind(peer, forwarded, networks(SETTINGS.proxies)) == client


def test_a_header_without_end_is_read_to_a_bound() -> None:
    ours = networks(SETTINGS.proxies)
    assert client_behind(PROXY, "198.51.100.7" + ", 10.0.0.2" * 100_000, ours) == "10.0.0.2"
    assert not is_proxy("not an address", ours)


def test_sign_ins_name_the_true_client(home: House, proxied: Site) -> None:
    home.add("ana", Role.DEALER)
    assert through(proxied, "198.51.100.7").sign_in("ana")["name"] == "ana"
    assert addresses(home) == ["198.51.100.7"]


def test_forwarding_headers_of_strangers_are_ignored(home: House, proxied: Site) -> None:
    home.add("ana", Role.DEALER)
    through(proxied, "198.51.100.7", proxy=STRANGER).sign_in("ana")
    assert addresses(home) == [STRANGER]


def test_without_a_proxy_forwarding_headers_are_ignored(home: House) -> None:
    home.add("ana", Role.DEALER)
    site = Site(home)
    browser = Browser(site, STRANGER)
    headers = {"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https", "forwarded": "for=127.0.0.1"}
    assert browser.ask("POST", "/session", {"name": "ana", "password": PASSWORD}, headers=headers).status_code == 200
    assert addresses(home) == [STRANGER]
    site.close()


def test_rates_count_the_client_and_not_the_proxy(home: House, proxied: Site) -> None:
    wrong = {"name": "nobody", "password": "wrong"}

    def tries(client: str) -> list[int]:
        return [through(proxied, client).post("/session", {**wrong, "name": f"n{n}"}).status_code for n in range(5)]

    assert tries("198.51.100.7") == [401, 401, 401, 401, 429]
    assert tries("198.51.100.8") == [401, 401, 401, 401, 429]
    assert tries("127.0.0.1, 198.51.100.7") == [429] * 5  # made up on the left: the same client


def test_cookies_and_headers_are_those_of_tls(home: House, proxied: Site) -> None:
    home.add("ana", Role.DEALER)
    response = through(proxied, "198.51.100.7").post("/session", {"name": "ana", "password": PASSWORD})
    assert response.headers["set-cookie"].startswith("__Host-croupier_session=")
    assert "; Secure" in response.headers["set-cookie"]
    assert "max-age=" in response.headers["strict-transport-security"]


def test_a_proxy_without_a_client_address_is_asked_for_one(home: House, proxied: Site) -> None:
    """Otherwise all clients would share one rate limit, and metrics would be open to all."""
    browser = Browser(proxied, PROXY, OUTSIDE)
    response = browser.get("/session")
    assert (response.status_code, error_code(response)) == (400, "proxy-silent")
    local = Browser(proxied, PROXY, "http://localhost:8017")
    assert local.get("/session").status_code == 204  # a program on the same machine, without a proxy


def test_what_came_in_clear_is_refused(home: House, proxied: Site) -> None:
    response = through(proxied, "198.51.100.7", scheme="http").get("/session")
    assert (response.status_code, error_code(response)) == (400, "not-secure")
    assert OUTSIDE in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [(OUTSIDE, 200), ("http://tables.example", 403), ("https://evil.example", 403), ("https://tables.example.", 403)],
)
def test_pages_come_from_the_outside_address(home: House, proxied: Site, origin: str, status: int) -> None:
    home.add("ana", Role.DEALER)
    browser = through(proxied, "198.51.100.7")
    body = {"name": "ana", "password": PASSWORD}
    assert browser.ask("POST", "/session", body, headers={"origin": origin}).status_code == status
    renamed = {"origin": origin, "host": "localhost:8017"}  # a proxy that does not pass the host on
    assert browser.ask("POST", "/session", body, headers=renamed).status_code == status


def test_an_own_origin_is_compared_whole() -> None:
    assert origin_allowed("https://tables.example:8443", "inside", own="https://tables.example:8443")
    assert not origin_allowed("https://tables.example", "inside", own="https://tables.example:8443")
    assert not origin_allowed(None, "inside", own="https://tables.example")
    assert not origin_allowed("", "inside", own="")


def test_tickets_name_the_outside(home: House) -> None:
    home.add("ana", Role.DEALER)
    for settings, url in (
        (SETTINGS, "wss://tables.example"),
        (replace(SETTINGS, socket_port=8018), "wss://tables.example:8018"),
        (replace(SETTINGS, socket_port=8018, socket_url="wss://sockets.example:444"), "wss://sockets.example:444"),
    ):
        site = Site(home, settings)
        browser = through(site, "198.51.100.7")
        browser.sign_in("ana")
        assert browser.post("/tickets").json()["url"] == url
        assert url in browser.get("/session").headers["content-security-policy"]
        site.close()


def test_a_policy_without_a_port_of_its_own_names_one_address() -> None:
    policy = content_policy("tables.example", secure=True, socket_port=None)
    assert "connect-src 'self' wss://tables.example;" in policy
