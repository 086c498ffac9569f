"""The service as operators run it: by TLS of its own, and behind a proxy that speaks TLS for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from croupier.access.event import STREAM, SignedIn, from_record
from croupier.web.server import Tls, bind
from tests.loops import Loop
from tests.web.api.listening import Listening
from tests.web.api.test_serving import certificate
from tests.web.api.world import PASSWORD

CLIENT = "203.0.113.9"
"""The client that the proxy reports."""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("keys"))


def trusting(pair: tuple[Path, Path]) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(pair[0]))


class Proxy:
    """What nginx does for a service: TLS for the browsers, and the client's address in a header.

    One connection is one request or one socket, so the head that comes first is the only one.
    """

    def __init__(self, loop: Loop, pair: tuple[Path, Path]) -> None:
        self._loop, self.to = loop, 0
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._tls.load_cert_chain(*pair)
        self._bound = bind("127.0.0.1", 0)
        self.port = self._bound.getsockname()[1]
        self.header = f"X-Forwarded-For: {CLIENT}\r\nX-Forwarded-Proto: https\r\n"
        self._server = loop.do(self._start())

    async def _start(self) -> asyncio.Server:
        return await asyncio.start_server(self._pass, sock=self._bound, ssl=self._tls)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.to)
        head = await reader.readuntil(b"\r\n\r\n")
        inner_writer.write(head[:-2] + self.header.encode() + b"\r\n")
        await asyncio.gather(_pump(reader, inner_writer), _pump(inner_reader, writer))

    def close(self) -> None:
        async def end() -> None:
            self._server.close()

        self._loop.do(end())


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError, ssl.SSLError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


class Floor:
    """A service with a proxy before each of its two ports."""

    def __init__(self, directory: Path, pair: tuple[Path, Path]) -> None:
        self._loop = Loop()
        self.pages, self.sockets = Proxy(self._loop, pair), Proxy(self._loop, pair)
        self.url, self.socket_url = f"https://localhost:{self.pages.port}", f"wss://localhost:{self.sockets.port}"
        self.house = Listening(directory, url=self.url, socket_url=self.socket_url, proxies=("127.0.0.1",))
        self.pages.to, self.sockets.to = self.house.port, self.house.direct_port

    def close(self) -> None:
        self.pages.close()
        self.sockets.close()
        self.house.close()
        self._loop.close()


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, pair: tuple[Path, Path]) -> Iterator[Floor]:
    made = Floor(tmp_path_factory.mktemp("proxied") / "data", pair)
    yield made
    made.close()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, pair: tuple[Path, Path]) -> Iterator[Listening]:
    """A service that speaks TLS itself, on both of its ports."""
    made = Listening(tmp_path_factory.mktemp("tls") / "data", tls=Tls(*pair))
    yield made
    made.close()


def signed_in(url: str, tls: ssl.SSLContext) -> tuple[str, str, dict[str, str]]:
    """The cookie of a signed-in player, a ticket, and where the ticket is valid."""
    with httpx.Client(base_url=url, verify=tls, headers={"Origin": url, "Connection": "close"}) as browser:
        answer = browser.post("/api/v1/session", json={"name": "ann", "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        header = answer.headers["set-cookie"]
        assert header.startswith("__Host-croupier_session=")
        assert "; Secure" in header
        assert "strict-transport-security" in answer.headers
        cookie = header.partition(";")[0]
        token = {"X-CSRF-Token": answer.json()["csrf"], "Cookie": cookie}
        ticket = browser.post("/api/v1/tickets", headers=token)
        assert ticket.status_code == 200, ticket.text
        return cookie, ticket.json()["ticket"], ticket.json()


async def greeted(connection: ClientConnection) -> str:
    """As whom the table welcomes a connection."""
    await connection.send('{"type": "hello", "protocol": 1}')
    welcome = json.loads(await connection.recv())[0]
    assert welcome["type"] == "welcome", welcome
    return str(welcome["you"]["name"])


def welcomed(url: str, origin: str, tls: ssl.SSLContext, cookie: str = "") -> str:
    async def greet() -> str:
        headers = {"Cookie": cookie} if cookie else {}
        async with connect(url, ssl=tls, origin=origin, additional_headers=headers) as connection:  # type: ignore[arg-type]
            return await greeted(connection)

    return asyncio.run(greet())


def test_both_ports_speak_tls_of_their_own(own: Listening, pair: tuple[Path, Path]) -> None:
    url, tls = f"https://localhost:{own.port}", trusting(pair)
    cookie, ticket, told = signed_in(url, tls)
    path = "/api/v1/tables/1/socket"
    assert welcomed(f"wss://localhost:{own.port}{path}", url, tls, cookie) == "ann"
    assert told["url"] == f"wss://localhost:{own.direct_port}"
    assert welcomed(f"{told['url']}{path}?ticket={ticket}", url, tls) == "ann"


def test_plain_http_at_a_tls_port_is_refused(own: Listening) -> None:
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://localhost:{own.port}/healthz")


def test_both_ports_are_reached_through_a_proxy(floor: Floor, pair: tuple[Path, Path]) -> None:
    tls = trusting(pair)
    cookie, ticket, told = signed_in(floor.url, tls)
    assert told["url"] == floor.socket_url
    path = "/api/v1/tables/1/socket"
    assert welcomed(f"wss://localhost:{floor.pages.port}{path}", floor.url, tls, cookie) == "ann"
    assert welcomed(f"{floor.socket_url}{path}?ticket={ticket}", floor.url, tls) == "ann"
    events = map(from_record, floor.house.service.access.book.journal.read(STREAM))
    assert {event.address for event in events if isinstance(event, SignedIn)} == {CLIENT}


def test_behind_a_proxy_strangers_see_no_metrics_and_the_machine_does(floor: Floor, pair: tuple[Path, Path]) -> None:
    outside = httpx.get(f"{floor.url}/metrics", verify=trusting(pair), headers={"Connection": "close"})
    assert outside.status_code == 403
    assert httpx.get(f"http://127.0.0.1:{floor.house.port}/metrics").status_code == 200


def test_a_proxy_without_a_client_address_is_refused(
    floor: Floor, pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor.pages, "header", "")
    answer = httpx.get(f"{floor.url}/api/v1/tables", verify=trusting(pair), headers={"Connection": "close"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "proxy-silent")
