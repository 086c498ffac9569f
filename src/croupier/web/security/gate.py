"""The gate: every request and every socket passes it before anything else hears of it."""

from __future__ import annotations

import hmac
import math
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from msgspec import Struct, json
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.access.entrance import Entrance
from croupier.access.event import SERVICE, AccessDenied
from croupier.access.person import Person
from croupier.access.secret import csrf_of
from croupier.access.terminals import Terminal
from croupier.web.endpoint import Declined
from croupier.web.security.cookies import SESSION, TERMINAL, cookie_name, read_cookie
from croupier.web.security.headers import security_headers
from croupier.web.security.origin import host_allowed, origin_allowed, split_host
from croupier.web.security.proxy import client_behind, is_proxy, networks
from croupier.web.security.rates import Buckets, rate_key
from croupier.web.security.refusal import DeclinedForNow
from croupier.web.security.settings import GateSettings
from croupier.web.security.work import Work

API = "/api/v1"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TRIES = frozenset({f"{API}/session", f"{API}/session/unlock", f"{API}/session/password", f"{API}/terminals/enroll"})
"""Where passwords and codes are tried, under a rate of their own."""
NEW_IDENTITY = frozenset({f"{API}/session", f"{API}/terminals/enroll"})
"""Posted to by pages that may not know a token yet; they say who one is, and do nothing in the name of one."""
READING = re.compile(rf"{API}/(?:accounts|terminals|tables/[^/]+/(?:at/\d+|bundle|report))")
"""What only a person asks for. A page asks for everything else by itself, so other reading is no act of a person."""

_GATE, _IDENTITY = "croupier.gate", "croupier.identity"


class Identity(Struct, frozen=True):
    """Who the cookies of a request stand for."""

    person: Person | None = None
    csrf: str = ""
    """The token that this person's requests carry."""
    terminal: Terminal | None = None
    """The enrolled device that sent it, whoever has signed in on it."""
    address: str = ""


def identity(scope: Scope) -> Identity:
    """What the gate found out about a request or socket."""
    found = scope.get(_IDENTITY)
    return found if isinstance(found, Identity) else Identity()


def identify(scope: Scope) -> Person | None:
    """Who speaks; None when nobody has signed in."""
    return identity(scope).person


def gate_of(scope: Scope) -> Gate:
    """The gate that a request has passed."""
    gate = scope.get(_GATE)
    if not isinstance(gate, Gate):
        raise RuntimeError("The application is not behind its gate.")
    return gate


class Gate:
    """Wraps the whole application. What it refuses in somebody's name is on record."""

    def __init__(
        self,
        app: ASGIApp,
        entrance: Entrance,
        settings: GateSettings | None = None,
        *,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self.entrance, self.settings = app, entrance, settings or GateSettings()
        self._proxies = networks(self.settings.proxies)
        secure, most = self.settings.secure, self.settings.addresses_max
        self._session, self._terminal = cookie_name(SESSION, secure=secure), cookie_name(TERMINAL, secure=secure)
        self._requests = Buckets(self.settings.requests, most, seconds)
        self._sockets = Buckets(self.settings.sockets, most, seconds)
        self._own = Buckets(self.settings.own_requests, most, seconds)
        self._attempts = Buckets(self.settings.attempts, most, seconds)
        self.hashing = Work("hashing", threads=2, waiting_max=64)
        """For passwords: each takes a core and some memory for a while."""
        self.disk = Work("people", threads=2, waiting_max=512)

    def close(self) -> None:
        """Afterwards no thread of the gate's own is left."""
        self.hashing.close()
        self.disk.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = _header(scope, b"host")
        proxied = self._proxies and self._look_behind(scope)
        scope[_GATE], scope[_IDENTITY] = self, self._find(scope)
        http = scope["type"] == "http"
        if http:
            send = self._with_headers(scope, host or "", send)
        try:
            if proxied:
                self._check_proxy(scope, host)
            self._check(scope, host)
        except Declined as declined:
            if http:
                await _refuse(send, declined)
            else:
                code = 4429 if declined.status == 429 else 4403
                await send({"type": "websocket.close", "code": code, "reason": declined.code})
            return
        await self._app(scope, receive, send)

    def denied(self, scope: Scope, what: str, code: str) -> None:
        """Afterwards it is on record that somebody was refused something."""
        who = identity(scope)
        by = who.person.actor if who.person else SERVICE
        person = who.person.actor.id if who.person else ""
        self.entrance.book.note(AccessDenied(person, _plain(what), code, who.address), by)

    def _check(self, scope: Scope, host: str | None) -> None:
        if not host_allowed(host, self.settings.hosts):
            raise Declined(400, "wrong-host", "This service does not go by that name.")
        path, what = str(scope["path"]), f"{scope.get('method', 'SOCKET')} {scope['path']}"
        origin = _header(scope, b"origin")
        try:
            if scope["type"] == "websocket":
                _within(self._sockets.take(rate_key(identity(scope).address)))
                if not self._own_page(origin, host):
                    raise Declined(403, "wrong-origin", "A socket is opened by a page of this service.")
                return
            if path.startswith(API):
                self._check_rates(scope, path)
            if scope["method"] not in SAFE:
                self._check_sender(scope, path, origin, host)
        except Declined as declined:
            self.denied(scope, what, declined.code)
            raise
        person = identify(scope)
        if person is not None and path.startswith(API) and _is_act(scope["method"], path):
            self.entrance.sessions.acted(person.session)

    def _check_rates(self, scope: Scope, path: str) -> None:
        who = identity(scope)
        address = rate_key(who.address)
        _within(self._requests.take(address))
        if who.person is not None:
            _within(self._own.take(who.person.actor.id))
        if path in TRIES and scope["method"] == "POST":
            _within(self._attempts.take(address))

    def _check_sender(self, scope: Scope, path: str, origin: str | None, host: str | None) -> None:
        """A browser says where a request comes from; whoever says nothing is no browser, and still needs the token."""
        site = _header(scope, b"sec-fetch-site")
        if origin is not None and not self._own_page(origin, host):
            raise Declined(403, "wrong-origin", "This was sent by a page of another service.")
        if site is not None and site not in ("same-origin", "none"):
            raise Declined(403, "wrong-origin", "This was sent by a page of another service.")
        who = identity(scope)
        if who.person is None or (path in NEW_IDENTITY and scope["method"] == "POST"):
            return
        token = _header(scope, b"x-csrf-token") or ""
        if not hmac.compare_digest(token.encode(), who.csrf.encode()):
            raise Declined(403, "wrong-token", "The header X-CSRF-Token is missing or not yours. Sign in again.")

    def _own_page(self, origin: str | None, host: str | None) -> bool:
        return origin_allowed(origin, host, secure=self.settings.secure, own=self.settings.origin)

    def _look_behind(self, scope: Scope) -> bool:
        """Afterwards the scope names whoever asked a proxy of the house; False when it was no proxy that came."""
        client = scope.get("client")
        if not client or not is_proxy(str(client[0]), self._proxies):
            return False
        scope["client"] = (client_behind(str(client[0]), _header(scope, b"x-forwarded-for"), self._proxies), client[1])
        return True

    def _check_proxy(self, scope: Scope, host: str | None) -> None:
        """A proxy that does not do its part is told so, before everybody is taken for one person or sent in clear."""
        outside = split_host(urlsplit(self.settings.origin).netloc)
        split = split_host(host)
        if split and outside and split[0] == outside[0] and _header(scope, b"x-forwarded-for") is None:
            raise Declined(400, "proxy-silent", "The proxy does not say who asks. Let it send X-Forwarded-For.")
        scheme = _header(scope, b"x-forwarded-proto")
        if self.settings.secure and scheme is not None and scheme.lower() not in ("https", "wss"):
            raise Declined(400, "not-secure", f"This service is reached by {self.settings.origin} alone.")

    def _find(self, scope: Scope) -> Identity:
        address = str(scope["client"][0]) if scope.get("client") else ""
        headers = scope["headers"]
        key = read_cookie(headers, self._terminal)
        terminal = self.entrance.terminals.by_key(key) if key else None
        token = read_cookie(headers, self._session)
        person = self.entrance.sessions.by_token(token) if token else None
        if person is not None and token:
            return Identity(person, csrf_of(token), terminal, address)
        if terminal is not None and key:
            return Identity(terminal.person, csrf_of(key), terminal, address)
        return Identity(address=address)

    def _with_headers(self, scope: Scope, host: str, send: Send) -> Send:
        settings = self.settings
        known = host if host_allowed(host, settings.hosts) else settings.hosts[0] if settings.hosts else "localhost"
        own = security_headers(
            known.lower(), secure=settings.secure, socket_port=settings.socket_port, socket_url=settings.socket_url
        )
        names = {name for name, _ in own}
        api = str(scope["path"]).startswith(API)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [pair for pair in message.get("headers", ()) if pair[0].lower() not in names]
                if api and not any(name.lower() == b"cache-control" for name, _ in given):
                    given.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*given, *own]}
            await send(message)

        return sending


def _within(wait: float) -> None:
    """Afterwards the rate is kept; raises how long to wait otherwise."""
    if wait:
        seconds = math.ceil(wait)
        raise DeclinedForNow(429, "too-often", f"Too many requests. Wait {seconds} s.", seconds)


def _is_act(method: str, path: str) -> bool:
    return method not in SAFE or READING.fullmatch(path) is not None


def _header(scope: Scope, name: bytes) -> str | None:
    """The value of a header that may stand once; None when it is missing, and nonsense when it stands twice."""
    found = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return ", ".join(found) if found else None


def _plain(text: str) -> str:
    """A path as a record may hold it."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in text[:80])


async def _refuse(send: Send, declined: Declined) -> None:
    body = json.encode({"error": {"code": declined.code, "message": declined.message, "clause": declined.clause}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(declined, DeclinedForNow):
        headers.append((b"retry-after", str(declined.retry_after).encode()))
    await send({"type": "http.response.start", "status": declined.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
