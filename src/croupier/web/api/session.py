"""Signing in and out, unlocking a console, changing one's password, tickets for sockets."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta, Struct, json
from starlette.responses import Response

from croupier.access.accounts import TERMINALS
from croupier.access.control import AccessControl
from croupier.access.denial import Denial, Denied
from croupier.access.person import Must, Person
from croupier.access.secret import csrf_of
from croupier.access.sessions import LOCK_MS
from croupier.terms.people import Role
from croupier.web.api.key_bodies import ProofBody, proof_of
from croupier.web.endpoint import EVERYBODY, SIGNED_IN, Call, Declined, Endpoint
from croupier.web.security.cookies import SESSION, no_cookie, session_cookie
from croupier.web.security.gate import gate_of, identity
from croupier.web.security.origin import split_host
from croupier.web.security.refusal import granted

ANY_DUTY = frozenset(Must)
LANGUAGE_TAG = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$"
"""A BCP 47 tag; the pages know which languages are available."""


class SignIn(Struct, frozen=True):
    name: str
    password: str
    proof: ProofBody | None = None
    """Required if the person has a security key; without it the answer is second-factor-needed."""

    def __repr__(self) -> str:
        return f"SignIn({self.name!r})"


class Unlock(Struct, frozen=True):
    password: str
    proof: ProofBody | None = None
    """Required if the house requires a second factor for the role."""

    def __repr__(self) -> str:
        return "Unlock()"


class NewPassword(Struct, frozen=True):
    old: str
    new: str

    def __repr__(self) -> str:
        return "NewPassword()"


class SessionAnswer(Struct, frozen=True):
    """The signed-in person and the session."""

    name: str
    display: str
    role: Role
    csrf: str
    """The value of the X-CSRF-Token header, required in every request except GET."""
    locks_after_ms: int | None
    """Idle time after which the console locks; null for players."""
    locked: bool
    tables: list[str]
    """The tables that an enrolled terminal belongs to; empty if any table may be entered."""
    seat: int | None
    license: str = ""
    """The license number of the account."""
    must: Must | None = None
    """What the person must do first; until then other requests are refused."""
    language: str = ""
    """The language that the account has chosen for the pages; empty if none."""


class LanguageBody(Struct, frozen=True):
    language: Annotated[str, Meta(pattern=LANGUAGE_TAG)]


class Ticket(Struct, frozen=True):
    ticket: str
    url: str
    """Where to open sockets: scheme, host and port."""


def session_answer(access: AccessControl, person: Person, csrf: str) -> SessionAnswer:
    account = None if person.name.startswith(TERMINALS) else access.accounts.find(person.name)
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
        must=person.must,
        language=access.languages.of(person.name),
    )


def endpoints(access: AccessControl) -> tuple[Endpoint, ...]:
    async def sign_in(call: Call) -> Response:
        gate, who = gate_of(call.request.scope), identity(call.request.scope)
        body: SignIn = call.body
        proof = proof_of(body.proof, call.request)
        opened = granted(
            await gate.hashing.do(
                access.sign_in_desk.sign_in, body.name, body.password, who.address, who.terminal, proof
            )
        )
        if who.person is not None:
            await gate.disk.do(access.sessions.end, who.person.session, "signed-in-again", who.person.actor)
        answer = await gate.disk.do(session_answer, access, opened.person, csrf_of(opened.token))
        cookie = session_cookie(opened.token, opened.person.role, secure=gate.settings.secure)
        return Response(json.encode(answer), 200, {"Set-Cookie": cookie}, "application/json")

    async def ask(call: Call) -> SessionAnswer | None:
        who = identity(call.request.scope)
        if who.person is None:
            return None
        return await gate_of(call.request.scope).disk.do(session_answer, access, who.person, who.csrf)

    async def sign_out(call: Call) -> Response:
        gate = gate_of(call.request.scope)
        if call.person is not None:
            await gate.disk.do(access.sign_in_desk.sign_out, call.person)
        return Response(None, 204, {"Set-Cookie": no_cookie(SESSION, secure=gate.settings.secure)})

    async def unlock(call: Call) -> SessionAnswer:
        gate, who = gate_of(call.request.scope), identity(call.request.scope)
        person = signed_in(call)
        body: Unlock = call.body
        proof = proof_of(body.proof, call.request)
        given = await gate.hashing.do(access.sign_in_desk.unlock, person, body.password, who.address, proof)
        opened = granted(given, status=wrong_is_403(given))
        return await gate.disk.do(session_answer, access, opened, who.csrf)

    async def change_password(call: Call) -> SessionAnswer:
        gate, who = gate_of(call.request.scope), identity(call.request.scope)
        person = signed_in(call)
        body: NewPassword = call.body
        given = await gate.hashing.do(access.sign_in_desk.change_password, person, body.old, body.new, who.address)
        granted(given, status=wrong_is_403(given))
        now = access.sessions.look(person.session) or person
        return await gate.disk.do(session_answer, access, now, who.csrf)

    async def choose_language(call: Call) -> None:
        body: LanguageBody = call.body
        await gate_of(call.request.scope).disk.do(access.languages.keep, signed_in(call).name, body.language)

    async def active(_call: Call) -> None:
        """Does nothing: the gate has already counted the request as activity."""

    async def ticket(call: Call) -> Ticket:
        gate = gate_of(call.request.scope)
        settings = gate.settings
        scheme = "wss" if settings.secure else "ws"
        host = urlsplit(settings.origin).netloc or call.request.headers["host"]
        split = split_host(host)
        if settings.socket_port is not None and split is not None:
            host = f"{split[0]}:{settings.socket_port}"
        return Ticket(access.tickets.make(signed_in(call)), settings.socket_url or f"{scheme}://{host}")

    return (
        Endpoint(
            "POST", "/session", sign_in, "Sign in.", EVERYBODY, body=SignIn, answer=SessionAnswer, when_locked=True
        ),
        Endpoint(
            "GET", "/session", ask, "The signed-in person; 204 if nobody is signed in.", EVERYBODY, answer=SessionAnswer
        ),
        Endpoint("DELETE", "/session", sign_out, "Sign out.", SIGNED_IN, when_locked=True, during=ANY_DUTY),
        Endpoint(
            "POST",
            "/session/unlock",
            unlock,
            "Unlock the console, with a key or code if the house requires one for the role.",
            SIGNED_IN,
            body=Unlock,
            answer=SessionAnswer,
            when_locked=True,
            during=ANY_DUTY,
        ),
        Endpoint(
            "POST",
            "/session/password",
            change_password,
            "Change one's password; the person's other sessions end.",
            SIGNED_IN,
            body=NewPassword,
            answer=SessionAnswer,
            during=ANY_DUTY,
        ),
        Endpoint(
            "POST",
            "/session/active",
            active,
            "Report activity at the console, so that it does not lock for five minutes.",
            during=ANY_DUTY,
        ),
        Endpoint(
            "POST",
            "/session/language",
            choose_language,
            "Choose the language of the pages for the account.",
            SIGNED_IN,
            body=LanguageBody,
            when_locked=True,
            during=ANY_DUTY,
        ),
        Endpoint("POST", "/tickets", ticket, "A ticket for a socket on the separate socket port.", answer=Ticket),
    )


def signed_in(call: Call) -> Person:
    if call.person is None:
        raise Declined(401, "not-signed-in", "Sign in first.")
    return call.person


def wrong_is_403(given: object) -> int | None:
    """403 for a wrong password of a signed-in person, because 401 means not signed in."""
    return 403 if isinstance(given, Denied) and given.code is Denial.WRONG_PASSWORD else None
