"""A minimal browser for the whole application: it keeps cookies, sends an origin, and repeats the token."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
from starlette.types import Receive, Scope, Send

from croupier.access.control import AccessControl
from croupier.web.api import accounts, alerts, keys, session, terminals
from croupier.web.dispatch import routes
from croupier.web.endpoint import Endpoint
from croupier.web.security.admission import admit
from croupier.web.security.gate import Gate, identify
from croupier.web.security.settings import GateSettings
from tests.access.house import PASSWORD, House

HOST = "localhost:20300"


def all_endpoints(access: AccessControl) -> tuple[Endpoint, ...]:
    return (
        *session.endpoints(access),
        *keys.endpoints(access),
        *accounts.endpoints(access),
        *terminals.endpoints(access, lambda table, seat: table == "7" and 1 <= seat <= 6),
        *alerts.endpoints(access),
    )


class Site:
    """The endpoints about people behind their gate, with a clock that the test moves."""

    def __init__(self, home: House, settings: GateSettings | None = None) -> None:
        from starlette.applications import Starlette

        self.home = home
        self.seconds = 0.0
        self.endpoints = all_endpoints(home.access)
        inner = Starlette(routes=[*routes(self.endpoints, identify, admit)])
        self.gate = Gate(inner, home.access, settings, seconds=lambda: self.seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.gate(scope, receive, send)

    def close(self) -> None:
        self.gate.close()


class Browser:
    """One person's browser."""

    def __init__(self, site: Site, address: str = "192.0.2.1", base: str = f"http://{HOST}") -> None:
        self._site, self._address, self.base = site, address, base
        self.cookies = httpx.Cookies()
        self.csrf = ""

    def ask(
        self, method: str, path: str, body: object = None, *, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        own = {} if method in ("GET", "HEAD") else {"origin": self.base, "x-csrf-token": self.csrf}
        sent = {**own, **(headers or {})}
        sent = {name: value for name, value in sent.items() if value}

        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(self._site, client=(self._address, 50_000))
            async with httpx.AsyncClient(transport=transport, base_url=self.base, cookies=self.cookies) as client:
                return await client.request(method, f"/api/v1{path}", json=body, headers=sent)

        response = asyncio.run(run())
        self.cookies.update(response.cookies)
        return response

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", path)

    def post(self, path: str, body: object = None) -> httpx.Response:
        return self.ask("POST", path, {} if body is None else body)

    def sign_in(self, name: str, password: str = PASSWORD) -> dict[str, Any]:
        response = self.post("/session", {"name": name, "password": password})
        assert response.status_code == 200, response.text
        told: dict[str, Any] = response.json()
        self.csrf = told["csrf"]
        return told


def error_code(response: httpx.Response) -> str:
    """The code of a refusal; the answer has the one form that every refusal has."""
    told = response.json()
    assert set(told) == {"error"}, told
    assert set(told["error"]) == {"code", "message", "clause"}
    return str(told["error"]["code"])
