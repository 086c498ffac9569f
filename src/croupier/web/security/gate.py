"""The gate checks every request and socket before the application sees it."""

from __future__ import annotations

import hmac
import math
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from msgspec import Struct, json
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.access.control import AccessControl
from croupier.access.event import SERVICE, AccessDenied
from croupier.access.person import Person
from croupier.access.secret import csrf_of
from croupier.access.terminals import Terminal
from croupier.web.endpoint import Declined
from croupier.web.security.cookies import SESSION, TERMINAL, cookie_name, read_cookie
from croupier.web.security.headers import framing_of, security_headers
from croupier.web.security.origin import host_allowed, origin_allowed, split_host
from croupier.web.security.proxy import client_behind, is_proxy, networks
from croupier.web.security.rates import Buckets, rate_key
from croupier.web.security.refusal import DeclinedForNow
from croupier.web.security.settings import GateSettings
from croupier.web.security.work import Work

API = "/api/v1"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TRIES = re.compile(
    rf"{API}/(?:session(?:/unlock|/password|/challenge|/codes|/keys/.*)?|terminals/enroll|accounts/challenge)"
)
"""Paths that check passwords, keys or codes; they have a rate limit of their own."""
NEW_IDENTITY = frozenset({f"{API}/session", f"{API}/session/challenge", f"{API}/terminals/enroll"})
"""Paths that need no CSRF token: they establish an identity and do not act with one."""
READING = re.compile(rf"{API}/(?:accounts|terminals|tables/[^/]+/(?:at/\d+|bundle|report))")
"""Reads that count as activity. Pages do all other reads on their own, without a person."""

_GATE, _IDENTITY = "croupier.gate", "croupier.identity"


class Identity(Struct, frozen=True):
    """Whom the cookies of a request identify."""

    person: Person | None = None
    csrf: str = ""
    """The CSRF token that this person's requests carry."""
    terminal: Terminal | None = None
    """The enrolled device that sent the request, whoever is signed in on it."""
    address: str = ""


def identity(scope: Scope) -> Identity:
    """The identity that the gate found for a request or socket."""
    found = scope.get(_IDENTITY)
    return found if isinstance(found, Identity) else Identity()


def identify(scope: Scope) -> Person | None:
    """The person who sent the request; None if not signed in."""
    return identity(scope).person


def identify_free(scope: Scope) -> Person | None:
    """Like `identify`, but None while the person has an open obligation; for routes that do not check these."""
    person = identify(scope)
    return None if person is not None and person.must else person


def gate_of(scope: Scope) -> Gate:
    """The gate that the request passed."""
    gate = scope.get(_GATE)
    if not isinstance(gate, Gate):
        raise RuntimeError("The application is not behind its gate.")
    return gate


class Gate:
    """Wraps the whole application and records what it refuses."""

    def __init__(
        self,
        app: ASGIApp,
        access: AccessControl,
        settings: GateSettings | None = None,
        *,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app, self.access, self.settings = app, access, settings or GateSettings()
        self._proxies = networks(self.settings.proxies)
        secure, most = self.settings.secure, self.settings.addresses_max
        self._session, self._terminal = cookie_name(SESSION, secure=secure), cookie_name(TERMINAL, secure=secure)
        self._requests = Buckets(self.settings.requests, most, seconds)
        self._sockets = Buckets(self.settings.sockets, most, seconds)
        self._own = Buckets(self.settings.own_requests, most, seconds)
        self._attempts = Buckets(self.settings.attempts, most, seconds)
        self.hashing = Work("hashing", threads=2, waiting_max=64)
        """For passwords, whose hashes take CPU time and memory."""
        self.disk = Work("people", threads=2, waiting_max=512)

    def close(self) -> None:
        """Stops the gate's threads."""
        self.hashing.close()
        self.disk.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
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
        await self.app(scope, receive, send)

    def denied(self, scope: Scope, what: str, code: str) -> None:
        """Records a refused request."""
        who = identity(scope)
        by = who.person.actor if who.person else SERVICE
        person = who.person.actor.id if who.person else ""
        self.access.book.note(AccessDenied(person, _plain(what), code, who.address), by)

    def _check(self, scope: Scope, host: str | None) -> None:
        if not host_allowed(host, self.settings.hosts):
            raise Declined(400, "wrong-host", "This service is not available under that host name.")
        path, what = str(scope["path"]), f"{scope.get('method', 'SOCKET')} {scope['path']}"
        origin = _header(scope, b"origin")
        try:
            if scope["type"] == "websocket":
                _within(self._sockets.take(rate_key(identity(scope).address)))
                if not self._own_page(origin, host):
                    raise Declined(403, "wrong-origin", "Only a page of this service may open a socket.")
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
            self.access.sessions.acted(person.session)

    def _check_rates(self, scope: Scope, path: str) -> None:
        who = identity(scope)
        address = rate_key(who.address)
        _within(self._requests.take(address))
        if who.person is not None:
            _within(self._own.take(who.person.actor.id))
        if scope["method"] == "POST" and TRIES.fullmatch(path):
            _within(self._attempts.take(address))

    def _check_sender(self, scope: Scope, path: str, origin: str | None, host: str | None) -> None:
        """Browsers state the origin of a request. Other clients need not, but still need the token."""
        site = _header(scope, b"sec-fetch-site")
        if origin is not None and not self._own_page(origin, host):
            raise Declined(403, "wrong-origin", "This was sent by a page of another site.")
        if site is not None and site not in ("same-origin", "none"):
            raise Declined(403, "wrong-origin", "This was sent by a page of another site.")
        who = identity(scope)
        if who.person is None or (path in NEW_IDENTITY and scope["method"] == "POST"):
            return
        token = _header(scope, b"x-csrf-token") or ""
        if not hmac.compare_digest(token.encode(), who.csrf.encode()):
            raise Declined(403, "wrong-token", "The X-CSRF-Token header is missing or wrong. Sign in again.")

    def _own_page(self, origin: str | None, host: str | None) -> bool:
        return origin_allowed(origin, host, secure=self.settings.secure, own=self.settings.origin)

    def _look_behind(self, scope: Scope) -> bool:
        """Sets the scope's client to the one behind a trusted proxy; False if the peer is not one."""
        client = scope.get("client")
        if not client or not is_proxy(str(client[0]), self._proxies):
            return False
        scope["client"] = (client_behind(str(client[0]), _header(scope, b"x-forwarded-for"), self._proxies), client[1])
        return True

    def _check_proxy(self, scope: Scope, host: str | None) -> None:
        """Refuses a misconfigured proxy, which would merge all clients into one address or pass on plain HTTP."""
        outside = split_host(urlsplit(self.settings.origin).netloc)
        split = split_host(host)
        if split and outside and split[0] == outside[0] and _header(scope, b"x-forwarded-for") is None:
            raise Declined(
                400, "proxy-silent", "The proxy does not report the client. Configure it to send X-Forwarded-For."
            )
        scheme = _header(scope, b"x-forwarded-proto")
        if self.settings.secure and scheme is not None and scheme.lower() not in ("https", "wss"):
            raise Declined(400, "not-secure", f"This service is only available at {self.settings.origin}.")

    def _find(self, scope: Scope) -> Identity:
        address = str(scope["client"][0]) if scope.get("client") else ""
        headers = scope["headers"]
        key = read_cookie(headers, self._terminal)
        terminal = self.access.terminals.by_key(key) if key else None
        token = read_cookie(headers, self._session)
        person = self.access.sessions.by_token(token) if token else None
        if person is not None and token:
            return Identity(person, csrf_of(token), terminal, address)
        if terminal is not None and key:
            return Identity(terminal.person, csrf_of(key), terminal, address)
        return Identity(address=address)

    def _with_headers(self, scope: Scope, host: str, send: Send) -> Send:
        settings = self.settings
        known = host if host_allowed(host, settings.hosts) else settings.hosts[0] if settings.hosts else "localhost"
        own = security_headers(
            known.lower(),
            secure=settings.secure,
            socket_port=settings.socket_port,
            socket_url=settings.socket_url,
            framing=framing_of(str(scope["path"])),
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
    """Raises a refusal if there is time to wait."""
    if wait:
        seconds = math.ceil(wait)
        raise DeclinedForNow(429, "too-often", f"Too many requests. Wait {seconds} s.", seconds)


def _is_act(method: str, path: str) -> bool:
    return method not in SAFE or READING.fullmatch(path) is not None


def _header(scope: Scope, name: bytes) -> str | None:
    """The value of a header; None if missing. Repeated headers are joined, which makes them invalid."""
    found = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return ", ".join(found) if found else None


def _plain(text: str) -> str:
    """The text as printable ASCII, cut to 80 characters for the record."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in text[:80])


async def _refuse(send: Send, declined: Declined) -> None:
    body = json.encode({"error": {"code": declined.code, "message": declined.message, "clause": declined.clause}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(declined, DeclinedForNow):
        headers.append((b"retry-after", str(declined.retry_after).encode()))
    await send({"type": "http.response.start", "status": declined.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
