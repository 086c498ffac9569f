"""Alerts, which stay until they are acknowledged, and the check of the program's files."""

from __future__ import annotations

from msgspec import Struct

from croupier import __version__
from croupier.access.alerts import Alert
from croupier.access.control import AccessControl
from croupier.terms.coded_message import Facts
from croupier.terms.people import Role
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.web.security.gate import gate_of
from croupier.web.security.refusal import granted

WATCHERS = frozenset({Role.SUPERVISOR, Role.SECURITY, Role.KEY_MANAGER, Role.SURVEILLANCE, Role.REGULATOR})
ACKNOWLEDGERS = WATCHERS - {Role.REGULATOR}
"""A regulator only reads."""


class AlertAnswer(Struct, frozen=True):
    id: int
    kind: str
    subject: str
    words: str
    facts: Facts
    """The facts of its text; the kind is its code."""
    clause: str
    raised: int
    last: int
    count: int
    by: str
    """Role and name of the person who acknowledged it; empty if nobody has."""
    acknowledged: int
    """When it was acknowledged; 0 if it was not."""


class AlertList(Struct, frozen=True):
    alerts: list[AlertAnswer]
    """Unacknowledged alerts, oldest first."""
    acknowledged: list[AlertAnswer]
    """The last 100 acknowledged alerts, newest first."""


class ProgramAnswer(Struct, frozen=True):
    """The hash of the program's files as they are now."""

    version: str
    digest: str
    files: int
    same: bool
    """Whether they are unchanged since the start."""


def endpoints(access: AccessControl) -> tuple[Endpoint, ...]:
    def listed() -> AlertList:
        return AlertList(
            [_alert_answer(alert) for alert in access.alerts.waiting()],
            [_alert_answer(alert) for alert in access.alerts.acknowledged()],
        )

    async def every(call: Call) -> AlertList:
        return await gate_of(call.request.scope).disk.do(listed)

    async def acknowledge(call: Call) -> AlertAnswer:
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        text = call.path["id"]
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise Declined(404, "no-such-alert", "There is no such alert.")
        work = gate_of(call.request.scope).disk
        return _alert_answer(granted(await work.do(access.alerts.acknowledge, int(text), call.person.actor)))

    async def check_program(call: Call) -> ProgramAnswer:
        checked = await gate_of(call.request.scope).disk.do(access.check_program)
        return ProgramAnswer(__version__, checked.digest, checked.files, checked.same)

    return (
        Endpoint(
            "GET", "/alerts", every, "Alerts, which stay until they are acknowledged.", WATCHERS, answer=AlertList
        ),
        Endpoint(
            "POST",
            "/alerts/{id}/acknowledge",
            acknowledge,
            "Acknowledge an alert; name and time are recorded.",
            ACKNOWLEDGERS,
            answer=AlertAnswer,
        ),
        Endpoint("POST", "/program", check_program, "Hash the program's files now.", WATCHERS, answer=ProgramAnswer),
    )


def _alert_answer(alert: Alert) -> AlertAnswer:
    return AlertAnswer(
        alert.id,
        alert.kind,
        alert.subject,
        alert.words,
        alert.facts,
        alert.clause,
        alert.raised,
        alert.last,
        alert.count,
        alert.by,
        alert.acknowledged,
    )
