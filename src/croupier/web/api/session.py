"""Signing in and out, unlocking a console, changing the own password, tickets for sockets."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct, json
from starlette.responses import Response

from croupier.access.accounts import TERMINALS
from croupier.access.denial import Denial, Denied
from croupier.access.entrance import Entrance
from croupier.access.person import Person
from croupier.access.secret import csrf_of
from croupier.access.sessions import LOCK_MS
from croupier.terms.people import Role
from croupier.web.endpoint import EVERYBODY, SIGNED_IN, Call, Declined, Endpoint
from croupier.web.security.cookies import SESSION, no_cookie, session_cookie
from croupier.web.security.gate import gate_of, identity
from croupier.web.security.origin import split_host
from croupier.web.security.refusal import granted


class SignIn(Struct, frozen=True):
    name: str
    password: str

    def __repr__(self) -> str:
        return f"SignIn({self.name!r})"


class Password(Struct, frozen=True):
    password: str

    def __repr__(self) -> str:
        return "Password()"


class NewPassword(Struct, frozen=True):
    old: str
    new: str

    def __repr__(self) -> str:
        return "NewPassword()"


class SessionAnswer(Struct, frozen=True):
    """Who has signed in here."""

    name: str
    display: str
    role: Role
    csrf: str
    """Goes into the header X-CSRF-Token of every request but GET."""
    locks_after_ms: int | None
    """After so long without an act the console locks itself; null for players."""
    locked: bool
    tables: list[str]
    """The tables that an enrolled terminal belongs to; empty where any may be entered."""
    seat: int | None
    license: str = ""
    """The license number of the own account."""


class Ticket(Struct, frozen=True):
    ticket: str
    url: str
    """Where sockets are opened: scheme, host and port."""


def session_answer(entrance: Entrance, person: Person, csrf: str) -> SessionAnswer:
    account = None if person.name.startswith(TERMINALS) else entrance.accounts.find(person.name)
    return SessionAnswer(
        name=person.name,
        display=account.display if account else person.name,
        role=person.role,
        csrf=csrf,
        locks_after_ms=None if person.role is Role.PLAYER else LOCK_MS,
        locked=person.locked,
        tables=[] if person.table is None else [person.table],
        seat=person.seat,
        license=account.license if account else "",
    )


def endpoints(entrance: Entrance) -> tuple[Endpoint, ...]:
    async def sign_in(call: Call) -> Response:
        gate, who = gate_of(call.request.scope), identity(call.request.scope)
        body: SignIn = call.body
        opened = granted(
            await gate.hashing.do(entrance.door.sign_in, body.name, body.password, who.address, who.terminal)
        )
        if who.person is not None:
            await gate.disk.do(entrance.sessions.end, who.person.session, "signed-in-again", who.person.actor)
        answer = await gate.disk.do(session_answer, entrance, opened.person, csrf_of(opened.token))
        cookie = session_cookie(opened.token, opened.person.role, secure=gate.settings.secure)
        return Response(json.encode(answer), 200, {"Set-Cookie": cookie}, "application/json")

    async def ask(call: Call) -> SessionAnswer | None:
        who = identity(call.request.scope)
        if who.person is None:
            return None
        return await gate_of(call.request.scope).disk.do(session_answer, entrance, who.person, who.csrf)

    async def sign_out(call: Call) -> Response:
        gate = gate_of(call.request.scope)
        if call.person is not None:
            await gate.disk.do(entrance.door.sign_out, call.person)
        return Response(None, 204, {"Set-Cookie": no_cookie(SESSION, secure=gate.settings.secure)})

    async def unlock(call: Call) -> SessionAnswer:
        gate, who = gate_of(call.request.scope), identity(call.request.scope)
        person = _signed_in(call)
        body: Password = call.body
        given = await gate.hashing.do(entrance.door.unlock, person, body.password, who.address)
        opened = granted(given, status=_wrong_is_403(given))
        return await gate.disk.do(session_answer, entrance, opened, who.csrf)

    async def change_password(call: Call) -> SessionAnswer:
        gate, who = gate_of(call.request.scope), identity(call.request.scope)
        person = _signed_in(call)
        body: NewPassword = call.body
        given = await gate.hashing.do(entrance.door.change_password, person, body.old, body.new, who.address)
        granted(given, status=_wrong_is_403(given))
        return await gate.disk.do(session_answer, entrance, person, who.csrf)

    async def active(_call: Call) -> None:
        """The gate has counted the request already."""

    async def ticket(call: Call) -> Ticket:
        gate = gate_of(call.request.scope)
        settings = gate.settings
        scheme = "wss" if settings.secure else "ws"
        host = urlsplit(settings.origin).netloc or call.request.headers["host"]
        split = split_host(host)
        if settings.socket_port is not None and split is not None:
            host = f"{split[0]}:{settings.socket_port}"
        return Ticket(entrance.tickets.make(_signed_in(call)), settings.socket_url or f"{scheme}://{host}")

    return (
        Endpoint(
            "POST", "/session", sign_in, "Sign in.", EVERYBODY, body=SignIn, answer=SessionAnswer, when_locked=True
        ),
        Endpoint("GET", "/session", ask, "Who has signed in; 204 when nobody has.", EVERYBODY, answer=SessionAnswer),
        Endpoint("DELETE", "/session", sign_out, "Sign out.", SIGNED_IN, when_locked=True),
        Endpoint(
            "POST",
            "/session/unlock",
            unlock,
            "Unlock the own console.",
            SIGNED_IN,
            body=Password,
            answer=SessionAnswer,
            when_locked=True,
        ),
        Endpoint(
            "POST",
            "/session/password",
            change_password,
            "Change the own password; other sessions of the same person end.",
            SIGNED_IN,
            body=NewPassword,
            answer=SessionAnswer,
        ),
        Endpoint("POST", "/session/active", active, "A person is at the console: it does not lock for five minutes."),
        Endpoint("POST", "/tickets", ticket, "A ticket for a socket on a port of its own.", answer=Ticket),
    )


def _signed_in(call: Call) -> Person:
    if call.person is None:
        raise Declined(401, "not-signed-in", "Sign in first.")
    return call.person


def _wrong_is_403(given: object) -> int | None:
    """A wrong password at one's own console does not mean that nobody has signed in."""
    return 403 if isinstance(given, Denied) and given.code is Denial.WRONG_PASSWORD else None
