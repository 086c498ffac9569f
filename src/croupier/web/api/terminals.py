"""Terminals: codes, enrollment, and taking one out of service."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, json
from starlette.responses import Response

from croupier.access.control import AccessControl
from croupier.access.secret import csrf_of
from croupier.terms.people import Role
from croupier.web.api.accounts import Why
from croupier.web.api.session import SessionAnswer, session_answer
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint
from croupier.web.security.cookies import SESSION, no_cookie, terminal_cookie
from croupier.web.security.gate import gate_of, identity
from croupier.web.security.refusal import granted

TERMINAL_ROLES = frozenset({Role.SLOT_TECHNICIAN, Role.KEY_MANAGER})
"""Roles that manage terminals. Nobody who deals or decides at a table may assign a device to a seat."""

HasSeat = Callable[[str, int], bool]
"""Whether the table has the seat."""


class TerminalPlace(Struct, frozen=True):
    table: str
    seat: int


class CodeAnswer(Struct, frozen=True):
    code: str
    table: str
    seat: int
    until: int

    def __repr__(self) -> str:
        return f"CodeAnswer({self.table!r}, {self.seat!r})"


class Enroll(Struct, frozen=True):
    code: str

    def __repr__(self) -> str:
        return "Enroll()"


class TerminalAnswer(Struct, frozen=True):
    id: str
    table: str
    seat: int
    enrolled: int


class TerminalList(Struct, frozen=True):
    terminals: list[TerminalAnswer]


def endpoints(access: AccessControl, has_seat: HasSeat = lambda _table, _seat: True) -> tuple[Endpoint, ...]:
    async def every(_call: Call) -> TerminalList:
        return TerminalList(
            [TerminalAnswer(each.id, each.table, each.seat, each.enrolled) for each in access.terminals.all()]
        )

    async def make_code(call: Call) -> CodeAnswer:
        body: TerminalPlace = call.body
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        if not has_seat(body.table, body.seat):
            raise Declined(422, "no-such-seat", "There is no such table, or it has no such seat.")
        work = gate_of(call.request.scope).disk
        code = granted(await work.do(access.terminals.make_code, body.table, body.seat, call.person.actor))
        return CodeAnswer(code.code, code.table, code.seat, code.until)

    async def enroll(call: Call) -> Response:
        scope = call.request.scope
        gate, who = gate_of(scope), identity(scope)
        body: Enroll = call.body
        given = await gate.disk.do(access.terminals.enroll, body.code[:64], who.address)
        try:
            enrolled = granted(given)
        except Declined as declined:
            gate.denied(scope, "POST /terminals/enroll", declined.code)
            access.code_was_wrong(who.address)
            raise
        if who.person is not None:  # the person who set up the device must not stay signed in on it
            await gate.disk.do(access.sessions.end, who.person.session, "terminal-enrolled", who.person.actor)
        answer = session_answer(access, enrolled.terminal.person, csrf_of(enrolled.key))
        response = Response(json.encode(answer), 200, media_type="application/json")
        response.headers.append("Set-Cookie", terminal_cookie(enrolled.key, secure=gate.settings.secure))
        response.headers.append("Set-Cookie", no_cookie(SESSION, secure=gate.settings.secure))
        return response

    async def revoke(call: Call) -> TerminalAnswer:
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        work = gate_of(call.request.scope).disk
        gone = granted(await work.do(access.terminals.revoke, call.path["id"], call.person.actor, call.body.why))
        return TerminalAnswer(gone.id, gone.table, gone.seat, gone.enrolled)

    return (
        Endpoint("GET", "/terminals", every, "Every enrolled terminal.", TERMINAL_ROLES, answer=TerminalList),
        Endpoint(
            "POST",
            "/terminals/codes",
            make_code,
            "A code that enrolls one terminal for a seat, valid for ten minutes.",
            TERMINAL_ROLES,
            body=TerminalPlace,
            answer=CodeAnswer,
            status=201,
        ),
        Endpoint(
            "POST",
            "/terminals/enroll",
            enroll,
            "Make this device the terminal of the seat that the code is for.",
            EVERYBODY,
            body=Enroll,
            answer=SessionAnswer,
            when_locked=True,
        ),
        Endpoint(
            "POST",
            "/terminals/{id}/revoke",
            revoke,
            "Take a terminal out of service.",
            TERMINAL_ROLES,
            body=Why,
            answer=TerminalAnswer,
        ),
    )
